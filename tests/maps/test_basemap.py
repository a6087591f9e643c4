"""The ground under the sheets: the shipped geography, with its sources, marked approximate."""

from __future__ import annotations

import pytest
from shapely.geometry import Point

from maps import basemap
from vetcontrol.errors import Malformed


def test_goa_alone_is_the_territory() -> None:
    under = basemap.load()
    west, south, east, north = under.bounds
    assert [name for name, _ in under.territory.features] == ["Goa"]
    assert 73.5 < west < 73.8
    assert 14.7 < south < 15.0
    assert 74.2 < east < 74.5
    assert 15.7 < north < 15.9


def test_every_taluka_has_a_name_inside_its_outline() -> None:
    under = basemap.load()
    names = {label.name: label for label in under.labels if label.kind == "taluka"}
    assert len(names) == len(under.talukas.features) >= 11
    for name, outline in under.talukas.features:
        assert outline.covers(Point(names[name].lon, names[name].lat))


def test_sources_carry_their_licence_and_no_way_of_delivery() -> None:
    words = " ".join(basemap.load().sources)
    assert "Natural Earth" in words
    assert "(Public domain)" in words
    assert "(CC-BY-4.0)" in words
    assert "as packed in" not in words


def test_greater_towns_are_set_before_smaller_ones() -> None:
    ranks = {label.name: label.rank for label in basemap.load().labels if label.kind != "taluka"}
    assert ranks["Margao"] < ranks["Mapusa"] < ranks["Baga"] < ranks["Advoi"]


def test_a_territory_that_is_not_shipped_is_refused() -> None:
    with pytest.raises(Malformed, match="IN-XX"):
        basemap.load("IN-XX")


def test_sources_and_licences_that_do_not_pair_are_all_named() -> None:
    found = basemap._sources({"source": "A, as packed in b 1; C", "licence": "CC-BY-4.0"})
    assert found == ["A", "C", "CC-BY-4.0"]
    assert basemap._sources({}) == []
