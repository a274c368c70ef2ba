"""Locked endpoints: who gets in, from which page, how often, how much; and what every answer says."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import sys
from collections.abc import AsyncIterator, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from starlette.testclient import WebSocketDenialResponse

from tests.support.http_server import OUR_PAGE, Calling, assert_error, running
from tilewise.server.app import ENDPOINTS
from tilewise.server.http import security
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.security import CONTENT_POLICY
from tilewise.server.limits import DEEPEST_NESTING, ConnectionSlots, Limiter, Limits
from tilewise.server.people.tokens import LIFETIME, Signer, Token
from tilewise.server.settings import Settings
from tilewise.server.store.database import StorageError

ELSEWHERE = "https://evil.example"


@pytest.fixture(scope="module", name="api")
def _api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calling]:
    with running(tmp_path_factory.mktemp("api")) as calling:
        yield calling


def path_of(endpoint: Endpoint) -> str:
    names = {"table": "0" * 16, "code": "AAAAAA", "profile": "jumbo", "match:int": "1", "game:int": "1"}
    path = endpoint.path
    for name, value in names.items():
        path = path.replace(f"{{{name}}}", value)
    return path.replace("{", "").replace("}", "")


def named(endpoint: Endpoint) -> str:
    return f"{endpoint.method} {endpoint.path}"


# Texts


def test_the_character_nul_is_in_no_text(api: Calling) -> None:
    ada = api.guest("Ada")
    assert_error(ada.get("/api/people/%00/ratings"), 404, "nothing-here")
    assert_error(ada.get("/api/lobby?profile=%00"), 400, "bad-query")
    body = b'{"name": "a\\u0000b", "passphrase": "0123456789"}'
    headers = {"content-type": "application/json", "origin": OUR_PAGE}
    assert_error(api.ask("POST", "/api/sign-in", content=body, headers=headers), 400, "bad-body")
    # The six characters themselves are a text like any other.
    body = body.replace(b"\\u", b"\\\\u")
    assert_error(api.ask("POST", "/api/sign-in", content=body, headers=headers), 403, "wrong-passphrase")


# Every endpoint


@pytest.mark.parametrize("endpoint", [endpoint for endpoint in ENDPOINTS if endpoint.needs_person], ids=named)
def test_a_door_for_people_is_closed_for_nobody_and_for_a_false_token(api: Calling, endpoint: Endpoint) -> None:
    assert_error(api.ask(endpoint.method, path_of(endpoint), json={}), 401, "nobody")
    for token in ("x", "p1.0.1.abc", "...", "p1.0.0." + "0" * 40, "\xe9.0.0.\xe9"):
        headers = {"Authorization": f"Bearer {token}".encode("latin-1")}
        assert_error(api.ask(endpoint.method, path_of(endpoint), json={}, headers=headers), 401, "nobody")


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=named)
def test_a_door_answers_a_person_and_never_fails_inside(api: Calling, endpoint: Endpoint) -> None:
    response = api.guest("Ada").ask(endpoint.method, path_of(endpoint), **({"json": {}} if endpoint.body else {}))
    assert response.status_code not in (401, 405, 415)
    assert response.status_code < 500
    if response.status_code >= 400:
        assert_error(response, response.status_code)


@pytest.mark.parametrize("endpoint", [endpoint for endpoint in ENDPOINTS if not endpoint.needs_person], ids=named)
def test_an_open_door_answers_nobody_as_well(api: Calling, endpoint: Endpoint) -> None:
    response = api.ask(endpoint.method, path_of(endpoint), **({"json": {}} if endpoint.body else {}))
    assert response.status_code in (200, 201, 204, 400, 404)
    if response.status_code >= 400:
        assert_error(response, response.status_code)


@pytest.mark.parametrize("endpoint", [endpoint for endpoint in ENDPOINTS if endpoint.body is not None], ids=named)
@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 5000, b'{"a":' * 3000, b"null", b"1e999", b'"\\ud800"'])
def test_a_door_that_takes_something_refuses_what_is_no_such_thing(
    api: Calling, endpoint: Endpoint, body: bytes
) -> None:
    headers = {"Content-Type": "application/json"}
    response = api.guest("Ada").ask(endpoint.method, path_of(endpoint), content=body, headers=headers)
    assert_error(response, 413 if len(body) > 16_384 else 400)


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=named)
def test_a_wrong_method_is_told_the_right_ones(api: Calling, endpoint: Endpoint) -> None:
    used = {other.method for other in ENDPOINTS if other.path == endpoint.path}
    wrong = next(method for method in ("PATCH", "PUT", "DELETE") if method not in used)
    response = api.ask(wrong, path_of(endpoint), headers={"Authorization": "Bearer x"})
    assert_error(response, 405, "wrong-method")
    assert endpoint.method in response.headers["allow"]


@pytest.mark.parametrize("path", ["/api/", "/api/nothing", "/api/tables/x/y/z", "/apix", "/%2Fevil.example/api"])
def test_there_is_nothing_elsewhere_and_nobody_is_sent_on(api: Calling, path: str) -> None:
    assert_error(api.get(path, follow_redirects=False), 404, "nothing-here")


# Bodies


def test_a_body_that_says_it_is_too_large_is_not_read(api: Calling) -> None:
    assert_error(api.post("/api/guests", {"name": "x" * 20_000}), 413, "too-large")
    for length in ("-1", "1e3", "9" * 30, "x"):
        headers = {"Content-Length": length, "Content-Type": "application/json"}
        assert_error(api.ask("POST", "/api/guests", headers=headers), 413, "too-large")


def test_a_body_without_a_length_is_read_only_as_far_as_is_allowed(api: Calling) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        for _ in range(1000):
            sent += 1000
            yield b"x" * 1000

    # The test client hands a body over in one piece; so the application is asked as uvicorn asks it.
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


def test_a_body_that_does_not_arrive_is_not_waited_for(api: Calling, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "BODY_TIMEOUT", 0.05)

    async def asking() -> httpx.Response:
        async def slow() -> AsyncIterator[bytes]:
            yield b'{"name"'
            await asyncio.sleep(30)
            yield b"}"

        transport = httpx.ASGITransport(api.client.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as client:
            headers = {"Content-Type": "application/json"}
            return await client.post("/api/guests", content=slow(), headers=headers)

    assert_error(asyncio.run(asking()), 408, "too-slow")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_body_that_a_form_could_send_is_refused(api: Calling, kind: str) -> None:
    response = api.ask("POST", "/api/guests", content=b'{"name": "Ada"}', headers={"Content-Type": kind})
    assert_error(response, 415, "not-json")


def test_brackets_within_brackets_have_an_end(api: Calling) -> None:
    deep = b"[" * (DEEPEST_NESTING + 1) + b"]" * (DEEPEST_NESTING + 1)
    headers = {"Content-Type": "application/json"}
    assert_error(api.ask("POST", "/api/guests", content=deep, headers=headers), 400, "too-deep")
    assert api.post("/api/guests", {"name": "[[[[[[[[[[[[[[[[[[["}).status_code == 201, "in a text they are letters"


# Origins


def with_cookie(api: Calling) -> dict[str, str]:
    made = api.post("/api/guests", {"name": "Ada"})
    return {"Cookie": made.headers["set-cookie"].partition(";")[0]}


def test_our_own_page_acts_with_the_cookie(api: Calling) -> None:
    headers = {**with_cookie(api), "Origin": OUR_PAGE, "Sec-Fetch-Site": "same-origin"}
    assert api.post("/api/tables", {}, headers=headers).status_code == 201


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://192.168.1.5:8013", "192.168.1.5:8013"),
        ("https://Play.example", "play.example"),
        ("https://play.example", "play.example:443"),
        ("http://[::1]:8013", "[::1]:8013"),
        ("http://localhost:8013", "whatever.a.proxy.says"),
    ],
)
def test_our_own_page_is_known_by_the_name_we_are_asked_by(api: Calling, origin: str, host: str) -> None:
    headers = {**with_cookie(api), "Origin": origin, "Host": host}
    assert api.post("/api/tables", {}, headers=headers).status_code == 201


@pytest.mark.parametrize(
    "said",
    [
        {"Origin": ELSEWHERE},
        {"Origin": "null"},
        {"Origin": "http://testserver.evil.example"},
        {"Origin": "http://testserver:81"},
        {"Origin": "http://evil.example@testserver:99999"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {},
    ],
    ids=str,
)
def test_no_other_page_acts_with_the_cookie(api: Calling, said: dict[str, str]) -> None:
    headers = {**with_cookie(api), **said}
    assert_error(api.post("/api/tables", {}, headers=headers), 403, "origin")


def test_programs_without_a_page_act_with_a_token_in_the_header(api: Calling) -> None:
    assert api.guest("Ada").post("/api/tables", {}).status_code == 201


def test_a_page_elsewhere_reads_nothing_unless_it_is_named(tmp_path: Path) -> None:
    with running(tmp_path, origins="https://friend.example, http://other.example:8080") as calling:
        for origin, allowed in (("https://friend.example", True), (ELSEWHERE, False)):
            answered = calling.get("/api/profiles", headers={"Origin": origin})
            assert answered.headers.get("access-control-allow-origin") == (origin if allowed else None)
            assert answered.headers["vary"] == "Origin"
            asked_before = calling.ask(
                "OPTIONS", "/api/tables", headers={"Origin": origin, "Access-Control-Request-Method": "POST"}
            )
            assert asked_before.headers.get("access-control-allow-origin") == (origin if allowed else None)
            made = calling.post("/api/guests", {"name": "Ada"}, headers={"Origin": origin})
            assert made.status_code == (201 if allowed else 403)


def test_with_a_public_address_only_its_pages_are_ours(tmp_path: Path) -> None:
    with running(tmp_path, public_url="https://play.example/") as calling:
        assert calling.post("/api/guests", {"name": "A"}, headers={"Origin": "https://play.example"}).status_code == 201
        # Whatever name the server was asked by: it may be one that an attacker let point here.
        assert_error(calling.post("/api/guests", {"name": "A"}, headers={"Origin": OUR_PAGE}), 403, "origin")


# WebSockets


def socket_refused(calling: Calling, headers: dict[str, str]) -> httpx.Response:
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        calling.client.websocket_connect("/api/socket", headers=headers),
    ):
        pass
    response: httpx.Response = denied.value
    return response


def test_a_websocket_is_for_our_own_pages_and_for_programs_with_a_token(api: Calling) -> None:
    cookie, ada = with_cookie(api), api.guest("Ada")
    for headers in ({**cookie, "Origin": ELSEWHERE}, {**ada.headers, "Origin": ELSEWHERE}, cookie):
        assert_error(socket_refused(api, headers), 403, "origin")
    for headers in ({**cookie, "Origin": OUR_PAGE}, ada.headers, {**ada.headers, "Origin": OUR_PAGE}):
        with api.client.websocket_connect("/api/socket", headers=headers) as socket:
            assert socket.receive_json()["type"] == "welcome"


def test_an_address_has_so_many_websockets_and_gets_their_places_back(tmp_path: Path) -> None:
    with running(tmp_path, connections_per_address=2) as calling:
        headers = calling.guest("Ada").headers
        connect = calling.client.websocket_connect
        with connect("/api/socket", headers=headers), connect("/api/socket", headers=headers):
            refused = socket_refused(calling, headers)
            assert_error(refused, 429, "connections")
            assert "retry-after" in refused.headers
        with connect("/api/socket", headers=headers) as socket:
            assert socket.receive_json()["type"] == "welcome"
        assert calling.server.limits.connections.taken == 0


def test_a_server_has_so_many_websockets(tmp_path: Path) -> None:
    with running(tmp_path, connections=1) as calling:
        headers = calling.guest("Ada").headers
        with calling.client.websocket_connect("/api/socket", headers=headers):
            assert_error(socket_refused(calling, headers), 503, "connections")


def test_a_token_in_the_address_is_no_token(api: Calling) -> None:
    token = api.guest("Ada").token
    assert_error(api.get(f"/api/me/tables?token={token}"), 401, "nobody")


def test_a_message_that_is_too_deep_is_answered_and_the_connection_goes_on(api: Calling) -> None:
    with api.client.websocket_connect("/api/socket", headers=api.guest("Ada").headers) as socket:
        socket.receive_json()
        socket.send_text("[" * 1000)
        assert socket.receive_json()["code"] == "bad-message"
        socket.send_json({"type": "ping"})
        assert socket.receive_json()["type"] == "pong"


# Too often


def test_an_address_asks_so_often_and_is_told_when_to_come_back(tmp_path: Path) -> None:
    with running(tmp_path, requests_per_minute=5) as calling:
        for _ in range(5):
            assert calling.get("/api/levels").status_code == 200
        refused = calling.get("/api/levels")
        assert_error(refused, 429, "too-many-requests")
        assert 1 <= int(refused.headers["retry-after"]) <= 12
        assert "content-security-policy" in refused.headers
        assert_error(socket_refused(calling, {}), 429, "too-many-requests")
        assert calling.get("/health").status_code == 200, "who watches the server is not counted"


def test_guests_are_made_less_often_than_other_things_are_asked(tmp_path: Path) -> None:
    with running(tmp_path, requests_per_minute=20) as calling:
        statuses = [calling.post("/api/guests", {"name": "Ada"}).status_code for _ in range(5)]
        assert statuses == [201] * 4 + [429]


def test_a_person_asks_so_often_from_however_many_addresses(tmp_path: Path) -> None:
    with running(tmp_path, requests_per_minute=5) as calling:
        ada = calling.guest("Ada")
        calling.server.limits.addresses = Limiter(1e6, 6e7)
        statuses = [ada.get("/api/me/tables").status_code for _ in range(6)]
        assert statuses == [200] * 5 + [429]


def test_all_connections_of_a_person_share_what_may_be_said(tmp_path: Path) -> None:
    with running(tmp_path, messages_per_second=1) as calling:
        headers = calling.guest("Ada").headers
        said = 0
        for _ in range(6):
            with calling.client.websocket_connect("/api/socket", headers=headers) as socket:
                socket.receive_json()
                for _ in range(9):
                    socket.send_json({"type": "ping"})
                    answer = socket.receive_json()
                    if answer["type"] == "closing":
                        assert answer["code"] == "too-many"
                        assert 40 <= said <= 45, "four connections' worth of ten seconds"
                        return
                    said += 1
        raise AssertionError("One person may say as much as six connections.")


def test_limiters_remember_a_bounded_number_of_callers() -> None:
    limiter = Limiter(1, 1, most_callers=100)
    for number in range(10_000):
        limiter.take(f"caller {number}", 0)
    assert len(limiter) == 100
    slots = ConnectionSlots(10**6, 10)
    for number in range(1000):
        slots.take(f"{number}")
        slots.release(f"{number}")
    assert not slots._by_address


def test_whatever_is_asked_the_server_does_not_grow(tmp_path: Path) -> None:
    with running(tmp_path) as calling:
        ada = calling.guest("Ada")
        table = ada.make_table()

        def ask(times: int) -> int:
            for number in range(times):
                calling.get(f"/api/nothing/{number}")
                calling.get("/api/me/tables", headers={"Authorization": f"Bearer p{number}.0.0.x"})
                calling.get(f"/api/codes/A{number:05}")
                calling.post("/api/guests", {"name": "", f"more{number}": 1})
                ada.get(f"/api/tables/{number:016x}")
                ada.get(f"/api/tables/{table}")
                ada.command(table, "keep", f"{number}")
                calling.post("/api/tools/check", {"profile": "jumbo", "set": f"r3 r4 r{number}"})
            gc.collect()
            return sys.getallocatedblocks()

        ask(20)
        blocks = [ask(30) for _ in range(7)]
        grown = [after - before for before, after in pairwise(blocks)]
        # Caches fill now and then; but one thing kept of each request would be 240 in every round.
        assert min(grown) < 120, grown
        assert len(calling.server.host.tables) == 1
        assert not calling.server.host.loaded._loading


def test_a_clock_that_goes_back_takes_nothing_away() -> None:
    limiter = Limiter(1, 10)
    limiter.take("a", 1_000_000)
    assert limiter.take("a", 0, cost=9)


def test_no_limit_means_no_limit() -> None:
    limits = Limits(Settings(requests_per_minute=0, database="sqlite://"))
    assert all(limits.addresses.take("a", 0) for _ in range(10_000))


# What answers say


@pytest.mark.parametrize("path", ["/api", "/api/lobby", "/api/nothing", "/api/me/tables", "/health"])
def test_every_answer_has_the_headers_that_protect_who_reads_it(api: Calling, path: str) -> None:
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


def test_a_cookie_is_kept_from_scripts_and_other_sites(api: Calling) -> None:
    cookie = api.post("/api/guests", {"name": "Ada"}).headers["set-cookie"]
    name, *flags = [part.strip().lower() for part in cookie.split(";")]
    assert name.startswith("tilewise=")
    assert {"httponly", "samesite=lax", "path=/"} <= set(flags)
    assert "secure" not in flags, "by http it would not be kept at all"


def test_by_https_the_cookie_insists_on_https_and_on_this_host(tmp_path: Path) -> None:
    with running(tmp_path, public_url="https://play.example") as calling:
        made = calling.post("/api/guests", {"name": "Ada"}, headers={"Origin": "https://play.example"})
        name, *flags = [part.strip().lower() for part in made.headers["set-cookie"].split(";")]
        assert name.startswith("__host-tilewise=")
        assert {"httponly", "samesite=lax", "path=/", "secure"} <= set(flags)
        assert not any(flag.startswith("domain") for flag in flags)
        assert "max-age" in made.headers["strict-transport-security"]
        token = made.json()["token"]
        assert calling.get("/api/me/tables", headers={"Cookie": f"__Host-tilewise={token}"}).status_code == 200
        planted = calling.get("/api/me/tables", headers={"Cookie": f"tilewise={token}"})
        assert_error(planted, 401, "nobody")


def test_when_the_database_is_away_the_answer_is_to_come_back(api: Calling, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(*_: object) -> None:
        raise StorageError("The database cannot be used: password=hidden.")

    monkeypatch.setattr(api.server.store.listings, "lobby", away)
    refused = api.get("/api/lobby")
    assert_error(refused, 503, "storage")
    assert "retry-after" in refused.headers
    assert "hidden" not in refused.text


def test_a_fault_of_ours_is_a_number_and_no_traceback(
    api: Calling, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
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


def test_no_token_code_or_name_gets_into_a_log(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    with running(tmp_path, secret="the-servers-own-secret") as calling:  # noqa: S106
        ada = calling.guest("Ada Lovelace")
        made = ada.post("/api/tables", {"seats": ["person", "beginner"]}).json()
        ada.command(made["table"], "add", text="abc")
        calling.get(f"/api/codes/{made['code']}")
        with calling.client.websocket_connect("/api/socket", headers=ada.headers) as socket:
            socket.send_json({"type": "subscribe", "table": made["table"]})
            socket.receive_json()
        calling.get(f"/api/me/tables?token={ada.token}")

        def broken(*_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(calling.server.store.listings, "of_person", broken)
        assert ada.get("/api/me/tables").status_code == 500
        state = calling.server.host.tables[made["table"]].state
    captured = capfd.readouterr()
    # What the test's own client logs is not the server's.
    ours = [record.getMessage() for record in caplog.records if not record.name.startswith("httpx")]
    logged = "\n".join((captured.out, captured.err, *ours))
    assert "request failed" in logged, "so there is a log to look at"
    assert state.fair is not None
    hidden = (ada.token, made["code"], "Lovelace", "192.0.2.1", "the-servers-own-secret", state.fair.secret)
    assert not [secret for secret in hidden if secret is not None and secret in logged]


# Tokens


def test_a_token_that_was_changed_anywhere_does_not_hold() -> None:
    signer = Signer("key")
    token = signer.sign(Token("p1", 0, 1000))
    assert signer.read(token, 2000) == Token("p1", 0, 1000)
    for place in range(len(token)):
        changed = token[:place] + ("0" if token[place] != "0" else "1") + token[place + 1 :]
        assert signer.read(changed, 2000) is None
    assert Signer("other").read(token, 2000) is None


def test_a_token_of_a_server_whose_clock_is_ahead_holds_and_none_holds_for_ever() -> None:
    signer = Signer("key")
    issued = 1_790_000_000_000
    token = signer.sign(Token("p1", 0, issued))
    assert signer.read(token, issued - 86_400_000) == Token("p1", 0, issued)
    assert signer.read(token, issued + LIFETIME - 1) == Token("p1", 0, issued)
    assert signer.read(token, issued + LIFETIME) is None


def test_ids_that_follow_from_a_text_differ_by_server_and_text() -> None:
    assert Signer("a").derive_id("x") == Signer("a").derive_id("x")
    assert len({Signer("a").derive_id("x"), Signer("b").derive_id("x"), Signer("a").derive_id("y")}) == 3


def test_the_page_and_its_files_carry_the_policy(api: Calling) -> None:
    page = api.get("/")
    loaded = re.findall(r'(?:src|href)="\./(assets/[^"]+)"', page.text)
    assert loaded
    for answer in (page, *(api.get(f"/{name}") for name in loaded)):
        assert answer.status_code == 200
        assert answer.headers["content-security-policy"] == CONTENT_POLICY
