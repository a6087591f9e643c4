"""Acts at the gazette desk: approval, publication, exhibition, amendment, rescission."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from api.asked import Number
from api.deps import CurrentOfficer, RegisterDep
from api.forms import Filled
from api.once import Done
from api.pages import drafting, given, limits, review
from api.pages.gazette import before_publication, notification
from api.pages.page import OfficerPage, pages_router
from api.pages.sent import Sent, SentForm
from api.personal import reader_of
from api.templating import number_in_path
from vetcontrol.clock import day_of, in_words
from vetcontrol.disease import changes, limits_preview, serving
from vetcontrol.errors import Malformed, NotFound
from vetcontrol.gazette import issuing, notifications
from vetcontrol.officers.people import Officer
from vetcontrol.places.queries import territory_name
from vetcontrol.register.entries import Entry, geometry_from
from vetcontrol.register.register import Reading, Register, Writing

router = pages_router()
LIMITS = (("villages", "Villages"), ("outline", "An outline"))


@dataclass(frozen=True)
class Asking:
    """One act on a notification in the making: the form of it that was sent, and which."""

    sent: Sent
    number: str

    @property
    def form(self) -> Filled:
        """What the form says."""
        return self.sent.form

    @property
    def officer(self) -> Officer:
        """Who acts."""
        return self.sent.officer


@router.get("/gazette/{number}/{act}")
def form_of_act(
    page: OfficerPage, officer: CurrentOfficer, register: RegisterDep, number: Number, act: str
) -> Response:
    """The form of one act; that of an amendment as it was left, where its draft is open."""
    if act != "amendment":
        template, context = _form(register, officer, number, act, None)
        return page.show(template, **context)
    with register.reading() as reading:
        draft = drafting.offered(reading, officer, _key(number), page)
    form = drafting.begun(draft)
    template, context = _form(register, officer, number, act, form)
    values = form.values() if form else {}
    return page.show(template, values=values, **{**context, "draft": draft})


@router.post("/gazette/{number}/{act}")
def done_act(sent: SentForm, number: Number, act: str) -> Response:
    """The review of one act, then its signature."""
    register, officer, form = sent.register, sent.officer, sent.form
    template, context = _form(register, officer, number, act, form)
    asking = Asking(sent, number)
    amends = act == "amendment"
    if amends and form.text("step") == "preview":
        with register.reading() as reading:
            looked = limits.looked_at(
                reading, reader_of(reading, officer), form, form.text("way"), _look_of(number)
            )
        return limits.preview(sent.page, template, looked, context | {"values": form.values()})
    return review.answer(
        sent,
        lambda: ACTS[act](asking),
        template=template,
        context=context,
        draft=_key(number) if amends else None,
    )


def _key(number: str) -> drafting.Key:
    return drafting.Key("amendment", number, f"/gazette/{number_in_path(number)}/amendment")


def _look_of(number: str) -> limits.Look:
    return lambda reading, given_: limits_preview.of_amendment(
        reading, number, geometry=given_.geometry, village_ids=given_.village_ids
    )


def _form(
    register: Register, officer: Officer, number: str, act: str, form: Filled | None
) -> tuple[str, dict[str, Any]]:
    if act not in ACTS:
        raise NotFound(f"There is no act {act!r} at the gazette desk.")
    with register.reading() as reading:
        row = notifications.get(reading.session, number)
        one = notification(row)
        context: dict[str, Any] = {"one": one, "today": day_of(reading.now).isoformat()}
        # A rescission has effect when it is published: its form asks for no later hour.
        context["rescission"] = row.kind == notifications.RESCISSION
        if act == "amendment":
            area = geometry_from(one.content["geometry"])
            ticked = (
                form.texts("village_ids")
                if form
                else [v["feature"] for v in one.content["villages"] if v["whole"]]
            )
            context |= {
                "ways": LIMITS,
                "villages": limits.villages(reading, area, ticked),
                "draft": drafting.Offered(_key(number)),
                "looked": limits.Looked(),
            }
        if act == "exhibition":
            context["language"] = regional_language(reading, one.content["geometry"])
    if act == "approval":
        context["text"], context["ceased"] = before_publication(register, officer, number)
    return f"story/{act}.html", context


def regional_language(reading: Reading, area: Mapping[str, Any]) -> str:
    """The language in which a copy is exhibited there (DOA1974-13-5)."""
    return str(
        reading.prescribed.value(
            "doa.regional_language",
            day_of(reading.now),
            locality=territory_name(reading.known(), geometry_from(area), reading.now),
        )
    )


def _drafted(asking: Asking, writing: Writing, number: str) -> Mapping[str, Any]:
    if not notifications.get(writing.session, number).case_number:
        return {}
    return limits.drafted(writing, reader_of(writing, asking.officer), number)


def _to(number: str, said: str) -> Done:
    return Done.go(f"/gazette/{number_in_path(number)}", said=said)


def _approval(asking: Asking) -> review.Reviewed:
    number = asking.number
    return review.Reviewed(
        title="Read before you approve",
        words="Approve the notification",
        act=lambda writing: issuing.approve(writing, asking.officer, number),
        done=lambda _: _to(number, f"{number} is approved. It waits for publication."),
        what=lambda _: [
            "You approve these words and these limits and no others. You did not draft them.",
            "The notification has no effect until it is published in the Official Gazette.",
        ],
    )


def _publication(asking: Asking) -> review.Reviewed:
    form, number = asking.form, asking.number
    facts: dict[str, Any] = {
        "gazette_series": form.text("gazette_series"),
        "gazette_number": form.text("gazette_number"),
        "published_on": given.day(form.text("published_on"), "published_on"),
        "published_at": given.moment(form.text("published_at"), "published_at"),
        "effective_at": given.moment(form.text("effective_at"), "effective_at"),
    }
    return review.Reviewed(
        title="Read before you record the publication",
        words="Record the publication",
        act=lambda writing: issuing.publish(writing, asking.officer, number, **facts),
        done=lambda entry: _to(number, _published(entry)),
        what=_what_publication,
        look=lambda writing, _: _drafted(asking, writing, number),
        review="story/review_limits.html",
    )


def _published(entry: Entry) -> str:
    ceased = len(entry.content.get("ceases", ()))
    told = len(entry.content.get("cessation_notices", ()))
    words = f"{entry.content['number']} is published."
    if ceased:
        words += f" Declared places that ceased: {ceased}. Notices of cessation to deliver: {told}."
    return words


def _what_publication(rehearsal: review.Rehearsal) -> Sequence[str]:
    content = rehearsal.entry.content
    ends = content["kind"] == notifications.RESCISSION
    published = given.moment(content["published_at"], "published_at")
    effective = given.moment(content["effective_at"], "effective_at")
    assert published is not None
    assert effective is not None
    of_area = content["about"] == notifications.INFECTED_AREA
    effect = (
        f"The area {'ceases to be' if ends else 'is'} an infected area"
        if of_area
        else "The notification has effect"
    )
    sentences = [
        f"{effect} from {in_words(effective)}.",
        f"It counts as published at {in_words(published)}."
        + (
            ""
            if content["hour_stated"]
            else " No hour is stated: for that day, whether it was before or after is left open."
        ),
    ]
    if content.get("ceases"):
        sentences.append(
            f"Declared places that cease on publication: {len(content['ceases'])}. Notices of"
            f" cessation that will be made: {len(content['cessation_notices'])}."
        )
    return sentences


def _amendment(asking: Asking) -> review.Reviewed:
    form, number = asking.form, asking.number
    way = form.text("way")
    if way not in dict(LIMITS):
        raise Malformed.field("way", "choose villages or an outline")
    with asking.sent.register.reading() as reading:
        drawn = limits.of_form(reading, form, way)
    carried: dict[str, str] = {}
    if drawn.geometry is not None:
        carried = given.carried(form, drawn.geometry)

    def act(writing: Writing) -> Entry:
        changes.amend(
            writing,
            asking.officer,
            number,
            reason=form.text("reason"),
            geometry=drawn.geometry,
            village_ids=drawn.village_ids,
            report_number=form.text("report_number"),
            position_reason=form.text("position_reason"),
        )
        return review.newest_entry(writing)

    return review.Reviewed(
        title="Read before you draft the amendment",
        words="Draft the amendment",
        act=act,
        done=lambda entry: _to(
            entry.content["number"],
            f"The amendment {entry.content['number']} is drafted. Another person approves it.",
        ),
        what=lambda r: [
            f"The draft {r.more['number']} gives the area its whole new limits, below. It has"
            " effect only when it is approved by another person and published.",
        ],
        look=lambda writing, entry: _drafted(asking, writing, entry.content["number"]),
        review="story/review_limits.html",
        carried=carried,
    )


def _what_rescission(rehearsal: review.Rehearsal) -> Sequence[str]:
    content = rehearsal.entry.content
    ends = (
        "the area and the declared places of its chain cease"
        if content["about"] == notifications.INFECTED_AREA
        else f"notification {content['amends']} has no effect any more"
    )
    return [
        f"The draft {content['number']} ends it. When it is approved by another person and"
        f" published, {ends}.",
    ]


def _rescission(asking: Asking) -> review.Reviewed:
    form, number = asking.form, asking.number

    def act(writing: Writing) -> Entry:
        notifications.change_of(writing, number, "rescind")(
            writing,
            asking.officer,
            number,
            reason=form.text("reason"),
            report_number=form.text("report_number"),
            position_reason=form.text("position_reason"),
        )
        return review.newest_entry(writing)

    return review.Reviewed(
        title="Read before you draft the rescission",
        words="Draft the rescission",
        act=act,
        done=lambda entry: _to(
            entry.content["number"],
            f"The rescission {entry.content['number']} is drafted. Another person approves it.",
        ),
        what=_what_rescission,
        look=lambda writing, entry: _drafted(asking, writing, entry.content["number"]),
        review="story/review_limits.html",
        grave=True,
    )


def _exhibition(asking: Asking) -> review.Reviewed:
    form, number = asking.form, asking.number
    with asking.sent.register.reading() as reading:
        point = given.point(reading, form.text("point"), "point")
    facts: dict[str, Any] = {
        "point": point,
        "language": form.text("language"),
        "place": form.text("place"),
        "exhibited_at": given.moment(form.text("exhibited_at"), "exhibited_at"),
        "position_reason": form.text("position_reason"),
    }
    return review.Reviewed(
        title="Read before you record the exhibition",
        words="Record the exhibition",
        act=lambda writing: serving.exhibit(writing, asking.officer, number, **facts),
        done=lambda _: _to(number, f"The exhibition of {number} is recorded."),
        what=lambda r: [
            f"A copy of {number} was exhibited at {r.entry.content['place']}, in the area, in the"
            " regional language."
        ],
    )


ACTS: Mapping[str, Callable[[Asking], review.Reviewed]] = {
    "approval": _approval,
    "publication": _publication,
    "amendment": _amendment,
    "rescission": _rescission,
    "exhibition": _exhibition,
}
