"""Section 37: rules with the values that they fix, from the gazette on; laid and annulled.

What a statute leaves to rules is answered from here (`register.Reading.prescribed`) besides the
profile of the settings, and always by the rule in force on the day that is asked about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import select

from vetcontrol.canonical import instant, instant_text
from vetcontrol.clock import day_of, start_of_day
from vetcontrol.documents.instruments import Fixed, rules_notification
from vetcontrol.documents.parts import Signatory
from vetcontrol.errors import Malformed, NotFound, Refused
from vetcontrol.gazette import notifications
from vetcontrol.gazette.grounds import words
from vetcontrol.gazette.moments import Moments
from vetcontrol.gazette.power import Power, Publication
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.law.decisions import Decision
from vetcontrol.law.diseases_of_animals import rules as law
from vetcontrol.law.prescribed import Key, Provided, ValueKind
from vetcontrol.money import in_rupees
from vetcontrol.officers.authority import Authority, Officer, authorise
from vetcontrol.register.corrections import standing
from vetcontrol.register.entries import Entry, Kind
from vetcontrol.register.register import Reading, Writing
from vetcontrol.register.restating import day, restating, wording

RULES = "rules"
LAID = "rules.laid"
ANNULLED = "rules.annulled"
MOST_VALUES = 100
# Which clause of section 37(2) lets rules fix the values of these sections.
_MATTERS = {
    "doa.s5.": "DOA1974-37-2-i",
    "doa.s7.": "DOA1974-37-2-ii",
    "doa.s9.": "DOA1974-37-2-iii",
    "doa.s10.": "DOA1974-37-2-iv",
    "doa.s16.": "DOA1974-37-2-v",
    "doa.s17.": "DOA1974-37-2-vi",
    "doa.s18.": "DOA1974-37-2-vii",
    "doa.s23.": "DOA1974-37-2-viii",
    "doa.s25.": "DOA1974-37-2-ix",
}


@dataclass(frozen=True)
class Value:
    """A value that rules fix: its key, its locality (empty: everywhere), from which day."""

    key: str
    value: Any
    locality: str = ""
    since: date | None = None

    def as_json(self) -> dict[str, Any]:
        """As an entry's content keeps it; without a day it holds from publication."""
        since = None if self.since is None else self.since.isoformat()
        return {"key": self.key, "value": self.value, "locality": self.locality, "since": since}


def matter(key: str) -> str | None:
    """The clause of section 37(2) under which rules fix `key`; None where none does."""
    return next((clause for head, clause in _MATTERS.items() if key.startswith(head)), None)


def keys(reading: Reading) -> list[Key]:
    """What rules under section 37 may fix, by key."""
    return sorted(
        (k for k in reading.register.prescribed.keys.values() if matter(k.key)),
        key=lambda k: k.key,
    )


def draft(
    writing: Writing,
    officer: Officer,
    *,
    title: str,
    text: str,
    values: Sequence[Value],
    draft_gazette: GazetteReference,
    first_fine_paise: int | None = None,
    repeat_fine_paise: int | None = None,
) -> str:
    """Draft the notification of rules whose own draft `draft_gazette` published before; returns
    its number. Another person approves it, and rules operate from its publication.

    Fines, in whole paise, are those on a first and a later breach; None and None makes no breach
    an offence. Raises `Malformed`, `Refused`, `NoAuthority` with clauses.
    """
    authority = authorise(writing, officer, "government", clause=law.MADE, at=writing.now)
    draft_gazette.require_published(writing.now)
    if len(title) > 200:
        raise Malformed.field("title", "is longer than 200 characters")
    called, said = words("title", title), words("text", text)
    fixed = [_checked(writing, at, value) for at, value in enumerate(values)]
    if len(fixed) > MOST_VALUES:
        raise Malformed.field("values", f"are more than {MOST_VALUES}; make two sets of rules")
    _once_each(fixed)
    lawful = law.penalty(
        first_fine_paise,
        repeat_fine_paise,
        on=day_of(writing.now),
        figures=writing.register.figures,
    ).require()
    return notifications.draft(
        writing,
        authority,
        about=RULES,
        kind=RULES,
        follows=start_of_day(draft_gazette.day),
        content={
            "area_name": called,
            "disease": "",
            "disease_name": "",
            "geometry": None,
            "area_m2": 0.0,
            "villages": [],
            "reason": "",
            "title": called,
            "text": said,
            "values": [v.as_json() for v in fixed],
            "draft_gazette": draft_gazette.as_json(),
            "first_fine_paise": first_fine_paise,
            "repeat_fine_paise": repeat_fine_paise,
            "lawful": lawful.as_json(),
        },
    )


