"""Whether a token, or the record of a written instrument, is genuine, without a register."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.commands.telling import AsJson, read_file, settings_of_environment, tell
from vetcontrol.errors import Malformed, Refused

if TYPE_CHECKING:
    from datetime import datetime

    from vetcontrol.keys.key import Trust

IN_ADDRESS = "/V/"
LONGEST_NAME = 255


def verify(
    *,
    token: Annotated[str, typer.Argument(help="A file, or the text of a QR code.")] = "",
    trust: Annotated[
        Path | None, typer.Option(help="The trust list; by default this machine's own keys.")
    ] = None,
    root: Annotated[str, typer.Option(help="The root's public key, with --trust.")] = "",
    document: Annotated[
        Path | None, typer.Option(help="The record of an instrument, as /documents/N.json tells.")
    ] = None,
    code: Annotated[str, typer.Option(help="The check code on paper, with --document.")] = "",
    as_json: AsJson = False,
) -> None:
    """Verify a signed token, or hold the record of an instrument against its checksum.

    Exit status 1 where it is not genuine; the answer says why.
    """
    if bool(token) == (document is not None):
        raise typer.BadParameter("give a token or --document, one of the two")
    if document is not None:
        answer = of_document(read_file(document), code)
        words = f"{answer['number']}: checksum {answer['checksum']}, code {answer['check_code']}"
    else:
        answer = of_token(token, trust, root)
        words = f"Signed as a {answer['purpose']} by {answer['kid']} ({answer['key_state']})."
        words += _of_paper(answer["payload"])
        if answer["samples"]:
            words += "\nSample keys of a demonstration: no paper signed by them is genuine."
        if answer["trust_list"] is not None:
            words += _of_list(answer["trust_list"])
    tell(as_json, answer, words)


def _of_paper(payload: Any) -> str:
    """What paper it signs, as the gazette's signature names it."""
    if not isinstance(payload, dict) or not {"number", "checksum"} <= payload.keys():
        return ""
    return f"\nIt signs {payload['number']}: checksum {payload['checksum']}"


def _of_list(said: dict[str, Any]) -> str:
    from vetcontrol.canonical import instant  # noqa: PLC0415  heavy
    from vetcontrol.clock import in_words  # noqa: PLC0415  heavy

    made = in_words(instant(said["issued_at"]))
    return f"\nBelieved by trust list {said['sequence']} of {made}. A newer may exist: ask for it."


def of_token(token: str, trust: Path | None, root: str) -> dict[str, Any]:
    """What the token says. Raises `NotGenuine`."""
    from vetcontrol.canonical import instant_text  # noqa: PLC0415  heavy
    from vetcontrol.clock import SystemClock  # noqa: PLC0415  heavy
    from vetcontrol.keys import cose, listing  # noqa: PLC0415  heavy
    from vetcontrol.keys.keyring import Keyring  # noqa: PLC0415  heavy
    from vetcontrol.keys.trust import TrustList  # noqa: PLC0415  heavy

    now = SystemClock().now()
    data = _token(token)
    purpose = cose.purpose_named(data)
    whom = believed(trust, root, now)
    found = cose.verify(data, whom, purpose, now)
    require_uncompromised(found.key.kid, now)
    try:
        payload: Any = json.loads(found.payload)
    except ValueError:
        payload = {"hex": found.payload.hex()}
    return {
        "genuine": True,
        "purpose": purpose.value,
        "kid": found.key.kid,
        "key_state": found.key.state.value,
        "payload": payload,
        "samples": (isinstance(whom, Keyring) and whom.demonstration)
        or (isinstance(whom, TrustList) and whom.issuer == listing.SAMPLES),
        "trust_list": {"sequence": whom.sequence, "issued_at": instant_text(whom.issued_at)}
        if isinstance(whom, TrustList)
        else None,
    }


