"""Who I am: guests and accounts, signing in and out, my data."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Annotated, Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise.errors import TilewiseError
from tilewise.server.http.auth import address_of, person_asking, server_of
from tilewise.server.http.cookies import give_token, take_token
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.responses import ApiError, answer, body_of
from tilewise.server.people.accounts import HasAccount, TooManyAttempts, WrongPassphrase
from tilewise.server.people.passphrases import LONGEST, SHORTEST, BadPassphrase, TooBusy
from tilewise.server.people.personal_data import MyData, data_of
from tilewise.server.people.store import LONGEST_NAME, BadName, NameTaken, Person, TooManyNames
from tilewise.server.tables.events import Avatar

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200, description=f"Shown with up to {LONGEST_NAME}.")]
Passphrase = Annotated[str, msgspec.Meta(max_length=1000)]
NewPassphrase = Annotated[str, msgspec.Meta(min_length=SHORTEST, max_length=LONGEST)]

T = TypeVar("T")

_STATUS: Final[dict[type[TilewiseError], tuple[int, str]]] = {
    WrongPassphrase: (403, "wrong-passphrase"),
    TooManyAttempts: (429, "too-many-attempts"),
    TooBusy: (503, "busy"),
    NameTaken: (409, "name-taken"),
    HasAccount: (409, "has-account"),
    TooManyNames: (429, "too-many-names"),
    BadName: (400, "bad-name"),
    BadPassphrase: (400, "bad-passphrase"),
}
"""How errors of people are answered; all others are 400."""


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's name."""

    name: Name


class NewAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an account is made of."""

    name: Name
    passphrase: NewPassphrase


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a passphrase."""

    name: Name
    passphrase: Passphrase
    take_guest: bool = True
    """Whether the guest of this device becomes one with the account, games and all."""


