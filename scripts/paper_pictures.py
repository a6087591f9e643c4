"""Draw every kind of paper as pictures of its pages: build/papers/, in each language.

First the specimens of the tests, one of each kind; then the papers of a fresh demonstration with
their maps. Sample data; to be looked at after a change of the template, the words or the plates.
"""

from __future__ import annotations

import importlib.util
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
from fastapi.testclient import TestClient
from sqlalchemy import select

from api.app import create_app
from api.languages import catalogues, cite_in
from api.told.acts import in_path
from vetcontrol import demonstration
from vetcontrol.documents.check_code import check_code
from vetcontrol.documents.content import Document, canonical, checksum
from vetcontrol.documents.pdf import Printed, render_pdf
from vetcontrol.migrations import run
from vetcontrol.register.tables import DocumentRow
from vetcontrol.schema import open_register
from vetcontrol.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
PAPERS = ROOT / "build/papers"
SPECIMENS = ROOT / "tests/vetcontrol/documents/conftest.py"
ADDRESS = "https://vet.example"
DOTS_PER_INCH = 96


def specimens() -> Mapping[str, Document]:
    """One of each kind, by its name in the tests."""
    sys.path.insert(0, str(ROOT / "tests/plugins"))
    spec = importlib.util.spec_from_file_location("specimens", SPECIMENS)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Mapping[str, Document] = module.all_specimens()
    return found


def drawn() -> Iterator[tuple[str, bytes]]:
    """The name and the PDF of each specimen in each language."""
    for name, document in specimens().items():
        code = check_code(checksum(canonical(document)))
        address = f"{ADDRESS}/verify/{in_path(document.number)}?code={code}"
        for language, words in catalogues().items():
            item = Printed(document, None, address)
            made = render_pdf([item], words, cite=cite_in(words), government="Government of Goa")
            yield f"{name}-{language}", made


def issued() -> Iterator[tuple[str, bytes]]:
    """The name and the PDF of the papers of a demonstration in each language."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/register.sqlite"
        run.upgrade(url)
        chosen = Settings(database_url=url, prescribed_profile="demo", public_address=ADDRESS)
        register = open_register(chosen)
        sign_ins = demonstration.build(register)
        with register.reading() as reading:
            rows = reading.session.execute(select(DocumentRow.number, DocumentRow.kind)).all()
        # One of each kind that has its place on a map.
        by_kind = {kind: number for number, kind in rows}
        who = sign_ins["veterinary_surgeon"]
        with TestClient(create_app(chosen, register=register)) as client:
            body = {"username": who["username"], "password": who["password"]}
            token = client.post("/api/v1/sign-in", json=body).json()["token"]
            header = {"Authorization": f"Bearer {token}"}
            for kind, number in by_kind.items():
                for language in catalogues():
                    path = f"/api/v1/documents/{in_path(number)}.pdf"
                    answer = client.get(path, params={"language": language}, headers=header)
                    if answer.status_code != 200:
                        raise SystemExit(f"{path}: {answer.text}")
                    yield f"demonstration-{kind}-{language}", answer.content
        register.close()


def main() -> None:
    """Draw them all, the pages of each paper numbered."""
    PAPERS.mkdir(parents=True, exist_ok=True)
    for old in PAPERS.glob("*.png"):
        old.unlink()
    for papers in (drawn(), issued()):
        for name, pdf in papers:
            for at, page in enumerate(pypdfium2.PdfDocument(pdf), 1):
                picture = page.render(scale=DOTS_PER_INCH / 72).to_pil()
                picture.save(PAPERS / f"{name}-{at}.png")
            sys.stdout.write(f"build/papers/{name}\n")


if __name__ == "__main__":
    main()
