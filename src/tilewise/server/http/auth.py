"""Who sends a request: their token, its cookie, and their address.

A token comes in the Authorization header or in a cookie, never in a URL, since URLs are logged. The cookie is HttpOnly
(scripts cannot read it) and SameSite=Lax (requests from other sites do not carry it). Over HTTPS it is also Secure and
named `__Host-tilewise`: browsers accept that name only from this host and over HTTPS, so that neither a neighbouring
site nor an attacker on an unencrypted network can plant one.
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tilewise.server.api.api_errors import ApiError, TooMuch
from tilewise.server.limits import Limiter, address_key
from tilewise.server.people.store import Person
from tilewise.server.people.tokens import LIFETIME
from tilewise.server.services import Services

COOKIE: Final = "tilewise"
"""The name of the cookie with a person's token over HTTP."""

SECURE_COOKIE: Final = "__Host-tilewise"
"""The name of the cookie over HTTPS."""


def services_of(connection: HTTPConnection) -> Services:
    """Return the services of the server that received a request or a WebSocket."""
    services: Services = connection.app.state.services
    return services


def address_of(connection: HTTPConnection) -> str:
    """Return what counts as the address of a client, as reported by a trusted proxy if there is one."""
    return address_key(None if connection.client is None else connection.client.host)


def spend(connection: HTTPConnection, limiter: Limiter, sentence: str, cost: float = 1) -> None:
    """Count something dear that a request does against its address; raises TooMuch if that has used up its limit."""
    address, now = address_of(connection), services_of(connection).clock.now()
    if not limiter.take(address, now, cost):
        raise TooMuch("too-many-requests", sentence, limiter.wait(address, now, cost))


def charge_requests(connection: HTTPConnection, count: int) -> None:
    """Count a request as so many more of its address, which makes the next ones wait."""
    services = services_of(connection)
    services.limits.address_requests.bucket(address_of(connection)).charge(services.clock.now(), count)


def is_local(connection: HTTPConnection) -> bool:
    """Return whether a request comes from this machine, and not through a proxy on it."""
    if any(name in connection.headers for name in ("x-forwarded-for", "forwarded", "x-real-ip")):
        return False
    try:
        return connection.client is not None and ip_address(connection.client.host).is_loopback
    except ValueError:
        return False


# People


async def person_with_token(connection: HTTPConnection) -> Person | None:
    """Return the person whose token a request carries, or None if it carries no valid one."""
    services = services_of(connection)
    token = connection.cookies.get(SECURE_COOKIE)
    if token is None and not services.settings.is_secure:
        token = connection.cookies.get(COOKIE)
    authorization = connection.headers.get("authorization")
    if authorization is not None:
        scheme, _, given = authorization.partition(" ")
        token = given.strip() if scheme.lower() == "bearer" else None
    return None if token is None else await services.people.with_token(token, services.clock.now())


async def optional_person(connection: HTTPConnection) -> Person | None:
    """Return the person who sends a request, or None if there is none; raises TooMuch beyond their rate limit."""
    services = services_of(connection)
    person = await person_with_token(connection)
    if person is not None:
        now = services.clock.now()
        if not services.limits.people.take(person.id, now):
            wait = services.limits.people.wait(person.id, now)
            raise TooMuch("too-many-requests", "You are sending too many requests; wait a moment.", wait)
    return person


async def current_person(connection: HTTPConnection) -> Person:
    """Return the person who sends a request; raises ApiError if there is none."""
    person = await optional_person(connection)
    if person is None:
        raise ApiError(401, "nobody", "Become a guest first: POST /api/guests.")
    return person


async def budget_key(connection: HTTPConnection) -> str:
    """Return the key of the solver budget that a request uses: a person's or an address's."""
    person = await optional_person(connection)
    return f"address {address_of(connection)}" if person is None else person_budget_key(person)


def person_budget_key(person: Person) -> str:
    """Return the key of a person's solver budget."""
    return f"person {person.id}"


# Cookies


def set_token_cookie(response: Response, connection: HTTPConnection, token: str) -> None:
    """Store a token in the browser."""
    secure = _is_secure(connection)
    name = SECURE_COOKIE if secure else COOKIE
    response.set_cookie(name, token, max_age=LIFETIME // 1000, path="/", httponly=True, samesite="lax", secure=secure)


def delete_token_cookie(response: Response, connection: HTTPConnection) -> None:
    """Delete the token from the browser."""
    secure = _is_secure(connection)
    response.delete_cookie(SECURE_COOKIE if secure else COOKIE, path="/", httponly=True, samesite="lax", secure=secure)


def _is_secure(connection: HTTPConnection) -> bool:
    """Return whether a request came over HTTPS, according to the settings or to a trusted proxy."""
    return services_of(connection).settings.is_secure or connection.url.scheme in ("https", "wss")
