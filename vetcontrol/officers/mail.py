"""E-mail: a small interface, a mailer that sends none, and one that hands messages to a server.

A message is text alone. Whoever sends does so outside any transaction: a server that is slow or
away must never hold or fail an act.
"""

from __future__ import annotations

import logging
import smtplib
import ssl
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from typing import Protocol

from vetcontrol.clock import Clock, SystemClock
from vetcontrol.settings import Settings

log = logging.getLogger("vetcontrol.mail")
PATIENCE_SECONDS = 10.0


class Mailer(Protocol):
    """What sends a message to one address."""

    sends: bool
    """Whether messages leave this machine."""

    def send(self, to: str, subject: str, body: str) -> None:
        """Send it. Raises `OSError`, `smtplib.SMTPException` or ValueError."""
        ...


class NullMailer:
    """Sends nothing; tells the log what it would have sent, without address and text."""

    sends = False

    def send(self, to: str, subject: str, body: str) -> None:
        # Held to the same rules as a message that is sent.
        message(to, "vetcontrol@localhost", subject, body, SystemClock())
        log.info("no server for e-mail is set; not sent: %s", subject)


class SmtpMailer:
    """Hands each message to the server of the settings, on a connection of its own."""

    sends = True

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        host, _, port = settings.smtp_address.rpartition(":")
        self._host, self._port = host.strip("[]"), int(port)
        self._settings, self._clock = settings, clock or SystemClock()

    def send(self, to: str, subject: str, body: str) -> None:
        made = message(to, self._settings.mail_from, subject, body, self._clock)
        with self._connection() as server:
            if self._settings.smtp_security == "starttls":
                server.starttls(context=ssl.create_default_context())
            if self._settings.smtp_user:
                password = self._settings.smtp_password.get_secret_value()
                server.login(self._settings.smtp_user, password)
            server.send_message(made)

    def _connection(self) -> smtplib.SMTP:
        if self._settings.smtp_security == "tls":
            context = ssl.create_default_context()
            return smtplib.SMTP_SSL(
                self._host, self._port, timeout=PATIENCE_SECONDS, context=context
            )
        connect: Callable[..., smtplib.SMTP] = smtplib.SMTP
        return connect(self._host, self._port, timeout=PATIENCE_SECONDS)


def mailer_of(settings: Settings) -> Mailer:
    """The mailer that the settings name."""
    return SmtpMailer(settings) if settings.smtp_address else NullMailer()


def message(to: str, sender: str, subject: str, body: str, clock: Clock) -> EmailMessage:
    """The message as it is sent. Raises ValueError for a line break in address or subject."""
    made = EmailMessage(policy=SMTP)
    made["From"] = sender
    made["To"] = to
    made["Subject"] = subject
    made["Date"] = format_datetime(clock.now())
    made["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    # No answering machine answers what a machine sent.
    made["Auto-Submitted"] = "auto-generated"
    made.set_content(body)
    return made
