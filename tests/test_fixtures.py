"""The test bench itself: both engines answer, are emptied, and the browser is walled in."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Frame, Page
from sqlalchemy import create_engine, inspect, text

from chromium_page import BrowserRecord

PAGE = b"""<!doctype html><html lang=en><title>Trial</title><p id=word>here</p>
<script nonce=n>console.error('a complaint')</script>
<script>document.title = 'broken'</script>"""


class Trial(BaseHTTPRequestHandler):
    """One page under a policy that its second script breaks."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/" else 204)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Security-Policy", "default-src *; script-src 'nonce-n'")
        self.end_headers()
        if self.path == "/":
            self.wfile.write(PAGE)

    def log_message(self, *_arguments: object) -> None:
        """Say nothing on the terminal."""


@pytest.fixture
def trial_address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Trial)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


APPEND_ONLY = """
CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'append only'; END $$;
CREATE OR REPLACE TRIGGER kept BEFORE DELETE OR TRUNCATE ON trial EXECUTE FUNCTION refuse();
"""


@pytest.mark.parametrize("turn", [1, 2])
def test_each_test_finds_its_database_empty(engine_url: str, turn: int) -> None:
    engine = create_engine(engine_url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE IF NOT EXISTS trial (n INTEGER PRIMARY KEY)"))
        assert connection.scalar(text("SELECT count(*) FROM trial")) == 0
        connection.execute(text("INSERT INTO trial VALUES (:turn)"), {"turn": turn})
        if engine.dialect.name == "postgresql":
            connection.execute(text(APPEND_ONLY))
    engine.dispose()


def test_a_blank_database_has_no_table_of_ours(blank_url: str) -> None:
    engine = create_engine(blank_url)
    assert set(inspect(engine).get_table_names()) <= {"spatial_ref_sys"}
    engine.dispose()


def test_the_server_measures_on_the_ellipsoid(postgis_url: str) -> None:
    engine = create_engine(postgis_url)
    query = (
        "SELECT ST_Distance('POINT(73.8278 15.4909)'::geography,"
        " 'POINT(73.8278 15.50544389)'::geography)"
    )
    with engine.connect() as connection:
        assert connection.scalar(text(query)) == pytest.approx(1609.334, abs=0.001)
    engine.dispose()


def test_a_page_cannot_leave_this_machine(page: Page, browser_record: BrowserRecord) -> None:
    page.set_content("<img src='http://198.51.100.7/pixel.png'>")
    page.wait_for_function("() => document.images[0].complete")
    assert browser_record.outside == ["http://198.51.100.7/pixel.png"]
    assert any("outside address" in fault for fault in browser_record.faults())
    browser_record.outside.clear()
    browser_record.allow("ERR_BLOCKED_BY_CLIENT")


def test_a_page_is_heard_when_it_complains(
    new_page: Callable[..., Page], browser_record: BrowserRecord, trial_address: str
) -> None:
    page = new_page(viewport={"width": 360, "height": 640})
    page.goto(trial_address)
    page.wait_for_function("() => document.title === 'Trial'")
    assert page.inner_text("#word") == "here"
    assert [text for text in browser_record.console if text.startswith("a complaint")]
    assert [text for text in browser_record.policy if text.startswith("script-src-elem")]
    browser_record.policy.clear()
    browser_record.allow("a complaint")
    browser_record.allow("Content Security Policy")


def test_faults_of_accessibility_are_named(
    page: Page, accessibility_faults: Callable[[Page | Frame], list[str]]
) -> None:
    page.set_content("<!doctype html><html><title>Trial</title><main><h1>Trial</h1></main></html>")
    (fault,) = accessibility_faults(page)
    assert fault.startswith("html-has-lang (serious)")
    page.evaluate("document.documentElement.lang = 'en-IN'")
    assert accessibility_faults(page) == []
