"""Present state of duties."""

from __future__ import annotations
