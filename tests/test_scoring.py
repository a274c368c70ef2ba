"""What racks are worth, and the scores of a game with their explanation (C1-C4)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tilewise.errors import TilewiseError
from tilewise.points import parse_points, signed
from tilewise.profiles import PROFILES, NotInBox, Profile, rack_worth
from tilewise.profiles.worth import tile_worths
from tilewise.scoring import (
    ENDINGS,
    Ending,
    GameScore,
    ScoreProblem,
    ScoreProblemReason,
    ScoreReason,
    find_score_problem,
    score_game,
)
from tilewise.tiles import FACES, parse_tiles

TM_TOYS = PROFILES["tm-toys"]
CANNOT_OPEN = "r9 r10 k1"
CAN_OPEN = "r9 r10 r11 k1"
CAN_OPEN_WITH_JOKER = "r9 r10 J k1"


def score(
    profile: Profile | str,
    racks: list[str],
    ending: Ending,
    *,
    opened: list[bool] | None = None,
    announced: list[bool] | None = None,
    given_up: list[int] | None = None,
) -> GameScore:
    players = len(racks)
    return score_game(
        PROFILES[profile] if isinstance(profile, str) else profile,
        [parse_tiles(rack) for rack in racks],
        ending=ending,
        opened=opened or [True] * players,
        announced=announced or [False] * players,
        given_up=[seat in (given_up or []) for seat in range(players)],
    )


def points_of(result: GameScore) -> tuple[object, ...]:
    """Give the points, to be compared with whole numbers."""
    return result.points


# C1


@pytest.mark.parametrize("name", PROFILES)
def test_a_rack_is_worth_its_numbers_and_a_penalty_for_each_joker(name: str) -> None:
    """C1: 30 for a joker of any kind, 50 in `tm-toys`."""
    joker = 50 if name == "tm-toys" else 30
    profile = PROFILES[name]
    assert rack_worth(profile, parse_tiles("r5 k10 J")) == 15 + joker
    assert rack_worth(profile, parse_tiles("J D C M")) == 4 * joker
    assert rack_worth(profile, parse_tiles("r13 b13 k1")) == 27
    assert rack_worth(profile, ()) == 0


def test_every_face_has_a_worth() -> None:
    """C1."""
    assert [tile_worths(30)[tile] for tile in parse_tiles("k1 o13 J M")] == [1, 13, 30, 30]
    assert len(tile_worths(50)) == len(FACES)


JOKERS_FOR_NOTHING = {"joker_penalty": 0, "jokers": 4}


@pytest.mark.parametrize("name", PROFILES)
def test_a_rack_of_nothing_but_jokers_is_not_empty_even_if_they_cost_nothing(name: str) -> None:
    """C1: it did not go out, and is the lowest rack where the pool is empty (C4)."""
    profile = PROFILES[name].with_rules(JOKERS_FOR_NOTHING)
    out = score(profile, ["J J", "", "r5"], "out")
    assert (points_of(out), out.winners) == ((0, 5, -5), (1,))
    pool = score(profile, ["J J", "k1", "r5"], "pool")
    assert pool.winners == (0,)
    with pytest.raises(TilewiseError, match="has one empty rack, not 0"):
        score(profile, ["J J", "J", "r5"], "out")


def test_of_two_racks_of_jokers_that_cost_nothing_the_one_with_fewer_tiles_can_win() -> None:
    """C1, C4."""
    jumbo = PROFILES["jumbo"].with_rules(JOKERS_FOR_NOTHING)
    assert score(jumbo, ["J J", "J", "r5"], "pool").winners == (1,)
    international = PROFILES["international"].with_rules(JOKERS_FOR_NOTHING)
    assert score(international, ["J J", "J", "r5"], "pool").winners == (0, 1)


# C2


@pytest.mark.parametrize("name", PROFILES)
def test_the_player_who_goes_out_gets_what_the_others_lose(name: str) -> None:
    """C2: the scores of a game add up to 0."""
    result = score(name, ["r5", "", "k10 b6", "o3"], "out")
    assert points_of(result) == (-5, 24, -16, -3)
    assert (result.winners, result.big_points, result.ending) == ((1,), (0, 1, 0, 0), "out")
    assert sum(result.points) == 0


@pytest.mark.parametrize(("racks", "count"), [(["r5", "k10"], 0), (["", ""], 2)])
def test_a_game_that_ended_with_an_emptied_rack_has_exactly_one(racks: list[str], count: int) -> None:
    """N1."""
    with pytest.raises(TilewiseError, match=f"has one empty rack, not {count}"):
        score("jumbo", racks, "out")


# C3


@pytest.mark.parametrize(
    ("rack", "opened", "announced", "points", "reason"),
    [
        (CANNOT_OPEN, True, False, -20, ScoreReason.RACK),
        (CAN_OPEN, True, False, -31, ScoreReason.RACK),
        (CANNOT_OPEN, False, False, -100, ScoreReason.UNOPENED),
        (CAN_OPEN, False, False, -200, ScoreReason.MISSED_OPENING),
        (CAN_OPEN_WITH_JOKER, False, False, -200, ScoreReason.MISSED_OPENING),
        (CAN_OPEN, False, True, -31, ScoreReason.ANNOUNCED),
        (CAN_OPEN_WITH_JOKER, False, True, -70, ScoreReason.ANNOUNCED),
        (CANNOT_OPEN, False, True, -100, ScoreReason.UNOPENED),
    ],
)
def test_tm_toys_punishes_a_player_who_never_opened(
    rack: str, opened: bool, announced: bool, points: int, reason: ScoreReason
) -> None:
    """C3: 100 or 200 instead of the rack; an announced opening avoids the 200; the winner gets the same."""
    result = score(TM_TOYS, [rack, "", "k7"], "out", opened=[opened, True, True], announced=[announced, False, False])
    assert points_of(result) == (points, 7 - points, -7)
    assert result.scores[0].reason is reason


def test_a_lower_threshold_makes_it_easier_to_have_missed_the_opening() -> None:
    """C3, U4."""
    rack, opened = "r1 r2 r3 k9", [False, True]
    assert points_of(score(TM_TOYS, [rack, ""], "out", opened=opened)) == (-100, 100)
    beginners = TM_TOYS.with_rules({"opening_threshold": 0})
    assert points_of(score(beginners, [rack, ""], "out", opened=opened)) == (-200, 200)


@pytest.mark.parametrize("name", ["vienna-de", "vienna-en", "jumbo", "international", "twist"])
def test_other_profiles_count_the_rack_of_a_player_who_never_opened(name: str) -> None:
    """C3."""
    assert points_of(score(name, [CAN_OPEN, ""], "out", opened=[False, True])) == (-31, 31)


def test_an_empty_pool_punishes_nobody_for_not_having_opened() -> None:
    """C3: only when a rack was emptied."""
    result = score(TM_TOYS, [CAN_OPEN, "k7"], "pool", opened=[False, True])
    assert points_of(result) == (-24, 24)


# C4


def test_the_printed_example_of_tm_toys() -> None:
    """C4: racks 1, 5, 10, 15."""
    result = score(TM_TOYS, ["r1", "r5", "r10", "r10 r5"], "pool")
    assert points_of(result) == (27, -4, -9, -14)
    assert (result.winners, result.big_points) == ((0,), (1, 0, 0, 0))


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("vienna-de", (30, -5, -10, -15)),
        ("twist", (30, -5, -10, -15)),
        ("vienna-en", (27, -4, -9, -14)),
        ("international", (27, -4, -9, -14)),
        ("tm-toys", (27, -4, -9, -14)),
        ("jumbo", (-1, -5, -10, -15)),
    ],
)
def test_with_an_empty_pool_the_lowest_rack_wins(name: str, points: tuple[int, ...]) -> None:
    """C4: every profile scores in its way."""
    result = score(name, ["r1", "r5", "r10", "r10 r5"], "pool")
    assert (points_of(result), result.winners) == (points, (0,))


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("vienna-de", (Fraction(25, 2), -10, Fraction(25, 2), -15)),
        ("twist", (Fraction(25, 2), -10, Fraction(25, 2), -15)),
        ("vienna-en", (Fraction(15, 2), -5, Fraction(15, 2), -10)),
        ("international", (Fraction(15, 2), -5, Fraction(15, 2), -10)),
        ("tm-toys", (Fraction(15, 2), -5, Fraction(15, 2), -10)),
    ],
)
def test_equal_lowest_racks_share_the_plus_exactly(name: str, points: tuple[Fraction, ...]) -> None:
    """C4: fractions are never rounded away."""
    result = score(name, ["r5", "k10", "k2 b3", "k10 b5"], "pool")
    assert points_of(result) == points
    assert (result.winners, result.big_points) == ((0, 2), (1, 0, 1, 0))
    assert sum(result.points) == 0


def test_three_winners_share_in_thirds() -> None:
    """C4."""
    result = score("vienna-de", ["r5", "k5", "b5", "o10"], "pool")
    assert points_of(result) == (Fraction(10, 3), Fraction(10, 3), Fraction(10, 3), -10)


def test_when_all_racks_are_equal_every_player_wins_nothing() -> None:
    """C4."""
    result = score(TM_TOYS, ["r5", "k5", "b5"], "pool")
    assert (points_of(result), result.winners) == ((0, 0, 0), (0, 1, 2))


@pytest.mark.parametrize(
    ("racks", "winners"),
    [
        (["r5", "k2 b3", "k10"], (0,)),  # fewest tiles
        (["r5", "k5", "k2 b3"], (0, 1)),  # still tied: shared
        (["k2 b3", "r1 b1 o3", "k10"], (0,)),
        (["k10", "r4 b5", "k11"], (1,)),  # the points come first
    ],
)
def test_in_jumbo_the_fewest_tiles_decide_a_tie_and_everyone_loses_their_own_rack(
    racks: list[str], winners: tuple[int, ...]
) -> None:
    """C4."""
    result = score("jumbo", racks, "pool")
    assert result.winners == winners
    assert points_of(result) == tuple(-rack_worth(PROFILES["jumbo"], parse_tiles(rack)) for rack in racks)


# Seats that were given up


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("vienna-de", (-2, 12, -10)),
        ("international", (-2, 7, -5)),
        ("tm-toys", (-2, 7, -5)),
        ("jumbo", (-2, -5, -10)),
    ],
)
def test_a_given_up_seat_never_wins_and_loses_its_whole_rack(name: str, points: tuple[int, ...]) -> None:
    """C4: not even with the lowest rack of all."""
    result = score(name, ["r2", "r5", "r10"], "pool", given_up=[0])
    assert (points_of(result), result.winners) == (points, (1,))


def test_a_seat_that_gave_up_pays_the_player_who_goes_out() -> None:
    """C2."""
    result = score("international", ["r2", "", "r10"], "out", given_up=[0])
    assert (points_of(result), result.winners) == ((-2, 12, -10), (1,))


def test_when_all_others_gave_up_the_last_one_gets_their_racks() -> None:
    """C2: even with tiles on the rack."""
    result = score("international", ["r2", "r13", "r10"], "given-up", given_up=[0, 2])
    assert (points_of(result), result.winners) == ((-2, 12, -10), (1,))


def test_a_game_that_was_given_up_punishes_nobody_for_not_having_opened() -> None:
    """C3: only if a player went out; a player who gave up loses the whole rack, however the game ends."""
    result = score(TM_TOYS, ["r2", "r13", "r10"], "given-up", given_up=[0, 2], opened=[False, False, False])
    assert points_of(result) == (-2, 12, -10)


@pytest.mark.parametrize(("given_up", "left"), [([], 2), ([0, 1], 0)])
def test_a_game_that_all_others_gave_up_has_one_player_left(given_up: list[int], left: int) -> None:
    with pytest.raises(TilewiseError, match=f"has one player left, not {left}"):
        score("international", ["r2", "r13"], "given-up", given_up=given_up)


# Explanations


@pytest.mark.parametrize(
    ("result", "sentences"),
    [
        (
            score("jumbo", ["r5 J", ""], "out"),
            ["-35: The rack r5 J is worth 35.", "+35: The sum of what the others lost."],
        ),
        (
            score(TM_TOYS, [CANNOT_OPEN, CAN_OPEN, ""], "out", opened=[False, False, True]),
            [
                "-100: Never opened, and could not have; this counts instead of the rack.",
                "-200: Never opened, but could have; this counts instead of the rack.",
                "+300: The sum of what the others lost.",
            ],
        ),
        (
            score(TM_TOYS, [CAN_OPEN, ""], "out", opened=[False, True], announced=[True, False]),
            [
                "-31: Never opened, but had announced it; the rack r9 r10 r11 k1 is worth 31.",
                "+31: The sum of what the others lost.",
            ],
        ),
        (
            score("international", ["r1", "r5"], "pool"),
            ["+4: The lowest rack, 1; gets what the others lost.", "-4: The rack r5 is worth 5, the winner's 1."],
        ),
        (
            score("vienna-de", ["r5", "k5", "b9"], "pool"),
            [
                "+9/2: One of 2 players with the lowest rack, 5; they share equally what the others lost.",
                "+9/2: One of 2 players with the lowest rack, 5; they share equally what the others lost.",
                "-9: The rack b9 is worth 9.",
            ],
        ),
        (
            score("jumbo", ["r1", "r5"], "pool"),
            [
                "-1: The pool is empty, so everyone loses the value of their own rack: r1 is worth 1.",
                "-5: The pool is empty, so everyone loses the value of their own rack: r5 is worth 5.",
            ],
        ),
    ],
    ids=["out", "never-opened", "announced", "difference", "shared", "all-minus"],
)
def test_every_score_explains_itself(result: GameScore, sentences: list[str]) -> None:
    """C1, C2, C3, C4."""
    assert [str(one) for one in result.scores] == sentences


def test_every_score_reason_names_its_rule() -> None:
    """C1, C2, C3, C4."""
    assert {reason.code: reason.rule for reason in ScoreReason} == {
        "rack": "C1",
        "others": "C2",
        "unopened": "C3",
        "missed-opening": "C3",
        "announced": "C3",
        "difference": "C4",
        "lowest": "C4",
        "shared": "C4",
        "own-rack": "C4",
        "rack-number": "C1",
        "announced-number": "C3",
        "difference-number": "C4",
        "own-rack-number": "C4",
    }
    assert ENDINGS == ("out", "pool", "given-up")


# What is not a game


def test_a_misspelt_ending_is_an_error() -> None:
    with pytest.raises(TilewiseError, match=r"^A game ends in one of the ways out, pool, given-up, not 'Out'\.$"):
        score("jumbo", ["r5", ""], "Out")  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [1, 5])
def test_a_number_of_players_that_the_profile_is_not_for_is_an_error(players: int) -> None:
    """E3."""
    with pytest.raises(TilewiseError, match=f"^jumbo is for 2 to 4 players, not for {players}"):
        score("jumbo", [""] + ["r5"] * (players - 1), "out")


@pytest.mark.parametrize("racks", [["r5 r5", "r5"], ["J J", "J"], ["D", "r5"]])
def test_more_tiles_than_the_box_contains_are_an_error(racks: list[str]) -> None:
    """E1, E2."""
    with pytest.raises(NotInBox, match=r"^The box of jumbo for 3 players has "):
        score("jumbo", ["", *racks], "out")


@pytest.mark.parametrize("name", ["opened", "announced", "given_up"])
@pytest.mark.parametrize("count", [1, 3])
def test_flags_that_are_not_one_per_seat_are_an_error(name: str, count: int) -> None:
    flags: dict[str, list[bool]] = {"opened": [True] * 2, "announced": [False] * 2, "given_up": [False] * 2}
    flags[name] = [False] * count
    with pytest.raises(TilewiseError, match=f"^{name} has one value for each of the 2 seats, not {count}"):
        score_game(PROFILES["jumbo"], [(), parse_tiles("r5")], ending="out", **flags)


def test_a_game_that_every_player_gave_up_did_not_end_with_an_empty_pool() -> None:
    """N2."""
    with pytest.raises(TilewiseError, match="has a player who did not give up"):
        score("jumbo", ["r5", "r6"], "pool", given_up=[0, 1])


@pytest.mark.parametrize("name", PROFILES)
def test_a_game_with_an_empty_rack_did_not_end_with_an_empty_pool(name: str) -> None:
    """N1: the message says what to change."""
    with pytest.raises(
        TilewiseError, match=r"^The rack of seat 1 is empty, .*'out', not with 'pool'\. Change the ending"
    ):
        score(name, ["r5", "", "r6"], "pool")


def test_a_seat_that_gave_up_cannot_have_emptied_its_rack() -> None:
    """N1."""
    with pytest.raises(TilewiseError, match="has one empty rack, not 0"):
        score("jumbo", ["", "r5", "r6"], "out", given_up=[0])


# Scores entered by hand


def problem(name: str, scores: str, ending: Ending | None = None) -> ScoreProblem | None:
    """Return what is wrong with scores such as "24 -5 -16 -3"; the highest one won."""
    points = tuple(map(Fraction, scores.split()))
    winners = [seat for seat, one in enumerate(points) if one == max(points)]
    return find_score_problem(PROFILES[name], points, winners, ending)


@pytest.mark.parametrize("name", PROFILES)
def test_the_printed_scores_add_up_to_0(name: str) -> None:
    """C6, C7."""
    for scores in ("24 -5 -16 -3", "-6 -11 22 -5", "-32 -13 -2 47", "-10 -25 41 -6"):
        assert problem(name, scores) is None
        assert problem(name, scores, "out") is None


@pytest.mark.parametrize(
    ("scores", "reason", "facts"),
    [
        ("24 5 -16 -3", "wrong-sign", {"sum": "+10", "points": "+5", "instead": "-5"}),
        ("-24 -5 -16 -3", "wrong-sign", {"sum": "-48", "points": "-24", "instead": "+24"}),
        ("54 -5 -16 -3", "miscounted-joker", {"sum": "+30", "joker": 30}),
        ("24 -5 -16 -33", "miscounted-joker", {"sum": "-30", "joker": 30}),
        ("25 -5 -16 -3", "wrong-sum", {"sum": "+1", "lost": "24"}),
        ("9/2 4 -9", "wrong-sum", {"sum": "-1/2", "lost": "5"}),
        ("0 -5 -16 -3", "wrong-sum", {"sum": "-24", "lost": "24"}),
    ],
)
def test_scores_that_do_not_add_up_say_what_to_look_for(scores: str, reason: str, facts: dict[str, object]) -> None:
    """C7."""
    found = problem("international", scores)
    assert found is not None
    assert (found.reason.rule, found.reason.code, found.facts) == ("C7", reason, facts)
    assert str(found).startswith(f"The scores add up to {facts['sum']}, not to 0. ")


def test_a_difference_of_a_joker_follows_the_profile() -> None:
    """C1, C7: a joker counts 50 in `tm-toys`."""
    found = problem("tm-toys", "74 -5 -16 -3")
    assert found is not None
    assert found.facts == {"sum": "+50", "joker": 50}
    none = find_score_problem(PROFILES["jumbo"].with_rules({"jokers": 0}), (Fraction(54), Fraction(-24)), (0,))
    assert none is not None
    assert none.reason is ScoreProblemReason.WRONG_SUM


@pytest.mark.parametrize("ending", [None, "pool"])
def test_if_everyone_loses_their_own_rack_only_a_plus_is_wrong(ending: Ending | None) -> None:
    """C4, C7."""
    assert problem("jumbo", "-1 -5 -10 -15", ending) is None
    assert problem("jumbo", "-1 -5 -10 -15", "out") is not None
    plus = problem("jumbo", "30 -5 -10 -15", "pool")
    assert plus is not None
    assert (plus.reason.rule, plus.facts) == ("C4", {"points": "+30"})
    assert problem("jumbo", "30 -5 -10 -15") is None


@pytest.mark.parametrize("name", PROFILES)
def test_no_score_that_the_program_counts_is_doubted(name: str) -> None:
    """C7: whatever the ending, with players who gave up and shared wins."""
    racks = ["r5 k10", "k5 b10", "J", "o13 r1"]
    for result in (
        score(name, ["", *racks[1:]], "out", opened=[True, False, True, True]),
        score(name, racks, "pool"),
        score(name, racks, "pool", given_up=[1, 3]),
        score(name, racks, "given-up", given_up=[0, 1, 3]),
    ):
        for ending in (result.ending, None):
            assert find_score_problem(PROFILES[name], result.points, result.winners, ending) is None


# Points as text


@pytest.mark.parametrize(
    ("points", "text"), [(Fraction(24), "+24"), (Fraction(-5), "-5"), (Fraction(), "0"), (Fraction(27, 2), "+27/2")]
)
def test_points_are_written_with_their_sign_and_read_back(points: Fraction, text: str) -> None:
    """C4, C6."""
    assert signed(points) == text
    assert parse_points(text) == points


@pytest.mark.parametrize("text", ["", "x", "1.5", "1/0", "--3", "1e5", " 3", "9" * 10, "٣", "3/-2", "nan"])
def test_a_text_that_is_not_a_number_of_points_is_an_error(text: str) -> None:
    with pytest.raises(TilewiseError, match="is not a number of points"):
        parse_points(text)
