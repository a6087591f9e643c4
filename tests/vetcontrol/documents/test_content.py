"""The record: one canonical spelling, a checksum that holds, and nothing kept that cannot be."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vetcontrol.clock import IST
from vetcontrol.documents.content import (
    Addressee,
    Clause,
    Count,
    Document,
    DocumentKind,
    Metres,
    Personal,
    Place,
    Position,
    Schedule,
    Signatory,
    SquareMetres,
    Unnamed,
    Value,
    Word,
    canonical,
    checksum,
    from_json,
    paragraph,
)
from vetcontrol.documents.values import value_as_json, value_from_json
from vetcontrol.errors import Malformed

SIGNATORY = Signatory("S. Gaonkar", Word("office.inspector"), "APP/000003")
PLAIN = Document(
    number="ORD/1",
    kind=DocumentKind.ORDER,
    statute="DOA1974",
    clauses=("DOA1974-11-1a",),
    title="title.order",
    signed_at=datetime(2027, 1, 1, 8, 0, tzinfo=IST),
    signatory=SIGNATORY,
)

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
NAMES = TEXTS.filter(bool)
# An hour that the war made India live twice equals no hour of another zone (PEP 495).
EARLIEST, LATEST = datetime(1946, 1, 1), datetime(2200, 1, 1)  # noqa: DTZ001 (zones are drawn)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
ATOMS: st.SearchStrategy[Value] = st.one_of(
    st.none(),
    TEXTS,
    st.integers(),
    FLOATS,
    st.dates(),
    st.datetimes(EARLIEST, LATEST, timezones=st.just(IST), allow_imaginary=False),
    st.builds(Personal, TEXTS),
    st.builds(Word, TEXTS),
    st.builds(Clause, TEXTS),
    st.builds(Metres, FLOATS.map(abs)),
    st.builds(SquareMetres, FLOATS.map(abs)),
    st.builds(Position, st.floats(-180, 180), st.floats(-90, 90)),
    st.builds(Unnamed, st.floats(-180, 180), st.floats(-90, 90), st.booleans()),
    st.builds(Count, st.one_of(TEXTS, st.builds(Word, TEXTS)), st.integers(min_value=0)),
)
VALUES: st.SearchStrategy[Value] = st.recursive(
    ATOMS, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=6
)
DOCUMENTS = st.builds(
    Document,
    number=NAMES,
    kind=st.sampled_from(DocumentKind),
    statute=NAMES,
    clauses=st.lists(NAMES, min_size=1, max_size=2).map(tuple),
    title=NAMES,
    signed_at=st.datetimes(
        EARLIEST, LATEST, timezones=st.sampled_from([IST, UTC]), allow_imaginary=False
    ),
    signatory=st.builds(Signatory, NAMES, NAMES, NAMES, st.none() | st.builds(Word, NAMES)),
    case_number=TEXTS,
    related=st.lists(TEXTS, max_size=2).map(tuple),
    addressee=st.none() | st.builds(Addressee, NAMES, st.builds(Personal, TEXTS), TEXTS),
    place=st.none()
    | st.builds(
        Place,
        st.builds(Personal, TEXTS)
        | st.builds(Unnamed, st.just(74.0), st.just(15.4), st.booleans()),
        TEXTS,
        TEXTS,
        TEXTS,
        TEXTS,
    ),
    disease=TEXTS,
    paragraphs=st.lists(
        st.dictionaries(NAMES, VALUES, max_size=2).map(lambda b: paragraph("key", **b)), max_size=2
    ).map(tuple),
    schedules=st.lists(
        st.lists(st.tuples(VALUES, VALUES), max_size=2).map(
            lambda rows: Schedule("table", ("one", "two"), tuple(rows))
        ),
        max_size=2,
    ).map(tuple),
    geometry=st.none()
    | st.builds(
        lambda x, y: {"type": "Point", "coordinates": [x, y]},
        st.one_of(FLOATS, st.integers(-180, 180)),
        FLOATS,
    ),
    language=NAMES,
    issued_on=st.none() | st.dates(),
)


@given(DOCUMENTS)
def test_what_is_read_back_is_what_was_written(document: Document) -> None:
    text = canonical(document)
    assert from_json(text) == document
    assert canonical(from_json(text)) == text
    # The spelling is that of any careful writer: sorted keys, no spaces, UTF-8 as it stands.
    again = json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert again == text
    text.encode("utf-8")


@given(VALUES)
def test_every_value_comes_back_in_its_kind(value: Value) -> None:
    back = value_from_json(json.loads(json.dumps(value_as_json(value))))
    assert back == value
    assert type(back) is type(value)


def test_specimens_come_back(specimens: dict[str, Document]) -> None:
    for document in specimens.values():
        assert from_json(canonical(document)) == document


def test_the_bytes_are_fixed() -> None:
    assert canonical(PLAIN) == (
        '{"clauses":["DOA1974-11-1a"],"format":1,"issued_on":"2027-01-01","kind":"order",'
        '"language":"en","number":"ORD/1","signatory":{"appointment":"APP/000003",'
        '"name":"S. Gaonkar","office":{"word":"office.inspector"}},'
        '"signed_at":"2027-01-01T02:30:00.000000Z","statute":"DOA1974","title":"title.order"}'
    )
    assert checksum(canonical(PLAIN)) == (
        "9f45d33306b18de39dda8c51ff22f76ba112d31e35b2e9010a842a1ecfa00c46"
    )


def test_the_same_content_has_the_same_bytes_however_it_was_given() -> None:
    utc = replace(PLAIN, signed_at=datetime(2027, 1, 1, 2, 30, tzinfo=UTC))
    assert canonical(utc) == canonical(PLAIN)
    whole = replace(PLAIN, geometry={"type": "Point", "coordinates": (74, 15)})
    parts = replace(PLAIN, geometry={"coordinates": [74.0, 15.0], "type": "Point"})
    assert canonical(whole) == canonical(parts)
    one, other = paragraph("key", a=1, b=2), paragraph("key", b=2, a=1)
    assert one == other


def test_the_day_of_issue_is_that_of_india() -> None:
    late = replace(PLAIN, issued_on=None, signed_at=datetime(2026, 12, 31, 19, 0, tzinfo=UTC))
    assert late.issued_on == date(2027, 1, 1)


def test_any_change_changes_the_checksum() -> None:
    kept = checksum(canonical(PLAIN))
    for change in (
        {"number": "ORD/2"},
        {"signed_at": PLAIN.signed_at + timedelta(microseconds=1)},
        {"disease": "Anthrax"},
        {"geometry": {"type": "Point", "coordinates": [74.0, math.nextafter(15.0, 16.0)]}},
    ):
        assert checksum(canonical(replace(PLAIN, **change))) != kept


POLYGON: dict[str, Any] = {"type": "Polygon", "coordinates": [[[74.0, 15.0], [74.1, 15.0]]]}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"number": ""}, "document.number"),
        ({"statute": ""}, "document.statute"),
        ({"clauses": ()}, "name the clause"),
        ({"number": "a\0b"}, "NUL"),
        ({"disease": "\ud800"}, "surrogate"),
        ({"related": ("\0",)}, "NUL"),
        ({"signed_at": EARLIEST}, "offset"),
        ({"geometry": {"type": "Point", "coordinates": [math.nan, 15.0]}}, "finite"),
        ({"geometry": {"type": "Point", "coordinates": [math.inf, 15.0]}}, "finite"),
        ({"geometry": {"type": "Point", "coordinates": [74.0, 15.0, 3.0]}}, "two numbers"),
        ({"geometry": {"type": "Point", "coordinates": [True, 15.0]}}, "two numbers"),
        ({"geometry": {"type": "Point", "coordinates": "74,15"}}, "list of positions"),
        ({"geometry": {"type": "Circle", "coordinates": [74.0, 15.0]}}, "GeoJSON"),
        ({"geometry": {**POLYGON, "crs": {}}}, "coordinates alone"),
    ],
)
def test_what_cannot_be_kept_is_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(Malformed, match=says):
        replace(PLAIN, **change)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: paragraph("key", grounds="\ud800"), "surrogate"),
        (lambda: paragraph("key", grounds="\0"), "NUL"),
        (lambda: paragraph("key", metres=math.nan), "finite"),
        (lambda: paragraph("key", sure=True), "yes or no"),
        (lambda: Personal("\0"), "NUL"),
        (lambda: Personal(None), "neither"),
        (lambda: Metres(-0.001), "less than nothing"),
        (lambda: Metres(math.inf), "finite"),
        (lambda: SquareMetres(-1.0), "less than nothing"),
        (lambda: Position(15.4909, 173.8278), "longitude stands first"),
        (lambda: Count("cattle", -1), "0 or more"),
        (lambda: Schedule("table", ("one",), ((1, 2),)), "row 1 has 2 cells"),
        (lambda: Signatory("", "Inspector", "APP/1"), "signatory.name"),
        (lambda: Signatory("S. Gaonkar", "Inspector", ""), "signatory.appointment"),
        (lambda: Addressee(""), "addressee.role"),
        (lambda: Place(""), "place.description"),
        (lambda: Place("\0"), "NUL"),
        (lambda: Addressee("\0"), "NUL"),
        (lambda: Signatory("\0", "Inspector", "APP/1"), "NUL"),
    ],
)
def test_parts_that_cannot_stand_are_refused(make: Any, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        make()


def _changed(**change: Any) -> str:
    data = {**json.loads(canonical(PLAIN)), **change}
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not the content"),
        ("[]", "not the content"),
        ("[" * 200_000, "not the content"),
        ("{}", "not the content"),
        (_changed(format=2), "reads 1"),
        (_changed(kind="decree"), "not the content"),
        (_changed(more="than is known"), "canonical form"),
        (_changed(case_number=""), "canonical form"),
        (_changed(case_number=7), "not the content"),
        (_changed(signatory={"name": 1}), "is not text"),
        (_changed(addressee={"role": 1}), "word of the catalogue"),
        (_changed(addressee={"role": "Owner", "name": 1}), "personal text"),
        (_changed(paragraphs=[{"key": "k", "blanks": {"a": {"secret": 1}}}]), "no known kind"),
        (_changed(paragraphs=[{"key": "k", "blanks": {"a": {"count": [1, 2]}}}]), "of neither"),
        (_changed(geometry={"type": "Point", "coordinates": [1, 2.0]}), "canonical form"),
        (canonical(PLAIN).replace(",", ", "), "canonical form"),
        (canonical(PLAIN).replace('"2027-01-01"', "NaN"), "not the content"),
        (canonical(PLAIN)[:-1] + ',"title":"title.order"}', "canonical form"),
    ],
)
def test_text_that_is_no_record_is_refused(text: str, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        from_json(text)
