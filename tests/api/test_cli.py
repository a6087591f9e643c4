"""The command line: what each command answers, and the three ways it ends."""

from __future__ import annotations

import json
import socket
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner, Result

from api.cli import app
from api.commands import serve
from callers import Caller
from vetcontrol import demonstration
from vetcontrol.clock import SystemClock
from vetcontrol.errors import Refused
from vetcontrol.register.opening import open_log
from vetcontrol.schema import open_register
from vetcontrol.settings import Settings

PASSWORD = "twelve words or less"


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    address = f"sqlite:///{tmp_path}/var/register.sqlite"
    monkeypatch.setenv("VETCONTROL_DATABASE_URL", address)
    return address


def run(*words: str, stdin: str = "") -> Result:
    return CliRunner().invoke(app, words, input=stdin)


def bootstrap() -> Result:
    return run(
        "officers", "bootstrap", "--username", "root", "--name", "Asha Naik", "--password-stdin",
        "--json", stdin=f"{PASSWORD}\n",
    )  # fmt: skip


def test_the_schema_is_made_and_held(url: str) -> None:
    before = run("db", "check", "--json")
    assert before.exit_code == 1
    assert "vetcontrol db upgrade" in json.loads(before.stdout)["refused"]
    made = run("db", "upgrade", "--json")
    assert made.exit_code == 0
    answer = json.loads(made.stdout)
    assert answer["before"] is None
    assert answer["after"]
    assert run("db", "check").exit_code == 0
    again = json.loads(run("db", "upgrade", "--json").stdout)
    assert again["before"] == again["after"] == answer["after"]


def test_a_database_that_was_changed_by_hand_is_told(url: str) -> None:
    run("db", "upgrade")
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        connection.execute("ALTER TABLE officers ADD COLUMN extra TEXT")
    answer = run("db", "check")
    assert answer.exit_code == 1
    assert "extra" in answer.stderr


def test_the_first_administrator_is_made_once(url: str) -> None:
    run("db", "upgrade")
    made = bootstrap()
    assert made.exit_code == 0
    assert json.loads(made.stdout) == {"username": "root", "administrator": True}
    second = bootstrap()
    assert second.exit_code == 1
    assert "already has officers" in json.loads(second.stdout)["refused"]


def test_the_password_is_asked_twice_where_none_is_piped(url: str) -> None:
    run("db", "upgrade")
    words = ("officers", "bootstrap", "--username", "root", "--name", "Asha Naik")
    short = run(*words, stdin="short\nshort\n")
    assert short.exit_code == 1
    assert "12 to 256" in short.stderr
    done = run(*words, stdin=f"{PASSWORD}\n{PASSWORD}\n")
    assert done.exit_code == 0
    assert PASSWORD not in done.output


