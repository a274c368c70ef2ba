"""The OpenAPI document is valid and complete, and the server conforms to it: schemathesis generates requests from it.

`make test` generates a few; `TILEWISE_EXAMPLES=1000 pytest tests/server/http/test_openapi.py` generates more.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from openapi_spec_validator import validate

from tests.support.effort import examples
from tests.support.http_server import AnonymousCaller, running
from tilewise.server.app import ENDPOINTS
from tilewise.server.http.openapi import ERRORS, errors_of, openapi_document

EXAMPLES = int(os.environ.get("TILEWISE_EXAMPLES", examples(4, thorough=24)))
"""Examples for each endpoint."""

SCHEMA = schemathesis.openapi.from_dict(openapi_document(ENDPOINTS, "0"))
CHECKS = (
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
)


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnonymousCaller]:
    # Without limits, which would refuse most of these requests.
    generous = {"tables_per_person": 10**6, "question_seconds": 1e6}
    with running(tmp_path_factory.mktemp("openapi"), **generous) as caller:
        caller.server.questions.slices = (0.1, 1.0)
        yield caller


@pytest.fixture(scope="module")
def things(asked: AnonymousCaller) -> dict[str, str]:
    """A person's token, and a table at which it is that person's turn."""
    ada = asked.guest("Ada")
    made = ada.post("/api/tables", {"seats": ["person", "person"], "hints": True, "public": True}).json()
    return {"token": ada.token or "", "table": made["table"], "code": made["code"], "profile": "jumbo"}


def test_the_document_is_valid_openapi(api: AnonymousCaller) -> None:
    document = api.get("/api/openapi.json").json()
    assert document["openapi"] == "3.1.0"
    validate(document)


def test_every_endpoint_is_in_the_document_and_on_the_page(api: AnonymousCaller) -> None:
    document, page = api.get("/api/openapi.json").json(), api.get("/api").text
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    assert len(operations) == len(ENDPOINTS)
    assert len({operation["operationId"] for operation in operations}) == len(ENDPOINTS)
    for path in document["paths"]:
        assert path in page
    # It loads nothing from other servers.
    assert "src=" not in page
    assert "<script" not in page


def test_every_error_of_every_endpoint_is_described() -> None:
    assert {status for endpoint in ENDPOINTS for status in errors_of(endpoint)} <= set(ERRORS)


@SCHEMA.parametrize()
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate])
def test_responses_conform_to_the_document(case: Any, asked: AnonymousCaller, things: dict[str, str]) -> None:
    assert_conforms(case, asked, {})
    # As a person, and with a table, a code and a profile that exist, since random ones would only be not found.
    for name in case.path_parameters or {}:
        if name in things:
            case.path_parameters[name] = things[name]
    assert_conforms(case, asked, {"Authorization": f"Bearer {things['token']}"})


def assert_conforms(case: Any, asked: AnonymousCaller, headers: dict[str, str]) -> None:
    """Send a request, and compare the response with the document."""
    request = requests.Request(**case.as_transport_kwargs(base_url="http://testserver", headers=headers)).prepare()
    response = asked.client.request(
        request.method or "", request.url or "", headers=list(request.headers.items()), content=request.body
    )
    asked.client.cookies.clear()
    case.validate_response(response, checks=CHECKS)
    assert "Traceback" not in response.text


def test_an_internal_error_is_visible_to_these_tests(tmp_path: Path) -> None:
    with running(tmp_path) as caller:
        caller.server.store.listings.lobby = None  # type: ignore[method-assign, assignment]
        response = caller.get("/api/lobby")
        assert response.status_code == 500, "what the tests above would have seen"
        assert response.json()["error"] == "internal"
        assert "Traceback" not in response.text
        assert "NoneType" not in response.text
