"""Two processes and two officers at once: no gap, one chain, and only one of them decides."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from casework import Desk, jan, square
from vetcontrol import demonstration
from vetcontrol.clock import SetClock
from vetcontrol.disease import decision, examination
from vetcontrol.errors import Refused
from vetcontrol.register.audit import verify
from vetcontrol.register.entries import Actor
from vetcontrol.register.redaction import REDACTED
from vetcontrol.register.register import Register
from vetcontrol.schema import open_register
from vetcontrol.settings import Settings

EACH = 100


def opened(url: str) -> Register:
    return open_register(
        Settings(database_url=url, prescribed_profile="demo"), SetClock(jan(2, 12))
    )


def append_many(url: str, name: str, start: Any, results: Any) -> None:
    """In a process of its own: append entries one by one, each in its own transaction."""
    register = opened(url)
    start.wait()
    seqs = []
    for number in range(EACH):
        with register.writing() as writing:
            digest = f"{name}{number}"
            content = {"digests": [digest], "number": writing.next_number("TST")}
            seqs.append(writing.append(REDACTED, Actor(name), content, subjects=(name,)).seq)
    register.close()
    results.put((name, seqs))


def examine(url: str, case: str, outcome: str, start: Any, results: Any) -> None:
    """In a process of its own: the Veterinary Surgeon confirms or cancels."""
    register = opened(url)
    start.wait()
    try:
        with register.writing() as writing:
            examination.examine(
                writing,
                demonstration.officer("veterinary_surgeon"),
                case,
                findings="Seen",
                outcome=outcome,
            )
        results.put((outcome, "done"))
    except Refused as refusal:
        results.put((outcome, ",".join(refusal.clauses)))
    register.close()


def run(target: Any, calls: list[tuple[Any, ...]]) -> dict[str, Any]:
    """Run `target` once for each of `calls` in processes that start together."""
    # A server that has the program in memory forks them: they start in no time, and hold none of
    # this process's connections.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["vetcontrol.demonstration", "vetcontrol.schema"])
    start, results = context.Barrier(len(calls)), context.Queue()
    processes = [context.Process(target=target, args=(*call, start, results)) for call in calls]
    for process in processes:
        process.start()
    found = dict(results.get(timeout=60) for _ in calls)
    for process in processes:
        process.join(timeout=60)
        assert process.exitcode == 0
    return found


def test_two_processes_append_without_a_gap(desk: Desk, office_url: str) -> None:
    head = desk.head()
    found = run(append_many, [(office_url, "one"), (office_url, "two")])
    both = sorted(found["one"] + found["two"])
    assert both == list(range(head + 1, head + 1 + 2 * EACH))
    report = verify(desk.register)
    assert report.faults == []
    assert report.head[0] == head + 2 * EACH
    with desk.register.reading() as reading:
        assert reading.known().known_seq == head + 2 * EACH


def test_of_two_outcomes_in_two_processes_one_wins(desk: Desk, office_url: str) -> None:
    case = desk.case()
    found = run(examine, [(office_url, case, "confirm"), (office_url, case, "cancel")])
    assert sorted(found.values()) == ["DOA1974-11-2b", "done"]
    won = next(outcome for outcome, how in found.items() if how == "done")
    assert desk.read(case).examination.outcome == won  # type: ignore[union-attr]
    assert verify(desk.register).faults == []


@pytest.mark.parametrize("turn", range(2))
def test_of_two_decisions_in_two_threads_one_wins(desk: Desk, turn: int) -> None:
    case = desk.case()
    desk.examine(case)
    desk.report(case)
    barrier = Barrier(2)

    def decide(outcome: str) -> str:
        barrier.wait()
        confirming = {"geometry": square(0.01 + turn / 1e4), "modifications": "As drawn"}
        try:
            with desk.register.writing() as writing:
                decision.decide(
                    writing,
                    demonstration.officer("government"),
                    case,
                    outcome=outcome,
                    **(confirming if outcome == "confirm" else {}),  # type: ignore[arg-type]
                )
        except Refused:
            return "refused"
        return "done"

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(decide, ["confirm", "cancel"]))
    assert sorted(found) == ["done", "refused"]
    assert len(desk.read(case).decisions) == 1
    assert verify(desk.register).faults == []