def _checked(reading: Reading, at: int, value: Value) -> Value:
    known = reading.register.prescribed.keys.get(value.key)
    if known is None or matter(value.key) is None:
        raise Malformed.field(
            f"values.{at}.key",
            f"{value.key!r} is nothing that rules under section 37(2) fix",
            clauses=(law.MADE,),
        )
    if not known.kind.holds(value.value):
        raise Malformed.field(f"values.{at}.value", f"{value.key} is {_KINDS[known.kind]}")
    if len(value.locality) > 80:
        raise Malformed.field(f"values.{at}.locality", "is longer than 80 characters")
    return value


_KINDS = {
    ValueKind.TEXT: "given in words",
    ValueKind.NUMBER: "a number above nothing",
    ValueKind.PAISE: "a sum in whole paise",
    ValueKind.LIST: "a list of words",
}


def _once_each(values: Sequence[Value]) -> None:
    seen = set()
    for at, value in enumerate(values):
        key = (value.key, value.locality)
        if key in seen:
            raise Malformed.field(f"values.{at}.key", f"{value.key} is fixed twice for one place")
        seen.add(key)


def read(value: Mapping[str, Any]) -> Value:
    """What `Value.as_json` wrote."""
    since = value["since"]
    return Value(
        value["key"],
        value["value"],
        value["locality"],
        None if since is None else date.fromisoformat(since),
    )


def in_words(value: Any) -> str:
    """A prescribed value as the gazette and the page print it."""
    if isinstance(value, list):
        return "; ".join(str(one) for one in value)
    return f"{value:,g}" if isinstance(value, float) else str(value)


def publish(
    writing: Writing,
    draft_content: Mapping[str, Any],
    signatory: Signatory,
    reference: GazetteReference,
    when: Moments,
) -> Publication:
    """The handler for rules: they operate only with a draft published before (DOA1974-37-4), and
    no value holds before they are published."""
    before = GazetteReference.from_json(draft_content["draft_gazette"])
    lawful = law.published(before.day, reference.day).require()
    first = day_of(when.effective_at)
    values = [read(v) for v in draft_content["values"]]
    early = next((v for v in values if v.since is not None and v.since < first), None)
    if early is not None:
        raise Refused(
            f"{early.key} would hold from {early.since}, before {first}, when the rules operate."
            " Draft them anew with a later day.",
            clauses=(law.MADE,),
        )
    fines = draft_content["first_fine_paise"], draft_content["repeat_fine_paise"]
    known = writing.register.prescribed.keys
    document = rules_notification(
        number=draft_content["number"],
        government=writing.register.settings.government_name,
        title=draft_content["title"],
        text=draft_content["text"],
        draft_gazette=before.words,
        fixed=[
            Fixed(
                known[v.key].description,
                v.locality,
                v.since or first,
                in_rupees(v.value) if known[v.key].kind is ValueKind.PAISE else in_words(v.value),
            )
            for v in values
        ],
        clauses=sorted({c for v in values if (c := matter(v.key))}),
        fines=(in_rupees(fines[0]), in_rupees(fines[1])) if fines[0] is not None else None,
        signed_at=when.published_at,
        signatory=signatory,
    )
    return Publication(
        {
            "title": draft_content["title"],
            "values": [v.as_json() for v in values],
            "draft_gazette": draft_content["draft_gazette"],
            "first_fine_paise": fines[0],
            "repeat_fine_paise": fines[1],
            "lawful": lawful.as_json(),
        },
        (document,),
    )


