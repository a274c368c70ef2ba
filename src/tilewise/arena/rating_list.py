"""The rating list of a league: all players of a folder, rated from all games that any of them played.

league.json   profile, seats, seed, and the players in the order of their arrival
games.jsonl   the results, only ever appended to

A new player meets the players whose ratings are closest to what is known of it, because those games tell most: first a
few deals against opponents spread over the list, then against its neighbours. Old games are never played again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from tilewise.arena.duplicate_deals import LAST_DEAL, DealResult, Tournament, play_task
from tilewise.arena.entrants import Entrant, check_name, read_entrants
from tilewise.arena.line_log import LineLog
from tilewise.arena.shared_folder import replace_file
from tilewise.arena.strength import Estimate, TableResult, ratings
from tilewise.arena.task_pool import RunTasks
from tilewise.bots import Budget
from tilewise.errors import TilewiseError
from tilewise.json_fields import Fields, short_repr
from tilewise.profiles import Profile, house_rules_of, profile_named
from tilewise.profiles.house_rules import format_house_rules
from tilewise.shuffle import checked_seed

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
    faults: dict[str, int]
    """By kind."""
    first_faults: dict[str, str]
    """What was wrong the first time, by kind."""


class League:
    """A folder with the players and the games of a league. Lock it (`locked`) if other processes may use it."""

    def __init__(self, path: Path, profile: Profile, seats: int, seed: str, players: dict[str, str]) -> None:
        """Read the games; raises TilewiseError if their file is damaged."""
        self.path = path
        self.profile = profile
        self.seats = seats
        self.seed = seed
        self.players = players
        """The specs by name, in the order of their arrival."""
        self._log = LineLog(path / "games.jsonl", self._meeting_from, _content_of)

    @property
    def meetings(self) -> list[Meeting]:
        """The games so far."""
        return self._log.entries

    @staticmethod
    def open(path: Path) -> League:
        """Open a folder; raises TilewiseError if it holds no league, or a damaged one."""
        head = path / "league.json"
        try:
            description = _description_from(json.loads(head.read_text("utf-8")))
        except FileNotFoundError:
            raise TilewiseError(f"{path} holds no league: create one with --player and --profile.") from None
        except TilewiseError as error:
            raise TilewiseError(f"{head} is damaged: {error} Correct it, or choose another folder.") from None
        except (ValueError, RecursionError):
            raise TilewiseError(f"{head} is damaged: It is not JSON. Restore it, or choose another folder.") from None
        return League(path, *description)

    @staticmethod
    def create(path: Path, profile: Profile, seats: int, seed: str) -> League:
        """Return a new league, whose folder is written when players are added.

        Raises TilewiseError for a table or a seed that cannot be used, and if the folder already holds a league.
        """
        _check_table(profile, seats, seed)
        if (path / "league.json").exists():
            raise TilewiseError(f"{path} already holds a league.")
        if (path / "games.jsonl").exists():
            raise TilewiseError(
                f"{path} holds games, but no league.json says whose: restore that file, or choose another folder."
            )
        return League(path, profile, seats, seed, {})

    def add(self, texts: Sequence[str]) -> None:
        """Add players as they are typed; a known name keeps its games and must have the same spec."""
        players = dict(self.players)
        for entrant in read_entrants(texts):
            known = players.setdefault(entrant.name, entrant.spec)
            if known != entrant.spec:
                raise TilewiseError(f"The league knows {entrant.name} as {known!r}: use another name for the new one.")
        if players != self.players:
            self.players = players
            self._write_head()

    def rated(self) -> list[Rated]:
        """Return the rating list, the strongest first. The first player that joined has the rating of the anchor."""
        names = list(self.players)
        tables = [_table_result(meeting, names) for meeting in self.meetings]
        if not tables:
            unknown = Estimate(ANCHOR, float("-inf"), float("inf"))
            return [Rated(name, spec, unknown, 0, {}, {}) for name, spec in self.players.items()]
        elos = ratings(tables, len(names))
        shift = ANCHOR - elos[0].value
        games = {name: sum(len(m.result.games) for m in self.meetings if name in m.players) for name in names}
        lines = [
            Rated(
                name,
                self.players[name],
                elo.map_monotone(lambda value: value + shift),
                games[name],
                *self._faults_of(name),
            )
            for name, elo in zip(names, elos, strict=True)
        ]
        return sorted(lines, key=lambda line: (line.games == 0, -line.elo.value))

    def _faults_of(self, name: str) -> tuple[dict[str, int], dict[str, str]]:
        counts, first = Counter[str](), dict[str, str]()
        for meeting in self.meetings:
            if name in meeting.players:
                for fault in meeting.result.faults_of(meeting.players.index(name)):
                    counts[fault.kind] += fault.times
                    first.setdefault(fault.kind, fault.first)
        return dict(sorted(counts.items())), first

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
                    self._log.append(meeting)
                    told(meeting)

    def _deals_of(self, name: str) -> int:
        return sum(name in meeting.players for meeting in self.meetings)

    def _meet(self, name: str, opponent: str, deals: int, run: RunTasks) -> Iterator[Meeting]:
        """Play deals that these two have not met in before."""
        tournament = self._tournament(name, opponent)
        known = [m.result.deal for m in self.meetings if set(m.players) == {name, opponent}]
        first = max(known, default=0) + 1
        for result in run(partial(play_task, tournament), [(deal, 0) for deal in range(first, first + deals)]):
            yield Meeting((name, opponent), result)

    def _tournament(self, name: str, opponent: str) -> Tournament:
        pair = tuple(Entrant(who, self.players[who]) for who in (name, opponent))
        return Tournament(pair, self.profile, self.seats, "gauntlet", self.seed, Budget())

    def _meeting_from(self, content: object) -> Meeting:
        players = Fields(content, "A result").texts("players")
        if len({*players}) != 2 or len(players) != 2:
            raise TilewiseError("It needs two different players.")
        for name in players:
            if name not in self.players:
                raise TilewiseError(f"There is no player {name!r} in league.json.")
        result = DealResult.from_json(content)
        self._tournament(*players).check_result(result)
        return Meeting((players[0], players[1]), result)

    def _write_head(self) -> None:
        head = {
            "format": FORMAT,
            "profile": self.profile.name,
            "rules": house_rules_of(self.profile),
            "seats": self.seats,
            "seed": self.seed,
            "players": self.players,
        }
        self.path.mkdir(parents=True, exist_ok=True)
        replace_file(self.path / "league.json", json.dumps(head, indent=1) + "\n")


def markdown_of(league: League) -> str:
    """Return the rating list as a page for the docs."""
    rules = format_house_rules(league.profile)
    played = f"{league.profile.name}{f' with {rules}' if rules else ''}, {league.seats} seats, seed {league.seed}."
    lines = [
        "# Rating list",
        "",
        f"{played} The first player of the league has {ANCHOR}. Intervals are 95 %, clustered by deal.",
        "",
        "| | player | Elo | interval | games | faults |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for place, line in enumerate(league.rated(), 1):
        interval = f"{line.elo.low:.0f} to {line.elo.high:.0f}" if line.games else "-"
        elo = f"{line.elo.value:.0f}" if line.games else "-"
        name, faults = line.name.replace("|", "&#124;"), sum(line.faults.values())
        lines.append(f"| {place} | {name} | {elo} | {interval} | {line.games} | {faults or '-'} |")
    return "\n".join([*lines, ""])


def _description_from(content: object) -> tuple[Profile, int, str, dict[str, str]]:
    """Return profile, seats, seed and players; raises TilewiseError."""
    fields = Fields(content, "It")
    if fields.whole("format") != FORMAT:
        raise TilewiseError(f"Its format is not {FORMAT}.")
    profile = profile_named(fields.text("profile")).with_rules(fields.mapping("rules"))
    seats, seed, players = fields.whole("seats"), fields.text("seed"), fields.mapping("players")
    _check_table(profile, seats, seed)
    for name, spec in players.items():
        check_name(name)
        if not isinstance(spec, str):
            raise TilewiseError(f"The player {name!r} should be a string, not {short_repr(spec)}.")
    return profile, seats, seed, dict(players)


def _check_table(profile: Profile, seats: int, seed: str) -> None:
    profile.check_players(seats)
    checked_seed(f"{seed}.{LAST_DEAL}")


def _content_of(meeting: Meeting) -> dict[str, Any]:
    return {"players": list(meeting.players), **meeting.result.to_json()}


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
