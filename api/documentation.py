"""The API's documentation, served from here: no page of ours loads from another host."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.responses import HTMLResponse, Response

from api.problems import MALFORMED, MEDIA_TYPE, ProblemBody
from api.templating import render

OPENAPI = "/api/openapi.json"
DOCS = "/api/docs"
WORDS = (
    "Animal-disease control on the map. JSON in and out; geometry is GeoJSON (RFC 7946), longitude"
    " first, WGS84; times ISO 8601 with offset; distances in metres. Refusals are RFC 9457 problem"
    " details with the clauses. The types of problem are explained at /problems."
)


def add_documentation(app: FastAPI) -> None:
    """OpenAPI with our problem details in place of the framework's own, and its page."""

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _schema(app)
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign]

    @app.get(DOCS, include_in_schema=False, response_class=HTMLResponse)
    def documentation() -> Response:
        """The contract, to read and to try."""
        return HTMLResponse(render("api_docs.html", title=app.title, openapi=OPENAPI))


def _schema(app: FastAPI) -> dict[str, Any]:
    schema = get_openapi(title=app.title, version=app.version, description=WORDS, routes=app.routes)
    components = schema.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    for framework in ("HTTPValidationError", "ValidationError"):
        schemas.pop(framework, None)
    problem = ProblemBody.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas.update(problem.pop("$defs", {}))
    schemas["Problem"] = problem
    malformed = {
        "description": MALFORMED.title,
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for path in schema["paths"].values():
        for operation in path.values():
            answers = operation["responses"]
            if "HTTPValidationError" in str(answers.get("422")):
                answers["422"] = malformed
    return schema
