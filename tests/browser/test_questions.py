"""Questions of the page: the same paths and the same answers as the server's HTTP API."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.device_page import FailingLog, Page
from tests.support.http_server import AnonymousCaller
from tests.support.pure_table import SMALL
from tilewise.records import parse_record, record_from_json
from tilewise.server.tables import commands as do


async def ask(page: Page, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    text = "" if body is None else json.dumps(body)
    status, answer = await page.engine.answer(method, path, text)
    return status, json.loads(answer) if answer else None


SAME: list[tuple[str, str, Any]] = [
    ("GET", "/api/profiles", None),
    ("GET", "/api/rule-fields", None),
    ("GET", "/api/levels", None),
    ("GET", "/api/profiles/jumbo/rules?language=pl", None),
    ("GET", "/api/profiles/unknown/rules", None),
    ("GET", "/api/profiles/jumbo/rules?language=xx", None),
    ("POST", "/api/rules", {"profile": "twist", "rules": {"opening_threshold": 50}, "language": "de"}),
    ("POST", "/api/rules", {"profile": "twist", "rules": {"copies": 99}}),
    ("POST", "/api/tools/check", {"profile": "jumbo", "set": "r3 J r5"}),
    ("POST", "/api/tools/check", {"profile": "jumbo", "set": "r3 r44"}),
    ("POST", "/api/tools/check", {"set": 3}),
    ("POST", "/api/tools/turn", {"profile": "jumbo", "before": "", "rack": "r10 r11 r12", "after": "r10 r11 r12"}),
    ("POST", "/api/tools/score", {"profile": "jumbo", "racks": ["", "r7 J"], "ended": "out"}),
    (
        "POST",
        "/api/tools/sheet",
        {"profile": "jumbo", "players": 2, "games": [{"scores": [24, -20]}, {"racks": [{}, {}]}]},
    ),
    ("POST", "/api/tools/solve", {"profile": "jumbo", "table": ["r3 r4 r5"], "rack": "r6 o1", "steps": True}),
    ("POST", "/api/tools/solve", {"profile": "jumbo", "table": ["r3 r4"], "rack": "r6 o1"}),
]


@pytest.mark.parametrize(("method", "path", "body"), SAME)
async def test_the_device_answers_as_the_server_does(api: AnonymousCaller, method: str, path: str, body: Any) -> None:
    response = api.get(path) if method == "GET" else api.post(path, body)
    assert await ask(Page(), method, path, body) == (response.status_code, response.json())


async def test_what_needs_a_server_says_so() -> None:
    for method, path in (("GET", "/api/lobby"), ("POST", "/api/quick-games"), ("GET", "/api/tables")):
        status, answer = await ask(Page(), method, path)
        assert (status, answer["error"]) == (404, "not-on-device")


async def test_a_repeated_request_creates_one_table() -> None:
    page = Page()
    body = {"seats": ["person", "solid"], "people": [{"name": "Ada", "avatar": "owl"}], "id": "one"}
    first, second = [await ask(page, "POST", "/api/tables", body) for _ in range(2)]
    assert first == second
    assert (first[0], first[1]["code"]) == (201, "")
    status, tables = await ask(page, "GET", "/api/me/tables")
    assert (status, [table["table"] for table in tables]) == (200, [first[1]["table"]])
    assert tables[0]["summary"]["names"] == ["Ada", "solid"]


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"people": []}, 400, "bad-body"),
        ({"people": [{"name": ""}]}, 400, "bad-body"),
        ({"people": [{"name": "   "}]}, 400, "bad-input"),
        ({"people": [{"name": "A\u0000"}]}, 400, "bad-input"),
        ({"people": [{"name": "Ada"}, {"name": "Bo"}]}, 400, "bad-input"),
        ({"rules": {"copies": 99}}, 400, "rules"),
        ({"seats": ["person", "genius"]}, 400, "rules"),
        ({"unknown": 1}, 400, "bad-body"),
    ],
)
async def test_a_table_that_cannot_be_created_says_why(change: Any, status: int, code: str) -> None:
    body = {"seats": ["person", "solid"], "people": [{"name": "Ada"}], **change}
    answered, answer = await ask(Page(), "POST", "/api/tables", body)
    assert (answered, answer["error"]) == (status, code)


async def test_a_table_that_cannot_be_stored_is_not_created() -> None:
    log = FailingLog()
    log.problems = ["full"]
    page = Page(log)
    status, answer = await ask(page, "POST", "/api/tables", {"seats": ["person", "solid"], "people": [{"name": "Ada"}]})
    assert (status, answer["error"]) == (503, "device-full")
    assert await ask(page, "GET", "/api/me/tables") == (200, [])


async def test_tables_are_listed_latest_first_in_pages_and_can_be_deleted() -> None:
    page = Page()
    tables = []
    for _ in range(3):
        page.time.moment += 1000
        tables.append(await page.table(follow=False))
    await page.log.append("d-other", 0, 1, "{}", '{"format": 99}')
    _, listed = await ask(page, "GET", "/api/me/tables")
    assert [table["table"] for table in listed] == tables[::-1]
    _, older = await ask(page, "GET", f"/api/me/tables?before={listed[0]['at']}")
    assert [table["table"] for table in older] == tables[1::-1]
    assert (await ask(page, "GET", "/api/me/tables?before=x"))[0] == 400
    assert await ask(page, "DELETE", f"/api/tables/{tables[0]}") == (204, None)
    assert len((await ask(page, "GET", "/api/me/tables"))[1]) == 2


async def test_a_finished_game_has_a_record_and_a_game_in_progress_has_none() -> None:
    page = Page()
    table = await page.table(rules=SMALL)
    path = f"/api/tables/{table}/games/1/1/record"
    assert (await page.engine.answer("GET", path)).status == 404
    await page.play(table)
    status, body = await page.engine.answer("GET", path)
    assert status == 200
    record = record_from_json(body)
    record.replay()
    text = await page.engine.answer("GET", f"{path}.txt")
    assert parse_record(text.body) == record
    assert record.names == ("Ada", "beginner")
    assert (await page.engine.answer("GET", path.replace("1/1", "1/2"))).status == 404
    assert (await page.engine.answer("GET", path.replace(table, "d-0"))).status == 404


async def test_a_hint_is_the_solvers_best_play_for_the_player_in_turn() -> None:
    page = Page()
    table = await page.table(hints=True, rules={"rack_size": 30})
    path = f"/api/tables/{table}/hint"
    assert (await page.engine.answer("GET", path)).status == 409
    await page.command(table, do.Add("a"))
    while page.game(table).turn != 0:
        await page.settle()
    hint = json.loads((await page.engine.answer("GET", path)).body)
    assert hint["number"] == page.followed(table).state.number
    assert hint["can_place"]
    response = await page.command(table, do.Play(tuple(hint["table"])))
    assert response["type"] == "done"
    assert (await page.engine.answer("GET", "/api/tables/d-0/hint")).status == 404
