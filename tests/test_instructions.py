"""The turn in typed words."""

from __future__ import annotations

import pytest

from tilewise.draft import Draft
from tilewise.errors import Reason, Refused, TilewiseError
from tilewise.instructions import IN_DRAFT, Instruction, InstructionError, Verb, parse_instruction, perform
from tilewise.profiles import PROFILES
from tilewise.tiles import format_table, format_tiles, parse_table, parse_tiles


def draft(table: str = "", rack: str = "") -> Draft:
    before = parse_table(table)
    return Draft(PROFILES["international"], True, before, tuple(sorted(parse_tiles(rack))), before)


def said(a_draft: Draft, *texts: str) -> str:
    for text in texts:
        a_draft = perform(a_draft, parse_instruction(text))
    return format_table(a_draft.sets)


# Reading


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("lay r3 r4 r5", Instruction(Verb.LAY, tiles=parse_tiles("r3 r4 r5"))),
        ("r3 R4 j", Instruction(Verb.LAY, tiles=parse_tiles("r3 r4 J"))),
        ("LAY r3, r4; r5", Instruction(Verb.LAY, tiles=parse_tiles("r3 r4 r5"))),
        ("new r3 r4 r5", Instruction(Verb.LAY, tiles=parse_tiles("r3 r4 r5"))),
        ("add r6 to 2", Instruction(Verb.ADD, tiles=parse_tiles("r6"), target=2)),
        ("add r6 to set #2.", Instruction(Verb.ADD, tiles=parse_tiles("r6"), target=2)),
        ("add the tile r6 2", Instruction(Verb.ADD, tiles=parse_tiles("r6"), numbers=(2,))),
        ("add J to the start of 2", Instruction(Verb.ADD, tiles=parse_tiles("J"), target=2, at="start")),
        ("add J to 2 at the front", Instruction(Verb.ADD, tiles=parse_tiles("J"), target=2, at="start")),
        ("add J to 2 right", Instruction(Verb.ADD, tiles=parse_tiles("J"), target=2, at="end")),
        ("add J to the end of set 2", Instruction(Verb.ADD, tiles=parse_tiles("J"), target=2, at="end")),
        ("take r5 from 1", Instruction(Verb.TAKE, tiles=parse_tiles("r5"), source=1)),
        ("move r5 from 1 to 2", Instruction(Verb.MOVE, tiles=parse_tiles("r5"), source=1, target=2)),
        ("move r5 from 1 to new", Instruction(Verb.MOVE, tiles=parse_tiles("r5"), source=1, to_new=True)),
        ("move r5 from set 1 to new set", Instruction(Verb.MOVE, tiles=parse_tiles("r5"), source=1, to_new=True)),
        ("split 2 after 3", Instruction(Verb.SPLIT, numbers=(2, 3))),
        ("split 2 behind r5", Instruction(Verb.SPLIT, numbers=(2,), tiles=parse_tiles("r5"))),
        ("join 1 and 2", Instruction(Verb.JOIN, numbers=(1, 2))),
        ("join 1 to 2", Instruction(Verb.JOIN, numbers=(1,), target=2)),
        ("done!", Instruction(Verb.DONE, insists=True)),
        ("give up", Instruction(Verb.GIVE_UP)),
        ("give-up", Instruction(Verb.GIVE_UP)),
        ("sort by colour", Instruction(Verb.SORT, words=("colour",))),
        ("sort by number", Instruction(Verb.SORT, words=("number",))),
        ("sort 777", Instruction(Verb.SORT, words=("777",))),
        ("sort by 789.", Instruction(Verb.SORT, words=("789",))),
        ("?", Instruction(Verb.HELP)),
        ("back", Instruction(Verb.UNDO)),
        ("end", Instruction(Verb.DONE)),
        ("done.", Instruction(Verb.DONE)),
        ("end my turn", Instruction(Verb.DONE)),
        ("undo all", Instruction(Verb.RESET)),
        ("show the rules", Instruction(Verb.RULES)),
        ("show my rack", Instruction(Verb.SHOW)),
        ("rack", Instruction(Verb.SHOW)),
        ("draw a tile", Instruction(Verb.DRAW)),
        ("red 7", Instruction(Verb.LAY, tiles=parse_tiles("r7"))),
        ("lay black 13, 7R and a joker", Instruction(Verb.LAY, tiles=parse_tiles("k13 r7 J"))),
        ("add the double joker to 2", Instruction(Verb.ADD, tiles=parse_tiles("D"), target=2)),
        ("add mirror to 2", Instruction(Verb.ADD, tiles=parse_tiles("M"), target=2)),
    ],
)
def test_a_command_is_a_verb_with_tiles_sets_and_small_words(text: str, command: Instruction) -> None:
    assert parse_instruction(text) == command


