"""The audit on a page: the whole log held against itself, for administrators."""

from __future__ import annotations

import re

from starlette.responses import Response

from api.deps import Administrator, RegisterDep
from api.forms import Filled, Form
from api.pages.page import OfficerPage, pages_router
from vetcontrol.errors import Malformed, VetcontrolError
from vetcontrol.register.audit import MOST_FAULTS
from vetcontrol.register.checkpoints import audited

router = pages_router()
TEMPLATE = "office/audit.html"
_HASH = re.compile(r"[0-9a-f]{64}")


@router.get("/audit")
def asked(page: OfficerPage, _administrator: Administrator) -> Response:
    """What the audit does, and the button."""
    return page.show(TEMPLATE, report=None, faults=(), more=0)


@router.post("/audit")
def run(
    page: OfficerPage, form: Form, _administrator: Administrator, register: RegisterDep
) -> Response:
    """Run it; nothing is changed."""
    try:
        found = audited(register, _checkpoint(form))
    except VetcontrolError as refusal:
        return page.again(TEMPLATE, refusal, form, report=None, faults=(), more=0)
    report = found.report
    return page.show(
        TEMPLATE,
        report=report,
        newest=found.newest,
        faults=report.faults[:MOST_FAULTS],
        more=max(len(report.faults) - MOST_FAULTS, 0),
        values=form.values(),
    )


def _checkpoint(form: Filled) -> tuple[int, str] | None:
    """An earlier head that was kept elsewhere; None when blank. Raises `Malformed`."""
    seq, hash_ = form.text("seq"), form.text("hash").lower()
    if not seq and not hash_:
        return None
    if not (seq.isascii() and seq.isdecimal() and len(seq) < 16):
        raise Malformed.field("seq", "is no sequence; copy it from the checkpoint")
    if not _HASH.fullmatch(hash_):
        raise Malformed.field("hash", "is no hash; copy the 64 digits of the checkpoint")
    return int(seq), hash_
