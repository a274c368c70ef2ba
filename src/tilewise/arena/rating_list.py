"""The rating list of a league: all players of a folder, rated from all games that any of them played.

league.json   profile, seats, seed, and the players in the order of their arrival
games.jsonl   the results, only ever appended to

A new player meets the players whose ratings are closest to what is known of it, because those games tell most: first a
few deals against opponents spread over the list, then against its neighbours. Old games are never played again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from tilewise.arena.duplicate_deals import DealResult, Tournament, play_task
from tilewise.arena.entrants import Entrant, read_entrants
from tilewise.arena.line_log import LineLog
from tilewise.arena.strength import Estimate, TableResult, ratings
from tilewise.arena.task_pool import RunTasks
from tilewise.bots import Budget
from tilewise.errors import TilewiseError
from tilewise.profiles import Profile, house_rules_of, profile_named
from tilewise.profiles.house_rules import format_house_rules

FORMAT: Final = 1

DEALS_PER_ROUND: Final = 10
"""Deals against each opponent of a round."""

OPPONENTS: Final = 3
"""Opponents in each round of a new player."""

ANCHOR: Final = 1500
"""The rating of the first player of a league."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Games of two players of a league: one of the first against equal ones of the second."""

    players: tuple[str, str]
    result: DealResult


@dataclass(frozen=True, slots=True)
class Rated:
    """A line of the rating list."""

    name: str
    spec: str
    elo: Estimate
    games: int


