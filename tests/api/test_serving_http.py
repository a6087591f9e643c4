"""Delivery with proof, scans and certificates over HTTP, on both engines."""

from __future__ import annotations

import base64
import hashlib
import io
from typing import Any

import pytest
from PIL import Image, ImageOps

from api.routers import serving
from desk import BASE, Desk, in_path
from vetcontrol.register.checkpoints import Audited, audited
from vetcontrol.register.entries import entries_of

INSPECTOR, SURGEON = "inspector", "veterinary_surgeon"
PDF = b"%PDF-1.7 signed by hand\n%%EOF\n"
COMPUTER = "Server of the Directorate, Panaji"


def png(colour: str = "navy") -> str:
    written = io.BytesIO()
    ImageOps.expand(Image.new("RGBA", (28, 10), colour), 1, "white").save(written, "PNG")
    return base64.b64encode(written.getvalue()).decode()


@pytest.fixture
def case(desk: Desk) -> Any:
    """A fresh order in Ponda; the register's computer is described."""
    desk.register.settings = desk.register.settings.model_copy(update={"computer": COMPUTER})
    premises = desk.do(
        SURGEON,
        "/premises",
        {
            "name": "Dairy",
            "kind": "dairy",
            "geometry": {"type": "Point", "coordinates": [74.0, 15.4]},
            "animals": {"cattle": 3},
            "keepers": [{"role": "owner", "name": "A. Owner"}],
        },
    )
    body = {
        "disease": "foot_and_mouth_disease",
        "grounds": "Vesicles",
        "premises_id": premises["id"],
    }
    made = desk.do(INSPECTOR, "/infected-places", body)
    return desk.get(INSPECTOR, f"/infected-places/{in_path(made['number'])}")


def order_of(case: Any) -> str:
    return str(case["order"]["number"])


def test_a_delivery_with_its_proof(desk: Desk, case: Any) -> None:
    (copy,) = case["services"]
    path = f"/documents/{in_path(copy['document'])}/service"
    body = {
        "manner": "in_person",
        "received_by": "A. Owner",
        "served_by": "P. Peon",
        "signature": f"data:image/png;base64,{png()}",
        "photograph": png("green"),
        "position": {"longitude": 74.0, "latitude": 15.4, "accuracy_m": 8.5, "source": "device"},
    }
    made = desk.do(INSPECTOR, path, body)
    assert made["proof"] == ["photograph", "received_by", "signature"]
    assert made["warnings"] == []
    told = desk.get(INSPECTOR, f"/infected-places/{in_path(case['number'])}")
    (served,) = told["services"]
    assert served["proof"] == made["proof"]
    assert (served["seq"], served["overtaken_by"]) == (made["seq"], "")
    with desk.register.reading() as reading:
        content = entries_of(reading.session, case["number"])[-1].content
    address = f"/attachments/{content['signature']['attachment']}"
    shown = desk.ask(INSPECTOR, address)
    assert shown.status_code == 200
    assert hashlib.sha256(shown.content).hexdigest() == content["signature"]["attachment"]
    assert shown.headers["content-type"] == "image/png"
    assert shown.headers["content-disposition"].startswith("inline")
    assert shown.headers["content-security-policy"].startswith("default-src 'none'; sandbox")
    assert shown.headers["x-content-type-options"] == "nosniff"
    assert desk.ask(None, address).status_code == 401
    assert desk.ask("administrator", address).status_code == 404
    assert desk.ask(INSPECTOR, f"/attachments/{'0' * 64}").status_code == 404


def test_a_delivery_without_proof_is_recorded_with_its_warning(desk: Desk, case: Any) -> None:
    path = f"/documents/{in_path(case['services'][0]['document'])}/service"
    made = desk.do(INSPECTOR, path, {"manner": "affixed"})
    assert made["warnings"] == [
        "Missing proof of the delivery: a photograph of the paper at the place."
        " Add what is missing, or say why there is none."
    ]
    assert made["decision"]["outcome"] == "needs_decision"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"manner": "affixed", "photograph": "no base64!"}, "photograph"),
        ({"manner": "affixed", "photograph": base64.b64encode(b"<svg/>").decode()}, "photograph"),
        ({"manner": "in_person", "signature": png()[:60]}, "signature"),
        ({"manner": "registered_post"}, "post_number"),
        ({"manner": "registered_post", "post_number": "RM123456789IN"}, "post_number_reason"),
        ({"manner": "by pigeon"}, "manner"),
    ],
)
def test_what_is_no_proof_is_refused_by_name(
    desk: Desk, case: Any, body: dict[str, Any], field: str
) -> None:
    path = f"/documents/{in_path(case['services'][0]['document'])}/service"
    head = desk.head()
    answer = desk.send(INSPECTOR, path, body)
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]
    assert desk.head() == head


