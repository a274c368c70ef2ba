"""Endpoints for ratings and leaderboards."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise.profiles import RulesError, profile_named
from tilewise.server.api.api_errors import ApiError
from tilewise.server.http.auth import current_person, services_of
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.responses import json_response, read_query
from tilewise.server.people.ratings import MOST_LISTED, Ranked, Rating


class LeaderboardQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which page of a leaderboard."""

    start: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=MOST_LISTED)] = MOST_LISTED


class Leaderboard(msgspec.Struct, frozen=True):
    """The best accounts of a profile."""

    profile: str
    ranked: list[Ranked]


class PersonRatings(msgspec.Struct, frozen=True):
    """The ratings of a person."""

    person: str
    name: str
    ratings: list[Rating]


async def my_ratings(request: Request) -> Response:
    """Return my ratings."""
    person = await current_person(request)
    return json_response(PersonRatings(person.id, person.name, await services_of(request).ratings.of(person.id)))


async def ratings_of(request: Request) -> Response:
    """Return the ratings of a person, which are public."""
    services = services_of(request)
    person = await services.people.find(request.path_params["person"][:64])
    if person is None:
        raise ApiError(404, "no-person", "There is no person with this id.")
    return json_response(PersonRatings(person.id, person.name, await services.ratings.of(person.id)))


async def leaderboard(request: Request) -> Response:
    """Return the best accounts of a profile."""
    query = read_query(request, LeaderboardQuery)
    try:
        profile = profile_named(request.path_params["profile"]).name
    except RulesError as error:
        raise ApiError(404, "no-profile", str(error)) from None
    return json_response(
        Leaderboard(profile, await services_of(request).ratings.leaderboard(profile, query.start, query.limit))
    )


ENDPOINTS: Final = [
    Endpoint("GET", "/api/me/ratings", my_ratings, "My ratings", PersonRatings, needs_person=True, tag="ratings"),
    Endpoint(
        "GET", "/api/people/{person}/ratings", ratings_of, "The ratings of a person", PersonRatings, tag="ratings"
    ),
    Endpoint(
        "GET",
        "/api/leaderboard/{profile}",
        leaderboard,
        "The best accounts of a profile",
        Leaderboard,
        query=LeaderboardQuery,
        tag="ratings",
    ),
]
