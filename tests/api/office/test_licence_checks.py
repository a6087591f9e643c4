"""Checks on the way, taking back and unloading, on pages."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest

from office_visitor import ESCAPED, HERE, HOSTILE, MARGAO, Visitor
from removal_forms import ROUTE, TAGS, granted, look, typed
from vetcontrol import demonstration
from vetcontrol.clock import SetClock
from vetcontrol.disease import order
from vetcontrol.movement import queries

WITHIN = "2027-01-05T12:00"


def field_error(page: str, name: str) -> str:
    found = re.search(rf'id="error-{name}">.*?Error: </span>(.*?)</span></p>', page, re.DOTALL)
    assert found, f"nothing stands at {name}"
    return found[1]


def checking(where: str) -> str:
    return where.replace("/licences/", "/checks/new/")


def verdict(visitor: Visitor, where: str, **given: Any) -> str:
    """The page of the verdict of a check that is recorded."""
    answer = visitor.post(checking(where), look(**given))
    assert answer.status_code == 303, unescape(answer.text)
    return unescape(visitor.page(str(answer.headers["location"])))


def heading(page: str) -> str:
    found = re.search(r'class="found-title">(.*?)</h1>', page)
    assert found
    return found[1]


@pytest.mark.clause("DOA1974-14-1a", "DOA1974-14-1b")
def test_each_verdict_with_its_reasons(visitor: Visitor) -> None:
    where = granted(visitor, conditions=f"Washed\n{HOSTILE}", route=ROUTE, corridor_m="200")
    everything = {"tags": TAGS, "count_cattle": "2", "vehicle": "ga-05-t-1234"}
    everything |= {"items": "none", "condition_1": "yes", "condition_2": "yes"}
    page = verdict(visitor.be("police"), where, **everything)
    assert heading(page) == "Allowed"
    assert "Not looked at:</strong> who is in charge." in page
    assert "Next check" in page
    assert "by L. Police (sample)" in page

    page = verdict(visitor, where, client_id="device-00000002", tags="9000", condition_1="no")
    assert heading(page) == "Not allowed"
    assert "It names no animal of tag 9000" in page
    assert "further condition 1 is not kept" in page
    unseen = "how it travels, who is in charge, which journey it is, condition 2"
    assert f"Not looked at:</strong> what else is carried, the vehicle, {unseen}." in page
    assert "Direct that it be taken back" in page

    near = {"position": "15.4218, 74.015", "accuracy_m": "50", "client_id": "device-00000003"}
    page = verdict(visitor, where, **near)
    assert heading(page) == "Needs a decision"
    assert "known to 50.0 m" in page
    assert "Find out whether the vehicle left its route." in page

    shown = visitor.be("inspector").page(where)
    assert [shown.index(w) for w in ("Needs a decision", "Not allowed")] == sorted(
        shown.index(w) for w in ("Needs a decision", "Not allowed")
    )
    listed = visitor.page("/checks")
    assert "3 in all; the last 3" in listed
    assert "<i " not in listed
    form = visitor.page(checking(where))
    assert ESCAPED in form
    assert "<i " not in form


def test_a_check_that_knows_less_than_the_register(visitor: Visitor) -> None:
    """What came in afterwards stands beside the verdict."""
    where = granted(visitor)
    path = "/api/v1/checks"
    head = visitor.register.database.head()
    visitor.done(f"{where}/revoke", {"reasons": "Spread", "step": "sign"})
    body = {
        "client_id": "device-00000009",
        "number": "ML/2027/000001",
        "geometry": {"type": "Point", "coordinates": list(HERE)},
        "at": "2027-01-04T10:00:00+05:30",
        "known_seq": head,
        "animals": TAGS.split(),
        "counts": {"cattle": 2},
    }
    answer = visitor.client.post(path, json=body, headers={"X-Vetcontrol": "1"})
    assert answer.status_code == 201, answer.text
    page = visitor.page("/checks/device-00000009")
    assert heading(page) == "Allowed"
    assert "all that the register knows now the verdict would be: Not allowed" in page


def test_the_same_check_sent_twice_is_one(visitor: Visitor) -> None:
    where = granted(visitor)
    first = verdict(visitor.be("police"), where)
    clock = visitor.register.clock
    assert isinstance(clock, SetClock)
    clock.set(clock.now() + timedelta(minutes=5))
    again = verdict(visitor, where)
    assert heading(again) == heading(first)
    with visitor.register.reading() as reading:
        assert queries.checks(reading.session)[1] == 1
    # A form gone back to and changed is another check: it gets an id of its own, to be sent anew.
    page = visitor.refused(checking(where), look(vehicle="GA 99"), 409)
    assert "belongs to another check" in page
    found = re.search(r'name="client_id" value="([^"]+)"', page)
    assert found
    assert heading(verdict(visitor, where, vehicle="GA 99", client_id=found[1])) == "Not allowed"


@pytest.mark.parametrize(
    ("given", "field", "says"),
    [
        ({"position": ""}, "position", "blank"),
        ({"position": "18.5, 73.5"}, "position", "18.5"),
        ({"accuracy_m": "nan"}, "accuracy_m", "is no number"),
        ({"at": "2027-01-05T10:00"}, "at", "still to come"),
        ({"at": "then"}, "at", "no day and hour"),
        ({"journey": "5000"}, "journey", "1 to 1000"),
        ({"vehicle": "x" * 41}, "vehicle", "longer than 40"),
        ({"tags": "x" * 41}, "tags", "at most 40"),
        ({"tags": "1", "no_animals": "yes"}, "tags", "clear one"),
        ({"dead": "yes"}, "tags", "say which are dead"),
    ],
)
def test_a_check_is_refused_at_its_field(
    visitor: Visitor, given: dict[str, str], field: str, says: str
) -> None:
    where = granted(visitor, conditions="Washed")
    page = visitor.refused(checking(where), look(condition_1="no", **given), 422)
    assert says in field_error(page, field)
    assert 'name="condition_1" value="no" checked' in page


@pytest.mark.parametrize(
    ("typed_in", "heads", "understood"),
    [
        ("3560 0000 0000 001, 3560 0000 0000 002", "Allowed", "2 tags read"),
        ("356000000000001 356000000000002", "Allowed", "2 tags read"),
        ("356-000000000001;;\r\n", "Allowed", "1 tag read"),
        ("3560 0000 0000 001, 9", "Not allowed", "2 tags read"),
        (HOSTILE, "Not allowed", "1 tag read"),
    ],
)
def test_tags_are_understood_as_an_inspector_types_them(
    visitor: Visitor, typed_in: str, heads: str, understood: str
) -> None:
    where = granted(visitor)
    page = verdict(visitor.be("police"), where, tags=typed_in, no_animals="")
    assert heading(page) == heads
    assert f"<dt>{understood}</dt>" in page
    assert "Animals counted" not in page


def test_the_verdict_says_what_was_found(visitor: Visitor) -> None:
    where = granted(visitor, conditions="Washed\nDried\nBy day", feed="Hay")
    found = {"count_cattle": "2", "count_goat": "1", "dead": "yes", "items": ["feed", "part"]}
    found |= {"vehicle": "ga 5 t 1", "condition_1": "no", "condition_3": "yes"}
    page = verdict(visitor.be("police"), where, **found)
    for term, words in (
        ("Animals counted", "Cattle 2, Goats 1"),
        ("Dead", "They are dead"),
        ("What else is carried", "Part of an animal, Feed"),
        ("Vehicle", "ga 5 t 1"),
        ("Further condition 1", "not kept"),
        ("Further condition 3", "kept"),
    ):
        assert f"<dt>{term}</dt><dd>{words}</dd>" in page, term
    assert "tags read" not in page
    assert "Further condition 2" not in page
    none = verdict(visitor, where, no_animals="yes", items="none", client_id="device-00000002")
    assert "<dt>Animals counted</dt><dd>none</dd>" in none
    assert "<dt>What else is carried</dt><dd>nothing</dd>" in none


def test_what_is_carried_is_judged_or_asked_about(visitor: Visitor) -> None:
    where = granted(visitor, feed="Hay")
    visitor.be("police")
    for given in (
        {"items": "gold"},
        {"items": ["feed", "none"]},
        {"dead": "yes", "count_cattle": "1"},
    ):
        page = visitor.refused(checking(where), look(**given), 422)
        assert 'href="#field-items">What else is carried</a>' in page
    assert 'name="items" value="feed" checked' in visitor.refused(
        checking(where), look(items=["feed"], position=""), 422
    )
    assert heading(verdict(visitor, where, items=["feed"], count_cattle="2")) == "Allowed"
    page = verdict(visitor, where, items=["feed", "part"], client_id="device-00000002")
    assert heading(page) == "Not allowed"
    assert "does not name what is carried: part" in page
    dead = {"dead": "yes", "count_cattle": "1", "items": "none"}
    page = verdict(visitor, where, **dead, client_id="device-00000003")
    assert "does not name what is carried: carcass" in page
    none = verdict(
        visitor, where, no_animals="yes", items="none", client_id="device-00000004", journey="2"
    )
    assert "Not looked at:</strong> the vehicle, how it travels, who is in charge." in none
    assert "It is journey 2, and the licence allows 1." in none


def test_who_may_check(visitor: Visitor) -> None:
    where = granted(visitor)
    page = visitor.be("clerk").refused(checking(where), look(), 403)
    assert "No such appointment" in page
    assert "Check a removal</a>" not in visitor.page(where)
    assert "Check a removal</a>" in visitor.be("police").page(where)
    assert visitor.get("/checks/device-unknown").status_code == 404
    assert visitor.get("/checks/new/ML-2027-000099").status_code == 404


def test_a_licence_is_found_however_it_is_typed(visitor: Visitor) -> None:
    first = checking(granted(visitor))
    visitor.be("police")
    for typed_in in ("ml 2027 1", "3560 0000 0000 001", "ga-05-t-1234", "ML/2027/000001"):
        answer = visitor.get(f"/checks?number={typed_in}")
        assert (answer.status_code, answer.headers["location"]) == (303, first), typed_in
    second = checking(granted(visitor, tags="900000000000007", vehicle="GA05T1239"))
    page = visitor.be("police").page("/checks?number=GA 05 T 123")
    assert first in page
    assert second in page
    page = visitor.page(f"/checks?number=No {HOSTILE}")
    assert "No licence of that number" in page
    assert ESCAPED in page
    assert "/returns/new" in page


def direction(**given: str) -> dict[str, Any]:
    usual = {
        "origin": "infected_place/IP/2026/000001",
        "breach": "No licence",
        "position": "15.42, 74.015",
        "within": WITHIN,
        "person": "owner",
        "tags": "9000",
    }
    return usual | given


def test_a_breach_found_is_directed_back_and_comes_late(visitor: Visitor) -> None:
    where = granted(visitor)
    found = {"tags": "9000", "count_cattle": "3", "dead": "yes", "items": "none"}
    page = verdict(visitor.be("police"), where, **found)
    link = re.search(r'href="(/returns/new\?check=[^"]+)"', page)
    assert link
    form = visitor.page(unescape(link[1]))
    assert 'name="licence" type="text" value="ML/2027/000001"' in form
    assert 'value="15.4200000, 74.0150000"' in form
    assert ">9000</textarea>" in form
    assert 'name="count_cattle" type="text" value="3"' in form
    assert 'name="dead" value="yes" checked' in form
    assert "It names no animal of tag 9000." in form
    origin = re.search(r'<option value="(infected_place[^"]+)"', form)
    assert origin
    sent = direction(origin=origin[1], licence="ml 2027 1", name=HOSTILE, address=HOSTILE)
    sent |= {"breach": HOSTILE, "feed": f"{HOSTILE}; {HOSTILE}", "position_reason": HOSTILE}
    asked = visitor.post("/returns/new", sent)
    assert asked.status_code == 200, unescape(asked.text)
    assert "You require what is listed to be taken back" in asked.text
    assert ESCAPED in asked.text
    assert visitor.done("/returns/new", sent | {"step": "sign"}) == "/returns"
    shown = visitor.page("/returns")
    assert "RET/2027/000001</a>, licence ML/2027/000001" in shown
    assert "Waits" in shown
    clock = visitor.register.clock
    assert isinstance(clock, SetClock)
    clock.set(clock.now() + timedelta(days=2))
    visitor.be("inspector")
    assert "Past its time" in visitor.page("/returns")
    tasks = visitor.page("/")
    assert "See that what RET/2027/000001 names is taken back" in tasks
    assert "past the time given" in tasks
    assert 'href="/returns/RET-2027-000001/returned"' in tasks
    back = "/returns/RET-2027-000001/returned"
    assert "5 January 2027, 12:00 IST" in visitor.page(back)
    page = visitor.refused(back, {"returned_at": "2027-01-03T10:00"}, 422)
    assert "is before" in field_error(page, "returned_at")
    page = visitor.refused(back, {"returned_at": "soon", "remarks": HOSTILE}, 422)
    assert HOSTILE in page
    done = visitor.post(back, {"remarks": HOSTILE})
    assert done.status_code == 303
    shown = visitor.page("/returns")
    assert "after the time given" in shown
    assert ", late" in shown
    assert "Nothing waits" in shown
    assert "already recorded" in visitor.refused(back, {}, 409)


def test_directions_without_a_licence_the_first_due_at_the_top(visitor: Visitor) -> None:
    visitor.be("inspector")
    origin = re.search(r'<option value="(infected_place[^"]+)"', visitor.page("/returns/new"))
    assert origin
    for within in ("2027-01-06T12:00", WITHIN):
        form = direction(origin=origin[1], within=within, step="sign")
        visitor.done("/returns/new", form)
    shown = visitor.page("/returns")
    assert shown.index("RET/2027/000002") < shown.index("RET/2027/000001")
    assert "2 in all, the first due at the top." in shown
    in_time = visitor.post("/returns/RET-2027-000002/returned", {})
    assert in_time.status_code == 303
    shown = visitor.page("/returns")
    assert "after the time given" not in shown
    assert ", late" not in shown


def test_a_direction_is_refused_at_its_field(visitor: Visitor) -> None:
    visitor.be("inspector")
    origin = re.search(r'<option value="(infected_place[^"]+)"', visitor.page("/returns/new"))
    assert origin
    for given, field, says in (
        ({"within": ""}, "within", "is blank"),
        ({"within": "soon"}, "within", "no day and hour"),
        ({"origin": "nowhere"}, "origin", "names no infected place"),
        ({"breach": " "}, "breach", "is empty"),
        ({"position": ""}, "position", "blank"),
        ({"position": "18.5, 73.5"}, "position", "18.5"),
        ({"licence": "ML 2027 99"}, "licence", "ML/2027/000099"),
        ({"licence": HOSTILE}, "licence", "No licence"),
        ({"person": "driver"}, "person", "none of the choices"),
        ({"person": ""}, "person", "is blank"),
        ({"name": "x" * 201}, "name", "longer than 200"),
        ({"tags": ""}, "tags", "say what it is"),
        ({"tags": "x" * 41}, "tags", "at most 40"),
        ({"thing": "; 2"}, "thing", "say on each line"),
        ({"removed_at": "then"}, "removed_at", "no day and hour"),
        ({"signed_at": "2027-01-05T10:00"}, "signed_at", "still to come"),
    ):
        form = direction(origin=origin[1]) | given
        page = visitor.refused("/returns/new", form, 422)
        assert says in field_error(page, field), given
    past = visitor.refused(
        "/returns/new", direction(origin=origin[1], within="2027-01-03T10:00"), 409
    )
    assert "DOA1974-15" in past
    assert visitor.get("/returns/RET-2027-000099/returned").status_code == 404
    assert "No authority" in visitor.be("clerk").refused(
        "/returns/new", direction(origin=origin[1]), 403
    )


@pytest.mark.clause("DOA1974-14-2", "DOA1974-14-2-prov")
def test_unloading_inside_and_outside(visitor: Visitor) -> None:
    form = {"consignment": "RR 12", "position": typed(HERE), "count_goat": "4", "remarks": HOSTILE}
    visitor.be("police")
    assert "Record the unloading" in visitor.page("/unloadings/new")
    outside = visitor.refused("/unloadings/new", form | {"position": "15.46, 74.03"}, 409)
    assert "stays free" in outside
    assert 'name="count_goat" type="text" value="4"' in outside
    assert HOSTILE in outside
    for given, field, says in (
        ({"consignment": "-"}, "consignment", "2 to 40"),
        ({"position": ""}, "position", "blank"),
        ({"position": "18.5, 73.5"}, "position", "18.5"),
        ({"unloaded_at": "2027-01-05T10:00"}, "unloaded_at", "still to come"),
        ({"count_goat": ""}, "tags", "say what it is"),
        ({"remarks": "x" * 5001}, "remarks", "5001"),
    ):
        page = visitor.refused("/unloadings/new", form | given, 422)
        assert says in field_error(page, field), given
    assert visitor.done("/unloadings/new", form) == "/returns"
    shown = visitor.page("/returns")
    assert ": consignment RR12<small>" in shown
    link = re.search(r'href="(/documents/[A-Z]+-2027-000001)"', shown)
    assert link
    assert "No authority" in visitor.be("clerk").refused("/unloadings/new", form, 403)


def test_the_places_near_where_it_is_found_come_first(visitor: Visitor) -> None:
    with visitor.register.writing() as writing:
        ordered = order.order(
            writing,
            demonstration.officer("veterinary_surgeon"),
            disease="hostile",
            grounds="Vesicles",
            premises_id=3,
        )
    margao = f"infected_place/{ordered.content['case_number']}"

    def listed(position: str) -> list[str]:
        page = visitor.page(f"/returns/new?position={position}")
        return re.findall(r'<option value="(infected_place[^"]+)">', page)

    visitor.be("inspector")
    far, near = listed(typed(MARGAO)), listed(typed(HERE))
    assert (far[0], near[-1]) == (margao, margao)
    assert len(far) == len(near) == 2
    # Where no position is given, can be read, or lies near any, they stand by name.
    assert listed("") == listed("nowhere") == listed("15.9,73.6")
