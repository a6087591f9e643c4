"""Pages for people: rendered here, usable by keyboard and without JavaScript.

A page is a plain `def` endpoint on a router of `pages_router()`, with a template that extends
`layout.html` and is built of the macros in `templates/components/`. It calls the same services as
the API and shows their refusals in the same words, above the form as it was filled in:

    router = pages_router()

    @router.get("/infected-places/{number}/examination")
    def examination(page: OfficerPage, number: str, register: RegisterDep) -> Response:
        with register.reading() as reading:
            place = queries.place(reading, number.replace("-", "/"))
        return page.show("infected_places/examination.html", place=place)

    @router.post("/infected-places/{number}/examination")
    def examine(sent: SentForm, number: str) -> Response:
        def act(writing: Writing) -> Done:
            service.examine(writing, sent.officer, ..., findings=sent.form.text("findings"))
            return Done.go(f"/infected-places/{number}", said="The examination is recorded.")
        # Refused, it is the same page again, with the refusal and what was filled in.
        return sent.answer(act, "infected_places/examination.html", lambda reading: {"place": ...})

An act that is read before it is signed goes through `api.pages.review.answer` in its place.
Every POST asks for `SentForm` or `Form` (a test walks the routes), which prove that the form is our
own. Add the router in `api.app.include_pages`, the menu entry in `api.pages.navigation`, what waits
for an officer in `api.tasks`. An act that cannot be taken back has a page of its own that says what
it does (`confirm.html`).
"""
