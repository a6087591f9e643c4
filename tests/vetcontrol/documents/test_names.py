"""Proper names in the language of the paper: known ones, of their kinds alone, record unchanged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from vetcontrol import resources
from vetcontrol.documents.catalogue import Words
from vetcontrol.documents.content import Document, Personal, Place, canonical
from vetcontrol.documents.spoken import spoken
from vetcontrol.documents.vocabulary import words_of
from vetcontrol.faults import DataError

Cite = Callable[[str], str]


@pytest.fixture(scope="module")
def konkani() -> Words:
    file = "languages/kok.toml"
    return words_of(resources.read_toml(file), file=file)


@pytest.fixture
def notice(specimens: dict[str, Document]) -> Document:
    """A notice whose keeper bears the name of a town, in a village that no table knows."""
    document = specimens["premises_notice"]
    assert document.addressee is not None
    return replace(
        document,
        disease="Foot and mouth disease",
        addressee=replace(document.addressee, name=Personal("Ponda")),
        place=Place("Curti", village="Nowhere", taluka="Ponda", district="South Goa"),
        signatory=replace(
            document.signatory,
            name="Anthrax",
            appointment="APP/000003, Official Gazette, series II, no. 5, no. 6, 2 March 2027",
        ),
    )


def test_names_of_their_kinds_are_in_the_language(
    konkani: Words, notice: Document, cite: Cite
) -> None:
    record = canonical(notice)
    said = spoken(notice, konkani, cite=cite)
    told = dict(said.particulars)
    assert told["तालुको"] == "फोंडें"
    assert told["जिल्लो"] == "दक्षिण गोंय"
    assert told["अनुसुचीबद्द दुयेंस"] == "लाळ-खुरकत दुयेंस"
    assert told["गांव"] == "Nowhere"
    # A description, a keeper and a signatory are people's words, whatever they are.
    assert told["सुवात"] == "Curti"
    assert said.addressee[0] == "Ponda"
    assert said.signatory == "Anthrax"
    assert said.appointment == ("APP/000003, अधिकृत राजपत्र, माळ II, no. 5, क्र. 6, 2 मार्च 2027")
    assert canonical(notice) == record


def test_english_papers_say_names_as_they_are(english: Words, notice: Document, cite: Cite) -> None:
    said = spoken(notice, english, cite=cite)
    assert said.appointment == notice.signatory.appointment
    assert dict(said.particulars)["Taluka"] == "Ponda"


@pytest.mark.parametrize(
    "appointment",
    [
        "APP/000003",
        "Official Gazette, series II",
        "Official Gazette, series II, no. 5, 2 Marzo 2027",
    ],
)
def test_what_is_no_gazette_reference_stays_as_written(
    konkani: Words, notice: Document, cite: Cite, appointment: str
) -> None:
    other = replace(notice, signatory=replace(notice.signatory, appointment=appointment))
    assert spoken(other, konkani, cite=cite).appointment == appointment


@pytest.mark.parametrize("layer", ["territory", "districts", "talukas", "places"])
def test_places_are_named_as_on_the_maps(konkani: Words, layer: str) -> None:
    features = resources.read_json(f"places/{layer}.geojson")["features"]
    local = {f["properties"]["name"]: f["properties"].get("name_local") for f in features}
    known = {name: words for name, words in local.items() if words}
    assert known
    assert {name: konkani.name(name) for name in known} == known


@pytest.mark.parametrize(("names", "place"), [("Goa", "names"), ({"Goa": " "}, r"names\.Goa")])
def test_a_faulty_table_of_names_is_refused(names: object, place: str) -> None:
    with pytest.raises(DataError, match=place):
        Words.of({"language": "en", "names": names}, [], file="languages/en.toml")


def test_an_office_and_what_is_met_are_in_the_language(
    konkani: Words, specimens: dict[str, Document], cite: Cite
) -> None:
    document = specimens["return_direction"]
    police = replace(document.signatory, office="Police officer", name="Police officer")
    said = spoken(replace(document, signatory=police), konkani, cite=cite)
    assert (said.office, said.signatory) == ("पुलीस अधिकारी", "Police officer")
    assert "बाधीत वाठार (NTF/2027/000008)" in said.paragraphs[0]
    met = spoken(specimens["licence"], konkani, cite=cite).tables[-1]
    assert met.rows[0][0] == "बाधीत सुवात, परिसर 102 (ORD/2027/000001)"
    otherwise = replace(specimens["licence"].schedules[-1], rows=(("an area", ""),))
    other = replace(specimens["licence"], schedules=(otherwise,))
    assert spoken(other, konkani, cite=cite).tables[-1].rows[0][0] == "an area"


def test_a_list_of_names_is_in_the_language_where_each_is_known(konkani: Words) -> None:
    assert konkani.name("Daman, Goa") == "दमण, गोंय"
    assert konkani.name("Daman, Nowhere") == "Daman, Nowhere"
