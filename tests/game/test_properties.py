"""What is true in every game, whatever a player tries: random games with every profile and many house rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import Phase, assume, given, settings
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
from tests.support.seatings import SEATINGS
from tilewise.bots import UNTIMED, Beginner, next_action, play_out
from tilewise.draft import Draft, draft_of
from tilewise.errors import Reason, Refused
from tilewise.game import (
    Action,
    Announce,
    Draw,
    Game,
    GiveUp,
    Pass,
    Play,
    Redeal,
    TimeOut,
    apply,
    new_game,
    refusal_of,
    replay,
)
from tilewise.profiles import PROFILES, Profile
from tilewise.profiles.worth import rack_worth
from tilewise.scoring import ENDINGS, score_game
from tilewise.sets import Kind, TileSet, read_set
from tilewise.shuffle import shuffled
from tilewise.tiles import FACES, Table, Tile, Tiles, parse_table, parse_tiles
from tilewise.turn import LegalTurn
from tilewise.view import view_of

pytestmark = pytest.mark.long

seeds = st.integers(0, 10**6).map(str)
ends = st.sampled_from(("start", "end", None))


@st.composite
def tables_rules(draw: st.DrawFn, printed: Profile) -> Profile:
    """Draw the printed rules, or house rules under which games end soon: small racks, high penalties."""
    if draw(st.integers(0, 3)) == 3:
        return printed
    hasty = draw(st.integers(0, 3)) < 3
    rack_size = draw(st.sampled_from((1, 2, 3, 4, 6, 14)))
    late_tiles = 30 if hasty else draw(st.sampled_from((12, 3, 1, 0)))
    changes: dict[str, Any] = {
        "rack_size": rack_size,
        "copies": draw(st.integers(1, 2)) if rack_size < 14 else printed.copies,
        "jokers": draw(st.integers(0, 2)),
        "redeal_pairs": draw(st.none() | st.integers(1, min(3, rack_size // 2))) if rack_size > 1 else None,
        "opening_threshold": draw(st.sampled_from((0, 10, 30))),
        "joker_penalty": draw(st.sampled_from((0, 1, 30, 1000))),
        "freed_joker": draw(st.sampled_from(("anywhere", "another-set", "new-set"))),
        "late_tiles": late_tiles,
        "late_tiles_unmoved": draw(st.sampled_from((late_tiles, late_tiles // 2, 0))),
        "turn_seconds": 60 if hasty else draw(st.sampled_from((60, None))),
        "clock_from": "first-turn" if hasty else draw(st.sampled_from(("first-turn", "after-opening"))),
        "wrong_play": draw(st.sampled_from(("refused", "penalty"))),
        "empty_pool": draw(st.sampled_from(("passes", "stuck", "must-place", "last-round"))),
        "pool_score": draw(st.sampled_from(("rack", "difference", "all-minus"))),
        "pool_tie": draw(st.sampled_from(("shared", "fewest-tiles"))),
    }
    if draw(st.booleans()):
        changes |= {"unopened_penalty": 100, "missed_opening_penalty": 200}
    else:
        changes |= {"unopened_penalty": None, "missed_opening_penalty": None}
    if printed.gift_tiles_in_box:
        changes["gift_tiles"] = draw(st.sampled_from(("off", "added", "instead")))
    return printed.with_rules(changes)


def counted(table: Iterable[Iterable[Tile]]) -> Counter[Tile]:
    """Count the tiles of a table, or of racks."""
    return Counter(tile for tiles in table for tile in tiles)


def all_tiles(game: Game) -> Counter[Tile]:
    """Count every tile of a game, wherever it is."""
    return counted((*game.racks, *game.table, game.pool))


def box_of(game: Game) -> Counter[Tile]:
    """Count the tiles of the game's box; a face that the box does not have is not mentioned."""
    return +game.profile.box(game.players)


def replayed(game: Game) -> Game:
    """Replay a game from its profile, seed and actions."""
    return replay(game.profile, game.players, game.seed, game.actions, game.given_starter)


