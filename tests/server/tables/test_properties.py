"""Invariants of every table, with random people, commands and times."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.support.effort import examples
from tests.support.pure_table import TABLE, PureTable, replaced
from tilewise.errors import Refused
from tilewise.profiles import PROFILES
from tilewise.server.tables import commands as do
from tilewise.server.tables.decisions import mark_returned
from tilewise.server.tables.refusals import NotPossible
from tilewise.server.tables.schedule import ScheduledKind, resume
from tilewise.server.tables.table_settings import PERSON, TableSettings, check_settings
from tilewise.server.tables.table_state import replay_table
from tilewise.server.tables.views import Acted, GameBegan, event_view, table_view

PEOPLE = ("ada", "bob", "cyd", "dan", "eve")

seats = st.integers(-1, 6)
sets = st.sampled_from(("r3 r4 r5", "J J J", "k7 b7 o7", "r1", "", "q9", "r14", "r10 r11 r12 r13", "D C M"))
wild_commands: st.SearchStrategy[do.AnyCommand] = st.one_of(
    st.builds(do.Sit, st.none() | seats),
    st.builds(do.SeatComputer, seats, st.sampled_from(("beginner", "casual", "genius"))),
    st.builds(do.Deal, st.sampled_from(("beginner", "casual", "genius"))),
    st.builds(do.Add, st.sampled_from(("x", "", "a/b", "Z" * 64, "Z" * 65))),
    st.builds(do.Play, st.lists(sets, max_size=3).map(tuple)),
    st.sampled_from(
        (
            do.Stand(), do.Keep(), do.Redeal(), do.Draw(), do.Pass(), do.Announce(), do.Return(), do.NextGame(),
            do.Rematch(), do.Hold(), do.Close(),
        )
    ),
)  # fmt: skip


@st.composite
def tables(draw: st.DrawFn) -> TableSettings:
    """Return settings of any profile: as printed, or with house rules for short games."""
    name = draw(st.sampled_from(sorted(PROFILES)))
    players = draw(st.integers(2, min(4, PROFILES[name].max_players)))
    rules: dict[str, Any] = {}
    rated = draw(st.integers(0, 3)) == 3
    if not rated and draw(st.integers(0, 7)) < 7:
        rack_size = draw(st.sampled_from((2, 4, 7)))
        rules = {
            "rack_size": rack_size,
            "copies": 1,
            "late_tiles": draw(st.sampled_from((3, 20))),
            "opening_threshold": draw(st.sampled_from((0, 10))),
            "redeal_pairs": draw(st.sampled_from((None, None, 1))) if rack_size > 2 else None,
            "turn_seconds": draw(st.sampled_from((60, None, 86_400))),
            "clock_from": draw(st.sampled_from(("first-turn", "after-opening"))),
        }
        if rules["turn_seconds"] == 86_400:
            rules["clock_from"] = "first-turn"
    games = draw(st.integers(1, 2))
    if PROFILES[name].match_by == "games-won":
        games = players
    chosen = TableSettings(
        profile=name,
        rules=rules,
        seats=(PERSON,) * players if rated else (PERSON, *draw(st.tuples(*[levels] * (players - 1)))),
        games=games,
        public=draw(st.integers(0, 3)) == 3,
        rated=rated,
    )
    check_settings(chosen)
    return chosen


levels = st.sampled_from((PERSON, PERSON, PERSON, "beginner", "casual"))


class AnyTable(RuleBasedStateMachine):
    """A table at which people do all kinds of things."""

    table: PureTable

    @initialize(chosen=tables(), seated=st.integers(0, 3))
    def make(self, chosen: TableSettings, seated: int) -> None:
        self.table = PureTable(chosen)
        for person in PEOPLE[1:4] if seated < 3 else ():
            self.give(person, do.Sit())

    @rule(person=st.sampled_from(PEOPLE), command=wild_commands)
    def somebody_asks_something(self, person: str, command: do.AnyCommand) -> None:
        self.give(person, command)

    @precondition(lambda self: self.table.state.phase == "open")
    @rule(person=st.sampled_from(PEOPLE[:4]))
    def somebody_sits_down(self, person: str) -> None:
        self.give(person, do.Sit())

    @precondition(lambda self: self.table.state.phase == "dealing")
    @rule(person=st.sampled_from(PEOPLE[:4]))
    def somebody_adds_chance(self, person: str) -> None:
        self.give(person, do.Add(f"by-{person}"))

    @precondition(lambda self: self.table.state.phase == "offering")
    @rule(person=st.sampled_from(PEOPLE[:4]), redeal=st.booleans())
    def somebody_answers_the_offer(self, person: str, redeal: bool) -> None:
        self.give(person, do.Redeal() if redeal else do.Keep())

    @precondition(lambda self: self.table.state.phase == "over")
    @rule(people=st.lists(st.sampled_from(PEOPLE[:4]), min_size=1, max_size=4))
    def people_want_a_rematch(self, people: list[str]) -> None:
        for person in people:
            self.give(person, do.Rematch())

    @precondition(lambda self: self.table.state.phase == "playing")
    @rule()
    def the_game_is_played_to_its_end(self) -> None:
        for _ in range(600):
            if self.table.state.phase != "playing":
                return
            self.next_turn()
        raise AssertionError("the game has no end")

    @rule(person=st.sampled_from(PEOPLE), really=st.integers(0, 4))
    def somebody_leaves(self, person: str, really: int) -> None:
        if not really:
            self.give(person, do.Leave())

    @precondition(lambda self: self.person_in_turn() is not None)
    @rule(turns=st.integers(1, 12))
    def people_play(self, turns: int) -> None:
        for _ in range(turns):
            if self.person_in_turn() is not None:
                self.next_turn()

    @precondition(lambda self: self.table.scheduled() is not None)
    @rule(times=st.integers(1, 12), moved=st.booleans())
    def scheduled_actions_run(self, times: int, moved: bool) -> None:
        for _ in range(times):
            what, before = self.table.scheduled(), self.table.state
            if what is None:
                return
            self.table.run_scheduled(moved=moved)
            assert self.table.state.number > before.number, f"{what} leads to nothing"

    @rule(seat=st.integers(0, 3), away=st.booleans())
    def a_player_goes_away_or_returns(self, seat: int, away: bool) -> None:
        state = self.table.state
        if seat < len(state.seats) and state.phase == "playing":
            self.table.store((replaced if away else mark_returned)(state, seat, self.table.now))
            assert self.table.state.seats[seat].away in (away, False)

    @rule(milliseconds=st.integers(-3_600_000, 3_600_000))
    def time_passes_even_backwards(self, milliseconds: int) -> None:
        self.table.now += milliseconds

    @rule(milliseconds=st.integers(0, 100_000))
    def the_server_was_down(self, milliseconds: int) -> None:
        began = max(self.table.now, self.table.state.at)
        self.table.now = ended = began + milliseconds
        self.table.store(resume(self.table.state, began, ended, ended))
        assert resume(self.table.state, began, ended, ended).events == [], "time is given back once"

    def next_turn(self) -> None:
        """Let the person in turn play, unless it is a computer player's turn or the time is up."""
        due, before = self.table.scheduled(), self.table.state.number
        # Where nothing is scheduled, the table waits for a person, even for one who is away.
        person = self.table.person_in_turn() if due is None else self.person_in_turn()
        if person is None or (due is not None and due.at <= self.table.now):
            self.table.run_scheduled()
        else:
            self.give(person, self.table.beginner_command(person))
        assert self.table.state.number > before, "a sensible play was refused"

    def give(self, person: str, command: do.AnyCommand) -> None:
        before, length = self.table.state, len(self.table.log)
        refusal = ""
        try:
            self.table.give(person, command)
        except (Refused, NotPossible) as error:
            refusal = str(error)
        if refusal:
            assert refusal.endswith(".")
            assert self.table.state is before
            assert replay_table(TABLE, self.table.log) == before, "a refusal leaves nothing"
            assert len(self.table.log) == length

    def person_in_turn(self) -> str | None:
        state = self.table.state
        if state.game is None or state.phase != "playing" or state.seats[state.game.turn].away:
            return None
        return state.seats[state.game.turn].person

    @invariant()
    def the_log_has_no_gaps_and_time_never_runs_backwards(self) -> None:
        log = self.table.log
        assert [logged.number for logged in log] == list(range(1, len(log) + 1))
        moments = [logged.at for logged in log]
        assert moments == sorted(moments)
        assert self.table.state.number == len(log)

    @invariant()
    def replaying_the_log_gives_the_same_table(self) -> None:
        assert replay_table(TABLE, self.table.log) == self.table.state

    @invariant()
    def tiles_are_conserved(self) -> None:
        state = self.table.state
        if state.game is not None:
            box = state.profile.box(state.settings.players)
            assert self.table.tiles() == Counter({str(tile): count for tile, count in box.items()})

    @invariant()
    def something_is_scheduled_unless_the_table_waits_for_people(self) -> None:
        state, due = self.table.state, self.table.scheduled()
        if state.phase == "playing" and due is None:
            assert state.game is not None
            assert state.seats[state.game.turn].person is not None
            assert state.game.seconds is None
        else:
            assert (due is None) == (state.held or state.phase in ("open", "over", "closed"))

    @invariant()
    def the_countdown_runs_only_while_friends_have_all_seats(self) -> None:
        state = self.table.state
        if state.phase in ("open", "ready"):
            assert (state.phase == "ready") == (not any(seat.is_free for seat in state.seats))
        if state.phase == "ready":
            assert len(state.people) > 1
            assert not state.settings.public

    @invariant()
    def no_substitute_plays_where_no_other_person_has_a_seat(self) -> None:
        state, due = self.table.state, self.table.scheduled()
        if due is not None and due.kind is ScheduledKind.BOT_TURN and due.seat is not None:
            assert state.seats[due.seat].person is None or len(state.people) > 1

    @invariant()
    def nobody_sits_twice_and_a_game_has_its_players(self) -> None:
        state = self.table.state
        people = [seat.person for seat in state.seats if seat.person is not None]
        assert len(people) == len(set(people))
        if state.phase in ("dealing", "offering", "playing"):
            assert all(not player.is_free for player in state.dealt_to)
        if state.phase in ("offering", "playing"):
            game = state.game
            assert game is not None
            left = {number for number, seat in enumerate(state.seats) if seat.is_free}
            assert {seat for seat, up in enumerate(game.given_up) if up} == left
        if state.settings.rated:
            assert all(seat.level is None for seat in state.seats)

    @invariant()
    def every_seat_can_be_told_and_the_events_agree_with_the_view(self) -> None:
        state = self.table.state
        for seat in (None, *range(state.settings.players)):
            view = table_view(state, seat)
            told = event_view(state, self.table.log[-1], seat) if state.number > 1 else None
            if told is not None:
                assert (told.phase, told.phase_ends) == (view.phase, view.phase_ends)
            if isinstance(told, Acted | GameBegan):
                assert told.game == view.game
                if told.action is not None:
                    assert told.action == view.last_actions[-1]

    def teardown(self) -> None:
        if not hasattr(self, "table"):
            return
        self.table.run_to_end()
        for _ in range(600):
            if self.table.state.phase != "playing":
                break
            # The table waits for a person without a clock.
            game = self.table.state.game
            assert game is not None
            person = self.table.state.seats[game.turn].person
            assert person is not None
            self.give(person, self.table.beginner_command(person))
            self.table.run_to_end()
        state = self.table.state
        assert state.held or state.phase in ("open", "over", "closed")
        for finished in self.table.finished:
            assert len(finished.people) == state.settings.players
            assert all(finished.names)


def test_the_invariants_of_a_table_hold_whatever_people_do() -> None:
    run_state_machine_as_test(
        AnyTable,
        settings=settings(
            max_examples=examples(16, thorough=200),
            stateful_step_count=30,
            phases=[Phase.generate, Phase.shrink],
        ),
    )
