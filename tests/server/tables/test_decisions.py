"""Decisions on commands: taking seats, leaving, rematches, closing."""

from __future__ import annotations

import pytest

from tests.support.pure_table import SMALL, PureTable, full, over, playing, replaced, seated
from tilewise.profiles import RulesError
from tilewise.server.tables import commands as do
from tilewise.server.tables.decisions import Decision, decide
from tilewise.server.tables.events import Acted, Closed, Committed, Held, MatchBegan, Resumed, Sat, Stood, TempoChanged
from tilewise.server.tables.refusals import NotPossible
from tilewise.server.tables.schedule import COUNTDOWN, ScheduledAction, ScheduledKind, phase_ends, resume
from tilewise.server.tables.table_settings import TableSettings, Tempo, check_settings
from tilewise.server.tables.views import event_view, table_view


def refused(table: PureTable, person: str, command: do.AnyCommand) -> str:
    with pytest.raises(NotPossible) as caught:
        table.give(person, command)
    return caught.value.reason.code


def test_the_creator_takes_the_first_seat_for_a_person() -> None:
    table = PureTable(TableSettings(seats=("beginner", "person", "person")))
    assert table.state.seat_of("ada") == 1
    assert table.phase() == "open"


def test_a_table_for_one_person_is_dealt_at_once() -> None:
    assert PureTable(TableSettings(seats=("person", "beginner"))).state.phase == "dealing"


def test_strangers_at_a_public_table_are_dealt_to_at_once() -> None:
    table = PureTable(TableSettings(public=True))
    assert [type(event) for event in table.give("bob", do.Sit())] == [Sat, Committed]
    assert table.phase() == "dealing"


def test_friends_see_who_is_there_before_the_deal_begins_by_itself() -> None:
    table = PureTable(TableSettings())
    table.now += 5_000
    assert [type(event) for event in table.give("bob", do.Sit())] == [Sat]
    assert table.phase() == "ready"
    began = table.now
    assert table.scheduled() == ScheduledAction(began + COUNTDOWN, ScheduledKind.START)
    assert table_view(table.state, 1).phase_ends == began + COUNTDOWN
    assert event_view(table.state, table.log[-1], 0).phase_ends == began + COUNTDOWN
    assert [type(event) for event in table.run_scheduled()] == [Committed]
    assert (table.now, table.phase()) == (began + COUNTDOWN, "dealing")


def test_the_owner_deals_at_once_and_nobody_else_does() -> None:
    table = seated()
    assert refused(table, "bob", do.Deal()) == "not-the-maker"
    assert refused(table, "eve", do.Deal()) == "not-the-maker"
    table.give("ada", do.Deal())
    assert table.phase() == "dealing"
    assert refused(table, "ada", do.Deal()) == "not-now"


def test_the_owner_deals_before_everyone_is_there_and_computer_players_take_the_free_seats() -> None:
    table = PureTable(TableSettings(seats=("person",) * 4))
    table.give("bob", do.Sit(2))
    assert refused(table, "ada", do.Deal("genius")) == "no-such-level"
    assert table.phase() == "open"
    table.give("ada", do.Deal("solid"))
    assert [seat.level for seat in table.state.seats] == [None, "solid", None, "solid"]
    assert table.phase() == "dealing"
    rated = PureTable(TableSettings(rated=True))
    assert refused(rated, "ada", do.Deal()) == "rated"
    assert rated.state.seats[1].is_free


def test_a_creator_who_has_left_the_table_to_nobody_cannot_deal() -> None:
    table = PureTable(TableSettings())
    table.give("ada", do.Stand())
    assert refused(table, "ada", do.Deal()) == "not-seated"


def test_the_owner_holds_the_countdown_until_saying_deal() -> None:
    table = seated()
    assert refused(table, "bob", do.Hold()) == "not-the-maker"
    assert [type(event) for event in table.give("ada", do.Hold())] == [Held]
    assert table.scheduled() is None
    assert event_view(table.state, table.log[-1], 1).phase_ends is None
    assert refused(table, "ada", do.Hold()) == "again"
    table.give("bob", do.Stand())
    table.give("cyd", do.Sit())
    assert (table.phase(), table.scheduled()) == ("ready", None), "held is held, whoever comes and goes"
    table.give("ada", do.Deal())
    assert table.phase() == "dealing"
    assert not table.state.held
    assert refused(PureTable(TableSettings()), "ada", do.Hold()) == "not-now"


