"""Endpoints with which a person at this machine invites devices on the local network."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise.server.api.api_errors import ApiError
from tilewise.server.http.auth import current_person, is_local, services_of
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.responses import json_response
from tilewise.server.local_network import NoLocalNetwork


class NetworkState(msgspec.Struct, frozen=True):
    """Whether devices on the local network reach this server. Only a browser on the same machine gets to know."""

    url: str | None = None
    """The URL for them; null if they do not reach it."""
    can_open: bool = False
    """Whether they can be let in."""


async def network_state(request: Request) -> Response:
    """Return how other devices reach this server."""
    network = services_of(request).local_network
    if not _is_at_this_machine(request):
        return json_response(NetworkState())
    return json_response(NetworkState(network.url, network.can_open))


async def open_network(request: Request) -> Response:
    """Let devices on the local network in until the server stops."""
    await _check(request)
    network = services_of(request).local_network
    try:
        return json_response(NetworkState(await network.open()))
    except NoLocalNetwork as error:
        raise ApiError(409, "no-network", str(error)) from None


async def close_network(request: Request) -> Response:
    """Let no more devices in."""
    await _check(request)
    network = services_of(request).local_network
    network.close()
    return json_response(NetworkState(network.url, network.can_open))


async def _check(request: Request) -> None:
    await current_person(request)
    if not _is_at_this_machine(request):
        raise ApiError(403, "not-local", "Only a browser on the machine that runs the server may do that.")


def _is_at_this_machine(request: Request) -> bool:
    """Return whether a browser on this machine opened the page at a loopback address.

    The name in the address counts as well: a page of another site, whose name leads to this machine, may not do it.
    """
    name = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    try:
        return is_local(request) and (name == "localhost" or ip_address(name).is_loopback)
    except ValueError:
        return False


ENDPOINTS = [
    Endpoint(
        "GET",
        "/api/network",
        network_state,
        "Whether devices on the local network reach this server; only a browser on the same machine gets to know",
        response=NetworkState,
        tag="server",
    ),
    Endpoint(
        "POST",
        "/api/network",
        open_network,
        "Let devices on the local network in until the server stops; only from the same machine",
        response=NetworkState,
        needs_person=True,
        tag="server",
    ),
    Endpoint(
        "DELETE",
        "/api/network",
        close_network,
        "Let no more devices on the local network in; only from the same machine",
        response=NetworkState,
        needs_person=True,
        tag="server",
    ),
]
