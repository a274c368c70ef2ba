"""Ratings: how well somebody plays by a profile's rules, from the rated games of that profile (openskill).

Each game is rated once, in the transaction that takes its mark off; whichever process comes first does it. The model
is Plackett-Luce, which is made for an order of several players with shared places. What is shown is mu - 3 sigma:
the level that somebody has shown for almost certain, so a newcomer begins at 0 and rises with every game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa
import structlog
from openskill.models import PlackettLuce

from tilewise.points import parse_points
from tilewise.server.store.database import Database
from tilewise.server.store.schema import games, people, ratings
from tilewise.server.tables.effects import FinishedGame
from tilewise.server.tables.events import Avatar

SURE: Final = 3
"""How many sigmas are taken off for what is shown."""

MOST_LISTED: Final = 100
"""Places in one answer of a leaderboard."""

_model: Final = PlackettLuce()

log = structlog.get_logger("tilewise.ratings")


class Rating(msgspec.Struct, frozen=True):
    """How well somebody plays by a profile's rules."""

    profile: str
    shown: float
    """mu - 3 sigma, with two digits."""
    mu: float
    sigma: float
    games: int


class Ranked(msgspec.Struct, frozen=True):
    """A place of a leaderboard."""

    rank: int
    person: str
    name: str
    shown: float
    games: int
    avatar: Avatar = "initial"


def places(finished: FinishedGame) -> list[int]:
    """The place of each seat in a game: winners, then the others by points, then who gave up or left.

    >>> places(FinishedGame(1, 1, "jumbo", 3, 9, ("a", "b", "c", "d"), ("A", "B", "C", "D"),
    ...     ("+30", "-10", "-10", "-10"), (0,), (False, False, False, True), True))
    [1, 2, 2, 4]
    """
    order = [
        (finished.given_up[seat], seat not in finished.winners, 0 if finished.given_up[seat] else -parse_points(points))
        for seat, points in enumerate(finished.points)
    ]
    return [1 + sum(other < own for other in order) for own in order]


def rated(before: Sequence[tuple[float, float]], ranks: Sequence[int]) -> list[tuple[float, float]]:
    """The mu and sigma of players after a game in which they took these places.

    >>> (better, _), (worse, _) = rated([(25.0, 8.0), (25.0, 8.0)], [1, 2])
    >>> better > 25 > worse
    True
    """
    teams = [[_model.create_rating([mu, sigma])] for mu, sigma in before]
    return [(team[0].mu, team[0].sigma) for team in _model.rate(teams, ranks=[float(rank) for rank in ranks])]


class Ratings:
    """The ratings in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def rate_all(self) -> int:
        """Rate every game that waits for it, the one that ended first before the others; returns how many."""
        count = 0
        while await self.database.write(_rate_next):
            count += 1
        return count

    async def wait(self) -> bool:
        """Whether any game waits to be rated."""
        query = sa.select(games.c.table_id).where(games.c.to_rate).limit(1)
        return await self.database.read(lambda connection: connection.execute(query).one_or_none()) is not None

    async def of(self, person: str) -> list[Rating]:
        """Somebody's ratings."""
        query = sa.select(ratings).where(ratings.c.person == person).order_by(ratings.c.profile)
        return await self.database.read(lambda connection: [_rating(row) for row in connection.execute(query)])

    async def leaderboard(self, profile: str, start: int = 0, limit: int = MOST_LISTED) -> list[Ranked]:
        """The best accounts by a profile's rules. Guests are not listed: anybody can be a new one."""
        query = (
            sa.select(ratings.c.person, people.c.name, people.c.avatar, ratings.c.shown, ratings.c.games)
            .join_from(ratings, people, people.c.id == ratings.c.person)
            .where(ratings.c.profile == profile, people.c.account.is_not(None), people.c.gone_at.is_(None))
            .order_by(ratings.c.shown.desc(), ratings.c.person)
            .offset(start)
            .limit(limit)
        )

        def work(connection: sa.Connection) -> list[Ranked]:
            return [
                Ranked(rank, row.person, row.name, round(row.shown, 2), row.games, row.avatar)
                for rank, row in enumerate(connection.execute(query), start=start + 1)
            ]

        return await self.database.read(work)


def _rating(row: sa.Row[Any]) -> Rating:
    return Rating(row.profile, round(row.shown, 2), row.mu, row.sigma, row.games)


def _rate_next(connection: sa.Connection) -> bool:
    """Rate one game; returns whether there was one."""
    query = sa.select(games.c.table_id, games.c.match, games.c.game, games.c.body).where(games.c.to_rate)
    query = query.order_by(games.c.ended_at, games.c.table_id, games.c.match, games.c.game).limit(1)
    # Another process may be at the same game: where rows can be locked, each takes one of its own.
    row = connection.execute(query.with_for_update(skip_locked=True)).one_or_none()
    if row is None:
        return False
    this = sa.and_(games.c.table_id == row.table_id, games.c.match == row.match, games.c.game == row.game)
    connection.execute(games.update().where(this).values(to_rate=False))
    try:
        _rate(connection, msgspec.json.decode(bytes(row.body), type=FinishedGame))
    except msgspec.MsgspecError as error:
        log.error("a game cannot be rated", reason=str(error))
    return True


def _rate(connection: sa.Connection, finished: FinishedGame) -> None:
    who = _who_played(connection, finished.people)
    playing = [person for person in who if person is not None]
    if len(set(playing)) != len(playing) or len(who) < 2 or not playing:
        # Nobody is rated for playing against oneself on two seats.
        return
    query = sa.select(ratings).where(ratings.c.person.in_(playing), ratings.c.profile == finished.profile)
    known = {row.person: row for row in connection.execute(query)}
    before = [
        (known[person].mu, known[person].sigma) if person in known else (_model.mu, _model.sigma) for person in who
    ]
    for person, (mu, sigma) in zip(who, rated(before, places(finished)), strict=True):
        if person is None:
            continue
        values = {"mu": mu, "sigma": sigma, "shown": mu - SURE * sigma}
        if person in known:
            this = sa.and_(ratings.c.person == person, ratings.c.profile == finished.profile)
            connection.execute(ratings.update().where(this).values(games=known[person].games + 1, **values))
        else:
            connection.execute(ratings.insert().values(person=person, profile=finished.profile, games=1, **values))


def _who_played(connection: sa.Connection, seats: Sequence[str | None]) -> list[str | None]:
    """Who is to be rated for each seat: the account that a guest has become; None for who is deleted by now.

    Their rows are locked in one order, so that two processes never rate the same person at the same time.
    """
    merged: dict[str, str] = {}
    ids = {person for person in seats if person is not None}
    found: set[str] = set()
    while ids:
        query = sa.select(people.c.id, people.c.merged_into).where(people.c.id.in_(ids))
        rows = connection.execute(query.order_by(people.c.id).with_for_update()).all()
        found |= {row.id for row in rows if row.merged_into is None}
        merged |= {row.id: row.merged_into for row in rows if row.merged_into is not None}
        ids = {row.merged_into for row in rows if row.merged_into is not None} - found
    who: list[str | None] = []
    for person in seats:
        while person in merged:
            person = merged[person]
        who.append(person if person in found else None)
    return who
