"""One act, one transaction, one answer, however often the same request arrives.

A program sends `Idempotency-Key`; a page's form carries one in the hidden field `_once`, so that
a second press of the button or a reload does nothing twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import orjson
from fastapi import Depends, Header, Request
from starlette.datastructures import UploadFile
from starlette.responses import Response

from api.answers import JSON, OPTIONS
from api.deps import CurrentOfficer, RegisterDep
from api.forms import CSRF_FIELD, ONCE_FIELD, form_of, is_form
from api.state import state_of
from vetcontrol.canonical import digest
from vetcontrol.officers import idempotency
from vetcontrol.officers.people import Officer
from vetcontrol.register.register import Register, Writing

LONGEST_ROUTE = 200


@dataclass(frozen=True)
class Done:
    """What an act answers: status and content (plain JSON); `replayed` when it was done before."""

    status: int
    content: Any
    replayed: bool = False

    @classmethod
    def go(cls, address: str, said: str = "") -> Done:
        """The answer of a page's act: where to go, and what to say there once."""
        return cls(303, {"location": address, "said": said})

    def response(self) -> Response:
        """The answer to a program."""
        headers = {"Idempotency-Replayed": "true"} if self.replayed else None
        return JSON(self.content, self.status, headers)


@dataclass(frozen=True)
class OneAct:
    """Does the act of this request in one writing transaction, at most once for its key."""

    register: Register
    officer: Officer
    route: str
    key: str | None
    body_hash: str
    # What is done once the act is committed; it raises nothing.
    after: Callable[[], None]

    def __call__(
        self, act: Callable[[Writing], Done], *, first: Callable[[], object] | None = None
    ) -> Done:
        """The answer of `act`, committed; or the answer that the same key was given before.

        `first` is done before the write lock is taken, and not for an answer given before. The
        answer is kept in the transaction of the act itself. A refusal or fault keeps nothing
        and gives the key back. Raises what `act` raises, and `Refused` where the key was used
        with another body or is in flight.
        """
        prepare = first or (lambda: None)
        if self.key is None:
            prepare()
            with self.register.writing() as writing:
                done = act(writing)
            self.after()
            return done
        claimed = idempotency.claim(
            self.register, self.officer, self.route, self.key, self.body_hash
        )
        if isinstance(claimed, idempotency.FirstAnswer):
            return Done(claimed.status, orjson.loads(claimed.response), replayed=True)
        try:
            prepare()
            with self.register.writing() as writing:
                done = act(writing)
                # Read back, so that the first answer and the repeated one are the same to the byte.
                text = orjson.dumps(done.content, option=OPTIONS).decode()
                idempotency.complete_within(writing, claimed, done.status, text)
        except BaseException:
            idempotency.forget(self.register, claimed)
            raise
        self.after()
        return Done(done.status, orjson.loads(text))


async def body_hash(request: Request) -> str:
    """SHA-256 of what was sent; of a form, of its fields and files but not of its tokens."""
    if not is_form(request):
        return hashlib.sha256(await request.body()).hexdigest()
    total = hashlib.sha256()
    for name, value in (await form_of(request)).multi_items():
        if name in {CSRF_FIELD, ONCE_FIELD}:
            continue
        total.update(f"{len(name)}:{name}".encode("utf-8", "surrogatepass"))
        if isinstance(value, UploadFile):
            content = await value.read()
            await value.seek(0)
        else:
            content = value.encode("utf-8", "surrogatepass")
        total.update(f"{len(content)}:".encode())
        total.update(content)
    return total.hexdigest()


async def one_act(
    request: Request,
    register: RegisterDep,
    officer: CurrentOfficer,
    idempotency_key: Annotated[
        str | None, Header(description="Repeating a request with the same key does it once")
    ] = None,
) -> OneAct:
    """The act of this request, by the officer who is signed in."""
    key = idempotency_key
    if key is None and is_form(request):
        field = (await form_of(request)).get(ONCE_FIELD)
        key = field if isinstance(field, str) else None
    route = f"{request.method} {request.url.path}"
    if len(route) > LONGEST_ROUTE:
        route = digest(route)
    after = state_of(request).alerts.committed
    return OneAct(register, officer, route, key, await body_hash(request), after)


Once = Annotated[OneAct, Depends(one_act)]
