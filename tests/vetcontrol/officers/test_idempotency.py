"""The same request twice: done once, answered twice."""

from __future__ import annotations

import threading
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import pytest

from vetcontrol.canonical import digest
from vetcontrol.clock import IST, SetClock
from vetcontrol.errors import Malformed, Refused
from vetcontrol.officers import idempotency
from vetcontrol.officers.idempotency import Claim, FirstAnswer

START = datetime(2027, 1, 1, 6, tzinfo=IST)
BODY = digest("{}")


def claim(office: Any, **more: Any) -> Claim | FirstAnswer:
    asked = {"officer": office.first, "route": "POST /x", "key": "k1", "body_hash": BODY, **more}
    return idempotency.claim(office.register, **asked)


def done(office: Any) -> Claim:
    claimed = claim(office)
    assert isinstance(claimed, Claim)
    idempotency.complete(office.register, claimed, 201, '{"number":"IP/2027/000001"}')
    return claimed


def test_the_second_request_gets_the_first_answer(office: Any) -> None:
    done(office)
    assert claim(office) == FirstAnswer(201, '{"number":"IP/2027/000001"}')


def test_another_body_is_refused(office: Any) -> None:
    done(office)
    with pytest.raises(Refused, match="another body"):
        claim(office, body_hash=digest("{ }"))


def test_one_in_flight_is_refused_and_a_failure_is_not_kept(office: Any) -> None:
    claimed = claim(office)
    assert isinstance(claimed, Claim)
    with pytest.raises(Refused, match="still being done"):
        claim(office)
    idempotency.forget(office.register, claimed)
    assert isinstance(claim(office), Claim)


def test_what_was_done_is_not_forgotten(office: Any) -> None:
    idempotency.forget(office.register, done(office))
    assert isinstance(claim(office), FirstAnswer)


def test_a_claim_is_of_one_officer_and_route(office: Any) -> None:
    done(office)
    assert isinstance(claim(office, officer=office.second), Claim)
    assert isinstance(claim(office, route="POST /y"), Claim)
    assert isinstance(claim(office, key="k2"), Claim)


def test_it_is_kept_for_a_day(office: Any, clock: SetClock) -> None:
    done(office)
    clock.set(START + timedelta(hours=24, seconds=-1))
    assert isinstance(claim(office), FirstAnswer)
    clock.set(START + timedelta(hours=24))
    assert isinstance(claim(office), Claim)


def test_the_answer_stands_or_falls_with_the_act(office: Any) -> None:
    claimed = claim(office)
    assert isinstance(claimed, Claim)
    with suppress(Refused), office.register.writing() as writing:
        idempotency.complete_within(writing, claimed, 201, "{}")
        raise Refused("the act fails after its answer was made")
    with pytest.raises(Refused, match="still being done"):
        claim(office)


def test_of_two_at_once_one_is_done(office: Any) -> None:
    answers: list[str] = []

    def one() -> None:
        try:
            answers.append(type(claim(office)).__name__)
        except Refused:
            answers.append("Refused")

    threads = [threading.Thread(target=one) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ["Claim", *["Refused"] * 5]


@pytest.mark.parametrize("key", ["", "x" * 201, "a\nb", "ключ", "\x00"])
def test_a_key_is_short_printable_ascii(office: Any, key: str) -> None:
    with pytest.raises(Malformed, match="Idempotency-Key"):
        claim(office, key=key)