def authority(writing: Writing, officer: Officer, _row: NotificationRow) -> Authority:
    """Government alone makes rules; no Collector has a power of section 37."""
    return authorise(writing, officer, "government", clause=law.MADE, at=writing.now)


def lay(
    writing: Writing, officer: Officer, number: str, *, session: str, first: date, last: date
) -> Entry:
    """Record days, both included, on which rules lay before the Assembly in `session`."""
    acting = _published(writing, officer, number)
    if last < first:
        raise Malformed.field("last", f"{last} is before {first}")
    if last > day_of(writing.now):
        raise Malformed.field("last", f"is {last}, a day to come; record it once it is past")
    name = words("session", session)
    made_on, sittings = _laid(writing, number)
    if first < made_on:
        raise Malformed.field("first", f"is before {made_on}, when the rules were published")
    if any(s.first <= last and first <= s.last for s in sittings):
        raise Malformed.field("first", "some of these days are recorded already")
    now = sorted([*sittings, law.Sitting(name, first, last)], key=lambda s: s.first)
    decision = law.laid(now, made_on=made_on, figures=writing.register.figures).require()
    return writing.append(
        LAID,
        acting.actor,
        {
            "number": number,
            "session": name,
            "first": first.isoformat(),
            "last": last.isoformat(),
            "at": instant_text(writing.now),
            "decision": decision.as_json(),
        },
        subjects=(number,),
    )


def annul(
    writing: Writing,
    officer: Officer,
    number: str,
    *,
    resolved_on: date,
    until: date,
    resolution: str,
    keys: Sequence[str] = (),
) -> Entry:
    """Record that the Assembly annulled rules, or of them the values `keys`, from the day `until`
    on; a change is an annulment with new rules. What was done before stands (DOA1974-37-5)."""
    acting = _published(writing, officer, number)
    said = words("resolution", resolution)
    if resolved_on > day_of(writing.now):
        raise Malformed.field("resolved_on", f"is {resolved_on}, a day to come")
    decision = law.ends(resolved_on=resolved_on, until=until).require()
    fixed = {v["key"] for v in _publication(writing, number).content["values"]}
    unknown = sorted(set(keys) - fixed)
    if unknown:
        raise Malformed.field("keys", f"{', '.join(unknown)}: {number} fixes none of it")
    return writing.append(
        ANNULLED,
        acting.actor,
        {
            "number": number,
            "resolved_on": resolved_on.isoformat(),
            "until": until.isoformat(),
            "resolution": said,
            "keys": list(keys),
            "at": instant_text(writing.now),
            "decision": decision.as_json(),
        },
        subjects=(number,),
    )


def laying(reading: Reading, number: str) -> Decision:
    """How far rules were laid before the Assembly, as a decision (DOA1974-37-5)."""
    made_on, sittings = _laid(reading, number)
    return law.laid(sittings, made_on=made_on, figures=reading.register.figures)


def _laid(reading: Reading, number: str) -> tuple[date, list[law.Sitting]]:
    reference = GazetteReference.from_json(_publication(reading, number).content["gazette"])
    sittings = [
        law.Sitting(
            e.content["session"],
            date.fromisoformat(e.content["first"]),
            date.fromisoformat(e.content["last"]),
        )
        for e in standing(reading.session, number)
        if e.kind == LAID
    ]
    return reference.day, sorted(sittings, key=lambda s: s.first)


def row(reading: Reading, number: str) -> NotificationRow:
    """The notification of rules of that number. Raises `NotFound`."""
    found = reading.session.get(NotificationRow, number)
    if found is None or found.about != RULES:
        raise NotFound(f"No rules {number} are on the register.")
    return found


def history(reading: Reading, number: str) -> list[Entry]:
    """What the Assembly did with rules: days of laying and annulments that stand, in order."""
    return [e for e in standing(reading.session, number) if e.kind in (LAID, ANNULLED)]


