"""Settings, each by an environment variable with the prefix `VETCONTROL_`."""

from __future__ import annotations

from pydantic import Field
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
        default=10, ge=3, description="Failed sign-ins allowed in the window"
    )
    sign_in_window_minutes: int = Field(
        default=15, ge=1, description="The window of failed sign-ins"
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
