"""The schedule of a table: clocks, absent people, computer players, the next game."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from tests.support.pure_table import SMALL, PureTable, full, over, playing, replaced
from tilewise.errors import Reason, Refused
from tilewise.game import Draw, TimeOut
from tilewise.profiles import RulesError
from tilewise.server.tables import commands as do
from tilewise.server.tables.decisions import mark_returned
from tilewise.server.tables.events import Acted, Began, CameBack, Dealt, Kept, Resumed, WentAway
from tilewise.server.tables.refusals import NotPossible
from tilewise.server.tables.schedule import (
    ADDING_TIME,
    LONGEST_WAIT,
    OFFER_TIME,
    PAUSE,
    READING_TIME,
    ScheduledAction,
    ScheduledKind,
    after_reading,
    human_thinking_time,
    phase_ends,
    resume,
    scheduled_action,
)
from tilewise.server.tables.table_settings import TableSettings, Tempo, check_settings
from tilewise.server.tables.views import table_view
from tilewise.tiles import format_tiles
from tilewise.turn_clock import DELAY_ALLOWANCE, late_refusal, turn_end, turn_expiry


def test_a_turn_ends_by_the_clock_and_expires_an_allowance_later() -> None:
    """U9, U10."""
    table = playing(profile="jumbo")
    game, began = table.state.game, table.state.turn_began
    assert game is not None
    assert turn_end(game, began) == began + 60_000
    assert turn_expiry(game, began) == began + 60_000 + DELAY_ALLOWANCE
    view = table_view(table.state, 0).game
    assert view is not None
    assert view.turn_ends == began + 60_000, "the allowance is never shown"


def test_a_command_within_the_allowance_counts_and_a_later_one_does_not() -> None:
    table = playing()
    person, began = table.person_in_turn(), table.state.turn_began
    table.now = began + 60_000 + DELAY_ALLOWANCE
    with pytest.raises(Refused) as caught:
        table.give(person, do.Draw())
    assert caught.value.refusal.reason is Reason.TIME_UP
    table.now -= 1
    table.give(person, do.Draw())
    assert table.state.turn_began == table.now


def test_a_late_player_may_still_do_what_does_not_belong_to_the_turn() -> None:
    table = playing(3)
    table.now = table.state.turn_began + 62_000
    person = table.person_in_turn()
    table.give(person, do.Leave())
    assert table.state.seat_of(person) is None


def test_a_late_command_out_of_turn_is_refused_for_being_out_of_turn() -> None:
    table = playing()
    other = ({"ada", "bob"} - {table.person_in_turn()}).pop()
    table.now = table.state.turn_began + 62_000
    with pytest.raises(Refused) as caught:
        table.give(other, do.Draw())
    assert caught.value.refusal.reason is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize(("moved", "drawn"), [(True, 3), (False, 1)])
def test_time_up_costs_what_the_profile_says_for_moved_and_unmoved(moved: bool, drawn: int) -> None:
    """U10."""
    table = playing(profile="vienna-en", games=2)
    game = table.state.game
    assert game is not None
    events = table.run_scheduled(moved=moved)
    assert table.now == table.state.turn_began
    assert isinstance(events[0], Acted)
    assert (events[0].by, events[0].verb) == ("clock", "out-of-time")
    after = table.state.game
    assert after is not None
    assert len(after.racks[game.turn]) == 14 + drawn
    assert after.turn != game.turn
    told = table_view(table.state, None).last_actions[-1]
    assert (told.by, told.drawn, told.drawn_tiles) == ("clock", drawn, None)


UNTIMED: dict[str, int | str | None] = {"turn_seconds": None}


def test_a_player_who_runs_out_of_time_keeps_the_seat() -> None:
    table = playing()
    table.run_scheduled()
    assert not any(seat.away for seat in table.state.seats)


def test_without_a_clock_nothing_ever_happens_in_the_turn_of_a_person() -> None:
    assert playing(profile="tm-toys", rules=UNTIMED).scheduled() is None


def test_without_a_clock_nobody_ever_plays_for_a_person_among_computer_players() -> None:
    table = PureTable(TableSettings(seats=("beginner", "person", "beginner"), rules=UNTIMED))
    table.give("ada", do.Add("chance"))
    for _ in range(20):
        table.run_to_end()
        game = table.state.game
        assert game is not None
        assert (table.phase(), game.turn) == ("playing", 1), "all the others have played, and wait"
        with pytest.raises(NotPossible):
            table.give("ada", do.Substitute(1), absent={1})
        table.give("ada", do.Draw())
    by_seat = [(event.seat, event.by) for logged in table.log if isinstance(event := logged.event, Acted)]
    assert {by for seat, by in by_seat if seat == 1} == {"person"}


def test_the_other_players_let_a_computer_player_play_for_an_absent_one() -> None:
    table = playing(3, rules=UNTIMED)
    absent = table.person_in_turn()
    seat = table.state.seat_of(absent)
    assert seat is not None
    other = ({"ada", "bob", "cyd"} - {absent}).pop()
    assert table.give(other, do.Substitute(seat), absent={seat}) == [WentAway(seat)]
    assert table.state.computer_at(seat) == "casual"
    assert table.state.seats[seat].person == absent
    what = table.scheduled()
    assert what is not None
    assert (what.kind, what.seat) == (ScheduledKind.BOT_TURN, seat)
    (acted,) = table.run_scheduled()
    assert isinstance(acted, Acted)
    assert acted.by == "computer"


def test_a_substitute_stops_when_no_other_person_is_left_at_the_table() -> None:
    """Also at tables of earlier versions, where a computer player took over by itself."""
    table = playing(2, rules=UNTIMED | {"rack_size": 5}, seats=("person", "person", "beginner"))
    table.store(replaced(table.state, 0, table.now))
    table.give("bob", do.Leave())
    for _ in range(3):
        table.run_to_end()
        game = table.state.game
        assert game is not None
        assert (table.phase(), game.turn) == ("playing", 0)
        table.give("ada", do.Draw())
        table.store(replaced(table.state, 0, table.now))


@pytest.mark.parametrize(
    ("seat", "absent", "code"),
    [(0, set[int](), "not-absent"), (2, {0, 2}, "not-absent"), (7, {7}, "no-such-seat")],
)
def test_only_an_absent_person_is_replaced(seat: int, absent: set[int], code: str) -> None:
    table = playing(2, seats=("person", "person", "beginner"))
    with pytest.raises(NotPossible) as caught:
        table.give("bob", do.Substitute(seat), absent=absent)
    assert caught.value.reason.code == code


def test_a_spectator_cannot_replace_a_player_and_nobody_can_twice_or_before_the_game() -> None:
    table = playing()
    table.give("bob", do.Substitute(0), absent={0})
    for person, code in (("eve", "not-seated"), ("bob", "again")):
        with pytest.raises(NotPossible) as caught:
            table.give(person, do.Substitute(0), absent={0})
        assert caught.value.reason.code == code
    with pytest.raises(NotPossible) as caught:
        full(2).give("bob", do.Substitute(0), absent={0})
    assert caught.value.reason.code == "not-now"


@pytest.mark.parametrize("profile", ["vienna-de", "twist"])
def test_a_clock_from_the_opening_on_starts_with_the_turn_after_it(profile: str) -> None:
    """U9."""
    table = playing(profile=profile, rules=SMALL)
    kinds = set()
    for _ in range(200):
        game, what = table.state.game, table.scheduled()
        if table.phase() != "playing" or game is None:
            break
        kinds.add((game.opened[game.turn], None if what is None else what.kind))
        view = table_view(table.state, None).game
        assert view is not None
        assert (view.turn_ends is None) == (not game.opened[game.turn])
        table.give(table.person_in_turn(), table.beginner_command(table.person_in_turn()))
    assert kinds == {(False, None), (True, ScheduledKind.TIME_UP)}


def test_a_player_who_returns_plays_again() -> None:
    table = playing()
    seat = table.state.seat_of("ada")
    assert seat is not None
    table.store(replaced(table.state, seat, table.now))
    decision = mark_returned(table.state, seat, table.now)
    (event,) = decision.events
    assert isinstance(event, CameBack)
    table.store(decision)
    assert mark_returned(table.state, seat, table.now).events == []
    assert table.state.computer_at(seat) is None


def test_a_command_brings_an_absent_player_back() -> None:
    table = playing()
    person = table.person_in_turn()
    seat = table.state.seat_of(person)
    assert seat is not None
    table.store(replaced(table.state, seat, table.now))
    events = table.give(person, do.Draw())
    assert [type(event) for event in events] == [CameBack, Acted]
    assert table.give(person, do.Return()) == []


def test_a_refused_command_of_an_absent_player_changes_nothing() -> None:
    table = playing()
    table.store(replaced(table.state, 0, table.now))
    before = table.state
    with pytest.raises(NotPossible):
        table.give("ada", do.Rematch())
    assert table.state is before


def test_the_deal_waits_a_few_seconds_for_additions() -> None:
    table = full(3)
    began = table.now
    table.now += 1000
    table.give("ada", do.Add("a"))
    assert phase_ends(table.state) == began + ADDING_TIME
    with pytest.raises(NotPossible) as caught:
        table.give("ada", do.Add("b"))
    assert caught.value.reason.code == "again"
    with pytest.raises(NotPossible) as caught:
        table.give("bob", do.Add("not/this"))
    assert caught.value.reason.code == "bad-addition"
    events = table.run_scheduled()
    assert isinstance(events[0], Dealt)
    assert table.now == began + ADDING_TIME


def test_computer_players_take_as_long_as_people_like() -> None:
    assert (human_thinking_time(0), human_thinking_time(0.5), human_thinking_time(0.999)) == (1000, 2000, 2998)
    table = PureTable(TableSettings(seats=("person", "beginner")))
    table.run_scheduled()
    for _ in range(6):
        what = scheduled_action(table.state, human_thinking_time)
        assert what is not None
        if what.kind is ScheduledKind.BOT_TURN:
            assert 1000 <= what.at - table.state.turn_began < 3000
            table.run_scheduled()
        else:
            table.give("ada", table.beginner_command("ada"))
    by = {told.seat: told.by for told in table_view(table.state, 0).last_actions}
    assert by == {0: "person", 1: "computer"}


def bot_turn(seats: tuple[str, ...], **settings: object) -> tuple[PureTable, ScheduledAction]:
    """Return a table at which it is a computer player's turn, and when that player acts."""
    table = PureTable(TableSettings(seats=seats, **settings))  # type: ignore[arg-type]
    for person in ("bob", "cyd")[: seats.count("person") - 1]:
        table.give(person, do.Sit())
    while table.phase() != "playing":
        table.run_scheduled()
    while True:
        what = scheduled_action(table.state, human_thinking_time)
        if what is not None and what.kind is ScheduledKind.BOT_TURN:
            return table, what
        table.give(table.person_in_turn(), do.Draw())


