"""Which village is meant: by its code, or by its name where only one has it."""

from __future__ import annotations

from datetime import datetime

from vetcontrol.places.rows import RowError
from vetcontrol.register.effects import FeatureKind, Version
from vetcontrol.register.inforce import Snapshot

REMEDY = "Give the code that the village layer has"


class Villages:
    """The villages in force at `at`, by code, feature id and name."""

    def __init__(self, snapshot: Snapshot, at: datetime) -> None:
        self._named: dict[str, list[Version]] = {}
        self._coded: dict[str, Version] = {}
        self._features: dict[str, Version] = {}
        for village in snapshot.of_kind(FeatureKind.VILLAGE, at):
            self._features[village.feature] = village
            self._coded[str(village.facts["code"])] = village
            self._named.setdefault(str(village.facts["name"]).casefold(), []).append(village)

    def find(self, words: str, taluka: str = "") -> str:
        """The feature id of the village that has this code or, within `taluka`, this whole name.

        A name is never matched in part. Raises `RowError` where none has it, or several have.
        """
        village = self._coded.get(words) or self._features.get(words)
        if village is not None:
            return village.feature
        named = self._named.get(words.casefold(), [])
        if taluka:
            named = [v for v in named if _taluka(v).casefold() == taluka.casefold()]
        if len(named) == 1:
            return named[0].feature
        shown = words[:60]
        if not named:
            where = f" of {taluka[:60]}" if taluka else ""
            raise RowError("village", f"No village {shown!r}{where} is among the layers", REMEDY)
        choice = ", ".join(
            f"{v.facts['code']} ({_taluka(v) or 'taluka not stated'})" for v in named
        )
        raise RowError("village", f"{len(named)} villages are named {shown!r}: {choice}", REMEDY)

    def name(self, feature: str) -> str:
        """The name of a village by its feature id."""
        return str(self._features[feature].facts["name"])


def _taluka(village: Version) -> str:
    return str(village.facts.get("taluka") or "")
