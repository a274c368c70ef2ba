"""Questions of the page that are answered on this device: paths of the server's HTTP API, with the same answers.

Only a device answers `POST /api/preview` and `POST /api/hint`: they are about a turn at any table, also at one of a
server (`turn_questions`). `GET .../games/1/1/upload` returns the body with which `POST /api/me/device-games` adds a
finished game to a person's games on a server.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, NamedTuple, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from tilewise import companion
from tilewise.browser.device_host import DeviceHost, DevicePerson, person_id
from tilewise.browser.event_log import LogError
from tilewise.browser.stored_tables import UnreadableTable, decode_batch, decode_listed
from tilewise.browser.turn_questions import HintQuestion, PreviewQuestion, hint_at, preview_at
from tilewise.errors import TilewiseError
from tilewise.records import Record, format_record
from tilewise.server.api.api_errors import ApiError, api_error
from tilewise.server.api.hint_answers import HintQuery, hint_for, solver_request, view_for_hint
from tilewise.server.api.record_answers import record_content
from tilewise.server.api.rule_answers import (
    LanguageQuery,
    RulesRequest,
    level_infos,
    profile_infos,
    rule_field_infos,
    rules_of_profile,
    rules_with_changes,
)
from tilewise.server.api.tool_answers import (
    CheckRequest,
    ScoreRequest,
    SheetRequest,
    SolveRequest,
    ToolRequest,
    TurnRequest,
    answer_of,
)
from tilewise.server.tables.commands import COMMAND_ID
from tilewise.server.tables.device_games import DeviceGame, upload_of
from tilewise.server.tables.effects import FinishedGame, MyTable
from tilewise.server.tables.game_records import record_of_game
from tilewise.server.tables.refusals import NotPossible, TableReason
from tilewise.server.tables.table_settings import TableSettings

T = TypeVar("T")

MOST_PEOPLE: Final = 6


class Answer(NamedTuple):
    """The status of HTTP and the body, which is JSON, or the text of a record."""

    status: int
    body: str


class NewDeviceTable(TableSettings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings of a new table, and who sits there; a second request with the same id returns the same table."""

    id: Annotated[str, msgspec.Meta(pattern=f"^{COMMAND_ID.pattern}$")] | None = None
    people: Annotated[tuple[DevicePerson, ...], msgspec.Meta(min_length=1, max_length=MOST_PEOPLE)]


class CreatedDeviceTable(msgspec.Struct, frozen=True):
    """A new table; nobody can join it with a code."""

    table: str
    code: str = ""