def is_legal(game: Game, action: Action) -> bool | None:
    """Return whether an action is legal by docs/rules.md alone; None if that requires reading sets."""
    seat = action.seat
    if game.is_over or seat not in game.playing:
        return False
    match action:
        case GiveUp():
            return True
        case Redeal():  # S5
            taken = [a for a in game.actions if not isinstance(a, Redeal | GiveUp)]
            pairs = [t for t, n in Counter(game.racks[seat]).items() if n >= 2 and t.number]
            needed = game.profile.redeal_pairs
            return needed is not None and not taken and len(pairs) >= needed
        case Announce():
            return None
        case _ if seat != game.turn:
            return False  # S2
        case Draw():
            return bool(game.pool)  # U1
        case Pass():
            if game.profile.empty_pool == "must-place" and not game.pool:
                return None  # N2
            return not game.pool  # U13
        case TimeOut():  # U9
            timed = game.profile.clock_from == "first-turn" or game.opened[seat]
            return timed and game.profile.turn_seconds is not None
    return None


def check_scores(game: Game) -> None:
    """C2-C4: a game's scores add up to 0; where everyone loses their own rack, to minus all racks."""
    score = game.score
    assert score is not None
    if game.ending == "pool" and game.profile.pool_score == "all-minus":
        assert score.points == tuple(-rack_worth(game.profile, rack) for rack in game.racks)
    else:
        assert sum(score.points) == 0
        assert all(score.points[seat] >= 0 for seat in score.winners)
    assert score.winners
    assert set(score.winners) <= set(game.playing)


def check_ending(game: Game) -> None:
    """N1, N2: a game is over when a rack is empty, or with an empty pool, or when one player is left."""
    empty = [seat for seat, rack in enumerate(game.racks) if not rack]
    if game.ending == "out":
        assert empty == [game.turn]
    else:
        assert not empty
    if game.ending == "pool":
        assert not game.pool
    assert (game.ending == "given-up") == (len(game.playing) == 1)


def check_step(before: Game, action: Action, after: Game) -> None:
    """Check that a legal action did what the rules say, and nothing else."""
    seat = action.seat
    rack_before, rack = Counter(before.racks[seat]), Counter(after.racks[seat])
    happened = after.history[-1]
    assert after.history[:-1] == before.history
    assert happened.action == action
    if isinstance(action, Redeal):
        assert after.table == ()
        assert [len(r) for r in after.racks] == [before.profile.rack_size] * before.players
        return
    others = [other for other in range(before.players) if other != seat]
    assert all(after.racks[other] == before.racks[other] for other in others)
    if isinstance(action, Play) and happened.refusal is None:
        # U6: at least one tile from the rack, and every tile of the table is still there. U2: nothing was drawn.
        assert happened.placed
        assert counted(after.table) == counted(before.table) + Counter(happened.placed)
        assert rack == rack_before - Counter(happened.placed)
        assert after.pool == before.pool
        if not before.opened[seat]:
            # U3: an opening is worth enough, and leaves the table alone.
            assert happened.opening_value is not None
            assert happened.opening_value >= before.profile.opening_threshold
            assert not Counter(map(as_it_counts, before.table)) - Counter(map(as_it_counts, after.table))
        assert after.opened[seat]
        return
    # U10, U13: the table is unchanged, and the player has drawn what the pool had.
    assert after.table == before.table
    assert after.opened == before.opened
    count = 0
    match action:
        case Draw():
            count = 1
        case TimeOut(moved=moved):
            count = before.profile.late_tiles if moved else before.profile.late_tiles_unmoved
        case Play():
            count = before.profile.late_tiles
            assert before.profile.wrong_play == "penalty"  # U11
    assert happened.drawn == before.pool[:count]
    assert after.pool == before.pool[count:]
    assert rack == rack_before + Counter(happened.drawn)


def as_it_counts(tiles: Tiles) -> tuple[Kind, Tiles]:
    """Return a key that is equal for equal sets: the order of a group's tiles does not matter."""
    reading = read_set(tiles)
    assert isinstance(reading, TileSet)
    return reading.key


