"""Faults of what is shipped: a data file that is missing, or that does not say what it should.

These are no refusals of anybody's act (see `vetcontrol.errors`); the program must not run on.
"""

from __future__ import annotations


class DataError(Exception):
    """A file under `data/` is missing or malformed; says which file, where in it, and why."""

    def __init__(self, file: str, reason: str, *, place: str = "") -> None:
        where = f"{file}, {place}" if place else file
        super().__init__(f"{where}: {reason}")
        self.file = file
        self.place = place
        self.reason = reason