@pytest.mark.parametrize("leave", [do.Stand(), do.Leave()])
def test_somebody_who_leaves_stops_the_countdown_and_the_next_one_starts_it_again(leave: do.AnyCommand) -> None:
    table = seated(3)
    table.now += COUNTDOWN - 1
    table.give("bob", leave)
    assert (table.phase(), table.scheduled(), phase_ends(table.state)) == ("open", None, None)
    table.now += 60_000
    table.give("dan", do.Sit())
    assert phase_ends(table.state) == table.now + COUNTDOWN


def test_the_countdown_gets_the_time_of_an_outage_back_once_unless_it_is_held() -> None:
    table = seated()
    began = table.now
    table.now += 3_600_000
    decision = resume(table.state, began + 4_000, table.now, table.now)
    assert [type(event) for event in decision.events] == [Resumed]
    table.store(decision)
    assert phase_ends(table.state) == table.now + COUNTDOWN - 4_000
    assert resume(table.state, began + 4_000, table.now, table.now).events == []
    table.give("ada", do.Hold())
    assert resume(table.state, table.now, table.now + 9_000, table.now + 9_000).events == []


def test_a_full_table_can_be_closed_by_its_owner_and_takes_nobody_else() -> None:
    table = seated()
    assert refused(table, "cyd", do.Sit()) == "table-full"
    assert refused(table, "ada", do.SeatComputer(0, "casual")) == "not-now"
    table.give("ada", do.Close())
    assert table.phase() == "closed"


def test_a_seat_is_taken_once_and_by_one_person_once() -> None:
    table = PureTable(TableSettings(seats=("person",) * 3))
    assert refused(table, "ada", do.Sit()) == "seated-already"
    assert refused(table, "bob", do.Sit(0)) == "seat-taken"
    assert refused(table, "bob", do.Sit(3)) == "no-such-seat"
    assert refused(table, "bob", do.Sit(-1)) == "no-such-seat"
    table.give("bob", do.Sit(2))
    assert table.state.seat_of("bob") == 2
    table.give("cyd", do.Sit())
    assert refused(table, "dan", do.Sit()) == "table-full"


def test_a_player_who_stands_up_before_the_game_can_take_another_seat() -> None:
    table = PureTable(TableSettings(seats=("person",) * 3))
    table.give("ada", do.Stand())
    table.give("ada", do.Sit(1))
    assert table.state.seat_of("ada") == 1


def test_people_without_a_seat_can_do_nothing_at_a_table() -> None:
    table = playing()
    for command in (do.Draw(), do.Leave(), do.Keep(), do.Rematch(), do.Add("x"), do.Return(), do.NextGame()):
        assert refused(table, "eve", command) == "not-seated"
    assert refused(table, "eve", do.Close()) == "not-the-maker"
    assert refused(table, "eve", do.SeatComputer(0, "beginner")) == "not-the-maker"


def test_only_the_owner_seats_computer_players() -> None:
    table = PureTable(TableSettings(seats=("person",) * 3))
    table.give("bob", do.Sit())
    assert refused(table, "bob", do.SeatComputer(2, "beginner")) == "not-the-maker"
    assert refused(table, "ada", do.SeatComputer(1, "beginner")) == "seat-taken"
    assert refused(table, "ada", do.SeatComputer(7, "beginner")) == "no-such-seat"
    assert refused(table, "ada", do.SeatComputer(2, "genius")) == "no-such-level"
    table.give("ada", do.SeatComputer(2, "solid"))
    assert table.state.seats[2].level == "solid"
    assert table.phase() == "ready"


def test_only_the_owner_changes_the_tempo_and_at_any_time() -> None:
    table = full(2)
    changes: tuple[tuple[str, Tempo], ...] = (("dealing", "slow"), ("playing", "fast"))
    for phase, tempo in changes:
        assert table.phase() == phase
        assert refused(table, "bob", do.SetTempo("instant")) == "not-the-maker"
        assert table.give("ada", do.SetTempo(tempo)) == [TempoChanged(tempo)]
        assert table.state.settings.tempo == tempo
        assert table.give("ada", do.SetTempo(tempo)) == [], "nothing has changed"
        table.run_scheduled()


