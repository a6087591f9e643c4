"""The map plate of each written instrument: what it is about, as known when it was made.

`Plates` reads what it needs in the transaction; a plate is drawn when its `svg` is first asked
for, which is meant to be after it. What is not public does not leak: a gazette's plate shows its
area alone, a notice's its own premises, the infected place and the radius, and no other premises.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Final

import shapely
from shapely.affinity import scale
from shapely.geometry.base import BaseGeometry

from api.languages import words_in
from api.plate_ground import ground
from maps.plate import Ground, Plate, Shown, Subject, described, draw, frame_of
from maps.plate_mark import Mark
from vetcontrol.documents.catalogue import Words
from vetcontrol.documents.content import Document, DocumentKind, from_json
from vetcontrol.documents.values import Metres
from vetcontrol.documents.wording import Speaker
from vetcontrol.movement.queries import licence
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.entries import geometry_from
from vetcontrol.register.inforce import Snapshot
from vetcontrol.register.register import Reading
from vetcontrol.register.tables import DocumentRow

_DISTANCE: Final = "paragraph.notice.distance"


@dataclass(frozen=True)
class _Base:
    """All that one drawing needs, as plain data; drawn once, however many plates rest on it."""

    subject: Subject
    ground: Ground
    words: Words

    @cached_property
    def plate(self) -> Plate:
        return draw(self.subject, self.ground, self.words)


@dataclass(frozen=True)
class Plated:
    """The plate of one instrument: `svg` is drawn when first asked for; `words` describe it."""

    number: str
    _base: _Base
    _mark: Mark | None = None

    @cached_property
    def svg(self) -> bytes:
        """The plate as SVG; its letters are outlines and it refers to nothing outside."""
        plate = self._base.plate
        return (
            plate.numbered(self.number)
            if self._mark is None
            else plate.marked(self._mark, self.number)
        )

    @cached_property
    def words(self) -> str:
        """A sentence for one who cannot see it."""
        plate = self._base.plate
        keys = [entry.key for entry in plate.entries]
        return described(plate.subject, plate.frame, keys, self.number, plate.words)


@dataclass(frozen=True)
class _About:
    """A document with the state of the register that it was made in, and the words to use."""

    document: Document
    snapshot: Snapshot
    words: Words

    @property
    def at(self) -> datetime:
        return self.document.signed_at

    def of_case(self, kind: FeatureKind) -> list[Version]:
        """The case's places of `kind` that the act found or ended, by distance, then feature."""
        found: dict[str, Version] = {}
        for version in self.snapshot.by_kind.get(kind, ()):
            ends = version.ends
            stood = version.begins <= self.at and (ends is None or self.at <= ends)
            if stood and version.facts.get("case") == self.document.case_number:
                found[version.feature] = version
        return sorted(found.values(), key=lambda v: (v.facts.get("distance_m") or 0.0, v.feature))


@dataclass
class Plates:
    """Plates of documents read in one transaction; those of one declaration share a base."""

    reading: Reading
    _bases: dict[tuple[object, ...], _Base] = field(default_factory=dict)

    def of(self, document: Document, language: str | None = None) -> Plated | None:
        """The plate of `document`, or None where it is about no place.

        Its words are in `language`, by default that of the document. Raises `Malformed` for a
        language that is not shipped.
        """
        words = words_in(language or document.language)
        row = self.reading.session.get(DocumentRow, document.number)
        seq = None if row is None else row.entry_seq
        about = _About(document, self.reading.known(known_seq=seq), words)
        make = _MAKERS.get(document.kind)
        return None if make is None else make(self, about)

    def base(self, about: _About, subject: Subject, *key: object) -> _Base:
        """The base for `subject`; one with a `key` is made once for all that name it."""
        whole = (about.words.language, about.at, about.snapshot.known_seq, *key)
        kept = self._bases.get(whole) if key else None
        if kept is None:
            land = ground(about.snapshot, frame_of(subject).bounds, about.at, about.words.language)
            kept = _Base(subject, land, about.words)
            if key:
                self._bases[whole] = kept
        return kept

    def declared(self, number: str) -> BaseGeometry | None:
        """The outline of the radius that the document `number` declared, if it is such a one."""
        row = self.reading.session.get(DocumentRow, number)
        if row is None or row.kind != DocumentKind.DECLARATION.value:
            return None
        outline = from_json(row.content).geometry
        return None if outline is None else geometry_from(outline)


def _titled(about: _About, *shown: Shown) -> Subject:
    return Subject(about.words.say(about.document.title), about.at, shown)


def _infected(about: _About) -> list[Shown]:
    return [
        Shown("infected_place", version.geometry)
        for version in about.of_case(FeatureKind.INFECTED_PLACE)
    ]


