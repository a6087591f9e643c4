"""The law as data: the shipped files load, agree with each other and name nothing unknown."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal

import pytest

from vetcontrol import resources, statutes
from vetcontrol.law.prescribed import WhileUnset

DAY = date(2027, 1, 1)


def test_the_four_statutes_are_there() -> None:
    by_statute = {code: len(of_it) for code, of_it in statutes.clauses().statutes().items()}
    assert by_statute == {"GOA1968": 63, "CTA1871": 155, "DOA1974": 155, "KER1961": 59}


@pytest.mark.parametrize(
    ("clause", "cited"),
    [
        ("DOA1974-11-3a", "section 11(3), Goa, Daman and Diu Diseases of Animals Act 1974"),
        (
            "DOA1974-11-1-prov",
            "section 11(1) proviso, Goa, Daman and Diu Diseases of Animals Act 1974",
        ),
        ("CTA1871-12A-1-GJ", "section 12A, Cattle Trespass Act 1871 (Gujarat)"),
    ],
)
def test_a_clause_is_cited_as_an_instrument_writes_it(clause: str, cited: str) -> None:
    assert statutes.cite(clause) == cited


def test_a_section_is_looked_up_by_its_clause_only() -> None:
    assert statutes.section("DOA1974-13-4a") == "13(4)"
    with pytest.raises(KeyError, match="'DOA1974-99' is no clause"):
        statutes.section("DOA1974-99")


def test_each_deadline_and_office_rests_on_clauses_that_exist() -> None:
    known = statutes.clauses()
    deadlines = resources.read_csv("law/deadlines.csv")
    assert len({row["id"] for row in deadlines}) == len(deadlines) == 104
    assert not [row for row in deadlines if row["clause_id"] not in known]
    officers = resources.read_csv("law/officers.csv")
    assert len({row["id"] for row in officers}) == len(officers)
    named = [(o["id"], c) for o in officers for c in o["powers_clause_ids"].split(";") if c]
    assert not [pair for pair in named if pair[1] not in known]


def test_the_figures_agree_with_the_clauses() -> None:
    figures, clauses = statutes.figures(), statutes.clauses()
    mile = figures.number("DOA1974/radius_maximum", DAY)
    assert Decimal(str(mile)) == 5280 * 12 * Decimal("0.0254")
    assert f"max_radius_m={mile}" in clauses["DOA1974-11-3a"].parameters
    sections = ",".join(figures.items("DOA1974/immediate_sections", DAY))
    assert clauses["DOA1974-1-3a"].parameters == f"immediate_sections={sections}"


def test_every_value_that_a_clause_leaves_open_has_its_key() -> None:
    left_open = {
        key
        for clause in statutes.clauses()
        for key in re.findall(r"config:([a-z0-9_.]+)", clause.parameters)
    }
    # A choice between two lawful readings is a setting, not a value that rules must fix.
    assert left_open - set(statutes.prescribed_keys()) == {"goa.dogs.letter_before_sale"}


def test_only_powers_subject_to_rules_and_readings_with_a_default_stand_without_them() -> None:
    known = statutes.prescribed_keys().values()
    standing = {one.key for one in known if one.while_unset is WhileUnset.STANDS}
    assert standing == {
        "doa.s17.rules",
        "doa.s18.rules",
        "doa.s25.rules",
        "goa.pound.auction_rules",
        "cta.14a.manner",
        "doa.s14.area_scope",
        "doa.s14.road_transit",
    }


def test_without_a_profile_nothing_is_set() -> None:
    bare = statutes.prescribed_values()
    assert not [key for key in statutes.prescribed_keys() if bare.find(key, DAY)]


def test_the_demonstration_marks_each_of_its_values_as_a_sample() -> None:
    demo = statutes.prescribed_values("demo")
    names = {part: demo.value("doa.government_name", DAY, locality=part) for part in PARTS}
    assert names["Goa"] == "Government of Goa"
    for key in ("doa.government_name", "doa.regional_language"):
        for part in PARTS:
            found = demo.find(key, DAY, locality=part)
            assert found is not None
            assert found.sample
            assert "sample value" in found.cited.reasons[0].text


PARTS = ("Goa", "Daman", "Diu")
