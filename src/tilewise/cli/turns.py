"""The person's turn, typed: from the first word to the action that ends it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from tilewise.cli.clock import Deadline, TimeUp, ask
from tilewise.cli.tiles import LEGEND, by_colour, by_number, tiles_text
from tilewise.commands import IN_DRAFT, Command, Verb, parse_command, perform
from tilewise.draft import Draft, draft_of
from tilewise.game import Action, Announce, Draw, GiveUp, Pass, Play, Redeal, TimeOut
from tilewise.refusals import Refusal
from tilewise.rulebook import rules_text
from tilewise.tiles import Tiles, TilewiseError
from tilewise.view import View

HELP: Final = """
 lay r3 r4 r5            lay a new set from your rack (the tiles alone do too)
 add r6 to 2             add tiles to a set ('add J to 2 start' for its front)
 take r5 from 2          take tiles out of a set; table tiles must find a new place
 move r5 from 1 to 2     move tiles to another set, or 'to new'
 split 2 after r5        cut a set in two ('split 2 after 3' counts tiles)
 join 1 2                make one set of two
 undo  redo  reset       step back, forward, or all the way
 done                    end your turn with the table as it lies
 draw  pass              place nothing: draw a tile, or pass when the pool is empty
 redeal  announce        where the rules know it
 sort colour | number    order your rack
 show  rules  help       the table, the rules, this page
 give up  quit           leave the game; 'quit' keeps it for tilewise play --resume
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


class Leave(Exception):
    """The person has said quit."""


class TurnTaker:
    """Makes a turn with a person; remembers how the rack is sorted."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.sorted_by: Callable[[Tiles], Tiles] = by_colour

    def take_turn(self, view: View) -> Action:
        """Ask until the turn ends; raises Quit or Leave when the person goes."""
        assert view.seat is not None  # noqa: S101  (a person always has a seat)
        draft = draft_of(view)
        deadline = Deadline(view.seconds)
        self.show(view, draft)
        try:
            while True:
                try:
                    command = parse_command(ask("> ", deadline, WORDS, partial(self._status, draft)))
                    action = self._action(view, draft, command)
                    if action is not None:
                        return action
                    if command.verb in IN_DRAFT:
                        draft = perform(draft, command)
                    if command.verb in IN_DRAFT or command.verb in (Verb.SORT, Verb.SHOW):
                        self.show(view, draft)
                except TilewiseError as error:
                    self.console.print(f"  {error}", style="yellow", highlight=False)
        except TimeUp:
            self.console.print("  Your time is up.", style="bold red")
            return TimeOut(view.seat, draft.is_begun)

    def _action(self, view: View, draft: Draft, command: Command) -> Action | None:
        """The action that a command is, or None if it is none: then it is done here."""
        assert view.seat is not None  # noqa: S101
        match command.verb:
            case Verb.DONE:
                return self._done(view, draft, command)
            case Verb.DRAW:
                return self._with_clean_draft(draft, Draw(view.seat))
            case Verb.PASS:
                return self._with_clean_draft(draft, Pass(view.seat))
            case Verb.REDEAL:
                return Redeal(view.seat)
            case Verb.ANNOUNCE:
                return Announce(view.seat)
            case Verb.GIVE_UP:
                return GiveUp(view.seat)
            case Verb.QUIT:
                raise Leave
            case Verb.HELP:
                self.console.print(HELP + "\n " + LEGEND, highlight=False)
            case Verb.RULES:
                self.console.print(Markdown(rules_text(view.profile, "en")))
            case Verb.SORT:
                wishes_number = any(word in ("number", "numbers", "group", "groups", "777") for word in command.words)
                self.sorted_by = by_number if wishes_number or command.numbers == (777,) else by_colour
            case _:
                pass
        return None

    def _done(self, view: View, draft: Draft, command: Command) -> Action | None:
        assert view.seat is not None  # noqa: S101
        end = draft.end()
        if isinstance(end, Refusal):
            penalty = view.profile.wrong_play == "penalty"
            if not (penalty and command.insists):
                self.console.print(f"  Not yet: {end} ({end.rule})", style="yellow", highlight=False)
                if penalty:
                    cost = view.profile.late_tiles
                    self.console.print(
                        f"  By these rules a wrong play costs {cost} from the pool; 'done!' insists (U11)."
                    )
                return None
        return Play(view.seat, draft.sets)

    def _with_clean_draft(self, draft: Draft, action: Action) -> Action:
        if draft.is_begun:
            raise TilewiseError("You have moved tiles: 'reset' puts them back, 'done' ends your turn with them.")
        return action

    def _status(self, draft: Draft) -> str:
        end = draft.end()
        return f"not yet: {end}" if isinstance(end, Refusal) else "done ends your turn"

    def show(self, view: View, draft: Draft) -> None:
        """Show the table and the rack as they are in the draft."""
        new = list(draft.placed)
        lines: list[Text] = []
        for number, tiles in enumerate(draft.sets, start=1):
            line = Text(f" {number:2d}  ")
            line.append_text(tiles_text(tiles, [tile for tile in tiles if tile in new]))
            for tile in tiles:
                if tile in new:
                    new.remove(tile)
            if number in draft.unfinished:
                line.append(f"  {draft.readings[number - 1]}", style="yellow")
            lines.append(line)
        self.console.print()
        self.console.print("Table" if lines else "Table: nothing yet", style="bold")
        self._print_columns(lines, [number in draft.unfinished for number in range(1, len(lines) + 1)])
        if draft.loose:
            self.console.print(Text("Loose ", style="bold yellow") + tiles_text(draft.loose))
        rack = self.sorted_by(draft.rack)
        last = view.history[-view.players :]
        drawn = [tile for seen in last if seen.action.seat == view.seat for tile in seen.drawn_tiles]
        self.console.print(Text("Rack  ", style="bold") + tiles_text(rack, drawn))
        if draft.opening_value is not None and view.profile.opening_threshold:
            worth = f"Your opening is worth {draft.opening_value} of {view.profile.opening_threshold}."
            self.console.print(worth, highlight=False)

    def _print_columns(self, lines: list[Text], alone: list[bool]) -> None:
        """Print sets side by side where the terminal is wide enough."""
        row = Text()
        for line, by_itself in zip(lines, alone, strict=True):
            if row and (by_itself or row.cell_len + line.cell_len + 3 > self.console.width):
                self.console.print(row, soft_wrap=True)
                row = Text()
            if row:
                row.append("   ")
            row.append_text(line)
        if row:
            self.console.print(row, soft_wrap=True)
