"""The pages of movement, from the application to the taking back, as one list."""

from __future__ import annotations

from fastapi import APIRouter

from api.pages import licence_acts, licence_checks, licences, returns

# The acts' addresses have the shape of a licence's; what is more exact comes first.
ROUTERS: tuple[APIRouter, ...] = (
    licences.router,
    licence_checks.router,
    returns.router,
    licence_acts.router,
)
