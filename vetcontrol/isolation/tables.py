"""Present state of isolation."""

from __future__ import annotations
