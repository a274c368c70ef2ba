"""Typed instructions for a turn."""

from __future__ import annotations

import pytest

from tilewise.draft import Draft
from tilewise.errors import Fact, Reason, Refused, TilewiseError
from tilewise.instructions import (
    DRAFT_VERBS,
    Instruction,
    InstructionError,
    InstructionReason,
    Verb,
    parse_instruction,
    perform,
)
from tilewise.profiles import PROFILES
from tilewise.tiles import format_table, format_tiles, parse_table, parse_tiles


def draft(table: str = "", rack: str = "") -> Draft:
    before = parse_table(table)
    return Draft(PROFILES["international"], True, before, tuple(sorted(parse_tiles(rack))), before)


def table_after(a_draft: Draft, *texts: str) -> str:
    for text in texts:
        a_draft = perform(a_draft, parse_instruction(text))
    return format_table(a_draft.sets)


# Reading


@pytest.mark.parametrize(
    ("text", "instruction"),
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
def test_an_instruction_is_a_verb_with_tiles_sets_and_small_words(text: str, instruction: Instruction) -> None:
    assert parse_instruction(text) == instruction


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
        ("lay r3 r44", "I do not understand 'r44' here; write a tile as r7 or k13, and a set as its number."),
        ("add r6 to 1000", "I do not understand '1000' here; write a tile as r7 or k13, and a set as its number."),
    ],
)
def test_an_unknown_word_is_answered_with_advice(text: str, advice: str) -> None:
    with pytest.raises(InstructionError) as caught:
        parse_instruction(text)
    assert str(caught.value) == advice


def test_a_long_unknown_word_is_cut() -> None:
    for text in ("x" * 1000, "lay " + "x" * 1000):
        with pytest.raises(InstructionError) as caught:
            parse_instruction(text)
        assert len(str(caught.value)) < 150


@pytest.mark.parametrize(
    ("text", "reason", "facts"),
    [
        ("drwa", InstructionReason.SIMILAR_WORD, {"word": "drwa", "near": "draw"}),
        ("xyzzy", InstructionReason.UNKNOWN_WORD, {"word": "xyzzy"}),
        ("lay r3 r44", InstructionReason.NOT_HERE, {"word": "r44"}),
        ("x\x1b[2Jy", InstructionReason.UNKNOWN_WORD, {"word": "x\ufffd[2jy"}),
    ],
)
def test_the_facts_are_the_words_alone(text: str, reason: InstructionReason, facts: dict[str, Fact]) -> None:
    """Without quotation marks, which differ between languages, and without control characters."""
    with pytest.raises(InstructionError) as caught:
        parse_instruction(text)
    assert (caught.value.reason, caught.value.facts) == (reason, facts)


# Performing


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
def test_an_instruction_changes_the_draft(text: str, result: str) -> None:
    """U6."""
    assert table_after(draft("r3 r4 r5 | k6 r6 b6 o6", "r2 k9 b9 J"), text) == result


def test_steps_are_undone_and_repeated() -> None:
    start = draft("r3 r4 r5", "r6")
    assert table_after(start, "add r6", "undo") == "r3 r4 r5"
    assert table_after(start, "add r6", "u", "redo") == "r3 r4 r5 r6"
    assert table_after(start, "add r6", "clear", "back") == "r3 r4 r5 r6"


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("add k7", "No set can take k7: to try it all the same, name a set, as in 'add k7 to 1'."),
        ("add r6", "Sets 1 and 2 can take r6: say which one, as in 'add r6 to 1'."),
        ("add k6 to 1", "Set 2 contains k6: say 'move k6 to 1'."),
        ("put r5 on 2", "Sets 1 and 3 contain r5: say 'move r5 from 1 to 2'."),
        ("take k9", "No set contains k9."),
        ("take r5", "Sets 1 and 3 contain r5: say which one."),
        ("move r5", "Say where to: 'move r5 from 1 to 2', or 'to new' for a new set."),
        ("split 1", "Say which set and after which tile: 'split 2 after 3' or 'split 2 after r5'."),
        ("split 1 after k9", "Say which set and after which tile: 'split 2 after 3' or 'split 2 after r5'."),
        ("split 9 after r5", "Say which set and after which tile: 'split 2 after 3' or 'split 2 after r5'."),
        ("join 1", "Say which two sets to join: 'join 1 2'."),
        ("join 1 2 3", "Say which two sets to join: 'join 1 2'."),
        ("draw", "'draw' does not move a tile."),
        ("give up", "'give-up' does not move a tile."),
    ],
)
def test_an_incomplete_instruction_is_answered_with_an_example(text: str, advice: str) -> None:
    start = draft("r3 r4 r5 | k6 b6 o6 | r5 b5 o5", "r6 k7")
    with pytest.raises(InstructionError) as caught:
        perform(start, parse_instruction(text))
    assert str(caught.value) == advice


