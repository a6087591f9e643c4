"""The contract: every call is named, and an address that asks for nothing is refused."""

from __future__ import annotations

import pytest

from desk import Desk
from refusals import SURGEON, refused


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/infected-places/IP-2027-999999", 404),
        ("/infected-places/none", 404),
        ("/infected-places/IP%2F2027%2F000001", 404),
        ("/infected-places/%00", 404),
        ("/documents/ORD-2027-999999.json", 404),
        ("/documents/ORD-2027-999999.html", 404),
        ("/documents/ORD-2027-999999.pdf", 404),
        ("/infected-places/IP-2027-999999/notices.pdf", 404),
        ("/infected-places/IP-2027-999999/notices.pdf?part=0", 422),
        ("/infected-places/IP-2027-999999/notices.pdf?order=none", 422),
        ("/notifications/NOT-2027-999999", 404),
        ("/appointments/APT-2027-999999", 404),
        ("/delegations/DLG-2027-999999", 404),
        ("/layers/none", 404),
        ("/premises/999999", 404),
        ("/premises/0", 422),
        ("/premises?bbox=1,2,3", 422),
        ("/premises?bbox=nan,0,1,1", 422),
        ("/premises?bbox=75,15,73,16", 422),
        ("/premises?q=%00", 422),
        ("/appointments?officer=%00", 422),
        ("/delegations?district=%00", 422),
        ("/in-force?lon=74", 422),
        ("/in-force?lon=nan&lat=15", 422),
        ("/in-force?lon=74&lat=95", 422),
        ("/in-force?lon=74&lat=15&at=yesterday", 422),
        ("/in-force?lon=74&lat=15&known_at=2027-01-01T00:00:00Z&known_seq=3", 422),
        ("/infected-places?state=none", 422),
        ("/areas?level=planet", 422),
        ("/licences/ML-2027-999999", 404),
        ("/licences?state=none", 422),
        ("/checks?licence=none", 404),
        ("/checks?verdict=none", 422),
        ("/returns/RET-2027-999999", 404),
        ("/returns?state=none", 422),
    ],
)
def test_an_address_that_asks_for_nothing(desk: Desk, path: str, status: int) -> None:
    answer = desk.client.get(f"/api/v1{path}", headers=desk.header(SURGEON))
    refused(answer, status)


def test_the_contract_names_every_call(desk: Desk) -> None:
    contract = desk.client.get("/api/openapi.json").json()
    calls = {
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for path, methods in contract["paths"].items()
        for method in methods
    }
    wanted = {
        "GET /me",
        *(
            f"{m} /{p}"
            for p in ("premises", "appointments", "delegations")
            for m in ("GET", "POST")
        ),
        *(f"{m} /{p}" for p in ("diseases", "commencements") for m in ("GET", "POST")),
        "GET /premises/{premises_id}",
        "GET /areas",
        *(f"POST /appointments/{{number}}/{act}" for act in ("approve", "end")),
        *(f"POST /delegations/{{number}}/{act}" for act in ("approve", "revoke")),
        *(f"{m} /infected-places" for m in ("GET", "POST")),
        "GET /infected-places/{number}",
        *(f"{m} /infected-places/{{number}}/radius" for m in ("GET", "POST")),
        *(
            f"POST /infected-places/{{number}}/{act}"
            for act in ("examination", "report", "decision")
        ),
        *(f"{m} /infected-places/{{number}}/decision/preview" for m in ("GET", "POST")),
        "POST /notifications/{number}/amend/preview",
        "POST /documents/{number}/service",
        "GET /documents/{number}.json",
        "GET /documents/{number}.html",
        "GET /notifications",
        "GET /notifications/{number}",
        *(
            f"POST /notifications/{{number}}/{act}"
            for act in ("approve", "publish", "amend", "rescind", "exhibition")
        ),
        *(f"{m} /{p}" for p in ("licences", "checks") for m in ("GET", "POST")),
        *(f"{m} /{p}" for p in ("unloadings", "returns") for m in ("GET", "POST")),
        "POST /licences/preview",
        "GET /licences/{number}",
        *(f"POST /licences/{{number}}/{act}" for act in ("grant", "refuse", "revoke")),
        "GET /returns/{number}",
        "POST /returns/{number}/returned",
        "POST /corrections",
        "GET /infected-areas",
        "GET /in-force",
        "GET /layers",
        "GET /layers/{name}",
        "GET /layers/premises/clusters",
        "GET /moments",
        "GET /audit/verify",
        "GET /verify/{number}",
        "GET /documents/{number}.cose",
    }
    assert wanted <= calls
    for path, methods in contract["paths"].items():
        for method, call in methods.items():
            assert call.get("summary"), (path, method)
            if method == "post" and path.startswith("/api/v1/"):
                assert {"422", "409"} <= set(call["responses"]) or "sign-" in path, path
            names = [one["name"] for one in call.get("parameters", ())]
            acts = method == "post" and path.startswith("/api/v1/")
            # A preview keeps nothing, so repeating it does nothing twice.
            if acts and "sign-" not in path and not path.endswith("/preview"):
                assert "idempotency-key" in [name.lower() for name in names], path
    assert "HTTPValidationError" not in str(contract)
