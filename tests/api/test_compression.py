"""What goes out smaller, and what must not."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from callers import HTML, Caller

GZIP = {"Accept-Encoding": "gzip"}


@pytest.mark.parametrize(
    "address", ["/maps/ground.json", "/maps/style.json", "/static/app.css", "/api/v1/layers"]
)
def test_data_and_files_go_out_compressed(client: TestClient, address: str) -> None:
    answer = client.get(address, headers=GZIP)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["Vary"]
    plain = client.get(address, headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    assert plain.content == answer.content or address == "/api/v1/layers"
    assert int(answer.headers["Content-Length"]) < len(plain.content)


def test_a_page_with_a_token_goes_out_as_it_is(client: TestClient, caller: Caller) -> None:
    caller.open_session("vs.ponda")
    for address in ("/map", "/sign-out", "/api/docs"):
        answer = client.get(address, headers=HTML | GZIP)
        assert answer.headers["Content-Type"].startswith("text/html")
        assert "Content-Encoding" not in answer.headers, address
