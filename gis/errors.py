"""Refusals of geodesy: what is wrong with a place, where on the earth, and what would mend it."""

from __future__ import annotations


class GeodesyError(ValueError):
    """Base of every refusal in `gis`.

    `reason` says in plain words what is wrong, `where` is (longitude, latitude) in degrees of the
    place of the fault or None, `remedy` says what would satisfy.
    """

    def __init__(
        self, reason: str, *, where: tuple[float, float] | None = None, remedy: str = ""
    ) -> None:
        parts = [reason]
        if where is not None:
            parts.append(f"Place: longitude {where[0]:.7f}, latitude {where[1]:.7f}.")
        if remedy:
            parts.append(remedy)
        super().__init__(" ".join(parts))
        self.reason = reason
        self.where = where
        self.remedy = remedy


class MalformedGeometryError(GeodesyError):
    """The input is not a GeoJSON geometry that RFC 7946 allows."""


class TooManyVerticesError(GeodesyError):
    """The geometry holds more vertices than the stated limit."""

    def __init__(self, vertices: int, limit: int) -> None:
        super().__init__(
            f"The geometry has {vertices:,} vertices; the limit is {limit:,}.",
            remedy="Send a boundary with fewer vertices or divide it into several places.",
        )
        self.vertices = vertices
        self.limit = limit


class InvalidGeometryError(GeodesyError):
    """The geometry is readable but not valid: a ring crosses itself, a hole leaves its shell."""


class UnmeasurableError(GeodesyError):
    """The place lies where this package does not measure (close to a pole, across 180 degrees)."""


class UnknownCRSError(GeodesyError):
    """The coordinate reference system is not known, or has no way to WGS84."""


class OutOfBoundsError(GeodesyError):
    """A coordinate lies outside the territory, or outside what degrees can be."""


class SwappedCoordinatesError(OutOfBoundsError):
    """Latitude and longitude stand in each other's place; `offer` is (longitude, latitude)."""

    def __init__(
        self, reason: str, *, offer: tuple[float, float], where: tuple[float, float] | None = None
    ) -> None:
        super().__init__(
            reason,
            where=where,
            remedy=(
                "Did you swap latitude and longitude? "
                f"Swapped they give longitude {offer[0]:.7f}, latitude {offer[1]:.7f}."
            ),
        )
        self.offer = offer


class NullIslandError(OutOfBoundsError):
    """Longitude or latitude is exactly 0, the mark of a missing position."""


class CoordinateTextError(GeodesyError):
    """Typed coordinates cannot be read, or can be read in more than one way."""


class UnreadableLayerError(GeodesyError):
    """A file of places cannot be read: its kind is not allowed, it is too large or damaged."""
