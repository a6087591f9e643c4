"""Layers for the sheets' tests: a story round Panaji, with words that want to be programs."""

from __future__ import annotations

from shapely.geometry import MultiPolygon, Point, Polygon, box

from maps.layers import MapFeature, MapLayer

NONCE = "n" * 22
PANAJI = (73.8278, 15.4909)
VIEW = (73.75, 15.42, 73.92, 15.56)
HOSTILE = (
    "`a`b ${document.title=7331*7331} </script> {{7331*7331}} {% x %} {# "
    "<img src=x onerror=\"document.title='gone'\"> ' \" \\ &lt; %"
)
HOLED = Polygon(
    box(73.80, 15.46, 73.86, 15.52).exterior.coords,
    [box(73.82, 15.48, 73.83, 15.49).exterior.coords],
)
SMALL = box(73.8900, 15.4500, 73.8904, 15.4504)
"""A part of an area of about 0.2 ha."""


def story(words: str = "Anthrax") -> list[MapLayer]:
    """An infected place with letter A, one by outline, an area of two parts, premises."""
    lines = (("Disease", words), (words, "first line's label"))
    return [
        MapLayer("premises", f"Premises {words}", (
            MapFeature("premises", "P/1", words, Point(73.84, 15.50), lines, url="/premises/1"),
            MapFeature("premises", "P/2", "By outline", box(73.845, 15.50, 73.847, 15.502)),
        ), source=f"Register {words}"),
        MapLayer("infected_area", f"Infected areas {words}", (
            MapFeature("infected_area", "IA/1", words, MultiPolygon([HOLED, SMALL]), lines),
        ), approximate=True, accuracy_m=50),
        MapLayer("infected_place", f"Infected places {words}", (
            MapFeature("infected_place", "IP/1", words, Point(*PANAJI), lines, "A", "/places/1"),
            MapFeature("infected_place", words, "By outline", box(73.81, 15.50, 73.812, 15.502)),
        )),
        MapLayer("conflicts", "Conflicts", ()),
    ]  # fmt: skip


def premises(count: int) -> MapLayer:
    """`count` premises on a lattice round Panaji."""
    side = int(count**0.5) + 1
    return MapLayer(
        "premises",
        "Premises",
        tuple(
            MapFeature(
                "premises",
                f"P/{n}",
                f"Holding {n}",
                Point(73.76 + n % side * 0.15 / side, 15.43 + n // side * 0.12 / side),
            )
            for n in range(count)
        ),
    )
