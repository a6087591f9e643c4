"""Section 11(1): the Inspector's order, allowed and refused."""

from __future__ import annotations

import json
import math

import pytest
import shapely
from shapely.ops import nearest_points

from casework import HERE, Desk, away, jan, square, with_documents
from vetcontrol.errors import Malformed, NoAuthority, Refused
from vetcontrol.places.queries import territory
from vetcontrol.premises.service import Keeper

BARDEZ = (73.80, 15.58)


@pytest.mark.clause("DOA1974-11-1a", "DOA1974-11-1b", "DOA1974-11-1c", "DOA1974-2-f", "DOA1974-2-i")
def test_premises_are_infected_from_the_signing(desk: Desk) -> None:
    entry = desk.order(desk.premises(), signed_at=jan(1, 8))
    case = desk.read(entry.content["case_number"])
    assert case.state == "ordered"
    assert desk.kinds(HERE, jan(1, 7, 59, 59)) == set()
    assert desk.kinds(HERE, jan(1, 8)) == {"infected_place"}
    made = with_documents(desk, entry)
    assert len(made) == 3, made
    (copy,) = desk.services(case.number)
    assert (copy.clause, copy.served_at) == ("DOA1974-11-1b", None)
    assert desk.document(case.report_number).entry_seq == entry.seq


@pytest.mark.clause("DOA1974-11-1a")
@pytest.mark.parametrize("place", [shapely.Point(HERE), square(0.001)], ids=["point", "polygon"])
def test_a_place_without_premises_may_be_ordered(desk: Desk, place: shapely.Geometry) -> None:
    entry = desk.order(geometry=place, keepers=(Keeper("occupier", "An occupier"),))
    assert desk.kinds(HERE, jan(1, 12)) == {"infected_place"}
    assert len(entry.content["copies"]) == 1
    with pytest.raises(Refused, match="already an infected place"):
        desk.order(geometry=place)


@pytest.mark.clause("DOA1974-11-1b")
def test_each_keeper_has_a_copy_and_every_document_is_chained(desk: Desk) -> None:
    keepers = (Keeper("owner", "An owner"), Keeper("person_in_charge", "A herdsman", "By the well"))
    entry = desk.order(desk.premises(keepers=keepers))
    assert len(entry.content["copies"]) == 2
    for number, checksum in entry.content["documents"]:
        row = desk.document(number)
        assert row.checksum == checksum
        assert "An owner" not in row.content
        assert "DOA1974-11-1" in row.content


@pytest.mark.clause("DOA1974-11-1a")
def test_an_order_that_says_nothing_is_refused(desk: Desk) -> None:
    key, head = desk.premises(), desk.head()
    for wrong in ({"grounds": "  "}, {"disease": "dragon_pox"}, {"signed_at": jan(1, 12, 0, 1)}):
        with pytest.raises((Malformed, Refused)):
            desk.order(key, **wrong)
    with pytest.raises(Malformed, match="premises or the place"):
        desk.order()
    with pytest.raises(Malformed, match="LineString"):
        desk.order(geometry=shapely.LineString([HERE, (74.01, 15.42)]))
    with pytest.raises(Malformed, match="accuracy_m"):
        desk.order(geometry=shapely.Point(HERE), accuracy_m=math.nan)
    with pytest.raises(Malformed, match="nearer position") as caught:
        desk.order(geometry=shapely.Point(HERE), accuracy_m=10_000.1)
    assert [error.field for error in caught.value.errors] == ["accuracy_m"]
    with pytest.raises(Malformed, match="keepers"):
        desk.order(geometry=shapely.Point(HERE), keepers=(Keeper("neighbour", "X"),))
    with pytest.raises(Malformed, match="NUL"):
        desk.order(key, grounds="a\0b")
    assert desk.head() == head


