"""Draw every kind of paper as pictures of its pages: build/papers/, in each language.

First the specimens of the tests, one of each kind, those of offices and provisions with a map; then
the papers of a fresh demonstration and of a story told to its end, with theirs. Sample data; to be
looked at after a change of the template, the words or the plates. No kind is left out: it fails for
one without a specimen, and for one that has a map but was never drawn with it.
"""

from __future__ import annotations

import importlib.util
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from pathlib import Path
from types import ModuleType

import pypdfium2  # type: ignore[import-untyped]
from fastapi.testclient import TestClient
from sqlalchemy import select

from api.app import create_app
from api.languages import catalogues, cite_in
from api.plates import MAPPED, Plates
from api.told.acts import in_path
from vetcontrol import demonstration
from vetcontrol.clock import IST, Clock, SetClock, SystemClock
from vetcontrol.documents.check_code import check_code
from vetcontrol.documents.content import Document, DocumentKind, canonical, checksum
from vetcontrol.documents.pdf import Printed, render_pdf
from vetcontrol.migrations import run
from vetcontrol.register import documents as stored
from vetcontrol.register.register import Register
from vetcontrol.register.tables import DocumentRow
from vetcontrol.schema import open_register
from vetcontrol.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
PAPERS = ROOT / "build/papers"
SPECIMENS = ROOT / "tests/vetcontrol/documents/conftest.py"
STORY = ROOT / "tests/plugins/paper_story.py"
sys.path.insert(0, str(ROOT / "tests/plugins"))
OF_OFFICES = frozenset(
    {
        DocumentKind.APPOINTMENT,
        DocumentKind.DELEGATION,
        DocumentKind.DELEGATION_REVOCATION,
        DocumentKind.COMMENCEMENT,
        DocumentKind.END_OF_OPERATION,
    }
)
ADDRESS = "https://vet.example"
# The program gives these no area of their own, so none of them has a map yet.
WITHOUT_AREA = frozenset(
    {
        DocumentKind.DELEGATION,
        DocumentKind.DELEGATION_REVOCATION,
        DocumentKind.END_OF_OPERATION,
    }
)
DOTS_PER_INCH = 96


@dataclass(frozen=True)
class Paper:
    """One print: the name of its pictures, its kind and language, whether it has its map."""

    name: str
    kind: DocumentKind
    language: str
    pdf: bytes
    mapped: bool = False


def _module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def specimens() -> Mapping[str, Document]:
    """One of each kind, by its name in the tests."""
    found: Mapping[str, Document] = _module(SPECIMENS).all_specimens()
    missing = set(DocumentKind) - {document.kind for document in found.values()}
    if missing:
        raise SystemExit(f"no specimen in {SPECIMENS.name}: {', '.join(sorted(missing))}")
    return found


def drawn() -> Iterator[Paper]:
    """Each specimen in each language."""
    for name, document in specimens().items():
        for language in catalogues():
            yield Paper(name, document.kind, language, _print(document, language, None))


def _print(document: Document, language: str, plate: bytes | None) -> bytes:
    words = catalogues()[language]
    code = check_code(checksum(canonical(document)))
    item = Printed(document, plate, f"{ADDRESS}/verify/{in_path(document.number)}?code={code}")
    return render_pdf([item], words, cite=cite_in(words), government="Government of Goa")


def issued() -> Iterator[Paper]:
    """The papers of a demonstration, as they are asked for."""
    with opened(SystemClock()) as register:
        sign_ins = demonstration.build(register)
        who = sign_ins["veterinary_surgeon"]
        with TestClient(create_app(register.settings, register=register)) as client:
            body = {"username": who["username"], "password": who["password"]}
            token = client.post("/api/v1/sign-in", json=body).json()["token"]
            for kind, number in _by_kind(register).items():
                for language in catalogues():
                    path = f"/api/v1/documents/{in_path(number)}.pdf"
                    answer = client.get(
                        path,
                        params={"language": language},
                        headers={"Authorization": f"Bearer {token}"},
                    )
                    if answer.status_code != 200:
                        raise SystemExit(f"{path}: {answer.text}")
                    yield Paper(f"demonstration-{kind}", kind, language, answer.content)


def told() -> Iterator[Paper]:
    """The papers with a map of a case told to its end, of removals, and of offices with an area."""
    clock = SetClock(datetime(2027, 1, 1, 9, tzinfo=IST))
    with opened(clock) as register:
        demonstration.build(register, premises=0)
        _module(STORY).tell(register, clock)
        numbers = _by_kind(register)
        with register.reading() as reading:
            plates = Plates(reading)
            documents = [stored.get(reading.session, number) for number in numbers.values()]
            documents += [d for d in specimens().values() if d.kind in OF_OFFICES and d.geometry]
            for document in documents:
                for language in catalogues():
                    plate = plates.of(document, language)
                    if plate is not None:
                        made = _print(document, language, plate.svg)
                        yield Paper(f"map-{document.kind}", document.kind, language, made, True)


def _by_kind(register: Register) -> Mapping[DocumentKind, str]:
    """The newest document of each kind."""
    with register.reading() as reading:
        rows = reading.session.execute(select(DocumentRow.number, DocumentRow.kind)).all()
    return {DocumentKind(kind): number for number, kind in rows}


@contextmanager
def opened(clock: Clock) -> Iterator[Register]:
    """A fresh register."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/register.sqlite"
        run.upgrade(url)
        chosen = Settings(database_url=url, prescribed_profile="demo", public_address=ADDRESS)
        register = open_register(chosen, clock)
        try:
            yield register
        finally:
            register.close()


def main() -> None:
    """Draw them all, the pages of each paper numbered."""
    PAPERS.mkdir(parents=True, exist_ok=True)
    for old in PAPERS.glob("*.png"):
        old.unlink()
    mapped = set()
    for paper in chain(drawn(), issued(), told()):
        name = f"{paper.name}-{paper.language}"
        for at, page in enumerate(pypdfium2.PdfDocument(paper.pdf), 1):
            picture = page.render(scale=DOTS_PER_INCH / 72).to_pil()
            picture.save(PAPERS / f"{name}-{at}.png")
        if paper.mapped:
            mapped.add(paper.kind)
        sys.stdout.write(f"build/papers/{name}\n")
    missing = MAPPED - mapped - WITHOUT_AREA
    if missing:
        raise SystemExit(f"never drawn with a map: {', '.join(sorted(missing))}")


if __name__ == "__main__":
    main()
