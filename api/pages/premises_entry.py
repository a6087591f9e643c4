"""Entering one place where animals are kept, and correcting its record by restating it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry
from starlette.responses import Response

from api.deps import CurrentOfficer, RegisterDep
from api.forms import Filled
from api.once import Done
from api.pages import areas, given, review
from api.pages.desk_forms import reason
from api.pages.page import OfficerPage, pages_router
from api.pages.sent import SentForm
from api.pages.written import species_words
from api.personal import reader_of
from vetcontrol.documents.instruments.common import SPECIES
from vetcontrol.errors import Malformed, NoAuthority, Refused
from vetcontrol.officers.people import Officer
from vetcontrol.premises import queries, service
from vetcontrol.premises.correcting import restate
from vetcontrol.premises.keeping import keeper
from vetcontrol.premises.service import Premises
from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register.effects import FeatureKind
from vetcontrol.register.entries import Entry
from vetcontrol.register.register import Reading, Writing
from vetcontrol.register.tables import EntryRow

router = pages_router()
NEW = "premises/new.html"
CORRECT = "premises/correct.html"
KINDS = (
    "dairy",
    "goat farm",
    "holding",
    "market",
    "piggery",
    "poultry farm",
    "slaughterhouse",
    "yard",
)
MANAGERS = (
    ("private", "Private"),
    ("local_authority", "Local authority"),
    ("railway", "Railway"),
    ("port", "Port"),
)
USES = (
    ("sale", "Sale"),
    ("exhibition", "Exhibition"),
    ("transit", "Transit"),
)
FIELDS = {"keepers": "owner_name", "animals": f"count_{SPECIES[0]}", "geometry": "position"}


@router.get("/premises/new")
def new(page: OfficerPage, register: RegisterDep) -> Response:
    """The form of a new place."""
    with register.reading() as reading:
        return page.show(NEW, **_choices(reading))


@router.post("/premises")
def entered(sent: SentForm) -> Response:
    """Enter it."""
    officer = sent.officer.username

    def act(writing: Writing) -> Done:
        keeper(writing, officer, ())
        key, _ = service.record_by(writing, officer, _premises(writing, sent.form))
        return Done.go(f"/premises/{key}", f"The place is entered under the number {key}.")

    return sent.answer(act, NEW, _choices, fields=FIELDS)


@router.get("/premises/{premises_id:int}/correct")
def correction(
    page: OfficerPage, officer: CurrentOfficer, premises_id: int, register: RegisterDep
) -> Response:
    """The record as it stands, to be restated."""
    with register.reading() as reading:
        row, context = _recorded(reading, officer, premises_id)
        return page.show(CORRECT, values=_as_filled(row), **context)


@router.post("/premises/{premises_id:int}/correct")
def corrected(sent: SentForm, premises_id: int) -> Response:
    """Show what would change, then restate the record."""
    officer, register, form = sent.officer, sent.register, sent.form
    with register.reading() as reading:
        row, context = _recorded(reading, officer, premises_id)
        with_file = form.upload("geometry_file") is not None

    def make() -> review.Reviewed:
        with register.reading() as reading:
            changes = _changes(reading, form, row)
            why = reason(form)
        shape = changes.get("geometry")
        return review.Reviewed(
            title=f"Correct the record of premises {premises_id}",
            words="Correct the record",
            act=lambda writing: _restate(writing, officer, premises_id, changes, why),
            done=lambda entry: Done.go(
                f"/premises/{premises_id}", f"The record is corrected ({entry.number})."
            ),
            what=lambda _: _told(row, changes),
            review="office/review.html",
            carried={"geometry": json.dumps(shape)} if with_file and shape else {},
        )

    return review.answer(sent, make, template=CORRECT, context=context, fields=FIELDS)


def _choices(reading: Reading) -> dict[str, Any]:
    return {
        "kinds": KINDS,
        "managers": MANAGERS,
        "uses": USES,
        "species": [(s, species_words(s)) for s in SPECIES],
        "villages": areas.offered(reading, (FeatureKind.VILLAGE,)),
    }


def _counts(form: Filled) -> dict[str, int]:
    """Head counts of the species that were filled in: 0 says that none are kept, blank nothing."""
    return {
        species: given.count(form.text(f"count_{species}"), f"count_{species}")
        for species in SPECIES
        if form.text(f"count_{species}")
    }


def _shape(reading: Reading, form: Filled) -> BaseGeometry | None:
    """The position or the outline; None where neither is given. Raises `Malformed` for both."""
    outline = given.outline(reading, form)
    if not form.text("position"):
        return outline
    if outline is not None:
        raise Malformed.field("position", "is given beside an outline; keep one of the two")
    return given.point(reading, form.text("position"), "position")


def _accuracy(form: Filled) -> float | None:
    typed = form.text("accuracy_m")
    return given.number(typed, "accuracy_m", "metres") if typed else None


def _facts(form: Filled) -> Premises:
    """What the form says but for the place."""
    return Premises(
        name=form.text("name"),
        kind=form.text("kind"),
        geometry=None,
        manager=form.text("manager"),
        temporary_use=form.text("temporary_use") or None,
        animals=_counts(form),
        accuracy_m=_accuracy(form),
    )


def _premises(reading: Reading, form: Filled) -> Premises:
    village = form.text("village")
    return replace(
        _facts(form),
        geometry=_shape(reading, form),
        keepers=given.keepers(form),
        village=areas.chosen(reading, village, "village", (FeatureKind.VILLAGE,)).feature
        if village
        else None,
    )


def _recorded(
    reading: Reading, officer: Officer, premises_id: int
) -> tuple[PremisesRow, dict[str, Any]]:
    """The record, where it was entered singly. Raises `Refused` and `NoAuthority` otherwise."""
    row = queries.get(reading.session, premises_id)
    if reading.session.get_one(EntryRow, row.entry_seq).kind != service.RECORDED:
        raise Refused(
            f"Premises {premises_id} came with a file (entry {row.entry_seq}); single rows of a"
            " file are not corrected on their own."
        )
    if not reader_of(reading, officer).may_read(row.shape):
        raise NoAuthority(
            f"Premises {premises_id} lie outside the areas of your appointments. An officer of"
            " that area may correct the record.",
            clauses=("DOA1974-3-2b",),
        )
    reading.session.expunge(row)
    return row, {**_choices(reading), "premises_id": premises_id, "placement": row.placement}


def _as_filled(row: PremisesRow) -> dict[str, str]:
    """The record as the form holds it; the place is blank, which leaves it as it is."""
    counts = {f"count_{s}": str(n) for s, n in json.loads(row.animals).items()}
    return {
        "name": row.name,
        "kind": row.kind,
        "manager": row.manager,
        "temporary_use": row.temporary_use or "",
        "accuracy_m": "" if row.accuracy_m is None else f"{row.accuracy_m:g}",
        **counts,
    }


def _changes(reading: Reading, form: Filled, row: PremisesRow) -> dict[str, Any]:
    """The fields whose content the form changes. Raises `Malformed`, also where none does."""
    facts, shape = _facts(form), _shape(reading, form)
    found = service.faults(replace(facts, village=row.village or "as recorded"))
    if found:
        raise Malformed(" ".join(f"{e.field}: {e.message}." for e in found), errors=tuple(found))
    told = {
        "name": facts.name,
        "kind": facts.kind,
        "manager": facts.manager,
        "temporary_use": facts.temporary_use,
        # What the form has no field for stays.
        "animals": {k: v for k, v in json.loads(row.animals).items() if k not in SPECIES}
        | dict(facts.animals),
        "accuracy_m": facts.accuracy_m,
    }
    stands = {name: getattr(row, name) for name in told} | {"animals": json.loads(row.animals)}
    changes = {name: value for name, value in told.items() if value != stands[name]}
    if shape is not None:
        if row.placement == "village":
            raise Malformed.field(
                "position",
                "cannot be given to a record of a village alone; strike the entry"
                f" {row.entry_seq} and enter the place anew",
            )
        changes["geometry"] = json.loads(shapely.to_geojson(shape))
    if not changes:
        raise Malformed.field("name", "and all else is as recorded; change what is wrong")
    return changes


def _restate(
    writing: Writing, officer: Officer, premises_id: int, changes: dict[str, Any], why: str
) -> Entry:
    place = queries.get(writing.session, premises_id).shape
    actor = keeper(writing, officer.username, [place])
    return restate(writing, officer, actor, premises_id, restated=changes, reason=why)


LABELS = {
    "name": "Name",
    "kind": "Kind",
    "manager": "Managed by",
    "temporary_use": "Animals only for",
    "animals": "Animals",
    "accuracy_m": "Accuracy in metres",
}


def _told(row: PremisesRow, changes: dict[str, Any]) -> Sequence[str]:
    sentences = ["The entry is struck and restated: what it says changes from its own moment on."]
    for name, value in changes.items():
        if name == "geometry":
            sentences.append(f"The place: a new {value['type']} stands for the one recorded.")
            continue
        stood = json.loads(row.animals) if name == "animals" else getattr(row, name)
        sentences.append(f"{LABELS[name]}: {_words(stood)} becomes {_words(value)}.")
    return [*sentences, "Declarations already made keep the place as it was when they were made."]


def _words(value: Any) -> str:
    if isinstance(value, dict):
        value = ", ".join(f"{species_words(s)} {n:,}" for s, n in sorted(value.items()))
    if isinstance(value, float):
        value = f"{value:g}"
    return f"“{value}”" if value not in (None, "") else "nothing"