@pytest.mark.clause("DOA1974-2-i")
def test_a_disease_that_left_the_schedule_is_refused(desk: Desk) -> None:
    with pytest.raises((Refused, Malformed)) as caught:
        desk.order(desk.premises(), disease="dragon_pox")
    assert caught.value.clauses == ("DOA1974-2-i",)


@pytest.mark.clause("DOA1974-11-1-prov")
@pytest.mark.parametrize("manager", ["local_authority", "railway", "port"])
def test_a_public_place_of_sale_is_for_section_12(desk: Desk, manager: str) -> None:
    market = desk.premises(manager=manager, temporary_use="sale", name="Market")
    for given in ({"premises_id": market}, {"geometry": square(0.001)}):
        with pytest.raises(Refused) as caught:
            desk.order(**given)
        assert caught.value.clauses == ("DOA1974-11-1-prov",)
        assert "section 12" in caught.value.detail


@pytest.mark.clause("DOA1974-11-1-prov")
def test_one_limb_of_the_proviso_excludes_nothing(desk: Desk) -> None:
    desk.order(desk.premises(manager="railway", name="Railway farm"))
    elsewhere = away(3000)
    desk.order(desk.premises(elsewhere, temporary_use="sale", name="Private fair"))
    assert desk.kinds(elsewhere, jan(1, 12)) == {"infected_place"}


@pytest.mark.clause("DOA1974-11-1-prov")
def test_a_point_beside_a_public_place_may_be_that_place(desk: Desk) -> None:
    desk.premises(manager="local_authority", temporary_use="sale", name="Market")
    head = desk.head()
    for metres in (0.0003, 1.0, 50.0):
        with pytest.raises(Refused, match="draw its outline") as caught:
            desk.order(geometry=away(metres))
        assert caught.value.clauses == ("DOA1974-11-1-prov",)
    assert desk.head() == head
    desk.order(geometry=away(50.1))
    beside = away(20)
    desk.order(geometry=square(0.00001, (beside.x, beside.y)))
    desk.order(desk.premises(away(1), "Neighbour"))


@pytest.mark.clause("DOA1974-11-1-prov")
def test_a_public_place_known_roughly_reaches_as_far_as_it_may_lie(desk: Desk) -> None:
    desk.premises(manager="railway", temporary_use="transit", name="Yard", accuracy_m=200.0)
    # In public hands, but of no temporary use: no public place, as is one in private hands.
    desk.premises(away(400), "Railway farm", manager="railway", accuracy_m=150.0)
    desk.premises(away(400), "Private fair", temporary_use="sale", accuracy_m=150.0)
    with pytest.raises(Refused, match=r"200\.0 m from a public place"):
        desk.order(geometry=away(200))
    desk.order(geometry=away(201))


@pytest.mark.clause("DOA1974-11-1a")
def test_premises_known_only_by_village_need_a_place(desk: Desk) -> None:
    (village,) = desk.villages({"Curti": square(0.01)})
    key = desk.premises(None, village=village)  # type: ignore[arg-type]
    with pytest.raises(Refused, match="only by their village"):
        desk.order(key)
    entry = desk.order(key, geometry=shapely.Point(HERE))
    assert entry.content["place"]["village"] == "Curti"


@pytest.mark.clause("DOA1974-11-1a")
def test_a_place_is_not_ordered_twice_for_one_disease(desk: Desk) -> None:
    key = desk.premises()
    first = desk.order(key)
    with pytest.raises(Refused, match="already an infected place"):
        desk.order(key)
    desk.order(key, disease="anthrax")
    desk.examine(first.content["case_number"], "cancel")
    desk.order(key)


@pytest.mark.clause("DOA1974-3-3", "DOA1974-3-2b")
def test_who_may_order_where(desk: Desk) -> None:
    desk.order(desk.premises(), by="veterinary_surgeon")
    far = desk.premises(BARDEZ, name="Far")
    with pytest.raises(NoAuthority) as caught:
        desk.order(far)
    assert "DOA1974-3-2b" in caught.value.clauses
    desk.order(far, by="veterinary_surgeon")
    for nobody in ("clerk", "government", "administrator", "police"):
        with pytest.raises(NoAuthority):
            desk.order(desk.premises(away(2000), name=nobody), by=nobody)