class SignOutEverywhere(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether to stay signed in here; a guest has to, since there is no other way back."""

    stay_here: bool = False


class ChangeMe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to change; what is left out stays."""

    name: Name | None = None
    chat: bool | None = None
    """Whether to be sent chat and reactions at all."""
    avatar: Avatar | None = None
    """The picture beside the name; clients draw it."""


class ChangePassphrase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The passphrase until now, and from now on."""

    old: Passphrase
    new: NewPassphrase


class DeleteMe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An account's passphrase once more; a guest needs none."""

    passphrase: Passphrase | None = None


class SignedOut(msgspec.Struct, frozen=True):
    """The new token, if I stayed signed in here."""

    token: str | None


class Me(msgspec.Struct, frozen=True):
    """Who I am."""

    person: str
    name: str
    account: bool
    """Whether I can sign in elsewhere."""
    chat: bool
    avatar: Avatar


class SignedIn(msgspec.Struct, frozen=True):
    """Who I am from now on; the token is for clients without cookies."""

    person: str
    name: str
    account: bool
    token: str


async def make_guest(request: Request) -> Response:
    """Play at once, as a guest."""
    server = server_of(request)
    wanted = await body_of(request, NewGuest)
    person = await _trying(server.people.make_guest(wanted.name, server.clock.now()))
    return _signed_in(request, person, 201)


async def me(request: Request) -> Response:
    """Who I am."""
    return answer(_me(await person_asking(request)))


async def change_me(request: Request) -> Response:
    """Change my name, my avatar, or whether I am sent chat."""
    server, person = server_of(request), await person_asking(request)
    wanted = await body_of(request, ChangeMe)
    if wanted.chat is not None:
        person = await server.people.switch_chat(person, wanted.chat)
    before = person
    try:
        if wanted.name is not None and wanted.name != person.name:
            person = await _trying(server.people.rename(person, wanted.name, server.clock.now()))
        if wanted.avatar is not None and wanted.avatar != person.avatar:
            person = await _trying(server.people.choose_avatar(person, wanted.avatar, server.clock.now()))
    finally:
        # Also if only one of the two was possible.
        if (person.name, person.avatar) != (before.name, before.avatar):
            await server.chores.rename(person)
        await server.check_sessions(person.id)
    return answer(_me(person))


async def make_account(request: Request) -> Response:
    """Become an account: the same person, on any device."""
    server, person = server_of(request), await person_asking(request)
    wanted = await body_of(request, NewAccount)
    renamed = person.name != wanted.name
    person = await _trying(server.accounts.make(person, wanted.name, wanted.passphrase))
    if renamed:
        await server.chores.rename(person)
    await server.check_sessions(person.id)
    return _signed_in(request, person, 201)


async def sign_in(request: Request) -> Response:
    """Be the account with a name and a passphrase; the guest of this device becomes one with it."""
    server, now = server_of(request), server_of(request).clock.now()
    wanted = await body_of(request, SignIn)
    person = await _trying(server.accounts.sign_in(wanted.name, wanted.passphrase, address_of(request), now))
    guest = await server.person_of(request.cookies, request.headers.get("authorization"))
    if wanted.take_guest and guest is not None and guest.account is None:
        if await server.accounts.take_along(guest, person, now):
            await server.chores.process_departed_person_now(guest.id)
        await server.check_sessions(guest.id)
    return _signed_in(request, person)


async def sign_out(request: Request) -> Response:
    """Forget the token on this device."""
    return _signed_out(request)


async def sign_out_everywhere(request: Request) -> Response:
    """Let no token hold any more, and close all connections."""
    server, person = server_of(request), await person_asking(request)
    wanted = await body_of(request, SignOutEverywhere)
    if person.account is None and not wanted.stay_here:
        sentence = "A guest would have no way back: make an account first, or stay signed in here."
        raise ApiError(409, "no-way-back", sentence)
    person = await server.people.sign_out_everywhere(person)
    await server.check_sessions(person.id)
    token = server.people.token_of(person, server.clock.now()) if wanted.stay_here else None
    response = answer(SignedOut(token))
    if token is None:
        take_token(response, request, server)
    else:
        give_token(response, request, server, token)
    return response


async def change_passphrase(request: Request) -> Response:
    """Change my passphrase; all other devices are signed out."""
    server, person = server_of(request), await person_asking(request)
    wanted = await body_of(request, ChangePassphrase)
    await _confirm(request, person, wanted.old)
    await _trying(server.accounts.change_passphrase(person, wanted.new))
    person = await server.people.sign_out_everywhere(person)
    await server.check_sessions(person.id)
    return _signed_in(request, person)


async def my_data(request: Request) -> Response:
    """All that is kept of me, as a file."""
    person = await person_asking(request)
    response = answer(await data_of(person, server_of(request).store))
    response.headers["content-disposition"] = 'attachment; filename="tilewise-my-data.json"'
    return response


async def delete_me(request: Request) -> Response:
    """Delete me: I leave all tables, and what stays of me is a deleted player."""
    server, person = server_of(request), await person_asking(request)
    wanted = await body_of(request, DeleteMe)
    if person.account is not None:
        await _confirm(request, person, wanted.passphrase or "")
    await server.people.delete(person, server.clock.now())
    await server.check_sessions(person.id)
    await server.chores.process_departed_person_now(person.id)
    return _signed_out(request)


async def _confirm(request: Request, person: Person, passphrase: str) -> None:
    server = server_of(request)
    if person.account is None:
        raise ApiError(409, "no-account", "A guest has no passphrase; make an account first.")
    await _trying(server.accounts.confirm(person, passphrase, address_of(request), server.clock.now()))


async def _trying(work: Awaitable[T]) -> T:
    """Wait for something; raises ApiError for what may be refused about people."""
    try:
        return await work
    except TilewiseError as error:
        if type(error) in _STATUS:
            raise ApiError(*_STATUS[type(error)], str(error)) from None
        raise


def _me(person: Person) -> Me:
    return Me(person.id, person.name, person.account is not None, person.chat, person.avatar)


def _signed_in(request: Request, person: Person, status: int = 200) -> Response:
    server = server_of(request)
    token = server.people.token_of(person, server.clock.now())
    response = answer(SignedIn(person.id, person.name, person.account is not None, token), status)
    give_token(response, request, server, token)
    return response


def _signed_out(request: Request) -> Response:
    response = Response(status_code=204)
    take_token(response, request, server_of(request))
    return response


DOORS: Final = [
    Endpoint(
        "POST", "/api/guests", make_guest, "Play at once, as a guest", SignedIn, NewGuest, status=201, tag="people"
    ),
    Endpoint("GET", "/api/me", me, "Who I am", Me, needs_person=True, tag="people"),
    Endpoint(
        "PATCH", "/api/me", change_me, "Change name, avatar or chat", Me, ChangeMe, needs_person=True, tag="people"
    ),
    Endpoint(
        "POST",
        "/api/me/account",
        make_account,
        "Become an account",
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
    Endpoint("GET", "/api/me/data", my_data, "All that is kept of me", MyData, needs_person=True, tag="people"),
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
