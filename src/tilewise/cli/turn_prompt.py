"""The person's turn, typed: from the first word to the action that ends it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from rich.console import Console
from rich.text import Text

from tilewise.cli.prompt import Deadline, Quit, TimeUp, ask, ask_yes_no
from tilewise.cli.tile_display import by_colour, by_number, in_rows, legend, table_rows, tile_texts
from tilewise.draft import Draft, draft_of
from tilewise.errors import Refusal, TilewiseError
from tilewise.game import Action, Announce, Draw, GiveUp, Pass, Play, Redeal, TimeOut
from tilewise.game.actions import TurnAction
from tilewise.instructions import (
    IN_DRAFT,
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
 lay r3 r4 r5          lay a new set from your rack (the tiles alone do too)
 add r6 to 2           add tiles to a set ('add J to 2 start' for its front)
 take r5 from 2        take tiles out of a set; the table's need a new place
 move r5 from 1 to 2   move tiles to another set, or 'to new'
 split 2 after r5      cut a set in two ('split 2 after 3' counts tiles)
 join 1 2              make one set of two
 undo  redo  reset     step back, forward, or all the way
 done                  end your turn with the table as it lies
 draw  pass            place nothing: draw a tile; pass if the pool is empty
 redeal  announce      where the rules know it
 sort colour | number  order your rack ('sort 789' and 'sort 777' do too)
 show  rules  help     the table, the rules, this page
 give up  quit         leave the game; 'quit' keeps it for later
"""

WORDS: Final = tuple(verb.value[0] for verb in Verb) + (
    "from",
    "to",
    "new",
    "after",
    "start",
    "end",
    "colour",
    "number",
)


class TurnTaker:
    """Makes a turn with a person; remembers how the rack is sorted."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.sorted_by: Callable[[Tiles], Tiles] = by_colour
        self._turn: object = None
        self._deadline = Deadline(None)

    def take_turn(self, view: View, refusal_of: Callable[[Action], Refusal | None]) -> Action:
        """Ask until there is an action that is not refused; raises Quit when the person goes."""
        assert view.seat is not None  # noqa: S101  (a person always has a seat)
        draft = draft_of(view)
        self._wind_clock(view)
        self.show(view, draft)
        try:
            while True:
                try:
                    status = partial(self._status, draft)
                    command = parse_instruction(ask("> ", self._deadline, WORDS, status))
                    action = self._action(view, draft, command)
                    if action is not None:
                        refusal = refusal_of(action)
                        if refusal is None:
                            return action
                        self._say(f"{refusal} ({refusal.rule})")
                    if command.verb in IN_DRAFT:
                        draft = perform(draft, command)
                    if command.verb in IN_DRAFT or command.verb in (Verb.SORT, Verb.SHOW):
                        self.show(view, draft)
                except TilewiseError as error:
                    self._say(str(error))
        except TimeUp:
            self.console.print("  Your time is up.", style="bold red")
            return TimeOut(view.seat, draft.has_moved)

    def _wind_clock(self, view: View) -> None:
        """Start the clock of a new turn; what is announced within a turn wins no time (U9)."""
        turn = (sum(isinstance(seen.action, TurnAction) for seen in view.history), view.rack)
        if turn != self._turn:
            self._turn, self._deadline = turn, Deadline(view.seconds)

    def _action(self, view: View, draft: Draft, command: Instruction) -> Action | None:
        """The action that a command is, or None if it is none: then it is done here."""
        assert view.seat is not None  # noqa: S101
        if command.tiles and command.verb not in IN_DRAFT:
            raise InstructionError(InstructionReason.ALONE, {"word": repr(command.verb.value[0])})
        match command.verb:
            case Verb.DONE:
                return self._done(view, draft, command)
            case Verb.DRAW:
                return self._with_clean_draft(draft, Draw(view.seat))
            case Verb.PASS:
                return self._with_clean_draft(draft, Pass(view.seat))
            case Verb.REDEAL:
                return self._with_clean_draft(draft, Redeal(view.seat))
            case Verb.ANNOUNCE:
                return self._with_clean_draft(draft, Announce(view.seat))
            case Verb.GIVE_UP:
                return GiveUp(view.seat) if ask_yes_no("Really give up?", self._deadline) else None
            case Verb.QUIT:
                raise Quit
            case Verb.HELP:
                self.console.print(f"{HELP}\n{legend(view.profile)}", soft_wrap=True)
            case Verb.RULES:
                from rich.markdown import Markdown  # only who reads the rules waits for it

                self.console.print(Markdown(rules_text(view.profile, "en")))
            case Verb.SORT:
                wishes_number = any(word in ("777", "number", "numbers", "group", "groups") for word in command.words)
                self.sorted_by = by_number if wishes_number else by_colour
            case _:
                pass
        return None

    def _done(self, view: View, draft: Draft, command: Instruction) -> Action | None:
        assert view.seat is not None  # noqa: S101
        refusal = draft.assessment.refusal
        if refusal is not None:
            penalty = view.profile.wrong_play == "penalty"
            if not (penalty and command.insists):
                self._say(f"Not yet: {refusal} ({refusal.rule})")
                if penalty:
                    cost = view.profile.late_tiles
                    tiles = "1 tile" if cost == 1 else f"{cost} tiles"
                    self._say(f"By these rules a wrong play costs {tiles} from the pool; 'done!' insists (U11).")
                return None
        return Play(view.seat, draft.sets)

    def _with_clean_draft(self, draft: Draft, action: Action) -> Action:
        if draft.has_moved:
            raise TilewiseError("You have moved tiles: 'reset' puts them back, 'done' ends your turn with them.")
        return action

    def _say(self, sentence: str) -> None:
        self.console.print(f"  {sentence}", style="yellow")

    def _status(self, draft: Draft) -> str:
        refusal = draft.assessment.refusal
        return "done ends your turn" if refusal is None else f"not yet: {refusal}"

    # What the person sees

    def show(self, view: View, draft: Draft) -> None:
        """Show the table and the rack as they are in the draft."""
        self.console.print()
        self.console.print("Table" if draft.sets else "Table: nothing yet", style="bold")
        readings = enumerate(draft.assessment.sets, start=1)
        notes = {number: str(reading) for number, reading in readings if isinstance(reading, Refusal)}
        self._print(table_rows(draft.sets, self.console.width, draft.placed, notes))
        if draft.loose:
            self._print(in_rows(tile_texts(draft.loose), self.console.width, label=Text("Loose ", style="bold yellow")))
        self.show_rack(view, draft.rack)
        value, needed = draft.assessment.opening_value, view.profile.opening_threshold
        if value is not None and needed:
            self.console.print(f"Your opening is worth {value}; it needs {needed}.")

    def show_rack(self, view: View, rack: Tiles) -> None:
        """Show the rack as it is sorted; what was drawn in the last turn of one's own is marked."""
        turns = [seen for seen in view.history if isinstance(seen.action, TurnAction) and seen.action.seat == view.seat]
        drawn = turns[-1].drawn_tiles if turns else ()
        label = Text("Rack  ", style="bold")
        self._print(in_rows(tile_texts(self.sorted_by(rack), drawn), self.console.width, label=label))

    def _print(self, rows: list[Text]) -> None:
        for row in rows:
            self.console.print(row)
