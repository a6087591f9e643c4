"""Every clause of sections 1 to 4, 11 and 13 to 15 stands in the case tables, both ways."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

from vetcontrol import statutes

SECTIONS = re.compile(r"(1|2|3|4|11|13|14|15)(\(|$)")

# Clauses whose answer cannot be a plain refusal, and why.
NO_REFUSAL = {
    "DOA1974-2-k": "the territory has parts; a path between them needs a decision",
    "DOA1974-13-4a": "whether a place ceases is an effect, not a step",
    "DOA1974-13-6a": "whether a place ceases is an effect, not a step",
    "DOA1974-15-prov": "section 15 never limits the power under section 8; it can only warn",
}
# A clause that only ends what was in force allows nothing.
NO_ALLOWANCE = {
    "DOA1974-1-3c": "a cessation only ends; what was done before stands",
    "DOA1974-14-2-prov": "it only forbids; without an unloading 14(2) itself allows",
}


def test_every_clause_has_an_allowed_and_a_refused_case(all_cases: list[Any]) -> None:
    outcomes: dict[str, set[str]] = defaultdict(set)
    for case in all_cases:
        outcomes[case.clause].add(case.expected)
    wanted = [
        clause.id
        for clause in statutes.clauses()
        if clause.code == "DOA1974" and SECTIONS.match(clause.section)
    ]
    assert len(wanted) > 40
    lacking = {
        clause: outcomes[clause]
        for clause in wanted
        if not (
            ("allowed" in outcomes[clause] or clause in NO_ALLOWANCE)
            and ("refused" in outcomes[clause] or clause in NO_REFUSAL)
        )
    }
    assert not lacking


def test_the_exceptions_are_still_needed(all_cases: list[Any]) -> None:
    refused = {case.clause for case in all_cases if case.expected == "refused"}
    allowed = {case.clause for case in all_cases if case.expected == "allowed"}
    assert not set(NO_REFUSAL) & refused
    assert not set(NO_ALLOWANCE) & allowed


def test_every_case_names_a_clause(all_cases: list[Any]) -> None:
    known = statutes.clauses()
    assert not [case.clause for case in all_cases if case.clause not in known]