def _place(plates: Plates, about: _About) -> Plated | None:
    """The infected place alone: by the document itself, else as its case has it."""
    drawn = about.document.geometry
    shown = _infected(about) if drawn is None else [Shown("infected_place", geometry_from(drawn))]
    if not shown:
        return None
    return Plated(about.document.number, plates.base(about, _titled(about, *shown)))


def _declaration(plates: Plates, about: _About) -> Plated | None:
    """The infected place, the radius and the premises declared, lettered as the schedule counts."""
    document = about.document
    serials = _serials(document)
    shown = _infected(about)
    if document.geometry is not None:
        shown.append(Shown("radius_outline", geometry_from(document.geometry)))
    for version in about.of_case(FeatureKind.DECLARED_PLACE):
        if version.facts["number"] == document.number:
            serial = serials.get(str(version.facts["premises_id"]), "")
            shown.append(Shown("declared_place", version.geometry, serial))
    if not shown:
        return None
    return Plated(document.number, plates.base(about, _titled(about, *shown)))


def _serials(document: Document) -> dict[str, str]:
    """The serial of each of the premises in the declaration's schedule, by its number."""
    return {
        str(row[1]): str(row[0])
        for schedule in document.schedules
        if schedule.key == "schedule.premises"
        for row in schedule.rows
    }


def _of_case(plates: Plates, about: _About) -> Plated | None:
    """All that is declared in a case, and the area decided on where there is one."""
    document = about.document
    shown = _infected(about)
    shown += [
        Shown("declared_place", v.geometry) for v in about.of_case(FeatureKind.DECLARED_PLACE)
    ]
    outlines = map(plates.declared, document.related)
    shown += [Shown("radius_outline", outline) for outline in outlines if outline is not None]
    if document.geometry is not None and document.kind is DocumentKind.DECISION:
        shown.append(Shown("infected_area", geometry_from(document.geometry)))
    if not shown:
        return None
    return Plated(document.number, plates.base(about, _titled(about, *shown)))


def _area(plates: Plates, about: _About) -> Plated | None:
    """The limits of an infected area as the gazette has them, and no premises."""
    drawn = about.document.geometry
    if drawn is None:
        return None
    subject = _titled(about, Shown("infected_area", geometry_from(drawn)))
    return Plated(about.document.number, plates.base(about, subject))


def _provision(plates: Plates, about: _About) -> Plated | None:
    """The area of an office or of provisions; none where it is the whole territory unnamed."""
    drawn = about.document.geometry
    if drawn is None:
        return None
    subject = _titled(about, Shown("provision_area", geometry_from(drawn)))
    return Plated(about.document.number, plates.base(about, subject))


def _notice(plates: Plates, about: _About) -> Plated | None:
    """Its own premises marked, with the distance to the infected place; no other premises."""
    document = about.document
    places = [version.geometry for version in about.of_case(FeatureKind.INFECTED_PLACE)]
    if document.geometry is None or not places:
        return None
    own, place = geometry_from(document.geometry), places[0]
    declaration = document.related[0]
    outline = plates.declared(declaration)
    shown = [Shown("infected_place", place)]
    if outline is not None:
        shown.append(Shown("radius_outline", outline))
    subject = Subject(about.words.say(document.title), about.at, tuple(shown), mark="own_place")
    base = plates.base(about, subject, "notice", declaration)
    number = "" if document.place is None else document.place.number
    part = _deciding_part(about.snapshot, f"declared_place/{declaration}/{number}", own)
    mark = Mark(
        own,
        label=number,
        line=_shortest(part, place),
        line_words=_distance(document, about.words),
        part=part,
    )
    return Plated(document.number, base, mark)


def _deciding_part(snapshot: Snapshot, feature: str, own: BaseGeometry) -> BaseGeometry:
    """The part of the premises that the distance was measured from."""
    versions = snapshot.by_feature.get(feature, ())
    parts = shapely.get_parts(own)
    at = versions[-1].facts["deciding_part"] if versions else None
    found: BaseGeometry = own if at is None or at >= len(parts) else parts[at]
    return found


def _shortest(one: BaseGeometry, other: BaseGeometry) -> BaseGeometry | None:
    """A line for the eye from the nearest edge to the nearest edge, nothing where they meet."""
    narrow = math.cos(math.radians(shapely.centroid(other).y))
    flat = [scale(shape, narrow, 1.0, origin=(0.0, 0.0)) for shape in (one, other)]
    line = shapely.shortest_line(*flat)
    if shapely.length(line) == 0.0:
        return None
    drawn: BaseGeometry = scale(line, 1.0 / narrow, 1.0, origin=(0.0, 0.0))
    return drawn


def _distance(document: Document, words: Words) -> str:
    """The distance that the notice states, in its words."""
    blanks: Iterator[Metres] = (
        value
        for paragraph in document.paragraphs
        if paragraph.key == _DISTANCE
        for name, value in paragraph.blanks
        if name == "distance" and isinstance(value, Metres)
    )
    stated = next(blanks, None)
    return "" if stated is None else Speaker(words, str).value(stated)


