"""Records over HTTP, of finished games only, since a record contains the seed."""

from __future__ import annotations

import json
from pathlib import Path

from tests.support.http_server import AnonymousCaller, assert_error, play_to_the_end
from tilewise.records import parse_record, record_from_json

GOLDEN = Path(__file__).parents[2] / "golden"


def test_a_record_can_be_replayed_from_both_forms(api: AnonymousCaller) -> None:
    ada = api.guest("Ada")
    table = play_to_the_end(api, ada)
    as_json = ada.get(f"/api/tables/{table}/games/1/1/record")
    as_text = ada.get(f"/api/tables/{table}/games/1/1/record.txt")
    assert as_text.headers["content-type"].startswith("text/plain")
    record = record_from_json(as_json.text)
    assert parse_record(as_text.text) == record
    assert record.names == ("Ada", "beginner")
    assert record.replay().is_over
    assert record.fair is not None
    assert record.fair.flaw(record.seed) is None
    assert sum(addition is not None for addition in record.fair.additions) == 1


def test_a_record_contains_the_number_of_tiles_of_every_seat(api: AnonymousCaller) -> None:
    ada = api.guest("Ada")
    table = play_to_the_end(api, ada)
    content = ada.get(f"/api/tables/{table}/games/1/1/record").json()
    record = record_from_json(json.dumps(content))
    assert len(content["rack_sizes"]) == len(record.actions)
    assert content["rack_sizes"][-1] == [len(rack) for rack in record.replay().racks]
    assert content["wrong_plays"] == []
    first = [14, 14]
    for action, sizes in zip(content["actions"], content["rack_sizes"], strict=True):
        if action["action"] == "draw":
            first[action["seat"]] += 1
        else:
            break
        assert sizes == first


def test_a_game_in_progress_has_no_record_even_for_its_players(api: AnonymousCaller) -> None:
    ada = api.guest("Ada")
    table = ada.make_table(seats=["person", "beginner"])
    ada.command(table, "add", text="abc")
    assert ada.view(table)["phase"] == "playing"
    for form in ("record", "record.txt"):
        assert_error(ada.get(f"/api/tables/{table}/games/1/1/{form}"), 404, "no-game")


def test_the_record_of_a_private_game_is_for_its_players(api: AnonymousCaller) -> None:
    ada, eve = api.guest("Ada"), api.guest("Eve")
    table = play_to_the_end(api, ada, spectators=False)
    for form in ("record", "record.txt"):
        assert ada.get(f"/api/tables/{table}/games/1/1/{form}").status_code == 200
        assert_error(eve.get(f"/api/tables/{table}/games/1/1/{form}"), 403, "no-spectators")


def test_the_record_of_a_game_with_spectators_is_for_everyone_with_a_token(api: AnonymousCaller) -> None:
    table = play_to_the_end(api, api.guest("Ada"))
    assert api.guest("Eve").get(f"/api/tables/{table}/games/1/1/record").status_code == 200
    assert_error(api.get(f"/api/tables/{table}/games/1/1/record"), 401, "nobody")


def test_games_that_were_never_played_have_no_record(api: AnonymousCaller) -> None:
    ada = api.guest("Ada")
    table = play_to_the_end(api, ada)
    for which in ("1/2", "2/1", "0/0", f"{10**30}/1"):
        assert_error(ada.get(f"/api/tables/{table}/games/{which}/record"), 404, "no-game")
    assert_error(ada.get(f"/api/tables/{table}/games/-1/1/record"), 404, "nothing-here")


def test_each_game_of_a_match_has_its_own_record(api: AnonymousCaller) -> None:
    ada, bob = api.guest("Ada"), api.guest("Bob")
    table = ada.make_table(seats=["person", "person"], games=2, profile="tm-toys")
    bob.command(table, "sit")
    ada.command(table, "deal")
    for person in (ada, bob):
        assert person.command(table, "add", "add-1", text="x").status_code == 200
    bob.command(table, "leave")
    assert ada.command(table, "next-game").status_code == 200
    assert ada.command(table, "add", "add-2", text="y").status_code == 200
    ada.command(table, "leave")
    first, second = (ada.get(f"/api/tables/{table}/games/1/{game}/record").json() for game in (1, 2))
    assert first["seed"] != second["seed"]
    assert (first["names"], second["names"]) == (["Ada", "Bob"], ["Ada", "casual"])
    assert second["result"]["winners"] == [1]


def test_a_record_lists_the_illegal_plays(api: AnonymousCaller) -> None:
    """U11."""
    ada, bob = api.guest("Ada"), api.guest("Bob")
    table = ada.make_table(
        seats=["person", "person"], games=1, profile="international", rules={"wrong_play": "penalty"}
    )
    bob.command(table, "sit")
    ada.command(table, "deal")
    for person in (ada, bob):
        assert person.command(table, "add", "add-1", text="x").status_code == 200
    first = ada.view(table)["game"]["turn"]
    player = (ada, bob)[first]
    tile = player.view(table)["game"]["rack"].split()[0]
    assert player.command(table, "play", table=[tile]).status_code == 200
    bob.command(table, "leave")
    content = ada.get(f"/api/tables/{table}/games/1/1/record").json()
    assert content["wrong_plays"] == [{"action": 0, "drawn": 3}]
    assert content["rack_sizes"][0][first] == 17
