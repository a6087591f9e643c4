"""The copies of an order that go out anew where a correction restates it (DOA1974-11-1b)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import select

from gis import geojson
from vetcontrol.canonical import instant
from vetcontrol.disease.order import copies_of
from vetcontrol.documents.content import Document, DocumentKind
from vetcontrol.documents.instruments import infected_place_order
from vetcontrol.officers.authority import authorise
from vetcontrol.officers.people import known_officer, officer_of
from vetcontrol.places.queries import Whereabouts, whereabouts
from vetcontrol.places.words import unnamed
from vetcontrol.register import documents
from vetcontrol.register.entries import Actor, geometry_from
from vetcontrol.register.register import Writing
from vetcontrol.register.tables import DocumentRow, SubjectRow


def redraw(
    writing: Writing, actor: Actor, content: Mapping[str, Any], correction: str
) -> tuple[Mapping[str, Any], Sequence[Document]]:
    """The content of an order as corrected, which names its new copies, and these.

    They go to the addressees of the first copies, whose names stay bound to the same digests.
    Raises `NoAuthority` where who corrects may not sign them as Inspector at the place.
    """
    geometry = geometry_from(content["geometry"])
    signatory = authorise(
        writing,
        officer_of(known_officer(writing.session, actor.officer)),
        "inspector",
        clause="DOA1974-11-1b",
        at=writing.now,
        geometry=geometry,
    ).signatory()
    lies = whereabouts(writing.known(), geometry, instant(content["signed_at"]))
    to = [documents.get(writing.session, number).addressee for number in content["copies"]]
    copies = copies_of(
        writing,
        _as_corrected(documents.get(writing.session, content["number"]), content, lies),
        writing.session.get_one(DocumentRow, content["number"]).checksum,
        [addressee for addressee in to if addressee is not None],
        signed_at=writing.now,
        signatory=signatory,
        correction=correction,
    )
    new = {
        "place": {"village": lies.village, "taluka": lies.taluka, "district": lies.district},
        "copies": [copy.number for copy in copies],
        "former_copies": _former(writing, content["case_number"]),
        "correction": correction,
    }
    return {**content, **new}, copies


def _as_corrected(order: Document, content: Mapping[str, Any], lies: Whereabouts) -> Document:
    """The signed `order` in the words that it has as corrected."""
    drawn = geojson.as_geojson(geometry_from(content["geometry"]))
    assert order.place is not None
    named = content["premises_id"] is not None
    return infected_place_order(
        number=order.number,
        case_number=order.case_number,
        disease=order.disease,
        place=replace(
            order.place,
            description=order.place.description if named else unnamed(drawn),
            village=lies.village,
            taluka=lies.taluka,
            district=lies.district,
        ),
        geometry=drawn,
        grounds=content["grounds"],
        signed_at=instant(content["signed_at"]),
        signatory=order.signatory,
        animals=content["animals"],
    )


def _former(writing: Writing, case_number: str) -> list[str]:
    """Every copy of the order drawn up so far, those of a correction since withdrawn too."""
    return list(
        writing.session.scalars(
            select(DocumentRow.number)
            .join(SubjectRow, SubjectRow.entry_seq == DocumentRow.entry_seq)
            .where(
                SubjectRow.subject == case_number,
                DocumentRow.kind == DocumentKind.ORDER_COPY.value,
            )
            .order_by(DocumentRow.number)
        )
    )