def scan(desk: Desk, who: str, number: str, data: bytes = PDF) -> Any:
    return desk.client.post(
        f"{BASE}/documents/{in_path(number)}/scan",
        headers=desk.header(who),
        files={"scan": ("whatever.exe", data, "text/html")},
        data={"remark": "Both sheets"},
    )


def test_a_scan_of_the_signed_paper(desk: Desk, case: Any) -> None:
    order = order_of(case)
    made = scan(desk, INSPECTOR, order)
    assert made.status_code == 201, made.text
    record = desk.get(INSPECTOR, f"/documents/{in_path(order)}.json")
    (kept,) = record["scans"]
    assert kept == {
        "seq": made.json()["seq"],
        "sha256": hashlib.sha256(PDF).hexdigest(),
        "media_type": "application/pdf",
    }
    shown = desk.ask(INSPECTOR, f"/attachments/{kept['sha256']}")
    assert shown.content == PDF
    assert shown.headers["content-disposition"].startswith("attachment")
    assert scan(desk, INSPECTOR, order).status_code == 422, "the same file twice"
    assert scan(desk, INSPECTOR, order, b"MZ no scan").status_code == 422
    assert scan(desk, "administrator", order, PDF + b"%%EOF").status_code == 403
    desk.do(INSPECTOR, "/corrections", {"seq": kept["seq"], "reason": "The wrong sheet"})
    assert desk.get(INSPECTOR, f"/documents/{in_path(order)}.json")["scans"] == []


def test_a_certificate_of_the_record(desk: Desk, case: Any) -> None:
    order = order_of(case)
    path = f"/documents/{in_path(order)}/certificate"
    made = desk.do(INSPECTOR, path)
    assert made["whole"] is True
    (document,) = made["documents"]
    assert document["kind"] == "electronic_record_certificate"
    assert desk.get(INSPECTOR, f"/documents/{in_path(order)}.json")["certificates"] == [
        made["number"]
    ]
    page = desk.client.get(document["links"]["html"], headers=desk.header(INSPECTOR))
    assert "Bharatiya Sakshya Adhiniyam, 2023" in page.text
    assert "(section 63(4)(c))" in page.text
    assert COMPUTER in page.text
    konkani = desk.client.get(
        f"{document['links']['html']}?language=kok", headers=desk.header(INSPECTOR)
    )
    assert "इलेक्ट्रॉनीक नोंदीचें प्रमाणपत्र" in konkani.text
    assert "Bharatiya Sakshya Adhiniyam" not in konkani.text
    told = desk.get(INSPECTOR, f"/documents/{in_path(made['number'])}.json")
    assert "no_checkpoint" in str(told), "the certificate says against what the log was held"
    assert desk.send("administrator", path).status_code == 403
    assert desk.send(None, path).status_code == 401
    assert desk.send(INSPECTOR, "/documents/ORD-2026-009999/certificate").status_code == 404


def test_the_log_is_audited_once_and_for_whoever_may_ask(
    desk: Desk, case: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = []

    def counted(*given: Any, **named: Any) -> Audited:
        done.append(desk.register.database.head())
        return audited(*given, **named)

    monkeypatch.setattr(serving, "audited", counted)
    address = f"{BASE}/documents/{in_path(order_of(case))}/certificate"
    assert desk.send("administrator", address.removeprefix(BASE)).status_code == 403
    assert done == []
    headers = {**desk.header(INSPECTOR), "Idempotency-Key": "once-only-1"}
    first = desk.client.post(address, headers=headers)
    again = desk.client.post(address, headers=headers)
    assert first.status_code == 201, first.text
    assert (again.json(), again.headers["Idempotency-Replayed"]) == (first.json(), "true")
    assert len(done) == 1
