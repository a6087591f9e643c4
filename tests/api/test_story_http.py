"""The whole story over HTTP, on both engines: from the order to the end of the infected area."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime, timedelta
from typing import Any

import pytest
import shapely
from shapely.geometry import mapping

from api.told.answers import CaseTold, InForceTold, PreviewTold
from desk import Desk, in_path
from vetcontrol.clock import IST
from vetcontrol.places.service import Area, Edition, Level, import_areas
from vetcontrol.register.entries import Actor

DAY = datetime(2027, 2, 1, 9, 0, tzinfo=IST)
MILE = 1_609.344
# In Ponda taluka. From P: N1 300 m, N2 600 m, N3 1,500 m, FAR 4 km.
PLACES = {
    "P": (74.0000, 15.4000),
    "N1": (74.0000, 15.40271),
    "N2": (74.0056, 15.4000),
    "N3": (74.0000, 15.38645),
    "FAR": (74.0000, 15.4362),
}
VILLAGES = {
    # V1 holds P and N1; V2 holds N2; V3 holds N3.
    "V1": shapely.box(73.9900, 15.3950, 74.0030, 15.4100),
    "V2": shapely.box(74.0030, 15.3950, 74.0200, 15.4100),
    "V3": shapely.box(73.9900, 15.3800, 74.0200, 15.3950),
}
SURGEON, INSPECTOR, GOVERNMENT = "veterinary_surgeon", "inspector", "government"
APPROVER, CLERK = "government_approver", "clerk"


class Story:
    """The desk with the premises, and the case once it is ordered."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.now = desk, DAY
        self.ids: dict[str, int] = {}
        self.case = ""
        desk.at(DAY)

    def later(self, **passed: float) -> datetime:
        """Let time pass."""
        self.now += timedelta(**passed)
        self.desk.at(self.now)
        return self.now

    def on_case(self, who: str, act: str, **body: Any) -> Any:
        return self.desk.do(who, f"/infected-places/{in_path(self.case)}/{act}", body)

    def file(self, **query: Any) -> Any:
        told = self.desk.get(SURGEON, f"/infected-places/{in_path(self.case)}", **query)
        CaseTold.model_validate(told)
        return told

    def at_place(self, name: str, **query: Any) -> dict[str, Any]:
        lon, lat = PLACES[name]
        answer = self.desk.get(SURGEON, "/in-force", lon=lon, lat=lat, **query)
        InForceTold.model_validate(answer)
        return {i["kind"]: i for i in answer["items"] if i["case"]}

    def publish(self, number: str) -> Any:
        path = f"/notifications/{in_path(number)}"
        self.desk.do(APPROVER, f"{path}/approve")
        return self.desk.do(
            CLERK,
            f"{path}/publish",
            {
                "gazette_series": "Series I",
                "gazette_number": "45",
                "published_on": self.now.date().isoformat(),
            },
        )


@pytest.fixture(scope="module")
def story(desk: Desk) -> Story:
    """Villages and premises are on the register."""
    told = Story(desk)
    with desk.register.writing() as writing:
        import_areas(
            writing,
            Actor("administrator"),
            Level.VILLAGE,
            [Area(code, f"Village {code}", shape) for code, shape in VILLAGES.items()],
            edition=Edition("2027", "Made for this test", "CC0-1.0", 10.0),
            effective_at=DAY - timedelta(days=100),
        )
    for name, position in PLACES.items():
        body = {
            "name": f"{name}'s <b>dairy</b> {{{{7*7}}}}",
            "kind": "dairy",
            "geometry": {"type": "Point", "coordinates": position},
            "keepers": [{"role": "owner", "name": f"Owner of {name}", "address": "Ponda"}],
            "animals": {"cattle": 4, "emu": 1},
        }
        told.ids[name] = desk.do(SURGEON, "/premises", body)["id"]
    body = {"name": "By village", "kind": "dairy", "village": "village/V1", "animals": {"pig": 2}}
    told.ids["VILLAGE"] = desk.do(SURGEON, "/premises", body)["id"]
    return told