class League:
    """A folder with the players and the games of a league."""

    def __init__(self, path: Path, profile: Profile, seats: int, seed: str, players: dict[str, str]) -> None:
        self.path = path
        self.profile = profile
        self.seats = seats
        self.seed = seed
        self.players = players
        """The specs by name, in the order of their arrival."""
        self.meetings: list[Meeting] = []
        self._log = LineLog(path / "games.jsonl")

    @staticmethod
    def open(path: Path) -> League:
        """Open a folder; raises TilewiseError if it holds no league."""
        try:
            head = json.loads((path / "league.json").read_text("utf-8"))
            profile = profile_named(head["profile"]).with_rules(head["rules"])
            league = League(path, profile, head["seats"], head["seed"], dict(head["players"]))
        except FileNotFoundError:
            raise TilewiseError(f"{path} holds no league: create one with --player and --profile.") from None
        except (KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
            raise TilewiseError(f"The league in {path} is damaged: {type(error).__name__} {error}.") from None
        league.meetings = league._log.entries(_meeting_from)
        return league

    @staticmethod
    def create(path: Path, profile: Profile, seats: int, seed: str) -> League:
        """Create a league without players; raises TilewiseError if there is one already."""
        if (path / "league.json").exists():
            raise TilewiseError(f"{path} already holds a league.")
        profile.check_players(seats)
        path.mkdir(parents=True, exist_ok=True)
        league = League(path, profile, seats, seed, {})
        league._write_head()
        return league

    def add(self, texts: Sequence[str]) -> None:
        """Add players as they are typed; a known name keeps its games and must have the same spec."""
        for entrant in read_entrants(texts):
            known = self.players.setdefault(entrant.name, entrant.spec)
            if known != entrant.spec:
                raise TilewiseError(f"The league knows {entrant.name} as {known!r}: use another name for the new one.")
        self._write_head()

    def rated(self) -> list[Rated]:
        """Return the rating list, the strongest first. The first player that joined has the rating of the anchor."""
        names = list(self.players)
        tables = [_table_result(meeting, names) for meeting in self.meetings]
        if not tables:
            unknown = Estimate(ANCHOR, float("-inf"), float("inf"))
            return [Rated(name, spec, unknown, 0) for name, spec in self.players.items()]
        elos = ratings(tables, len(names))
        shift = ANCHOR - elos[0].value
        games = {name: sum(len(m.result.games) for m in self.meetings if name in m.players) for name in names}
        lines = [
            Rated(name, self.players[name], elo.map_monotone(lambda value: value + shift), games[name])
            for name, elo in zip(names, elos, strict=True)
        ]
        return sorted(lines, key=lambda line: (line.games == 0, -line.elo.value))

    def next_opponents(self, name: str) -> list[str]:
        """Return whom a player should meet next."""
        lines = self.rated()
        others = [line for line in lines if line.name != name]
        if not others:
            return []
        own = next(line for line in lines if line.name == name)
        if own.games:
            others.sort(key=lambda line: abs(line.elo.value - own.elo.value))
            return [line.name for line in others[:OPPONENTS]]
        # Nothing is known: the best, the weakest and those between.
        count = min(OPPONENTS, len(others))
        places = [round(place * (len(others) - 1) / max(1, count - 1)) for place in range(count)]
        return [others[place].name for place in places]

    def play(self, name: str, deals: int, run: RunTasks, told: Callable[[Meeting], None] = lambda _: None) -> None:
        """Let a player meet others until it has played at least this many deals."""
        while (played := self._deals_of(name)) < deals and (opponents := self.next_opponents(name)):
            for opponent in opponents:
                for meeting in self._meet(name, opponent, min(DEALS_PER_ROUND, deals - played), run):
                    self._append(meeting)
                    told(meeting)

    def _deals_of(self, name: str) -> int:
        return sum(name in meeting.players for meeting in self.meetings)

    def _meet(self, name: str, opponent: str, deals: int, run: RunTasks) -> Iterator[Meeting]:
        """Play deals that these two have not met in before."""
        pair = tuple(Entrant(who, self.players[who]) for who in (name, opponent))
        tournament = Tournament(pair, self.profile, self.seats, "gauntlet", self.seed, Budget())
        known = [m.result.deal for m in self.meetings if set(m.players) == {name, opponent}]
        first = max(known, default=0) + 1
        for result in run(partial(play_task, tournament), [(deal, 0) for deal in range(first, first + deals)]):
            yield Meeting((name, opponent), result)

    def _append(self, meeting: Meeting) -> None:
        content = {"players": list(meeting.players), **meeting.result.to_json()}
        self._log.append(content)
        self.meetings.append(meeting)

    def _write_head(self) -> None:
        head = {
            "format": FORMAT,
            "profile": self.profile.name,
            "rules": house_rules_of(self.profile),
            "seats": self.seats,
            "seed": self.seed,
            "players": self.players,
        }
        (self.path / "league.json").write_text(json.dumps(head, indent=1) + "\n", "utf-8")


def markdown_of(league: League) -> str:
    """Return the rating list as a page for the docs."""
    rules = format_house_rules(league.profile)
    played = f"{league.profile.name}{f' with {rules}' if rules else ''}, {league.seats} seats, seed {league.seed}."
    lines = [
        "# Rating list",
        "",
        f"{played} The first player of the league has {ANCHOR}. Intervals are 95 %, clustered by deal.",
        "",
        "| | player | Elo | interval | games |",
        "| --- | --- | --- | --- | --- |",
    ]
    for place, line in enumerate(league.rated(), 1):
        interval = f"{line.elo.low:.0f} to {line.elo.high:.0f}" if line.games else "-"
        elo = f"{line.elo.value:.0f}" if line.games else "-"
        lines.append(f"| {place} | {line.name.replace('|', '&#124;')} | {elo} | {interval} | {line.games} |")
    return "\n".join([*lines, ""])


def _meeting_from(content: dict[str, Any]) -> Meeting:
    name, opponent = content["players"]
    return Meeting((str(name), str(opponent)), DealResult.from_json(content))


def _table_result(meeting: Meeting, names: Sequence[str]) -> TableResult:
    numbers = [names.index(name) for name in meeting.players]
    seats = dict.fromkeys(numbers, 0)
    wins = dict.fromkeys(numbers, 0.0)
    for who in meeting.result.games[0].seating:
        seats[numbers[who]] += 1
    for game in meeting.result.games:
        for seat in game.winners:
            wins[numbers[game.seating[seat]]] += 1 / len(game.winners)
    return TableResult(meeting.result.deal, seats, wins)
