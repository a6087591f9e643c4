"""Personal text is bound by digests: known, withheld or redacted, the checksum stays."""

from __future__ import annotations

from hashlib import sha256

import pytest

from vetcontrol.documents.catalogue import Words
from vetcontrol.documents.content import Document, Personal, canonical, checksum, from_json
from vetcontrol.documents.personal import opened, personals, sealed
from vetcontrol.documents.wording import Speaker


def _digest(text: str) -> str:
    return sha256(f"salt:{text}".encode()).hexdigest()


def test_every_personal_text_is_found_wherever_it_stands(specimens: dict[str, Document]) -> None:
    assert [item.text for item in personals(specimens["premises_notice"])] == [
        "A. Naik",
        "House 12, Khandepar",
        "House and yard of A. Naik",
    ]
    assert [item.text for item in personals(specimens["declaration"])] == ["A. Naik"]


def test_a_sealed_record_holds_no_personal_text(specimens: dict[str, Document]) -> None:
    for document in specimens.values():
        text = canonical(sealed(document, _digest))
        for item in personals(document):
            assert item.text is not None
            assert item.text not in text


@pytest.mark.parametrize("name", ["premises_notice", "declaration", "order_copy"])
def test_opening_and_withholding_keep_the_checksum(
    name: str, specimens: dict[str, Document]
) -> None:
    document = sealed(specimens[name], _digest)
    kept = canonical(document)
    read = from_json(kept)
    assert all(item.text is None for item in personals(read))
    texts = {_digest(item.text): item.text for item in personals(document) if item.text}
    assert opened(read, texts) == document
    assert checksum(canonical(opened(read, texts))) == checksum(kept)
    assert checksum(canonical(opened(document, {}))) == checksum(kept)


def test_sealing_twice_changes_nothing(specimens: dict[str, Document]) -> None:
    once = sealed(specimens["premises_notice"], _digest)
    assert sealed(once, lambda _: "another") == once


def test_what_is_not_yet_sealed_stays_open(specimens: dict[str, Document]) -> None:
    assert opened(specimens["premises_notice"], {}) == specimens["premises_notice"]


def test_a_text_without_words_is_withheld(english: Words) -> None:
    assert Speaker(english, str).value(Personal(None, "d")) == "[withheld]"
