"""Personal text is for officers whose area covers the place; lists count honestly."""

from __future__ import annotations

from datetime import datetime

import pytest

from desk import Desk, in_path
from vetcontrol.clock import IST

SURGEON, INSPECTOR = "veterinary_surgeon", "inspector"
# The Inspector's area is Ponda.
PLACES = {"in Ponda": [74.0, 15.4], "in Canacona": [74.05, 15.02]}


@pytest.fixture(scope="module")
def ids(desk: Desk) -> dict[str, int]:
    desk.at(datetime(2027, 4, 1, 9, 0, tzinfo=IST))
    made = {}
    for name, position in PLACES.items():
        body = {
            "name": f"Dairy {name}",
            "kind": "dairy",
            "geometry": {"type": "Point", "coordinates": position},
            "keepers": [{"role": "owner", "name": f"Owner {name}"}],
        }
        made[name] = desk.do(SURGEON, "/premises", body)["id"]
    return made


@pytest.mark.parametrize(
    ("who", "place", "may"),
    [
        (SURGEON, "in Canacona", True),
        (INSPECTOR, "in Ponda", True),
        (INSPECTOR, "in Canacona", False),
        # An administrator keeps sign-ins; that is no office.
        ("administrator", "in Ponda", False),
    ],
)
def test_names_of_people(desk: Desk, ids: dict[str, int], who: str, place: str, may: bool) -> None:
    shown = desk.get(who, f"/premises/{ids[place]}")
    assert shown["name"] == (f"Dairy {place}" if may else None)
    assert shown["keepers"] == (
        [{"role": "owner", "name": f"Owner {place}", "address": None}] if may else None
    )


def test_documents_of_a_case_elsewhere(desk: Desk, ids: dict[str, int]) -> None:
    body = {"disease": "anthrax", "grounds": "Death", "premises_id": ids["in Canacona"]}
    made = desk.do(SURGEON, "/infected-places", body)
    (copy,) = [d["number"] for d in made["documents"] if d["kind"] == "order_copy"]
    path = f"/documents/{in_path(copy)}"
    assert "Owner in Canacona" in desk.get(SURGEON, f"{path}.json")["personal"].values()
    assert desk.get(INSPECTOR, f"{path}.json")["personal"] == {}
    assert "Owner in Canacona" not in desk.ask(INSPECTOR, f"{path}.html").text
    assert "Owner in Canacona" in desk.ask(SURGEON, f"{path}.html").text


def test_lists_go_on_to_their_end(desk: Desk, ids: dict[str, int]) -> None:
    first = desk.get(SURGEON, "/layers/premises", limit=1)
    assert (first["numberMatched"], first["numberReturned"]) == (2, 1)
    following = next(link["href"] for link in first["links"] if link["rel"] == "next")
    second = desk.client.get(following, headers=desk.header(SURGEON)).json()
    assert [f["id"] for f in (*first["features"], *second["features"])] == sorted(ids.values())
    boxed = desk.get(SURGEON, "/premises", bbox="73.9,15.3,74.1,15.5", f="geojson")
    assert [f["id"] for f in boxed["features"]] == [ids["in Ponda"]]
    sought = desk.get(SURGEON, "/premises", q="canacona")
    assert [item["id"] for item in sought["items"]] == [ids["in Canacona"]]


@pytest.mark.parametrize(
    ("who", "found"),
    [
        (SURGEON, ["in Ponda", "in Canacona"]),
        (INSPECTOR, ["in Ponda"]),
        ("administrator", []),
    ],
)
def test_a_name_is_found_by_those_who_may_read_it(
    desk: Desk, ids: dict[str, int], who: str, found: list[str]
) -> None:
    sought = desk.get(who, "/premises", q="dairy")
    assert [item["id"] for item in sought["items"]] == [ids[place] for place in found]
    assert sought["total"] == len(found)
    by_number = desk.get(who, "/premises", q=str(ids["in Canacona"]))
    (one,) = by_number["items"]
    assert one["id"] == ids["in Canacona"]
    assert (one["name"] is None) == ("in Canacona" not in found)


def test_layers_say_what_they_are(desk: Desk, ids: dict[str, int]) -> None:
    public = {layer["id"]: layer for layer in desk.get(None, "/layers")["items"]}
    assert "premises" not in public
    assert "infected_places" not in public
    assert public["talukas"]["count"] == 11
    assert public["talukas"]["editions"][0]["approximate"] is True
    officers = {layer["id"]: layer for layer in desk.get(SURGEON, "/layers")["items"]}
    assert officers["premises"]["count"] == len(ids)


def test_the_schedule_grows_by_gazette(desk: Desk) -> None:
    gazette = {"series": "I", "number": "3", "date": "2027-03-30"}
    body = {"code": "glanders", "name": "Glanders", "from_date": "2027-03-30", "gazette": gazette}
    made = desk.do("government", "/diseases", body)
    assert made["instrument"].startswith("SCH/")
    codes = [disease["code"] for disease in desk.get(None, "/diseases")["items"]]
    assert "glanders" in codes
    again = desk.send("government", "/diseases", body)
    assert (again.status_code, again.json()["clauses"]) == (409, ["DOA1974-38"])


def test_a_delegation_is_made_and_revoked(desk: Desk) -> None:
    (district,) = desk.get(None, "/areas", level="district", q="north")["items"]
    body = {
        "district": district["id"],
        "powers": ["DOA1974-13-1-a"],
        "from_at": "2027-04-01T00:00:00+05:30",
        "order_reference": {"number": "GO 7", "date": "2027-03-31"},
        "conditions": {"diseases": ["anthrax"], "max_area_m2": 1e6},
    }
    made = desk.do("government", "/delegations", body)
    path = f"/delegations/{in_path(made['number'])}"
    assert desk.send("government", f"{path}/approve").status_code == 409
    approved = desk.do("government_approver", f"{path}/approve")
    assert approved["state"] == "approved"
    assert [d["kind"] for d in approved["documents"]] == ["delegation"]
    assert desk.get(INSPECTOR, path)["conditions"] == body["conditions"]
    revoked = desk.do("government", f"{path}/revoke", {"reason": "No longer needed"})
    assert revoked["state"] == "revoked"
    refused = desk.send("government", "/delegations", body | {"powers": ["DOA1974-11-1a"]})
    assert (refused.status_code, refused.json()["clauses"]) == (409, ["DOA1974-13-7"])
