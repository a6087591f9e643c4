"""Present state of quarantine."""

from __future__ import annotations
