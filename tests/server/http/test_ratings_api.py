"""The endpoints for ratings."""

from __future__ import annotations

from tests.support.visitors import House, play_and_leave, rate


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
