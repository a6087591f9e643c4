"""The frame's policy lets nothing in but what bears the nonce, and nothing out at all."""

from __future__ import annotations

import pytest

from maps.policy import checked_nonce, new_nonce, sheet_policy
from vetcontrol.errors import Malformed


def test_scripts_and_styles_run_by_nonce_alone() -> None:
    nonce = new_nonce()
    rules = dict(([*rule.split(" ", 1), ""])[:2] for rule in sheet_policy(nonce).split("; "))
    assert rules["script-src"] == rules["style-src"] == f"'nonce-{nonce}'"
    assert rules["default-src"] == rules["connect-src"] == rules["base-uri"] == "'none'"
    assert rules["img-src"] == "'self' data:"
    assert rules["frame-ancestors"] == "'self'"
    assert rules["sandbox"] == "allow-scripts"
    assert "unsafe" not in sheet_policy(nonce)


def test_no_two_answers_share_a_nonce() -> None:
    assert len({new_nonce() for _ in range(200)}) == 200


@pytest.mark.parametrize("nonce", ["", "short", "a" * 21, "a" * 129, "a" * 22 + "'; script-src *"])
def test_a_nonce_that_could_be_guessed_or_break_out_is_refused(nonce: str) -> None:
    with pytest.raises(Malformed, match="nonce"):
        checked_nonce(nonce)
    with pytest.raises(Malformed, match="nonce"):
        sheet_policy(nonce)
