"""Endpoints for people: guests and accounts, signing in and out, and personal data."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Annotated, Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise.errors import TilewiseError
from tilewise.server.api.api_errors import ApiError, TooMuch
from tilewise.server.http.auth import (
    address_of,
    current_person,
    delete_token_cookie,
    person_with_token,
    services_of,
    set_token_cookie,
    spend,
)
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.responses import json_response, read_body
from tilewise.server.limits import LimitExceeded
from tilewise.server.people.accounts import HasAccount, TooManyAttempts, WrongPassphrase
from tilewise.server.people.passphrases import LONGEST, SHORTEST, BadPassphrase, TooBusy
from tilewise.server.people.personal_data import MyData, collect_personal_data
from tilewise.server.people.store import LONGEST_NAME, BadName, NameTaken, Person, TooManyChanges
from tilewise.server.tables.events import Avatar

Name = Annotated[
    str,
    msgspec.Meta(min_length=1, max_length=200, description=f"At most {LONGEST_NAME} characters after normalisation."),
]
Passphrase = Annotated[str, msgspec.Meta(max_length=1000)]
NewPassphrase = Annotated[str, msgspec.Meta(min_length=SHORTEST, max_length=LONGEST)]

T = TypeVar("T")

_STATUS: Final[dict[type[TilewiseError], tuple[int, str]]] = {
    WrongPassphrase: (403, "wrong-passphrase"),
    TooManyAttempts: (429, "too-many-attempts"),
    TooBusy: (503, "busy"),
    NameTaken: (409, "name-taken"),
    HasAccount: (409, "has-account"),
    TooManyChanges: (429, "too-many-names"),
    BadName: (400, "bad-name"),
    BadPassphrase: (400, "bad-passphrase"),
}
"""The status and the code of errors about people."""


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's name and avatar."""

    name: Name
    avatar: Avatar | None = None
    """An animal that follows from the person's id if it is left out."""


class NewAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name and passphrase of a new account."""

    name: Name
    passphrase: NewPassphrase


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a passphrase."""

    name: Name
    passphrase: Passphrase
    take_guest: bool = True
    """Whether to merge the guest of this device into the account, with all games."""


