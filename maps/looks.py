"""The palette as scripts read it, so that no script has a colour of its own."""

from __future__ import annotations

from typing import Any

from maps.palette import CASING, LAND, SEA, STYLES, TERRITORY, Style, badge, hatch_defs


def path_options(style: Style) -> dict[str, Any]:
    """Leaflet's path options for a kind; the legend's swatch reads the same table."""
    return {
        "color": style.stroke,
        "weight": style.weight,
        "dashArray": style.dash or None,
        "fillColor": style.fill,
        "fillOpacity": style.fill_opacity,
        "lineCap": "butt" if style.dash else "round",
    }


def style_facts(style: Style) -> dict[str, Any]:
    """All that a script needs to draw one kind."""
    return {
        "path": path_options(style),
        "badge": badge(style, " ") if style.symbol not in ("", "ring") else None,
        "badge_px": style.badge_px,
        "rank": style.rank,
        "letter": style.letter,
        "label": style.label,
        "legal": style.legal,
        "weight": style.weight,
        "stroke": style.stroke,
    }


def looks() -> dict[str, Any]:
    """Ground, casing, the SVG of the hatches, and every kind's style by its name."""
    return {
        "sea": SEA,
        "land": LAND,
        "territory": TERRITORY,
        "casing": CASING,
        "hatches": hatch_defs(),
        "kinds": {style.kind: style_facts(style) for style in STYLES.values()},
    }
