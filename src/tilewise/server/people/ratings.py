"""Ratings of people, one for each profile, computed from its rated games with openskill.

Each game is rated once, by any process, in the transaction that clears its `to_rate` flag. The model is Plackett-Luce,
which ranks several players with shared places. The shown rating is mu - 3 sigma, a level that the player has almost
certainly reached: a newcomer starts at 0 and rises with every game.
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

SIGMAS: Final = 3
"""How many sigmas are subtracted for the shown rating."""

MOST_LISTED: Final = 100
"""Ranks in one page of a leaderboard."""

_model: Final = PlackettLuce()

logger = structlog.get_logger("tilewise.ratings")


class Rating(msgspec.Struct, frozen=True):
    """A person's rating for a profile."""

    profile: str
    shown: float
    """mu - 3 sigma, rounded to two digits."""
    mu: float
    sigma: float
    games: int


class Ranked(msgspec.Struct, frozen=True):
    """A rank of a leaderboard."""

    rank: int
    person: str
    name: str
    shown: float
    games: int
    avatar: Avatar = "initial"


def places(finished: FinishedGame) -> list[int]:
    """Return the place of each seat: winners first, then the others by points, then players who gave up or left.

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
    """Return the mu and sigma of players after a game in which they took these places.

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
        """Rate all unrated games in the order in which they ended; return how many there were."""
        count = 0
        while await self.database.write(_rate_next):
            count += 1
        return count

    async def are_pending(self) -> bool:
        """Return whether there are unrated games."""
        query = sa.select(games.c.table_id).where(games.c.to_rate).limit(1)
        return await self.database.read(lambda connection: connection.execute(query).one_or_none()) is not None

    async def of(self, person: str) -> list[Rating]:
        """Return a person's ratings."""
        query = sa.select(ratings).where(ratings.c.person == person).order_by(ratings.c.profile)
        return await self.database.read(lambda connection: [_rating(row) for row in connection.execute(query)])

    async def leaderboard(self, profile: str, start: int = 0, limit: int = MOST_LISTED) -> list[Ranked]:
        """Return the best accounts of a profile. Guests are not listed, since anyone can become a new one."""
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
    """Rate one game; return whether there was one."""
    query = sa.select(games.c.table_id, games.c.match, games.c.game, games.c.body).where(games.c.to_rate)
    query = query.order_by(games.c.ended_at, games.c.table_id, games.c.match, games.c.game).limit(1)
    # Where the database can lock rows, several processes rate different games.
    row = connection.execute(query.with_for_update(skip_locked=True)).one_or_none()
    if row is None:
        return False
    this = sa.and_(games.c.table_id == row.table_id, games.c.match == row.match, games.c.game == row.game)
    connection.execute(games.update().where(this).values(to_rate=False))
    try:
        _rate(connection, msgspec.json.decode(bytes(row.body), type=FinishedGame))
    except msgspec.MsgspecError as error:
        logger.error("game could not be rated", reason=str(error))
    return True


def _rate(connection: sa.Connection, finished: FinishedGame) -> None:
    people_by_seat = _people_to_rate(connection, finished.people)
    playing = [person for person in people_by_seat if person is not None]
    if len(set(playing)) != len(playing) or len(people_by_seat) < 2 or not playing:
        # A person who plays against themselves on two seats is not rated.
        return
    query = sa.select(ratings).where(ratings.c.person.in_(playing), ratings.c.profile == finished.profile)
    known = {row.person: row for row in connection.execute(query)}
    before = [
        (known[person].mu, known[person].sigma) if person in known else (_model.mu, _model.sigma)
        for person in people_by_seat
    ]
    for person, (mu, sigma) in zip(people_by_seat, rated(before, places(finished)), strict=True):
        if person is None:
            continue
        values = {"mu": mu, "sigma": sigma, "shown": mu - SIGMAS * sigma}
        if person in known:
            this = sa.and_(ratings.c.person == person, ratings.c.profile == finished.profile)
            connection.execute(ratings.update().where(this).values(games=known[person].games + 1, **values))
        else:
            connection.execute(ratings.insert().values(person=person, profile=finished.profile, games=1, **values))


def _people_to_rate(connection: sa.Connection, seats: Sequence[str | None]) -> list[str | None]:
    """Return whom to rate for each seat: a guest's account if it has one, None for bots and deleted people.

    The rows are locked in a fixed order, so that two processes never rate the same person at the same time.
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
    result: list[str | None] = []
    for person in seats:
        while person in merged:
            person = merged[person]
        result.append(person if person in found else None)
    return result
