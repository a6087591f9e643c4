"""Officers are told by e-mail of what newly waits for them: once, and never in an act's way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from api.state import State
from desk import Desk, database, in_path, open_desk
from postgis_server import ENGINES
from refusals import GOVERNMENT, INSPECTOR, SURGEON, confirmed_case
from smtp_server import Post, post_office
from vetcontrol import demonstration
from vetcontrol.officers import people
from vetcontrol.register.entries import Actor

EVERYONE = (SURGEON, INSPECTOR, GOVERNMENT, "government_approver", "collector", "clerk")
PATIENCE = 30.0


@dataclass
class Mailed:
    """The desk, and the server that its messages go to."""

    desk: Desk
    post: Post

    @property
    def state(self) -> State:
        state = self.desk.app.state.vetcontrol
        assert isinstance(state, State)
        return state

    def came(self) -> list[tuple[str, str, str]]:
        """Who was told what, in what words, since the last time."""
        assert self.state.alerts.settle(PATIENCE)
        found = [
            (to.partition("@")[0], str(made["Subject"]), made.get_content())
            for to, made in self.post.came
        ]
        self.post.came.clear()
        return found

    def case(self) -> str:
        """A case reported to Government; who was told of its steps is forgotten."""
        number = confirmed_case(self.desk)
        report = {"findings": "Anthrax"}
        self.desk.do(SURGEON, f"/infected-places/{number}/report", report)
        return number


@pytest.fixture(params=ENGINES)
def mailed(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Mailed]:
    with (
        post_office() as post,
        database(request, tmp_path) as url,
        open_desk(
            url,
            smtp_address=post.address,
            smtp_security="none",
            mail_from="vet@example.org",
            public_address="https://vet.example.org/",
        ) as desk,
    ):
        with desk.register.writing() as writing:
            for who in EVERYONE:
                username = demonstration.POSTS[who].username
                people.set_email(
                    writing, Actor("administrator"), username, f"{username}@example.org"
                )
        yield Mailed(desk, post)


def test_each_step_is_told_once_to_those_whose_it_is(mailed: Mailed) -> None:
    case = mailed.case()
    told = mailed.came()
    assert [(who, subject) for who, subject, _ in told if who == "surgeon"] == [
        ("surgeon", f"Waits for you: {case.replace('-', '/')}")
    ]
    deciders = {"government", "approver", "collector"}
    assert {who for who, _, text in told if "Decide" in text} == deciders
    assert "inspector" not in {who for who, _, _ in told}
    decided = mailed.desk.do(
        GOVERNMENT, f"/infected-places/{case}/decision", {"outcome": "confirm", **_limits()}
    )
    number = decided["notification"]
    # Not its drafter, and not the Collector, to whom this power is not delegated.
    assert {who for who, _, _ in mailed.came()} == {"approver"}
    path = f"/notifications/{in_path(number)}"
    mailed.desk.do("government_approver", f"{path}/approve")
    assert {who for who, _, text in mailed.came() if "publication" in text} == {
        "clerk",
        "government",
    }
    counts = mailed.state.alerts.counts()
    assert counts["failed"] == counts["withheld"] == 0
    assert counts["sent"] == len(told) + 3


def test_a_message_names_numbers_and_clause_but_no_person_and_no_place(mailed: Mailed) -> None:
    case = mailed.case()
    _, _, text = next(one for one in mailed.came() if "Examine" in one[2])
    assert f"https://vet.example.org/infected-places/{case}/examination" in text
    assert "ORD/2027" in text or "ORD/2026" in text
    assert "section 11(2)" in text
    for secret in ("sample", "Ponda", "Inspector I.", "74.0", "15.42", "Anthrax", "cows"):
        assert secret not in text, secret


def test_what_nobody_can_be_told_of_is_counted_and_the_act_stands(
    mailed: Mailed, caplog: pytest.LogCaptureFixture
) -> None:
    mailed.post.refuses = True
    case = mailed.case()
    assert mailed.came() == []
    failed = mailed.state.alerts.counts()["failed"]
    assert failed > 0
    assert "example.org" not in caplog.text
    assert mailed.desk.get(SURGEON, f"/infected-places/{case}")["state"] == "with_government"
    # It was told of, and is not told of again.
    mailed.post.refuses = False
    mailed.state.alerts.committed()
    assert mailed.came() == []
    metrics = mailed.desk.client.get("/metrics", headers=mailed.desk.header("administrator"))
    assert f'vetcontrol_mails_total{{result="failed"}} {failed}' in metrics.text


def test_a_repeated_request_tells_nothing_twice(mailed: Mailed) -> None:
    body: dict[str, Any] = {"disease": "anthrax", "grounds": "Sudden death", "geometry": _point()}
    body |= {"accuracy_m": 5.0, "position_reason": "Measured"}
    for _ in range(2):
        assert mailed.desk.send(INSPECTOR, "/infected-places", body, key="one").status_code == 201
    assert [who for who, _, _ in mailed.came()] == ["surgeon"]


def test_a_fault_in_telling_is_no_fault_of_the_act(
    mailed: Mailed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(mailed.state.alerts, "_committed", fails)
    assert mailed.case()


def test_nobody_with_an_address_begins_no_thread(desk: Desk) -> None:
    state = desk.app.state.vetcontrol
    confirmed_case(desk)
    assert state.alerts._thread is None
    assert state.alerts.counts() == {"sent": 0, "failed": 0, "withheld": 0}


def _point() -> dict[str, Any]:
    return {"type": "Point", "coordinates": [74.0, 15.43]}


def _limits() -> dict[str, Any]:
    ring = [[73.99, 15.41], [74.01, 15.41], [74.01, 15.43], [73.99, 15.43], [73.99, 15.41]]
    return {
        "geometry": {"type": "Polygon", "coordinates": [ring]},
        "modifications": "As drawn",
    }
