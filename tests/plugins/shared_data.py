"""Real layers that others published, read from where they stand; a test skips without them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

VARIABLE = "VETCONTROL_SHARED_DATA"


def shared_file(name: str) -> Path:
    """A file of the shared data; skips the test with a reason where there is none."""
    here = Path(__file__).resolve().parents[2].parent / "shared" / "data"
    file = Path(os.environ.get(VARIABLE, here)) / name
    if not file.is_file():
        pytest.skip(f"{name} is not there; set {VARIABLE} to the folder that holds it")
    return file


@pytest.fixture(scope="session")
def villages_of_goa() -> bytes:
    """The 402 villages and towns of Goa as GeoJSON (DataMeet, ODbL 1.0)."""
    return shared_file("goa_villages.geojson").read_bytes()