def test_a_setting_that_cannot_be_is_wrong_use(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VETCONTROL_SESSION_HOURS", "99")
    answer = run("db", "check")
    assert answer.exit_code == 2
    assert "VETCONTROL_SESSION_HOURS" in answer.stderr


@pytest.mark.parametrize(
    "words", [("nothing",), ("db", "nothing"), ("radius",), ("serve", "--port", "0")]
)
def test_wrong_use_is_2(words: tuple[str, ...]) -> None:
    assert run(*words).exit_code == 2


def _file(path: Path, *features: dict[str, Any]) -> str:
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return str(path)


def _point(lon: float, lat: float, **properties: Any) -> dict[str, Any]:
    return {
        "type": "Feature",
        "geometry": {"type": "Point", "coordinates": [lon, lat]},
        "properties": properties,
    }


def test_the_radius_needs_no_register(tmp_path: Path) -> None:
    """The points of a mile due north and east of Panaji, a centimetre in and out."""
    place = _file(tmp_path / "place.json", _point(73.8278, 15.4909))
    premises = _file(
        tmp_path / "premises.json",
        _point(73.8278, 15.50544389, premises_id="in"),
        _point(73.8278, 15.50544407, premises_id="out"),
        _point(73.84279847, 15.49089949, premises_id="open", accuracy_m=5),
    )
    words = ("radius", "--place", place, "--premises", premises, "--metres", "1609.344")
    answer = json.loads(run(*words, "--json").stdout)
    assert [found["premises_id"] for found in answer["within"]] == ["in"]
    assert answer["within"][0]["distance_m"] == pytest.approx(1609.334, abs=0.001)
    assert [found["premises_id"] for found in answer["straddling"]] == ["open"]
    assert "1 within, 1 straddling." in run(*words).stdout


@pytest.mark.parametrize("metres", ["nan", "inf", "0", "-1", "a mile"])
def test_metres_that_are_none_are_wrong_use(tmp_path: Path, metres: str) -> None:
    place = _file(tmp_path / "place.json", _point(73.8278, 15.4909))
    words = ("radius", "--place", place, "--premises", place, "--metres", metres)
    assert run(*words).exit_code == 2


def test_a_file_that_cannot_be_read_is_refused_with_the_remedy(tmp_path: Path) -> None:
    place = _file(tmp_path / "place.json", _point(15.4909, 73.8278), _point(1, 1))
    answer = run("radius", "--place", place, "--premises", place, "--metres", "1", "--json")
    assert answer.exit_code == 1
    assert "exactly one place" in json.loads(answer.stdout)["refused"]


def test_coverage_of_the_law() -> None:
    answer = run("law", "coverage", "--json")
    assert answer.exit_code == 0
    assert [of["statute"] for of in json.loads(answer.stdout)] == [
        "GOA1968", "CTA1871", "DOA1974", "KER1961",
    ]  # fmt: skip
    one = json.loads(run("law", "coverage", "--statute", "DOA1974", "--json").stdout)
    assert len(one) == 1
    assert "DOA1974" in run("law", "coverage").stdout
    assert run("law", "coverage", "--statute", "XYZ1900").exit_code == 1


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True), ("127.8.9.1", True), ("::1", True), ("[::1]", True),
        ("localhost", True), ("0.0.0.0", False), ("::", False), ("10.0.0.7", False),
        ("vet.example", False), ("localhost.evil.test", False),
    ],
)  # fmt: skip
def test_a_demonstration_is_served_to_this_machine_only(host: str, loopback: bool) -> None:
    serve.require_private(host, is_embedded=True, forced=True)
    if loopback:
        serve.require_private(host, is_embedded=True, forced=False)
    else:
        with pytest.raises(Refused, match="--force"):
            serve.require_private(host, is_embedded=True, forced=False)


def test_a_demonstration_on_a_server_is_refused() -> None:
    with pytest.raises(Refused, match="PostgreSQL"):
        serve.require_private("127.0.0.1", is_embedded=False, forced=False)


def test_the_audit_finds_what_was_changed(url: str) -> None:
    run("db", "upgrade")
    bootstrap()
    answer = run("audit", "verify", "--json")
    assert answer.exit_code == 0
    report = json.loads(answer.stdout)
    assert report["whole"]
    head = f"{report['head']['seq']}:{report['head']['hash']}"
    assert run("audit", "verify", "--checkpoint", head).exit_code == 0
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        connection.execute("DROP TRIGGER entries_no_update")
        connection.execute("UPDATE entries SET actor = 'other' WHERE seq = 1")
    changed = run("audit", "verify")
    assert changed.exit_code == 1
    assert "not whole" in changed.stdout
    assert "entry 1" in changed.stdout
    assert run("audit", "verify", "--checkpoint", "1:abc").exit_code == 2


def test_a_demonstration_is_made_once_and_kept(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demonstration.build, "__kwdefaults__", {"premises": 0, "seed": 1})
    served: list[Any] = []
    monkeypatch.setattr("uvicorn.run", lambda app, **how: served.append((app, how)))
    first, second = run("serve", "--demo"), run("serve", "--demo", "--port", "8123")
    assert first.exit_code == second.exit_code == 0
    file = Path(url.removeprefix("sqlite:///")).parent / "demo-sign-ins.json"
    assert file.stat().st_mode & 0o777 == 0o600
    sign_ins = json.loads(file.read_text())
    assert "http://127.0.0.1:8123/" in second.stdout
    for given in sign_ins.values():
        assert given["password"] in first.stdout
        assert given["password"] in second.stdout
    app, how = served[1]
    assert how["host"] == "127.0.0.1"
    # Nobody's X-Forwarded-For is believed, not even one from this machine, unless it is named.
    assert (how["proxy_headers"], how["forwarded_allow_ips"]) == (False, "")
    monkeypatch.setenv("VETCONTROL_TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8")
    assert run("serve", "--demo").exit_code == 0
    how = served[2][1]
    assert (how["proxy_headers"], how["forwarded_allow_ips"]) == (True, "127.0.0.1, 10.0.0.0/8")
    for wrong in ("*", "proxy.example", "10.0.0.0/8,any"):
        monkeypatch.setenv("VETCONTROL_TRUSTED_PROXIES", wrong)
        assert run("serve", "--demo").exit_code == 2
    with TestClient(app) as client:
        surgeon = Caller(client, {"surgeon": sign_ins["veterinary_surgeon"]["password"]})
        me = client.get("/api/v1/me", headers=surgeon.bearer("surgeon")).json()
    (held,) = me["appointments"]
    assert held["role"] == "veterinary_surgeon"
    assert held["in_force"]
    assert held["permits"]


