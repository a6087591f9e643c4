"""Who visits the pages of the office in tests, and a register with hostile names in it."""

from __future__ import annotations

from datetime import datetime, timedelta
from html import unescape
from typing import Any

import shapely
from fastapi.testclient import TestClient
from httpx2 import Response

from callers import HTML, hidden_fields
from vetcontrol import demonstration
from vetcontrol.clock import IST
from vetcontrol.disease import declaration, examination, order
from vetcontrol.gazette import schedule
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.officers import passwords
from vetcontrol.officers.tables import SignInRow
from vetcontrol.places.service import Area, Edition, Level, import_areas
from vetcontrol.premises.service import Keeper, Premises, import_premises, record
from vetcontrol.register.entries import Actor
from vetcontrol.register.register import Register

OPENED = datetime(2026, 12, 1, 9, 0, tzinfo=IST)
NOW = datetime(2027, 1, 4, 10, 0, tzinfo=IST)
HOSTILE = '<i onx="1">{{71*71}}</i>\'`${1}'
ESCAPED = "&lt;i onx=&#34;1&#34;&gt;{{71*71}}&lt;/i&gt;&#39;`${1}"
HERE = (74.0, 15.42)
MARGAO = (73.96, 15.2722)
GAZETTE = {"gazette_series": "Series II", "gazette_number": "40", "gazette_day": "2026-12-31"}


def furnish(register: Register) -> None:
    """Hostile names wherever people type them, villages, four premises, a declared radius."""
    government = demonstration.officer("government")
    surgeon = demonstration.officer("veterinary_surgeon")
    with register.writing() as writing:
        schedule.add(
            writing,
            government,
            code="hostile",
            name=HOSTILE,
            from_date=OPENED.date(),
            gazette=GazetteReference(HOSTILE, "1", OPENED.date()),
        )
        import_areas(
            writing,
            Actor("administrator"),
            Level.VILLAGE,
            [
                Area("V1", HOSTILE, shapely.box(73.99, 15.40, 74.02, 15.44)),
                Area("V2", "Navelim", shapely.box(74.02, 15.40, 74.03, 15.44)),
                Area("V3", "Navelim", shapely.box(74.03, 15.40, 74.04, 15.44)),
            ],
            edition=Edition("1", HOSTILE, "CC0-1.0", 50.0),
            effective_at=demonstration.SINCE,
        )
    with register.writing() as writing:
        for name, where in (
            (HOSTILE, HERE),
            ("Neighbour", (74.003, 15.42)),
            ("Far away", MARGAO),
        ):
            one = Premises(
                name,
                "dairy",
                shapely.Point(where),
                keepers=(Keeper("owner", f"Owner {HOSTILE}", HOSTILE),),
                animals={"cattle": 3, HOSTILE: 1},
                accuracy_m=5.0,
            )
            record(writing, Actor("surgeon"), one)
        of_file = Premises("Of a file", "yard", shapely.Point(MARGAO), animals={"goat": 2})
        import_premises(
            writing, Actor("surgeon"), [of_file], file_name=HOSTILE, file_digest="0" * 64
        )
    with register.writing() as writing:
        ordered = order.order(
            writing,
            demonstration.officer("inspector"),
            disease="hostile",
            grounds=HOSTILE,
            premises_id=1,
            position_reason=HOSTILE,
        )
    case = str(ordered.content["case_number"])
    with register.writing() as writing:
        examination.examine(writing, surgeon, case, findings=HOSTILE, outcome="confirm")
    with register.writing() as writing:
        declaration.declare(writing, surgeon, case, metres=1_000.0)


class Visitor:
    """A person on the pages: signs in without a password, fills in forms, follows where they go."""

    def __init__(self, client: TestClient, register: Register) -> None:
        self.client, self.register = client, register

    def be(self, key: str) -> Visitor:
        """Sign in as the holder of a demonstration post, or by username."""
        post = demonstration.POSTS.get(key)
        username, token = post.username if post else key, passwords.new_token()
        with self.register.writing() as writing:
            writing.session.add(
                SignInRow(
                    token_hash=passwords.token_hash(token),
                    username=username,
                    kind="session",
                    created_at=writing.now,
                    expires_at=writing.now + timedelta(hours=1),
                )
            )
        self.client.cookies.clear()
        self.client.cookies.set("vetcontrol-session", token)
        return self

    def get(self, path: str) -> Response:
        return self.client.get(path, headers=HTML)

    def page(self, path: str) -> str:
        """The text of a page, which must be 200."""
        answer = self.get(path)
        assert answer.status_code == 200, unescape(answer.text)
        return answer.text

    def post(self, path: str, data: dict[str, Any], files: Any = None) -> Response:
        """Send the page's form with the fields `data`."""
        tokens = hidden_fields(self.page("/password"))
        return self.client.post(path, data=tokens | data, files=files, headers=HTML)

    def done(self, path: str, data: dict[str, Any], files: Any = None) -> str:
        """Send a form that must be done; returns where it leads, and looks at it."""
        answer = self.post(path, data, files)
        assert answer.status_code == 303, unescape(answer.text)
        where = str(answer.headers["location"])
        assert "Done" in self.page(where)
        return where

    def refused(self, path: str, data: dict[str, Any], status: int, files: Any = None) -> str:
        """Send a form that must be refused; returns the page's words."""
        answer = self.post(path, data, files)
        assert answer.status_code == status, unescape(answer.text)
        return unescape(answer.text)

    def reviewed(self, path: str, data: dict[str, Any]) -> str:
        """Send a form for review, then sign it; returns the words of the review."""
        answer = self.post(path, data)
        assert answer.status_code == 200, unescape(answer.text)
        assert "Before you confirm" in answer.text
        self.done(path, data | {"step": "sign"})
        return unescape(answer.text)
