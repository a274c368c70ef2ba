"""The OpenAPI document, generated from the endpoints, and an HTML page that shows it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tilewise.server.api.api_errors import ErrorBody
from tilewise.server.http.auth import COOKIE, SECURE_COOKIE, services_of
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.responses import json_response
from tilewise.server.http.security import SAFE

_PARAMETER: Final = re.compile(r"{(\w+)(?::(\w+))?}")
_REF: Final = "#/components/schemas/{name}"

ERRORS: Final = {
    400: "The request is not valid; the message says why",
    401: "There is no valid token: become a guest first",
    403: "You may not do this, or not from this page",
    404: "Not found",
    408: "The body did not arrive in time",
    409: "This is not possible now; the message says why, and `rule` names the rule of the game that it breaks",
    413: "The body is too large",
    415: "The body is not application/json",
    429: "Too many requests: the header Retry-After says when to try again",
    503: "The database or the workers are busy, or the server is stopping: try again in a moment",
}
"""All error statuses and their meanings; the body is always an ErrorBody."""

ABOUT: Final = """The HTTP API of a Tilewise server. Games are played over the WebSocket at `/api/socket`
(docs/protocol.md); programs can also send commands here.

Times are the server's milliseconds since 1970. Tiles are written `r7`, `k13`, jokers `J`, `D`, `C`, `M`.
A person is identified by a token: browsers send it in a cookie, programs in the header `Authorization: Bearer TOKEN`.
`POST /api/guests` returns one. Errors are `{"error": CODE, "message": SENTENCE}`."""


def openapi_document(endpoints: Sequence[Endpoint], version: str) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of endpoints."""
    kinds = [kind for endpoint in endpoints for kind in (endpoint.response, endpoint.body) if kind is not None]
    schemas, components = msgspec.json.schema_components([ErrorBody, *kinds], ref_template=_REF)
    by_kind = dict(zip(map(_key, [ErrorBody, *kinds]), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        path = _PARAMETER.sub(r"{\1}", endpoint.path)
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, by_kind)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tilewise", "version": version, "description": ABOUT, "license": {"name": "MIT"}},
        "paths": paths,
        "tags": [{"name": tag} for tag in dict.fromkeys(endpoint.tag for endpoint in endpoints if endpoint.tag)],
        "components": {
            "schemas": components,
            "responses": {str(status): _error(status, about) for status, about in ERRORS.items()},
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
                "secure-cookie": {"type": "apiKey", "in": "cookie", "name": SECURE_COOKIE},
            },
        },
    }


def _key(kind: Any) -> str:
    return repr(kind)


def _operation(endpoint: Endpoint, by_kind: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": f"{endpoint.method.lower()}{_dashed(endpoint.path)}",
        "summary": endpoint.summary,
        "tags": [endpoint.tag] if endpoint.tag else [],
        "parameters": [*_path_parameters(endpoint), *_query_parameters(endpoint)],
        "responses": {str(endpoint.status): _success(endpoint, by_kind)},
    }
    if endpoint.body is not None:
        content = {"application/json": {"schema": by_kind[_key(endpoint.body)]}}
        operation["requestBody"] = {"required": True, "content": content}
    if endpoint.needs_person:
        operation["security"] = [{"token": []}, {"cookie": []}, {"secure-cookie": []}]
    for status in errors_of(endpoint):
        operation["responses"][str(status)] = {"$ref": f"#/components/responses/{status}"}
    return operation


def _dashed(path: str) -> str:
    return re.sub(r"[^a-z]+", "-", _PARAMETER.sub("", path)).rstrip("-")


def errors_of(endpoint: Endpoint) -> list[int]:
    """Return the error statuses of an endpoint."""
    errors = {429, 503}
    if endpoint.body is not None:
        errors |= {400, 408, 413, 415}
    if endpoint.query is not None:
        errors.add(400)
    if endpoint.needs_person:
        errors |= {401, 403}
    if endpoint.method not in SAFE:
        errors |= {400, 403, 409}
    if "{" in endpoint.path:
        errors |= {404, 409} if endpoint.needs_person else {404}
    return sorted(errors)


def _success(endpoint: Endpoint, by_kind: dict[str, Any]) -> dict[str, Any]:
    if endpoint.response is None:
        return {"description": "Success, without content"}
    if endpoint.response is str:
        return {"description": "Success", "content": {"text/plain": {"schema": {"type": "string"}}}}
    return {"description": "Success", "content": {"application/json": {"schema": by_kind[_key(endpoint.response)]}}}


def _error(status: int, about: str) -> dict[str, Any]:
    schema = {"$ref": _REF.format(name=ErrorBody.__name__)}
    error: dict[str, Any] = {"description": about, "content": {"application/json": {"schema": schema}}}
    if status in (429, 503):
        error["headers"] = {"Retry-After": {"description": "Seconds", "schema": {"type": "integer", "minimum": 1}}}
    return error


def _path_parameters(endpoint: Endpoint) -> Iterable[dict[str, Any]]:
    for name, kind in _PARAMETER.findall(endpoint.path):
        schema = {"type": "integer", "minimum": 0} if kind == "int" else {"type": "string", "minLength": 1}
        yield {"name": name, "in": "path", "required": True, "schema": schema}


def _query_parameters(endpoint: Endpoint) -> Iterable[dict[str, Any]]:
    if endpoint.query is None:
        return
    # Parameters have simple types, which need no shared components.
    for field in msgspec.structs.fields(endpoint.query):
        schema = msgspec.json.schema(field.type)
        if not field.required and field.default is not None:
            schema["default"] = field.default
        yield {"name": field.encode_name, "in": "query", "required": field.required, "schema": schema}


def html_page(document: dict[str, Any]) -> str:
    """Return the document as plain HTML, without scripts, styles or external resources."""
    info = document["info"]
    rows = []
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            token = "a token" if "security" in operation else ""
            rows.append(
                f"<tr><td>{escape(', '.join(operation['tags']))}<td><code>{method.upper()} {escape(path)}</code>"
                f"<td>{escape(operation['summary'])}<td>{token}"
            )
    errors = "".join(f"<dt>{status}<dd>{escape(about)}" for status, about in ERRORS.items())
    paragraphs = "".join(f"<p>{escape(text)}" for text in info["description"].split("\n\n"))
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">'
        '<meta name="viewport" content="width=device-width"><title>Tilewise: the API</title>'
        f"<h1>Tilewise {escape(info['version'])}: the API</h1>{paragraphs}"
        '<p>For programs: <a href="/api/openapi.json">the OpenAPI document</a>.'
        '<table border="1"><thead><tr><th>Section<th>Endpoint<th>Description<th>Needs</thead>'
        f"<tbody>{''.join(rows)}</table><h2>Errors</h2><dl>{errors}</dl></html>"
    )


def documentation_routes(endpoints: Sequence[Endpoint]) -> list[Route]:
    """Return the routes of the document and the page."""

    @cache
    def document(version: str) -> dict[str, Any]:
        return openapi_document(endpoints, version)

    @cache
    def page(version: str) -> str:
        return html_page(document(version))

    # Not coroutines, so that they run in a thread: making the document takes some milliseconds.
    def as_json(request: Request) -> Response:
        return json_response(document(services_of(request).version))

    def as_page(request: Request) -> Response:
        return HTMLResponse(page(services_of(request).version))

    return [Route("/api/openapi.json", as_json), Route("/api", as_page)]
