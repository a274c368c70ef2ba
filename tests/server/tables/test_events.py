"""Stored events keep their form: a database of last year can still be read."""

from __future__ import annotations

import pytest

from tilewise.server.tables import events
from tilewise.server.tables.events import AnyEvent, decode_event, encode_event
from tilewise.server.tables.table_settings import TableSettings

STORED: list[tuple[AnyEvent, bytes]] = [
    (events.Sat(0, "p1", "Ada", "owl"), b'{"kind":"sat","seat":0,"person":"p1","name":"Ada","avatar":"owl"}'),
    (events.Stood(1), b'{"kind":"stood","seat":1}'),
    (events.ComputerSat(1, "solid"), b'{"kind":"computer-sat","seat":1,"level":"solid"}'),
    (events.Committed("s", "d"), b'{"kind":"committed","secret":"s","digest":"d"}'),
    (events.Added(0, "x"), b'{"kind":"added","seat":0,"text":"x"}'),
    (events.Dealt("seed", None), b'{"kind":"dealt","seed":"seed","starter":null}'),
    (events.Kept(2), b'{"kind":"kept","seat":2}'),
    (events.Began(), b'{"kind":"began"}'),
    (
        events.Acted(0, "play", "r1 r2 r3 | J b2 b3", "computer"),
        b'{"kind":"acted","seat":0,"verb":"play","rest":"r1 r2 r3 | J b2 b3","by":"computer"}',
    ),
    (events.WentAway(0), b'{"kind":"went-away","seat":0}'),
    (events.CameBack(0), b'{"kind":"came-back","seat":0}'),
    (events.Resumed(5), b'{"kind":"resumed","milliseconds":5}'),
    (events.RematchWanted(0), b'{"kind":"rematch-wanted","seat":0}'),
    (events.MatchBegan(), b'{"kind":"match-began"}'),
    (
        events.Became((0,), True, "p2", "Ada", False),
        b'{"kind":"became","seats":[0],"maker":true,"person":"p2","name":"Ada","gone":false,"avatar":"initial"}',
    ),
    (events.Held(), b'{"kind":"held"}'),
    (events.TempoChanged("fast"), b'{"kind":"tempo-changed","tempo":"fast"}'),
    (events.Closed(), b'{"kind":"closed"}'),
]


@pytest.mark.parametrize(("event", "body"), STORED)
def test_an_event_is_stored_in_this_form(event: AnyEvent, body: bytes) -> None:
    assert encode_event(event) == body
    assert decode_event(body) == event


def test_every_kind_of_event_is_listed_here() -> None:
    kinds = {type(event) for event, _ in STORED} | {events.Made}
    assert kinds == set(AnyEvent.__args__)
    made = events.Made(TableSettings(), "p1")
    assert decode_event(encode_event(made)) == made
