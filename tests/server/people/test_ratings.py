"""Ratings of finished games."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from tests.support.visitors import House, new_server, play_and_leave, rate
from tilewise.profiles import RulesError
from tilewise.server.people.ratings import Ratings, places, rated
from tilewise.server.store.schema import games, people, ratings, tables
from tilewise.server.tables.effects import FinishedGame
from tilewise.server.tables.table_settings import TableSettings, check_settings


def finished(
    points: tuple[str, ...],
    winners: tuple[int, ...],
    given_up: tuple[int, ...] = (),
    who: tuple[str | None, ...] | None = None,
) -> FinishedGame:
    seats = range(len(points))
    return FinishedGame(
        match=1,
        game=1,
        profile="international",
        first_number=1,
        last_number=2,
        people=tuple(f"p{seat}" for seat in seats) if who is None else who,
        names=tuple(f"P{seat}" for seat in seats),
        points=points,
        winners=winners,
        given_up=tuple(seat in given_up for seat in seats),
        rated=True,
    )


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (finished(("+20", "-5", "-15"), (0,)), [1, 2, 3]),
        (finished(("+20", "-10", "-10"), (0,)), [1, 2, 2]),
        (finished(("0", "0"), (0, 1)), [1, 1]),
        (finished(("+27/2", "+27/2", "-27"), (0, 1)), [1, 1, 3]),
        # Players who give up are last, regardless of points, and share the last place.
        (finished(("+30", "0", "-30"), (0,), given_up=(1,)), [1, 3, 2]),
        (finished(("+40", "-1", "-9", "-30"), (0,), given_up=(1, 2)), [1, 3, 3, 2]),
        # Winning counts before points.
        (finished(("-5", "+5"), (0,)), [1, 2]),
    ],
)
def test_winners_come_first_then_points_then_players_who_gave_up(game: FinishedGame, expected: list[int]) -> None:
    assert places(game) == expected


def test_a_surprising_win_counts_more_than_an_expected_one() -> None:
    strong, weak = (35.0, 4.0), (15.0, 4.0)
    expected = rated([strong, weak], [1, 2])[0][0] - strong[0]
    surprising = rated([weak, strong], [1, 2])[0][0] - weak[0]
    assert surprising > 2 * expected > 0


def test_leaving_a_rated_game_counts_as_a_loss(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    play_and_leave(ada, bob)
    assert rate(house) == 1
    (lost,), (won,) = ada.get("/api/me/ratings")["ratings"], bob.get("/api/me/ratings")["ratings"]
    assert lost["shown"] < 0 < won["shown"]
    assert (lost["games"], won["games"], won["profile"]) == (1, 1, "international")
    assert ada.get(f"/api/people/{bob.person}/ratings")["ratings"] == [won]


def test_a_player_who_leaves_while_the_others_continue_is_rated_too(house: House) -> None:
    ada, bob, eve = house.guest("Ada"), house.guest("Bob"), house.guest("Eve")
    play_and_leave(ada, bob, eve)
    assert rate(house) == 1
    shown = [visitor.get("/api/me/ratings")["ratings"][0]["shown"] for visitor in (ada, bob, eve)]
    assert shown[0] == shown[2] < 0 < shown[1]


def test_a_game_is_rated_once(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    play_and_leave(ada, bob)

    async def all_at_once() -> list[int]:
        others = [Ratings(house.server.database) for _ in range(5)]
        return await asyncio.gather(*(other.rate_all() for other in others))

    assert sum(house.do(all_at_once)) == 1
    assert ada.get("/api/me/ratings")["ratings"][0]["games"] == 1


def test_a_rating_that_fails_halfway_is_repeated(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    play_and_leave(ada, bob)

    def broken(game: FinishedGame) -> list[int]:
        raise RuntimeError("the process dies here")

    with monkeypatch.context() as patch:
        patch.setattr("tilewise.server.people.ratings.places", broken)
        with pytest.raises(RuntimeError):
            rate(house)
    assert ada.get("/api/me/ratings")["ratings"] == []
    assert rate(house) == 1
    assert ada.get("/api/me/ratings")["ratings"][0]["games"] == 1


def test_an_unrated_game_changes_no_rating(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    play_and_leave(ada, bob, rated=False)
    assert rate(house) == 0
    assert ada.get("/api/me/ratings")["ratings"] == []


def test_rated_tables_have_the_rules_of_their_profile_except_the_clock() -> None:
    check_settings(TableSettings(rated=True, rules={"turn_seconds": 86_400}))
    check_settings(TableSettings(rated=True, rules={"opening_threshold": 30}))
    with pytest.raises(RulesError, match="opening_threshold"):
        check_settings(TableSettings(rated=True, rules={"opening_threshold": 0}))
    check_settings(TableSettings(rules={"opening_threshold": 0}))


@pytest.mark.parametrize(
    ("who", "expected"),
    [
        (("a", "b"), {"a", "b"}),
        (("a", "gone"), {"a"}),
        (("a", None), {"a"}),
        (("guest", "b"), {"a", "b"}),
        # Against themselves, as a guest on another device.
        (("guest", "a"), set()),
        (("a", "a"), set()),
    ],
)
async def test_who_is_rated(tmp_path: Path, who: tuple[str | None, ...], expected: set[str]) -> None:
    server = new_server(tmp_path)

    def prepare(connection: sa.Connection) -> None:
        row = {"session": 0, "chat": True, "made_at": 0, "seen_at": 0, "gone_at": None, "merged_into": None}
        rows = [{"id": person, "name": person, **row} for person in ("a", "b", "guest")]
        rows[2] |= {"gone_at": 5, "merged_into": "a"}
        connection.execute(people.insert(), rows)
        body = msgspec.json.encode(finished(("+9", "-9"), (0,), who=who))
        values = {"table_id": "t", "match": 1, "game": 1, "ended_at": 1, "body": body, "to_rate": True}
        table = {"code": "C", "maker": "a", "phase": "over", "listed": False, "summary": b"{}"}
        numbers = {"made_at": 0, "last_number": 1, "last_at": 1, "lease_fence": 0, "lease_until": 0}
        connection.execute(tables.insert().values(id="t", **table, **numbers))
        connection.execute(games.insert().values(values))

    await server.database.write(prepare)
    assert await server.ratings.rate_all() == 1
    query = sa.select(ratings.c.person)
    found = await server.database.read(lambda connection: set(connection.execute(query).scalars()))
    server.accounts.close()
    await server.database.close()
    assert found == expected


# The leaderboard


def test_the_leaderboard_lists_accounts_best_first(house: House) -> None:
    ada, bob, eve = house.guest("Ada"), house.guest("Bob"), house.guest("Eve")
    ada.account("Ada")
    bob.account("Bob")
    assert bob.ask("PATCH", "/api/me", {"avatar": "fox"}).status_code == 200
    play_and_leave(ada, bob)
    play_and_leave(bob, eve)
    rate(house)
    board = ada.get("/api/leaderboard/international")
    assert [(place["rank"], place["name"], place["games"], place["avatar"]) for place in board["ranked"]] == [
        (1, "Bob", 2, "fox"),
        (2, "Ada", 1, "initial"),
    ]
    assert [place["rank"] for place in ada.get("/api/leaderboard/international?start=1&limit=1")["ranked"]] == [2]
    assert ada.get("/api/leaderboard/jumbo")["ranked"] == []
    assert ada.ask("GET", "/api/leaderboard/nothing").status_code == 404
    assert ada.ask("GET", "/api/leaderboard/jumbo?limit=1000").status_code == 400