def believed(trust: Path | None, root: str, now: datetime) -> Trust:
    """Whom to believe: the list in a file, signed by the root that is pinned, or one's own keys.

    The newest list seen of each root is remembered beside the keys. Raises `Refused` for an older
    one, and for another of the same sequence.
    """
    from vetcontrol.keys import cose, keyring, listing, seen  # noqa: PLC0415  heavy
    from vetcontrol.keys import trust as lists  # noqa: PLC0415  heavy
    from vetcontrol.keys.key import kid_of  # noqa: PLC0415  heavy
    from vetcontrol.keys.root import public_of  # noqa: PLC0415  heavy

    folder = settings_of_environment().keys_folder
    if trust is None:
        if root:
            raise typer.BadParameter("belongs to --trust", param_hint="--root")
        return keyring.opened(folder)
    if not root:
        raise typer.BadParameter("give the root's public key, 64 digits", param_hint="--root")
    pinned = public_of(root)
    newest = seen.newest(folder, kid_of(pinned))
    own = listing.kept(folder)
    # This machine's own list may be another root's, and then says nothing of that one.
    if own is not None and cose.key_named(own) == kid_of(pinned):
        listed = lists.read(own, pinned, now)
        if newest is None or listed.sequence > newest.sequence:
            newest = lists.Seen.of(own, listed)
    data = read_file(trust)
    found = lists.read(data, pinned, now, seen=newest)
    seen.remember(folder, kid_of(pinned), lists.Seen.of(data, found))
    return found


def require_uncompromised(kid: str, now: datetime) -> None:
    """Raises `NotGenuine` where this machine's own keyring calls the key compromised, whatever a
    list says, which may be older."""
    from vetcontrol.clock import in_words  # noqa: PLC0415  heavy
    from vetcontrol.keys import keyring  # noqa: PLC0415  heavy
    from vetcontrol.keys.cose import NotGenuine  # noqa: PLC0415  heavy

    key = keyring.opened(settings_of_environment().keys_folder).key(kid)
    since = None if key is None else key.compromised_since
    if since is not None and now >= since:
        raise NotGenuine(
            f"The key {kid} is in other hands since {in_words(since)}, as the keyring of this"
            " machine says; the trust list does not say it yet. Get the newest from the office."
        )


def _token(text: str) -> bytes:
    """From a file, else from the text of a QR code, with or without its address."""
    from vetcontrol.keys.text import from_text  # noqa: PLC0415  heavy

    # A longer name is no file's, and asking after it is an error of the machine.
    if len(os.fsencode(text)) <= LONGEST_NAME and Path(text).is_file():
        return Path(text).read_bytes()
    return from_text(text.rpartition(IN_ADDRESS)[2])


def of_document(data: bytes, code: str) -> dict[str, Any]:
    """Holds the record against its own checksum, and against the code on paper where given.

    A record agrees with itself if it was not altered by mistake; only the code on paper, or the
    page /verify, says that it is the one that was issued.
    """
    from vetcontrol.documents.check_code import check_code, matches  # noqa: PLC0415  heavy
    from vetcontrol.documents.content import checksum, from_json  # noqa: PLC0415  heavy

    text, stated = _record(data)
    made = from_json(text)
    found = checksum(text)
    if stated is not None and stated != found:
        raise Refused(f"{made.number} was altered: its checksum is {found}, and it says {stated}.")
    if code and not matches(found, code):
        raise Refused(
            f"{made.number} is not what the paper is a print of: its check code is"
            f" {check_code(found)}."
        )
    return {
        "genuine": True,
        "number": made.number,
        "kind": made.kind.value,
        "checksum": found,
        "check_code": check_code(found),
        "compared": [name for name, given in (("checksum", stated), ("code", code)) if given],
    }


def _record(data: bytes) -> tuple[str, str | None]:
    """The canonical text, and the checksum that stands beside it, if one does."""
    try:
        text = data.decode("utf-8")
        read = json.loads(text)
    except ValueError as error:
        raise Malformed.field("document", "is no JSON") from error
    if isinstance(read, dict) and isinstance(read.get("canonical"), str):
        stated = read.get("checksum")
        return read["canonical"], stated if isinstance(stated, str) else None
    return text.strip(), None
