"""The signing keys of this machine, the root that is kept apart, and the trust list."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.commands.telling import AsJson, read_file, settings_of_environment, tell
from vetcontrol.errors import Malformed, NotFound
from vetcontrol.keys.key import HELD, Key, Purpose

if TYPE_CHECKING:
    from vetcontrol.keys.trust import TrustList

app = typer.Typer(help="The keys that sign, and whom to believe.", no_args_is_help=True)
PurposeOption = Annotated[Purpose, typer.Option(help=f"One of {', '.join(HELD)}.")]
PassphraseFile = Annotated[
    Path | None,
    typer.Option(
        help="File whose first line is the passphrase, mode 0600; - reads standard input."
    ),
]


def _now() -> datetime:
    from vetcontrol.clock import SystemClock  # noqa: PLC0415  heavy

    return SystemClock().now()


def _passphrase(file: Path | None, *, twice: bool = False) -> str:
    """By prompt or file, never an option: the command line is open to every user of the machine.

    Raises `NotFound`, `Refused` for a file that others may read, `Malformed` for one of no text.
    """
    from vetcontrol.keys.folder import FILE_MODE, require_private  # noqa: PLC0415  heavy

    if file is None:
        return str(typer.prompt("Passphrase", hide_input=True, confirmation_prompt=twice))
    if str(file) == "-":
        return sys.stdin.readline().rstrip("\r\n")
    data = read_file(file)
    require_private(file, FILE_MODE, "a passphrase")
    try:
        return data.decode("utf-8").partition("\n")[0].rstrip("\r")
    except UnicodeDecodeError as error:
        raise Malformed.field("passphrase_file", f"{file} is no text in UTF-8") from error


def _line(key: Key) -> str:
    from vetcontrol.clock import in_words  # noqa: PLC0415  heavy

    words = f"{key.kid}  {key.purpose:10}  {key.state:11}  from {in_words(key.valid_from)}"
    if key.valid_to is not None:
        words += f", signed until {in_words(key.valid_to)}"
    if key.compromised_since is not None:
        words += f", not believed since {in_words(key.compromised_since)}"
    return words


@app.command("root")
def make_root(
    out: Annotated[Path, typer.Option(help="The new file, on a medium that is locked away.")],
    passphrase_file: PassphraseFile = None,
    as_json: AsJson = False,
) -> None:
    """Make the root, encrypted by a passphrase, and tell its public key, which readers pin."""
    from vetcontrol.keys import root  # noqa: PLC0415  heavy

    folder = settings_of_environment().keys_folder
    made = root.create(out, _passphrase(passphrase_file, twice=True), key_dir=folder)
    tell(
        as_json,
        {"file": str(out), "kid": made.kid, "public": made.public.hex()},
        f"The root {made.kid} is in {out}. Keep it off every machine that serves, twice, under"
        f" lock.\nIts public key, which readers pin:\n{made.public.hex()}",
    )


@app.command()
def create(purpose: PurposeOption, as_json: AsJson = False) -> None:
    """Make the key for a purpose. Then sign the trust list anew."""
    from vetcontrol.keys import keyring  # noqa: PLC0415  heavy

    key = keyring.create(settings_of_environment().keys_folder, purpose, _now())
    tell(as_json, key.as_json(), _line(key))


@app.command("list")
def show(as_json: AsJson = False) -> None:
    """The keys of this machine, and whether the trust list says the same."""
    from vetcontrol.keys import cose, demonstration, keyring, listing  # noqa: PLC0415  heavy

    folder = settings_of_environment().keys_folder
    ring = keyring.opened(folder)
    signed = listing.kept(folder)
    lines = [_line(key) for key in ring.keys.keys] or [f"No key is in {folder}."]
    if ring.demonstration:
        lines.insert(0, "Sample keys of a demonstration: no paper signed by them is genuine.")
        lines.append(
            f"Their root is {folder.parent / demonstration.ROOT}, its passphrase:"
            f" {demonstration.PASSPHRASE}"
        )
    public = listing.root_of(folder)
    if public is not None:
        lines.append(f"The root's public key, which readers pin: {public.hex()}")
    if signed is None:
        lines.append("No trust list is signed yet: vetcontrol keys trust --root FILE.")
    tell(
        as_json,
        ring.as_json()
        | {
            "folder": str(folder),
            "trust_root": signed and cose.key_named(signed),
            "trust_root_public": public and public.hex(),
        },
        "\n".join(lines),
    )


@app.command()
def rotate(purpose: PurposeOption, as_json: AsJson = False) -> None:
    """Make a new key for a purpose; the old one signs no more, and what it signed holds."""
    from vetcontrol.keys import keyring  # noqa: PLC0415  heavy

    new, old = keyring.rotate(settings_of_environment().keys_folder, purpose, _now())
    tell(
        as_json,
        {"active": new.as_json(), "superseded": old.as_json()},
        f"{_line(new)}\n{_line(old)}\nSign the trust list anew: vetcontrol keys trust --root FILE.",
    )


@app.command()
def compromise(
    kid: Annotated[str, typer.Argument(help="The key's id.")],
    since: Annotated[str, typer.Option(help="Since when, e.g. 2027-01-01T08:00:00+05:30.")],
    as_json: AsJson = False,
) -> None:
    """Call a key compromised: from then on nothing that it signed is believed."""
    from vetcontrol.keys import keyring  # noqa: PLC0415  heavy

    key = keyring.compromise(
        settings_of_environment().keys_folder, kid.strip().lower(), _moment(since), _now()
    )
    tell(
        as_json,
        key.as_json(),
        f"{_line(key)}\nMake a new one (keys create), sign the trust list anew, and send it to all"
        " who read.",
    )


def _moment(text: str) -> datetime:
    from vetcontrol.canonical import instant  # noqa: PLC0415  heavy

    try:
        return instant(text)
    except ValueError as error:
        raise Malformed.field(
            "since", "is no time with its offset, like 2027-01-01T08:00:00+05:30"
        ) from error


@app.command()
def trust(
    *,
    action: Annotated[str, typer.Argument(help="sign or show.")] = "sign",
    root: Annotated[
        str,
        typer.Option(
            help="To sign: the root's file. To show: its public key, 64 digits; by default that of"
            " the root that signed this machine's list."
        ),
    ] = "",
    file: Annotated[
        Path | None, typer.Option(help="To show another list than this machine's.")
    ] = None,
    passphrase_file: PassphraseFile = None,
    new_root: Annotated[
        bool, typer.Option("--new-root", help="The last list is of a root that is lost.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Sign the trust list by the root, or show it.

    A list is shown only if that root signed it.
    """
    if action not in {"sign", "show"}:
        raise typer.BadParameter("is sign or show", param_hint="ACTION")
    if action == "sign" and not root:
        raise typer.BadParameter("give the root's file", param_hint="--root")
    listed = _signed(root, passphrase_file, new_root) if action == "sign" else _shown(root, file)
    words = [
        f"Trust list {listed.sequence} of {listed.issuer}",
        *(_line(key) for key in listed.keys.keys),
    ]
    answer: dict[str, Any] = listed.as_json()
    if file is None:
        from vetcontrol.keys import listing  # noqa: PLC0415  heavy

        answer["outdated"] = listing.outdated(settings_of_environment().keys_folder, listed)
        if answer["outdated"]:
            words.append("The keyring has changed since: sign the list anew.")
    tell(as_json, answer, "\n".join(words))


def _signed(root: str, passphrase_file: Path | None, new_root: bool) -> TrustList:
    from vetcontrol.keys import listing  # noqa: PLC0415  heavy
    from vetcontrol.keys.root import opened  # noqa: PLC0415  heavy

    settings = settings_of_environment()
    signer = opened(Path(root), _passphrase(passphrase_file))
    return listing.issue(
        settings.keys_folder, signer, settings.government_name, _now(), replaces_root=new_root
    )


def _shown(root: str, file: Path | None) -> TrustList:
    from vetcontrol.keys import listing  # noqa: PLC0415  heavy
    from vetcontrol.keys import trust as lists  # noqa: PLC0415  heavy
    from vetcontrol.keys.root import public_of  # noqa: PLC0415  heavy

    folder = settings_of_environment().keys_folder
    data = listing.kept(folder) if file is None else read_file(file)
    if data is None:
        raise NotFound(f"No trust list is in {folder}: vetcontrol keys trust --root FILE.")
    public = public_of(root) if root else listing.root_of(folder)
    if public is None:
        raise typer.BadParameter("give the root's public key, 64 digits", param_hint="--root")
    return lists.read(data, public, _now())
