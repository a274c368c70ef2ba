"""Many people at one address, with the default settings: a household, a class, or a proxy that nobody configured."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any

from tests.support.effort import examples
from tests.support.visitors import PASSPHRASE, House, Visitor, join, visiting
from tilewise.server.http.built_page import page_files
from tilewise.server.limits import (
    ENTRIES,
    EXPORTS_PER_HOUR,
    GUESSES,
    GUESTS,
    HASHES,
    MESSAGES,
    REQUESTS,
    TABLES,
    Limiter,
    Share,
)
from tilewise.server.settings import Settings

CLASS = 30
"""People who come within a minute, as many as share an address by default. The clock of these tests stands still, so no
limit recovers meanwhile."""

FIRST_VISIT = 37
"""Requests of a browser that opens the page for the first time."""

TURNS = 10

PLAY_NOW = {"seats": ["person", "casual", "casual"], "rules": {"turn_seconds": None}, "hints": True}


def first_visit() -> list[str]:
    """Return what a browser asks for when it opens the page: the files of the page, and what the home page shows."""
    asked = ["/", "/sw.js", "/manifest.webmanifest", "/engine/files.json", "/api/lobby", "/api/network", "/api/lobby"]
    files = sorted(name for name in page_files() if name.startswith("assets/"))
    return [*asked, *(f"/{file}" for file in islice(cycle(files), FIRST_VISIT - len(asked)))]


def press_play_now(house: House, name: str) -> tuple[Visitor, str]:
    """Become a guest and create a table, as the page does; both have to succeed."""
    guest = house.guest(name)
    return guest, guest.table(**PLAY_NOW)


def test_a_class_opens_the_page_and_plays_within_a_minute(house: House) -> None:
    """Each with the page in two tabs, and with less than a person's share of what their address may do."""
    assert Settings().people_per_address == CLASS
    children = examples(3, thorough=CLASS)
    with ExitStack() as tabs:
        for number in range(children):
            for path in first_visit():
                assert house.ask("GET", path, None).status_code == 200, (number, path)
            guest, table = press_play_now(house, f"Child {number}")
            first, second = (tabs.enter_context(guest.socket()) for _ in range(2))
            second.ask("subscribe", table=table)
            first.ask("subscribe", table=table)
            first.play(table, "add", text="chance")
            for _ in range(TURNS):
                first.ask("preview", table=table, asked=1, number=0, sets=[])
                first.command(table, "draw")
            assert guest.get("/api/me/tables")[0]["table"] == table
    limits = house.server.limits
    for limiter, share in (
        (limits.address_requests, REQUESTS),
        (limits.address_messages, MESSAGES),
        (limits.guests, GUESTS),
        (limits.tables, TABLES),
    ):
        assert 0 < used(limiter) <= children * share.at_once


def test_thirty_people_sign_in_at_once(house: House) -> None:
    for number in range(CLASS):
        house.guest().account(f"Child {number}")
    for number in range(CLASS):
        known = {"name": f"Child {number}", "passphrase": PASSPHRASE}
        assert house.ask("POST", "/api/sign-in", None, known).status_code == 200


def test_thirty_people_mistype_a_code_and_then_find_their_tables(house: House) -> None:
    for _ in range(CLASS):
        code = house.guest().post("/api/tables", {}, 201)["code"]
        assert house.ask("GET", "/api/codes/AAAAAA", None).status_code == 404
        assert house.ask("GET", f"/api/codes/{code}", None).status_code == 200


def used(limiter: Limiter) -> float:
    """Return what an address has used up at once."""
    (bucket,) = limiter._callers.values()
    return bucket._burst - bucket._tokens


# What is dear is refused beyond the limit of an address, whoever asks for it, and the response says when to try again


def refused_after(ask: Callable[[], Any], most: int) -> int:
    """Return how often something succeeds before it is refused for some time."""
    for done in range(most + 1):
        response = ask()
        if response.status_code == 429:
            assert int(response.headers["retry-after"]) >= 1
            assert response.json()["error"] in ("too-many-requests", "too-many-codes")
            return done
        assert response.status_code < 300 or response.status_code in (403, 404), response.text
    raise AssertionError(f"{most + 1} times were not too many.")


def of_address(share: Share) -> float:
    return share.at_once * Settings().people_per_address


def test_a_flood_of_guests_is_refused(house: House) -> None:
    assert refused_after(lambda: house.ask("POST", "/api/guests", None, {"name": "Ada"}), 1000) == of_address(GUESTS)