class SignOutEverywhere(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether to stay signed in on this device; a guest has to, since guests cannot sign in again."""

    stay_here: bool = False


class ChangeMe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The changes; fields that are left out stay the same."""

    name: Name | None = None
    chat: bool | None = None
    """Whether to receive chat and reactions."""
    avatar: Avatar | None = None
    """The picture next to the name; clients draw it."""


class ChangePassphrase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The old and the new passphrase."""

    old: Passphrase
    new: NewPassphrase


class DeleteMe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The passphrase of an account, as confirmation; a guest needs none."""

    passphrase: Passphrase | None = None


class SignedOut(msgspec.Struct, frozen=True):
    """The new token, if I stay signed in on this device."""

    token: str | None


class Me(msgspec.Struct, frozen=True):
    """Who I am."""

    person: str
    name: str
    account: bool
    """Whether I can sign in on other devices."""
    chat: bool
    avatar: Avatar


class SignedIn(msgspec.Struct, frozen=True):
    """Who I am now; the token is for clients without cookies."""

    person: str
    name: str
    account: bool
    token: str


async def create_guest(request: Request) -> Response:
    """Create a guest."""
    services = services_of(request)
    body = await read_body(request, NewGuest)
    spend(request, services.limits.guests, "Many new guests have come from your address; wait a moment.")
    person = await _as_api_errors(services.people.create_guest(body.name, services.clock.now(), body.avatar))
    return _signed_in(request, person, 201)


async def me(request: Request) -> Response:
    """Return who I am."""
    return json_response(_me(await current_person(request)))


async def change_me(request: Request) -> Response:
    """Change my name, my avatar, or whether I receive chat."""
    services, person = services_of(request), await current_person(request)
    body = await read_body(request, ChangeMe)
    if body.chat is not None:
        person = await services.people.switch_chat(person, body.chat)
    before = person
    try:
        if body.name is not None and body.name != person.name:
            person = await _as_api_errors(services.people.rename(person, body.name, services.clock.now()))
        if body.avatar is not None and body.avatar != person.avatar:
            person = await _as_api_errors(services.people.choose_avatar(person, body.avatar, services.clock.now()))
    finally:
        # Even if only one of the two changes succeeded.
        if (person.name, person.avatar) != (before.name, before.avatar):
            await services.people_updates.rename(person)
        await services.connections.check_sessions(person.id)
    return json_response(_me(person))


async def create_account(request: Request) -> Response:
    """Turn the guest into an account."""
    services, person = services_of(request), await current_person(request)
    body = await read_body(request, NewAccount)
    renamed = person.name != body.name
    _spend_hash(request)
    person = await _as_api_errors(services.accounts.create(person, body.name, body.passphrase))
    if renamed:
        await services.people_updates.rename(person)
    await services.connections.check_sessions(person.id)
    return _signed_in(request, person, 201)


async def sign_in(request: Request) -> Response:
    """Sign in to an account, and merge the guest of this device into it."""
    services = services_of(request)
    now = services.clock.now()
    body = await read_body(request, SignIn)
    _spend_hash(request)
    person = await _as_api_errors(services.accounts.sign_in(body.name, body.passphrase, address_of(request), now))
    guest = await person_with_token(request)
    if body.take_guest and guest is not None and guest.account is None:
        if await services.accounts.merge_guest(guest, person, now):
            await services.people_updates.process_departed_person_now(guest.id)
        await services.connections.check_sessions(guest.id)
    return _signed_in(request, person)


async def sign_out(request: Request) -> Response:
    """Sign out on this device."""
    return _signed_out(request)


async def sign_out_everywhere(request: Request) -> Response:
    """Invalidate all my tokens and close my connections."""
    services, person = services_of(request), await current_person(request)
    body = await read_body(request, SignOutEverywhere)
    if person.account is None and not body.stay_here:
        sentence = "A guest cannot sign in again: create an account first, or stay signed in on this device."
        raise ApiError(409, "no-way-back", sentence)
    person = await services.people.sign_out_everywhere(person)
    await services.connections.check_sessions(person.id)
    token = services.people.token_of(person, services.clock.now()) if body.stay_here else None
    response = json_response(SignedOut(token))
    if token is None:
        delete_token_cookie(response, request)
    else:
        set_token_cookie(response, request, token)
    return response


async def change_passphrase(request: Request) -> Response:
    """Change my passphrase, and sign out all other devices."""
    services, person = services_of(request), await current_person(request)
    body = await read_body(request, ChangePassphrase)
    await _confirm(request, person, body.old)
    _spend_hash(request)
    await _as_api_errors(services.accounts.change_passphrase(person, body.new))
    person = await services.people.sign_out_everywhere(person)
    await services.connections.check_sessions(person.id)
    return _signed_in(request, person)


async def my_data(request: Request) -> Response:
    """Return all stored data about me as a file."""
    services, person = services_of(request), await current_person(request)
    exports, now = services.limits.exports, services.clock.now()
    if not exports.take(person.id, now):
        sentence = "You have asked for your data several times; try again later."
        raise TooMuch("too-many-requests", sentence, exports.wait(person.id, now))
    data = await collect_personal_data(person, services.store)
    response = await asyncio.to_thread(json_response, data)
    response.headers["content-disposition"] = 'attachment; filename="tilewise-my-data.json"'
    return response


async def delete_me(request: Request) -> Response:
    """Delete me: I leave all tables, where only an anonymous player remains."""
    services, person = services_of(request), await current_person(request)
    body = await read_body(request, DeleteMe)
    if person.account is not None:
        await _confirm(request, person, body.passphrase or "")
    shared = await services.host.sheets.store.ids_of(person.id)
    await services.people.delete(person, services.clock.now())
    services.host.sheets.announce_all(shared)
    await services.connections.check_sessions(person.id)
    await services.people_updates.process_departed_person_now(person.id)
    return _signed_out(request)


async def _confirm(request: Request, person: Person, passphrase: str) -> None:
    services = services_of(request)
    if person.account is None:
        raise ApiError(409, "no-account", "A guest has no passphrase; create an account first.")
    _spend_hash(request)
    await _as_api_errors(services.accounts.confirm(person, passphrase, address_of(request), services.clock.now()))


def _spend_hash(request: Request) -> None:
    """Count a passphrase that is checked or stored; raises TooMuch."""
    spend(request, services_of(request).limits.hashes, "Many people at your address are signing in; wait a moment.")


async def _as_api_errors(work: Awaitable[T]) -> T:
    """Await work, and turn its errors about people into ApiError."""
    try:
        return await work
    except TilewiseError as error:
        if type(error) not in _STATUS:
            raise
        status, code = _STATUS[type(error)]
        if isinstance(error, LimitExceeded):
            raise TooMuch(code, str(error), error.wait, status) from None
        raise ApiError(status, code, str(error)) from None


def _me(person: Person) -> Me:
    return Me(person.id, person.name, person.account is not None, person.chat, person.avatar)


def _signed_in(request: Request, person: Person, status: int = 200) -> Response:
    services = services_of(request)
    token = services.people.token_of(person, services.clock.now())
    response = json_response(SignedIn(person.id, person.name, person.account is not None, token), status)
    set_token_cookie(response, request, token)
    return response


def _signed_out(request: Request) -> Response:
    response = Response(status_code=204)
    delete_token_cookie(response, request)
    return response


ENDPOINTS: Final = [
    Endpoint("POST", "/api/guests", create_guest, "Become a guest", SignedIn, NewGuest, status=201, tag="people"),
    Endpoint("GET", "/api/me", me, "Who I am", Me, needs_person=True, tag="people"),
    Endpoint(
        "PATCH",
        "/api/me",
        change_me,
        "Change my name, avatar or chat setting",
        Me,
        ChangeMe,
        needs_person=True,
        tag="people",
    ),
    Endpoint(
        "POST",
        "/api/me/account",
        create_account,
        "Create an account for the current guest",
        SignedIn,
        NewAccount,
        needs_person=True,
        status=201,
        tag="people",
    ),
    Endpoint(
        "POST",
        "/api/me/passphrase",
        change_passphrase,
        "Change my passphrase",
        SignedIn,
        ChangePassphrase,
        needs_person=True,
        tag="people",
    ),
    Endpoint(
        "GET", "/api/me/data", my_data, "All stored data about me", MyData, needs_person=True, cost=20, tag="people"
    ),
    Endpoint(
        "POST", "/api/me/delete", delete_me, "Delete me", None, DeleteMe, needs_person=True, status=204, tag="people"
    ),
    Endpoint("POST", "/api/sign-in", sign_in, "Sign in to an account", SignedIn, SignIn, tag="people"),
    Endpoint("POST", "/api/sign-out", sign_out, "Sign out on this device", None, status=204, tag="people"),
    Endpoint(
        "POST",
        "/api/sign-out-everywhere",
        sign_out_everywhere,
        "Sign out on all devices",
        SignedOut,
        SignOutEverywhere,
        needs_person=True,
        tag="people",
    ),
]
