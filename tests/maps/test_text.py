"""Words of people reach folium as words: case 81, and what branca's second reading would run."""

from __future__ import annotations

import contextlib
import html
from collections.abc import Callable
from pathlib import Path

import folium
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from maps.text import inert, inert_lines

HOSTILE = (
    "{{7331*7331}}",
    "{{",
    "}}",
    "{% for a in b %}",
    "{# never ended",
    "${document.title=7*7}",
    "`a`b",
    "</script><script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "\u2028\u2029",
    "back\\slash \\u007b\\u007b7*7",
    "&lt;&#123;&#123;7*7&#125;&#125;",
    "\r\n\t",
    "पणजी नെയ്യാറ്റിൻകര क्ष",
)
ACTIVE = set("<>\"'\\`${}%=/\r\n\t\u2028\u2029\x00")


def _speakable(text: str) -> str:
    return "".join(
        "\ufffd" if letter == "\x00" or "\ud800" <= letter <= "\udfff" else letter
        for letter in text
    )


@given(st.text(alphabet=st.characters()))
@example("".join(HOSTILE))
@example("\x00\ud800")
def test_the_exact_words_come_back_and_nothing_active_is_left(text: str) -> None:
    spelt = inert(text)
    assert html.unescape(spelt) == _speakable(text)
    assert not ACTIVE & set(spelt)
    # What is left of & and # is references of ours, never the start of a word of people.
    assert all(part.split(";")[0].startswith("#") for part in spelt.split("&")[1:])


def test_both_halves_of_a_line_are_inert() -> None:
    assert inert_lines((("{{a}}", "{{b}}"),)) == [
        ["&#123;&#123;a&#125;&#125;", "&#123;&#123;b&#125;&#125;"]
    ]


def _six_places(spell: Callable[[str], str], words: str) -> str:
    """folium's page with `words` in a tooltip, popup, icon, layer name, group name, property."""
    point = {"type": "Point", "coordinates": [73.8278, 15.4909]}
    sheet = folium.Map(location=[15.4909, 73.8278], tiles=None)
    group = folium.FeatureGroup(name=spell(words)).add_to(sheet)
    folium.GeoJson(
        {
            "type": "FeatureCollection",
            "features": [
                {
                    "type": "Feature",
                    "id": "0",
                    "geometry": point,
                    "properties": {spell(words): spell(words)},
                }
            ],
        },
        name=spell(words),
        tooltip=folium.GeoJsonTooltip(fields=[spell(words)], aliases=[spell(words)]),
        popup=folium.GeoJsonPopup(fields=[spell(words)]),
    ).add_to(sheet)
    folium.Marker(
        [15.4909, 73.8278],
        icon=folium.DivIcon(html=spell(words)),
        tooltip=spell(words),
        popup=folium.Popup(spell(words)),
    ).add_to(group)
    folium.LayerControl().add_to(sheet)
    return str(sheet.get_root().render())


ORDER = (
    "{{ cycler.__init__.__globals__.os.mkdir("
    "cycler.__init__.__globals__.os.environ.VETCONTROL_TEST_FOLDER) }}"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands only if words of people ran as a program on this machine."""
    monkeypatch.setenv("VETCONTROL_TEST_FOLDER", str(tmp_path / "made"))
    return tmp_path / "made"


def test_without_the_spelling_folium_runs_words_on_the_server(folder: Path) -> None:
    """Why `inert` exists; should this ever fail, folium has stopped reading its page twice."""
    with contextlib.suppress(FileExistsError):
        _six_places(str, ORDER)
    assert folder.exists()


def test_in_all_six_places_nothing_is_run(folder: Path) -> None:
    _six_places(inert, ORDER)
    assert not folder.exists()


@pytest.mark.parametrize("words", HOSTILE)
def test_in_all_six_places_no_template_mark_survives(words: str) -> None:
    quiet = _six_places(inert, "quiet")
    page = _six_places(inert, words)
    for mark in ("{{", "{%", "{#", "</script", "onerror=", "document.title="):
        assert page.count(mark) == quiet.count(mark), mark
    assert page.count("`") == quiet.count("`")
    assert str(7331 * 7331) not in page


@given(st.text(max_size=40))
def test_any_text_leaves_the_map_whole(words: str) -> None:
    """A lone brace breaks the map for everybody; the page must keep its shape."""
    page = _six_places(inert, words)
    assert page.rstrip().endswith("</html>")
    assert page.count("<script") == page.count("</script>")
