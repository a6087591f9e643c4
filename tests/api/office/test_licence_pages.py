"""Licences on pages: the list, the application, the grant, the refusal, the revocation."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest

from office_visitor import ESCAPED, HOSTILE, Visitor
from removal_forms import OUT, ROUTE, TAGS, application, asked, granted, terms, typed
from vetcontrol.clock import SetClock
from vetcontrol.movement import queries
from vetcontrol.movement.licence import Licence

NEW = "/licences/new"
FIRST = "ML/2027/000001"
BEYOND = "15.42, 74.035"


def field_error(page: str, name: str) -> str:
    """What stands at the field `name` of a page whose text is unescaped."""
    found = re.search(rf'id="error-{name}">.*?Error: </span>(.*?)</span></p>', page, re.DOTALL)
    assert found, f"nothing stands at {name}"
    return found[1]


def later(visitor: Visitor, **span: float) -> None:
    clock = visitor.register.clock
    assert isinstance(clock, SetClock)
    clock.set(clock.now() + timedelta(**span))


def licence(visitor: Visitor, number: str = FIRST) -> Licence:
    with visitor.register.reading() as reading:
        return queries.licence(reading.session, number)


def reviewed(visitor: Visitor, path: str, form: dict[str, Any]) -> str:
    answer = visitor.post(path, form)
    assert answer.status_code == 200, unescape(answer.text)
    return unescape(answer.text)


WRONG: tuple[tuple[dict[str, str], str, str], ...] = (
    ({"owner": ""}, "owner", "is empty"),
    ({"owner": "x" * 201}, "owner", "longer than 200"),
    ({"owner_address": "x" * 201}, "owner_address", "longer than 200"),
    ({"asked_by": "x" * 201}, "asked_by", "longer than 200"),
    ({"asked_how": ""}, "asked_how", "is blank; choose one"),
    ({"asked_how": "dream"}, "asked_how", "none of the choices"),
    ({"asked_at": "2027-01-05T10:00"}, "asked_at", "still to come"),
    ({"asked_at": "soon"}, "asked_at", "no day and hour"),
    ({"signed_at": "2027-01-05T10:00"}, "signed_at", "still to come"),
    ({"tags": "", "count_cattle": ""}, "tags", "say what is removed"),
    ({"tags": "1, 1"}, "tags", "one animal twice"),
    ({"tags": "--"}, "tags", "is no tag"),
    ({"count_cattle": "1"}, "tags", "more than the 1 that are counted"),
    ({"count_cattle": "two"}, "count_cattle", "is no count"),
    ({"count_dog": "-1"}, "count_dog", "is no count"),
    ({"shown": "free"}, "finding", "Veterinary Surgeon's finding"),
    ({"shown": "perhaps"}, "shown", "none of the choices"),
    ({"mode": ""}, "mode", "is blank"),
    ({"mode": "balloon"}, "mode", "none of the choices"),
    ({"part": "; 40"}, "part", "say on each line what it is"),
    ({"feed": "x" * 201}, "feed", "at most 200"),
    ({"bedding": "Straw; " + "9" * 201}, "bedding", "at most 200"),
    ({"thing": "Can\n" * 51}, "part", "at most 50"),
    ({"origin_premises": ""}, "origin_position", "is blank"),
    ({"origin_premises": "one"}, "origin_premises", "no number of the register"),
    ({"origin_premises": "99"}, "origin_premises", "99"),
    ({"origin_accuracy_m": "nan"}, "origin_accuracy_m", "is no number"),
    ({"origin_accuracy_m": "far"}, "origin_accuracy_m", "is no number"),
    ({"origin_words": "x" * 201}, "origin_words", "longer than 200"),
    ({"destination_position": ""}, "destination_position", "is blank"),
    ({"destination_position": "there"}, "destination_position", "cannot be read"),
    ({"destination_position": "74.03, 15.42"}, "destination_position", "latitude"),
    # Between Goa and Daman: inside the box around both, near neither.
    ({"destination_position": "18.5, 73.5"}, "destination_position", "18.5"),
    ({"destination_accuracy_m": "-1"}, "destination_accuracy_m", "0 to 1,000,000"),
    ({"destination_words": "x" * 201}, "destination_words", "longer than 200"),
    ({"route": typed(OUT)}, "route", "has one position"),
    ({"route": "here\nthere"}, "route", "cannot be read"),
    ({"route": f"15.5, 74.0\n{typed(OUT)}"}, "route", "from the origin"),
    ({"route": ROUTE, "corridor_m": ""}, "corridor_m", "is blank"),
    ({"route": ROUTE, "corridor_m": "wide"}, "corridor_m", "is no number"),
    ({"route": ROUTE, "corridor_m": "60000"}, "corridor_m", "0 to 50,000"),
    ({"vehicle": "-"}, "vehicle", "2 to 40 letters and digits"),
    ({"person_in_charge": "x" * 201}, "person_in_charge", "longer than 200"),
    ({"consignment": "-"}, "consignment", "2 to 40 letters and digits"),
    ({"valid_from": "never"}, "valid_from", "no day and hour"),
    ({"valid_to": ""}, "valid_to", "is blank"),
    ({"valid_to": "2027-01-03T10:00"}, "valid_to", "is not after"),
    ({"journeys": "0"}, "journeys", "from 1 to 1000"),
    ({"journeys": "1001"}, "journeys", "from 1 to 1000"),
    ({"journeys": "many"}, "journeys", "is no count"),
    ({"conditions": "x" * 1001}, "conditions", "at most 1000"),
    ({"position_reason": "x" * 5001}, "position_reason", "5001 characters"),
)


def test_an_application_is_refused_at_its_field(visitor: Visitor) -> None:
    visitor.be("inspector")
    for given, field, says in WRONG:
        page = visitor.refused(NEW, application(**given), 422)
        assert says in field_error(page, field), given
        # The box above leads there by the field's words, not by its name.
        label = re.search(rf'<a href="#field-{field}">(.*?)</a>', page)
        assert label, given
        assert "_" not in label[1]
        assert f'id="field-{field}"' in page, given
        if field != "owner":
            assert 'value="Rama Naik"' in page
        if field == "count_dog":
            assert re.search(r'<details class="more" open><summary>Other species', page)


def test_an_application_by_whom_it_may_not_be_entered(visitor: Visitor) -> None:
    page = visitor.be("clerk").refused(NEW, application(), 403)
    assert "No authority" in page
    assert 'value="Rama Naik"' in page
    assert "Enter an application" not in visitor.page("/licences")


def test_an_unfinished_application_is_kept_and_offered_again(visitor: Visitor) -> None:
    form = application(owner=HOSTILE, valid_to="") | {"step": "keep"}
    where = visitor.be("inspector").done(NEW, form)
    assert where == f"{NEW}?draft=on"
    assert f'value="{ESCAPED}"' in visitor.page(where)
    offered = visitor.page(NEW)
    assert "Go on with it" in offered
    assert ESCAPED not in offered
    asked(visitor)
    assert "Go on with it" not in visitor.page(NEW)


def test_the_form_begins_with_where_it_was_asked_from(visitor: Visitor) -> None:
    page = visitor.be("inspector").page(f"{NEW}?origin=2&where=15.4,74.0")
    assert 'name="origin_premises" type="text" value="2"' in page
    assert 'value="15.4,74.0"' in page


@pytest.mark.clause("DOA1974-14-1a")
def test_the_review_shows_what_the_way_meets(visitor: Visitor) -> None:
    visitor.be("inspector")
    page = reviewed(visitor, NEW, application())
    assert "unlawful without a licence" in page
    assert "It goes out of the infected place of premises 1" in page
    assert "It takes animals out of the infected place of premises 1" in page
    assert "Ask the Inspector for a licence" not in page
    authority = page[page.index('id="authority"') :].partition("</section>")[0]
    assert "out of" not in authority
    assert "the Inspector's area" in authority
    assert "section 3(2)" in authority
    assert "<dt>Animals by tag</dt><dd>356000000000001, 356000000000002</dd>" in page
    assert "<dt>In charge</dt><dd>Sita Naik</dd>" in page
    assert f"<dt>Owner</dt><dd>{application()['owner']}</dd>" in page
    assert "<dt>Window</dt><dd>" in page
    assert "3.2 km in a straight line" in page
    assert "0.0 to 0.0 km" in page
    assert "74.03, 15.42" in page.split("data-draft=")[1]
    drawn = reviewed(visitor, NEW, application(route=ROUTE, conditions=f"Dry\n{HOSTILE}"))
    assert "along the route as drawn" in drawn
    assert f"<dt>Further condition 2</dt><dd>{HOSTILE}</dd>" in drawn
    again = visitor.post(NEW, application(owner=HOSTILE) | {"step": "change"})
    assert again.status_code == 200
    assert f'value="{ESCAPED}"' in again.text
    clear = application(origin_premises="", origin_position=typed(OUT)) | {
        "destination_position": BEYOND
    }
    page = reviewed(visitor, NEW, clear)
    assert "needs no licence" in page
    assert "It meets no infected place" in page


@pytest.mark.clause("DOA1974-14-1b")
def test_granted_as_it_was_asked_for(visitor: Visitor) -> None:
    """Also where what was asked for is more exact than the form shows it."""
    later(visitor, seconds=23.5)
    route = "15.4200004, 74.0000004\n15.4200004, 74.0300004"
    where = asked(
        visitor,
        route=route,
        corridor_m="250",
        part="Hides; 40",
        owner_address="Curti",
        asked_by="B",
    )
    before = licence(visitor)
    assert "Asked for, waits" in visitor.page(where)
    form = visitor.page(f"{where}/grant")
    assert 'value="2027-01-04T10:00"' in form
    assert "15.420000, 74.000000\n15.420000, 74.030000</textarea>" in form
    assert 'data-ends="15.420000, 74.000000\n15.420000, 74.030000"' in form
    assert "They are dead" not in form
    assert "Hides; 40</textarea>" in form
    sent = terms(route="15.420000, 74.000000\r\n15.420000, 74.030000", corridor_m="250")
    sent |= {"part": "Hides; 40", "tags": TAGS.replace("\n", "\r\n")}
    page = reviewed(visitor, f"{where}/grant", sent)
    assert "Otherwise than asked for" not in page
    assert visitor.done(f"{where}/grant", sent | {"step": "sign"}) == where
    assert licence(visitor).consignment == before.consignment
    shown = visitor.page(where)
    for words in ("Granted", "Sita Naik", "Curti", "Hides, 40", "left by 250 m", "Papers"):
        assert words in shown
    # A second grant does not follow.
    assert "does not follow" in visitor.refused(f"{where}/grant", sent, 409)


def test_granted_otherwise_than_asked_for(visitor: Visitor) -> None:
    where = asked(visitor, route=ROUTE)
    sent = terms(journeys="3", vehicle="GA 01 X 1", conditions="Washed", person_in_charge="R. Dias")
    sent |= {"feed": "Hay; 2 bales", "count_cattle": "4", "corridor_m": "500"}
    page = reviewed(visitor, f"{where}/grant", sent)
    assert (
        "Otherwise than asked for: animals by number, further conditions, how far the route may be"
        " left, number of journeys, parts, feed, bedding, other things, person in charge, route,"
        " vehicle." in page
    )
    assert "No route is set" in page
    visitor.done(f"{where}/grant", sent | {"step": "sign"})
    of = licence(visitor).consignment
    assert (of.journeys, of.vehicle, of.conditions) == (3, "GA 01 X 1", ("Washed",))
    assert (of.route, of.corridor_m, dict(of.counts)) == (None, None, {"cattle": 4})
    assert "R. Dias" in visitor.page(where)


@pytest.mark.parametrize(
    ("given", "field", "says"),
    [
        ({"valid_to": "2027-01-04T09:00"}, "valid_to", "is not after"),
        ({"valid_from": "2027-01-03T08:00", "valid_to": "2027-01-04T09:00"}, "valid_to", "is past"),
        ({"tags": "", "count_cattle": ""}, "tags", "say what is removed"),
        ({"route": "15.5, 74.0\n15.42, 74.03", "corridor_m": "5"}, "route", "begins"),
        ({"signed_at": "2027-01-04T09:00"}, "signed_at", "is before"),
        ({"reason": "x" * 5001}, "reason", "5001 characters"),
    ],
)
def test_a_grant_is_refused_at_its_field(
    visitor: Visitor, given: dict[str, str], field: str, says: str
) -> None:
    where = asked(visitor)
    page = visitor.refused(f"{where}/grant", terms(**given), 422)
    assert says in field_error(page, field)


@pytest.mark.clause("DOA1974-14-1b")
def test_a_needless_licence_is_not_granted(visitor: Visitor) -> None:
    where = asked(
        visitor,
        origin_premises="",
        origin_position=typed(OUT),
        destination_position=BEYOND,
    )
    page = visitor.refused(f"{where}/grant", terms(), 409)
    assert "needs no licence" in page
    assert "DOA1974-14-1b" in page


@pytest.mark.clause("DOA1974-14-1a")
def test_what_needs_a_decision_wants_a_reason(visitor: Visitor) -> None:
    # Beside the infected premises, whose extent is not known: it may be in it.
    given = {"origin_premises": "", "origin_position": "15.4201, 74.0"}
    given |= {"destination_position": "15.46, 74.0"}
    page = reviewed(visitor.be("inspector"), NEW, application(**given))
    assert "is for the Inspector to decide" in page
    where = asked(visitor, **given)
    assert "for you to decide" in visitor.refused(f"{where}/grant", terms(), 409)
    visitor.done(f"{where}/grant", terms(reason=HOSTILE) | {"step": "sign"})
    shown = visitor.page(where)
    assert f"Why it was granted</dt><dd>{ESCAPED}" in shown


def test_an_inspector_of_another_area(visitor: Visitor) -> None:
    """He neither decides nor reads who is in charge."""
    form = application(origin_premises="", origin_position="15.6, 73.8")
    form |= {"destination_position": "15.61, 73.81"}
    where = visitor.be("veterinary_surgeon").done(NEW, form | {"step": "sign"})
    assert "Sita Naik" in visitor.page(where)
    shown = visitor.be("inspector").page(where)
    assert "Sita Naik" not in shown
    assert "Rama Naik" not in shown
    assert "not shown outside the officers of the area" in shown
    assert "Sita Naik" not in visitor.page(f"{where}/grant")
    for act in ("grant", "refuse"):
        page = visitor.refused(f"{where}/{act}", terms(person_in_charge="", reasons="No"), 403)
        assert "No authority" in page


@pytest.mark.clause("DOA1974-14-1b")
def test_who_decides_on_transit_reads_its_names(visitor: Visitor) -> None:
    """It begins in another area and passes through an infected place in his."""
    form = application(origin_premises="", origin_position="15.6, 73.8", corridor_m="50")
    form["route"] = f"15.6, 73.8\n{ROUTE}"
    where = visitor.be("veterinary_surgeon").done(NEW, form | {"step": "sign"})
    shown = visitor.be("inspector").page(where)
    assert "Sita Naik" in shown
    assert "Rama Naik" in shown
    assert "Sita Naik" in visitor.page(f"{where}/grant")
    given = terms(corridor_m="50", route=form["route"], reason="It passes the place")
    visitor.done(f"{where}/grant", given | {"step": "sign"})
    assert "Sita Naik" not in visitor.be("administrator").page(where)


def test_the_sealed_person_stays_sealed(visitor: Visitor) -> None:
    where = asked(visitor)
    before = licence(visitor).consignment.person_in_charge
    visitor.done(f"{where}/grant", terms() | {"step": "sign"})
    assert not isinstance(before, str)
    assert licence(visitor).consignment.person_in_charge == before
    assert "Sita Naik" not in visitor.be("clerk").page("/licences")


def test_no_other_act_is_done_to_a_licence(visitor: Visitor) -> None:
    where = asked(visitor)
    assert visitor.get(f"{where}/lend").status_code == 404
    page = visitor.refused(f"{where}/lend", {}, 404)
    assert "grant, refuse, revoke" in page
    assert visitor.get("/licences/ML-2027-000099").status_code == 404
    assert visitor.get("/licences/ML-2027-000099/grant").status_code == 404


def test_refused_with_reasons(visitor: Visitor) -> None:
    where = asked(visitor)
    assert "Refuse the licence" in visitor.page(f"{where}/refuse")
    page = visitor.refused(f"{where}/refuse", {"reasons": " "}, 422)
    assert "is empty" in field_error(page, "reasons")
    page = visitor.refused(f"{where}/refuse", {"reasons": "No", "signed_at": "x"}, 422)
    assert "no day and hour" in field_error(page, "signed_at")
    assert "in writing" in reviewed(visitor, f"{where}/refuse", {"reasons": HOSTILE})
    visitor.done(f"{where}/refuse", {"reasons": HOSTILE, "step": "sign"})
    shown = visitor.page(where)
    assert f"Reasons</dt><dd>{ESCAPED}" in shown
    assert "MLR/2027/000001" in shown
    assert "does not follow" in visitor.refused(f"{where}/revoke", {"reasons": "No"}, 409)


def test_revoked_now_and_from_a_moment_to_come(visitor: Visitor) -> None:
    where = granted(visitor)
    page = visitor.refused(
        f"{where}/revoke", {"reasons": "Spread", "revoked_at": "2027-01-04T09:00"}, 422
    )
    assert "is before" in field_error(page, "revoked_at")
    form = {"reasons": "Spread", "revoked_at": "2027-01-05T10:00"}
    assert "finds no licence" in reviewed(visitor, f"{where}/revoke", form)
    visitor.done(f"{where}/revoke", form | {"step": "sign"})
    shown = visitor.page(where)
    assert "Granted, revoked from a moment to come" in shown
    assert "Revoked from</dt><dd>5 January 2027, 10:00 IST" in shown
    assert "Granted, revoked from a moment to come" in visitor.page("/licences")
    later(visitor, days=1)
    assert "a moment to come" not in visitor.be("inspector").page("/licences")
    assert "> Revoked</span>" in re.sub("</svg>", "> ", visitor.be("inspector").page(where))
    second = granted(visitor, valid_from="2027-01-05T10:00")
    visitor.done(f"{second}/revoke", {"reasons": "Spread", "step": "sign"})
    assert "Revoked" in visitor.page(second)


def test_the_list_by_state_and_by_what_is_typed(visitor: Visitor) -> None:
    assert "No licence is found" in visitor.be("inspector").page("/licences")
    first = granted(visitor, origin_words=HOSTILE, vehicle="GA-05-T-1234")
    to_come = granted(visitor, valid_from="2027-01-05T18:00", tags="900000000000007")
    later(visitor, days=1)
    waiting = asked(visitor, vehicle="MH 07 1", tags="800000000000001", valid_to="2027-01-08T10:00")
    one, two, three = (where.rpartition("/")[2] for where in (first, to_come, waiting))

    def found(query: str) -> set[str]:
        return set(re.findall(r'href="/licences/(ML[^"]+)"', visitor.page(f"/licences?{query}")))

    assert found("") == {one, two, three}
    assert found("state=applied") == {three}
    assert found("state=granted&q=ga05t12") == {one, two}
    assert found("q=9000 0000-0000 007".replace(" ", "+")) == {two}
    assert found(f"q={three.replace('-', '/')}") == {three}
    assert found("q=nothing+of+the+kind") == set()
    assert found("state=none") == {one, two, three}
    page = visitor.page("/licences?limit=1")
    assert "offset=1" in page
    assert ESCAPED in page
    assert "offset" not in visitor.page("/licences?limit=1&offset=2")
    assert "Granted, its time is still to come" in visitor.page("/licences")
    assert "Granted, its time is still to come" in visitor.page(to_come)
    later(visitor, days=2)
    visitor.be("inspector")
    assert visitor.page("/licences").count("Granted, its time is over") == 2
    assert "Granted, its time is over" in visitor.page(first)


def test_hostile_words_are_shown_as_they_are(visitor: Visitor) -> None:
    hostile = dict.fromkeys(
        ("owner", "owner_address", "asked_by", "origin_words", "destination_words"), HOSTILE
    )
    hostile |= {"person_in_charge": HOSTILE, "conditions": HOSTILE, "vehicle": HOSTILE[:20]}
    hostile |= dict.fromkeys(("part", "feed", "bedding", "thing"), f"{HOSTILE}; {HOSTILE}")
    hostile |= {"shown": "infective", "finding": HOSTILE, "mode": "rail"}
    hostile |= {"consignment": HOSTILE[:20]}
    hostile |= {"tags": "<i> {{7}}", "count_cattle": "", "position_reason": HOSTILE}
    hostile["dead"] = "yes"
    where = asked(visitor, **hostile)
    for page in (where, f"{where}/grant", f"{where}/refuse"):
        shown = visitor.page(page)
        assert "<i " not in shown
        assert "<i>" not in shown
        assert "5041" not in shown
        assert ESCAPED in shown or page.endswith("refuse")
    sent = terms(**{k: v for k, v in hostile.items() if k not in {"owner", "mode", "dead"}})
    assert HOSTILE in reviewed(visitor, f"{where}/grant", sent)
