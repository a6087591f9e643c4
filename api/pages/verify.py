"""Verify a paper: for anyone who holds it, by its QR code or by number and check code."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from starlette.responses import Response

from api.deps import RegisterDep
from api.languages import catalogues
from api.network import address_of
from api.numbers import read_number
from api.pages.page import AnyonesPage, Page, pages_router
from api.problems import problem_of
from api.routers.verification import PRIVATE, signature_address
from api.templating import day_in_words, number_in_path
from vetcontrol.clock import day_of, in_words, start_of_day
from vetcontrol.disease.effect_now import EffectNow, Force
from vetcontrol.disease.verification import Genuine, verify
from vetcontrol.errors import FieldError, NotFound, TooMany
from vetcontrol.register.opening import is_demo

router = pages_router()
TEMPLATE = "verify.html"
NUMBER_HINT = "is no number of a paper; copy it as it is printed, like ORD/2027/000012"
# The looks and the sign of each verdict: "good" the paper holds, "care" it does not hold now,
# "bad" it is not to be relied on.
LOOKS = {
    "in_force": ("good", "tick"),
    "partly": ("good", "tick"),
    "act": ("good", "tick"),
    "not_yet": ("care", "clock"),
    "ended": ("care", "cross"),
    "superseded": ("care", "cross"),
    "none": ("care", "cross"),
    "not_needed": ("care", "cross"),
    "corrected": ("care", "draft"),
    "not_known": ("bad", "stop"),
    "no_code": ("care", "query"),
    "too_many": ("care", "clock"),
}


@dataclass(frozen=True)
class Verdict:
    """The first words, by language; how they look; and a sentence that explains them."""

    name: str
    words: tuple[tuple[str, str], ...]
    looks: str
    sign: str
    sentence: str


def verdict(name: str, sentence: str) -> Verdict:
    """The verdict of that name in every language that papers are written in."""
    said = tuple(
        (code, words.say(f"verdict.{name}"))
        for code, words in sorted(catalogues().items(), key=lambda item: item[0] != "en")
    )
    looks, sign = LOOKS[name]
    return Verdict(name, said, looks, sign, sentence)


def verdict_of(found: Genuine) -> Verdict:
    """What is said first of a genuine paper."""
    if not found.stands:
        return verdict(
            "corrected",
            f"The correction {found.corrected_by} changed what this paper says. Ask the office what"
            " stands now.",
        )
    effect = found.effect
    name = "partly" if effect.partly else effect.force.value
    return verdict(name, sentence_of(effect))


def _moment(at: datetime) -> str:
    """The day alone where the law gives a day; else with the hour."""
    return day_in_words(at) if at == start_of_day(day_of(at)) else in_words(at)


def sentence_of(effect: EffectNow) -> str:
    """Since when, until when and by what."""
    since = _moment(effect.since) if effect.since else ""
    until = _moment(effect.until) if effect.until else ""
    by = f" by {effect.by}" if effect.by else ""
    said = {
        Force.IN_FORCE: f"In force since {since}{f', until {until}{by}' if until else ''}.",
        Force.NOT_YET: f"It begins at {since}.",
        Force.ENDED: f"It was in force from {since} and ended at {until}{by}."
        if since
        else f"It was ended before it began{by}, and never had effect.",
        Force.SUPERSEDED: f"It was in force from {since}; since {until} {effect.by} stands in its"
        " place.",
        Force.NONE: "It is the paper that was issued, and nothing that it begins stands.",
        Force.NOT_NEEDED: "Nothing is in force any more on the way that it is for: the removal"
        " needs no licence now.",
        Force.ACT: "It records what was done on its day; nothing of it begins or ends.",
    }[effect.force]
    return said + " Part of it has ended; the register says which." * effect.partly


@router.get("/verify")
def asked(page: AnyonesPage, number: str = "", code: str = "") -> Response:
    """The form; filled in, it leads to the answer at the paper's own address."""
    if not number.strip():
        return _private(page.show(TEMPLATE, verdict=None, found=None))
    read = read_number(number)
    if read is None:
        error = FieldError("number", NUMBER_HINT)
        return _private(
            page.show(
                TEMPLATE,
                status=422,
                verdict=None,
                found=None,
                errors={error.field: error.message},
                values={"number": number},
            )
        )
    query = f"?{urlencode({'code': code.strip()})}" if code.strip() else ""
    return _private(page.go(f"/verify/{number_in_path(read)}{query}"))


@router.get("/verify/{typed:path}")
def answered(page: AnyonesPage, register: RegisterDep, typed: str, code: str = "") -> Response:
    """The verdict across the page; the same for an unknown number and a wrong code.

    Without a code it is the same for all that no gazette published.
    """
    number = read_number(typed) or ""
    try:
        found = verify(register, number, code, address=address_of(page.request))
        with register.reading() as reading:
            sample = is_demo(reading.session)
    except NotFound as error:
        name = "not_known" if code.strip() else "no_code"
        return _refused(page, verdict(name, error.detail), typed, 404)
    except TooMany as error:
        response = _refused(page, verdict("too_many", error.detail), typed, 429)
        response.headers.update(problem_of(error).headers_for(page.settings))
        return response
    return _private(
        page.show(
            TEMPLATE,
            verdict=verdict_of(found),
            found=found,
            sample=sample,
            signature=found.signature and signature_address(found.number),
            title=catalogues()["en"].say(found.title),
        )
    )


def _refused(page: Page, said: Verdict, typed: str, status: int) -> Response:
    return _private(
        page.show(TEMPLATE, status=status, verdict=said, found=None, values={"number": typed})
    )


def _private(response: Response) -> Response:
    response.headers.update(PRIVATE)
    return response
