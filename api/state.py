"""What one running application holds: the register, the settings, and counts of its answers."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field

from fastapi import FastAPI
from starlette.requests import HTTPConnection

from api.alerts import Alerts
from vetcontrol.register.register import Register
from vetcontrol.settings import Settings


@dataclass
class Counts:
    """Answers by status since the process began."""

    _by_status: Counter[int] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, status: int) -> None:
        """One more answer of `status`."""
        with self._lock:
            self._by_status[status] += 1

    def by_status(self) -> dict[int, int]:
        """Number of answers for each status, ascending."""
        with self._lock:
            return dict(sorted(self._by_status.items()))


@dataclass
class State:
    """Typed state of an application; `register` is there while its lifespan lasts."""

    settings: Settings
    counts: Counts = field(default_factory=Counts)
    opened: Register | None = None
    telling: Alerts | None = None

    @property
    def alerts(self) -> Alerts:
        """What tells officers of their tasks. Raises RuntimeError as `register` does."""
        if self.telling is None:
            raise RuntimeError("the register is closed: run the application with its lifespan")
        return self.telling

    @property
    def register(self) -> Register:
        """The register. Raises RuntimeError outside the application's lifespan."""
        if self.opened is None:
            raise RuntimeError("the register is closed: run the application with its lifespan")
        return self.opened


def put_state(app: FastAPI, state: State) -> None:
    """Keep `state` with `app`."""
    app.state.vetcontrol = state


def state_of(connection: HTTPConnection) -> State:
    """The state of the application that serves `connection`."""
    state = connection.app.state.vetcontrol
    assert isinstance(state, State)
    return state
