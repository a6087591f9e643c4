"""When a notification was published, and from when it has effect."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from vetcontrol.clock import as_utc, day_of, in_words, start_of_day
from vetcontrol.errors import Malformed


@dataclass(frozen=True)
class Moments:
    """When a notification was published and has effect.

    `hour_stated` is False where only a past day is known: then a question inside that day needs
    a decision.
    """

    published_at: datetime
    effective_at: datetime
    hour_stated: bool


def moments(
    now: datetime,
    published_on: date,
    published_at: datetime | None,
    effective_at: datetime | None,
    *,
    follows: datetime | None = None,
    area_from: datetime | None = None,
    clause: str = "DOA1974-13-2",
) -> Moments:
    """When a publication under `clause` took place and has effect.

    Without an hour, today means the moment of recording; a past day means its 00:00 in India
    with the hour not stated. `follows` is when the act was done that it publishes or changes:
    no publication comes before it, and on that very day an hour not stated is not an earlier one.
    `area_from` is when the area that it changes has effect: it changes from then at the earliest.
    Raises `Malformed` for days and hours that cannot agree.
    """
    if published_on > day_of(now):
        raise Malformed.field(
            "published_on", f"is {published_on}, a day to come; record it once it is published"
        )
    if published_at is not None:
        if day_of(published_at) != published_on:
            raise Malformed.field(
                "published_at", f"is {in_words(published_at)}, not on {published_on} in India"
            )
        if published_at > now:
            raise Malformed.field("published_at", f"{in_words(published_at)} is still to come")
        published, stated = published_at, True
    elif published_on == day_of(now):
        published, stated = now, True
    else:
        published, stated = start_of_day(published_on), False
    if follows is not None and published < follows:
        if stated or day_of(follows) > published_on:
            raise Malformed.field(
                "published_at" if stated else "published_on",
                f"is before {in_words(follows)}, when the act was done that it publishes or"
                " changes",
                clauses=(clause,),
            )
        published = follows
    first = published if area_from is None else max(published, area_from)
    effective = first if effective_at is None else as_utc(effective_at)
    if effective < first:
        raise Malformed.field(
            "effective_at",
            f"{in_words(effective)} is before {in_words(first)}; an area begins, and is changed,"
            " on publication or later, and no change has effect before what it changes",
            clauses=(clause,),
        )
    return Moments(published, effective, stated)