@pytest.mark.parametrize(("tempo", "percent"), [("slow", 200), ("normal", 100), ("fast", 35), ("instant", 0)])
def test_the_tempo_of_a_table_changes_how_long_computer_players_take(tempo: Tempo, percent: int) -> None:
    table, what = bot_turn(("person", "beginner"))
    normal = what.at - table.state.turn_began
    table.now += 500
    table.give("ada", do.SetTempo(tempo))
    changed = scheduled_action(table.state, human_thinking_time)
    assert changed is not None
    assert (changed.kind, changed.seat) == (what.kind, what.seat)
    assert changed.at - table.state.turn_began == normal * percent // 100, "the current turn already changes"


def test_a_table_of_an_earlier_version_has_the_normal_tempo() -> None:
    stored = {"profile": "classic", "seats": ["person", "beginner"]}
    assert msgspec.convert(stored, TableSettings).tempo == "normal"


def test_a_computer_player_waits_as_long_as_the_only_person_reads() -> None:
    table, what = bot_turn(("person", "beginner", "beginner"))
    assert after_reading(what, table.state, {}) == what
    assert after_reading(what, table.state, {0: table.now}) is None
    later = what.at + 3_600_000
    after = after_reading(what, table.state, {}, read_until=later)
    assert after is not None
    assert after.at == later, "it is not late: it waited"