def test_every_word_of_a_verb_is_understood_and_belongs_to_one_verb_only() -> None:
    words = [word for verb in Verb for word in verb.value]
    assert len(words) == len(set(words))
    for verb in Verb:
        for word in verb.value:
            assert parse_instruction(word.upper()).verb is verb


def test_no_verb_is_spelled_like_a_tile() -> None:
    """Tiles alone are laid, so `j` or `d` can never be a short verb."""
    for word in ("j", "d", "c", "m", "k1", "o13"):
        assert parse_instruction(word).verb is Verb.LAY


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("", "Say what to do; 'help' lists the words."),
        ("  ,; ", "Say what to do; 'help' lists the words."),
        ("drwa", "I do not know 'drwa'; did you mean 'draw'?"),
        ("xyzzy", "I do not know 'xyzzy'; 'help' lists the words."),
        ("r14", "I do not know 'r14'; 'help' lists the words."),
        ("!", "I do not know ''; 'help' lists the words."),
        ("lay r3 r44", "I do not understand 'r44' here; tiles are written r7 or k13, sets by their number."),
        ("add r6 to 1000", "I do not understand '1000' here; tiles are written r7 or k13, sets by their number."),
    ],
)
def test_what_is_not_understood_is_answered_with_advice(text: str, advice: str) -> None:
    with pytest.raises(InstructionError) as caught:
        parse_instruction(text)
    assert str(caught.value) == advice


def test_a_long_unknown_word_is_cut() -> None:
    for text in ("x" * 1000, "lay " + "x" * 1000):
        with pytest.raises(InstructionError) as caught:
            parse_instruction(text)
        assert len(str(caught.value)) < 150


# Doing


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("lay k9 b9 J", "r3 r4 r5 | k6 r6 b6 o6 | k9 b9 J"),
        ("k9", "r3 r4 r5 | k6 r6 b6 o6 | k9"),
        ("add r2 to 1", "r2 r3 r4 r5 | k6 r6 b6 o6"),
        ("add r2", "r2 r3 r4 r5 | k6 r6 b6 o6"),
        ("add r2 1", "r2 r3 r4 r5 | k6 r6 b6 o6"),
        ("add J to the start of 1", "J r3 r4 r5 | k6 r6 b6 o6"),
        ("add J to 1", "r3 r4 r5 J | k6 r6 b6 o6"),
        ("add k9 to 2", "r3 r4 r5 | k6 r6 b6 o6 k9"),
        ("put r2 on 1", "r2 r3 r4 r5 | k6 r6 b6 o6"),
        ("lay r2 to 1", "r2 r3 r4 r5 | k6 r6 b6 o6"),
        ("take r6 from 2", "r3 r4 r5 | k6 b6 o6"),
        ("take r6", "r3 r4 r5 | k6 b6 o6"),
        ("take r6 2", "r3 r4 r5 | k6 b6 o6"),
        ("move r6 from 2 to 1", "r3 r4 r5 r6 | k6 b6 o6"),
        ("move r6 to 1", "r3 r4 r5 r6 | k6 b6 o6"),
        ("move r6 1", "r3 r4 r5 r6 | k6 b6 o6"),
        ("move r6 2 1", "r3 r4 r5 r6 | k6 b6 o6"),
        ("move r6 2 to 1", "r3 r4 r5 r6 | k6 b6 o6"),
        ("move r6 from 2 to new", "r3 r4 r5 | k6 b6 o6 | r6"),
        ("move r6 2 new", "r3 r4 r5 | k6 b6 o6 | r6"),
        ("move r6 to new", "r3 r4 r5 | k6 b6 o6 | r6"),
        ("split 2 after 1", "r3 r4 r5 | k6 | r6 b6 o6"),
        ("split 2 after r6", "r3 r4 r5 | k6 r6 | b6 o6"),
        ("join 1 2", "r3 r4 r5 k6 r6 b6 o6"),
        ("join 2 to 1", "k6 r6 b6 o6 r3 r4 r5"),
        ("join from 1 to 2", "r3 r4 r5 k6 r6 b6 o6"),
        ("reset", "r3 r4 r5 | k6 r6 b6 o6"),
    ],
)
def test_a_command_does_with_the_hands_what_it_says(text: str, result: str) -> None:
    """U6."""
    assert said(draft("r3 r4 r5 | k6 r6 b6 o6", "r2 k9 b9 J"), text) == result