@pytest.mark.clause("DOA1974-1-2")
def test_a_place_outside_the_territory_is_refused(desk: Desk) -> None:
    with pytest.raises((Refused, Malformed)) as caught:
        desk.order(geometry=shapely.Point(74.40, 15.42), by="veterinary_surgeon")
    assert "DOA1974-1-2" in caught.value.clauses or "territory" in caught.value.detail
    # Within the accuracy of the State line it is for the officer to say that it lies inside.
    east = shapely.Point(74.30, 15.30)
    with desk.register.reading() as reading:
        land = territory(reading.known(), jan(1)).outline
    edge = shapely.get_coordinates(nearest_points(land, east)[0])[0]
    near = shapely.Point(edge[0] + 0.01, edge[1])
    assert not land.covers(near)
    with pytest.raises(Refused) as asked:
        desk.order(geometry=near, by="veterinary_surgeon")
    assert [error.field for error in asked.value.errors] == ["position_reason"]
    entry = desk.order(
        geometry=near, by="veterinary_surgeon", position_reason="East of the stone, in Goa"
    )
    assert json.dumps(entry.content["decision"]).count("DOA1974-1-2")


@pytest.mark.clause("DOA1974-11-1-prov")
def test_each_public_place_met_is_named_once(desk: Desk) -> None:
    keys = [
        desk.premises(away(m), f"Market {m}", manager="railway", temporary_use="sale")
        for m in (10, 30)
    ]
    for given in ({"geometry": square(0.001)}, {"premises_id": keys[0], "geometry": square(0.001)}):
        with pytest.raises(Refused) as caught:
            desk.order(**given)
        for key in keys:
            assert caught.value.detail.count(f"(premises {key})") == 1


@pytest.mark.clause("DOA1974-11-1a")
def test_the_place_of_named_premises_is_theirs(desk: Desk) -> None:
    key, head = desk.premises(), desk.head() + 1
    rough = desk.premises(away(2000), "Rough", accuracy_m=80.0)
    for far in (away(9000), away(50.1), square(0.0005, (74.01, 15.42))):
        with pytest.raises(Malformed, match=f"from premises {key}.*leave out the premises") as no:
            desk.order(key, geometry=far)
        assert no.value.errors[0].field == "geometry"
    with pytest.raises(Malformed, match=r"100\.1 m from premises"):
        desk.order(rough, geometry=away(2100.1), accuracy_m=20.0)
    assert desk.head() == head
    desk.order(key, geometry=away(50))
    desk.order(rough, geometry=away(2100), accuracy_m=20.0)
    desk.order(key, geometry=square(0.01), disease="anthrax")


@pytest.mark.clause("DOA1974-11-1a")
def test_a_correction_leaves_the_place_with_its_premises(desk: Desk) -> None:
    entry = desk.order(desk.premises())
    for far in (away(9000), square(0.000001)):
        with pytest.raises(Malformed) as no:
            desk.correct(
                entry.seq, "inspector", restated={"geometry": shapely.geometry.mapping(far)}
            )
        assert no.value.errors[0].field == "restated.geometry"
    near = shapely.geometry.mapping(away(40))
    desk.correct(entry.seq, "inspector", restated={"geometry": near})
    assert desk.kinds(away(40), jan(1, 12)) == {"infected_place"}


@pytest.mark.clause("DOA1974-11-1a")
def test_an_outline_encloses_a_square_metre(desk: Desk) -> None:
    with pytest.raises(Malformed, match=r"0\.0\d m².*point with its accuracy"):
        desk.order(geometry=square(0.000001))
    desk.order(geometry=square(0.000006))
