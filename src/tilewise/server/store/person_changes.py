"""Replacing a person in everything that is stored about a table.

A guest who signs in becomes an account; a deleted person becomes an id that says nothing.
"""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from tilewise.server.store.event_rows import read_events
from tilewise.server.store.schema import events, games, members, snapshots, tables
from tilewise.server.tables.effects import Change, FinishedGame
from tilewise.server.tables.events import encode_event
from tilewise.server.tables.identity import GONE, without_person

_finished = msgspec.json.Decoder(FinishedGame)


def replace_person(connection: sa.Connection, table_id: str, change: Change) -> None:
    """Replace a person in the rows of a table; a deleted person is also removed from its events."""
    # A snapshot contains names and ids. It can be derived from the events, and the next game stores a new one.
    connection.execute(snapshots.delete().where(snapshots.c.table_id == table_id))
    _replace_member(connection, table_id, change)
    connection.execute(
        tables.update().where(tables.c.id == table_id, tables.c.maker == change.before).values(maker=change.person)
    )
    _replace_in_games(connection, table_id, change)
    if change.gone:
        _remove_from_events(connection, table_id, change)
    else:
        _transfer_commands(connection, table_id, change)


def _replace_member(connection: sa.Connection, table_id: str, change: Change) -> None:
    old = sa.and_(members.c.table_id == table_id, members.c.person == change.before)
    new = sa.and_(members.c.table_id == table_id, members.c.person == change.person)
    both_are_members = connection.execute(sa.select(members.c.person).where(new)).one_or_none() is not None
    if both_are_members or change.gone:
        connection.execute(members.delete().where(old))
    else:
        connection.execute(members.update().where(old).values(person=change.person))


def _replace_in_games(connection: sa.Connection, table_id: str, change: Change) -> None:
    of_table = sa.select(games.c.match, games.c.game, games.c.body).where(games.c.table_id == table_id)
    for match, game, body in connection.execute(of_table).all():
        finished = _finished.decode(bytes(body))
        if change.before in finished.people:
            row = sa.and_(games.c.table_id == table_id, games.c.match == match, games.c.game == game)
            replaced = msgspec.json.encode(_replaced_in(finished, change))
            connection.execute(games.update().where(row).values(body=replaced))


def _replaced_in(finished: FinishedGame, change: Change) -> FinishedGame:
    people, names = finished.people, finished.names
    return msgspec.structs.replace(
        finished,
        people=tuple(change.person if person == change.before else person for person in people),
        names=tuple(
            GONE if change.gone and person == change.before else name
            for person, name in zip(people, names, strict=True)
        ),
    )


def _transfer_commands(connection: sa.Connection, table_id: str, change: Change) -> None:
    """Transfer a person's command ids: a command that is sent again after signing in must not be applied twice."""
    query = sa.select(events.c.number, events.c.command).where(
        events.c.table_id == table_id, events.c.command.is_not(None)
    )
    commands = {command: number for number, command in connection.execute(query)}
    for command, number in commands.items():
        person, slash, command_id = command.partition("/")
        transferred = f"{change.person}{slash}{command_id}"
        if person == change.before and transferred not in commands:
            row = sa.and_(events.c.table_id == table_id, events.c.number == number)
            connection.execute(events.update().where(row).values(command=transferred))


def _remove_from_events(connection: sa.Connection, table_id: str, change: Change) -> None:
    for entry in without_person(read_events(connection, table_id), change.before, change.person):
        row = sa.and_(events.c.table_id == table_id, events.c.number == entry.number)
        values = {"body": encode_event(entry.event), "command": entry.command}
        connection.execute(events.update().where(row).values(values))
