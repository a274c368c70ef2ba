"""Endpoints for rules: the profiles, the fields of house rules, the rules as text, and the computer players."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from tilewise.server.api.rule_answers import (
    LanguageQuery,
    Level,
    ProfileInfo,
    RuleFieldInfo,
    RulesRequest,
    RulesText,
    level_infos,
    profile_infos,
    rule_field_infos,
    rules_of_profile,
    rules_with_changes,
)
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.responses import json_response, read_body, read_query


def _cacheable(response: Response) -> Response:
    """Allow caching, since the response changes only with a new version of the server."""
    response.headers["Cache-Control"] = "public, max-age=300"
    return response


async def profiles(request: Request) -> Response:
    """Return all profiles."""
    return _cacheable(json_response(profile_infos()))


async def rule_fields(request: Request) -> Response:
    """Return the rules that a table may change."""
    return _cacheable(json_response(rule_field_infos()))


async def profile_rules(request: Request) -> Response:
    """Return the rules of a profile as text."""
    query = read_query(request, LanguageQuery)
    # In a thread, as below: writing the rules takes some milliseconds.
    return _cacheable(json_response(await asyncio.to_thread(rules_of_profile, request.path_params["profile"], query)))


async def house_rules(request: Request) -> Response:
    """Return the rules of a profile with house rules as text, and their differences."""
    body = await read_body(request, RulesRequest)
    return json_response(await asyncio.to_thread(rules_with_changes, body))


async def levels(request: Request) -> Response:
    """Return the levels of computer players."""
    return _cacheable(json_response(level_infos()))


ENDPOINTS = [
    Endpoint(
        "GET",
        "/api/profiles",
        profiles,
        "All profiles: the rules of every box",
        response=list[ProfileInfo],
        tag="rules",
    ),
    Endpoint(
        "GET",
        "/api/rule-fields",
        rule_fields,
        "The rules that a table may change, with everything that a form needs",
        response=list[RuleFieldInfo],
        tag="rules",
    ),
    Endpoint(
        "GET",
        "/api/profiles/{profile}/rules",
        profile_rules,
        "The rules of a profile as text",
        response=RulesText,
        query=LanguageQuery,
        tag="rules",
    ),
    Endpoint(
        "POST",
        "/api/rules",
        house_rules,
        "The rules of a profile with house rules as text, and how they differ",
        response=RulesText,
        body=RulesRequest,
        cost=2,
        tag="rules",
    ),
    Endpoint("GET", "/api/levels", levels, "The computer players, weakest first", response=list[Level], tag="rules"),
]
