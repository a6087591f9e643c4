"""Plates for tests: an outbreak near Ponda with its radius, an area with a hole, the land."""

from __future__ import annotations

import io
from datetime import datetime
from functools import cache

import numpy as np
import numpy.typing as npt
import shapely
import typst
from PIL import Image

from gis.outline import outline
from maps import basemap
from maps.plate import Ground, Plate, Shown, Subject, draw
from maps.plate_labels import Name
from maps.plate_mark import Mark
from vetcontrol import resources
from vetcontrol.clock import IST
from vetcontrol.documents.catalogue import Words
from vetcontrol.documents.vocabulary import words_of

AT = datetime(2027, 1, 4, 9, 30, tzinfo=IST)
PLACE = shapely.Point(74.0, 15.42)
RADIUS = outline(PLACE, 1609.344)
OWN = shapely.box(74.009, 15.428, 74.0105, 15.4292)
AREA = shapely.box(73.98, 15.41, 74.02, 15.44).difference(shapely.box(73.99, 15.42, 73.995, 15.43))


@cache
def words(language: str) -> Words:
    return words_of(resources.read_toml(f"languages/{language}.toml"), file=language)


def land(*names: Name) -> Ground:
    under = basemap.load()
    return Ground(
        land=tuple(shape for _, shape in under.land.features),
        areas=(
            *(("talukas", shape) for _, shape in under.talukas.features),
            *(("territory", shape) for _, shape in under.territory.features),
        ),
        names=names,
        sources=((under.territory.source, under.territory.accuracy_m),),
    )


def plate(
    *shown: Shown, language: str = "en", title: str = "Declaration", **facts: object
) -> Plate:
    things = shown or (Shown("infected_place", PLACE), Shown("radius_outline", RADIUS))
    return draw(Subject(title, AT, things, **facts), land(), words(language))  # type: ignore[arg-type]


def notice(label: str = "1234") -> tuple[Plate, Mark]:
    """The base of the notices of a declaration, and the mark of one of them."""
    base = plate(mark="own_place")
    line = shapely.shortest_line(OWN, PLACE)
    return base, Mark(OWN, label=label, line=line, line_words="1,234.567 m")


def picture(svg: bytes, *, width_pt: float = 482.0, ppi: int = 144) -> npt.NDArray[np.uint8]:
    """The SVG as typst draws it: rows of pixels, red, green and blue, `ppi` / 72 to a point."""
    made = typst.compile(  # type: ignore[call-overload]
        {
            "main.typ": f"#set page(width: {width_pt}pt, height: auto, margin: 0pt)\n"
            f'#image("plate.svg", width: {width_pt}pt)'.encode(),
            "plate.svg": svg,
        },
        format="png",
        ppi=ppi,
    )
    return np.asarray(Image.open(io.BytesIO(made)).convert("RGB"))
