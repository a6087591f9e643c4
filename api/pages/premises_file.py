"""Taking in a file of premises: judged first, every refused row with its reason, then kept."""

from __future__ import annotations

import base64
import binascii
import zlib
from pathlib import PurePosixPath

from starlette.responses import Response

from api.deps import CurrentOfficer, RegisterDep
from api.forms import Filled, Form
from api.pages.page import OfficerPage, pages_router
from gis.errors import GeodesyError
from vetcontrol.errors import Malformed, VetcontrolError
from vetcontrol.officers.people import Officer
from vetcontrol.places.rows import Report
from vetcontrol.premises.importing import import_file
from vetcontrol.premises.keeping import keeper
from vetcontrol.premises.reading import COLUMNS
from vetcontrol.register.register import Register

router = pages_router()
TEMPLATE = "premises/file.html"
REPORT = "premises/file_report.html"
MOST_CARRIED = 5_000_000
"""Bytes of a file that the page of its report carries to the act; larger ones go by command."""
SHOWN = 500
LONGEST_NAME = 120
NAMES = [(field, names) for field, names in COLUMNS.items()]


@router.get("/premises/import")
def choose(page: OfficerPage) -> Response:
    """The form."""
    return page.show(TEMPLATE, columns=NAMES)


# A file sent twice is refused row by row, since its places stand on the register by then.
@router.post("/premises/import")
def sent(page: OfficerPage, form: Form, officer: CurrentOfficer, register: RegisterDep) -> Response:
    """Judge the file; with `step` take, keep it."""
    try:
        name, data = _file(form)
        take = form.text("step") == "take"
        partial = form.text("partial") == "yes"
        report = _import(register, officer, name, data, take=take, partial=partial)
    except VetcontrolError as refusal:
        return page.again(TEMPLATE, refusal, form, columns=NAMES)
    if report.entry is not None:
        return page.go(
            f"/log/{report.entry}",
            f"{report.accepted:,} premises of {name} are taken in, as one entry of the log.",
        )
    return page.show(
        REPORT,
        status=409 if take else 200,
        report=report,
        name=name,
        refused=report.refused[:SHOWN],
        more=max(len(report.refused) - SHOWN, 0),
        notes=report.notes[:SHOWN],
        carried=_carried(data),
    )


def _import(
    register: Register, officer: Officer, name: str, data: bytes, *, take: bool, partial: bool
) -> Report:
    with register.writing() as writing:
        actor = keeper(writing, officer.username, None)
    try:
        return import_file(
            register,
            data,
            file_name=name,
            actor=actor,
            # The first look tells what would be kept if the refused rows are left out.
            accept_partial=partial or not take,
            dry_run=not take,
        )
    except GeodesyError as error:
        raise Malformed.field("file", str(error)) from error


def _file(form: Filled) -> tuple[str, bytes]:
    """The file's name and bytes, as sent or as carried by the report's page."""
    upload = form.upload("file")
    if upload is None and form.text("carried"):
        return _plain(form.text("file_name")), _taken_out(form.text("carried"))
    if upload is None:
        raise Malformed.field("file", "is not chosen; choose a CSV or GeoJSON file")
    data = upload.file.read(MOST_CARRIED + 1)
    if len(data) > MOST_CARRIED:
        raise Malformed.field(
            "file",
            f"has more than {MOST_CARRIED:,} bytes; divide it, or have the operator run"
            " vetcontrol import premises FILE",
        )
    return _plain(upload.filename or ""), data


def _plain(name: str) -> str:
    """The file's own name, in characters that can be kept."""
    last = PurePosixPath(name.replace("\\", "/")).name
    return "".join(c for c in last if c.isprintable())[:LONGEST_NAME] or "file without a name"


def _carried(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 6)).decode("ascii")


def _taken_out(text: str) -> bytes:
    """What `_carried` made. Raises `Malformed` for anything else, however much it would unfold."""
    opener = zlib.decompressobj()
    try:
        data = opener.decompress(base64.b64decode(text, validate=True), MOST_CARRIED)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise Malformed.field("file", "did not come back whole; choose it again") from error
    if not opener.eof:
        raise Malformed.field("file", "did not come back whole; choose it again")
    return data
