"""Areas of the register on a form: by their code, or by a name that only one of them has."""

from __future__ import annotations

from collections.abc import Collection

from vetcontrol.errors import Malformed
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.register import Reading

WORDS = {
    FeatureKind.TERRITORY: "territory",
    FeatureKind.DISTRICT: "district",
    FeatureKind.TALUKA: "taluka",
    FeatureKind.MUNICIPAL_AREA: "municipal area",
    FeatureKind.PANCHAYAT: "panchayat",
    FeatureKind.VILLAGE: "village",
}
MOST_OFFERED = 1_000
MOST_LISTED = 6


def in_force(reading: Reading, kinds: Collection[FeatureKind] = tuple(WORDS)) -> list[Version]:
    """The areas of `kinds` in force now, the large levels first, then by name."""
    found = [
        v for kind in WORDS if kind in kinds for v in reading.known().of_kind(kind, reading.now)
    ]
    order = list(WORDS)
    return sorted(found, key=lambda v: (order.index(v.kind), str(v.facts["name"]), v.feature))


def offered(reading: Reading, kinds: Collection[FeatureKind] = tuple(WORDS)) -> list[str]:
    """What a field suggests: `Ponda, taluka/5614`."""
    return [written(v) for v in in_force(reading, kinds)[:MOST_OFFERED]]


def written(version: Version) -> str:
    """An area as a field holds it; `chosen` reads it back."""
    return f"{version.facts['name']}, {version.feature}"


def chosen(
    reading: Reading, text: str, field: str, kinds: Collection[FeatureKind] = tuple(WORDS)
) -> Version:
    """The area in force that `text` names by code (`taluka/5614`), by name, or by both.

    Raises `Malformed` where there is none, and where several have the name.
    """
    asked = text.strip()
    if not asked:
        raise Malformed.field(field, "is blank; give the name or the code of an area")
    areas = in_force(reading, kinds)
    code = asked.rpartition(",")[2].strip()
    by_code = [v for v in areas if v.feature in (asked, code)]
    found = by_code or [v for v in areas if str(v.facts["name"]).casefold() == asked.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        some = "; ".join(written(v) for v in found[:MOST_LISTED])
        raise Malformed.field(
            field, f"{asked[:80]!r} is the name of {len(found)}: {some}; give one"
        )
    levels = ", ".join(WORDS[kind] for kind in WORDS if kind in kinds)
    raise Malformed.field(
        field,
        f"{asked[:80]!r} is no {levels} in force; look it up among the layers (/layers/areas)",
    )
