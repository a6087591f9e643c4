"""Delivery on pages: the round, one paper with proof, several at once, the table, what is kept."""

from __future__ import annotations

import base64
import csv
import io
import re

import pytest
from PIL import Image, ImageOps

from api.notices import Order, Which, numbers_of
from api.pages.page import CHOOSE_AGAIN
from api.spreadsheet import inert_cell
from office_visitor import Visitor
from vetcontrol.disease import queries
from vetcontrol.disease.tables import ServiceRow
from vetcontrol.register.register import Register


def png() -> bytes:
    written = io.BytesIO()
    ImageOps.expand(Image.new("RGB", (28, 10), "navy"), 1, "white").save(written, "PNG")
    return written.getvalue()


def case_of(register: Register) -> str:
    with register.reading() as reading:
        return queries.listing(reading.session)[0][0].number


def services(register: Register) -> list[ServiceRow]:
    with register.reading() as reading:
        rows = queries.services(reading.session, case_of(register))
        reading.session.expunge_all()
    return rows


def in_path(number: str) -> str:
    return number.replace("/", "-")


def test_the_round_by_village_with_a_map_and_buttons(visitor: Visitor) -> None:
    case = in_path(case_of(visitor.register))
    waiting = [row for row in services(visitor.register) if row.waits]
    for address in (f"/rounds?case={case}", "/rounds"):
        page = visitor.be("veterinary_surgeon").page(address)
        assert page.count('class="button button-') >= len(waiting)
        for row in waiting:
            assert f"/serve/{in_path(row.document)}?scope=" in page
        assert 'id="next"' in page
        assert "data-round=" in page
        assert "<i onx" not in page
    wrong = visitor.get("/rounds?start=nowhere")
    assert wrong.status_code == 422
    assert "field-start" in wrong.text
    assert "0 m on" in visitor.page(f"/rounds?case={case}")
    with_start = visitor.page(f"/rounds?case={case}&start=15.4,74.0")
    assert "m on" in with_start


def test_papers_are_printed_in_the_order_of_the_round_that_is_shown(visitor: Visitor) -> None:
    case = case_of(visitor.register)
    page = visitor.be("veterinary_surgeon").page(f"/rounds?case={in_path(case)}")
    shown = list(dict.fromkeys(re.findall(r'href="/serve/([A-Z]+-\d+-\d+)', page)))
    assert len(shown) > 1
    with visitor.register.reading() as reading:
        printed = numbers_of(reading, case, Which.UNSERVED, Order.ROUND)
    assert [in_path(number) for number in printed] == shown


def test_a_round_is_for_the_area_alone(visitor: Visitor) -> None:
    assert "Nothing waits" in visitor.be("administrator").page("/rounds")


def test_one_paper_with_its_proof_and_on_to_the_next_stop(visitor: Visitor) -> None:
    row = next(row for row in services(visitor.register) if row.waits)
    path = f"/serve/{in_path(row.document)}"
    visitor.be("veterinary_surgeon")
    form = {"scope": "all", "manner": "in_person", "received_by": "A. Receiver"}
    photograph = {"photograph": ("proof.png", png(), "image/png")}
    asked = visitor.post(path, form, files=photograph)
    assert asked.status_code == 422
    assert "signature of who received it" in asked.text
    assert '<a href="#field-proof_reason">Why there is no proof</a>: Missing proof' in asked.text
    assert CHOOSE_AGAIN in asked.text
    assert CHOOSE_AGAIN not in visitor.post(path, form).text
    assert 'name="proof_reason"' in asked.text
    assert 'value="A. Receiver"' in asked.text
    drawn = f"data:image/png;base64,{base64.b64encode(png()).decode()}"
    done = visitor.post(path, form | {"signature": drawn})
    assert done.status_code == 303
    assert done.headers["location"] == f"/rounds?after={in_path(row.document)}#next"
    (served,) = [s for s in services(visitor.register) if s.document == row.document]
    assert served.proof == "received_by signature"
    page = visitor.page(f"/infected-places/{in_path(case_of(visitor.register))}/services")
    assert "Received by A. Receiver" in page
    found = re.search(r'href="(/api/v1/attachments/[0-9a-f]{64})">Signature', page)
    assert found
    assert visitor.get(found[1]).headers["content-type"] == "image/png"
    again = visitor.page(path)
    assert "Delivered" in again
    assert "<canvas" not in again


