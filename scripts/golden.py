"""Write the golden games again: `make golden`.

A golden game is a whole game of beginners as a text record, one for each profile and number of players. A few
scripted incidents show what beginners never do: run out of time, make a wrong play, give up. If a golden game changes,
then the rules, the shuffle, the beginner or the record format has changed. Read the difference, and commit it only if
the change was intended.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tilewise.bots import Beginner, next_action
from tilewise.game import Action, Game, GiveUp, Play, TimeOut, apply, new_game, refusal_of
from tilewise.profiles import PROFILES
from tilewise.records import format_record, record_of

GOLDEN: Final = Path(__file__).parent.parent / "tests" / "golden"

INCIDENTS: Final[dict[str, Callable[[Game], Action]]] = {
    "late": lambda game: TimeOut(game.turn, moved=True),
    "late, nothing moved": lambda game: TimeOut(game.turn, moved=False),
    "wrong play": lambda game: Play(game.turn, (*game.table, game.racks[game.turn][:3])),
    "give up": lambda game: GiveUp(game.turn),
}


@dataclass(frozen=True, slots=True)
class Golden:
    """The recipe of a golden game."""

    profile: str
    players: int
    seed: str
    incidents: Mapping[int, str] = field(default_factory=dict)
    """Incidents by number of actions: each replaces the next choice of a beginner for which it is legal."""
    names: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """The file of the record."""
        return GOLDEN / f"{self.profile}-{self.players}.txt"


GOLDEN_GAMES: Final = (
    Golden("vienna-de", 2, "golden-68"),
    Golden("vienna-de", 3, "golden-1", {20: "late", 50: "late, nothing moved"}),
    Golden("vienna-de", 4, "golden-19", names=("Ada", "Bert", "Çelik", "Дана")),
    Golden("vienna-en", 2, "golden-6"),
    Golden("vienna-en", 3, "golden-2", {4: "late", 9: "late, nothing moved"}),
    Golden("vienna-en", 4, "golden-3"),
    Golden("jumbo", 2, "golden-6"),
    Golden("jumbo", 3, "golden-33"),
    Golden("jumbo", 4, "golden-8", {30: "late, nothing moved"}),
    Golden("tm-toys", 2, "golden-6"),
    Golden("tm-toys", 3, "golden-8"),
    Golden("tm-toys", 4, "golden-4", {5: "wrong play", 40: "late"}),
    Golden("tm-toys", 5, "golden-9"),
    Golden("tm-toys", 6, "golden-4"),
    Golden("international", 2, "golden-17"),
    Golden("international", 3, "golden-20"),
    Golden("international", 4, "golden-5", {33: "give up"}),
    Golden("twist", 2, "golden-3"),
    Golden("twist", 3, "golden-2", {25: "late"}),
    Golden("twist", 4, "golden-3"),
)


def play(golden: Golden) -> Game:
    """Play a golden game to its end, with all its incidents; raises RuntimeError if it ends before them."""
    game = new_game(PROFILES[golden.profile], golden.players, golden.seed)
    beginners = [Beginner()] * golden.players
    waiting = sorted(golden.incidents.items())
    while not game.is_over:
        action = next_action(game, beginners)
        if waiting and len(game.history) >= waiting[0][0]:
            incident = INCIDENTS[waiting[0][1]](game)
            if refusal_of(game, incident) is None:
                action = incident
                del waiting[0]
        game = apply(game, action)
    if waiting:
        raise RuntimeError(f"{golden.path.name}: the game ended before these incidents: {waiting}.")
    return game


def text_of(golden: Golden) -> str:
    """Return the text that the file of a golden game should have."""
    return format_record(record_of(play(golden), golden.names))


def main() -> None:
    """Write every golden game, and remove the files of games that are no longer in the list."""
    for path in GOLDEN.glob("*.txt"):
        path.unlink()
    for golden in GOLDEN_GAMES:
        golden.path.write_text(text_of(golden), encoding="utf-8", newline="\n")
    print(f"{len(GOLDEN_GAMES)} golden games are in {GOLDEN}.")


if __name__ == "__main__":
    main()
