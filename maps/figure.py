"""folium without an outside request: our own Leaflet, a nonce on every script, ids that repeat."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import folium
from branca.element import CssLink, Element, Figure, JavascriptLink
from folium.template import Template
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from maps.policy import checked_nonce

TEMPLATES = Path(__file__).resolve().parent / "templates"
VENDOR = "/static/vendor"


class UnsafeSheet(RuntimeError):
    """Something reached the sheet's script that could end it; the sheet is not sent."""


@cache
def pages() -> Environment:
    """The environment of the sheet's own page: everything is escaped unless it was made here."""
    return Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined
    )


@cache
def part(name: str) -> str:
    """Return the text of our own style sheet or script, to stand in the page under its nonce."""
    return (TEMPLATES / name).read_text("utf-8")


class OfflineMap(folium.Map):
    """A folium map that loads Leaflet from this server and nothing else from anywhere.

    No jQuery, Bootstrap or marker icons: what needs them (`Marker(popup=)`, `folium.Icon`) is not
    used. The two lists need different names, else the style sheet takes the script's place.
    """

    default_js = [("leaflet", f"{VENDOR}/leaflet/leaflet.js")]  # noqa: RUF012 (folium declares it so)
    default_css = [  # noqa: RUF012 (folium declares it so)
        ("leaflet_css", f"{VENDOR}/leaflet/leaflet.css")
    ]

    # folium's own header forbids zooming the page and writes style tags without a nonce; its body
    # is a bare div. The page of the sheet has both.
    _template = Template(
        """
        {% macro script(this, kwargs) %}
            var {{ this.get_name() }} = L.map("map", {
                center: {{ this.location|tojson }},
                ...{{ this.options|tojavascript }}
            });
        {% endmacro %}
        """
    )


class SheetFigure(Figure):
    """The page round one map: `render` gives whole HTML whose scripts and styles bear `nonce`.

    The nonce is set where a tag is written, never by looking for tags in finished text. `page`
    holds what the template `sheet.html` shows beside the map; all of it is escaped there.
    """

    def __init__(self, *, nonce: str, page: dict[str, Any]) -> None:
        super().__init__()
        self.nonce = checked_nonce(nonce)
        self.page = page

    def number(self) -> None:
        """Give every element an id by its place, so that the same sheet is the same bytes."""
        pile: list[Element] = [self]
        count = 0
        while pile:
            element = pile.pop()
            element._id = f"{count:04d}"
            count += 1
            pile.extend(reversed(list(element._children.values())))

    def render(self, **kwargs: Any) -> str:
        """Return the HTML. Raises UnsafeSheet if folium's script holds an end of script."""
        self.number()
        for child in list(self._children.values()):
            child.render(**kwargs)
        script = self.script.render(**kwargs)
        if "</" in script or "<!--" in script:
            raise UnsafeSheet("the map's script holds markup; a string missed maps.text.inert")
        links = list(self.header._children.values())
        return (
            pages()
            .get_template("sheet.html")
            .render(
                nonce=self.nonce,
                scripts=[link.url for link in links if isinstance(link, JavascriptLink)],
                styles=[link.url for link in links if isinstance(link, CssLink)],
                script=script,
                own_css=part("sheet.css"),
                own_js=part("sheet.js"),
                vendor=VENDOR,
                **self.page,
            )
        )
