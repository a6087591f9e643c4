"""The pages of the story, from the order to the rescission, as one list for the application."""

from __future__ import annotations

from fastapi import APIRouter

from api.pages import (
    case_page,
    corrections,
    declare,
    drawing,
    examination,
    gazette,
    gazette_acts,
    government,
    instruments,
    map_data,
    map_ground,
    map_page,
    papers,
    printing,
    radius,
    rounds,
    services,
    sheet_prints,
    sheets,
)

ROUTERS: tuple[APIRouter, ...] = (
    map_page.router,
    map_ground.router,
    map_data.router,
    sheet_prints.router,
    sheets.router,
    declare.router,
    drawing.router,
    case_page.router,
    examination.router,
    radius.router,
    services.router,
    rounds.router,
    papers.router,
    printing.router,
    government.router,
    instruments.router,
    corrections.router,
    gazette.router,
    gazette_acts.router,
)