def test_with_other_people_reading_delays_a_computer_player_for_a_limited_time() -> None:
    table, what = bot_turn(("person", "person", "beginner"))
    for since, at in (
        (what.at, what.at + LONGEST_WAIT),
        (what.at - READING_TIME + 1_000, what.at + 1_000),
        (what.at - READING_TIME, what.at),
        (what.at - 10 * READING_TIME, what.at),
    ):
        after = after_reading(what, table.state, {1: since})
        assert after is not None
        assert after.at == at
    both = after_reading(what, table.state, {0: what.at - READING_TIME, 1: what.at})
    assert both is not None
    assert both.at == what.at + LONGEST_WAIT


def test_a_spectator_or_a_person_who_is_away_does_not_delay_anybody_by_reading() -> None:
    table, what = bot_turn(("person", "person", "beginner"))
    table.store(replaced(table.state, 1, table.now))
    assert after_reading(what, table.state, {1: what.at}) == what
    assert after_reading(what, table.state, {2: what.at}) == what


def test_reading_stops_no_clock_and_delays_no_next_game() -> None:
    """U9: time to read would be time to think."""
    table = playing(rules={"turn_seconds": 60})
    expiry = table.scheduled()
    assert expiry is not None
    assert expiry.kind is ScheduledKind.TIME_UP
    assert after_reading(expiry, table.state, {0: table.now, 1: table.now}) == expiry
    solo = PureTable(TableSettings(seats=("person", "beginner"), games=2, rules=SMALL))
    while solo.phase() != "between":
        scheduled = solo.scheduled()
        if scheduled is None or scheduled.kind is ScheduledKind.TIME_UP:
            solo.give("ada", solo.beginner_command("ada"))
        else:
            solo.run_scheduled()
    pause = solo.scheduled()
    assert pause is not None
    assert after_reading(pause, solo.state, {0: solo.now}) == pause


