"""Who sends a request: tokens, cookies, and the rate limit of a person."""

from __future__ import annotations

from pathlib import Path

from tests.support.http_server import AnonymousCaller, assert_error, running
from tests.support.visitors import House
from tilewise.server.limits import Limiter
from tilewise.server.people.tokens import LIFETIME, Signer, Token


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


def test_a_cookie_alone_identifies_a_person(house: House) -> None:
    token = house.guest("Ada").token
    house.client.cookies.set("tilewise", token)
    assert house.client.get("/api/me").json()["name"] == "Ada"


# Signed tokens


def test_a_token_that_was_changed_anywhere_is_invalid() -> None:
    signer = Signer("key")
    token = signer.sign(Token("p1", 0, 1000))
    assert signer.read(token, 2000) == Token("p1", 0, 1000)
    for place in range(len(token)):
        changed = token[:place] + ("0" if token[place] != "0" else "1") + token[place + 1 :]
        assert signer.read(changed, 2000) is None
    assert Signer("other").read(token, 2000) is None


def test_a_token_from_a_clock_that_is_ahead_is_valid_and_all_tokens_expire() -> None:
    signer = Signer("key")
    issued = 1_790_000_000_000
    token = signer.sign(Token("p1", 0, issued))
    assert signer.read(token, issued - 86_400_000) == Token("p1", 0, issued)
    assert signer.read(token, issued + LIFETIME - 1) == Token("p1", 0, issued)
    assert signer.read(token, issued + LIFETIME) is None


def test_derived_ids_differ_by_server_and_text() -> None:
    assert Signer("a").derive_id("x") == Signer("a").derive_id("x")
    assert len({Signer("a").derive_id("x"), Signer("b").derive_id("x"), Signer("a").derive_id("y")}) == 3
