"""The loaders of the law's files refuse what is not right, naming file and place."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest

from vetcontrol import statutes
from vetcontrol.errors import Refused
from vetcontrol.faults import DataError
from vetcontrol.law.clauses import Clause, clauses
from vetcontrol.law.parameters import figures
from vetcontrol.law.prescribed import Key, Prescribed, ValueKind, WhileUnset, keys, profile

FILE = "data/law/DOA1974/radius_maximum.toml"
NAME = "DOA1974/radius_maximum"

ROW = {
    "id": "DOA1974-4",
    "statute": "Act",
    "section": "4",
    "state": "",
    "kind": "effect",
    "actor": "",
    "rule": "R",
    "parameters": "",
    "spatial": "",
    "record": "",
    "software": "S",
}


def test_clauses_are_made_from_rows() -> None:
    made = clauses([ROW, {**ROW, "id": "CTA1871-4-GJ", "state": "Gujarat"}])
    assert len(made) == 2
    assert made["DOA1974-4"] == Clause(**ROW)
    assert made.cite("CTA1871-4-GJ") == "section 4, Act (Gujarat)"
    assert "DOA1974-4" in made
    assert "DOA1974-5" not in made


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([], "data/law/clauses.csv: no clause in it"),
        ([ROW, ROW], "data/law/clauses.csv, line 3: id 'DOA1974-4' is given twice"),
        ([{**ROW, "id": " "}], "line 2: id is empty"),
        ([{**ROW, "rule": ""}], "line 2: rule is empty"),
        ([{**ROW, "id": "section 4"}], "line 2: id 'section 4' is not a statute code"),
        ([{**ROW, "colour": "x"}], "line 2: unknown column 'colour'"),
        ([{k: v for k, v in ROW.items() if k != "state"}], "line 2: column 'state' is missing"),
    ],
)
def test_wrong_clauses_are_refused(rows: list[dict[str, str]], says: str) -> None:
    with pytest.raises(DataError) as refusal:
        clauses(rows)
    assert says in str(refusal.value)


def _figure(**changes: Any) -> dict[str, Any]:
    table: dict[str, Any] = {
        "description": "The longest radius",
        "unit": "metre",
        "clause": "DOA1974-11-3a",
        "reference": {"title": "The Act", "section": "11(3)"},
        "values": [
            {"from": date(2000, 1, 1), "value": 1000},
            {"from": date(2010, 1, 1), "value": 1609.344},
        ],
    }
    table.update(changes)
    return {key: value for key, value in table.items() if value is not None}


@pytest.mark.parametrize(
    ("day", "value"),
    [
        (date(2000, 1, 1), 1000.0),
        (date(2009, 12, 31), 1000.0),
        (date(2010, 1, 1), 1609.344),
        (date(2027, 1, 1), 1609.344),
    ],
)
def test_a_figure_holds_from_its_day(day: date, value: float) -> None:
    assert figures({FILE: _figure()}, statutes.clauses()).number(NAME, day) == value


@pytest.mark.clause("DOA1974-11-3a")
def test_before_its_first_day_there_is_no_figure() -> None:
    made = figures({FILE: _figure()}, statutes.clauses())
    with pytest.raises(Refused, match="no value holds on 1999-12-31") as refusal:
        made.value(NAME, date(1999, 12, 31))
    assert refusal.value.clauses == ("DOA1974-11-3a",)


def test_a_figure_is_asked_for_as_what_it_is() -> None:
    day = date(2027, 1, 1)
    words = [{"from": date(2000, 1, 1), "value": "one"}]
    made = figures({FILE: _figure(values=words)}, statutes.clauses())
    assert made.value(NAME, day) == "one"
    assert made.names() == (NAME,)
    with pytest.raises(TypeError, match="not a number"):
        made.number(NAME, day)
    with pytest.raises(TypeError, match="not a list"):
        made.items(NAME, day)
    with pytest.raises(KeyError, match="is no figure"):
        made.value("DOA1974/nothing", day)


def _value(**entry: Any) -> dict[str, Any]:
    return _figure(values=[{"from": date(2000, 1, 1), "value": 1, **entry}])


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (_figure(colour="red"), f"{FILE}: unknown key 'colour'"),
        (_figure(unit=None), f"{FILE}: the key 'unit' is missing or empty"),
        (_figure(unit=""), "the key 'unit' is missing or empty"),
        (_figure(unit="furlong"), "unit: 'furlong' is none of metre"),
        (_figure(description=7), "description: 7 is no text"),
        (_figure(clause="DOA1974-99"), "clause: 'DOA1974-99' is no clause"),
        (_figure(reference=None), "the key 'reference' is missing"),
        (_figure(reference="The Act"), "reference: must be a table"),
        (_figure(reference={"title": "The Act"}), "reference: needs section or gazette"),
        (_figure(reference={"section": "11"}), "reference: the key 'title' is missing"),
        (_figure(reference={"title": "A", "page": "1"}), "reference: unknown key 'page'"),
        (_figure(reference={"title": "A", "section": 11}), "reference.section: 11 is no text"),
        (_figure(values=None), "values: needs at least one dated value"),
        (_figure(values=[]), "values: needs at least one dated value"),
        (_figure(values=[1]), "value 1: must be a table"),
        (_value(to=date(2001, 1, 1)), "value 1: unknown key 'to'"),
        (_figure(values=[{"value": 1}]), "value 1: the key 'from' is missing"),
        (_value(**{"from": "2000-01-01"}), "value 1: '2000-01-01' is no day"),
        (_value(**{"from": datetime(2000, 1, 1)}), "is no day"),  # noqa: DTZ001
        (_value(value=True), "value 1: must be a finite number"),
        (_value(value=float("nan")), "value 1: must be a finite number"),
        (_value(value=[]), "value 1: must be a finite number"),
        (_value(value=["1", 2]), "value 1: must be a finite number"),
        (
            _figure(values=[{"from": date(2000, 1, 1), "value": 1}] * 2),
            "value 2: 2000-01-01 does not come after the date before it",
        ),
        (
            _figure(
                values=[
                    {"from": date(2000, 1, 1), "value": 1},
                    {"from": date(2000, 1, 2), "value": "1"},
                ]
            ),
            "value 2: is of another kind",
        ),
    ],
)
def test_a_wrong_figure_is_refused(table: dict[str, Any], says: str) -> None:
    with pytest.raises(DataError) as refusal:
        figures({FILE: table}, statutes.clauses())
    assert says in str(refusal.value)


def test_a_figure_stands_in_one_file() -> None:
    with pytest.raises(DataError, match="is given twice"):
        figures({FILE: _figure(), f"other/{FILE}": _figure()}, statutes.clauses())


KEY_ROW = {
    "key": "doa.x",
    "clause": "DOA1974-4",
    "while_unset": "refused",
    "kind": "text",
    "description": "What",
}


def test_keys_are_made_from_rows() -> None:
    made = keys([KEY_ROW], statutes.clauses())
    assert made == {"doa.x": Key("doa.x", "DOA1974-4", WhileUnset.REFUSED, "What", ValueKind.TEXT)}


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([{**KEY_ROW, "more": ""}], "line 2: the columns must be"),
        ([KEY_ROW, KEY_ROW], "line 3: key 'doa.x' is empty or given twice"),
        ([{**KEY_ROW, "key": ""}], "line 2: key '' is empty"),
        ([{**KEY_ROW, "clause": "X"}], "line 2: 'X' is no clause"),
        ([{**KEY_ROW, "while_unset": "maybe"}], "line 2: while_unset is one of refused, stands"),
        ([{**KEY_ROW, "kind": "date"}], "line 2: kind is one of text, number, paise, list"),
    ],
)
def test_wrong_keys_are_refused(rows: list[dict[str, str]], says: str) -> None:
    with pytest.raises(DataError) as refusal:
        keys(rows, statutes.clauses())
    assert says in str(refusal.value)


def _profile(sample: bool = False, **changes: Any) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "key": "doa.x",
        "from": date(2027, 1, 1),
        "value": 3,
        "rule": "Rule 4",
        "gazette": "S 7",
        "gazette_date": date(2026, 12, 1),
        **changes,
    }
    kept = {key: value for key, value in entry.items() if value is not None}
    return {"profile": "goa", "sample": sample, "values": [kept]}


KNOWN = {"doa.x": Key("doa.x", "DOA1974-4", WhileUnset.REFUSED, "What", ValueKind.TEXT)}


@pytest.mark.clause("DOA1974-2-h")
def test_a_prescribed_value_carries_its_rule_and_gazette() -> None:
    values = Prescribed(KNOWN, profile("p.toml", _profile(), KNOWN))
    day = date(2027, 1, 1)
    assert values.value("doa.x", day) == 3
    assert values.value("doa.x", day, locality="Goa") == 3
    told = [reason.text for reason in values.decide("doa.x", day).reasons]
    assert "Rule 4, gazette S 7 of 2026-12-01." in told


@pytest.mark.clause("DOA1974-2-g")
def test_an_unset_value_is_refused_with_key_and_clause() -> None:
    values = Prescribed(KNOWN, profile("p.toml", _profile(), KNOWN))
    with pytest.raises(Refused, match=r"Enter doa\.x") as refusal:
        values.value("doa.x", date(2026, 12, 31))
    assert refusal.value.clauses == ("DOA1974-2-g", "DOA1974-4")
    with pytest.raises(KeyError, match="is no key"):
        values.value("doa.y", date(2027, 1, 1))


def test_a_power_that_stands_without_rules_has_no_value_to_give() -> None:
    bare = statutes.prescribed_values()
    with pytest.raises(Refused, match="Rules on disinfection"):
        bare.value("doa.s17.rules", date(2027, 1, 1))


def test_the_locality_comes_before_everywhere_and_the_later_value_before_the_earlier() -> None:
    table = _profile()
    first = table["values"][0]
    table["values"] += [
        {**first, "for": "Goa", "value": 4},
        {**first, "from": date(2028, 1, 1), "value": 5},
    ]
    values = Prescribed(KNOWN, profile("p.toml", table, KNOWN))
    asked = [
        values.value("doa.x", day, locality=place)
        for day in (date(2027, 12, 31), date(2028, 1, 1))
        for place in ("", "Goa", "Diu")
    ]
    assert asked == [3, 4, 3, 5, 4, 5]


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ({**_profile(), "colour": "red"}, "p.toml: unknown key 'colour'"),
        ({**_profile(), "sample": "yes"}, "p.toml, sample: must be true or false"),
        ({"profile": "goa", "sample": True}, "the key 'values' is missing"),
        (_profile(to=date(2028, 1, 1)), "value 1: unknown key 'to'"),
        (_profile(key="doa.y"), "value 1: 'doa.y' is no key"),
        (_profile(rule=None), "value 1: the key 'rule' is missing"),
        (_profile(rule=4), "value 1, rule: 4 is no text"),
        (_profile(gazette=None), "value 1: doa.x needs gazette and gazette_date"),
        (_profile(gazette_date=None), "value 1: doa.x needs gazette and gazette_date"),
        (_profile(gazette_date="soon"), "value 1: 'soon' is no day"),
        (
            {**_profile(), "values": _profile()["values"] * 2},
            "value 2: 2027-01-01 does not come after",
        ),
    ],
)
def test_a_wrong_profile_is_refused(table: dict[str, Any], says: str) -> None:
    with pytest.raises(DataError) as refusal:
        profile("p.toml", table, KNOWN)
    assert says in str(refusal.value)


def test_a_sample_needs_no_gazette() -> None:
    (made,) = profile("p.toml", _profile(sample=True, gazette=None, gazette_date=None), KNOWN)
    assert made.sample
