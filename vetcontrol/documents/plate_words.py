"""What a map plate says: its legend, its lines of furniture and its description in words."""

from __future__ import annotations

from typing import Final

from vetcontrol.documents.catalogue import Message, message

#: What a plate may show, in the palette's words for it.
SHOWN: Final = (
    "infected_place",
    "declared_place",
    "infected_area",
    "radius_outline",
    "provision_area",
    "ceased_place",
    "route",
    "journey_from",
    "journey_to",
    "record_place",
    "own_place",
    "distance",
    "villages",
    "talukas",
    "territory",
    "sea",
)

MESSAGES: Final[tuple[Message, ...]] = (
    *(message(f"plate.shown.{name}") for name in SHOWN),
    message("plate.as_at", "time"),
    message("plate.legend"),
    message("plate.miles"),
    message("plate.kilometres"),
    message("plate.north"),
    message("plate.east"),
    message("plate.west"),
    message("plate.true_north"),
    message("plate.ground", "sources"),
    message("plate.within", "source", "distance"),
    message("plate.projection"),
    message("plate.described", "number", "time", "shown", "west", "east", "south", "north"),
    message("plate.of_map", "title"),
)