def test_when_the_creator_has_left_the_first_person_is_the_owner() -> None:
    table = PureTable(TableSettings(seats=("person",) * 3))
    table.give("bob", do.Sit())
    table.give("ada", do.Leave())
    table.give("bob", do.SeatComputer(2, "beginner"))
    assert table.state.seats[2].level == "beginner"


def test_a_rated_table_is_for_people_only() -> None:
    with pytest.raises(RulesError, match="people only"):
        check_settings(TableSettings(seats=("person", "beginner"), rated=True))
    with pytest.raises(RulesError, match="no hints"):
        check_settings(TableSettings(rated=True, hints=True))
    table = PureTable(TableSettings(seats=("person",) * 3, rated=True))
    assert refused(table, "ada", do.SeatComputer(1, "beginner")) == "rated"


def test_a_program_gets_no_seat_at_a_rated_table() -> None:
    rated = TableSettings(seats=("person",) * 3, rated=True)
    table = PureTable(rated)
    secrets = iter("abc")
    with pytest.raises(NotPossible, match="people only"):
        decide(table.state, do.Sit(), "bob", "Bob", table.now, lambda: next(secrets), "robot")
    with pytest.raises(NotPossible, match="people only"):
        Decision.on_new_table("t", rated, "bob", "Bob", table.now, lambda: next(secrets), "robot")
    unrated = PureTable(TableSettings(seats=("person",) * 3))
    sat = decide(unrated.state, do.Sit(), "bob", "Bob", unrated.now, lambda: next(secrets), "robot")
    assert sat.state.seats[1].avatar == "robot"


def test_leaving_an_open_table_frees_the_seat_and_the_last_person_closes_it() -> None:
    table = PureTable(TableSettings(seats=("person",) * 3))
    table.give("bob", do.Sit())
    table.give("bob", do.Leave())
    assert table.state.seats[1].is_free
    assert table.phase() == "open"
    table.give("ada", do.Leave())
    assert table.phase() == "closed"
    assert refused(table, "bob", do.Sit()) == "closed"


def test_leaving_during_the_deal_gives_up_but_does_not_speed_it_up() -> None:
    table = full(3)
    table.give("ada", do.Leave())
    assert table.phase() == "dealing"
    table.give("bob", do.Add("b"))
    assert table.phase() == "dealing"
    table.give("cyd", do.Add("c"))
    game = table.state.game
    assert game is not None
    assert game.given_up == (True, False, False)
    assert table.state.fair is not None
    assert table.state.fair.additions == (None, "b", "c")


def test_leaving_a_deal_that_only_waited_for_that_person_deals_at_once() -> None:
    table = full(3)
    table.give("bob", do.Add("b"))
    table.give("cyd", do.Add("c"))
    table.give("ada", do.Leave())
    assert table.phase() == "playing"


def test_leaving_the_deal_of_a_table_for_two_ends_the_game_for_the_other() -> None:
    table = full(2, rated=True)
    table.give("ada", do.Leave())
    table.run_scheduled()
    assert table.phase() == "over"
    (finished,) = table.finished
    assert finished.people == ("ada", "bob")
    assert finished.winners == (1,)
    assert finished.given_up == (True, False)


def test_leaving_while_a_redeal_is_offered_gives_up() -> None:
    table = full(3, profile="jumbo")
    table.run_scheduled()
    assert table.phase() == "offering"
    table.give("bob", do.Keep())
    table.give("cyd", do.Keep())
    table.give("ada", do.Leave())
    assert table.phase() == "playing", "nobody is left to answer"


def test_when_one_of_three_leaves_the_others_play_on() -> None:
    table = playing(3)
    events = table.give("ada", do.Leave())
    assert [type(event) for event in events] == [Acted, Stood]
    assert table.phase() == "playing"
    assert table.state.seat_of("ada") is None
    assert refused(table, "ada", do.Sit()) == "table-full"
    table.give("bob", do.Leave())
    assert table.phase() == "over"
    (finished,) = table.finished
    assert finished.people == ("ada", "bob", "cyd")
    assert finished.names == ("Ada", "Bob", "Cyd")
    assert finished.winners == (2,)


