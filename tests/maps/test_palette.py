"""The palette keeps kinds apart without colour, and keeps colours apart for every reader."""

from __future__ import annotations

import itertools
import re

import numpy as np
import numpy.typing as npt
import pytest

from maps.palette import LAND, STYLES, TERRITORY, Style, badge, hatch_defs, swatch

Array = npt.NDArray[np.float64]

LEGAL = [style for style in STYLES.values() if style.legal]
SPEAKING = [*LEGAL, STYLES["draft"]]

# G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, A Physiologically-based Model for Simulation
# of Color Vision Deficiency, IEEE TVCG 15 (2009), doi:10.1109/TVCG.2009.113: protanomaly,
# deuteranomaly and tritanomaly of severity 1, on linear light.
BLINDNESS = {
    "none": np.eye(3),
    "red": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "green": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "blue": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}


def _linear(colour: str) -> Array:
    raw = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(raw <= 0.04045, raw / 12.92, ((raw + 0.055) / 1.055) ** 2.4)


def _lab(light: Array) -> Array:
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    xyz = to_xyz @ np.clip(light, 0, 1) / np.array([0.95047, 1.0, 1.08883])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def _luminance(colour: str) -> float:
    return float(_linear(colour) @ np.array([0.2126, 0.7152, 0.0722]))


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("one", "other"), list(itertools.combinations(SPEAKING, 2)), ids=lambda style: style.kind
)
def test_two_kinds_differ_without_colour(one: Style, other: Style) -> None:
    assert (one.dash, one.hatch) != (other.dash, other.hatch)
    if one.symbol and other.symbol:
        assert (one.symbol, one.letter) != (other.symbol, other.letter)


@pytest.mark.parametrize("reader", BLINDNESS)
@pytest.mark.parametrize(
    ("one", "other"), list(itertools.combinations(SPEAKING, 2)), ids=lambda style: style.kind
)
def test_two_colours_differ_for_every_reader(one: Style, other: Style, reader: str) -> None:
    seen = [_lab(BLINDNESS[reader] @ _linear(style.stroke)) for style in (one, other)]
    # 2.3 is a just noticeable difference; lines a few pixels wide want several times that.
    assert np.linalg.norm(seen[0] - seen[1]) > 10


@pytest.mark.parametrize("style", SPEAKING, ids=lambda style: style.kind)
@pytest.mark.parametrize("ground", [LAND, TERRITORY])
def test_legal_lines_stand_out_from_the_ground(style: Style, ground: str) -> None:
    assert _contrast(style.stroke, ground) >= 4.5
    assert _contrast(style.stroke, "#ffffff") >= 4.5  # the white letter in its badge


@pytest.mark.parametrize("style", list(STYLES.values()), ids=lambda style: style.kind)
def test_fill_covers_less_than_a_tenth(style: Style) -> None:
    assert 0 <= style.ink < 0.10


def test_every_hatch_is_defined_once_and_used() -> None:
    defined = re.findall(r'id="hatch-(\w+)"', hatch_defs())
    assert sorted(defined) == sorted(kind for kind, style in STYLES.items() if style.hatch)
    assert all(STYLES[kind].fill == f"url(#hatch-{kind})" for kind in STYLES if kind in defined)


@pytest.mark.parametrize("style", list(STYLES.values()), ids=lambda style: style.kind)
def test_the_legend_draws_what_the_map_draws(style: Style) -> None:
    picture = swatch(style.kind, points=True, areas=True)
    assert f'stroke="{style.stroke}"' in picture
    assert f'fill="{style.fill}"' in picture
    assert f'stroke-width="{style.weight}"' in picture
    assert (f'stroke-dasharray="{style.dash}"' in picture) == bool(style.dash)
    if style.symbol:
        assert badge(style, style.letter, x=22, y=12, r=8) in picture


def test_law_lies_above_the_ground_and_kinds_have_ranks_of_their_own() -> None:
    ranks = [style.rank for style in STYLES.values()]
    assert len(set(ranks)) == len(ranks)
    ground = [s.rank for s in STYLES.values() if s.kind in ("villages", "talukas", "territory")]
    assert max(ground) < min(style.rank for style in LEGAL)
