"""The middleware: body sizes, rate limits, connection slots, security headers, and what errors reveal."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import AsyncIterator, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from starlette.routing import Mount, Route

from tests.support.effort import examples
from tests.support.garbage import earlier_objects_ignored
from tests.support.http_server import OUR_PAGE, AnonymousCaller, assert_error, refused_handshake, running
from tilewise.server.http import pages, security
from tilewise.server.limits import DEEPEST_NESTING, Limiter
from tilewise.server.store.database import StorageError


def test_a_body_with_a_content_length_beyond_the_limit_is_not_read(api: AnonymousCaller) -> None:
    assert_error(api.post("/api/guests", {"name": "x" * 20_000}), 413, "too-large")
    for length in ("-1", "1e3", "9" * 30, "x"):
        headers = {"Content-Length": length, "Content-Type": "application/json"}
        assert_error(api.ask("POST", "/api/guests", headers=headers), 413, "too-large")


def test_a_body_without_a_content_length_is_read_only_up_to_the_limit(api: AnonymousCaller) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        for _ in range(1000):
            sent += 1000
            yield b"x" * 1000

    # The test client sends a body in one piece, so the application is called directly.
    messages: list[Any] = []
    body = endless()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": next(body), "more_body": True}

    async def send(message: Any) -> None:
        messages.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/guests",
        "raw_path": b"/api/guests",
        "root_path": "",
        "scheme": "http",
        "query_string": b"",
        "headers": [(b"content-type", b"application/json"), (b"transfer-encoding", b"chunked")],
        "client": ("192.0.2.1", 1),
        "server": ("testserver", 80),
    }
    assert api.client.portal is not None
    api.client.portal.call(api.client.app, scope, receive, send)
    assert messages[0]["status"] == 413
    assert sent <= 18_000


async def test_a_body_that_does_not_arrive_in_time_is_refused(
    api: AnonymousCaller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security, "BODY_TIMEOUT", 0.05)

    async def slow() -> AsyncIterator[bytes]:
        yield b'{"name"'
        await asyncio.sleep(30)
        yield b"}"

    transport = httpx.ASGITransport(api.client.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as client:
        headers = {"Content-Type": "application/json"}
        assert_error(await client.post("/api/guests", content=slow(), headers=headers), 408, "too-slow")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_body_that_a_form_could_send_is_refused(api: AnonymousCaller, kind: str) -> None:
    response = api.ask("POST", "/api/guests", content=b'{"name": "Ada"}', headers={"Content-Type": kind})
    assert_error(response, 415, "not-json")


def test_an_address_has_a_number_of_websockets_and_gets_their_slots_back(tmp_path: Path) -> None:
    with running(tmp_path, connections_per_address=2) as caller:
        headers = caller.guest("Ada").headers
        connect = caller.client.websocket_connect
        with connect("/api/socket", headers=headers), connect("/api/socket", headers=headers):
            refused = refused_handshake(caller, headers)
            assert_error(refused, 429, "connections")
            assert "retry-after" in refused.headers
        with connect("/api/socket", headers=headers) as socket:
            assert socket.receive_json()["type"] == "welcome"
        assert caller.server.limits.connections.taken == 0


def test_a_server_has_a_number_of_websockets(tmp_path: Path) -> None:
    with running(tmp_path, connections=1) as caller:
        headers = caller.guest("Ada").headers
        with caller.client.websocket_connect("/api/socket", headers=headers):
            assert_error(refused_handshake(caller, headers), 503, "connections")


def test_an_address_beyond_its_rate_is_told_when_to_try_again(tmp_path: Path) -> None:
    with running(tmp_path) as caller:
        caller.server.limits.address_requests = Limiter(5 / 60, 5)
        for _ in range(5):
            assert caller.get("/api/levels").status_code == 200
        refused = caller.get("/api/levels")
        assert_error(refused, 429, "too-many-requests")
        assert 1 <= int(refused.headers["retry-after"]) <= 12
        assert "content-security-policy" in refused.headers
        assert_error(refused_handshake(caller, {}), 429, "too-many-requests")
        assert caller.get("/health").status_code == 200, "monitoring is not counted"


def test_files_of_the_page_are_not_counted_as_requests_and_everything_else_is(tmp_path: Path) -> None:
    """A route of the page that is not listed as free would be missing from pages at a busy address."""
    files = [route.path.replace("{name}", "x") for route in pages.ROUTES if isinstance(route, Route)]
    folders = [f"{route.path}/x.js" for route in pages.ROUTES if isinstance(route, Mount)]
    with running(tmp_path) as caller:
        caller.server.limits.address_requests = Limiter(0, 0)
        assert [path for path in ("/health", *files, *folders) if caller.get(path).status_code == 429] == []
        counted = ("/api/lobby", "/api", "/ready", "/metrics", "/nothing", "/healthy", "/assetsx")
        assert [path for path in counted if caller.get(path).status_code != 429] == []


def test_an_endpoint_that_takes_much_time_counts_as_several_requests(tmp_path: Path) -> None:
    with running(tmp_path) as caller:
        caller.server.limits.address_requests = Limiter(0, 8)
        assert caller.post("/api/rules", {"profile": "jumbo"}).status_code == 200
        statuses = [caller.get("/api/levels").status_code for _ in range(7)]
        assert statuses == [200] * 6 + [429]


def test_memory_does_not_grow_with_requests(tmp_path: Path) -> None:
    with running(tmp_path) as caller:
        ada = caller.guest("Ada")
        table = ada.make_table()

        def ask(times: int) -> int:
            for number in range(times):
                caller.get(f"/api/nothing/{number}")
                caller.get("/api/me/tables", headers={"Authorization": f"Bearer p{number}.0.0.x"})
                caller.get(f"/api/codes/A{number:05}")
                caller.post("/api/guests", {"name": "", f"more{number}": 1})
                ada.get(f"/api/tables/{number:016x}")
                ada.get(f"/api/tables/{table}")
                ada.command(table, "keep", f"{number}")
                caller.post("/api/tools/check", {"profile": "jumbo", "set": f"r3 r4 r{number}"})
            gc.collect()
            return sys.getallocatedblocks()

        rounds, most = examples(4, thorough=30), examples(5, thorough=7)
        with earlier_objects_ignored():
            ask(20)
            blocks = [ask(rounds) for _ in range(most)]
        grown = [after - before for before, after in pairwise(blocks)]
        # Caches fill now and then, but one object per request would be eight in every round.
        assert min(grown) < 4 * rounds, grown
        assert len(caller.server.host.tables) == 1
        assert not caller.server.host.loaded._loading


@pytest.mark.parametrize("path", ["/api", "/api/lobby", "/api/nothing", "/api/me/tables", "/health"])
def test_every_response_has_security_headers(api: AnonymousCaller, path: str) -> None:
    headers = api.get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "server" not in headers
    assert "strict-transport-security" not in headers, "by http a browser would ignore it"
    assert "content-encoding" not in headers, "what is compressed tells about secrets by its length"


def test_if_the_database_is_unavailable_the_response_says_when_to_try_again(
    api: AnonymousCaller, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise StorageError("The database cannot be used: password=hidden.")

    monkeypatch.setattr(api.server.store.listings, "lobby", away)
    refused = api.get("/api/lobby")
    assert_error(refused, 503, "storage")
    assert "retry-after" in refused.headers
    assert "hidden" not in refused.text


def test_an_internal_error_has_an_id_and_no_traceback(
    api: AnonymousCaller, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr(api.server.store.listings, "lobby", broken)
    response = api.get("/api/lobby")
    assert_error(response, 500, "internal")
    assert "secret" not in response.text
    assert "ZeroDivision" not in response.text
    number = response.json()["message"].rstrip(".").split()[-1]
    captured = capsys.readouterr()
    assert number in captured.out + captured.err, "the log has the same number"


def test_no_token_code_or_name_is_logged(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    with running(tmp_path, secret="the-servers-own-secret") as caller:  # noqa: S106
        ada = caller.guest("Ada Lovelace")
        made = ada.post("/api/tables", {"seats": ["person", "beginner"]}).json()
        ada.command(made["table"], "add", text="abc")
        caller.get(f"/api/codes/{made['code']}")
        with caller.client.websocket_connect("/api/socket", headers=ada.headers) as socket:
            socket.send_json({"type": "subscribe", "table": made["table"]})
            socket.receive_json()
        caller.get(f"/api/me/tables?token={ada.token}")

        def broken(*_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(caller.server.store.listings, "of_person", broken)
        assert ada.get("/api/me/tables").status_code == 500
        state = caller.server.host.tables[made["table"]].state
    captured = capfd.readouterr()
    # The logs of the test's own client do not count.
    ours = [record.getMessage() for record in caplog.records if not record.name.startswith("httpx")]
    logged = "\n".join((captured.out, captured.err, *ours))
    assert "request failed" in logged, "so there is a log to look at"
    assert state.fair is not None
    hidden = (ada.token, made["code"], "Lovelace", "192.0.2.1", "the-servers-own-secret", state.fair.secret)
    assert not [secret for secret in hidden if secret is not None and secret in logged]


# Bodies and query strings


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
