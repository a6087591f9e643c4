"""Where officers are told of tasks: who may say it, what is an address, what a message may be."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from pydantic import ValidationError
from sqlalchemy import select

from smtp_server import post_office
from vetcontrol.clock import SystemClock
from vetcontrol.errors import Malformed, NoAuthority, Refused
from vetcontrol.officers import mail, people
from vetcontrol.officers.tables import OfficerRow
from vetcontrol.register import audit, redaction
from vetcontrol.register.entries import Actor, entries_of
from vetcontrol.register.register import Register
from vetcontrol.register.tables import EntryRow
from vetcontrol.settings import Settings

SURGEON, ADMINISTRATOR = Actor("surgeon"), Actor("first")
ADDRESS = "v.surgeon+tasks@vet.example.org"


def _email(register: Register, username: str = "surgeon") -> str | None:
    with register.reading() as reading:
        return reading.session.get_one(OfficerRow, username).email


def test_an_address_is_kept_apart_from_the_log_and_taken_away(peopled: Register) -> None:
    with peopled.writing() as writing:
        people.set_email(writing, SURGEON, "surgeon", f" {ADDRESS} ")
    assert _email(peopled) == ADDRESS
    with peopled.reading() as reading:
        contents = reading.session.scalars(select(EntryRow.content)).all()
        assert not any("vet.example.org" in text for text in contents)
        (entry,) = [e for e in entries_of(reading.session, "OFF/surgeon") if "email" in e.content]
    assert audit.verify(peopled).faults == []
    with peopled.writing() as writing:
        digest = entry.content["email"]["personal"]
        redaction.redact(writing, ADMINISTRATOR, [digest], reason="asked", administrator=True)
    assert _email(peopled) is None
    with peopled.writing() as writing:
        people.set_email(writing, ADMINISTRATOR, "surgeon", ADDRESS)
    with peopled.writing() as writing:
        people.set_email(writing, SURGEON, "surgeon", "")
    assert _email(peopled) is None
    with peopled.writing() as writing, pytest.raises(Refused, match="no address"):
        people.set_email(writing, SURGEON, "surgeon", " ")


def test_nobody_but_an_administrator_says_it_for_another(peopled: Register) -> None:
    with peopled.writing() as writing, pytest.raises(NoAuthority):
        people.set_email(writing, SURGEON, "inspector", ADDRESS)
    assert _email(peopled, "inspector") is None


@pytest.fixture
def peopled(office: Any) -> Register:
    """Two people who are no administrators, beside those who are."""
    office.add("surgeon")
    office.add("inspector")
    register: Register = office.register
    return register


@pytest.mark.parametrize(
    "text",
    [
        "vet",
        "vet@",
        "@example.org",
        "vet@example",
        "vet@@example.org",
        "vet@example.org, two@example.org",
        "Vet <vet@example.org>",
        "vet@example.org\nBcc: all@example.org",
        "vet@exa\r\nmple.org",
        "vet@example.org\x00",
        ".vet@example.org",
        "vet..s@example.org",
        "vet@-example.org",
        "वेट@example.org",
        f"{'v' * 65}@example.org",
        f"v@{'e' * 250}.org",
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match="no address of e-mail"):
        people.checked_email(text)


@pytest.mark.parametrize("text", ["a@b.co", "o'neil@vet.example.org", ADDRESS, "", "  "])
def test_what_is_an_address_is_kept_as_typed(text: str) -> None:
    assert people.checked_email(text) == text.strip()


@pytest.mark.parametrize(
    ("to", "subject"),
    [("a@b.co\nBcc: c@d.co", "x"), ("a@b.co", "x\r\nBcc: c@d.co"), ("a@b.co", "x\ny")],
)
def test_no_line_of_a_message_can_be_slipped_in(to: str, subject: str) -> None:
    with pytest.raises(ValueError, match="linefeed"):
        mail.message(to, "vet@example.org", subject, "body", SystemClock())
    with pytest.raises(ValueError, match="linefeed"):
        mail.NullMailer().send(to, subject, "body")


def test_a_message_arrives_as_text_with_what_stops_answering_machines() -> None:
    body = "One.\n.\nदोन"
    with post_office() as post:
        settings = Settings(
            mail_from="vet@example.org", smtp_address=post.address, smtp_security="none"
        )
        mail.mailer_of(settings).send("a@b.co", "Waits for you: IP/2027/000001", body)
    ((to, came),) = post.came
    assert to == "a@b.co"
    assert came["To"] == "a@b.co"
    assert came["From"] == "vet@example.org"
    assert came["Subject"] == "Waits for you: IP/2027/000001"
    assert came["Auto-Submitted"] == "auto-generated"
    assert came.get_content_type() == "text/plain"
    assert came.get_content().replace("\r\n", "\n").strip() == body


def test_a_way_that_was_to_be_secret_is_not_taken_in_clear() -> None:
    with post_office() as post:
        settings = Settings(mail_from="vet@example.org", smtp_address=post.address)
        with pytest.raises(OSError, match="STARTTLS"):
            mail.mailer_of(settings).send("a@b.co", "x", "y")
        assert post.came == []


def test_without_a_server_nothing_is_sent_and_the_log_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "vetcontrol.mail")
    mailer = mail.mailer_of(Settings())
    assert not mailer.sends
    mailer.send("a@b.co", "Waits for you: IP/2027/000001", "words of the message")
    assert "not sent: Waits for you: IP/2027/000001" in caplog.text
    assert "a@b.co" not in caplog.text
    assert "words of the message" not in caplog.text


@pytest.mark.parametrize(
    ("given", "field", "says"),
    [
        ({"smtp_address": "mail.example.org"}, "smtp_address", "HOST:PORT"),
        ({"smtp_address": "mail.example.org:0"}, "smtp_address", "HOST:PORT"),
        ({"smtp_address": "mail.example.org:99999"}, "smtp_address", "HOST:PORT"),
        ({"smtp_address": ":25"}, "smtp_address", "HOST:PORT"),
        ({"smtp_address": "a:25", "mail_from": ""}, "smtp_address", "VETCONTROL_MAIL_FROM"),
        ({"mail_from": "vet"}, "mail_from", "pattern"),
        ({"mail_from": "a@b.co\nBcc: c@d.co"}, "mail_from", "pattern"),
        ({"smtp_security": "maybe"}, "smtp_security", "starttls"),
        ({"smtp_security": "none", "smtp_user": "vet"}, "smtp_user", "in clear"),
    ],
)
def test_settings_that_cannot_be_are_named(given: dict[str, str], field: str, says: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Settings(**({"mail_from": "vet@example.org"} | given))  # type: ignore[arg-type]
    (fault,) = caught.value.errors()
    assert fault["loc"] == (field,)
    assert says in fault["msg"]


def test_a_password_of_the_server_is_not_shown() -> None:
    settings = Settings(smtp_password="open sesame")  # type: ignore[arg-type]
    assert "open sesame" not in repr(settings)
