"""The page of a grant sent back as it was shown: it changes nothing, however odd the licence."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from shapely.geometry import LineString

from office_visitor import HERE, Visitor
from removal_forms import OUT
from vetcontrol import demonstration
from vetcontrol.law.diseases_of_animals.removal import Item
from vetcontrol.movement import queries
from vetcontrol.movement.application import apply
from vetcontrol.movement.consignment import Consignment, Line, end
from vetcontrol.register.register import Writing

HAY = Line(Item.FEED, "hay; straw", "20 kg")
BRAN = Line(Item.FEED, "bran; maize")
ODD: dict[str, Any] = {
    "lines": (HAY, BRAN, Line(Item.THING, "cans;; tins", "6\n(steel)")),
    "tags": ("356000000000001", "IN, 7; 8", "GOA  9"),
    "counts": {"mithun": 5, "zo & co": 2, "cattle": 3},
    "conditions": ("Washed\nand dried.", "Washed and dried.", "By day."),
    "vehicle": "GA 05\tT 1234",
    "person_in_charge": "Sita\n Naik",
    "corridor_m": 12345.678,
    "journeys": 2,
}
EXACT = ((HERE[0] + 4e-8, HERE[1]), (74.0100001, 15.42), (74.0100002, 15.42), OUT)


def asked(visitor: Visitor, **given: Any) -> str:
    """The number of a licence asked for over the interface, which takes what no form can say."""

    def removal(writing: Writing) -> Consignment:
        ends = [
            end(
                writing,
                name,
                premises_id=key,
                geometry=None if key else LineString([OUT, HERE]).interpolate(0),
                accuracy_m=None,
                at=writing.now,
            )
            for name, key in (("origin", 1), ("destination", None))
        ]
        begins = writing.now + timedelta(seconds=7.25)
        usual = {"valid_from": begins, "valid_to": begins + timedelta(days=2)}
        return Consignment(*ends, **usual | {"route": LineString(EXACT)} | ODD | given)

    with visitor.register.writing() as writing:
        officer = demonstration.officer("inspector")
        made = apply(writing, officer, removal=removal(writing), owner="Rama Naik")
    return str(made.content["number"])


def of(visitor: Visitor, number: str) -> Consignment:
    with visitor.register.reading() as reading:
        return queries.licence(reading.session, number).consignment


def sent(page: str) -> dict[str, str]:
    """The fields of a page's form as a browser sends them when nothing was touched."""
    form = page.split('aria-label="Grant on conditions"')[1].split("</form>", maxsplit=1)[0]
    inputs = re.findall(r'<input class="control[^>]*? name="([^"]+)"[^>]*? value="([^"]*)"', form)
    areas = re.findall(r'<textarea[^>]*? name="([^"]+)"[^>]*>([^<]*)</textarea>', form)
    fields = {name: unescape(value) for name, value in inputs}
    return fields | {name: unescape(text).replace("\n", "\r\n") for name, text in areas}


@pytest.fixture
def licence(visitor: Visitor) -> str:
    visitor.be("inspector")
    return asked(visitor)


def grant(visitor: Visitor, number: str, **given: str) -> tuple[str, Consignment]:
    """The review of the page sent back with `given`, and what was granted."""
    where = f"/licences/{number.replace('/', '-')}/grant"
    form = sent(visitor.page(where)) | given
    answer = visitor.post(where, form)
    assert answer.status_code == 200, unescape(answer.text)
    visitor.done(where, form | {"step": "sign"})
    return unescape(answer.text), of(visitor, number)


@pytest.mark.clause("DOA1974-14-1b")
def test_what_is_sent_back_untouched_changes_nothing(visitor: Visitor, licence: str) -> None:
    before = of(visitor, licence)
    page = visitor.page(f"/licences/{licence.replace('/', '-')}/grant")
    form = sent(page)
    assert [form[f"count_{name}"] for name in ("cattle", "other_1", "other_2")] == ["3", "5", "2"]
    assert "zo &amp; co" in page
    assert form["conditions"].split("\r\n") == ["Washed and dried.", "Washed and dried.", "By day."]
    review, after = grant(visitor, licence)
    assert "Otherwise than asked for" not in review
    assert after == before
    assert dict(after.counts) == ODD["counts"]
    assert after.valid_from.microsecond == 250_000


