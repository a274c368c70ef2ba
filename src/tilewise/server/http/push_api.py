"""Endpoints for notifications: the server's key, and the browsers of a person."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise.server.api.api_errors import ApiError
from tilewise.server.http.auth import current_person, services_of
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.responses import json_response, read_body
from tilewise.server.people.push_subscriptions import PushSubscription
from tilewise.server.push_transport import BadEndpoint, check_endpoint
from tilewise.server.web_push import BadKeys, check_keys

Address = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]


class PushKey(msgspec.Struct, frozen=True):
    """The key with which a browser subscribes."""

    key: str | None
    """Null if this server sends no notifications."""


class NewPush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's subscription, as its `PushManager` returns it."""

    endpoint: Address
    p256dh: Annotated[str, msgspec.Meta(max_length=100)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]
    language: Literal["en", "de", "pl"] = "en"


class OldPush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that is not notified any more."""

    endpoint: Address


class MyPush(msgspec.Struct, frozen=True):
    """How many of my browsers are notified."""

    browsers: int


async def push_key(request: Request) -> Response:
    """Return the key with which browsers subscribe."""
    push = services_of(request).push
    return json_response(PushKey(await asyncio.to_thread(lambda: push.public_key)))


async def add_push(request: Request) -> Response:
    """Notify me in this browser when it is my turn at a table where a turn takes days."""
    services, person = services_of(request), await current_person(request)
    body = await read_body(request, NewPush)
    if not services.push.is_available:
        raise ApiError(409, "no-push", "This server sends no notifications.")
    try:
        check_endpoint(body.endpoint, services.push.hosts)
        check_keys(body.p256dh, body.auth)
    except (BadEndpoint, BadKeys) as error:
        raise ApiError(400, "bad-push", str(error)) from None
    now = services.clock.now()
    subscription = PushSubscription(body.endpoint, body.p256dh, body.auth, body.language, now)
    await services.push_subscriptions.add(person.id, subscription)
    return json_response(MyPush(len(await services.push_subscriptions.of(person.id))))


async def remove_push(request: Request) -> Response:
    """Notify me in this browser no more."""
    services, person = services_of(request), await current_person(request)
    body = await read_body(request, OldPush)
    await services.push_subscriptions.remove(body.endpoint, person.id)
    return json_response(MyPush(len(await services.push_subscriptions.of(person.id))))


ENDPOINTS = [
    Endpoint("GET", "/api/push", push_key, "The key with which browsers subscribe", PushKey, tag="people"),
    Endpoint(
        "PUT", "/api/me/push", add_push, "Notify me in this browser", MyPush, NewPush, needs_person=True, tag="people"
    ),
    Endpoint(
        "DELETE",
        "/api/me/push",
        remove_push,
        "Notify me in this browser no more",
        MyPush,
        OldPush,
        needs_person=True,
        tag="people",
    ),
]
