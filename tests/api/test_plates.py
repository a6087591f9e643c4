"""The plate of each instrument of a case: what it shows, and what it must not show."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import shapely
from sqlalchemy import select

from api.plates import Plated, Plates
from casework import HERE, OPENED, Desk, away, jan, square
from vetcontrol import demonstration
from vetcontrol.clock import SetClock
from vetcontrol.documents.content import Document, DocumentKind
from vetcontrol.law.diseases_of_animals.removal import Mode
from vetcontrol.movement import application, decision
from vetcontrol.movement.consignment import Consignment
from vetcontrol.movement.lying import End
from vetcontrol.register import documents as stored
from vetcontrol.register.tables import DocumentRow
from vetcontrol.schema import open_register
from vetcontrol.settings import Settings

VILLAGES = {
    "Savoi": shapely.box(73.98, 15.40, 74.01, 15.44),
    "Volvoi": shapely.box(74.01, 15.40, 74.04, 15.44),
}


@pytest.fixture(scope="module")
def told(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A case from the order to the cessation notices of its rescission."""
    path, clock = tmp_path_factory.mktemp("plates") / "register.sqlite", SetClock(OPENED)
    shutil.copy(migrated_file, path)
    opened = open_register(
        Settings(database_url=f"sqlite:///{path}", prescribed_profile="demo"), clock
    )
    demonstration.build(opened, premises=0)
    desk = Desk(opened, clock)
    _tell(desk)
    yield desk
    opened.close()


def _tell(desk: Desk) -> None:
    desk.villages(VILLAGES)
    desk.at(jan(2, 9))
    case = desk.case()
    desk.premises(away(400.0, 45.0), "Near")
    two = shapely.MultiPolygon(
        [square(0.0008, (away(1500.0, 200.0).x, away(1500.0, 200.0).y)),
         square(0.0005, (away(800.0, 210.0).x, away(800.0, 210.0).y))]
    )  # fmt: skip
    desk.premises(two, "Of two parts")
    desk.at(jan(3, 9))
    desk.examine(case)
    desk.declare(case)
    desk.at(jan(4, 9))
    desk.report(case)
    desk.at(jan(5, 9))
    draft = desk.confirm(case, square(0.012))
    desk.at(jan(6, 9))
    desk.out(draft)
    desk.at(jan(6, 15))
    _license(desk)
    desk.at(jan(7, 9))
    amended = desk.amend(draft, square(0.004))
    desk.at(jan(8, 9))
    desk.out(amended)
    desk.at(jan(9, 9))
    rescinded = desk.rescind(amended)
    desk.at(jan(10, 9))
    desk.out(rescinded)


def _license(desk: Desk) -> None:
    """A licence out of the area by a drawn route, and another, refused, without a route."""
    out, by = away(4000.0, 60.0), desk.who("inspector")
    route = shapely.LineString([HERE, (74.02, 15.43), (out.x, out.y)])
    for drawn in (route, None):
        removal = Consignment(
            End(shapely.Point(HERE)), End(out), jan(6, 16), jan(8), Mode.ROAD,
            counts={"cattle": 2}, route=drawn, corridor_m=100.0 if drawn else None,
            vehicle="GA 01 A 1234",
        )  # fmt: skip
        with desk.register.writing() as writing:
            number = application.apply(writing, by, removal=removal, owner="A. Naik")
            name = str(number.content["number"])
            if drawn:
                decision.grant(writing, by, name)
            else:
                decision.refuse(writing, by, name, reasons="Signs of disease")


def _of_kind(desk: Desk, kind: DocumentKind, language: str = "en") -> list[tuple[Document, Plated]]:
    with desk.register.reading() as reading:
        numbers = reading.session.scalars(
            select(DocumentRow.number).where(DocumentRow.kind == kind.value)
        ).all()
        plates = Plates(reading)
        found = []
        for number in sorted(numbers):
            document = stored.get(reading.session, number)
            plate = plates.of(document, language)
            if plate is not None:
                found.append((document, plate))
    return found


def _legend(plate: Plated) -> list[str]:
    shown = re.findall(r'id="legend-(\w+)-0"', plate.svg.decode())
    return [str(key) for key in shown]


GROUND = ["villages", "talukas"]
SHOWN = {
    DocumentKind.ORDER: ["infected_place"],
    DocumentKind.ORDER_COPY: ["infected_place"],
    DocumentKind.REPORT: ["infected_place"],
    DocumentKind.EXAMINATION: ["infected_place"],
    DocumentKind.CONFIRMATION: ["infected_place"],
    DocumentKind.DECLARATION: ["infected_place", "declared_place", "radius_outline"],
    DocumentKind.PREMISES_NOTICE: ["own_place", "infected_place", "radius_outline", "distance"],
    DocumentKind.REPORT_TO_GOVERNMENT: ["infected_place", "declared_place", "radius_outline"],
    DocumentKind.DECISION: [
        "infected_place", "declared_place", "radius_outline", "infected_area",
    ],
    DocumentKind.LICENCE: ["route", "journey_from", "journey_to", "infected_area"],
    DocumentKind.LICENCE_REFUSAL: ["journey_from", "journey_to", "infected_area"],
    DocumentKind.NOTIFICATION: ["infected_area"],
    DocumentKind.AMENDMENT: ["infected_area"],
    DocumentKind.RESCISSION: ["infected_area"],
}  # fmt: skip