def test_a_number_that_fails_is_asked_about(visitor: Visitor) -> None:
    row = next(row for row in services(visitor.register) if row.waits)
    path = f"/serve/{in_path(row.document)}"
    visitor.be("veterinary_surgeon")
    form = {"manner": "registered_post", "post_number": "RM123456789IN"}
    asked = visitor.post(path, form)
    assert asked.status_code == 422
    assert 'name="post_number_reason"' in asked.text
    done = visitor.post(path, form | {"post_number_reason": "Read twice"})
    assert done.status_code == 303
    assert done.headers["location"].endswith("/services")


def test_no_manner_is_asked_for(visitor: Visitor) -> None:
    row = next(row for row in services(visitor.register) if row.waits)
    answer = visitor.be("veterinary_surgeon").post(f"/serve/{in_path(row.document)}", {})
    assert answer.status_code == 422
    assert "choose how it was delivered" in answer.text


def test_several_at_once_and_the_filter(visitor: Visitor) -> None:
    path = f"/infected-places/{in_path(case_of(visitor.register))}/services"
    waiting = [row.document for row in services(visitor.register) if row.waits]
    visitor.be("veterinary_surgeon")
    form = {"documents": waiting, "manner": "left_at_premises"}
    assert visitor.post(path, form).status_code == 422
    done = visitor.post(path, form | {"proof_reason": "No camera at hand"})
    assert done.status_code == 303
    page = visitor.page(f"{path}?show=waiting")
    assert "None." in page
    assert all(row.served_at for row in services(visitor.register))
    assert waiting[0] in visitor.page(f"{path}?show=served")


def test_the_table_for_a_spreadsheet(visitor: Visitor) -> None:
    path = f"/infected-places/{in_path(case_of(visitor.register))}/services.csv"
    answer = visitor.be("veterinary_surgeon").get(path)
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert len(rows) == 1 + len(services(visitor.register))
    assert rows[0][:3] == ["Document", "What", "To"]
    assert not [cell for row in rows for cell in row if cell[:1] in ("=", "+", "-", "@", "\t")]


@pytest.mark.parametrize(
    "cell", ["=1+1", " =1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\u00a0=1"]
)
def test_no_cell_becomes_a_formula(cell: str) -> None:
    assert inert_cell(cell) == f"'{cell}"
    assert inert_cell(f"A{cell}") == f"A{cell}"


def test_what_is_kept_with_a_paper(visitor: Visitor) -> None:
    row = services(visitor.register)[0]
    path = f"/papers/{in_path(row.document)}"
    visitor.be("veterinary_surgeon")
    page = visitor.page(path)
    assert "None yet." in page
    missing = visitor.post(f"{path}/scan", {"remark": "Both"})
    assert missing.status_code == 422
    kept = visitor.post(f"{path}/scan", {"remark": "Both"}, {"scan": ("a.png", png(), "image/png")})
    assert kept.status_code == 303
    page = visitor.page(path)
    found = re.search(r'href="(/api/v1/attachments/[0-9a-f]{64})"', page)
    assert found
    assert visitor.get(found[1]).status_code == 200
    assert found[1] not in visitor.be("administrator").page(path)
    html = visitor.be("veterinary_surgeon").page(f"/api/v1/documents/{in_path(row.document)}.html")
    assert f'href="{path}"' in html


def test_a_certificate_on_its_page(visitor: Visitor) -> None:
    row = services(visitor.register)[0]
    path = f"/papers/{in_path(row.document)}"
    visitor.be("veterinary_surgeon")
    refused = visitor.post(f"{path}/certificate", {})
    assert refused.status_code == 409
    assert "VETCONTROL_COMPUTER" in refused.text
    described = visitor.register.settings.model_copy(update={"computer": "A server in Panaji"})
    visitor.register.settings = described
    done = visitor.post(f"{path}/certificate", {})
    assert done.status_code == 303
    page = visitor.page(path)
    found = re.search(r"Certificate (CER/\d{4}/\d{6})", page)
    assert found
    assert "Draw up a certificate" not in visitor.page(f"/papers/{in_path(found[1])}")
