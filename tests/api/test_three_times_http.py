"""What is in force at three times, over HTTP on both engines."""

from __future__ import annotations

from datetime import datetime

import pytest
import shapely
from shapely.geometry import mapping

from desk import Desk, in_path
from three_times import POINTS, ROWS, agrees, tell
from vetcontrol.clock import day_of


class OverHttp:
    """Tells the story by calls of the API."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.cases: dict[str, str] = {}
        self.names: dict[int, str] = {}

    def at(self, moment: datetime) -> None:
        self.desk.at(moment)

    def premises(self, name: str, lon: float, lat: float) -> int:
        made = self.desk.do(
            "veterinary_surgeon",
            "/premises",
            {
                "name": name,
                "kind": "dairy",
                "geometry": {"type": "Point", "coordinates": [lon, lat]},
                "animals": {"cattle": 3},
            },
        )
        key = int(made["id"])
        self.names[key] = name
        return key

    def order(self, premises: int, signed_at: datetime) -> str:
        made = self.desk.do(
            "inspector",
            "/infected-places",
            {
                "disease": "foot_and_mouth_disease",
                "grounds": "Vesicles seen on two cows",
                "premises_id": premises,
                "signed_at": signed_at.isoformat(),
            },
        )
        assert made["state"] == "ordered"
        case = str(made["number"])
        self.cases[case] = self.names[premises]
        return case

    def seq(self) -> int:
        return int(self.desk.get("clerk", "/infected-places")["known_seq"])

    def _act(self, who: str, case: str, act: str, body: object = None) -> dict[str, object]:
        made: dict[str, object] = self.desk.do(who, f"/infected-places/{in_path(case)}/{act}", body)
        return made

    def confirm(self, case: str) -> None:
        findings = "Foot and mouth disease in two of three cattle"
        body = {"findings": findings, "outcome": "confirm"}
        made = self._act("veterinary_surgeon", case, "examination", body)
        assert made["state"] == "confirmed"

    def radius(self, case: str, premises: list[int]) -> None:
        body = {"metres": 1_000.0, "premises_ids": premises, "reason": "As the story tells"}
        assert self._act("veterinary_surgeon", case, "radius", body)["state"] == "radius_declared"

    def report(self, case: str) -> None:
        assert self._act("veterinary_surgeon", case, "report")["state"] == "with_government"

    def correct(self, seq: int, signed_at: datetime | None) -> int:
        body: dict[str, object] = {"seq": seq, "reason": "The hour was misread"}
        if signed_at is not None:
            body["restated"] = {"signed_at": signed_at.isoformat()}
        return int(self.desk.do("veterinary_surgeon", "/corrections", body)["seq"])

    def cancel(self, case: str) -> None:
        made = self._act("government", case, "decision", {"outcome": "cancel"})
        assert made["state"] == "cancelled"
        assert made["notification"] is None

    def _approved(self, number: str) -> str:
        self.desk.do("government_approver", f"/notifications/{in_path(number)}/approve")
        return number

    def notify(self, case: str, area: shapely.Polygon) -> str:
        body = {"outcome": "confirm", "geometry": mapping(area), "modifications": "As drawn"}
        made = self._act("government", case, "decision", body)
        return self._approved(str(made["notification"]))

    def amend(self, number: str, area: shapely.Polygon) -> str:
        body = {"reason": "As the story tells", "geometry": mapping(area)}
        made = self.desk.do("government", f"/notifications/{in_path(number)}/amend", body)
        assert made["amends"] == number
        return self._approved(made["number"])

    def rescind(self, number: str) -> str:
        body = {"reason": "Over"}
        made = self.desk.do("government", f"/notifications/{in_path(number)}/rescind", body)
        return self._approved(made["number"])

    def publish(
        self, number: str, published_at: datetime, effective_at: datetime | None = None
    ) -> None:
        made = self.desk.do(
            "clerk",
            f"/notifications/{in_path(number)}/publish",
            {
                "gazette_series": "Series I",
                "gazette_number": "40",
                "published_on": day_of(published_at).isoformat(),
                "published_at": published_at.isoformat(),
                "effective_at": None if effective_at is None else effective_at.isoformat(),
            },
        )
        assert made["state"] == "published"

    def in_force(self, point: tuple[float, float], at: datetime, known_at: datetime) -> set[str]:
        answer = self.desk.get(
            "veterinary_surgeon",
            "/in-force",
            lon=point[0],
            lat=point[1],
            at=at.isoformat(),
            known_at=known_at.isoformat(),
        )
        words = {"infected_place": "place", "declared_place": "radius"}
        found = {
            f"{words[i['kind']]} {self.cases[i['case']]}" if i["kind"] in words else "area"
            for i in answer["items"]
            if i["kind"] in (*words, "infected_area")
        }
        return found | ({"conflict"} if answer["conflicts"] else set())


@pytest.fixture(scope="module")
def told(desk: Desk) -> OverHttp:
    """The whole history, told once."""
    story = OverHttp(desk)
    tell(story)
    return story


def test_every_row_of_the_truth_table_holds(told: OverHttp) -> None:
    wrong = [
        f"{name}: {place} at {at} known {known}: {found}, not {expected}"
        for name, place, at, known, expected in ROWS
        if not agrees(found := told.in_force(POINTS[place], at, known), expected)
    ]
    assert wrong == []
    assert len(ROWS) == 22


def test_only_the_sequence_repeats_exactly(told: OverHttp) -> None:
    """The sequence that an answer names gives the same answer again, though the log has grown."""
    lon, lat = POINTS["A"]
    query = {"lon": lon, "lat": lat, "at": "2027-01-13T10:00:00+05:30"}
    by_time = told.desk.get("inspector", "/in-force", **query, known_at="2027-01-14T12:00:00+05:30")
    by_seq = told.desk.get("inspector", "/in-force", **query, known_seq=by_time["known_seq"])
    assert by_seq == by_time
    assert by_time["known_seq"] < told.desk.head()
    assert told.desk.get("inspector", "/in-force", **query)["known_seq"] == told.desk.head()


def test_unsigned_callers_see_what_is_gazetted(told: OverHttp) -> None:
    lon, lat = POINTS["A"]
    at = {"at": "2027-01-11T12:00:00+05:30", "known_at": "2027-01-14T12:00:00+05:30"}
    answer = told.desk.get(None, "/in-force", lon=lon, lat=lat, **at)
    kinds = {item["kind"] for item in answer["items"]}
    assert "infected_area" in kinds
    assert not kinds & {"infected_place", "declared_place", "officers_area"}
    assert "Only what is gazetted is shown." in answer["verdict"]


def test_silence_is_not_freedom(told: OverHttp) -> None:
    """Nothing in force is told as that; a layer that does not cover the place as not known."""
    lon, lat = POINTS["R"]
    answer = told.desk.get(None, "/in-force", lon=lon, lat=lat, at="2027-01-01T00:00:00+05:30")
    assert "no proof of freedom" in answer["verdict"]
    layers = {layer["layer"]: layer for layer in answer["coverage"]}
    assert layers["territory"]["known"] is True
    assert layers["territory"]["begins"] == "2019-12-31T18:30:00Z"
    assert layers["village"] == {
        "layer": "village",
        "known": False,
        "name": "",
        "edition": "",
        "accuracy_m": None,
        "begins": None,
        "until": None,
    }
    assert "Not known here: village." in answer["verdict"]
    abroad = told.desk.get(None, "/in-force", lon=20.0, lat=50.0)
    assert not any(layer["known"] for layer in abroad["coverage"])


def test_layers_follow_the_three_times(told: OverHttp) -> None:
    known = "2027-01-14T12:00:00+05:30"
    in_force = told.desk.get(
        None, "/layers/infected_areas", at="2027-01-09T12:00:00+05:30", known_at=known
    )
    assert in_force["numberMatched"] == in_force["numberReturned"] == 1
    assert in_force["features"][0]["geometry"]["type"] == "Polygon"
    before = told.desk.get(
        None, "/layers/infected_areas", at="2027-01-07T12:00:00+05:30", known_at=known
    )
    assert before["features"] == []
    beside = told.desk.get(
        None,
        "/infected-areas",
        at="2027-01-09T12:00:00+05:30",
        known_at=known,
        bbox="73.0,15.0,73.5,15.2",
    )
    assert beside["total"] == 0


def test_the_log_is_whole(told: OverHttp) -> None:
    report = told.desk.get("administrator", "/audit/verify")
    assert report["faults"] == []
    assert report["whole"] is True
    assert report["head"]["seq"] == told.desk.head()
    assert told.desk.ask("government", "/audit/verify").status_code == 403
