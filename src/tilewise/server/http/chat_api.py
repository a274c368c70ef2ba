"""What was said at a table, and whom I do not want to hear, over HTTP. Talking itself goes over the WebSocket."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise.server.chat import wire_message
from tilewise.server.http.auth import current_person, services_of
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.responses import ApiError, json_response, read_body, read_query
from tilewise.server.people.blocks import Blocked, How, TooManyBlocks
from tilewise.server.people.chat_log import RECENT
from tilewise.server.protocol import ChatMessage


class ChatPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which part of a table's chat: what was said before a number, or the last of it."""

    before: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)] | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=200)] = RECENT


class Chat(msgspec.Struct, frozen=True):
    """What was said at a table, the oldest first; without whom I have muted or blocked."""

    table: str
    said: list[ChatMessage]


class NewBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """mute: I do not hear this person. block: nor may this person sit down at tables that I make."""

    how: How = "block"


class MyBlocks(msgspec.Struct, frozen=True):
    """Whom I have muted or blocked."""

    blocks: list[Blocked]


async def chat(request: Request) -> Response:
    """What was said at a table: for who may follow it."""
    services, person = services_of(request), await current_person(request)
    part = read_query(request, ChatPart)
    live = await services.host.table(request.path_params["table"][:64])
    if live is None:
        raise ApiError(404, "no-table", "There is no such table; ask for a new link.")
    if not live.may_see(person.id):
        raise ApiError(403, "no-spectators", "This table is for its players only.")
    said = await services.host.chat.messages.recent(live.table_id, part.before, part.limit) if person.chat else []
    muted = (await services.host.blocks.muted_by([person.id]))[person.id]
    return json_response(Chat(live.table_id, [wire_message(one) for one in said if one.person not in muted]))


async def my_blocks(request: Request) -> Response:
    """Whom I have muted or blocked."""
    person = await current_person(request)
    return json_response(MyBlocks(await services_of(request).host.blocks.of(person.id)))


async def block(request: Request) -> Response:
    """Mute or block somebody."""
    services, person = services_of(request), await current_person(request)
    wanted = await read_body(request, NewBlock)
    other = await services.people.find(request.path_params["person"][:64])
    if other is None:
        raise ApiError(404, "no-person", "There is nobody with this id.")
    if other.id == person.id:
        raise ApiError(409, "yourself", "That is you.")
    try:
        await services.host.blocks.set(person.id, other.id, wanted.how)
    except TooManyBlocks as error:
        raise ApiError(409, "too-many-blocks", str(error)) from None
    await services.connections.check_sessions(person.id)
    return json_response(Blocked(other.id, other.name, wanted.how))


async def lift(request: Request) -> Response:
    """Hear somebody again."""
    services, person = services_of(request), await current_person(request)
    await services.host.blocks.remove(person.id, request.path_params["person"][:64])
    await services.connections.check_sessions(person.id)
    return Response(status_code=204)


ENDPOINTS: Final = [
    Endpoint(
        "GET",
        "/api/tables/{table}/chat",
        chat,
        "What was said at a table",
        Chat,
        needs_person=True,
        query=ChatPart,
        tag="talk",
    ),
    Endpoint(
        "GET", "/api/me/blocks", my_blocks, "Whom I have muted or blocked", MyBlocks, needs_person=True, tag="talk"
    ),
    Endpoint(
        "PUT", "/api/me/blocks/{person}", block, "Mute or block", Blocked, NewBlock, needs_person=True, tag="talk"
    ),
    Endpoint("DELETE", "/api/me/blocks/{person}", lift, "Hear again", None, needs_person=True, status=204, tag="talk"),
]