def test_the_whole_story(story: Story) -> None:
    """Each step rests on the one before, so they are one test."""
    ordered(story)
    copies_are_served(story)
    confirmed(story)
    radius_previewed_and_declared(story)
    one_taken_out(story)
    reported(story)
    notification = decided_by_villages(story)
    published(story, notification)
    exhibited(story, notification)
    amended(story, notification)
    rescinded(story, notification)
    paper_order(story)
    by_the_collector(story)
    report = story.desk.get("administrator", "/audit/verify")
    assert report["faults"] == []


def ordered(story: Story) -> None:
    body = {
        "disease": "foot_and_mouth_disease",
        "grounds": "Vesicles on two cows",
        "premises_id": story.ids["P"],
    }
    made = story.desk.do(INSPECTOR, "/infected-places", body)
    story.case = made["number"]
    assert made["state"] == "ordered"
    kinds = [document["kind"] for document in made["documents"]]
    assert sorted(kinds) == ["order", "order_copy", "report"]
    assert made["instrument"].startswith("ORD/")
    assert "DOA1974-11-1a" in made["decision"]["clauses"]
    assert story.at_place("P")["infected_place"]["number"] == made["instrument"]
    (copy,) = [d for d in made["documents"] if d["kind"] == "order_copy"]
    record = story.desk.get(INSPECTOR, copy["links"]["json"].removeprefix("/api/v1"))
    assert hashlib.sha256(record["canonical"].encode()).hexdigest() == record["checksum"]
    assert "Owner of P" in record["personal"].values()
    assert "Owner of P" not in record["canonical"]
    page = story.desk.ask(INSPECTOR, copy["links"]["html"].removeprefix("/api/v1"))
    assert page.headers["content-type"].startswith("text/html")
    assert "Owner of P" in page.text
    assert "<b>dairy</b>" not in page.text
    closed = story.desk.ask(None, copy["links"]["html"].removeprefix("/api/v1"))
    assert closed.status_code == 404


def copies_are_served(story: Story) -> None:
    before = story.file()
    assert before["unserved"] == 1
    waits = {w["step"]: w for w in before["waiting"]}
    assert waits["examination"]["clause"] == "DOA1974-11-2a"
    story.later(days=1, hours=1)
    (copy,) = before["services"]
    path = f"/documents/{in_path(copy['document'])}/service"
    body = {"manner": "in_person", "received_by": "Owner of P"}
    made = story.desk.do(INSPECTOR, path, body)
    assert made["document"] == copy["document"]
    after = story.file()
    assert after["unserved"] == 0
    assert after["services"][0]["manner"] == "in_person"
    examination = next(w for w in after["waiting"] if w["step"] == "examination")
    assert examination["age_days"] == 1
    assert examination["age_s"] == 25 * 3600
    assert story.desk.send(INSPECTOR, path, body).status_code == 409
    # As known before the delivery, the copy was not served.
    assert story.file(known_seq=before["known_seq"])["unserved"] == 1


def confirmed(story: Story) -> None:
    animals = [{"species": "cattle", "kept": 4, "examined": 4, "affected": 2}]
    made = story.on_case(
        SURGEON, "examination", findings="Foot and mouth", outcome="confirm", animals=animals
    )
    assert made["state"] == "confirmed"
    kinds = {document["kind"] for document in made["documents"]}
    assert kinds == {"examination", "confirmation"}


def radius_previewed_and_declared(story: Story) -> None:
    head = story.desk.head()
    path = f"/infected-places/{in_path(story.case)}/radius"
    preview = story.desk.get(SURGEON, path, metres=MILE)
    PreviewTold.model_validate(preview)
    near = {found["premises_id"]: found["distance_m"] for found in preview["within"]}
    assert set(near) == {story.ids[name] for name in ("N1", "N2", "N3")}
    assert near[story.ids["N1"]] == pytest.approx(300, abs=1)
    assert [f["premises_id"] for f in preview["straddling"]] == [story.ids["VILLAGE"]]
    assert preview["totals"]["animals"] == {"cattle": 12, "emu": 3}
    assert shapely.from_geojson(json.dumps(preview["outline"])).is_valid
    assert story.desk.head() == head
    chosen = [*near, story.ids["VILLAGE"]]
    silent = story.desk.send(SURGEON, path, {"metres": MILE, "premises_ids": chosen})
    assert silent.status_code == 422
    assert silent.json()["errors"][0]["field"] == "reason"
    made = story.on_case(SURGEON, "radius", metres=MILE)
    assert made["state"] == "radius_declared"
    assert {p["premises_id"] for p in made["premises"]} == set(near)
    assert all(len(p["notices"]) == 1 for p in made["premises"])
    assert story.file()["unserved"] == 3
    assert "declared_place" in story.at_place("N2")