def test_each_kind_of_instrument_shows_what_it_is_about_and_no_more(told: Desk) -> None:
    for kind, wanted in SHOWN.items():
        made = _of_kind(told, kind)
        assert made, kind
        for document, plate in made:
            legal = [k for k in _legend(plate) if k not in {*GROUND, "territory", "sea"}]
            assert legal == wanted, document.number
            assert plate.words.startswith(f"Map to {document.number} as at ")


def test_notices_of_one_declaration_rest_on_one_drawing(
    told: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    from api import plates  # noqa: PLC0415

    drawn = []
    real = plates.draw
    monkeypatch.setattr(plates, "draw", lambda *asked: drawn.append(1) or real(*asked))
    made = _of_kind(told, DocumentKind.PREMISES_NOTICE)
    assert len({plate.svg for _, plate in made}) == len(made) == 2
    assert len(drawn) == 1


def test_a_notice_is_measured_from_its_deciding_part(told: Desk) -> None:
    (document, plate), = (
        (d, p) for d, p in _of_kind(told, DocumentKind.PREMISES_NOTICE)
        if d.geometry and d.geometry["type"] == "MultiPolygon"
    )  # fmt: skip
    line = plate._mark.line  # type: ignore[union-attr]
    assert line is not None
    (near_x, near_y), (place_x, place_y) = shapely.get_coordinates(line).tolist()
    assert (place_x, place_y) == pytest.approx(HERE, abs=1e-9)
    part = shapely.get_parts(shapely.geometry.shape(dict(document.geometry or {})))[1]
    assert shapely.distance(part, shapely.Point(near_x, near_y)) < 1e-9


def test_a_cessation_notice_marks_its_place_and_no_other(told: Desk) -> None:
    made = _of_kind(told, DocumentKind.CESSATION_NOTICE)
    assert len(made) >= 3
    for document, plate in made:
        legend = _legend(plate)
        assert legend[0] == "ceased_place"
        assert not {"infected_place", "declared_place"} & set(legend)
        assert plate.svg.count(b'id="mark"') == 1, document.number


def test_a_plate_is_drawn_in_a_language_with_names_of_the_place(told: Desk) -> None:
    (_, english), *_ = _of_kind(told, DocumentKind.NOTIFICATION)
    (_, konkani), *_ = _of_kind(told, DocumentKind.NOTIFICATION, "kok")
    assert english.svg != konkani.svg
    assert "बाधीत वाठार" in konkani.words


def test_an_order_keeps_its_plate_after_its_case_has_moved_on(told: Desk) -> None:
    before = [plate.svg for _, plate in _of_kind(told, DocumentKind.ORDER)]
    told.at(jan(11, 9))
    told.villages({"Savoi": VILLAGES["Savoi"].buffer(0.01)}, at=jan(1))
    assert [plate.svg for _, plate in _of_kind(told, DocumentKind.ORDER)] == before


def _of(desk: Desk, document: Document) -> Plated | None:
    with desk.register.reading() as reading:
        return Plates(reading).of(document)


def test_an_office_or_a_provision_shows_its_area_and_none_without_one(told: Desk) -> None:
    (order, _), *_ = _of_kind(told, DocumentKind.ORDER)
    area = shapely.geometry.mapping(square(0.05))
    area = {"type": "Polygon", "coordinates": [[list(at) for at in area["coordinates"][0]]]}
    for kind in (DocumentKind.APPOINTMENT, DocumentKind.DELEGATION, DocumentKind.COMMENCEMENT):
        named = replace(order, kind=kind, number="ANY/2027/000001", geometry=area)
        plate = _of(told, named)
        assert plate is not None
        assert "provision_area" in _legend(plate)
        assert _of(told, replace(named, geometry=None)) is None
    assert _of(told, replace(order, kind=DocumentKind.SCHEDULED_DISEASE)) is None


def test_where_an_unloading_was_recorded_shows_gazetted_areas_and_no_places(told: Desk) -> None:
    (order, _), *_ = _of_kind(told, DocumentKind.ORDER)
    record = replace(
        order, kind=DocumentKind.UNLOADING_RECORD, number="ANY/2027/000002", signed_at=jan(6, 12)
    )
    plate = _of(told, record)
    assert plate is not None
    shown = set(_legend(plate)) - {*GROUND, "territory", "sea"}
    assert shown == {"record_place", "infected_area"}


def test_drawing_waits_until_the_reading_is_over(
    told: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    from api import plates  # noqa: PLC0415

    drawn: list[int] = []
    real = plates.draw
    monkeypatch.setattr(plates, "draw", lambda *asked: drawn.append(1) or real(*asked))
    (_, plate), *_ = _of_kind(told, DocumentKind.DECLARATION)
    assert not drawn
    assert plate.svg is plate.svg
    assert len(drawn) == 1
