"""Bodies and query strings that are refused."""

from __future__ import annotations

from tests.support.http_server import OUR_PAGE, AnonymousCaller, assert_error
from tilewise.server.limits import DEEPEST_NESTING


def test_the_character_nul_is_refused_in_paths_queries_and_bodies(api: AnonymousCaller) -> None:
    ada = api.guest("Ada")
    assert_error(ada.get("/api/people/%00/ratings"), 404, "nothing-here")
    assert_error(ada.get("/api/lobby?profile=%00"), 400, "bad-query")
    body = b'{"name": "a\\u0000b", "passphrase": "0123456789"}'
    headers = {"content-type": "application/json", "origin": OUR_PAGE}
    assert_error(api.ask("POST", "/api/sign-in", content=body, headers=headers), 400, "bad-body")
    # The six characters of the escape sequence are allowed.
    body = body.replace(b"\\u", b"\\\\u")
    assert_error(api.ask("POST", "/api/sign-in", content=body, headers=headers), 403, "wrong-passphrase")


def test_a_body_that_is_nested_too_deep_is_refused(api: AnonymousCaller) -> None:
    deep = b"[" * (DEEPEST_NESTING + 1) + b"]" * (DEEPEST_NESTING + 1)
    headers = {"Content-Type": "application/json"}
    assert_error(api.ask("POST", "/api/guests", content=deep, headers=headers), 400, "too-deep")
    assert api.post("/api/guests", {"name": "[[[[[[[[[[[[[[[[[[["}).status_code == 201, "in a text they are letters"