def one_taken_out(story: Story) -> None:
    """N2 was wrongly listed: the declaration stands without it, from the beginning."""
    number = story.file()["radii"][0]["number"]
    left = [story.ids["N1"], story.ids["N3"]]
    made = story.desk.do(
        SURGEON,
        "/corrections",
        {"number": number, "reason": "Another owner's", "restated": {"premises_ids": left}},
    )
    assert made["kind"] == "infected_place.radius_declared"
    assert story.at_place("N2") == {}
    assert "declared_place" in story.at_place("N2", known_seq=made["strikes"])
    assert "declared_place" in story.at_place("N3")
    after = story.file()
    assert after["unserved"] == 2
    for paper, marked in ((number, True), (after["order"]["number"], False)):
        shown = story.desk.ask(SURGEON, f"/documents/{in_path(paper)}.html").text
        assert (f"Corrected by {made['number']}" in shown) is marked
    again = {"number": number, "reason": "Again", "restated": {"premises_ids": left}}
    assert story.desk.send(SURGEON, "/corrections", again).status_code == 409


def reported(story: Story) -> None:
    story.later(hours=2)
    made = story.on_case(SURGEON, "report")
    assert made["state"] == "with_government"
    waits = {w["step"]: w for w in story.file()["waiting"]}
    assert waits["decision"]["clause"] == "DOA1974-13-1-a"
    assert waits["decision"]["wording"] == "no limit of time"


def decided_by_villages(story: Story) -> str:
    story.later(days=1)
    found = story.desk.get(None, "/areas", level="village", q="v1")
    assert [area["id"] for area in found["items"]] == ["village/V1"]
    made = story.on_case(
        GOVERNMENT,
        "decision",
        outcome="confirm",
        village_ids=["village/V1", "village/V2"],
        modifications="Two villages",
    )
    notification = str(made["notification"])
    path = f"/notifications/{in_path(notification)}"
    assert story.desk.ask(None, path).status_code == 404
    assert story.desk.get(None, "/notifications")["total"] == 0
    draft = story.desk.get(GOVERNMENT, path)
    assert draft["state"] == "draft"
    assert [v["feature"] for v in draft["villages"]] == ["village/V1", "village/V2"]
    own = story.desk.send(GOVERNMENT, f"{path}/approve")
    assert own.status_code == 403
    assert own.json()["clauses"] == ["DOA1974-13-2"]
    assert "another person" in own.json()["detail"]
    early = story.desk.send(
        CLERK,
        f"{path}/publish",
        {"gazette_series": "I", "gazette_number": "1", "published_on": "2027-02-03"},
    )
    assert early.status_code == 409
    return notification


def published(story: Story, notification: str) -> None:
    """N3 lies in neither village: it ceases, and its owner is told."""
    made = story.publish(notification)
    assert made["state"] == "published"
    assert made["ceases"] == [
        f"declared_place/{story.file()['radii'][0]['number']}/{story.ids['N3']}"
    ]
    (notice,) = made["cessation_notices"]
    assert story.at_place("N3") == {}
    assert set(story.at_place("N1")) == {"declared_place", "infected_area"}
    assert set(story.at_place("N2")) == {"infected_area"}
    record = story.desk.get(INSPECTOR, f"/documents/{in_path(notice)}.json")
    assert "Owner of N3" in record["personal"].values()
    path = f"/documents/{in_path(notice)}/service"
    served = story.desk.do(INSPECTOR, path, {"manner": "affixed"})
    assert served["clause"] == "DOA1974-13-4b"
    public = story.desk.get(None, f"/documents/{in_path(notification)}.json")
    assert public["kind"] == "notification"
    assert public["personal"] == {}
    page = story.desk.ask(None, f"/documents/{in_path(notification)}.html")
    assert page.status_code == 200
    assert "N3&#39;s" not in page.text
    shown = story.desk.get(None, "/notifications")["items"][0]
    assert shown["number"] == notification
    assert "drafted_by" not in shown
    assert story.file()["state"] == "infected_area"


