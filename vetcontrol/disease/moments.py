"""When something with legal effect begins, changes or ends: the ticks of "as at"."""

from __future__ import annotations

from datetime import datetime

import shapely

from gis.spatialdb import Bounds
from vetcontrol.disease.answers import LEGAL, NOT_GAZETTED
from vetcontrol.register.inforce import Snapshot


def moments(
    snapshot: Snapshot, *, bounds: Bounds | None = None, gazetted_only: bool = False
) -> list[datetime]:
    """Each once, oldest first, also those to come; only of what meets the box `bounds` (degrees).

    `gazetted_only` for unsigned callers, who must not learn when a place was declared.
    """
    kinds = {kind for kind in LEGAL if not (gazetted_only and kind in NOT_GAZETTED)}
    versions = snapshot.versions
    if bounds is not None:
        versions = tuple(versions[i] for i in snapshot.tree.query(shapely.box(*bounds)))
    found = {v.begins for v in versions if v.kind in kinds}
    found |= {v.ends for v in versions if v.kind in kinds and v.ends is not None}
    return sorted(found)
