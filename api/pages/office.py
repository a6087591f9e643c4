"""The office: which rooms it has for whom, and all its pages as one list for the application."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from api.pages import (
    appointments,
    audit,
    delegations,
    email,
    law,
    law_desk,
    layers,
    log,
    officers,
    password,
    premises,
    premises_entry,
    premises_file,
    rules,
)
from api.pages.navigation import Room, administrators, anyone
from api.pages.page import AnyonesPage, pages_router

router = pages_router()


ROOMS: tuple[Room, ...] = (
    Room(
        "Appointments",
        "/appointments",
        "Who holds which office, where and from when; enter, approve, end, acting charge.",
    ),
    Room("Delegations", "/delegations", "Powers of section 13 in the hands of a Collector."),
    Room("The log", "/log", "Every entry, what it did, and what corrected it."),
    Room(
        "Correct an entry",
        "/corrections",
        "Strike what should never have been entered, or restate what was wrong in it.",
    ),
    Room(
        "Schedule and commencement",
        "/law",
        "Scheduled diseases, and which provisions are in force where.",
        anyone,
    ),
    Room(
        "Rules",
        "/law/rules",
        "What the Act leaves to rules and what they fix; drafts, laying, annulment.",
        anyone,
    ),
    Room("Clauses", "/law/clauses", "What each clause asks and what this program does.", anyone),
    Room(
        "Layers of the land",
        "/layers",
        "Territory, districts, talukas and villages, with source and accuracy.",
        anyone,
    ),
    Room("Sign-ins", "/officers", "Make, reset, end and reinstate them.", administrators),
    Room("Audit", "/audit", "Hold the whole log against itself.", administrators),
    Room("Your password", "/password", "Change it."),
    Room("Your e-mail", "/e-mail", "Where you are told of tasks that newly wait for you."),
)


@router.get("/office")
def rooms(page: AnyonesPage) -> Response:
    """The rooms that are open to the visitor."""
    viewer = page.viewer()
    return page.show("office/rooms.html", rooms=[r for r in ROOMS if r.offered(viewer)])


ROUTERS: tuple[APIRouter, ...] = (
    router,
    password.router,
    email.router,
    officers.router,
    appointments.router,
    delegations.router,
    premises_file.router,
    premises_entry.router,
    premises.router,
    law_desk.router,
    rules.router,
    law.router,
    layers.router,
    log.router,
    audit.router,
)