@pytest.mark.parametrize(
    ("given", "name", "wanted"),
    [
        ({"count_cattle": "4"}, "counts", {"mithun": 5, "zo & co": 2, "cattle": 4}),
        ({"count_other_1": ""}, "counts", {"zo & co": 2, "cattle": 3}),
        ({"tags": "IN, 7; 8\n1, 2"}, "tags", ("IN, 7; 8", "1", "2")),
        ({"tags": "IN, 7; 8, 1 2"}, "tags", ("IN, 7; 8", "1 2")),
        ({"feed": "hay; straw; 20 kg\nOats; 3 kg"}, "feed", (HAY, Line(Item.FEED, "Oats", "3 kg"))),
        ({"feed": "bran; maize;\na; b; c"}, "feed", (BRAN, Line(Item.FEED, "a; b", "c"))),
        ({"feed": "Hay;"}, "feed", (Line(Item.FEED, "Hay"),)),
        (
            {"conditions": "Washed and dried.\nBy day.\nBy night."},
            "conditions",
            ("Washed\nand dried.", "By day.", "By night."),
        ),
        ({"corridor_m": "0"}, "corridor_m", 0.0),
        ({"vehicle": "GA 1"}, "vehicle", "GA 1"),
        ({"journeys": "3"}, "journeys", 3),
    ],
)
def test_one_field_changed_leaves_the_others(
    visitor: Visitor, licence: str, given: dict[str, str], name: str, wanted: Any
) -> None:
    before = of(visitor, licence)
    review, after = grant(visitor, licence, **given)
    assert review.count("Otherwise than asked for: ") == 1
    differing = {field for field in vars(before) if getattr(before, field) != getattr(after, field)}
    if name == "feed":
        assert differing == {"lines"}
        assert tuple(one for one in after.lines if one.item is Item.FEED) == wanted
        assert after.lines[-1] == ODD["lines"][-1]
    else:
        assert differing == {name}
        assert getattr(after, name) == wanted


def test_a_corner_changed_leaves_the_others_exact(visitor: Visitor, licence: str) -> None:
    route = "15.420000, 74.000000\n15.421, 74.005\n15.420000, 74.010000\n15.420000, 74.030000"
    _, after = grant(visitor, licence, route=route)
    assert after.route is not None
    assert list(after.route.coords) == [EXACT[0], (74.005, 15.421), EXACT[1], EXACT[3]]
    assert after.corridor_m == ODD["corridor_m"]


def test_a_route_taken_away_takes_its_corridor(visitor: Visitor, licence: str) -> None:
    _, after = grant(visitor, licence, route="")
    assert (after.route, after.corridor_m) == (None, None)


@pytest.mark.parametrize(
    ("given", "field", "says"),
    [
        ({"feed": "; 40"}, "feed", "say on each line what it is"),
        ({"route": "15.42, 74.0"}, "route", "has one position"),
        ({"corridor_m": ""}, "corridor_m", "is blank"),
        ({"valid_to": "2027-01-04T09:00"}, "valid_to", "is not after"),
        ({"count_other_1": "x"}, "count_other_1", "is no count"),
    ],
)
def test_what_is_changed_wrongly_is_refused_at_its_field(
    visitor: Visitor, licence: str, given: dict[str, str], field: str, says: str
) -> None:
    where = f"/licences/{licence.replace('/', '-')}/grant"
    page = visitor.refused(where, sent(visitor.page(where)) | given, 422)
    assert says in page
    assert f'id="error-{field}"' in page


def test_an_act_that_does_not_follow_shows_the_licence(visitor: Visitor, licence: str) -> None:
    where = f"/licences/{licence.replace('/', '-')}"
    answer = visitor.get(f"{where}/revoke")
    assert answer.status_code == 409
    assert f"A revocation does not follow: {licence} is applied." in answer.text
    grant(visitor, licence)
    for act, words in (("grant", "A grant"), ("refuse", "A refusal")):
        answer = visitor.get(f"{where}/{act}")
        assert answer.status_code == 409
        assert f"{words} does not follow: {licence} is granted." in answer.text
        assert f'href="{where}/revoke"' in answer.text
    assert "Revoke" in visitor.page(f"{where}/revoke")
