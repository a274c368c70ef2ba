"""The rating list of a league: new players are rated with few games, and nothing is played twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.arena_players import QUICK, inline
from tilewise.arena.rating_list import ANCHOR, OPPONENTS, League, markdown_of
from tilewise.errors import TilewiseError

FAILING = "failing=tests.support.arena_players:Failing"
DRAWER = "drawer=tests.support.arena_players:Drawer"


def league_with(path: Path, *players: str, deals: int = 12) -> League:
    league = League.create(path, QUICK, 2, "1")
    league.add(players)
    for name in league.players:
        league.play(name, deals, inline)
    return league


def test_a_league_rates_its_players_in_the_order_of_their_strength(tmp_path: Path) -> None:
    league = league_with(tmp_path, "solid", FAILING, DRAWER)
    lines = league.rated()
    assert {line.name for line in lines} == {"solid", "failing", "drawer"}
    assert lines[0].name == "solid"
    assert lines[0].elo.value == pytest.approx(ANCHOR)
    assert [line.elo.value for line in lines] == sorted((line.elo.value for line in lines), reverse=True)


def test_a_league_is_found_again_and_plays_nothing_twice(tmp_path: Path) -> None:
    league = league_with(tmp_path, "solid", FAILING)
    again = League.open(tmp_path)
    assert (again.players, again.meetings, again.profile) == (league.players, league.meetings, league.profile)
    again.play("solid", 12, inline)
    assert again.meetings == league.meetings
    deals = [meeting.result.deal for meeting in again.meetings]
    assert len(set(deals)) == len(deals)


def test_a_new_player_meets_a_few_others_first_from_the_whole_list_then_its_neighbours(tmp_path: Path) -> None:
    league = league_with(tmp_path, "solid", "casual", FAILING, DRAWER, "beginner", deals=6)
    before = len(league.meetings)
    league.add(["late=casual"])
    order = [line.name for line in league.rated() if line.name != "late"]
    first = league.next_opponents("late")
    assert (first[0], first[-1], len(first)) == (order[0], order[-1], OPPONENTS)
    told: list[object] = []
    league.play("late", 9, inline, told.append)
    assert len(told) == len(league.meetings) - before >= 9
    ratings = {line.name: line.elo.value for line in league.rated()}
    nearest = sorted(order, key=lambda name: abs(ratings[name] - ratings["late"]))
    assert league.next_opponents("late") == nearest[:OPPONENTS]


def test_a_player_alone_plays_nothing(tmp_path: Path) -> None:
    league = league_with(tmp_path, "solid")
    assert league.meetings == []
    assert [(line.name, line.games) for line in league.rated()] == [("solid", 0)]
    assert "| 1 | solid | - | - | 0 |" in markdown_of(league)


def test_the_page_lists_the_players(tmp_path: Path) -> None:
    page = markdown_of(league_with(tmp_path, "solid", "a=" + FAILING.partition("=")[2]))
    assert page.startswith("# Rating list\n\ninternational with ")
    assert f"| 1 | solid | {ANCHOR} |" in page


def test_a_known_name_stays_the_same_player(tmp_path: Path) -> None:
    league = league_with(tmp_path, "solid")
    league.add(["solid"])
    with pytest.raises(TilewiseError, match="The league knows solid as 'solid': use another name"):
        league.add(["solid=casual"])


def test_a_folder_holds_one_league_or_none(tmp_path: Path) -> None:
    with pytest.raises(TilewiseError, match="holds no league"):
        League.open(tmp_path)
    league_with(tmp_path, "solid")
    with pytest.raises(TilewiseError, match="already holds a league"):
        League.create(tmp_path, QUICK, 2, "1")
    (tmp_path / "league.json").write_text("{}")
    with pytest.raises(TilewiseError, match="is damaged"):
        League.open(tmp_path)