def exhibited(story: Story, notification: str) -> None:
    story.later(hours=1)
    path = f"/notifications/{in_path(notification)}/exhibition"
    lon, lat = PLACES["N1"]
    body = {"longitude": lon, "latitude": lat, "language": "kok", "place": "At the village hall"}
    wrong = story.desk.send(INSPECTOR, path, body | {"language": "fr"})
    assert wrong.status_code == 409
    assert wrong.json()["clauses"] == ["DOA1974-13-5"]
    story.desk.do(INSPECTOR, path, body)
    assert story.desk.get(None, "/notifications")["items"][0]["exhibited"] is True


def amended(story: Story, notification: str) -> None:
    story.later(days=1)
    path = f"/notifications/{in_path(notification)}"
    limits = shapely.box(73.9950, 15.3980, 74.0010, 15.4010)
    draft = story.desk.do(
        GOVERNMENT, f"{path}/amend", {"reason": "Less", "geometry": mapping(limits)}
    )
    assert draft["kind"] == "amendment"
    made = story.publish(draft["number"])
    assert len(made["ceases"]) == 1
    assert story.at_place("N1") == {}
    assert set(story.at_place("P")) == {"infected_place", "infected_area"}
    assert story.at_place("P")["infected_area"]["number"] == draft["number"]
    assert len(story.at_place("P")["infected_area"]["entries"]) == 2


def rescinded(story: Story, notification: str) -> None:
    story.later(days=1)
    draft = story.desk.do(
        GOVERNMENT, f"/notifications/{in_path(notification)}/rescind", {"reason": "Over"}
    )
    story.publish(draft["number"])
    assert story.at_place("P") == {}
    assert story.file()["state"] == "ceased"
    assert story.desk.get(None, f"/notifications/{in_path(notification)}")["state"] == "rescinded"
    told = [s for s in story.file()["services"] if s["clause"] == "DOA1974-13-4b"]
    assert len(told) == 3


def paper_order(story: Story) -> None:
    """Signed at eight, entered at noon: what was known at ten and what was true are two answers."""
    signed = story.later(days=1) - timedelta(hours=4)
    before = story.desk.head()
    body = {
        "disease": "anthrax",
        "grounds": "Sudden death",
        "premises_id": story.ids["P"],
        "signed_at": signed.isoformat(),
    }
    made = story.desk.do(INSPECTOR, "/infected-places", body)
    story.case = made["number"]
    at = (signed + timedelta(hours=2)).isoformat()
    assert story.at_place("P", at=at, known_seq=before) == {}
    assert story.at_place("P", at=at)["infected_place"]["disease"] == "anthrax"


def by_the_collector(story: Story) -> None:
    """A point with neither radius nor limits is refused; with limits the Collector decides, by
    the delegation; the draft is approved by another."""
    story.on_case(
        SURGEON, "examination", findings="Anthrax", outcome="confirm", no_animals_note="All dead"
    )
    story.on_case(SURGEON, "report", findings="Anthrax at P")
    path = f"/infected-places/{in_path(story.case)}/decision"
    bare = story.desk.send("collector", path, {"outcome": "confirm"})
    assert bare.status_code == 409
    assert bare.json()["clauses"] == ["DOA1974-13-2"]
    limits = mapping(shapely.box(73.9950, 15.3980, 74.0010, 15.4010))
    made = story.on_case(
        "collector", "decision", outcome="confirm", geometry=limits, modifications="As drawn"
    )
    assert "DOA1974-13-7" in made["decision"]["clauses"]
    listed = story.desk.get(GOVERNMENT, "/notifications", state="draft")
    assert [n["number"] for n in listed["items"]] == [made["notification"]]
