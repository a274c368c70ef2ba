"""Who sends a request: tokens, cookies, and the rate limit of a person."""

from __future__ import annotations

from pathlib import Path

from starlette.testclient import TestClient

from tests.support.http_server import AnonymousCaller, assert_error, running
from tests.support.visitors import House, new_server
from tilewise.server.app import make_app
from tilewise.server.limits import Limiter


def test_a_token_in_the_url_is_ignored(api: AnonymousCaller) -> None:
    token = api.guest("Ada").token
    assert_error(api.get(f"/api/me/tables?token={token}"), 401, "nobody")


def test_the_rate_of_a_person_is_limited_over_all_addresses(tmp_path: Path) -> None:
    with running(tmp_path, requests_per_minute=5) as caller:
        ada = caller.guest("Ada")
        caller.server.limits.address_requests = Limiter(1e6, 6e7)
        statuses = [ada.get("/api/me/tables").status_code for _ in range(6)]
        assert statuses == [200] * 5 + [429]


def test_scripts_and_other_sites_cannot_use_the_cookie(api: AnonymousCaller) -> None:
    cookie = api.post("/api/guests", {"name": "Ada"}).headers["set-cookie"]
    name, *flags = [part.strip().lower() for part in cookie.split(";")]
    assert name.startswith("tilewise=")
    assert {"httponly", "samesite=lax", "path=/"} <= set(flags)
    assert "secure" not in flags, "by http it would not be kept at all"


def test_over_https_the_cookie_requires_https_and_this_host(tmp_path: Path) -> None:
    with running(tmp_path, public_url="https://play.example") as caller:
        made = caller.post("/api/guests", {"name": "Ada"}, headers={"Origin": "https://play.example"})
        name, *flags = [part.strip().lower() for part in made.headers["set-cookie"].split(";")]
        assert name.startswith("__host-tilewise=")
        assert {"httponly", "samesite=lax", "path=/", "secure"} <= set(flags)
        assert not any(flag.startswith("domain") for flag in flags)
        assert "max-age" in made.headers["strict-transport-security"]
        token = made.json()["token"]
        assert caller.get("/api/me/tables", headers={"Cookie": f"__Host-tilewise={token}"}).status_code == 200
        planted = caller.get("/api/me/tables", headers={"Cookie": f"tilewise={token}"})
        assert_error(planted, 401, "nobody")


def test_a_request_without_a_valid_token_is_unauthorized(house: House) -> None:
    assert house.ask("GET", "/api/me", None).status_code == 401
    for token in ("", "p.0.0.x", "p1", "a.b.c.d.e", "é.0.0.0"):
        response = house.client.get("/api/me", headers={b"authorization": f"Bearer {token}".encode()})
        assert response.status_code == 401, token


def test_signing_in_sets_a_cookie_that_scripts_cannot_read(house: House) -> None:
    cookie = house.ask("POST", "/api/guests", None, {"name": "Ada"}).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/" in cookie
    assert "Secure" not in cookie


def test_with_a_public_https_url_the_cookie_is_never_sent_unencrypted(tmp_path: Path) -> None:
    server = new_server(tmp_path, public_url="https://tiles.example")
    with TestClient(make_app(server)) as client:
        assert "Secure" in client.post("/api/guests", json={"name": "Ada"}).headers["set-cookie"]


def test_a_cookie_alone_identifies_a_person(house: House) -> None:
    token = house.guest("Ada").token
    house.client.cookies.set("tilewise", token)
    assert house.client.get("/api/me").json()["name"] == "Ada"