def with_other_hidden_tiles(game: Game, viewer: int | None, key: str) -> Game:
    """Change everything that a viewer may not know: mix the tiles of the others, of the pool, and the seed."""
    hidden = [seat for seat in range(game.players) if seat != viewer and not game.is_over]
    tiles = list(shuffled((*game.pool, *(tile for seat in hidden for tile in game.racks[seat])), key, "hidden"))
    racks = list(game.racks)
    for seat in hidden:
        racks[seat] = tuple(sorted(tiles[: len(racks[seat])]))
        del tiles[: len(racks[seat])]
    other = FACES[len(key) :]
    last_drawn = [d if seat == viewer else other[: len(d)] for seat, d in enumerate(game.last_drawn)]
    history = [h if h.action.seat == viewer else replace(h, drawn=other[: len(h.drawn)]) for h in game.history]
    return replace(
        game,
        racks=tuple(racks),
        pool=tuple(tiles),
        seed=f"another-{key}",
        last_drawn=tuple(last_drawn),
        history=tuple(history),
    )


class RandomPlay(RuleBasedStateMachine):
    """A table where anything is tried, legal or not."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.printed = PROFILES[name]
        self.players: int
        self.game: Game

    @initialize(data=st.data(), seed=seeds)
    def start(self, data: st.DataObject, seed: str) -> None:
        self.players = data.draw(st.sampled_from(self.printed.player_counts))
        profile = data.draw(tables_rules(self.printed))
        starter = data.draw(st.none() | st.integers(0, self.players - 1))
        self.game = new_game(profile, self.players, seed, starter)

    def submit(self, action: Action) -> None:
        """Try an action: a legal one does what the rules say, an illegal one is refused and changes nothing."""
        before, shown = self.game, repr(self.game)
        expected = is_legal(before, action)
        try:
            self.game = apply(before, action)
            legal = True
        except Refused:
            legal = False
        assert expected in (None, legal)
        assert (refusal_of(before, action) is None) == legal
        assert repr(before) == shown
        if legal:
            check_step(before, action, self.game)

    @precondition(lambda self: not self.game.is_over)
    @rule(turns=st.integers(1, 12))
    def beginners_play(self, turns: int) -> None:
        """The beginner never breaks a rule."""
        for _ in range(turns):
            if not self.game.is_over:
                action = next_action(self.game, [Beginner()] * self.players)
                assert refusal_of(self.game, action) is None
                self.submit(action)

    @rule(turns=st.integers(1, 8))
    def draw_or_pass(self, turns: int) -> None:
        for _ in range(turns):
            self.submit(Draw(self.game.turn) if self.game.pool else Pass(self.game.turn))

    @rule()
    def draw_from_an_empty_pool_or_pass_before(self) -> None:
        self.submit(Pass(self.game.turn) if self.game.pool else Draw(self.game.turn))

    @rule(moved=st.booleans(), times=st.integers(1, 8))
    def run_out_of_time(self, moved: bool, times: int) -> None:
        for _ in range(times):
            self.submit(TimeOut(self.game.turn, moved))

    @rule(data=st.data())
    def claim_out_of_turn(self, data: st.DataObject) -> None:
        seat = data.draw(st.integers(0, self.players - 1))
        claims: tuple[Action, ...] = (Redeal(seat), Announce(seat))
        self.submit(data.draw(st.sampled_from(claims)))

    @rule(data=st.data(), earnest=st.integers(0, 3))
    def give_up(self, data: st.DataObject, earnest: int) -> None:
        # Rarely, so that all players stay in most games.
        if earnest == 3:
            self.submit(GiveUp(data.draw(st.integers(0, self.players - 1))))

    @rule(data=st.data())
    def act_from_any_seat(self, data: st.DataObject) -> None:
        seat = data.draw(st.integers(-1, self.players))
        actions: list[Action] = [
            Draw(seat),
            Pass(seat),
            TimeOut(seat, True),
            TimeOut(seat, False),
            Redeal(seat),
            Announce(seat),
        ]
        actions.append(Play(seat, self.game.table))
        self.submit(data.draw(st.sampled_from(actions)))

    @rule(data=st.data())
    def play_a_table_that_went_wrong(self, data: st.DataObject) -> None:
        """Change what the beginner would play, or the table, by one to three random mistakes."""
        game = self.game
        chosen = Beginner().choose(view_of(game, game.turn), UNTIMED)
        table = [list(tiles) for tiles in (chosen.table if isinstance(chosen, Play) else game.table)]
        rack = game.racks[game.turn]
        for _ in range(data.draw(st.integers(1, 3))):
            slip(table, rack, data)
        self.submit(Play(game.turn, tuple(map(tuple, table))))

    @rule(data=st.data(), key=seeds)
    def look_at_the_game(self, data: st.DataObject, key: str) -> None:
        """A view is the same whatever the tiles that it must not show."""
        viewer = data.draw(st.none() | st.integers(0, self.players - 1))
        view = view_of(self.game, viewer)
        other = with_other_hidden_tiles(self.game, viewer, key)
        assert all_tiles(other) == all_tiles(self.game)
        # The scores of a finished game are public.
        assert view_of(other, viewer) == view

    @invariant()
    def no_tile_appears_or_vanishes(self) -> None:
        assert all_tiles(self.game) == box_of(self.game)  # E1, E2, U6

    @invariant()
    def every_set_on_the_table_is_valid(self) -> None:
        assert all(isinstance(read_set(tiles), TileSet) for tiles in self.game.table)  # T1-T5

    @invariant()
    def racks_are_sorted(self) -> None:
        assert all(list(rack) == sorted(rack) for rack in self.game.racks)

    @invariant()
    def the_seat_in_turn_has_not_given_up(self) -> None:
        assert self.game.is_over or self.game.turn in self.game.playing  # S2

    @invariant()
    def a_game_that_is_over_has_a_reason_and_scores(self) -> None:
        if self.game.is_over:
            check_ending(self.game)
            check_scores(self.game)
        else:
            assert self.game.score is None
            assert all(self.game.racks)

    def teardown(self) -> None:
        """A replay equals the play."""
        if hasattr(self, "game"):
            assert replayed(self.game) == self.game


def slip(table: list[list[Tile]], rack: Tiles, data: st.DataObject) -> None:
    """Make one mistake: move, lose, invent or duplicate a tile, split or shuffle a set."""
    kind = data.draw(st.sampled_from(("add", "move", "lose", "invent", "split", "join", "mix", "empty", "new", "swap")))
    index = data.draw(st.integers(0, max(0, len(table) - 1)))
    other = data.draw(st.integers(0, max(0, len(table) - 1)))
    if kind == "invent":
        table.append([data.draw(st.sampled_from(FACES)) for _ in range(3)])
    elif kind == "empty":
        table.append([])
    elif kind == "new" and rack:
        table.append(data.draw(st.lists(st.sampled_from(rack), min_size=1, max_size=5)))
    elif not table:
        return
    elif kind == "add" and rack:
        table[index].append(data.draw(st.sampled_from(rack)))
    elif kind == "move" and table[index]:
        table[other].append(table[index].pop())
    elif kind == "lose" and table[index]:
        table[index].pop()
    elif kind == "split":
        table.append(table[index][3:])
        del table[index][3:]
    elif kind == "join" and index != other:
        table[index] += table[other]
        del table[other]
    elif kind == "mix":
        table[index] = data.draw(st.permutations(table[index]))
    elif kind == "swap" and table[index] and table[other]:
        table[index][0], table[other][0] = table[other][0], table[index][0]


@pytest.mark.parametrize("name", PROFILES)
def test_whatever_is_tried_tiles_are_conserved_sets_stay_valid_refusals_change_nothing_and_a_replay_equals_the_play(
    name: str,
) -> None:
    """E1, E2, S2, S5, U1, U2, U3, U6, U9, U10, U11, U13, N1, N2, C2, C4."""
    # Without shrinking: of a failure in all profiles, that would take many minutes.
    random = settings(max_examples=examples(12, thorough=200), stateful_step_count=30, phases=[Phase.generate])
    run_state_machine_as_test(partial(RandomPlay, name), settings=random)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "players"), SEATINGS)
@settings(max_examples=examples(1, thorough=10))
@given(seed=seeds)
def test_in_a_whole_game_of_beginners_tiles_are_conserved_and_scores_add_up(name: str, players: int, seed: str) -> None:
    """S3, S4, N1, N2, C2, C4."""
    profile = PROFILES[name]
    game = new_game(profile, players, seed)
    assert [len(rack) for rack in game.racks] == [14] * players
    assert len(game.pool) == profile.box(players).total() - 14 * players
    beginners = [Beginner()] * players
    while not game.is_over:
        action = next_action(game, beginners)
        after = apply(game, action)
        check_step(game, action, after)
        assert all_tiles(after) == box_of(after)
        game = after
    check_ending(game)
    check_scores(game)
    assert replayed(game) == game


@pytest.mark.parametrize("name", PROFILES)
@settings(max_examples=examples(8, thorough=50))
@given(data=st.data(), seed=seeds)
def test_a_game_of_beginners_by_house_rules_ends_and_its_scores_add_up(
    name: str, data: st.DataObject, seed: str
) -> None:
    """N1, N2, C2-C4."""
    profile = data.draw(tables_rules(PROFILES[name]))
    # A beginner takes every redeal (S5): with few pairs needed that would take long.
    profile = profile.with_rules({"redeal_pairs": None})
    players = data.draw(st.sampled_from(profile.player_counts))
    game = play_out(new_game(profile, players, seed), [Beginner()] * players)
    assert game.ending in ("out", "pool")
    check_ending(game)
    check_scores(game)
    assert all_tiles(game) == box_of(game)


def few_tiles_each(profile: Profile, players: int) -> st.SearchStrategy[list[Tiles]]:
    """Give each player one to three low tiles or jokers of the box."""
    low = [tile for tile in profile.box(players).elements() if tile.number <= 3]
    sizes = st.lists(st.integers(1, 3), min_size=players, max_size=players)
    return st.tuples(st.permutations(low), sizes).map(
        lambda drawn: [tuple(drawn[0][3 * seat : 3 * seat + size]) for seat, size in enumerate(drawn[1])]
    )


@pytest.mark.parametrize("name", PROFILES)
@settings(max_examples=examples(50, thorough=500))
@given(data=st.data())
def test_scores_add_up_and_winners_who_share_get_the_same_whatever_is_left_on_the_racks(
    name: str, data: st.DataObject
) -> None:
    """C1-C4: few tiles, so that equal lowest racks, and racks of nothing but jokers, are common."""
    profile = data.draw(tables_rules(PROFILES[name]))
    racks = data.draw(few_tiles_each(profile, data.draw(st.sampled_from(profile.player_counts))))
    flags = st.lists(st.booleans(), min_size=len(racks), max_size=len(racks))
    ending = data.draw(st.sampled_from(ENDINGS))
    given_up = data.draw(flags)
    winner = data.draw(st.integers(0, len(racks) - 1))
    if ending == "given-up":
        given_up = [seat != winner for seat in range(len(racks))]
    else:
        given_up[winner] = False
    if ending == "out":
        racks[winner] = ()
    opened, announced = data.draw(flags), data.draw(flags)
    score = score_game(profile, racks, ending=ending, opened=opened, announced=announced, given_up=given_up)
    if ending == "pool" and profile.pool_score == "all-minus":
        assert score.points == tuple(-rack_worth(profile, rack) for rack in racks)
    else:
        assert sum(score.points) == 0
    assert len({score.points[seat] for seat in score.winners}) == 1
    assert not any(given_up[seat] for seat in score.winners)
    if ending == "pool":
        lowest = min(rack_worth(profile, rack) for rack, up in zip(racks, given_up, strict=True) if not up)
        assert all(rack_worth(profile, racks[seat]) == lowest for seat in score.winners)
    else:
        assert score.winners == (winner,)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_a_view_shows_the_viewers_rack_and_changes_with_it(viewer: int | None) -> None:
    """The counterpart of the secrecy tests: a viewer does see what they may see."""
    game = new_game(PROFILES["jumbo"], 3, seed=5)
    for seat in range(3):
        racks = list(game.racks)
        racks[seat], pool = game.pool[:14], (*racks[seat], *game.pool[14:])
        changed = replace(game, racks=tuple(racks), pool=pool)
        assert (view_of(changed, viewer) == view_of(game, viewer)) == (seat != viewer)


@pytest.mark.parametrize("name", PROFILES)
@settings(max_examples=examples(10, thorough=100))
@given(seed=seeds, turns=st.integers(0, 60), data=st.data())
def test_one_tile_swapped_between_another_rack_and_the_pool_shows_in_no_view_but_that_seats_own(
    name: str, seed: str, turns: int, data: st.DataObject
) -> None:
    """Other racks, the order of the pool (S4) and the seed are hidden."""
    game = new_game(PROFILES[name], 3, seed)
    for _ in range(turns):
        if not game.is_over:
            game = apply(game, next_action(game, [Beginner()] * 3))
    assume(not game.is_over and game.pool)
    seat = data.draw(st.integers(0, 2))
    place = data.draw(st.integers(0, len(game.racks[seat]) - 1))
    index = data.draw(st.integers(0, len(game.pool) - 1))
    given_away, taken = game.racks[seat][place], game.pool[index]
    assume(given_away != taken)
    rack = tuple(sorted((*game.racks[seat][:place], taken, *game.racks[seat][place + 1 :])))
    pool = (*game.pool[:index], given_away, *game.pool[index + 1 :])
    swapped = replace(game, racks=(*game.racks[:seat], rack, *game.racks[seat + 1 :]), pool=pool)
    for viewer in (None, 0, 1, 2):
        assert (view_of(swapped, viewer) == view_of(game, viewer)) == (viewer != seat)


class RandomDraft(RuleBasedStateMachine):
    """A turn in progress with random moves; `tables` and `at` are what undo and redo should return."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.profile = PROFILES[name]
        self.game: Game
        self.draft: Draft

    @initialize(seed=seeds, turns=st.integers(0, 60), players=st.integers(2, 4))
    def start(self, seed: str, turns: int, players: int) -> None:
        game = new_game(self.profile, players, seed)
        for _ in range(turns):
            after = apply(game, next_action(game, [Beginner()] * players))
            game = game if after.is_over else after
        self.game = game
        self.draft = draft_of(view_of(game, game.turn))
        self.tables: list[Table] = [self.draft.sets]
        self.at = 0

    def moved(self, draft: Draft) -> None:
        """Note a step, which clears what had been undone."""
        self.draft = draft
        self.tables[self.at + 1 :] = [draft.sets]
        self.at += 1

    def tiles_from(self, data: st.DataObject, tiles: Iterable[Tile]) -> Tiles:
        """Draw some tiles: mostly from those given, sometimes any."""
        given = tuple(tiles)
        some = st.lists(st.sampled_from(given), max_size=4, unique=False) if given else st.just([])
        return tuple(data.draw(some | some | st.lists(st.sampled_from(FACES), max_size=2)))

    def number(self, data: st.DataObject) -> int:
        """Draw the number of a set, sometimes of one that does not exist."""
        return data.draw(st.integers(1, max(1, len(self.draft.sets))) | st.integers(-1, len(self.draft.sets) + 2))

    def tiles_of(self, number: int) -> Tiles:
        return self.draft.sets[number - 1] if 1 <= number <= len(self.draft.sets) else ()

    @rule(data=st.data(), at=ends)
    def use_the_hands(self, data: st.DataObject, at: Any) -> None:
        """An impossible move is refused and changes nothing; any other is one step."""
        draft, shown = self.draft, repr(self.draft)
        number, other = self.number(data), self.number(data)
        hand = (*draft.rack, *draft.loose)
        verb = data.draw(st.sampled_from(("lay", "add", "take", "move", "new", "split", "join")))
        try:
            match verb:
                case "lay":
                    after = draft.lay(self.tiles_from(data, hand))
                case "add":
                    after = draft.add(number, self.tiles_from(data, hand), at)
                case "take":
                    after = draft.take(number, self.tiles_from(data, self.tiles_of(number)))
                case "move":
                    after = draft.move(number, self.tiles_from(data, self.tiles_of(number)), other, at)
                case "new":
                    after = draft.move(number, self.tiles_from(data, self.tiles_of(number)), None)
                case "split":
                    after = draft.split(number, data.draw(st.integers(-1, 14)))
                case _:
                    after = draft.join(number, other)
        except Refused:
            assert repr(draft) == shown
        else:
            self.moved(after)

    @rule()
    def undo(self) -> None:
        if self.at:
            self.at -= 1
            before, self.draft = self.draft, self.draft.undo()
            assert self.draft.redo() == before
        else:
            with pytest.raises(Refused, match="nothing to undo"):
                self.draft.undo()

    @rule()
    def redo(self) -> None:
        if self.at < len(self.tables) - 1:
            self.at += 1
            before, self.draft = self.draft, self.draft.redo()
            assert self.draft.undo() == before
        else:
            with pytest.raises(Refused, match="nothing to redo"):
                self.draft.redo()

    @rule(earnest=st.integers(0, 3))
    def reset(self, earnest: int) -> None:
        """A reset is the start of the turn, and a step like any other."""
        before = self.draft
        after = before.reset()
        assert after.sets == before.before
        assert after.rack == before.whole_rack
        assert not after.loose
        assert not after.has_moved
        if earnest == 3 and before.has_moved:
            self.moved(after)

    @invariant()
    def sets_loose_tiles_and_rack_are_what_the_turn_began_with(self) -> None:
        draft = self.draft
        there = counted(draft.sets) + Counter(draft.loose) + Counter(draft.rack)
        assert there == counted(draft.before) + Counter(draft.whole_rack)
        assert Counter(draft.rack) + Counter(draft.placed) == Counter(draft.whole_rack)
        assert all(draft.sets)

    @invariant()
    def undo_and_redo_go_through_the_steps(self) -> None:
        assert self.draft.sets == self.tables[self.at]
        assert len(self.draft.undo_stack) == self.at
        assert len(self.draft.redo_stack) == len(self.tables) - 1 - self.at

    @invariant()
    def a_draft_may_end_exactly_when_the_game_accepts_its_table(self) -> None:
        refusal = refusal_of(self.game, Play(self.game.turn, self.draft.sets))
        ended = self.draft.assessment.verdict
        if self.game.profile.wrong_play == "refused":
            assert isinstance(ended, LegalTurn) == (refusal is None)
        elif refusal is None:
            after = apply(self.game, Play(self.game.turn, self.draft.sets))
            assert isinstance(ended, LegalTurn) == (after.history[-1].refusal is None)
        else:
            assert refusal.reason is Reason.UNKNOWN_TILE