def test_a_person_cannot_act_for_a_computer_player() -> None:
    table = PureTable(TableSettings(seats=("person", "beginner")))
    table.run_scheduled()
    while table.state.game is not None and table.state.game.turn == 0:
        table.give("ada", do.Draw())
    with pytest.raises(Refused) as caught:
        table.give("ada", do.Draw())
    assert caught.value.refusal.reason is Reason.NOT_YOUR_TURN


def test_the_next_game_begins_after_a_pause() -> None:
    table = playing(2, rules=SMALL, games=2)
    while table.phase() == "playing":
        table.give(table.person_in_turn(), table.beginner_command(table.person_in_turn()))
    ended = table.state.at
    assert phase_ends(table.state) == ended + PAUSE
    assert table.state.game_number == 1
    table.run_scheduled()
    assert table.now == ended + PAUSE
    assert (table.phase(), table.state.game_number) == ("dealing", 2)


def test_a_player_who_stands_up_does_not_prolong_the_pause() -> None:
    table = playing(3, rules=SMALL, games=2)
    while table.phase() == "playing":
        table.give(table.person_in_turn(), table.beginner_command(table.person_in_turn()))
    ended = table.state.at
    table.now += 5_000
    table.give("cyd", do.Stand())
    assert phase_ends(table.state) == ended + PAUSE


def test_in_tm_toys_the_next_game_is_started_by_the_seat_to_the_left() -> None:
    """S6."""
    table = playing(3, profile="tm-toys", rules=SMALL | {"redeal_pairs": None}, games=3)
    starters = []
    while table.phase() != "over":
        if table.phase() == "playing" and table.state.game is not None:
            if not table.state.game.history:
                starters.append(table.state.game.starter)
            table.give(table.person_in_turn(), table.beginner_command(table.person_in_turn()))
        else:
            table.run_scheduled()
    assert starters[1:] == [(starters[0] + 1) % 3, (starters[0] + 2) % 3]
    assert [result.starter for result in table.state.results] == starters
    assert [finished.game for finished in table.finished] == [1, 2, 3]


def test_a_match_ends_after_its_games_with_standings() -> None:
    table = over(games=3)
    view = table_view(table.state, None)
    assert (view.game_number, len(view.standings), view.phase) == (3, 2, "over")
    assert sum(place.games_won for place in view.standings) >= 3
    assert sum(int(place.points) for place in view.standings) == 0


