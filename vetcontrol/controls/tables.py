"""Present state of controls."""

from __future__ import annotations
