"""`tilewise verify`: what the record of a server's game proves about its deal, and what it cannot prove."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from tilewise.cli.console import PlainConsole
from tilewise.cli.save_file import load_record
from tilewise.fairness import FairDeal, checked_addition, checked_digest
from tilewise.records import Record
from tilewise.records.text_format import seat_within, whole

NOT_PROVEN = 1
"""The exit code for a deal that is not proven; input that cannot be read has another one."""


def run_verify(chosen: argparse.Namespace) -> int:
    """`tilewise verify`: exit code 0 if the deal is proven, 1 if not."""
    digest = None if chosen.digest is None else checked_digest(chosen.digest.strip().lower())
    record = load_record(chosen.file)
    added = {seat_within(whole(seat), record.players): checked_addition(text) for seat, text in chosen.added}
    console = PlainConsole()
    if record.fair is None:
        console.print("This record holds no proof of its deal: a server writes one, other games have none.")
        return NOT_PROVEN
    flaws = list(flaws_of(record, record.fair, digest, added))
    for sentence in flaws:
        console.print(f"WRONG  {sentence}")
    if flaws:
        console.print("The deal is not proven.")
        return NOT_PROVEN
    for sentence in proven(record, record.fair, digest, added):
        console.print(f"ok     {sentence}")
    for sentence in open_questions(record.fair, digest, tuple(added)):
        console.print(f"?      {sentence}")
    if not any(record.fair.additions):
        console.print("The deal is not proven: the server alone has chosen it.")
        return NOT_PROVEN
    console.print("The deal is proven, as far as a record can prove it (docs/fairness.md).")
    return 0


def flaws_of(record: Record, fair: FairDeal, digest: str | None, added: dict[int, str]) -> Iterator[str]:
    """What is wrong with the proof, in sentences; nothing if it holds."""
    flaw = fair.flaw(record.seed)
    if flaw is not None:
        yield flaw
    if digest is not None and digest != fair.digest:
        yield "The digest in the record is not the one that you saw before the deal."
    for seat, text in added.items():
        if fair.additions[seat] != text:
            stands = "nothing" if fair.additions[seat] is None else fair.additions[seat]
            yield f"Seat {seat} added {text}, but the record says {stands}."


def proven(record: Record, fair: FairDeal, digest: str | None, added: dict[int, str]) -> Iterator[str]:
    """What a proof without flaws proves, in sentences."""
    yield "The secret has the digest that stands in the record."
    who = [f"seat {seat}" for seat, text in enumerate(fair.additions) if text is not None]
    others = f"what was added by {_and(who)}" if who else "nothing else: nobody added anything"
    yield f"The seed follows from the secret and {others}."
    yield f"Who starts, all racks and the order of the pool follow from the seed (docs/shuffle.md){_end(record)}."
    if digest is not None:
        yield "The digest is the one that you saw before the deal: the server has not changed its secret afterwards."
    for seat, text in added.items():
        yield f"Seat {seat} added {text}: nobody who did not know that could know the deal."


def open_questions(fair: FairDeal, digest: str | None, seats: Sequence[int]) -> Iterator[str]:
    """What no record proves, in sentences."""
    if digest is None:
        yield f"Did you see the digest {fair.digest} before the deal? Give what you saw with --digest."
    unsure = [seat for seat, text in enumerate(fair.additions) if text is not None and seat not in seats]
    if unsure and not seats:
        yield "Is what your seat added really what your program sent? Give it with --added SEAT TEXT."
    yield "Whether the server showed tiles to somebody during the game cannot be seen in a record."


def _end(record: Record) -> str:
    actions = "1 action" if len(record.actions) == 1 else f"{len(record.actions)} actions"
    result = "no result yet" if record.result is None else "the result"
    return f"; replayed, the {actions} lead to {result} of the record"


def _and(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
