"""What a computer player gets to see: enough to play, and nothing that reveals the racks of others."""

from __future__ import annotations

import dataclasses
import pickle

import pytest

from tests.support.pure_table import PureTable, full
from tilewise.bots import LEVELS, Level
from tilewise.errors import TilewiseError
from tilewise.game import Action, Draw, Game, Pass, Play, new_game
from tilewise.game.deal import deal_tiles
from tilewise.server.tables import commands as do
from tilewise.server.tables.bot_turns import (
    BotRequest,
    announcement_request,
    bot_decision,
    choose_action,
    fallback_action,
    turn_request,
)
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.table_state import TableState
from tilewise.tiles import Tiles, parse_table, parse_tiles
from tilewise.view import View


class SpyingPlayer:
    """A computer player that tries to deal the tiles again from the seed that it gets."""

    racks: tuple[Tiles, ...] = ()

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, view: View) -> Action:
        """Deal again in every way that leads to its own rack, and draw."""
        assert view.seat is not None
        deals = [deal_tiles(view.profile, view.players, self.seed, redeals)[0] for redeals in range(4)]
        deals.append(new_game(view.profile, view.players, self.seed).racks)
        SpyingPlayer.racks = next((racks for racks in deals if racks[view.seat] == view.rack), ())
        return Draw(view.seat)

    def choose_out_of_turn(self, view: View) -> Action | None:
        """Do nothing."""
        return None


@pytest.fixture
def spying(monkeypatch: pytest.MonkeyPatch) -> tuple[TableState, Game, BotRequest]:
    """A game in which it is the spy's turn, and what the spy gets."""
    monkeypatch.setitem(LEVELS, "spy", Level(SpyingPlayer, "Spies."))
    monkeypatch.setattr(SpyingPlayer, "racks", ())
    table = PureTable(TableSettings(seats=("person", "spy")))
    table.run_scheduled()
    game = table.state.game
    assert game is not None
    if game.turn == 0:
        table.give("ada", table.beginner_command("ada"))
        # Only its own rack matters to the spy, and that is still the one that was dealt.
        assert table.state.game is not None
        assert table.state.game.racks[1] == game.racks[1]
    request = turn_request(table.state, 1)
    assert request is not None
    return table.state, game, request


def test_a_spying_player_cannot_rebuild_the_racks(spying: tuple[TableState, Game, BotRequest]) -> None:
    _, game, request = spying
    choose_action(request)
    assert SpyingPlayer.racks == ()
    # The spy is good at its job: with the seed of the game it would succeed.
    choose_action(request._replace(seed=game.seed))
    assert SpyingPlayer.racks == game.racks


def test_a_request_contains_neither_the_seed_nor_the_secret_of_the_deal(
    spying: tuple[TableState, Game, BotRequest],
) -> None:
    state, game, request = spying
    sent = pickle.dumps(request)
    assert state.fair is not None
    for secret in (game.seed, state.fair.secret):
        assert secret.encode() not in sent
    assert request.seed.encode() in sent
    assert request.view.rack == game.racks[1]


def test_each_seat_gets_a_seed_of_its_own() -> None:
    table = PureTable(TableSettings(seats=("person", "beginner", "beginner")))
    table.run_scheduled()
    seeds = {request.seed for seat in (1, 2) if (request := turn_request(table.state, seat)) is not None}
    assert len(seeds) == 2


def test_nobody_chooses_for_a_person_or_without_a_game() -> None:
    table = full()
    with pytest.raises(TilewiseError, match="A person plays"):
        turn_request(table.state, 0)
    with pytest.raises(TilewiseError, match="No game"):
        turn_request(PureTable(TableSettings(seats=("person", "beginner"))).state, 1)


def test_only_a_player_who_may_redeal_is_asked_for_it() -> None:
    """S5."""
    answers = set()
    for attempt in range(300):
        table = PureTable(TableSettings(profile="jumbo", seats=("person", "beginner")))
        table.give("ada", do.Add(f"try-{attempt}"))
        request = turn_request(table.state, 1)
        assert request is None or (request.view.may_redeal and not request.is_turn)
        answers.add(request is None)
    assert answers == {True, False}


def test_nothing_is_announced_where_the_rules_have_no_announcements() -> None:
    """C3."""
    table = PureTable(TableSettings(seats=("person", "beginner")))
    table.run_scheduled()
    assert announcement_request(table.state, 1) is None
    assert announcement_request(table.state, 0) is None, "a person announces their own opening"


def test_the_fallback_is_always_legal(spying: tuple[TableState, Game, BotRequest]) -> None:
    _, _, request = spying
    assert fallback_action(request) == Draw(1)
    empty = dataclasses.replace(request.view, pool_size=0, may_pass=True)
    assert fallback_action(request._replace(view=empty)) == Pass(1)
    assert fallback_action(request._replace(is_turn=False)) is None


def test_the_fallback_of_a_player_who_must_place_is_a_play(spying: tuple[TableState, Game, BotRequest]) -> None:
    """N2: passing would be refused."""
    _, _, request = spying
    table, rack = parse_table("r3 r4 r5"), parse_tiles("r6 k1")
    stuck = dataclasses.replace(request.view, pool_size=0, may_pass=False, table=table, rack=rack, opened=(True, True))
    assert fallback_action(request._replace(view=stuck)) == Play(1, parse_table("r3 r4 r5 r6"))


def test_only_a_scheduled_turn_with_a_seat_is_a_computer_players() -> None:
    table = full()
    scheduled = table.scheduled()
    assert scheduled is not None
    with pytest.raises(TilewiseError, match="has a seat"):
        bot_decision(table.state, scheduled, table.now, table.new_secret)
