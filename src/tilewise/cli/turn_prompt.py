"""A person's turn, typed line by line until an action ends it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from rich.console import Console
from rich.text import Text

from tilewise.cli.prompt import NO_DEADLINE, Deadline, Quit, TimeUp, ask, ask_yes_no
from tilewise.cli.tile_display import by_colour, by_number, in_rows, legend, table_rows, tile_texts
from tilewise.draft import Draft, draft_of
from tilewise.errors import Refusal, TilewiseError
from tilewise.game import Action, Announce, Draw, GiveUp, Pass, Play, Redeal, TimeOut
from tilewise.game.actions import TurnAction
from tilewise.instructions import (
    DRAFT_VERBS,
    Instruction,
    InstructionError,
    InstructionReason,
    Verb,
    parse_instruction,
    perform,
)
from tilewise.rulebook import rules_text
from tilewise.tiles import Tiles
from tilewise.view import View

HELP: Final = """
 lay r3 r4 r5          lay a new set from your rack (or type just the tiles)
 add r6 to 2           add tiles to a set ('add J to 2 start' for its front)
 take r5 from 2        take tiles out of a set, to lay them somewhere else
 move r5 from 1 to 2   move tiles to another set, or 'to new' for a new one
 split 2 after r5      split a set in two ('split 2 after 3' counts tiles)
 join 1 2              join two sets
 undo  redo  reset     undo a step, redo it, or start the turn again
 done                  end your turn with the table as it is
 draw  pass            place nothing: draw a tile; pass if the pool is empty
 redeal  announce      if the rules of the box have them
 sort colour | number  sort your rack ('sort 789' and 'sort 777' work too)
 show  rules  help     show the table, the rules or this page
 give up  quit         give up the game, or save it and leave