def test_steps_are_undone_and_made_again_by_a_word() -> None:
    start = draft("r3 r4 r5", "r6")
    assert said(start, "add r6", "undo") == "r3 r4 r5"
    assert said(start, "add r6", "u", "redo") == "r3 r4 r5 r6"
    assert said(start, "add r6", "clear", "back") == "r3 r4 r5 r6"


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("add k7", "k7 fits no set as it lies: say to which one anyway, 'add k7 to 1'."),
        ("add r6", "r6 fits sets 1 and 2: say to which, 'add r6 to 1'."),
        ("add k6 to 1", "k6 lies in set 2: 'move k6 to 1'."),
        ("put r5 on 2", "r5 lies in sets 1 and 3: 'move r5 from 1 to 2'."),
        ("take k9", "k9 lies in no set."),
        ("take r5", "r5 lies in sets 1 and 3: say from which."),
        ("move r5", "Say where to: 'move r5 from 1 to 2', or 'to new' for a new set."),
        ("split 1", "Say which set and behind which tile: 'split 2 after 3' or 'split 2 after r5'."),
        ("split 1 after k9", "Say which set and behind which tile: 'split 2 after 3' or 'split 2 after r5'."),
        ("split 9 after r5", "Say which set and behind which tile: 'split 2 after 3' or 'split 2 after r5'."),
        ("join 1", "Say which two sets to join: 'join 1 2'."),
        ("join 1 2 3", "Say which two sets to join: 'join 1 2'."),
        ("draw", "'draw' does not move a tile."),
        ("give up", "'give-up' does not move a tile."),
    ],
)
def test_a_command_that_lacks_something_is_answered_with_an_example(text: str, advice: str) -> None:
    start = draft("r3 r4 r5 | k6 b6 o6 | r5 b5 o5", "r6 k7")
    with pytest.raises(InstructionError) as caught:
        perform(start, parse_instruction(text))
    assert str(caught.value) == advice


@pytest.mark.parametrize("text", ["take", "add", "move to new", "take from 1", "add to 1", "lay"])
def test_a_command_without_tiles_asks_for_them(text: str) -> None:
    with pytest.raises(TilewiseError) as caught:
        perform(draft("r3 r4 r5", "r6"), parse_instruction(text))
    assert "lies in no set" not in str(caught.value), "a sentence about nothing"


@pytest.mark.parametrize(
    "text",
    ["add r6 to 0", "take r5 from 0", "move r5 from 0 to 1", "move r5 from 1 to 0", "split 0 after 1", "join 0 1"],
)
def test_there_is_no_set_0(text: str) -> None:
    """Sets are counted from 1; a wrong number is never taken for no number at all."""
    with pytest.raises(Refused) as caught:
        perform(draft("r3 r4 r5 | k7 b7 o7", "r6"), parse_instruction(text))
    assert caught.value.refusal.reason is Reason.NO_SUCH_SET
    assert caught.value.refusal.facts["number"] == 0


@pytest.mark.parametrize("table", ["", "r3 r4 r5"])
@pytest.mark.parametrize("text", ["split 0 after r5", "split 1 after b9", "split 0 after b9"])
def test_a_split_that_cannot_be_made_is_refused_whatever_lies_on_the_table(table: str, text: str) -> None:
    with pytest.raises(TilewiseError):
        perform(draft(table, "r6"), parse_instruction(text))


def test_a_refused_command_leaves_the_draft_as_it_was() -> None:
    start = draft("r3 r4 r5", "r6")
    with pytest.raises(Refused):
        perform(start, parse_instruction("lay r6 r7"))
    assert start == draft("r3 r4 r5", "r6")


def test_the_verbs_of_the_hands_are_those_that_a_draft_can_perform() -> None:
    start = draft("r3 r4 r5", "r6")
    for verb in Verb:
        try:
            perform(start, Instruction(verb, tiles=parse_tiles("r6")))
        except InstructionError as error:
            moves = "does not move a tile" not in str(error)
        except Refused:
            moves = True
        else:
            moves = True
        assert moves == (verb in IN_DRAFT), verb


def test_a_whole_turn_can_be_said() -> None:
    """U5, U6."""
    start = draft("k4 r4 b4 o4 | r5 r6 r7", "b3 b5 r8")
    assert said(start, "take b4 from 1", "lay b3 b4 b5", "add r8 to 2") == "k4 r4 o4 | r5 r6 r7 r8 | b3 b4 b5"
    assert format_tiles(start.whole_rack) == "r8 b3 b5"


def test_a_tile_that_is_nowhere_cannot_be_added() -> None:
    with pytest.raises(Refused, match="r9 is neither on the rack nor loose"):
        perform(draft("r3 r4 r5", "k1"), parse_instruction("add r9 to 1"))
