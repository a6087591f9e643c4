"""Sign-ins: made and ended by administrators, proved by passwords, carried by tokens that end."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta
from typing import Any

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from vetcontrol.clock import IST, SetClock
from vetcontrol.errors import Malformed, NoAuthority, NotFound, NotSignedIn, Refused, TooMany
from vetcontrol.officers import passwords, people, signins
from vetcontrol.officers.people import Officer
from vetcontrol.officers.signins import SignInKind
from vetcontrol.officers.tables import OfficerRow, SignInAttemptRow, SignInRow
from vetcontrol.register.entries import Actor, all_rows
from vetcontrol.register.register import Register

PASSWORD = "a long enough password"
START = datetime(2027, 1, 1, 6, tzinfo=IST)
SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)


def sign_in(
    register: Register, password: str = PASSWORD, username: str = "first", **more: Any
) -> signins.SignIn:
    return signins.sign_in(register, username, password, **{"address": "10.0.0.1", **more})


def officer_of(register: Register, token: str, **more: Any) -> Officer:
    with register.reading() as reading:
        return signins.officer_of_token(reading, token, **more)


def test_a_token_holds_for_twelve_hours_and_not_a_second_longer(
    office: Any, clock: SetClock
) -> None:
    made = sign_in(office.register, username=" First ")
    assert made.expires_at == START + timedelta(hours=12)
    clock.set(made.expires_at - SECOND)
    assert officer_of(office.register, made.token) == office.first
    clock.set(made.expires_at)
    with pytest.raises(NotSignedIn, match="expired"):
        officer_of(office.register, made.token)


def test_a_token_is_kept_only_as_a_hash_and_in_its_kind(office: Any) -> None:
    made = sign_in(office.register, kind=SignInKind.SESSION)
    with office.register.reading() as reading:
        [kept] = reading.session.scalars(select(SignInRow.token_hash))
        hashes = list(reading.session.scalars(select(OfficerRow.password_hash)))
    assert kept == passwords.token_hash(made.token) != made.token
    assert all(one.startswith("$argon2id$") for one in hashes)
    assert officer_of(office.register, made.token, kind=SignInKind.SESSION) == office.first
    for token, more in ((made.token, {"kind": SignInKind.TOKEN}), ("", {}), ("\ud800", {})):
        with pytest.raises(NotSignedIn, match="not known"):
            officer_of(office.register, token, **more)


def test_a_session_is_renewed_at_sign_in_and_ended_at_sign_out(office: Any) -> None:
    old = sign_in(office.register, kind=SignInKind.SESSION).token
    new = sign_in(office.register, kind=SignInKind.SESSION, replaces=old).token
    with pytest.raises(NotSignedIn, match="ended"):
        officer_of(office.register, old)
    officer_of(office.register, new)
    signins.sign_out(office.register, new)
    signins.sign_out(office.register, "unknown")
    with pytest.raises(NotSignedIn, match="ended"):
        officer_of(office.register, new)


@pytest.mark.parametrize(
    ("username", "password"),
    [
        ("first", "a wrong password"),
        ("first", ""),
        ("first", PASSWORD + "\ud800"),
        ("first", "x" * 10_000),
        ("nobody", PASSWORD),
        ("", PASSWORD),
        ("\x00", PASSWORD),
        ("x" * 500, PASSWORD),
    ],
)
def test_a_wrong_name_and_a_wrong_password_are_answered_alike(
    office: Any, username: str, password: str
) -> None:
    with pytest.raises(NotSignedIn) as refusal:
        sign_in(office.register, password, username)
    assert refusal.value.detail == "Username or password is wrong. Check both and try again."
    with office.register.reading() as reading:
        assert len(list(reading.session.scalars(select(SignInAttemptRow)))) == 1


def test_an_unknown_name_costs_a_hash_too(office: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str | None] = []
    matches = passwords.matches

    def noting(password_hash: str | None, password: str) -> bool:
        asked.append(password_hash)
        return matches(password_hash, password)

    monkeypatch.setattr(passwords, "matches", noting)
    with pytest.raises(NotSignedIn):
        sign_in(office.register, username="nobody")
    assert asked == [None]
    assert passwords._nobodys_hash.cache_info().currsize == 1


def _fail(office: Any, username: str, address: str) -> None:
    with pytest.raises(NotSignedIn):
        sign_in(office.register, "a wrong password", username, address=address)


def test_the_eleventh_try_in_fifteen_minutes_is_not_looked_at(office: Any, clock: SetClock) -> None:
    """By account and address: a stranger elsewhere locks nobody out."""
    again = {"username": "first", "address": "10.0.0.9"}
    for _ in range(10):
        _fail(office, **again)
    clock.set(START + 15 * MINUTE - SECOND)
    with pytest.raises(TooMany, match="Try again in 1 minutes"):
        sign_in(office.register, **again)
    sign_in(office.register, username="first", address="10.0.2.1")
    sign_in(office.register, username="second", address="10.0.0.9")
    with pytest.raises(TooMany):
        sign_in(office.register, **again)
    clock.set(START + 15 * MINUTE)
    sign_in(office.register, **again)


@pytest.mark.parametrize("same", ["account", "address"])
def test_one_account_from_many_addresses_and_one_address_by_many_accounts_end_too(
    office: Any, clock: SetClock, same: str
) -> None:
    office.register.settings = office.register.settings.model_copy(
        update={"sign_in_tries_wide": 12}
    )
    for n in range(12):
        _fail(
            office,
            "first" if same == "account" else f"person{n}",
            f"10.0.1.{n}" if same == "account" else "10.0.0.9",
        )
    again = {"username": "first", "address": "10.0.2.1" if same == "account" else "10.0.0.9"}
    clock.set(START + 15 * MINUTE - SECOND)
    with pytest.raises(TooMany, match="12 failed sign-ins"):
        sign_in(office.register, **again)
    sign_in(office.register, username="second", address="10.0.2.1")
    clock.set(START + 15 * MINUTE)
    sign_in(office.register, **again)


def test_a_success_clears_the_tries_of_that_account_from_that_address(office: Any) -> None:
    for _ in range(2):
        for _ in range(9):
            with pytest.raises(NotSignedIn):
                sign_in(office.register, "a wrong password")
        sign_in(office.register)


def test_a_burst_of_tries_does_not_slip_through(office: Any) -> None:
    answers: list[str] = []

    def one() -> None:
        try:
            sign_in(office.register, "a wrong password")
        except (NotSignedIn, TooMany) as error:
            answers.append(type(error).__name__)

    threads = [threading.Thread(target=one) for _ in range(15)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ["NotSignedIn"] * 10 + ["TooMany"] * 5


def test_the_first_administrator_is_made_only_in_an_empty_register(register: Register) -> None:
    first = people.bootstrap(register, "first", "First", PASSWORD)
    assert first.administrator
    with pytest.raises(Refused, match="already has officers"):
        people.bootstrap(register, "other", "Other", PASSWORD)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"password": "x" * 11}, "password"),
        ({"password": "x" * 257}, "password"),
        ({"username": "X"}, "username"),
        ({"username": "a b"}, "username"),
        ({"username": "a/b"}, "username"),
        ({"name": "  "}, "name"),
        ({"name": "a\u202eb"}, "name"),
    ],
)
def test_a_sign_in_that_cannot_stand_is_refused(
    office: Any, fields: dict[str, str], field: str
) -> None:
    whole = {"username": "third", "name": "क्\u200dष Naik", "password": "x" * 12, **fields}
    with office.register.writing() as writing, pytest.raises(Malformed) as refusal:
        people.add_officer(
            writing, Actor("first"), whole["username"], whole["name"], whole["password"]
        )
    assert [error.field for error in refusal.value.errors] == [field]


def test_only_administrators_keep_sign_ins_and_the_log_shows_it_without_secrets(
    office: Any,
) -> None:
    plain = office.add("plain")
    with office.register.writing() as writing:
        with pytest.raises(NoAuthority):
            people.add_officer(writing, Actor(plain.username), "x1", "X", PASSWORD)
        with pytest.raises(Refused, match="exists already"):
            people.add_officer(writing, Actor("first"), "plain", "X", PASSWORD)
        people.reset_password(writing, Actor("first"), "plain", "another long password")
        people.set_administrator(writing, Actor("first"), "plain", True)
    assert sign_in(office.register, "another long password", "plain").officer.administrator
    with office.register.reading() as reading:
        entries = [(row.kind, row.actor, row.content) for row in all_rows(reading.session)]
    assert [(kind, actor) for kind, actor, _ in entries[-3:]] == [
        ("officer.added", "first"),
        ("officer.password_reset", "first"),
        ("officer.administrator_changed", "first"),
    ]
    assert not any("password" in content or "argon2" in content for _, _, content in entries)


def test_reset_and_end_take_effect_at_once(office: Any) -> None:
    office.add("plain")
    first = sign_in(office.register, username="plain").token
    with office.register.writing() as writing:
        people.reset_password(writing, Actor("first"), "plain", "another long password")
    second = sign_in(office.register, "another long password", "plain").token
    with office.register.writing() as writing:
        people.end_officer(writing, Actor("first"), "plain")
        with pytest.raises(Refused, match="was ended"):
            people.reset_password(writing, Actor("first"), "plain", PASSWORD)
    for token in (first, second):
        with pytest.raises(NotSignedIn):
            officer_of(office.register, token)
    with pytest.raises(NotSignedIn, match="wrong"):
        sign_in(office.register, "another long password", "plain")
    with office.register.writing() as writing:
        people.reinstate_officer(writing, Actor("first"), "plain", PASSWORD)
        with pytest.raises(Refused, match="has not been ended"):
            people.reinstate_officer(writing, Actor("first"), "plain", PASSWORD)
        with pytest.raises(NotFound):
            people.reinstate_officer(writing, Actor("first"), "nobody", PASSWORD)
    sign_in(office.register, username="plain")
    with pytest.raises(NotSignedIn):
        officer_of(office.register, second)


def test_the_last_administrator_stays(office: Any) -> None:
    with office.register.writing() as writing:
        people.set_administrator(writing, Actor("first"), "second", False)
        with pytest.raises(Refused, match="last administrator"):
            people.set_administrator(writing, Actor("first"), "first", False)
        with pytest.raises(Refused, match="last administrator"):
            people.end_officer(writing, Actor("first"), "first")
        people.end_officer(writing, Actor("first"), "second")
        with pytest.raises(Refused, match="last administrator"):
            people.end_officer(writing, Actor("first"), "first")


def test_one_changes_ones_own_password_and_is_signed_out_everywhere(office: Any) -> None:
    plain = office.add("plain")
    token = sign_in(office.register, username="plain").token
    with pytest.raises(NotSignedIn):
        signins.change_password(office.register, plain, "wrong", "y" * 12, address="10.0.0.1")
    with pytest.raises(Malformed):
        signins.change_password(office.register, plain, PASSWORD, "short", address="10.0.0.1")
    officer_of(office.register, token)
    signins.change_password(office.register, plain, PASSWORD, "y" * 12, address="10.0.0.1")
    with pytest.raises(NotSignedIn, match="ended"):
        officer_of(office.register, token)
    sign_in(office.register, "y" * 12, "plain")


def test_the_same_letters_are_the_same_password(office: Any) -> None:
    with office.register.writing() as writing:
        people.add_officer(writing, Actor("first"), "accent", "Accent", " caf\u00e9" * 3)
    sign_in(office.register, " cafe\u0301" * 3, "accent")


def test_a_hash_of_weaker_parameters_is_made_anew_at_sign_in(
    office: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kept() -> str:
        with office.register.reading() as reading:
            return str(reading.session.get_one(OfficerRow, "first").password_hash)

    before = kept()
    monkeypatch.setattr(
        passwords,
        "_HASHER",
        PasswordHasher(time_cost=2, memory_cost=16, parallelism=1),
    )
    sign_in(office.register)
    assert kept() != before
    assert not passwords.is_outdated(kept())


def test_what_is_shipped_is_as_strong_as_argon2_advises() -> None:
    shipped = passwords.SHIPPED
    assert (shipped.memory_cost, shipped.time_cost) >= (64 * 1024, 3)