"""

WORDS: Final = (
    *(verb.value[0] for verb in Verb),
    *("from", "to", "new", "after", "start", "end", "colour", "number"),
)
"""The words that the tab key completes."""

_ACTIONS_WITHOUT_TILES: Final[dict[Verb, Callable[[int], Action]]] = {
    Verb.DRAW: Draw,
    Verb.PASS: Pass,
    Verb.REDEAL: Redeal,
    Verb.ANNOUNCE: Announce,
}
_WORDS_FOR_BY_NUMBER: Final = frozenset(("777", "number", "numbers", "group", "groups"))


class TurnPrompt:
    """Asks a person for their turns, and remembers how they sort their rack."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.sort: Callable[[Tiles], Tiles] = by_colour
        self._turn: object = None
        self._deadline = NO_DEADLINE

    def take_turn(self, view: View, refusal_of: Callable[[Action], Refusal | None]) -> Action:
        """Ask until the person chooses an action that is not refused; raises Quit if they leave."""
        assert view.seat is not None  # noqa: S101  (a person always has a seat)
        draft = draft_of(view)
        self._start_clock(view)
        self._show(view, draft)
        try:
            while True:
                try:
                    line = ask("> ", self._deadline, WORDS, partial(_status, draft))
                    instruction = parse_instruction(line)
                    action = self._follow(instruction, view, draft)
                    if action is not None:
                        refusal = refusal_of(action)
                        if refusal is None:
                            return action
                        self._print_note(f"{refusal} ({refusal.rule})")
                    if instruction.verb in DRAFT_VERBS:
                        draft = perform(draft, instruction)
                    if instruction.verb in DRAFT_VERBS or instruction.verb in (Verb.SORT, Verb.SHOW):
                        self._show(view, draft)
                except TilewiseError as error:
                    self._print_note(str(error))
        except TimeUp:
            self.console.print("  Your time is up.", style="bold red")
            return TimeOut(view.seat, draft.has_moved)

    def _start_clock(self, view: View) -> None:
        """Start the clock for a new turn. An announcement during the turn gains no time (U9)."""
        turn = (sum(isinstance(seen.action, TurnAction) for seen in view.history), view.rack)
        if turn != self._turn:
            self._turn, self._deadline = turn, Deadline(view.seconds)

    def _follow(self, instruction: Instruction, view: View, draft: Draft) -> Action | None:
        """Follow an instruction that does not change the draft; return its action in the game, or None."""
        assert view.seat is not None  # noqa: S101
        verb = instruction.verb
        if instruction.tiles and verb not in DRAFT_VERBS:
            raise InstructionError(InstructionReason.ALONE, {"word": verb.value[0]})
        if verb in _ACTIONS_WITHOUT_TILES:
            if draft.has_moved:
                raise TilewiseError("You have moved tiles. 'reset' puts them back, 'done' ends your turn with them.")
            return _ACTIONS_WITHOUT_TILES[verb](view.seat)
        match verb:
            case Verb.DONE:
                return self._play(instruction, view, draft)
            case Verb.GIVE_UP:
                return GiveUp(view.seat) if ask_yes_no("Really give up?", self._deadline) else None
            case Verb.QUIT:
                raise Quit
            case Verb.HELP:
                self.console.print(f"{HELP}\n{legend(view.profile)}", soft_wrap=True)
            case Verb.RULES:
                from rich.markdown import Markdown  # slow to import, and rarely needed

                self.console.print(Markdown(rules_text(view.profile, "en")))
            case Verb.SORT:
                self.sort = by_colour if _WORDS_FOR_BY_NUMBER.isdisjoint(instruction.words) else by_number
            case _:
                pass
        return None

    def _play(self, instruction: Instruction, view: View, draft: Draft) -> Action | None:
        """Return the play with the draft's table; None, with the reason on the console, if it is not legal yet."""
        assert view.seat is not None  # noqa: S101
        refusal = draft.assessment.refusal
        has_penalty = view.profile.wrong_play == "penalty"
        if refusal is None or (has_penalty and instruction.insists):
            return Play(view.seat, draft.sets)
        self._print_note(f"Not yet: {refusal} ({refusal.rule})")
        if has_penalty:
            cost = view.profile.late_tiles
            tiles = "1 tile" if cost == 1 else f"{cost} tiles"
            self._print_note(
                f"By these rules a wrong play costs {tiles} from the pool. To play it anyway: 'done!' (U11)."
            )
        return None

    def _show(self, view: View, draft: Draft) -> None:
        """Print the table and the rack as they are in the draft."""
        self.console.print()
        self.console.print("Table" if draft.sets else "Table: nothing yet", style="bold")
        readings = enumerate(draft.assessment.sets, start=1)
        notes = {number: str(reading) for number, reading in readings if isinstance(reading, Refusal)}
        self._print_rows(table_rows(draft.sets, self.console.width, draft.placed, notes))
        if draft.loose:
            label = Text("Loose ", style="bold yellow")
            self._print_rows(in_rows(tile_texts(draft.loose), self.console.width, label=label))
        self.show_rack(view, draft.rack)
        value, needed = draft.assessment.opening_value, view.profile.opening_threshold
        if value is not None and needed:
            self.console.print(f"Your opening is worth {value}; it needs {needed}.")

    def show_rack(self, view: View, rack: Tiles) -> None:
        """Print the rack in the person's order, with the tiles marked that they drew in their last turn."""
        turns = [seen for seen in view.history if isinstance(seen.action, TurnAction) and seen.action.seat == view.seat]
        drawn = turns[-1].drawn_tiles if turns else ()
        label = Text("Rack  ", style="bold")
        self._print_rows(in_rows(tile_texts(self.sort(rack), drawn), self.console.width, label=label))

    def _print_note(self, sentence: str) -> None:
        self.console.print(f"  {sentence}", style="yellow")

    def _print_rows(self, rows: list[Text]) -> None:
        for row in rows:
            self.console.print(row)


def _status(draft: Draft) -> str:
    refusal = draft.assessment.refusal
    return "'done' ends your turn" if refusal is None else f"not yet: {refusal}"