class Before(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which page of a list: only tables whose last event is older than this."""

    before: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A request of the page."""

    parts: dict[str, str]
    """The parameters in the path."""
    query: dict[str, str]
    body: str

    def read_query(self, kind: type[T]) -> T:
        """Return the query string as a type; raises ApiError."""
        try:
            return msgspec.convert(self.query, type=kind, strict=False)
        except msgspec.MsgspecError as error:
            raise ApiError(400, "bad-query", f"The query string is not valid: {error}"[:240]) from None

    def read_body(self, kind: type[T]) -> T:
        """Return the body as a type; raises ApiError."""
        try:
            return msgspec.json.decode(self.body, type=kind)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise ApiError(400, "bad-body", f"The body of this request is not valid: {str(error)[:200]}") from None


Handler = Callable[[Question], Awaitable[object]]


class Questions:
    """Answers the questions of the page."""

    def __init__(self, host: DeviceHost) -> None:
        self._host = host
        table, game = "/api/tables/(?P<table>[^/]+)", r"/games/(?P<match>\d{1,6})/(?P<game>\d{1,6})"
        self._routes: list[tuple[str, re.Pattern[str], Handler]] = [
            (method, re.compile(path), handler)
            for method, path, handler in (
                ("POST", "/api/tables", self._create_table),
                ("DELETE", table, self._delete_table),
                ("GET", "/api/me/tables", self._my_tables),
                ("GET", f"{table}/hint", self._hint),
                ("GET", f"{table}{game}/record", self._record),
                ("GET", f"{table}{game}/record\\.txt", self._record_as_text),
                ("GET", f"{table}{game}/upload", self._upload),
                ("POST", "/api/preview", _preview),
                ("POST", "/api/hint", _turn_hint),
                ("GET", "/api/profiles", _constant(profile_infos)),
                ("GET", "/api/rule-fields", _constant(rule_field_infos)),
                ("GET", "/api/levels", _constant(level_infos)),
                ("GET", "/api/profiles/(?P<profile>[^/]+)/rules", _rules_of_profile),
                ("POST", "/api/rules", _rules_with_changes),
                ("POST", "/api/tools/check", _tool(companion.check_set, CheckRequest)),
                ("POST", "/api/tools/turn", _tool(companion.check_turn, TurnRequest)),
                ("POST", "/api/tools/score", _tool(companion.score_games, ScoreRequest)),
                ("POST", "/api/tools/sheet", _tool(companion.count_sheet, SheetRequest)),
                ("POST", "/api/tools/solve", _tool(companion.solve_position, SolveRequest)),
            )
        ]

    async def answer(self, method: str, path: str, body: str) -> Answer:
        """Return the answer to a question; errors are answers too."""
        parts = urlsplit(path)
        for known, pattern, handler in self._routes:
            found = pattern.fullmatch(parts.path)
            if known == method and found is not None:
                in_path = {name: unquote(value) for name, value in found.groupdict().items()}
                return await _answered(handler, Question(in_path, dict(parse_qsl(parts.query)), body))
        return _error(ApiError(404, "not-on-device", "This needs a server; connect to one and try again."))

    # Tables

    async def _create_table(self, question: Question) -> CreatedDeviceTable:
        asked = question.read_body(NewDeviceTable)
        settings = TableSettings(**{name: getattr(asked, name) for name in TableSettings.__struct_fields__})
        return CreatedDeviceTable(await self._host.create(settings, asked.people, asked.id))

    async def _delete_table(self, question: Question) -> None:
        await self._host.delete(question.parts["table"])

    async def _my_tables(self, question: Question) -> list[MyTable]:
        before = question.read_query(Before).before
        tables = []
        for text in await self._host.log.tables():
            try:
                tables.append(decode_listed(text).table)
            except UnreadableTable:
                # It stays where it is, for the version that can read it.
                continue
        tables.sort(key=lambda table: (-table.at, table.table))
        return [table for table in tables if before is None or table.at < before]

    async def _hint(self, question: Question) -> object:
        query, table_id = question.read_query(HintQuery), question.parts["table"]
        table = self._host.tables.get(table_id)
        if table is None:
            raise NotPossible(TableReason.NO_TABLE)
        view = view_for_hint(table.state, table.held_by)
        return hint_for(solver_request(view), table.state.number, query)

    async def _record(self, question: Question) -> dict[str, object]:
        return record_content((await self._finished_game(question))[0])

    async def _record_as_text(self, question: Question) -> str:
        return format_record((await self._finished_game(question))[0])

    async def _upload(self, question: Question) -> DeviceGame:
        record, finished, ended_at = await self._finished_game(question)
        return upload_of(question.parts["table"], finished, record, person_id(0), ended_at)

    async def _finished_game(self, question: Question) -> tuple[Record, FinishedGame, int]:
        """Return the record of a game, what is known of it, and when it ended."""
        table_id = question.parts["table"]
        batches = [decode_batch(text) for text in await self._host.log.read(table_id)]
        if not batches:
            raise NotPossible(TableReason.NO_TABLE)
        wanted = int(question.parts["match"]), int(question.parts["game"])
        events = [stored for batch in batches for stored in batch.events]
        for finished in (finished for batch in batches for finished in batch.finished):
            if (finished.match, finished.game) == wanted:
                record = record_of_game(events, table_id, finished)
                return record, finished, events[finished.last_number - 1].at
        raise ApiError(404, "no-game", "No such game has ended at this table; a game in progress has no record.")


def _constant(content: Callable[[], object]) -> Handler:
    async def handle(question: Question) -> object:
        return content()

    return handle


def _tool(tool: companion.Tool, kind: type[ToolRequest]) -> Handler:
    async def handle(question: Question) -> dict[str, Any]:
        return answer_of(tool, question.read_body(kind))

    return handle


async def _preview(question: Question) -> object:
    return preview_at(question.read_body(PreviewQuestion))


async def _turn_hint(question: Question) -> object:
    return hint_at(question.read_body(HintQuestion))


async def _rules_of_profile(question: Question) -> object:
    return rules_of_profile(question.parts["profile"], question.read_query(LanguageQuery))


async def _rules_with_changes(question: Question) -> object:
    return rules_with_changes(question.read_body(RulesRequest))


async def _answered(handler: Handler, question: Question) -> Answer:
    try:
        content = await handler(question)
    except LogError as error:
        return _error(ApiError(503, error.code, str(error)))
    except UnreadableTable as error:
        return _error(ApiError(409, error.code, str(error)))
    except TilewiseError as error:
        return _error(api_error(error))
    if content is None:
        return Answer(204, "")
    status = 201 if isinstance(content, CreatedDeviceTable) else 200
    return Answer(status, content if isinstance(content, str) else msgspec.json.encode(content).decode())


def _error(error: ApiError) -> Answer:
    return Answer(error.status, msgspec.json.encode(error.body).decode())