def test_leaving_passes_the_turn_on_and_restarts_the_clock() -> None:
    table = playing(3)
    table.now += 10_000
    leaver = table.person_in_turn()
    table.give(leaver, do.Leave())
    assert table.person_in_turn() != leaver
    assert table.state.turn_began == table.now
    assert table.state.turn_from == table.state.number - 1


def test_a_table_closes_when_only_computer_players_are_left() -> None:
    table = PureTable(TableSettings(seats=("person", "beginner", "beginner")))
    table.run_scheduled()
    table.give("ada", do.Leave())
    assert table.phase() == "closed"
    assert table.scheduled() is None


def test_leaving_a_rated_match_between_two_games_ends_it() -> None:
    table = playing(3, games=3, rated=True)
    while table.phase() == "playing":
        table.give(table.person_in_turn(), table.beginner_command(table.person_in_turn()))
    assert table.phase() == "between"
    table.give("ada", do.Stand())
    assert table.phase() == "over"


def test_leaving_a_rated_game_counts_as_given_up_and_ends_the_match() -> None:
    table = playing(3, games=3, rated=True)
    table.give("ada", do.Leave())
    table.give("bob", do.Leave())
    assert table.phase() == "over"
    assert table.finished[0].given_up == (True, True, False)
    assert table.finished[0].rated


def test_in_an_unrated_match_a_computer_player_takes_the_seat_of_a_player_who_left() -> None:
    table = playing(3, games=2, rules=SMALL)
    table.give("ada", do.Leave())
    while table.phase() == "playing":
        table.give(table.person_in_turn(), table.beginner_command(table.person_in_turn()))
    assert table.phase() == "between"
    assert table.finished[0].people == ("ada", "bob", "cyd")
    table.give("bob", do.NextGame())
    assert table.state.seats[0].level == "casual"
    table.run_to_end()
    assert table.finished[1].people == (None, "bob", "cyd")
    assert table.finished[1].names == ("casual", "Bob", "Cyd")


def test_a_rematch_begins_when_every_player_wants_it() -> None:
    table = over()
    table.give("ada", do.Rematch())
    assert refused(table, "ada", do.Rematch()) == "again"
    assert table.phase() == "over"
    events = table.give("bob", do.Rematch())
    assert [type(event) for event in events][1:] == [MatchBegan, Committed]
    assert (table.state.match, table.state.results, table.phase()) == (2, (), "dealing")
    assert table.state.wants_rematch == frozenset()


def test_a_rematch_waits_for_a_new_player_when_the_other_one_leaves() -> None:
    table = over()
    table.give("ada", do.Rematch())
    table.give("bob", do.Leave())
    assert table.phase() == "open"
    assert table.state.match == 2
    table.give("cyd", do.Sit())
    assert table.phase() == "ready"


def test_a_player_who_stands_up_no_longer_wants_a_rematch() -> None:
    table = over(3)
    table.give("ada", do.Rematch())
    table.give("ada", do.Stand())
    assert table.state.wants_rematch == frozenset()
    assert table.phase() == "over"


def test_a_rematch_does_not_wait_for_absent_players_and_starts_without_them() -> None:
    table = over(3)
    table.store(replaced(table.state, 2, table.now))
    table.give("ada", do.Rematch())
    table.give("bob", do.Rematch())
    assert table.phase() == "open"
    assert table.state.seat_of("cyd") is None


def test_the_table_closes_when_the_last_person_leaves_after_the_match() -> None:
    table = over()
    table.give("ada", do.Stand())
    events = table.give("bob", do.Leave())
    assert isinstance(events[-1], Closed)


def test_only_the_owner_closes_a_table_and_never_during_a_game() -> None:
    table = playing()
    assert refused(table, "ada", do.Close()) == "not-now"
    assert refused(table, "bob", do.Close()) == "not-the-maker"
    done = over()
    done.give("ada", do.Close())
    assert done.phase() == "closed"


@pytest.mark.parametrize("command", [do.Keep(), do.NextGame(), do.Rematch(), do.Add("x"), do.Redeal(), do.Stand()])
def test_a_command_of_another_phase_is_refused_with_the_phase(command: do.AnyCommand) -> None:
    table = playing()
    with pytest.raises(NotPossible, match="a game is being played") as caught:
        table.give("ada", command)
    assert caught.value.reason.code == "not-now"