@pytest.mark.parametrize("name", PROFILES)
def test_hands_at_work_conserve_tiles_and_undo_and_redo_go_through_every_step(name: str) -> None:
    """U6: only the end of the turn is judged."""
    random = settings(max_examples=examples(10, thorough=200), stateful_step_count=25)
    run_state_machine_as_test(partial(RandomDraft, name), settings=random)  # type: ignore[arg-type]


def test_a_beginner_who_extends_a_set_with_a_special_joker_may_place_a_similar_set_with_another_joker() -> None:
    """U8: the special joker stays in its set, so a similar set from the rack is not an exchange."""
    game = new_game(PROFILES["twist"], 2, seed=1)
    seat = game.turn
    racks = list(game.racks)
    racks[seat] = parse_tiles("b3 b4 r6 J")
    game = replace(game, table=parse_table("b3 b4 C"), racks=tuple(racks), opened=(True, True))
    action = Beginner().choose(view_of(game, seat), UNTIMED)
    assert action == Play(seat, parse_table("b3 b4 C r6 | b3 b4 J"))
    assert refusal_of(game, action) is None


@pytest.mark.parametrize("name", ["vienna-en", "jumbo"])
def test_time_outs_that_cost_no_tile_do_not_end_a_game_whose_pool_is_not_empty(name: str) -> None:
    """N2: only an empty pool, and then a round of passes or the last round, ends a game nobody has won."""
    game = new_game(PROFILES[name].with_rules({"late_tiles": 0, "late_tiles_unmoved": 0}), 2, seed=1)
    for _ in range(4):
        assert not game.is_over
        assert game.pool
        game = apply(game, TimeOut(game.turn, False))
