"""The pages of the story, from the order to the rescission, as one list for the application."""

from __future__ import annotations

from fastapi import APIRouter

from api.pages import declare, map_page, sheets

ROUTERS: tuple[APIRouter, ...] = (
    map_page.router,
    declare.router,
    sheets.router,
)