def _published(writing: Writing, officer: Officer, number: str) -> Authority:
    if row(writing, number).state != "published":
        raise Refused(
            f"{number} is not published; only rules that are can be laid or annulled.",
            clauses=(law.LAID,),
        )
    return authorise(writing, officer, "government", clause=law.LAID, at=writing.now)


def _publication(reading: Reading, number: str) -> Entry:
    entries = standing(reading.session, number)
    return next(e for e in reversed(entries) if e.kind == notifications.PUBLISHED)


def published(reading: Reading) -> list[NotificationRow]:
    """Every set of rules on the register, drafts too, the newest first."""
    rows = select(NotificationRow).where(NotificationRow.about == RULES)
    return list(reading.session.scalars(rows.order_by(NotificationRow.number.desc())))


def prescribed(reading: Reading) -> Iterator[Provided]:
    """What the rules on the register fix, in the order of their publication."""
    rows = reading.session.scalars(
        select(NotificationRow)
        .where(NotificationRow.about == RULES, NotificationRow.state == "published")
        .order_by(NotificationRow.effective_at, NotificationRow.number)
    )
    for row in rows.all():
        content, entries = _publication(reading, row.number).content, history(reading, row.number)
        reference = GazetteReference.from_json(content["gazette"])
        first = day_of(instant(content["effective_at"]))
        for value in map(read, content["values"]):
            yield Provided(
                key=value.key,
                locality=value.locality,
                # A correction may have moved the day from which the rules operate.
                since=max(value.since or first, first),
                value=value.value,
                rule=f"{content['title']} ({row.number})",
                gazette=f"{reference.series} No. {reference.number}",
                gazette_date=reference.day,
                sample=False,
                until=_until(entries, value.key),
            )


def _until(entries: Sequence[Entry], key: str) -> date | None:
    """The first day on which what rules fix of `key` no longer holds, by what the Assembly did."""
    days = (
        date.fromisoformat(e.content["until"])
        for e in entries
        if e.kind == ANNULLED and (not e.content["keys"] or key in e.content["keys"])
    )
    return min(days, default=None)


def ends(reading: Reading, number: str) -> list[datetime | None]:
    """When each value of the published rules ceases to hold by an annulment, None where none does;
    of rules that fix no value, when the rules as a whole cease."""
    entries = history(reading, number)
    keys = [v["key"] for v in _publication(reading, number).content["values"]] or [""]
    days = [_until(entries, key) for key in keys]
    return [None if day_ is None else start_of_day(day_) for day_ in days]


def _laid_anew(content: Mapping[str, Any], restated: Mapping[str, Any]) -> Mapping[str, Any]:
    """Days of laying as corrected. Raises `Malformed` for days that end before they begin."""
    new = restating(session=wording, first=day, last=day)(content, restated)
    if new["last"] < new["first"]:
        raise Malformed.field(
            "restated.last", f"is {new['last']}, before {new['first']}", clauses=(law.LAID,)
        )
    return new


def _annulled_anew(content: Mapping[str, Any], restated: Mapping[str, Any]) -> Mapping[str, Any]:
    """An annulment as corrected: still none that reaches a past day. Raises `Refused`."""
    new = restating(resolved_on=day, until=day, resolution=wording)(content, restated)
    resolved, until = (date.fromisoformat(new[name]) for name in ("resolved_on", "until"))
    law.ends(resolved_on=resolved, until=until).require()
    return new


def clause_of(_row: NotificationRow) -> str:
    """The clause under which rules are published."""
    return law.PUBLISHED


POWERS = {RULES: Power(None, clause_of, publish, authority)}
KINDS = (
    Kind(
        LAID,
        restatable=frozenset({"session", "first", "last"}),
        restate=_laid_anew,
    ),
    Kind(
        ANNULLED,
        restatable=frozenset({"resolved_on", "until", "resolution"}),
        restate=_annulled_anew,
    ),
)
