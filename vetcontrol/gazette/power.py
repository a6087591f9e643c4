"""A power that Government uses by gazette: what the package of its section tells the desk of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vetcontrol.documents.content import Document
from vetcontrol.documents.parts import Signatory
from vetcontrol.gazette.moments import Moments
from vetcontrol.gazette.reference import GazetteReference
from vetcontrol.gazette.tables import NotificationRow
from vetcontrol.officers.authority import Authority, Officer
from vetcontrol.register.effects import FeatureKind
from vetcontrol.register.register import Reading, Writing


@dataclass(frozen=True)
class Publication:
    """What a publication adds to its entry, and the documents it makes.

    Of `content`, `facts` say what the feature is besides its name, number and disease; `ceases`
    are features that end when it is published (`feature`, `feature_kind`); `until` is the instant
    at which the feature ends by the notification's own words.
    """

    content: Mapping[str, Any]
    documents: Sequence[Document]


@dataclass(frozen=True)
class Power:
    """A power that Government uses by gazette, by what its notifications are about.

    `feature_kind` is the feature that they begin, replace and end; None where they reach no land
    (rules). `clause` is that under which a notification is published, by its row. `publish` makes
    of a draft, its signatory, the gazette and the moments what the publication is. `authority` is
    on whose authority a draft is approved, and published where no clerk does. `amend` (new
    limits) and `rescind` (a reason) draft a change of the notification of that number, and return
    the draft's.
    """

    feature_kind: FeatureKind | None
    clause: Callable[[NotificationRow], str]
    publish: Callable[
        [Writing, Mapping[str, Any], Signatory, GazetteReference, Moments], Publication
    ]
    authority: Callable[[Writing, Officer, NotificationRow], Authority]
    amend: Callable[..., str] | None = None
    rescind: Callable[..., str] | None = None


def power(reading: Reading, row: NotificationRow) -> Power:
    """The power under which the notification of `row` is made."""
    found: Power = reading.register.handlers.publications[row.about]
    return found


def clause_of(reading: Reading, row: NotificationRow) -> str:
    """The clause under which the notification of `row` is published."""
    return power(reading, row).clause(row)
