"""`tilewise verify`: what the record of a server's game proves about its deal, and what it cannot prove."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Final

from tilewise.cli.console import PlainConsole
from tilewise.cli.save_file import load_record
from tilewise.fairness import FairDeal, checked_addition, checked_digest
from tilewise.records import Record
from tilewise.records.record import checked_seat
from tilewise.records.text_format import parse_whole

NOT_PROVEN: Final = 1
"""The exit code for a deal that is not proven. Input that cannot be read has exit code 2."""


def run_verify(options: argparse.Namespace) -> int:
    """Check the proof of a deal; return 0 if the deal is proven, 1 if not."""
    digest = None if options.digest is None else checked_digest(options.digest.strip().lower())
    record = load_record(options.file)
    added = {checked_seat(parse_whole(seat), record.players): checked_addition(text) for seat, text in options.added}
    console = PlainConsole()
    if record.fair is None:
        console.print("This record has no proof of its deal. Only games played on a server have one.")
        return NOT_PROVEN
    problems = list(problems_with(record, record.fair, digest, added))
    for sentence in problems:
        console.print(f"WRONG  {sentence}")
    if problems:
        console.print("The deal is not proven.")
        return NOT_PROVEN
    for sentence in proven_facts(record, record.fair, digest, added):
        console.print(f"ok     {sentence}")
    for sentence in open_questions(record.fair, digest, tuple(added)):
        console.print(f"?      {sentence}")
    if not any(record.fair.additions):
        console.print("The deal is not proven: the server chose it alone.")
        return NOT_PROVEN
    console.print("The deal is proven, as far as a record can prove it (docs/fairness.md).")
    return 0


def problems_with(record: Record, fair: FairDeal, digest: str | None, added: dict[int, str]) -> Iterator[str]:
    """Yield a sentence for each problem with the proof; none if it holds."""
    flaw = fair.flaw(record.seed)
    if flaw is not None:
        yield flaw
    if digest is not None and digest != fair.digest:
        yield "The digest in the record is not the one you saw before the deal."
    for seat, text in added.items():
        if fair.additions[seat] != text:
            recorded = "nothing" if fair.additions[seat] is None else fair.additions[seat]
            yield f"Seat {seat} added {text}, but the record says {recorded}."


def proven_facts(record: Record, fair: FairDeal, digest: str | None, added: dict[int, str]) -> Iterator[str]:
    """Yield a sentence for each fact that a proof without problems proves."""
    yield "The secret matches the digest in the record."
    seats = [f"seat {seat}" for seat, text in enumerate(fair.additions) if text is not None]
    others = f"the texts added by {_and(seats)}" if seats else "nothing else: no seat added a text"
    yield f"The seed follows from the secret and {others}."
    yield f"The starter, all racks and the order of the pool follow from the seed (docs/shuffle.md){_replayed(record)}."
    if digest is not None:
        yield "The digest is the one you saw before the deal: the server did not change its secret afterwards."
    for seat, text in added.items():
        yield f"Seat {seat} added {text}: nobody who lacked that text could know the deal."


def open_questions(fair: FairDeal, digest: str | None, seats: Sequence[int]) -> Iterator[str]:
    """Yield a sentence for each thing that the record alone cannot prove."""
    if digest is None:
        yield f"Did you see the digest {fair.digest} before the deal? Check it with --digest."
    unsure = [seat for seat, text in enumerate(fair.additions) if text is not None and seat not in seats]
    if unsure and not seats:
        yield "Did your seat really add the text in the record? Check it with --added SEAT TEXT."
    yield "Whether the server showed hidden tiles to a player during the game cannot be seen in a record."


def _replayed(record: Record) -> str:
    actions = "1 action" if len(record.actions) == 1 else f"{len(record.actions)} actions"
    result = "no result yet" if record.result is None else "the result"
    return f"; replaying the {actions} leads to {result} in the record"


def _and(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