def _cessation(plates: Plates, about: _About) -> Plated | None:
    """The place that has ceased, marked, and the area of its case that is in force, if any."""
    document = about.document
    place = _ceased(about)
    if place is None:
        return None
    areas = tuple(
        Shown("infected_area", version.geometry)
        for version in about.of_case(FeatureKind.INFECTED_AREA)
        if version.covers(about.at)
    )
    # Notices of a case share one base: its frame holds every place there was, and shows none.
    kinds = (FeatureKind.INFECTED_PLACE, FeatureKind.DECLARED_PLACE)
    hold = [
        version.geometry
        for kind in kinds
        for version in about.snapshot.by_kind.get(kind, ())
        if version.facts.get("case") == document.case_number
    ]
    subject = Subject(
        about.words.say(document.title),
        about.at,
        (),
        context=areas,
        mark="ceased_place",
        hold=tuple(hold),
    )
    base = plates.base(about, subject, "cessation", document.case_number)
    number = "" if document.place is None else document.place.number
    return Plated(document.number, base, Mark(place, "ceased_place", number))


def _ceased(about: _About) -> BaseGeometry | None:
    """The place that the notice is about: of the order or declaration that it names first."""
    document = about.document
    number = "" if document.place is None else document.place.number
    for kind in (FeatureKind.INFECTED_PLACE, FeatureKind.DECLARED_PLACE):
        for version in reversed(about.snapshot.by_kind.get(kind, ())):
            facts = version.facts
            of_it = kind is FeatureKind.INFECTED_PLACE or str(facts["premises_id"]) == number
            if facts["number"] == document.related[0] and of_it:
                return version.geometry
    return None


def _gazetted(about: _About, *shapes: BaseGeometry) -> tuple[Shown, ...]:
    """The infected areas in force near `shapes`, which a gazette has told everybody."""
    box = tuple(shapely.total_bounds(list(shapes)).tolist())
    return tuple(
        Shown("infected_area", version.geometry)
        for version in about.snapshot.within_bounds(box, about.at)
        if version.kind is FeatureKind.INFECTED_AREA
    )


def _journey(plates: Plates, about: _About) -> Plated | None:
    """From where to where a removal goes, its route where one is drawn, and infected areas."""
    document = about.document
    number = document.case_number or document.number
    of = licence(plates.reading.session, number, about.snapshot.known_seq).consignment
    shown = [
        Shown("route", of.origin.point, "F", "journey_from"),
        Shown("route", of.destination.point, "T", "journey_to"),
    ]
    if of.route is not None:
        shown.insert(0, Shown("route", of.route))
    areas = _gazetted(about, *(each.geometry for each in shown))
    subject = replace(_titled(about, *shown), context=areas)
    return Plated(document.number, plates.base(about, subject))


def _record(plates: Plates, about: _About) -> Plated | None:
    """Where an unloading or a removal was found, and the infected areas round it."""
    drawn = about.document.geometry
    if drawn is None:
        return None
    place = geometry_from(drawn)
    shown = Shown("route", shapely.point_on_surface(place), "P", "record_place")
    subject = replace(_titled(about, shown), context=_gazetted(about, place))
    return Plated(about.document.number, plates.base(about, subject))


_MAKERS: Final[Mapping[DocumentKind, Callable[[Plates, _About], Plated | None]]] = {
    DocumentKind.ORDER: _place,
    DocumentKind.ORDER_COPY: _place,
    DocumentKind.REPORT: _place,
    DocumentKind.EXAMINATION: _place,
    DocumentKind.CONFIRMATION: _place,
    DocumentKind.CANCELLATION: _place,
    DocumentKind.DECLARATION: _declaration,
    DocumentKind.PREMISES_NOTICE: _notice,
    DocumentKind.REPORT_TO_GOVERNMENT: _of_case,
    DocumentKind.DECISION: _of_case,
    DocumentKind.NOTIFICATION: _area,
    DocumentKind.AMENDMENT: _area,
    DocumentKind.RESCISSION: _area,
    DocumentKind.CESSATION_NOTICE: _cessation,
    DocumentKind.APPOINTMENT: _provision,
    DocumentKind.DELEGATION: _provision,
    DocumentKind.DELEGATION_REVOCATION: _provision,
    DocumentKind.COMMENCEMENT: _provision,
    DocumentKind.END_OF_OPERATION: _provision,
    DocumentKind.LICENCE: _journey,
    DocumentKind.LICENCE_REFUSAL: _journey,
    DocumentKind.LICENCE_REVOCATION: _journey,
    DocumentKind.UNLOADING_RECORD: _record,
    DocumentKind.RETURN_DIRECTION: _record,
}
#: The kinds of instrument that have a map where their document is about a place.
MAPPED: Final = frozenset(_MAKERS)
