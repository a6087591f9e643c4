"""How far long work has come, on standard error, and only where a person watches a terminal."""

from __future__ import annotations

import sys

WIDTH = 30
STEP = 500


class Progress:
    """A line that is written over: `Writing 12,000 of 100,000 [####......]`."""

    def __init__(self) -> None:
        self._shown = 0
        self._stage = ""
        self._watched = sys.stderr.isatty()

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        """Tell that `done` rows of `stage` are done, of `total` where that is known."""
        if not self._watched or (stage == self._stage and done % STEP and done != total):
            return
        bar = ""
        if total:
            full = min(WIDTH, WIDTH * done // total)
            bar = f" of {total:,} [{'#' * full}{'.' * (WIDTH - full)}]"
        line = f"{stage} {done:,}{bar}"
        sys.stderr.write(f"\r{line:{self._shown}}")
        sys.stderr.flush()
        self._shown, self._stage = len(line), stage

    def end(self) -> None:
        """Take the line away."""
        if self._shown:
            sys.stderr.write(f"\r{'':{self._shown}}\r")
            sys.stderr.flush()
            self._shown = 0
