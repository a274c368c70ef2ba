"""All endpoints: who may use them, what they refuse, and which methods they have."""

from __future__ import annotations

import pytest

from tests.support.http_server import AnonymousCaller, assert_error
from tilewise.errors import TilewiseError
from tilewise.profiles import RulesError, profile_named
from tilewise.server.api.api_errors import ApiError, TooMuch, api_error, refusal_error
from tilewise.server.app import ENDPOINTS
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.tables.refusals import NotPossible, TableReason


def path_of(endpoint: Endpoint) -> str:
    names = {"table": "0" * 16, "code": "AAAAAA", "profile": "jumbo", "match:int": "1", "game:int": "1"}
    path = endpoint.path
    for name, value in names.items():
        path = path.replace(f"{{{name}}}", value)
    return path.replace("{", "").replace("}", "")


def named(endpoint: Endpoint) -> str:
    return f"{endpoint.method} {endpoint.path}"


@pytest.mark.parametrize("endpoint", [endpoint for endpoint in ENDPOINTS if endpoint.needs_person], ids=named)
def test_an_endpoint_for_people_refuses_requests_without_a_valid_token(
    api: AnonymousCaller, endpoint: Endpoint
) -> None:
    assert_error(api.ask(endpoint.method, path_of(endpoint), json={}), 401, "nobody")
    for token in ("x", "p1.0.1.abc", "...", "p1.0.0." + "0" * 40, "\xe9.0.0.\xe9"):
        headers = {"Authorization": f"Bearer {token}".encode("latin-1")}
        assert_error(api.ask(endpoint.method, path_of(endpoint), json={}, headers=headers), 401, "nobody")


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=named)
def test_an_endpoint_responds_to_a_person_without_an_internal_error(api: AnonymousCaller, endpoint: Endpoint) -> None:
    response = api.guest("Ada").ask(endpoint.method, path_of(endpoint), **({"json": {}} if endpoint.body else {}))
    assert response.status_code not in (401, 405, 415)
    assert response.status_code < 500
    if response.status_code >= 400:
        assert_error(response, response.status_code)


@pytest.mark.parametrize("endpoint", [endpoint for endpoint in ENDPOINTS if not endpoint.needs_person], ids=named)
def test_a_public_endpoint_responds_without_a_token(api: AnonymousCaller, endpoint: Endpoint) -> None:
    response = api.ask(endpoint.method, path_of(endpoint), **({"json": {}} if endpoint.body else {}))
    assert response.status_code in (200, 201, 204, 400, 404)
    if response.status_code >= 400:
        assert_error(response, response.status_code)


@pytest.mark.parametrize("endpoint", [endpoint for endpoint in ENDPOINTS if endpoint.body is not None], ids=named)
@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 5000, b'{"a":' * 3000, b"null", b"1e999", b'"\\ud800"'])
def test_an_endpoint_refuses_an_invalid_body(api: AnonymousCaller, endpoint: Endpoint, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    response = api.guest("Ada").ask(endpoint.method, path_of(endpoint), content=body, headers=headers)
    assert_error(response, 413 if len(body) > 16_384 else 400)


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=named)
def test_a_wrong_method_gets_the_allowed_ones(api: AnonymousCaller, endpoint: Endpoint) -> None:
    used = {other.method for other in ENDPOINTS if other.path == endpoint.path}
    wrong = next(method for method in ("PATCH", "PUT", "DELETE") if method not in used)
    response = api.ask(wrong, path_of(endpoint), headers={"Authorization": "Bearer x"})
    assert_error(response, 405, "wrong-method")
    assert endpoint.method in response.headers["allow"]


@pytest.mark.parametrize("path", ["/api/", "/api/nothing", "/api/tables/x/y/z", "/apix", "/%2Fevil.example/api"])
def test_unknown_paths_are_not_found_and_never_redirected(api: AnonymousCaller, path: str) -> None:
    assert_error(api.get(path, follow_redirects=False), 404, "nothing-here")


# Error responses


def test_the_refusal_of_a_table_keeps_its_code_and_facts() -> None:
    error = refusal_error(NotPossible(TableReason.NO_SUCH_SEAT, seat=7))
    assert (error.status, error.code, error.facts) == (409, "no-such-seat", {"seat": 7})
    assert refusal_error(NotPossible(TableReason.NO_TABLE)).status == 404


def test_rules_that_are_not_valid_say_why() -> None:
    with pytest.raises(RulesError) as raised:
        profile_named("international").with_rules({"copies": 99})
    error = api_error(raised.value)
    assert (error.status, error.code, error.reason) == (400, "rules", raised.value.reason.code)
    assert error.body.message == str(raised.value)


def test_every_other_error_is_a_response_too() -> None:
    itself = ApiError(404, "no-game", "No such game.")
    assert api_error(itself) is itself
    assert api_error(NotPossible(TableReason.CLOSED)).code == "closed"
    assert api_error(TilewiseError("Something.")).code == "bad-input"


def test_a_limit_says_when_to_try_again_in_whole_seconds() -> None:
    assert TooMuch("too-many", "Wait.", 1).headers == {"Retry-After": "1"}
    assert TooMuch("too-many", "Wait.", 2001).headers == {"Retry-After": "3"}
