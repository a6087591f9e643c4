"""Settings, each by an environment variable with the prefix `VETCONTROL_`."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """How this installation runs. Passed in where it is needed; nothing reads it globally."""

    model_config = SettingsConfigDict(env_prefix="VETCONTROL_", extra="forbid", frozen=True)

    database_url: str = Field(
        default="sqlite:///var/register.sqlite",
        description="The register: sqlite:///PATH or postgresql+psycopg://USER@HOST/NAME",
    )
    government_name: str = Field(
        default="Government of Goa", description="Present-day name of the Government (section 2(c))"
    )
    session_hours: int = Field(default=12, ge=1, le=24, description="Life of a sign-in, in hours")
    sign_in_tries: int = Field(
        default=10,
        ge=3,
        description="Failed sign-ins allowed in the window by one account from one address",
    )
    sign_in_tries_wide: int = Field(
        default=50,
        ge=3,
        description="Failed sign-ins allowed in the window by one account from all addresses, or"
        " from one address by all accounts",
    )
    sign_in_window_minutes: int = Field(
        default=15, ge=1, description="The window of failed sign-ins"
    )
    trusted_proxies: str = Field(
        default="",
        description="Addresses or networks of proxies whose X-Forwarded-For is believed, with"
        " commas; none by default",
    )
    verify_tries: int = Field(
        default=30,
        ge=3,
        description="Questions after papers that are not known, allowed in the window by address",
    )
    verify_window_minutes: int = Field(
        default=15, ge=1, description="The window of questions after papers"
    )
    key_dir: str = Field(
        default="",
        description="Folder of the signing keys, mode 0700 (default: keys beside an embedded"
        " register, else var/keys)",
    )
    checkpoint_dir: str = Field(
        default="",
        description="Folder of the checkpoints issued (default: checkpoints beside the folder of"
        " the keys)",
    )
    max_vertices: int = Field(default=50_000, ge=1_000, description="Most vertices of one geometry")
    max_body_bytes: int = Field(
        default=20_000_000, ge=100_000, description="Most bytes of one request"
    )
    secure_cookies: bool = Field(
        default=False,
        description="Mark cookies Secure: set it wherever pages are served over HTTPS",
    )
    public_address: str = Field(
        default="",
        description="Address of the pages as people reach them, e.g. https://vet.example",
    )
    prescribed_profile: str = Field(
        default="",
        pattern="^[a-z]*$",
        description="Whose prescribed values hold: data/law/NAME-prescribed.toml (demo: samples)",
    )
    clock_skew_seconds: int = Field(
        default=5, ge=0, le=60, description="How far the clock may stand behind the log's head"
    )
    computer: str = Field(
        default="",
        max_length=200,
        description="The computer that keeps the register (name, place, identity), as certificates"
        " of records describe it; demo: a marked sample",
    )
    draft_days: int = Field(
        default=30, ge=1, le=365, description="How long a form begun and not signed is kept"
    )
    mail_from: str = Field(
        default="",
        pattern=r"^([^\s@<>]+@[^\s@<>]+)?$",
        description="The address that e-mail about tasks comes from, e.g. vet@example.org",
    )
    smtp_address: str = Field(
        default="",
        description="The server that e-mail is handed to, HOST:PORT; empty: none is sent",
    )
    smtp_security: Literal["starttls", "tls", "none"] = Field(
        default="starttls", description="How the way to it is kept secret: starttls, tls or none"
    )
    smtp_user: str = Field(default="", description="Sign-in at that server, if it asks for one")
    smtp_password: SecretStr = Field(default=SecretStr(""), description="Its password")

    @field_validator("smtp_address")
    @classmethod
    def _is_a_server(cls, value: str, info: ValidationInfo) -> str:
        """A host and a port, and an address that the messages come from."""
        host, _, port = value.rpartition(":")
        if value and not (host and port.isascii() and port.isdecimal() and 0 < int(port) < 65536):
            raise ValueError("is no HOST:PORT, like mail.example.org:587")
        if value and not info.data.get("mail_from"):
            raise ValueError("needs VETCONTROL_MAIL_FROM, the address that messages come from")
        return value

    @field_validator("smtp_user")
    @classmethod
    def _keeps_its_secret(cls, value: str, info: ValidationInfo) -> str:
        """A password does not travel in clear."""
        if value and info.data.get("smtp_security") == "none":
            raise ValueError("is sent in clear: set VETCONTROL_SMTP_SECURITY to starttls or tls")
        return value

    @field_validator("trusted_proxies")
    @classmethod
    def _are_addresses(cls, value: str) -> str:
        """Every one by its address: a name, or `*`, would believe anybody."""
        for part in filter(None, (p.strip() for p in value.split(","))):
            ipaddress.ip_network(part)
        return value

    @property
    def keys_folder(self) -> Path:
        """Where the signing keys lie."""
        if self.key_dir:
            return Path(self.key_dir)
        beside = Path("var")
        if self.database_url.startswith("sqlite:///"):
            beside = Path(self.database_url.removeprefix("sqlite:///").partition("?")[0]).parent
        return beside / "keys"

    @property
    def checkpoints_folder(self) -> Path:
        """Where the checkpoints issued lie."""
        if self.checkpoint_dir:
            return Path(self.checkpoint_dir)
        return self.keys_folder.parent / "checkpoints"
