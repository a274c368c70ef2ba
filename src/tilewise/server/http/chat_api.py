"""Endpoints for chat: earlier messages, and muted and blocked people. Chat itself uses the WebSocket."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise.server.api.api_errors import ApiError
from tilewise.server.chat import wire_message
from tilewise.server.http.auth import current_person, services_of
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.responses import json_response, read_body, read_query
from tilewise.server.people.blocks import Blocked, How, TooManyBlocks
from tilewise.server.people.chat_log import RECENT
from tilewise.server.protocol import ChatMessage


class ChatQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which messages: the latest before a number, or the latest of all."""

    before: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)] | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=200)] = RECENT


class Chat(msgspec.Struct, frozen=True):
    """The messages at a table, oldest first, without those of people whom I have muted or blocked."""

    table: str
    said: list[ChatMessage]


class NewBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`mute` hides a person's chat; `block` also keeps them from sitting at tables that I create."""

    how: How = "block"


class MyBlocks(msgspec.Struct, frozen=True):
    """The people whom I have muted or blocked."""

    blocks: list[Blocked]


async def chat(request: Request) -> Response:
    """Return earlier messages at a table to a person who may see it."""
    services, person = services_of(request), await current_person(request)
    query = read_query(request, ChatQuery)
    live = await services.host.table(request.path_params["table"][:64])
    if live is None:
        raise ApiError(404, "no-table", "There is no such table; ask for a new link.")
    if not live.may_see(person.id):
        raise ApiError(403, "no-spectators", "This table is for its players only.")
    messages = await services.host.chat.messages.recent(live.table_id, query.before, query.limit) if person.chat else []
    muted = (await services.host.blocks.muted_by([person.id]))[person.id]
    return json_response(
        Chat(live.table_id, [wire_message(message) for message in messages if message.person not in muted])
    )


async def my_blocks(request: Request) -> Response:
    """Return the people whom I have muted or blocked."""
    person = await current_person(request)
    return json_response(MyBlocks(await services_of(request).host.blocks.of(person.id)))


async def block(request: Request) -> Response:
    """Mute or block a person."""
    services, person = services_of(request), await current_person(request)
    body = await read_body(request, NewBlock)
    other = await services.people.find(request.path_params["person"][:64])
    if other is None:
        raise ApiError(404, "no-person", "There is no person with this id.")
    if other.id == person.id:
        raise ApiError(409, "yourself", "You cannot mute or block yourself.")
    try:
        await services.host.blocks.set(person.id, other.id, body.how)
    except TooManyBlocks as error:
        raise ApiError(409, "too-many-blocks", str(error)) from None
    await services.connections.check_sessions(person.id)
    return json_response(Blocked(other.id, other.name, body.how))


async def unblock(request: Request) -> Response:
    """Remove a mute or block."""
    services, person = services_of(request), await current_person(request)
    await services.host.blocks.remove(person.id, request.path_params["person"][:64])
    await services.connections.check_sessions(person.id)
    return Response(status_code=204)


ENDPOINTS: Final = [
    Endpoint(
        "GET",
        "/api/tables/{table}/chat",
        chat,
        "Earlier chat messages at a table",
        Chat,
        needs_person=True,
        query=ChatQuery,
        tag="talk",
    ),
    Endpoint(
        "GET",
        "/api/me/blocks",
        my_blocks,
        "The people whom I have muted or blocked",
        MyBlocks,
        needs_person=True,
        tag="talk",
    ),
    Endpoint(
        "PUT",
        "/api/me/blocks/{person}",
        block,
        "Mute or block a person",
        Blocked,
        NewBlock,
        needs_person=True,
        tag="talk",
    ),
    Endpoint(
        "DELETE",
        "/api/me/blocks/{person}",
        unblock,
        "Remove a mute or block",
        None,
        needs_person=True,
        status=204,
        tag="talk",
    ),
]
