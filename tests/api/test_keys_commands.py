"""The commands of keys, checkpoints and verification: done, refused, wrong use."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from api.cli import app
from vetcontrol.documents.check_code import check_code
from vetcontrol.keys import cose, keyring
from vetcontrol.keys.key import HELD, Purpose
from vetcontrol.keys.text import to_text

PHRASE = "a passphrase of some length"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("VETCONTROL_DATABASE_URL", raising=False)
    monkeypatch.delenv("VETCONTROL_KEY_DIR", raising=False)
    (tmp_path / "phrase").write_text(f"{PHRASE}\n")
    (tmp_path / "phrase").chmod(0o600)
    return tmp_path


def run(*words: str, stdin: str = "") -> Result:
    return CliRunner().invoke(app, words, input=stdin)


def told(*words: str, stdin: str = "", status: int = 0) -> Any:
    result = run(*words, "--json", stdin=stdin)
    assert result.exit_code == status, result.output
    return json.loads(result.stdout)


def refused(*words: str) -> str:
    return str(told(*words, status=1)["refused"])


def make_root(name: str = "root.pem") -> Any:
    return told("keys", "root", "--out", name, "--passphrase-file", "phrase")


def test_from_the_root_to_a_token_that_others_believe(here: Path) -> None:
    root = make_root()
    assert (here / "root.pem").stat().st_mode & 0o777 == 0o600
    for purpose in HELD:
        told("keys", "create", "--purpose", purpose)
    listed = told("keys", "list")
    assert {k["purpose"] for k in listed["keys"]} == set(HELD)
    assert listed["trust_root"] is listed["trust_root_public"] is None
    assert listed["folder"] == "var/keys"
    sign = ("keys", "trust", "--root", "root.pem", "--passphrase-file", "phrase")
    signed = told(*sign)
    assert (signed["sequence"], signed["issuer"]) == (1, "Government of Goa")
    assert told("keys", "list")["trust_root"] == root["kid"]
    assert told("keys", "list")["trust_root_public"] == root["public"]
    assert root["public"] in run("keys", "list").output
    for given in ((), ("--root", root["public"])):
        assert told("keys", "trust", "show", *given) == signed
    shutil.copy("var/keys/trust.cose", "old.cose")

    signer = keyring.opened(Path("var/keys")).signer(Purpose.LICENCE, demonstration=False)
    token = cose.sign(signer, b'{"animals": 3}')
    Path("token").write_bytes(token)
    by_list = ("--trust", "old.cose", "--root", root["public"])
    for given in ("token", to_text(token), f"HTTPS://VET.EXAMPLE/V/{to_text(token)}"):
        for believed in ((), by_list):
            found = told("verify", given, *believed)
            assert found["genuine"]
            assert (found["purpose"], found["kid"]) == ("licence", signer.kid)
            assert found["payload"] == {"animals": 3}
            assert found["samples"] is False
    rotated = told("keys", "rotate", "--purpose", "licence")
    assert rotated["superseded"]["kid"] == signer.kid
    assert told("keys", "trust", "show", "--root", root["public"])["outdated"]
    assert told("verify", "token")["key_state"] == "superseded"
    began = rotated["superseded"]["valid_from"]
    gone = told("keys", "compromise", signer.kid, "--since", began)
    assert gone["state"] == "compromised"
    assert "in other hands" in refused("verify", "token")
    # The old list does not know it; this machine does, and refuses the list once the newer is.
    assert "keyring of this machine" in refused("verify", "token", *by_list)
    assert told(*sign)["sequence"] == 2
    assert "older than 2" in refused("verify", "token", *by_list)


def test_a_list_that_is_brought_back_gives_no_sequence_twice(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_root()
    sign = ("keys", "trust", "--root", "root.pem", "--passphrase-file", "phrase")
    told("keys", "create", "--purpose", "licence")
    folder = Path("var/keys")
    lists = {}
    for number in (1, 2):
        assert told(*sign)["sequence"] == number
        lists[number] = (folder / "trust.cose").read_bytes()
    (folder / "trust.cose").write_bytes(lists[1])
    assert told(*sign)["sequence"] == 3
    lists[3] = (folder / "trust.cose").read_bytes()
    (folder / "trust.cose").unlink()
    assert told(*sign)["sequence"] == 4, "also where the list is lost"
    # The keyring too is brought back from before: the same sequence again, with other content.
    ring = json.loads((folder / "keyring.json").read_text())
    assert ring["issued"] == {root["kid"]: 4}
    (folder / "keyring.json").write_text(json.dumps(ring | {"issued": {}}))
    (folder / "trust.cose").write_bytes(lists[2])
    told("keys", "create", "--purpose", "gazette")
    assert told(*sign)["sequence"] == 3
    twin = (folder / "trust.cose").read_bytes()

    token = cose.sign(keyring.opened(folder).signer(Purpose.LICENCE, demonstration=False), b"{}")
    Path("token").write_bytes(token)
    for name, data in {**lists, "twin": twin}.items():
        Path(f"list-{name}").write_bytes(data)
    # Another machine, which has a folder for keys and none in it.
    monkeypatch.setenv("VETCONTROL_KEY_DIR", "reader")
    read = ("verify", "token", "--root", root["public"], "--trust")
    assert told(*read, "list-1")["trust_list"]["sequence"] == 1
    Path("reader").mkdir(mode=0o700)
    found = told(*read, "list-3")
    assert found["trust_list"]["issued_at"].endswith("Z")
    assert "Believed by trust list 3 of " in run(*read, "list-3").output
    assert "numbered 3" in refused(*read, "list-twin")
    assert "older than 3" in refused(*read, "list-1")
    assert "older than 3" in refused(*read, "list-2")
    (Path("reader") / "seen.json").write_text("[]")
    assert "seen.json cannot be read" in refused(*read, "list-3")


def test_a_passphrase_that_others_may_read_is_refused(here: Path) -> None:
    for mode in (0o640, 0o604, 0o644):
        Path("phrase").chmod(mode)
        words = refused("keys", "root", "--out", "root.pem", "--passphrase-file", "phrase")
        assert "others can read a passphrase" in words
        assert "chmod 600" in words
    assert not Path("root.pem").exists()


def test_what_is_refused_of_keys(here: Path) -> None:
    assert run("keys", "create", "--purpose", "none").exit_code == 2
    assert "kept apart" in refused("keys", "create", "--purpose", "trust")
    assert "No licence key signs" in refused("keys", "rotate", "--purpose", "licence")
    assert "No key is in" in run("keys", "list").output
    key = told("keys", "create", "--purpose", "licence")
    assert "signs already" in refused("keys", "create", "--purpose", "licence")
    assert "offset" in refused("keys", "compromise", key["kid"], "--since", "2026-01-01")
    assert "still to come" in refused(
        "keys", "compromise", key["kid"], "--since", "2999-01-01T00:00Z"
    )
    assert "No key 00" in refused("keys", "compromise", "00", "--since", "2026-01-01T00:00Z")
    Path("var/keys").chmod(0o755)
    assert "chmod 700" in refused("keys", "list")


def test_the_doctor_examines_the_keys(here: Path) -> None:
    told("demo", "--premises", "0")
    assert told("doctor")["sound"]
    [file, *_] = Path("var/keys").glob("*.pem")
    file.chmod(0o644)
    assert "chmod 600" in told("doctor", status=1)["found"]["signing keys"]
    file.chmod(0o600)
    file.write_text("no key")
    assert f"{file} holds no key" in told("doctor", status=1)["found"]["signing keys"]
    Path("var/keys/keyring.json").write_text("{}")
    assert "keyring.json cannot be read" in told("doctor", status=1)["found"]["signing keys"]


def test_the_root_and_its_list_are_kept_from_mistakes(here: Path) -> None:
    root = make_root()
    assert "exists" in refused("keys", "root", "--out", "root.pem", "--passphrase-file", "phrase")
    assert "no folder" in refused("keys", "root", "--out", "no/root", "--passphrase-file", "phrase")
    assert "no file" in refused("keys", "root", "--out", "r", "--passphrase-file", "none")
    assert run("keys", "root", "--out", "typed.pem", stdin=f"{PHRASE}\n{PHRASE}\n").exit_code == 0
    sign = ("keys", "trust", "--passphrase-file", "phrase", "--root")
    assert "No key is in" in refused(*sign, "root.pem")
    told("keys", "create", "--purpose", "gazette")
    assert "No trust list" in refused("keys", "trust", "show", "--root", root["public"])
    wrong = told("keys", "trust", "--root", "root.pem", "--passphrase-file", "-",
                 stdin="another passphrase\n", status=1)  # fmt: skip
    assert "does not open" in wrong["refused"]
    told(*sign, "root.pem")
    other = make_root("other.pem")
    assert "signed by another root" in refused(*sign, "other.pem")
    assert told(*sign, "other.pem", "--new-root")["sequence"] == 1
    assert "does not know" in refused("keys", "trust", "show", "--root", root["public"])
    assert told("keys", "trust", "show", "--root", other["public"], "--file",
                "var/keys/trust.cose")["sequence"] == 1  # fmt: skip
    assert "64 digits" in refused("keys", "trust", "show", "--root", "abc")
    assert "no file" in refused("keys", "trust", "show", "--root", other["public"], "--file", "x")
    assert told("keys", "trust", "show")["sequence"] == 1
    # What is kept beside the list is another root's, or none: nobody is believed by it.
    Path("var/keys/root.pub").write_text(root["public"])
    assert told("keys", "list")["trust_root_public"] is None
    for words in (("keys", "trust"), ("keys", "trust", "show"), ("keys", "trust", "burn")):
        assert run(*words).exit_code == 2


def test_what_is_refused_of_tokens(here: Path) -> None:
    root = make_root()
    assert run("verify").exit_code == 2
    assert run("verify", "x", "--document", "y").exit_code == 2
    assert "not base32" in refused("verify", "lower case")
    assert "one spelling" in refused("verify", to_text(b"abc") + "=")
    assert "no CBOR" in refused("verify", to_text(b"\xd2"))
    told("keys", "create", "--purpose", "licence")
    signer = keyring.opened(Path("var/keys")).signer(Purpose.LICENCE, demonstration=False)
    token = to_text(cose.sign(signer, b"\x00\x01"))
    assert told("verify", token)["payload"] == {"hex": "0001"}
    assert run("verify", token, "--root", root["public"]).exit_code == 2
    Path("list").write_bytes(b"")
    assert run("verify", token, "--trust", "list").exit_code == 2
    assert "no file" in refused("verify", token, "--trust", "none", "--root", root["public"])
    assert "no CBOR" in refused("verify", token, "--trust", "list", "--root", root["public"])


def test_a_gazettes_token_says_what_it_signs_and_that_its_keys_are_samples(here: Path) -> None:
    said = {"number": "NOT/2027/000001", "kind": "notification", "checksum": "ab" * 32}
    told("demo", "--premises", "0")
    folder = Path("var/keys")
    signer = keyring.opened(folder).signer(Purpose.GAZETTE, demonstration=True)
    Path("token").write_bytes(cose.sign(signer, json.dumps(said).encode()))
    root = told("keys", "list")["trust_root_public"]
    shutil.copy(folder / "trust.cose", "list")
    for believed in ((), ("--trust", "list", "--root", root)):
        assert told("verify", "token", *believed)["samples"] is True
        words = run("verify", "token", *believed).output
        assert f"It signs NOT/2027/000001: checksum {'ab' * 32}" in words
        assert "Sample keys of a demonstration" in words
    assert told("keys", "trust", "show")["issuer"].startswith("DEMONSTRATION")


def test_a_checkpoint_of_the_demonstration(here: Path) -> None:
    told("demo", "--premises", "0")
    made = told("audit", "checkpoint", "--out", "kept.cose")
    assert Path(made["file"]).parent == Path("var/checkpoints")
    assert Path("kept.cose").read_bytes() == Path(made["file"]).read_bytes()
    assert told("verify", "kept.cose")["purpose"] == "checkpoint"
    assert told("audit", "verify")["checkpoint"]["seq"] == made["seq"]
    head = f"{made['seq']}:{made['hash']}"
    assert told("audit", "verify", "--checkpoint", "kept.cose", "--checkpoint", head)["whole"]
    root = told("keys", "list")["trust_root"]
    assert root
    assert run("audit", "verify", "--checkpoint", "none.cose").exit_code == 2
    assert "no folder" in refused("audit", "checkpoint", "--out", "no/kept.cose")
    issued = list(Path("var/checkpoints").iterdir())
    assert "exists" in refused("audit", "checkpoint", "--out", "kept.cose")
    assert list(Path("var/checkpoints").iterdir()) == issued, "nothing is signed without its copy"
    assert run("audit", "verify", "--checkpoint", head, "--root", "0" * 64).exit_code == 2
    # Another register, which agrees with itself: its past is not the one that was signed.
    Path("var/register.sqlite").rename("first.sqlite")
    for left in Path("var").glob("register.sqlite-*"):
        left.unlink()
    told("demo", "--premises", "0")
    assert "entry 1" in str(told("audit", "verify", status=1)["faults"]), "by what is kept here"
    shutil.rmtree("var/checkpoints")
    assert told("audit", "verify")["whole"]
    faults = told("audit", "verify", "--checkpoint", "kept.cose", status=1)["faults"]
    assert "entry 1: it is not the entry of the checkpoint" in faults
    told("audit", "checkpoint")
    Path("var/keys/keyring.json").rename("keyring.json")
    Path("var/keys/keyring.json").write_text("{}")
    Path("var/keys/keyring.json").chmod(0o600)
    (fault,) = told("audit", "verify", status=1)["faults"]
    assert "the newest checkpoint kept here is not believed: " in fault
    assert "keyring.json cannot be read" in fault
    Path("keyring.json").rename("var/keys/keyring.json")
    kept = Path("kept.cose").read_bytes()
    Path("kept.cose").write_bytes(kept[:-1] + bytes([kept[-1] ^ 1]))
    assert "no genuine checkpoint" in refused("audit", "verify", "--checkpoint", "kept.cose")


def test_sample_keys_are_marked_and_made_once(here: Path) -> None:
    told("demo", "--premises", "0")
    ring = told("keys", "list")
    assert ring["demonstration"]
    assert {k["purpose"] for k in ring["keys"]} == set(HELD)
    assert "Sample keys of a demonstration" in run("keys", "list").output
    assert "demo-root.pem, its passphrase: demonstration only" in run("keys", "list").output
    Path("phrase").write_text("demonstration only\n")
    Path("phrase").chmod(0o600)
    signed = told("keys", "trust", "--root", "var/demo-root.pem", "--passphrase-file", "phrase")
    assert signed["issuer"].startswith("DEMONSTRATION")
    Path("phrase").write_bytes(b"\xff\xfe")
    why = refused("keys", "trust", "--root", "var/demo-root.pem", "--passphrase-file", "phrase")
    assert "is no text in UTF-8" in why
    # Three bytes a letter: more than a name of a file may have, whoever counts letters.
    assert "no token" in refused("verify", "\u0915" * 200)
    told("demo", "--if-missing")
    assert told("keys", "list")["keys"] == ring["keys"]
    # A demonstration from before there were keys gets them; keys of an office stay as they are.
    shutil.rmtree("var/keys")
    told("demo", "--if-missing")
    again = told("keys", "list")
    assert again["keys"] != ring["keys"]
    assert len(again["keys"]) == len(HELD)
    shutil.rmtree("var/keys")
    real = told("keys", "create", "--purpose", "checkpoint")
    told("demo", "--if-missing")
    assert told("keys", "list")["keys"] == [real]
    assert "are real" in refused("audit", "checkpoint")


def test_a_record_of_an_instrument_holds_against_its_checksum_and_code(here: Path) -> None:
    told("demo", "--premises", "0")
    with sqlite3.connect("var/register.sqlite") as connection:
        number, text, checksum = connection.execute(
            "SELECT number, content, checksum FROM documents LIMIT 1"
        ).fetchone()
    Path("bare.json").write_text(text + "\n")
    record = {"number": number, "canonical": text, "checksum": checksum, "content": {}}
    Path("record.json").write_text(json.dumps(record))
    code = check_code(checksum)
    for name, compared in (("bare.json", []), ("record.json", ["checksum"])):
        found = told("verify", "--document", name)
        assert (found["number"], found["checksum"], found["check_code"]) == (number, checksum, code)
        assert found["compared"] == compared
        assert told("verify", "--document", name, "--code", code.lower())["compared"][-1] == "code"
    assert "check code" in refused("verify", "--document", "bare.json", "--code", "AAAAA-AAAAA")
    altered = text.replace(number, number[:-1] + "9")
    Path("record.json").write_text(json.dumps(record | {"canonical": altered}))
    assert "was altered" in refused("verify", "--document", "record.json")
    for content in ("", "no JSON", "[]", "{}", json.dumps(record["content"]), text + "}"):
        Path("bare.json").write_text(content)
        refused("verify", "--document", "bare.json")
    Path("bare.json").write_bytes(b"\xff")
    assert "no JSON" in refused("verify", "--document", "bare.json")
    assert "no file" in refused("verify", "--document", "none.json")
