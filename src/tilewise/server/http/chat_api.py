"""What was said at a table, and whom I do not want to hear, over HTTP. Talking itself goes over the WebSocket."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise.server.http.auth import person_asking, server_of
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.responses import ApiError, answer, body_of, query_of
from tilewise.server.people.blocks import Blocked, How, TooManyBlocks
from tilewise.server.people.chat_log import LAST_SAID
from tilewise.server.protocol import ChatMessage


class ChatPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which part of a table's chat: what was said before a number, or the last of it."""

    before: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)] | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=200)] = LAST_SAID


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
    server, person = server_of(request), await person_asking(request)
    part = query_of(request, ChatPart)
    live = await server.host.table(request.path_params["table"][:64])
    if live is None:
        raise ApiError(404, "no-table", "There is no such table; ask for a new link.")
    if not live.may_see(person.id):
        raise ApiError(403, "no-spectators", "This table is for its players only.")
    said = await server.host.chat.kept.last(live.table_id, part.before, part.limit) if person.chat else []
    unheard = (await server.host.blocks.unheard([person.id]))[person.id]
    return answer(Chat(live.table_id, [one for one in said if one.person not in unheard]))


async def my_blocks(request: Request) -> Response:
    """Whom I have muted or blocked."""
    person = await person_asking(request)
    return answer(MyBlocks(await server_of(request).host.blocks.of(person.id)))


async def block(request: Request) -> Response:
    """Mute or block somebody."""
    server, person = server_of(request), await person_asking(request)
    wanted = await body_of(request, NewBlock)
    other = await server.people.find(request.path_params["person"][:64])
    if other is None:
        raise ApiError(404, "no-person", "There is nobody with this id.")
    if other.id == person.id:
        raise ApiError(409, "yourself", "That is you.")
    try:
        await server.host.blocks.set(person.id, other.id, wanted.how)
    except TooManyBlocks as error:
        raise ApiError(409, "too-many-blocks", str(error)) from None
    await server.check_sessions(person.id)
    return answer(Blocked(other.id, other.name, wanted.how))


async def lift(request: Request) -> Response:
    """Hear somebody again."""
    server, person = server_of(request), await person_asking(request)
    await server.host.blocks.lift(person.id, request.path_params["person"][:64])
    await server.check_sessions(person.id)
    return Response(status_code=204)


DOORS: Final = [
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
