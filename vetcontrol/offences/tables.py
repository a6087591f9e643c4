"""Present state of offences."""

from __future__ import annotations
