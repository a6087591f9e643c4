"""Refuse a test run that covers less of the code, or of its rules, than pyproject.toml asks.

Reads build/coverage.json of the full run. Statements and branches count alike. The figures and
the files that count as rules stand under [tool.vetcontrol.coverage].
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

CHECKOUT = Path(__file__).resolve().parent.parent


def shortfalls(report: Mapping[str, Any], asked: Mapping[str, Any]) -> list[str]:
    """What falls short, a sentence each: the whole, and each file of rules. Empty when none."""
    found = []
    total = report["totals"]["percent_covered"]
    if total < asked["all_percent"]:
        found.append(f"all code is covered to {total:.1f} %, {asked['all_percent']} % are asked")
    for name, file in sorted(report["files"].items()):
        percent = file["summary"]["percent_covered"]
        is_rule = any(PurePosixPath(name).match(pattern) for pattern in asked["rules"])
        if is_rule and percent < asked["rules_percent"]:
            lines = ", ".join(map(str, file["missing_lines"])) or "none"
            jumps = ", ".join(f"{a} to {b}" for a, b in file.get("missing_branches", [])) or "none"
            found.append(
                f"{name} holds rules and is covered to {percent:.1f} %, {asked['rules_percent']} %"
                f" are asked; untested lines: {lines}; untested branches: {jumps}"
            )
    return found


if __name__ == "__main__":
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))
    measured = json.loads((CHECKOUT / "build/coverage.json").read_text("utf-8"))
    lacking = shortfalls(measured, project["tool"]["vetcontrol"]["coverage"])
    sys.exit("\n".join(f"coverage: {line}" for line in lacking) or None)