def test_a_flood_of_tables_and_score_sheets_by_many_guests_is_refused(house: House) -> None:
    guests = cycle([house.guest() for _ in range(10)])
    numbers = count()

    def table_or_sheet() -> Any:
        number = next(numbers)
        if number % 2:
            return next(guests).ask("POST", "/api/sheets", {"id": f"sheet-{number}"})
        return next(guests).ask("POST", "/api/tables", {"seats": ["person"] * 2})

    assert refused_after(table_or_sheet, 1000) == of_address(TABLES)


def test_a_table_that_is_created_again_with_the_same_id_counts_once(house: House) -> None:
    ada = house.guest()
    house.server.limits.tables = Limiter(0, 2)
    again = {"id": "the-same", "seats": ["person"] * 2}
    assert {ada.ask("POST", "/api/tables", again).status_code for _ in range(5)} == {201}
    assert refused_after(lambda: ada.ask("POST", "/api/tables", {}), 5) == 1


def test_a_flood_of_passphrases_is_refused_whether_they_are_right_or_wrong(house: House) -> None:
    house.guest().account("Ada")
    right = {"name": "Ada", "passphrase": PASSPHRASE}
    names = count()

    def sign_in() -> Any:
        number = next(names)
        wrong = {"name": f"Nobody {number}", "passphrase": "wrong"}
        return house.ask("POST", "/api/sign-in", None, wrong if number % 3 else right)

    assert refused_after(sign_in, 1000) == of_address(HASHES) - 1


def test_a_flood_of_unknown_codes_is_refused(house: House) -> None:
    assert refused_after(lambda: house.ask("GET", "/api/codes/AAAAAA", None), 1000) == of_address(GUESSES)


def test_a_flood_of_entries_in_score_sheets_is_refused(house: House) -> None:
    ada = house.guest()
    sheet = ada.post("/api/sheets", {"id": "the-sheet"}, 201)["sheet"]
    entries = [{"id": f"entry-{number:03}", "key": f"1.{number}.worth", "value": 5} for number in range(200)]
    body = {"after": 0, "entries": entries}
    assert refused_after(lambda: ada.ask("POST", f"/api/sheets/{sheet}/cells", body), 1000) == of_address(ENTRIES) / 200


def test_a_flood_of_requests_is_refused_for_one_person_and_later_for_their_address(tmp_path: Path) -> None:
    """With a tenth of the default settings, which need thousands of requests."""

    def get_as(guest: Visitor) -> Callable[[], Any]:
        return lambda: guest.ask("GET", "/api/me")

    most, people = Settings().requests_per_minute // 10, Settings().people_per_address // 10
    with visiting(tmp_path, requests_per_minute=most, people_per_address=people) as house:
        guests = [house.guest() for _ in range(10)]
        assert [refused_after(get_as(guest), most) for guest in guests[:9]] == [most] * 9
        assert refused_after(get_as(guests[9]), most) < most
        assert refused_after(lambda: house.ask("GET", "/api/lobby", None), 1) == 0
        assert house.ask("GET", "/", None).status_code == 200, "the page itself is always there"


def test_asking_for_all_data_about_oneself_again_and_again_is_refused(house: House) -> None:
    ada = house.guest()
    assert refused_after(lambda: ada.ask("GET", "/api/me/data"), 1000) == EXPORTS_PER_HOUR


def test_a_flood_of_messages_over_many_connections_ends_them(house: House) -> None:
    house.server.limits.address_messages = Limiter(0, 100)
    with house.guest().socket() as ada, house.guest().socket() as bob:
        for _ in range(50):
            ada.ask("ping")
        bob.send("ping")
        (closing,) = [message for message in bob.until("closing") if message["type"] == "closing"]
        assert (closing["code"], closing["retry_after"]) == ("too-many", 10_000)


def test_a_flood_of_chat_by_many_people_is_refused(house: House) -> None:
    house.server.limits.chat = Limiter(0, 4)
    ada, bob = house.guest(), house.guest()
    table = ada.table()
    with ada.socket() as a, bob.socket() as b:
        join(a, table)
        join(b, table, sit=True)
        answers = [socket.ask("say", table=table, text="hello") for _ in range(3) for socket in (a, b)]
    refused = [message for answer in answers for message in answer if message["type"] == "problem"]
    assert [problem["code"] for problem in refused] == ["too-fast"] * 2
