"""Previews and hints from what the page sees: the same as the table itself gives."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.support.device_page import Message, Page
from tilewise.profiles import PROFILES


def question_of(view: Message) -> dict[str, Any]:
    """Return the position of a turn from a view, as a page has it."""
    game = view["game"]
    return {
        "settings": view["settings"],
        "rules_version": view["rules_version"],
        "table": game["table"],
        "rack": game["rack"],
        "opened": game["opened"][game["seat"]],
    }


def arrangements(table: list[str], rack: str, dice: random.Random) -> list[list[str]]:
    """Return sets as a player may have arranged them: legal or not."""
    tiles = rack.split()
    dice.shuffle(tiles)
    some = " ".join(tiles[: dice.randint(1, 4)])
    extended = [f"{sets} {tiles[0]}" if number == 0 else sets for number, sets in enumerate(table)]
    return [table, [*table, some], extended, [*table[1:], some]]


@pytest.mark.parametrize("profile", PROFILES)
async def test_a_preview_and_a_hint_from_what_the_page_sees_are_those_of_the_table(profile: str) -> None:
    page, dice = Page(deals=f"turns-{profile}"), random.Random(profile)
    seats = ["person"] + ["beginner"] * max(1, PROFILES[profile].min_players - 1)
    table = await page.table(profile=profile, seats=seats, hints=True, rules={"opening_threshold": 0})
    compared = hints = 0
    while page.followed(table).state.phase != "over" and compared < 60:
        if page.followed(table).state.phase == "playing":
            view = (await page.say("subscribe", table=table))[0]["view"]
            asked = question_of(view)
            for sets in arrangements(asked["table"], asked["rack"], dice):
                for words in ("", "lay r3 r4 r5", "nonsense"):
                    sent = await page.say(
                        "preview", table=table, asked=1, number=view["number"], sets=sets, words=words
                    )
                    body = json.dumps({**asked, "sets": sets, "words": words})
                    status, answer = await page.engine.answer("POST", "/api/preview", body)
                    assert (status, json.loads(answer)) == (200, sent[0]["preview"])
                    compared += 1
            given = await page.engine.answer("GET", f"/api/tables/{table}/hint")
            body = json.dumps({**asked, "number": view["number"]})
            assert await page.engine.answer("POST", "/api/hint", body) == given
            hints += given.status == 200
        await page.play_one(table)
    assert compared >= 24
    assert hints


@pytest.mark.parametrize(("version", "code"), [(1, None), (2, "joker-exchanged")])
async def test_a_table_is_judged_by_the_version_of_the_rules_that_it_began_with_u8(
    version: int, code: str | None
) -> None:
    settings = {"profile": "twist", "rules": {"freed_joker": "anywhere"}, "seats": ["person", "person"]}
    position = {"table": ["k5 J J k8"], "rack": "D b7 r7 o3 o4", "opened": True}
    sets = ["k5 D k8", "J b7 r7", "o3 o4 J"]
    asked = {"settings": settings, "rules_version": version, **position, "sets": sets}
    status, answer = await Page().engine.answer("POST", "/api/preview", json.dumps(asked))
    refusal = json.loads(answer)["refusal"]
    assert (status, refusal and refusal["code"]) == (200, code)


async def test_a_table_without_hints_gives_none() -> None:
    settings = {"seats": ["person", "person"]}
    asked = {"settings": settings, "table": [], "rack": "r1", "opened": True, "number": 7}
    status, answer = await Page().engine.answer("POST", "/api/hint", json.dumps(asked))
    assert (status, json.loads(answer)["error"]) == (403, "no-hints")


@pytest.mark.parametrize(
    ("change", "code"),
    [({"rack": "r99"}, "bad-tiles"), ({"settings": {"rules": {"copies": 99}}}, "rules"), ({"sets": 1}, "bad-body")],
)
async def test_a_position_that_makes_no_sense_says_why(change: Any, code: str) -> None:
    settings = {"seats": ["person", "person"]}
    asked = {"settings": settings, "table": [], "rack": "r1", "opened": True, "sets": [], **change}
    status, answer = await Page().engine.answer("POST", "/api/preview", json.dumps(asked))
    assert (status, json.loads(answer)["error"]) == (400, code)
