"""Present state of requirements."""

from __future__ import annotations
