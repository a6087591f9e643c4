"""Attachments: judged by content, drawn anew, kept once, redacted for good, audited."""

from __future__ import annotations

import io
import resource
import struct
import zlib
from typing import Any

import pytest
from PIL import Image
from sqlalchemy import select, update

from casework import Desk
from vetcontrol.errors import Malformed, NotFound, Refused
from vetcontrol.register import attachments, picture_reader, redaction
from vetcontrol.register.audit import verify
from vetcontrol.register.entries import Actor, Kind
from vetcontrol.register.tables import AttachmentRow

SECRET = b"secret 15.4,74.0"
PDF = b"%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"


def picture(
    kind: str = "JPEG", mode: str = "RGB", size: tuple[int, int] = (40, 20), **more: Any
) -> bytes:
    written = io.BytesIO()
    made = Image.linear_gradient("L").resize(size).convert(mode)
    if mode == "RGBA":
        made.putalpha(200)
    made.save(written, kind, **more)
    return written.getvalue()


def with_exif() -> bytes:
    exif = Image.Exif()
    exif[0x0112] = 6  # orientation: turned by 90 degrees
    exif[0x010E] = SECRET.decode()
    exif[0x8825] = {1: "N", 2: (15.0, 24.0, 0.0)}
    return picture(exif=exif) + SECRET


@pytest.mark.parametrize(
    ("sent", "media_type"),
    [
        (picture("JPEG"), "image/jpeg"),
        (picture("JPEG", "CMYK"), "image/jpeg"),
        (picture("PNG", "RGBA"), "image/png"),
        (picture("PNG", "L"), "image/png"),
        (picture("WEBP"), "image/jpeg"),
        (picture("WEBP", "RGBA"), "image/png"),
    ],
)
def test_pictures_are_drawn_anew(sent: bytes, media_type: str) -> None:
    found = attachments.read("photograph", sent)
    assert found.media_type == media_type
    with Image.open(io.BytesIO(found.data)) as drawn:
        assert drawn.size == (40, 20)
        assert drawn.get_format_mimetype() == media_type
        assert not drawn.getexif()


def test_nothing_of_the_file_survives_but_the_pixels() -> None:
    found = attachments.read("photograph", with_exif())
    assert SECRET not in found.data
    assert b"Exif" not in found.data
    with Image.open(io.BytesIO(found.data)) as drawn:
        assert drawn.size == (20, 40), "the orientation was applied"


@pytest.mark.parametrize(
    ("kind", "mode", "colour"),
    [("JPEG", "RGB", "white"), ("PNG", "RGBA", "navy"), ("PNG", "RGBA", "#ffffff00"),
     ("PNG", "L", "black"), ("WEBP", "RGB", "grey")],
)  # fmt: skip
def test_a_blank_picture_proves_nothing(kind: str, mode: str, colour: str) -> None:
    written = io.BytesIO()
    Image.new(mode, (600, 300), colour).save(written, kind)
    with pytest.raises(Malformed, match=r"signature.*is of one colour and shows nothing"):
        attachments.read("signature", written.getvalue())


def test_ink_that_is_only_in_the_transparency_is_no_blank() -> None:
    ink = Image.new("RGBA", (60, 30), "#00000000")
    ink.putpixel((7, 7), (0, 0, 0, 255))
    written = io.BytesIO()
    ink.save(written, "PNG")
    assert attachments.read("signature", written.getvalue()).media_type == "image/png"


def test_a_large_picture_is_kept_smaller() -> None:
    found = attachments.read("photograph", picture(size=(6_000, 100)))
    with Image.open(io.BytesIO(found.data)) as drawn:
        assert drawn.size[0] == picture_reader.LONGEST_SIDE


def bomb() -> bytes:
    """A PNG of a few hundred bytes that claims 60,000 by 60,000 pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 999))


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (b"", "is empty"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "is not a picture"),
        (b"GIF89a" + bytes(50), "is not a picture"),
        (PDF, "is not a picture"),
        (picture()[:200], "broken|no picture"),
        (b"\xff\xd8\xff" + bytes(5_000), "no picture|broken"),
        (bomb(), "pixels|no picture"),
        (picture() + bytes(attachments.MOST_BYTES), "send at most"),
    ],
)
def test_what_is_no_picture_is_refused(sent: bytes, words: str) -> None:
    with pytest.raises(Malformed, match=words) as caught:
        attachments.read("photograph", sent)
    assert "photograph" in str(caught.value)


def test_a_pdf_is_kept_as_it_is_where_one_may_be_sent() -> None:
    found = attachments.read("scan", PDF, pdf=True)
    assert (found.media_type, found.data) == ("application/pdf", PDF)
    with pytest.raises(Malformed, match="or a PDF"):
        attachments.read("scan", b"%PDF-1.7 cut off", pdf=True)


def test_the_reader_bounds_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[int, tuple[int, int]] = {}
    monkeypatch.setattr(resource, "setrlimit", asked.__setitem__)
    picture_reader.limit()
    assert asked[resource.RLIMIT_AS][1] == picture_reader.MEMORY_BYTES
    assert asked[resource.RLIMIT_FSIZE] == (0, 0)


KIND = "test.attached"


@pytest.fixture
def kept(desk: Desk) -> tuple[Desk, str]:
    """A register with one attachment, named by an entry."""
    handlers = desk.register.handlers
    desk.register.handlers = type(handlers)(
        {**handlers.kinds, KIND: Kind(KIND)}, handlers.refreshers, handlers.publications
    )
    return desk, _attach(desk)


def _attach(desk: Desk, times: int = 1) -> str:
    found = attachments.read("photograph", picture())
    with desk.register.writing() as writing:
        for _ in range(times):
            named = attachments.keep(writing, found)
        writing.append(KIND, Actor("inspector"), {"photograph": named}, subjects=("paper/X",))
    return found.sha256


def test_kept_once_with_the_entry_that_names_it(kept: tuple[Desk, str]) -> None:
    desk, sha256 = kept
    assert _attach(desk, times=2) == sha256
    with desk.register.reading() as reading:
        rows = reading.session.scalars(select(AttachmentRow)).all()
        assert [row.entry_seq for row in rows] == [desk.head() - 1]
        row = attachments.get(reading.session, sha256)
        assert len(list(attachments.entries_naming(reading.session, row, (KIND,)))) == 2
    report = verify(desk.register)
    assert (report.faults, report.attachments) == ([], 1)


def test_redaction_takes_it_out_for_good(kept: tuple[Desk, str]) -> None:
    desk, sha256 = kept
    with desk.register.writing() as writing:
        redaction.redact(
            writing, Actor("administrator"), [sha256], reason="Court order", administrator=True
        )
    with desk.register.reading() as reading, pytest.raises(NotFound):
        attachments.get(reading.session, sha256)
    with pytest.raises(Refused, match="taken out for good"):
        _attach(desk)
    with desk.register.writing() as writing, pytest.raises(NotFound):
        redaction.redact(writing, Actor("a"), [sha256], reason="Again", administrator=True)
    report = verify(desk.register)
    assert (report.faults, report.redacted) == ([], 1)


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"data": b"other"}, "its bytes were changed"),
        ({"data": None}, "no entry says by whom"),
        ({"sha256": "0" * 64}, "its row is gone"),
    ],
)
def test_the_audit_sees_what_was_done_to_it(
    kept: tuple[Desk, str], values: dict[str, Any], fault: str
) -> None:
    desk, _ = kept
    with desk.register.database.writing() as session:
        session.execute(update(AttachmentRow).values(**values))
    assert fault in " ".join(verify(desk.register).faults)