# Correspondence


DAYS: dict[str, int | str | None] = {"turn_seconds": 3 * 86_400}


def test_by_correspondence_no_player_is_absent_and_the_clock_runs_for_days() -> None:
    table = playing(rules=DAYS)
    assert table.state.by_correspondence
    what = table.scheduled()
    assert what is not None
    assert what.at - table.state.turn_began == 3 * 86_400_000 + DELAY_ALLOWANCE
    table.run_scheduled()
    assert not any(seat.away for seat in table.state.seats)


def test_by_correspondence_the_redeal_is_offered_as_long_as_a_turn_takes() -> None:
    """S5."""
    table = full(profile="jumbo", rules=DAYS)
    table.run_scheduled()
    assert table.phase() == "offering"
    assert phase_ends(table.state) == table.state.turn_began + 3 * 86_400_000


def test_by_correspondence_every_turn_has_a_clock() -> None:
    with pytest.raises(RulesError, match="clock_from=first-turn"):
        check_settings(TableSettings(profile="twist", rules=DAYS))
    check_settings(TableSettings(profile="twist", rules=DAYS | {"clock_from": "first-turn"}))


# Outages


def test_a_turn_gets_the_time_of_an_outage_back_once() -> None:
    table = playing()
    began = table.state.turn_began
    table.now = began + 40_000
    decision = resume(table.state, began + 10_000, began + 40_000, table.now)
    assert decision.events == [Resumed(30_000)]
    table.store(decision)
    game = table.state.game
    assert game is not None
    assert turn_end(game, table.state.turn_began) == began + 90_000
    assert resume(table.state, began + 10_000, began + 40_000, table.now).events == []


def test_a_turn_that_began_after_the_outage_gets_nothing() -> None:
    table = playing()
    began = table.state.turn_began
    assert resume(table.state, began - 10_000, began - 5_000, table.now).events == []


def test_a_turn_without_a_clock_and_a_table_without_a_game_get_nothing() -> None:
    table = playing(rules={"turn_seconds": None})
    later = table.now + 50_000
    assert resume(table.state, table.now + 1, later, table.now).events == []
    assert resume(over().state, later, later + 1, later + 1).events == []


def test_the_offer_of_a_redeal_gets_its_time_back_too() -> None:
    table = full(profile="jumbo")
    table.run_scheduled()
    began = table.state.turn_began
    table.now = began + 60_000
    table.store(resume(table.state, began + 1_000, began + 60_000, table.now))
    assert phase_ends(table.state) == began + OFFER_TIME + 59_000


# The redeal (S5)


def offering(pairs_for: int | None = None) -> PureTable:
    """Return a table of jumbo at which only one seat may ask for a redeal, or none."""
    for attempt in range(300):
        table = full(3, profile="jumbo")
        table.give("ada", do.Add(f"try-{attempt}"))
        table.run_scheduled()
        may = [seat for seat in range(3) if (game := table_view(table.state, seat).game) and game.may_redeal]
        if may == ([] if pairs_for is None else [pairs_for]):
            return table
    raise AssertionError("no such deal")


def test_every_player_answers_the_offer_of_a_redeal() -> None:
    table = offering(None)
    assert phase_ends(table.state) == table.state.turn_began + OFFER_TIME
    for person in ("ada", "bob"):
        (event,) = table.give(person, do.Keep())
        assert isinstance(event, Kept)
    assert table.phase() == "offering"
    with pytest.raises(NotPossible) as caught:
        table.give("ada", do.Keep())
    assert caught.value.reason.code == "again"
    table.now += 5_000
    events = table.give("cyd", do.Keep())
    assert [type(event) for event in events] == [Kept, Began]
    assert table.phase() == "playing"
    assert table.state.turn_began == table.now


def test_no_player_acts_before_the_offer_is_answered() -> None:
    table = offering(None)
    with pytest.raises(NotPossible) as caught:
        table.give("ada", do.Draw())
    assert caught.value.reason.code == "not-now"


