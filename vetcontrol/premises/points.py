"""Where every located premises stands, kept in memory against the log, for maps of many.

Each process reads them once, and anew when an entry about premises has come. Those known only by
village have no place of their own: they are counted apart.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from vetcontrol.premises.tables import PremisesRow
from vetcontrol.register.register import Reading, Register
from vetcontrol.register.tables import EntryRow, SubjectRow

SUBJECTS = "premises"
"""With this every subject begins whose entries change the register of premises."""


@dataclass(frozen=True)
class Points:
    """Columns of one length: id, the middle of each place's box (degrees, EPSG:4326), and its kind
    as a place in `kinds`. `by_village` counts those that are known only by village."""

    seq: int
    ids: NDArray[np.int64]
    lon: NDArray[np.float64]
    lat: NDArray[np.float64]
    kind: NDArray[np.int16]
    kinds: tuple[str, ...]
    by_village: int

    def of_kinds(self, wanted: tuple[str, ...]) -> NDArray[np.bool_]:
        """Which are of one of the kinds `wanted`; all where none is named."""
        if not wanted:
            return np.ones(len(self.ids), dtype=bool)
        places = [i for i, kind in enumerate(self.kinds) if kind in wanted]
        return np.isin(self.kind, places)


_kept: WeakKeyDictionary[Register, Points] = WeakKeyDictionary()
_lock = threading.Lock()


def points(reading: Reading) -> Points:
    """All located premises as the transaction sees them."""
    session = reading.session
    with _lock:
        kept = _kept.get(reading.register)
    if kept is not None and not _changed_since(session, kept.seq):
        return kept
    made = _read(session)
    with _lock:
        _kept[reading.register] = made
    return made


def _changed_since(session: Session, seq: int) -> bool:
    changed = exists().where(
        SubjectRow.entry_seq > seq, SubjectRow.subject.startswith(SUBJECTS, autoescape=True)
    )
    return bool(session.connection().scalar(select(changed)))


def _read(session: Session) -> Points:
    # The sequence first: what is committed meanwhile is then read twice, never missed.
    connection = session.connection()
    seq = connection.scalar(select(func.max(EntryRow.seq))) or 0
    columns = (
        PremisesRow.id,
        (PremisesRow.minx + PremisesRow.maxx) / 2.0,
        (PremisesRow.miny + PremisesRow.maxy) / 2.0,
        PremisesRow.kind,
    )
    located = PremisesRow.placement == "located"
    rows = connection.execute(select(*columns).where(located).order_by(PremisesRow.id)).all()
    ids, lon, lat, named = zip(*rows, strict=True) if rows else ((), (), (), ())
    kinds, kind = np.unique(np.array(named, dtype=str), return_inverse=True)
    others = select(func.count()).select_from(PremisesRow).where(~located)
    return Points(
        seq,
        np.array(ids, dtype=np.int64),
        np.array(lon, dtype=np.float64),
        np.array(lat, dtype=np.float64),
        kind.reshape(-1).astype(np.int16),
        tuple(kinds.tolist()),
        connection.scalar(others) or 0,
    )
