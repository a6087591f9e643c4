"""Typed coordinates: degrees, minutes and seconds as people write them, to longitude and latitude.

With letters N, S, E, W the letters decide the order; without them latitude comes first, as people
write it. The answer is always (longitude, latitude) in degrees.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from gis.errors import CoordinateTextError

_REMEDY: Final = (
    "Write for example 15.4909, 73.8278 (latitude first) or 15° 29′ 27.2″ N, 73° 49′ 40.1″ E."
)
_SAME: Final = str.maketrans(
    {
        **dict.fromkeys("º˚∘⁰◦", "°"),
        **dict.fromkeys("′’‘´`ʹʼ‛＇", "'"),
        **dict.fromkeys("″”“„ʺ‟＂", '"'),
        **dict.fromkeys("−–‐‑－", "-"),
        **dict.fromkeys("，、", ","),
    }
)
_WORDS: Final = (
    (r"\b(LATITUDE|LAT)\b\.?\s*[:=]?", " φ "),
    (r"\b(LONGITUDE|LONG|LON|LNG)\b\.?\s*[:=]?", " λ "),
    (r"(?<![A-Z])NORTH\b", " N "),
    (r"(?<![A-Z])SOUTH\b", " S "),
    (r"(?<![A-Z])EAST\b", " E "),
    (r"(?<![A-Z])WEST\b", " W "),
    (r"(?<![A-Z])(DEGREES|DEGREE|DEG)\b\.?", "°"),
    (r"(?<![A-Z])(MINUTES|MINUTE|MINS|MIN)\b\.?", "'"),
    (r"(?<![A-Z])(SECONDS|SECOND|SECS|SEC)\b\.?", '"'),
    (r"(\d)\s*D\s*(?=[\d.])", r"\1° "),
    (r"(°\s*[\d.]+)\s*M\b", r"\1'"),
    (r"(°\s*[\d.]+)\s*M(?=\d)", r"\1' "),
    (r"('\s*[\d.]+)\s*S(?=[\s,;]*[NSEW])", r'\1" '),
)
_TOKEN: Final = re.compile(r"\s*(?:([+-]?(?:\d+(?:\.\d*)?|\.\d+))|([°'\":])|([NSEWφλ])|([,;/|]))")
_COMMA_DECIMALS: Final = re.compile(r"\s*([+-]?\d+),(\d+)\s*[;\s]\s*([+-]?\d+),(\d+)\s*")
_MARKS: Final = ({"°", ":", ""}, {"'", ":", ""}, {'"', ""})


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str


def parse_coordinates(text: str) -> tuple[float, float]:
    """(longitude, latitude) in degrees from typed text, in any common spelling.

    Decimal degrees, degrees and minutes, degrees, minutes and seconds; letters before or after or
    none. Raises CoordinateTextError where the text is blank, cannot be read, mixes signs and
    letters, or leaves open which number is which. The territory is not judged here.
    """
    tokens = _tokens(text)
    halves = _halves(tokens, text)
    first, second = (_half(half, text) for half in halves)
    axes = {first[1], second[1]}
    if axes == {"lat", "lon"}:
        lat, lon = (first[0], second[0]) if first[1] == "lat" else (second[0], first[0])
    elif axes == {""}:
        lat, lon = first[0], second[0]
    elif len(axes) == 1:
        raise _unreadable(text, "both numbers are marked as the same direction")
    else:
        raise _unreadable(text, "only one of the two numbers has a direction letter")
    if abs(lat) > 90.0:
        raise _unreadable(text, f"a latitude of {lat:g} degrees does not exist")
    if abs(lon) > 180.0:
        raise _unreadable(text, f"a longitude of {lon:g} degrees does not exist")
    return lon, lat


def describe(lon: float, lat: float, decimals: int = 2) -> str:
    """Degrees, minutes and seconds with letters, latitude first; `decimals` of the second.

    Two decimals of a second are 0.3 m, five are 0.3 mm. `parse_coordinates` reads it back.
    """
    return f"{_dms(lat, 'NS', decimals)}, {_dms(lon, 'EW', decimals)}"


def _dms(value: float, letters: str, decimals: int) -> str:
    units = round(abs(value) * 3600 * 10**decimals)
    seconds, fraction = divmod(units, 10**decimals)
    minutes, second = divmod(seconds, 60)
    degree, minute = divmod(minutes, 60)
    shown = f"{second:02d}" + (f".{fraction:0{decimals}d}" if decimals else "")
    return f"{degree}° {minute:02d}′ {shown}″ {letters[value < 0]}"


def _unreadable(text: str, why: str) -> CoordinateTextError:
    shown = text if len(text) <= 60 else text[:57] + "..."
    return CoordinateTextError(f"{shown!r} cannot be read: {why}.", remedy=_REMEDY)


def _tokens(text: str) -> list[_Token]:
    if not text.strip():
        raise CoordinateTextError("The coordinates are blank.", remedy=_REMEDY)
    if len(text) > 200:
        raise _unreadable(text, "it is too long")
    plain = text.translate(_SAME)
    plain = "".join(
        str(unicodedata.digit(c)) if c.isdecimal() else c for c in plain.replace("''", '"')
    ).upper()
    decimals = _COMMA_DECIMALS.fullmatch(plain)
    if decimals:
        a, b, c, d = decimals.groups()
        plain = f"{a}.{b}; {c}.{d}"
    for pattern, mark in _WORDS:
        plain = re.sub(pattern, mark, plain)
    found: list[_Token] = []
    position, plain = 0, plain.strip().strip("()[]").strip()
    while position < len(plain):
        match = _TOKEN.match(plain, position)
        if match is None:
            raise _unreadable(text, f"{plain[position:].strip()[:1]!r} has no meaning there")
        kind = ("number", "mark", "letter", "separator")[(match.lastindex or 1) - 1]
        found.append(_Token(kind, match.group(match.lastindex or 1)))
        position = match.end()
    return found


def _halves(tokens: list[_Token], text: str) -> tuple[list[_Token], list[_Token]]:
    letters = [i for i, t in enumerate(tokens) if t.kind == "letter"]
    separators = [i for i, t in enumerate(tokens) if t.kind == "separator"]
    numbers = [i for i, t in enumerate(tokens) if t.kind == "number"]
    degrees = [i for i, t in enumerate(tokens) if t.text == "°"]
    if len(letters) > 2 and not separators:
        raise _unreadable(text, "there are more than two direction letters")
    if len(separators) == 1:
        cut = separators[0]
        return tokens[:cut], tokens[cut + 1 :]
    if separators:
        raise _unreadable(text, "there are too many separators")
    if len(letters) == 2:
        cut = letters[1] if letters[0] == 0 else letters[0] + 1
    elif len(degrees) == 2:
        cut = degrees[1] - 1
    elif len(numbers) in (2, 4, 6):
        cut = numbers[len(numbers) // 2]
    else:
        raise _unreadable(text, "it does not hold two coordinates")
    return tokens[:cut], tokens[cut:]


def _half(tokens: list[_Token], text: str) -> tuple[float, str]:
    letters = [t.text for t in tokens if t.kind == "letter"]
    axes = {"lat" if letter in "NSφ" else "lon" for letter in letters}
    if len(axes) > 1 or len(letters) > 2:
        raise _unreadable(text, "a number has direction letters that contradict each other")
    if any(t.kind == "letter" for t in tokens[1:-1] if t.text not in "φλ"):
        raise _unreadable(text, "a direction letter stands inside a number")
    body = [t for t in tokens if t.kind != "letter"]
    numbers: list[str] = []
    marks: list[str] = []
    for token in body:
        if token.kind == "number":
            numbers.append(token.text)
            marks.append("")
        elif not numbers or marks[-1]:
            raise _unreadable(text, f"the mark {token.text} stands without a number")
        else:
            marks[-1] = token.text
    if not 1 <= len(numbers) <= 3:
        raise _unreadable(text, "a coordinate has one to three numbers")
    if any(mark not in allowed for mark, allowed in zip(marks, _MARKS, strict=False)):
        raise _unreadable(text, "the marks for degrees, minutes and seconds are out of order")
    value = _sum(numbers, text)
    negative = numbers[0].startswith("-")
    if negative and any(letter in "NSEW" for letter in letters):
        raise _unreadable(text, "it has both a minus sign and a direction letter")
    if any(letter in "SW" for letter in letters):
        negative = True
    return (-value if negative else value), (axes.pop() if axes else "")


def _sum(numbers: list[str], text: str) -> float:
    if any("." in number for number in numbers[:-1]):
        raise _unreadable(text, "only the last part of a coordinate may have a fraction")
    if any(number[0] in "+-" for number in numbers[1:]):
        raise _unreadable(text, "minutes and seconds carry no sign")
    parts = [abs(float(number)) for number in numbers]
    if any(part >= 60.0 for part in parts[1:]):
        raise _unreadable(text, "minutes and seconds stay below 60")
    return sum(part / 60.0**i for i, part in enumerate(parts))
