"""What stands around every answer: policy, size, origin, cookies."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from api.app import create_app
from api.security import POLICY
from callers import HTML, OURS, Caller, hidden_fields, ways_in
from vetcontrol.register.register import Register
from vetcontrol.settings import Settings

LIMIT = 100_000


def test_every_answer_carries_the_policy(app: FastAPI, client: TestClient) -> None:
    addresses = {way.path.replace("{", "").replace("}", "") for way in ways_in(app)}
    for address in addresses | {"/nothing", "/static/app.css", "/api/openapi.json"}:
        headers = client.get(address, headers=HTML).headers
        assert headers["Content-Security-Policy"] == POLICY, address
        assert headers["X-Content-Type-Options"] == "nosniff"
        # The address of a paper holds its check code, which no page is told.
        secret = address.startswith("/verify") or address == "/api/v1/verify/number"
        assert headers["Referrer-Policy"] == ("no-referrer" if secret else "same-origin"), address
        assert "geolocation=(self)" in headers["Permissions-Policy"]


def test_the_policy_lets_nothing_in_from_elsewhere() -> None:
    words = {word for part in POLICY.split("; ") for word in part.split()[1:]}
    assert words == {"'none'", "'self'", "data:", "blob:"}
    assert "script-src 'self'" in POLICY


def test_a_route_may_have_a_policy_of_its_own(app: FastAPI, client: TestClient) -> None:
    from starlette.responses import Response  # noqa: PLC0415

    app.add_api_route(
        "/sheet", lambda: Response(headers={"Content-Security-Policy": "sandbox allow-scripts"})
    )
    policy = client.get("/sheet").headers.get_list("Content-Security-Policy")
    assert policy == ["sandbox allow-scripts"]


def test_no_page_holds_script_or_style_of_its_own(client: TestClient, caller: Caller) -> None:
    caller.open_session("vs.ponda")
    for address in ("/", "/sign-in", "/sign-out", "/problems", "/problems/fault", "/api/docs"):
        text = client.get(address, headers=HTML).text
        assert "style=" not in text
        assert "<style" not in text
        assert "onclick" not in text
        for piece in text.split("<script")[1:]:
            assert piece.partition(">")[2].startswith("</script>"), address
        assert "://" not in text.replace("http://vet.test", ""), address


def test_what_a_signed_in_caller_sees_is_never_stored(client: TestClient, caller: Caller) -> None:
    assert client.get("/problems", headers=HTML).headers["Cache-Control"] == "no-cache"
    assert client.get("/api/v1/me", headers=caller.bearer("root")).headers["Cache-Control"] == (
        "no-store"
    )
    caller.open_session("root")
    assert client.get("/problems", headers=HTML).headers["Cache-Control"] == "no-store"


def test_files_are_kept_only_by_their_digest(client: TestClient) -> None:
    text = client.get("/sign-in", headers=HTML).text
    address = text.split('rel="stylesheet" href="')[1].split('"')[0]
    assert "immutable" in client.get(address).headers["Cache-Control"]
    plain = client.get("/static/app.css").headers
    assert plain["Cache-Control"] == "no-cache"
    assert plain["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Origin" not in client.get("/api/v1/me").headers


@pytest.mark.parametrize("address", ["/api/v1/sign-in", "/sign-in"])
def test_a_body_above_the_limit_is_413_with_stated_length(client: TestClient, address: str) -> None:
    answer = client.post(address, content=b"x" * (LIMIT + 1))
    assert answer.status_code == 413
    assert "100,000 bytes" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("/api/v1/sign-in", "application/json"),
        ("/api/v1/sign-in", "application/x-www-form-urlencoded"),
        ("/sign-in", "application/x-www-form-urlencoded"),
    ],
)
def test_a_body_above_the_limit_is_413_in_pieces(
    client: TestClient, address: str, kind: str
) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(11):
            yield b" " * 10_000

    answer = client.post(address, content=pieces(), headers={"Content-Type": kind})
    assert answer.request.headers["transfer-encoding"] == "chunked"
    assert answer.status_code == 413
    assert answer.json()["type"] == "/problems/too-large"


def test_a_body_at_the_limit_is_read(client: TestClient) -> None:
    body = b'{"username":"root","password":"x"}'.ljust(LIMIT)
    answer = client.post(
        "/api/v1/sign-in", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 401


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.test"},
        {"Origin": "null"},
        {"Origin": "http://vet.test.evil.test"},
        {"Origin": "http://vet.test:8080"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_what_comes_from_another_site_is_refused(
    client: TestClient, caller: Caller, headers: dict[str, str]
) -> None:
    caller.open_session("root")
    fields = caller.fields("/sign-out")
    for answer in (
        client.post("/sign-out", data=fields, headers=headers),
        client.post("/api/v1/sign-out", headers=headers | OURS),
    ):
        assert answer.status_code == 403
        assert answer.json()["type"] == "/problems/not-from-here"
    assert client.get("/api/v1/me").status_code == 200


def test_our_own_page_passes_and_so_does_the_public_address(
    settings: Settings, register: Register, caller: Caller
) -> None:
    behind = create_app(
        settings.model_copy(update={"public_address": "https://vet.example"}), register=register
    )
    with TestClient(behind, base_url="http://inside.test") as client:
        token = Caller(client, caller.passwords).token("root")
        client.cookies.set("vetcontrol-session", "unknown")
        for origin in ("https://vet.example", "http://inside.test"):
            answer = client.post("/api/v1/sign-out", headers={"Origin": origin} | OURS)
            assert answer.status_code == 401
    assert token


def test_a_cookie_counts_for_programs_only_with_our_header(
    client: TestClient, caller: Caller
) -> None:
    caller.open_session("root")
    assert client.post("/api/v1/sign-out").status_code == 403
    assert client.post("/api/v1/sign-out", headers={"X-Vetcontrol": "0"}).status_code == 403
    assert client.post("/api/v1/sign-out", headers=OURS).status_code == 204
    assert client.get("/api/v1/me").status_code == 401


def test_a_header_of_authorization_shuts_the_cookie_out(client: TestClient, caller: Caller) -> None:
    """Else a foreign page could pass the guard with a header and act by the cookie."""
    caller.open_session("root")
    for header in ("Bearer nonsense", "Basic cm9vdDp4", "Bearer", ""):
        answer = client.post("/api/v1/sign-out", headers={"Authorization": header})
        assert answer.status_code == 401, header
    assert client.get("/api/v1/me").status_code == 200


def test_a_session_is_no_token_and_a_token_no_session(client: TestClient, caller: Caller) -> None:
    token = caller.token("root")
    client.cookies.set("vetcontrol-session", token)
    assert client.get("/api/v1/me").status_code == 401
    client.cookies.clear()
    caller.open_session("root")
    cookie = client.cookies["vetcontrol-session"]
    client.cookies.clear()
    answer = client.get("/api/v1/me", headers={"Authorization": f"Bearer {cookie}"})
    assert answer.status_code == 401


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(
    client: TestClient, caller: Caller
) -> None:
    fields = caller.fields("/sign-in")
    answer = client.post(
        "/sign-in", data=fields | {"username": "root", "password": caller.passwords["root"]}
    )
    session = next(
        c for c in answer.headers.get_list("set-cookie") if c.startswith("vetcontrol-session=")
    )
    assert "HttpOnly" in session
    assert "samesite=lax" in session.lower()
    assert "Secure" not in session


def test_over_https_cookies_are_secure_and_bound_to_the_host(
    settings: Settings, register: Register, caller: Caller
) -> None:
    secure = create_app(settings.model_copy(update={"secure_cookies": True}), register=register)
    with TestClient(secure, base_url="https://vet.test", follow_redirects=False) as client:
        page = client.get("/sign-in", headers=HTML)
        assert page.headers["Strict-Transport-Security"]
        given = {"username": "root", "password": caller.passwords["root"]}
        answer = client.post("/sign-in", data=hidden_fields(page.text) | given)
        assert answer.status_code == 303
        cookies = answer.headers.get_list("set-cookie")
        assert all("; Secure" in c and c.startswith("__Host-") for c in cookies)
        assert client.get("/api/v1/me").status_code == 200
        value = client.cookies["__Host-vetcontrol-session"]
        client.cookies.clear()
        # A neighbouring host can set the plain name, but not this one.
        client.cookies.set("vetcontrol-session", value)
        assert client.get("/api/v1/me").status_code == 401