def test_a_tile_that_is_not_at_hand_cannot_be_added_to_any_set() -> None:
    """U6: before a set is looked for."""
    with pytest.raises(Refused) as caught:
        perform(draft("r3 r4 r5", "k7"), parse_instruction("add r6"))
    assert (caught.value.refusal.reason, dict(caught.value.refusal.facts)) == (Reason.NOT_AT_HAND, {"tile": "r6"})


@pytest.mark.parametrize("text", ["take", "add", "move to new", "take from 1", "add to 1", "lay"])
def test_an_instruction_without_tiles_asks_for_them(text: str) -> None:
    for table in ("r3 r4 r5", "r3 r4 r5 | k7 b7 o7"):
        with pytest.raises(TilewiseError, match=r"^Name at least one tile\.$"):
            perform(draft(table, "r6"), parse_instruction(text))


@pytest.mark.parametrize(
    "text",
    ["add r6 to 0", "take r5 from 0", "move r5 from 0 to 1", "move r5 from 1 to 0", "split 0 after 1", "join 0 1"],
)
def test_there_is_no_set_0(text: str) -> None:
    """Sets are numbered from 1; 0 does not mean that no set was named."""
    with pytest.raises(Refused) as caught:
        perform(draft("r3 r4 r5 | k7 b7 o7", "r6"), parse_instruction(text))
    assert caught.value.refusal.reason is Reason.NO_SUCH_SET
    assert caught.value.refusal.facts["number"] == 0


@pytest.mark.parametrize("table", ["", "r3 r4 r5"])
@pytest.mark.parametrize("text", ["split 0 after r5", "split 1 after b9", "split 0 after b9"])
def test_an_impossible_split_is_refused_on_any_table(table: str, text: str) -> None:
    with pytest.raises(TilewiseError):
        perform(draft(table, "r6"), parse_instruction(text))


def test_a_refused_instruction_leaves_the_draft_unchanged() -> None:
    start = draft("r3 r4 r5", "r6")
    with pytest.raises(Refused):
        perform(start, parse_instruction("lay r6 r7"))
    assert start == draft("r3 r4 r5", "r6")


def test_the_draft_verbs_are_those_that_change_a_draft() -> None:
    start = draft("r3 r4 r5", "r6")
    for verb in Verb:
        try:
            perform(start, Instruction(verb, tiles=parse_tiles("r6")))
        except InstructionError as error:
            moves = error.reason is not InstructionReason.MOVES_NOTHING
        except Refused:
            moves = True
        else:
            moves = True
        assert moves == (verb in DRAFT_VERBS), verb


def test_a_whole_turn_can_be_typed() -> None:
    """U5, U6."""
    start = draft("k4 r4 b4 o4 | r5 r6 r7", "b3 b5 r8")
    assert table_after(start, "take b4 from 1", "lay b3 b4 b5", "add r8 to 2") == "k4 r4 o4 | r5 r6 r7 r8 | b3 b4 b5"
    assert format_tiles(start.whole_rack) == "r8 b3 b5"


def test_a_tile_that_is_neither_on_the_rack_nor_on_the_table_cannot_be_added() -> None:
    with pytest.raises(Refused, match="r9 is neither on the rack nor among the loose tiles"):
        perform(draft("r3 r4 r5", "k1"), parse_instruction("add r9 to 1"))
