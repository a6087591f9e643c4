"""The pages in a real browser: no fault of policy, console or accessibility, on desk and phone."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
import uvicorn
from fastapi import FastAPI
from jinja2 import ChoiceLoader, DictLoader
from playwright.sync_api import Page
from starlette.responses import Response

from api.pages.page import AnyonesPage
from api.problems import problem_of
from api.templating import environment
from callers import Caller
from chromium_page import BrowserRecord
from vetcontrol.errors import FieldError, Refused

SIZES = {"desk": (1280, 800), "phone": (360, 740)}


@pytest.fixture
def address(app: FastAPI) -> Iterator[str]:
    """The application, served at a free port of this machine."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        thread.join(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


@pytest.mark.parametrize("size", SIZES)
def test_signing_in_and_out(
    address: str,
    new_page: Callable[..., Page],
    accessibility_faults: Callable[[Page], list[str]],
    caller: Caller,
    browser_record: BrowserRecord,
    size: str,
) -> None:
    width, height = SIZES[size]
    browser_record.allow("status of 40[14]")
    page = new_page(viewport={"width": width, "height": height})

    def sound() -> None:
        assert accessibility_faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width

    page.goto(f"{address}/premises?x=1")
    sound()
    page.get_by_label("Username").fill("vs.ponda")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    assert "Username or password is wrong" in page.get_by_role("alert").inner_text()
    sound()
    page.get_by_label("Password").fill(caller.passwords["vs.ponda"])
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{address}/premises?x=1")
    assert page.get_by_role("heading", level=1).inner_text() == "Premises"
    sound()
    for path in ("/problems", "/problems/refused", "/nothing", "/sign-out"):
        page.goto(address + path)
        sound()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.get_by_role("button", name="Sign out").last.click()
    page.wait_for_url(f"{address}/sign-in")


def test_without_javascript_too(
    address: str, new_page: Callable[..., Page], caller: Caller
) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(f"{address}/sign-in")
    page.get_by_label("Username").fill("root")
    page.get_by_label("Password").fill(caller.passwords["root"])
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{address}/")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{address}/sign-in")


def test_the_contract_is_shown_from_here_alone(address: str, page: Page) -> None:
    page.goto(f"{address}/api/docs")
    page.get_by_text("/api/v1/sign-in", exact=True).wait_for()


@pytest.mark.parametrize("size", SIZES)
def test_every_component_is_sound(
    app: FastAPI,
    address: str,
    new_page: Callable[..., Page],
    accessibility_faults: Callable[[Page], list[str]],
    size: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A page with one of each, as a refused form shows them."""
    loader = environment().loader
    gallery = DictLoader({"gallery.html": GALLERY})
    assert loader is not None
    monkeypatch.setattr(environment(), "loader", ChoiceLoader([gallery, loader]))

    @app.get("/gallery")
    def shown(asked: AnyonesPage) -> Response:
        refusal = Refused(
            "The distance is 1,610 m.",
            clauses=("DOA1974-11-3a", "DOA1974-13-2"),
            errors=(FieldError("metres", "must be at most 1,609.344"), FieldError("on", "is late")),
        )
        problem = problem_of(refusal)
        return asked.show(
            "gallery.html",
            problem=problem,
            errors={e.field: e.message for e in problem.errors},
            values={"metres": "1610", "on": "2027-01-31"},
            now=asked.request.app.state.vetcontrol.register.clock.now(),
        )

    width, height = SIZES[size]
    page = new_page(viewport={"width": width, "height": height})
    page.goto(f"{address}/gallery")
    assert accessibility_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator("#field-on").fill("2027-02-01")
    assert page.locator("#words-on").inner_text() == "Monday 1 February 2027"


GALLERY = """{% extends "layout.html" %}
{% import "components/form.html" as forms %}
{% import "components/notice.html" as boxes %}
{% import "components/record.html" as record %}
{% block title %}Gallery{% endblock %}
{% block main %}
<h1>Infected place IP/2027/000012 {{ record.status("in_force", "In force") }}</h1>
{{ boxes.refusal(problem) }}
{% call boxes.notice("done", "Done") %}<p>The order is recorded.</p>{% endcall %}
{% call boxes.notice("info", "Approximate") %}<p>The outline is known to 500 m.</p>{% endcall %}
{% call boxes.notice("care", "Before you confirm") %}<p>It cannot be undone.</p>{% endcall %}
{{ record.facts([("Disease", "Foot and mouth disease"), ("Signed", record.moment(now)),
  ("State", record.status("draft", "Draft")), ("Until", record.status("ended", "Ended")),
  ("Area", record.status("restricted", "Infected area")),
  ("Lines", record.status("fact", "Exact"))]) }}
{% call record.table("Premises within", ["Premises", "State", ["Distance, m", "number"]]) %}
{% for n in range(3) %}<tr><th scope="row">Curti {{ n }}</th>
<td>{{ record.status("waiting", "Waits") }}</td>
<td class="number">1,60{{ n }}.344</td></tr>{% endfor %}
{% endcall %}
{% call forms.form(page, "/gallery", label="Declaration") %}
{{ forms.field("metres", "Radius in metres", errors, values, inputmode="decimal", width="short",
  hint="At most one mile, 1,609.344 m.") }}
{{ forms.day("on", "Signed on", errors, values) }}
{{ forms.area("grounds", "Grounds", errors, values, optional=true) }}
{{ forms.choice("disease", "Disease", [("fmd", "Foot and mouth disease")], errors, values) }}
{{ forms.radios("outcome", "Outcome", [("confirm", "Confirm"), ("cancel", "Cancel")], errors,
  values) }}
{{ forms.ticks("premises", "Premises", [("1", "Curti 1"), ("2", "Curti 2")], errors, ["1"]) }}
{{ forms.upload("outline", "Outline", errors, hint="GeoJSON, at most 20 MB", optional=true) }}
{% call forms.actions() %}{{ forms.button("Declare") }}{{ forms.button("Preview", "other") }}
{{ forms.button("Cancel the place", "grave") }}{% endcall %}
{% endcall %}
{{ boxes.nothing("No premises lie within.", "Choose a larger radius, at most one mile.") }}
{% endblock %}
"""


def test_a_badge_of_many_words_does_not_widen_a_phones_page(
    address: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(viewport={"width": 360, "height": 740})
    page.goto(f"{address}/sign-in")
    words = "Granted, revoked from a moment to come, as the Inspector decided it"
    page.locator("h1").evaluate(
        "(title, words) => title.insertAdjacentHTML('afterend',"
        " `<p><span class='status status-restricted'>${words}</span></p>`)",
        words,
    )
    assert page.locator(".status").inner_text() == words
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