def test_a_player_with_three_pairs_gets_a_redeal_and_every_player_is_asked_again() -> None:
    table = offering(1)
    before = table.state.game
    assert before is not None
    table.give("ada", do.Keep())
    table.now += 7_000
    table.give("bob", do.Redeal())
    after = table.state.game
    assert after is not None
    assert after.racks != before.racks
    for seat in (0, 1, None):
        shown = table_view(table.state, seat).last_actions[-1].shown.split()
        assert len(shown) >= 6
        assert not Counter(shown) - Counter(format_tiles(before.racks[1]).split())
    assert (table.phase(), table.state.kept) == ("offering", frozenset())
    assert phase_ends(table.state) == table.now + OFFER_TIME


def test_a_player_with_too_few_pairs_gets_the_reason() -> None:
    table = offering(1)
    with pytest.raises(Refused) as caught:
        table.give("ada", do.Redeal())
    assert caught.value.refusal.rule == "S5"


def test_after_some_seconds_silence_means_keeping() -> None:
    table = offering(1)
    events = table.run_scheduled()
    assert [type(event) for event in events] == [Kept, Kept, Kept, Began]


def test_the_others_are_told_only_that_a_seat_has_answered() -> None:
    table = offering(1)
    mine, others = table_view(table.state, 1).game, table_view(table.state, 0).game
    assert mine is not None
    assert others is not None
    assert (mine.may_redeal, others.may_redeal) == (True, False)
    watching = table_view(table.state, None).game
    assert watching is not None
    assert not watching.may_redeal


def test_a_computer_player_answers_the_offer_at_once() -> None:
    table = PureTable(TableSettings(profile="jumbo", seats=("person", "casual")))
    table.run_scheduled()
    what = table.scheduled()
    assert what is not None
    assert (what.kind, what.seat, what.at) == (ScheduledKind.BOT_TURN, 1, table.state.at)
    table.run_scheduled()
    game = table.state.game
    assert game is not None
    assert 1 in table.state.kept or game.history


# Announcing (C3)


def test_a_computer_player_announces_the_opening_that_it_has_just_drawn() -> None:
    """C3."""
    for attempt in range(200):
        table = PureTable(TableSettings(profile="tm-toys", seats=("person", "beginner", "beginner")))
        table.give("ada", do.Add(f"try-{attempt}"))
        while table.phase() in ("offering", "playing"):
            game = table.state.game
            assert game is not None
            if table.phase() == "playing" and game.turn == 0:
                table.give("ada", do.Draw() if game.pool else do.Pass())
                continue
            events = table.run_scheduled()
            if len(events) == 2 and isinstance(events[1], Acted) and events[1].verb == "announce":
                after = table.state.game
                assert after is not None
                assert events[1].by == "computer"
                assert events[1].seat == game.turn
                assert after.announced[game.turn]
                assert table.state.turn_from == table.state.number - 1, "an announcement begins no turn"
                return
    raise AssertionError("nobody has announced")


def test_a_person_announces_out_of_turn() -> None:
    """C3."""
    for attempt in range(300):
        table = full(2, profile="tm-toys", rules={"redeal_pairs": None})
        table.give("ada", do.Add(f"try-{attempt}"))
        table.run_scheduled()
        for person in (table.person_in_turn(), table.person_in_turn()):
            table.give(table.person_in_turn(), do.Draw())
            view = table_view(table.state, table.state.seat_of(person)).game
            assert view is not None
            if view.may_announce:
                began = table.state.turn_began
                table.now += 1_000
                table.give(person, do.Announce())
                assert table.state.turn_began == began
                return
            with pytest.raises(Refused):
                table.give(person, do.Announce())
    raise AssertionError("nobody could announce")


def test_lateness_is_a_refusal_with_its_rule() -> None:
    table = playing()
    game = table.state.game
    assert game is not None
    assert late_refusal(game, 0, 60_999) is None
    refusal = late_refusal(game, 0, 61_000)
    assert refusal is not None
    assert refusal.rule == "U10"


def test_actions_of_the_clock_are_actions_of_the_game() -> None:
    table = playing()
    game = table.state.game
    assert game is not None
    table.give(table.person_in_turn(), do.Draw())
    table.run_scheduled()
    after = table.state.game
    assert after is not None
    assert [type(action) for action in after.actions] == [Draw, TimeOut]
    assert table.state.acted_by == ("person", "clock")
