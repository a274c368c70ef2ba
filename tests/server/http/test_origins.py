"""Which pages may act with a cookie, and which may read responses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.http_server import OUR_PAGE, AnonymousCaller, assert_error, refused_handshake, running

ELSEWHERE = "https://evil.example"


def with_cookie(api: AnonymousCaller) -> dict[str, str]:
    made = api.post("/api/guests", {"name": "Ada"})
    return {"Cookie": made.headers["set-cookie"].partition(";")[0]}


def test_the_servers_own_page_may_act_with_the_cookie(api: AnonymousCaller) -> None:
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
def test_without_a_public_url_the_host_header_names_the_own_page(api: AnonymousCaller, origin: str, host: str) -> None:
    headers = {**with_cookie(api), "Origin": origin, "Host": host}
    assert api.post("/api/tables", {}, headers=headers).status_code == 201


@pytest.mark.parametrize(
    "browser_headers",
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
def test_no_other_page_may_act_with_the_cookie(api: AnonymousCaller, browser_headers: dict[str, str]) -> None:
    headers = {**with_cookie(api), **browser_headers}
    assert_error(api.post("/api/tables", {}, headers=headers), 403, "origin")


def test_programs_may_act_with_a_token_in_the_header(api: AnonymousCaller) -> None:
    assert api.guest("Ada").post("/api/tables", {}).status_code == 201


def test_only_pages_of_configured_origins_may_read_responses(tmp_path: Path) -> None:
    with running(tmp_path, origins="https://friend.example, http://other.example:8080") as caller:
        for origin, allowed in (("https://friend.example", True), (ELSEWHERE, False)):
            answered = caller.get("/api/profiles", headers={"Origin": origin})
            assert answered.headers.get("access-control-allow-origin") == (origin if allowed else None)
            assert answered.headers["vary"] == "Origin"
            asked_before = caller.ask(
                "OPTIONS", "/api/tables", headers={"Origin": origin, "Access-Control-Request-Method": "POST"}
            )
            assert asked_before.headers.get("access-control-allow-origin") == (origin if allowed else None)
            made = caller.post("/api/guests", {"name": "Ada"}, headers={"Origin": origin})
            assert made.status_code == (201 if allowed else 403)


def test_with_a_public_url_only_its_pages_are_the_servers_own(tmp_path: Path) -> None:
    with running(tmp_path, public_url="https://play.example/") as caller:
        assert caller.post("/api/guests", {"name": "A"}, headers={"Origin": "https://play.example"}).status_code == 201
        # Regardless of the Host header: an attacker may point a name to this server.
        assert_error(caller.post("/api/guests", {"name": "A"}, headers={"Origin": OUR_PAGE}), 403, "origin")


def test_a_websocket_is_for_the_own_page_and_for_programs_with_a_token(api: AnonymousCaller) -> None:
    cookie, ada = with_cookie(api), api.guest("Ada")
    for headers in ({**cookie, "Origin": ELSEWHERE}, {**ada.headers, "Origin": ELSEWHERE}, cookie):
        assert_error(refused_handshake(api, headers), 403, "origin")
    for headers in ({**cookie, "Origin": OUR_PAGE}, ada.headers, {**ada.headers, "Origin": OUR_PAGE}):
        with api.client.websocket_connect("/api/socket", headers=headers) as socket:
            assert socket.receive_json()["type"] == "welcome"
