"""The rating list of a league: new players are rated with few games, and nothing is played twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.arena_players import QUICK, inline
from tilewise.arena import rating_list
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


@pytest.mark.long
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


@pytest.mark.long
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
    assert "| 1 | solid | - | - | 0 | - |" in markdown_of(league)


def test_the_page_lists_the_players(tmp_path: Path) -> None:
    league = league_with(tmp_path, "solid", FAILING)
    page = markdown_of(league)
    assert page.startswith("# Rating list\n\ninternational with ")
    assert f"| 1 | solid | {ANCHOR} |" in page
    failing = next(line for line in league.rated() if line.name == "failing")
    assert page.endswith(f"| {failing.games} | {failing.faults['error']} |\n")


def test_the_faults_of_all_games_are_counted(tmp_path: Path) -> None:
    lines = {line.name: line for line in league_with(tmp_path, "solid", FAILING).rated()}
    assert (lines["solid"].faults, lines["solid"].first_faults) == ({}, {})
    assert lines["failing"].faults["error"] >= lines["failing"].games
    assert lines["failing"].first_faults == {"error": "RuntimeError: no idea"}


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
    (tmp_path / "league.json").unlink()
    (tmp_path / "games.jsonl").touch()
    with pytest.raises(TilewiseError, match=r"no league\.json says whose"):
        League.create(tmp_path, QUICK, 2, "1")


@pytest.mark.parametrize(("seats", "seed"), [(0, "1"), (9, "1"), (2, "bad seed/!"), (2, "1" * 99)])
def test_a_league_that_cannot_be_played_is_not_created(tmp_path: Path, seats: int, seed: str) -> None:
    with pytest.raises(TilewiseError):
        League.create(tmp_path / "league", QUICK, seats, seed)
    assert list(tmp_path.iterdir()) == []


def test_the_description_is_written_only_when_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    league_with(tmp_path, "solid", FAILING)

    def refuse(*_: object) -> None:
        raise AssertionError("Nothing has changed.")

    monkeypatch.setattr(rating_list, "replace_file", refuse)
    league = League.open(tmp_path)
    league.add(["solid"])
    with pytest.raises(TilewiseError):
        league.add(["new=solid", "solid=casual"])
    assert list(league.players) == ["solid", "failing"]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"format": 1', '"format": 99', "Its format is not 1."),
        ('"seats": 2', '"seats": 9', "not for 9"),
        ('"seats": 2', '"seats": "two"', "The field 'seats' should be a whole number"),
        ('"seed": "1"', '"seed": "a b"', "A seed consists of"),
        ('"solid": "solid"', '"solid": 5', "The player 'solid' should be a string, not 5."),
        ('"solid": "solid"', '"a\\nb": "solid"', "cannot be printed"),
        ('"players": {', '"players": 5, "x": {', "The field 'players' should be an object"),
        ('"profile": "international"', '"profile": "mine"', "mine"),
        ('"copies": 1', '"copies": {}', "copies"),
        ('"solid": "solid"', '"solid": "\udcff"', "It is not JSON."),
        ('"solid": "solid"', '"solid": ' + "[" * 100_000, "It is not JSON."),
        ("{", "", "It is not JSON."),
    ],
)
def test_a_damaged_description_is_named(tmp_path: Path, old: str, new: str, reason: str) -> None:
    league_with(tmp_path, "solid")
    head = tmp_path / "league.json"
    assert old in head.read_text()
    head.write_bytes(head.read_text().replace(old, new, 1).encode(errors="surrogateescape"))
    with pytest.raises(TilewiseError, match=r"league\.json is damaged: .* choose another folder\.$") as error:
        League.open(tmp_path)
    assert reason in str(error.value)


@pytest.mark.parametrize(
    ("file", "old", "new", "reason"),
    [
        ("games.jsonl", '"failing"', '"nobody"', r"There is no player 'nobody' in league\.json\."),
        ("games.jsonl", '"failing"', '"solid"', "It needs two different players"),
        ("games.jsonl", '"failing"', "7", "The field 'players' should be a list of strings"),
        ("league.json", '"seats": 2', '"seats": 3', "Its players or seats are not those that this folder is for"),
    ],
)
def test_games_of_other_players_are_refused(tmp_path: Path, file: str, old: str, new: str, reason: str) -> None:
    league_with(tmp_path, "solid", FAILING, deals=1)
    content = (tmp_path / file).read_text()
    assert old in content
    (tmp_path / file).write_text(content.replace(old, new))
    with pytest.raises(TilewiseError, match=rf"games\.jsonl, line 1 is not a result: {reason}"):
        League.open(tmp_path)
