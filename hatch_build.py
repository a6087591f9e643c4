"""Hatchling's hook: a wheel carries the law's figures and the front-end files, or is not built."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompleteWheel(BuildHookInterface[Any]):
    """Refuses a distribution whose pages would stand without scripts, styles and fonts."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Check the files and put data/ into the wheel as vetcontrol/_data.

        An editable install is let through, since `make setup` fetches the front-end files after
        it, and gets no copy of data/, which would grow stale beside the checkout's own.
        Raises FileNotFoundError naming what is missing and the remedy.
        """
        if version == "editable":
            return
        root = Path(self.root)
        missing = [str(path) for path in expected(root) if not (root / path).exists()]
        if missing:
            raise FileNotFoundError(
                "The distribution would be incomplete without "
                + ", ".join(missing)
                + ": run `make setup` in the checkout and build again."
            )
        if self.target_name == "wheel":
            build_data["force_include"][str(root / "data")] = "vetcontrol/_data"


def expected(root: Path) -> list[Path]:
    """data/ and every front-end file that package.json lists, relative to the checkout."""
    return [Path("data"), *runpy.run_path(str(root / "scripts/vendor.py"))["wanted"](root)]
