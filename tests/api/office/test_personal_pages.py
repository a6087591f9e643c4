"""Names of premises are for officers whose area covers the place; others know the number."""

from __future__ import annotations

import re
from html import unescape

import pytest
import shapely

from office_visitor import HERE, Visitor
from vetcontrol import demonstration
from vetcontrol.disease import queries, report
from vetcontrol.disease.decision import decide
from vetcontrol.premises import queries as premises

# `furnish` enters premises 3 as "Far away" in Margao; the Inspector's area is Ponda.
FAR, NAME, NUMBER = 3, "Far away", "Premises 3"
SHOWING = (
    "/declare?where=15.2722,73.96",
    f"/declare?q={FAR}",
    f"/declare/order?premises_id={FAR}",
    "/maps/inforce?layers=premises",
    "/maps/pick?layers=premises",
    f"/maps/pick?premises={FAR}",
)


@pytest.mark.parametrize("path", SHOWING)
def test_places_are_named_to_those_who_may_read(visitor: Visitor, path: str) -> None:
    elsewhere = visitor.be("inspector").page(path)
    assert NAME not in elsewhere
    assert NUMBER in elsewhere or f"No. {FAR}" in elsewhere
    assert NAME in visitor.be("veterinary_surgeon").page(path)


@pytest.mark.parametrize("path", ["/declare?q={}", "/premises?q={}"])
def test_a_name_that_may_not_be_read_is_not_found(visitor: Visitor, path: str) -> None:
    assert f"/{FAR}" not in _found(visitor.be("inspector").page(path.format("far+away")))
    assert f"/{FAR}" in _found(visitor.be("veterinary_surgeon").page(path.format("far+away")))
    assert f"/{FAR}" in _found(visitor.be("inspector").page(path.format(FAR)))
    assert "Neighbour" in visitor.page(path.format("neighbour"))


def _found(page: str) -> str:
    return page.replace("/declare/order?premises_id=", "/premises/")


def test_cessation_lists_name_premises_to_those_who_may_read(visitor: Visitor) -> None:
    surgeon, government = (demonstration.officer(k) for k in ("veterinary_surgeon", "government"))
    with visitor.register.reading() as reading:
        case = queries.listing(reading.session)[0][0].number
    with visitor.register.writing() as writing:
        report.report(writing, surgeon, case)
    with visitor.register.writing() as writing:
        _, number = decide(
            writing,
            government,
            case,
            outcome="confirm",
            geometry=shapely.Point(HERE).buffer(0.001),
            modifications="The place alone",
        )
    path = f"/gazette/{str(number).replace('/', '-')}"
    for who, may in (("administrator", False), ("veterinary_surgeon", True)):
        page = unescape(visitor.be(who).page(path))
        assert ("Neighbour (premises 2)" in page) is may
        assert ("Premises 2" in page) is not may


def test_the_log_names_no_premises(visitor: Visitor) -> None:
    with visitor.register.reading() as reading:
        seq = premises.get(reading.session, FAR).entry_seq
    for who in ("inspector", "veterinary_surgeon"):
        for path in (f"/log/{seq}", f"/log/{seq}/content.json"):
            assert NAME not in visitor.be(who).page(path)


def test_a_sealed_name_is_restated_from_the_log(visitor: Visitor) -> None:
    with visitor.register.reading() as reading:
        seq = premises.get(reading.session, FAR).entry_seq
    form = visitor.be("veterinary_surgeon").page(f"/corrections/{seq}")
    assert "personal" not in form
    lines = re.findall(r'name="(restated\.\w+)"[^>]* value="([^"]*)"', form)
    texts = re.findall(r'name="(restated\.\w+)"[^>]*>([^<]+)</textarea>', form)
    data = {name: unescape(value) for name, value in lines + texts}
    # The species with a hostile name cannot be read back from the form's line.
    data["restated.animals"] = "cattle=3"
    assert data["restated.kind"] == "dairy"
    given = {"how": "restate", "reason": "Misheard"}
    visitor.reviewed(f"/corrections/{seq}", data | given | {"restated.name": "Nearer"})
    with visitor.register.reading() as reading:
        assert premises.get(reading.session, FAR).name == "Nearer"
