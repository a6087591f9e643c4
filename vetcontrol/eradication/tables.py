"""Present state of eradication."""

from __future__ import annotations