def test_a_demonstration_for_others_is_refused_before_it_is_made(url: str) -> None:
    answer = run("serve", "--demo", "--host", "0.0.0.0")
    assert answer.exit_code == 1
    assert not Path(url.removeprefix("sqlite:///")).exists()


def test_a_register_is_served_as_what_it_is(url: str) -> None:
    unmade = run("serve")
    assert unmade.exit_code == 1
    assert "vetcontrol db upgrade" in unmade.stderr
    run("db", "upgrade")
    bootstrap()
    answer = run("serve", "--demo")
    assert answer.exit_code == 1
    assert "no demonstration" in answer.stderr
    assert serve.application("0.0.0.0", demo=False, force=False).title == "vetcontrol"


def test_a_demonstration_is_known_by_its_first_entry(url: str) -> None:
    run("db", "upgrade")
    register = open_register(Settings(database_url=url), SystemClock())
    with register.writing() as writing:
        open_log(writing, demo=True)
    register.close()
    refused = run("serve", "--host", "0.0.0.0")
    assert refused.exit_code == 1
    assert "--force" in refused.stderr
    assert serve.application("127.0.0.1", demo=True, force=False).title == "vetcontrol"
    assert serve.application("0.0.0.0", demo=False, force=True).title == "vetcontrol"


@pytest.mark.parametrize(
    ("host", "port", "address"),
    [
        ("127.0.0.1", 8000, "http://127.0.0.1:8000"),
        ("localhost", 8001, "http://localhost:8001"),
        ("0.0.0.0", 8000, "http://127.0.0.1:8000"),
        ("::1", 8000, "http://[::1]:8000"),
        ("::", 8000, "http://[::1]:8000"),
    ],
)
def test_papers_of_a_demonstration_carry_the_address_of_its_server(
    url: str, monkeypatch: pytest.MonkeyPatch, host: str, port: int, address: str
) -> None:
    run("db", "upgrade")
    register = open_register(Settings(database_url=url), SystemClock())
    with register.writing() as writing:
        open_log(writing, demo=True)
    register.close()
    for public, carried in (("", address), ("https://vet.example", "https://vet.example")):
        monkeypatch.setenv("VETCONTROL_PUBLIC_ADDRESS", public)
        app = serve.application(host, demo=False, force=True, port=port)
        assert app.state.vetcontrol.settings.public_address == carried


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("postgresql+psycopg://nobody@127.0.0.1:1/none", "cannot be used"),
        ("mystery://nowhere/none", "names no register"),
        ("no address", "names no register"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, address: str, says: str
) -> None:
    monkeypatch.setenv("VETCONTROL_DATABASE_URL", address)
    for words in (("db", "upgrade"), ("doctor", "--json"), ("audit", "verify")):
        result = run(*words)
        assert result.exit_code == 1, words
        assert says in result.output
        assert "Traceback" not in result.output
        assert isinstance(result.exception, SystemExit)


def test_a_file_that_is_no_register_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "letter.txt").write_text("Dear Inspector, " * 200, encoding="utf-8")
    monkeypatch.setenv("VETCONTROL_DATABASE_URL", f"sqlite:///{tmp_path}/letter.txt")
    result = run("db", "upgrade")
    assert result.exit_code == 1
    assert "cannot be used: file is not a database" in result.output


@pytest.mark.parametrize("where", ["nowhere/copy.sqlite", "letter.txt/copy.sqlite"])
def test_a_copy_that_cannot_be_written_is_refused(url: str, tmp_path: Path, where: str) -> None:
    run("db", "upgrade")
    (tmp_path / "letter.txt").write_text("Dear Inspector", encoding="utf-8")
    result = run("backup", str(tmp_path / where))
    assert result.exit_code == 1
    assert "is no folder; make it, or name another" in result.output


def test_a_port_in_use_is_told_with_another(url: str) -> None:
    run("db", "upgrade")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("serve", "--port", str(port))
    assert result.exit_code == 1
    assert f"Port {port} is in use; choose another with --port" in result.output
    assert f"PORT={port + 1}" in result.output


def test_an_address_that_this_machine_has_not_is_told(url: str) -> None:
    run("db", "upgrade")
    result = run("serve", "--host", "192.0.2.1", "--port", "8123")
    assert result.exit_code == 1
    assert "Nothing can be served at 192.0.2.1" in result.output
