"""Records as text: one line for each header and each action. docs/records.md describes the format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, cast

from tilewise.errors import TilewiseError
from tilewise.fairness import FairDeal, checked_addition, checked_digest
from tilewise.game import Action
from tilewise.points import parse_points, signed
from tilewise.profiles import FIRST_VERSION, checked_version, profile_as_of
from tilewise.profiles.house_rules import format_house_rules, parse_house_rules
from tilewise.records.action_format import action_from_text, action_to_text
from tilewise.records.record import VERSION, Record, RecordError, Result, checked_names, checked_seat
from tilewise.scoring import ENDINGS, Ending
from tilewise.shuffle import checked_seed

FIRST_LINE: Final = f"tilewise record {VERSION}"

_ACTION: Final = re.compile(r"([0-9]{1,6})\. (seat [0-9]{1,2} \S.*)")
_HEADER: Final = re.compile(
    r"(profile|rules version|rules|players|seed|starter|name [0-9]+|digest|secret|added [0-9]+): (.*)"
)


def format_record(record: Record) -> str:
    """Write a record as text.

    >>> from tilewise.game import new_game
    >>> from tilewise.profiles import PROFILES
    >>> from tilewise.records.record import record_of
    >>> text = format_record(record_of(new_game(PROFILES["jumbo"], 2, seed=1)))
    >>> text.splitlines()[:5]
    ['tilewise record 1', 'profile: jumbo', 'rules version: 2', 'players: 2', 'seed: 1']
    >>> parse_record(text).seed
    '1'
    """
    profile, version = record.profile, record.profile.rules_version
    lines = [FIRST_LINE, f"profile: {profile.name}"]
    if version != FIRST_VERSION:
        lines.append(f"rules version: {version}")
    if rules := format_house_rules(profile, version):
        lines.append(f"rules: {rules}")
    lines += [f"players: {record.players}", f"seed: {record.seed}"]
    if record.starter is not None:
        lines.append(f"starter: {record.starter}")
    lines += [f"name {seat}: {name}" for seat, name in enumerate(record.names)]
    if record.fair is not None:
        lines += [f"digest: {record.fair.digest}", f"secret: {record.fair.secret}"]
        lines += [f"added {seat}: {text}" for seat, text in enumerate(record.fair.additions) if text is not None]
    lines.append("")
    lines += [f"{number}. {action_to_text(action)}" for number, action in enumerate(record.actions, start=1)]
    if record.actions:
        lines.append("")
    lines.append(f"result: {_format_result(record.result)}")
    body = "\n".join(lines) + "\n"
    return f"{body}check: {checksum(body)}\n"


def parse_record(text: str) -> Record:
    """Read a record and replay it; raises RecordError with the line."""
    return _Reader(text).read_record()


def checksum(body: str) -> str:
    """Return the checksum of a record, which reveals damage even if the record still makes sense."""
    return sha256(body.encode()).hexdigest()[:16]


def _format_result(result: Result | None) -> str:
    if result is None:
        return "not over"
    winners = " ".join(map(str, result.winners))
    return f"{result.ending}; winners {winners}; scores {' '.join(map(signed, result.points))}"


class _Reader:
    """Reads a record line by line; errors name the current line."""

    def __init__(self, text: str) -> None:
        self.lines = text.replace("\r\n", "\n").rstrip().split("\n")
        self.number = 0

    def read_record(self) -> Record:
        if self.next_line() != FIRST_LINE:
            raise RecordError("line 1", f"a record starts with the line {FIRST_LINE!r}.")
        headers = self.read_headers()
        version = FIRST_VERSION
        if "rules version" in headers.values:
            with headers.reading("rules version") as number:
                version = checked_version(parse_whole(number))
        with headers.reading("profile") as name:
            profile = profile_as_of(version, name)
        if "rules" in headers.values:
            with headers.reading("rules") as words:
                profile = profile.with_rules(parse_house_rules(words.split()))
        with headers.reading("players") as number:
            players = parse_whole(number)
            profile.check_players(players)
        with headers.reading("seed") as text:
            seed = checked_seed(text)
        starter = None
        if "starter" in headers.values:
            with headers.reading("starter") as number:
                starter = checked_seat(parse_whole(number), players)
        names = self.read_names(headers, players)
        fair = self.read_fair_deal(headers, players)
        actions, places = self.read_actions()
        result = self.read_result(players)
        places.append(f"line {self.number}")
        body = "\n".join(self.lines[: self.number]) + "\n"
        check = self.read_labelled("check")
        record = Record(profile, players, seed, starter, names, actions, result, fair)
        record.replay(places)
        if check != checksum(body):
            raise RecordError(f"line {self.number}", "the lines above were changed or damaged after they were written.")
        if self.number < len(self.lines):
            raise RecordError(f"line {self.number + 1}", "nothing may follow the check line.")
        return record

    def next_line(self) -> str:
        if self.number == len(self.lines):
            raise RecordError(f"line {self.number}", "the record is cut off after this line.")
        self.number += 1
        return self.lines[self.number - 1].rstrip()

    def read_headers(self) -> _Headers:
        headers = _Headers({}, {})
        while line := self.next_line():
            match = _HEADER.fullmatch(line)
            if not match:
                raise RecordError(f"line {self.number}", f"{line[:40]!r} is not a header.")
            if match[1] in headers.values:
                raise RecordError(f"line {self.number}", f"the header {match[1]!r} is there twice.")
            headers.values[match[1]] = match[2]
            headers.lines[match[1]] = self.number
        headers.lines[""] = self.number
        return headers

    def read_names(self, headers: _Headers, players: int) -> tuple[str, ...]:
        named = [header for header in headers.values if header.startswith("name ")]
        if not named:
            return ()
        with headers.reading(named[0]):
            if named != [f"name {seat}" for seat in range(players)]:
                raise TilewiseError("either every seat has a name, in order, or none has.")
            return checked_names([headers.values[header] for header in named], players)

    def read_fair_deal(self, headers: _Headers, players: int) -> FairDeal | None:
        added = {header: header.removeprefix("added ") for header in headers.values if header.startswith("added ")}
        if not added and not headers.values.keys() & {"digest", "secret"}:
            return None
        with headers.reading("digest") as text:
            digest = checked_digest(text)
        with headers.reading("secret") as text:
            secret = checked_addition(text)
        additions: list[str | None] = [None] * players
        for header, number in added.items():
            with headers.reading(header) as text:
                seat = checked_seat(parse_whole(number), players)
                if number != str(seat):
                    raise TilewiseError(f"seat {seat} is written {seat}, not {number}.")
                additions[seat] = checked_addition(text)
        return FairDeal(digest, secret, tuple(additions))

    def read_actions(self) -> tuple[tuple[Action, ...], list[str]]:
        actions: list[Action] = []
        places: list[str] = []
        while match := _ACTION.match(self.peek_line()):
            self.next_line()
            where = f"line {self.number}"
            if int(match[1]) != len(actions) + 1:
                raise RecordError(where, f"action {len(actions) + 1} should come here, not action {int(match[1])}.")
            try:
                actions.append(action_from_text(match[2]))
            except TilewiseError as error:
                raise RecordError(where, str(error)) from None
            places.append(where)
        if actions and self.next_line():
            raise RecordError(f"line {self.number}", f"{self.lines[self.number - 1][:40]!r} is not an action.")
        return tuple(actions), places

    def peek_line(self) -> str:
        return self.lines[self.number].rstrip() if self.number < len(self.lines) else ""

    def read_result(self, players: int) -> Result | None:
        text = self.read_labelled("result")
        try:
            return parse_result(text, players)
        except TilewiseError as error:
            raise RecordError(f"line {self.number}", str(error)) from None

    def read_labelled(self, name: str) -> str:
        line = self.next_line()
        word, _, value = line.partition(": ")
        if word != name:
            raise RecordError(f"line {self.number}", f"the line {name!r} should come here, not {line[:40]!r}.")
        return value


@dataclass(slots=True)
class _Headers:
    values: dict[str, str]
    lines: dict[str, int]
    """The number of each header's line; the name "" is for the line after the headers."""

    @contextmanager
    def reading(self, name: str) -> Iterator[str]:
        """Provide the value of a header; an error within the block becomes a RecordError at its line."""
        if name not in self.values:
            raise RecordError(f"line {self.lines['']}", f"the header {name!r} is missing.")
        try:
            yield self.values[name]
        except TilewiseError as error:
            raise RecordError(f"line {self.lines[name]}", str(error)) from None


def parse_result(text: str, players: int) -> Result | None:
    """Read a result, or None for a game that is not over; raises TilewiseError."""
    if text == "not over":
        return None
    match = re.fullmatch(r"([a-z-]+); winners ([0-9 ]+); scores ([-+0-9/ ]+)", text)
    if not match or match[1] not in ENDINGS:
        raise TilewiseError(f"{text[:40]!r} is not a result.")
    winners = tuple(checked_seat(parse_whole(word), players) for word in match[2].split())
    return Result(cast(Ending, match[1]), winners, tuple(parse_points(word) for word in match[3].split()))


def parse_whole(text: str) -> int:
    """Read a whole number; raises TilewiseError."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise TilewiseError(f"{text[:20]!r} is not a whole number.")
    return int(text)
