"""The endpoints for shared score sheets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.http_server import AnonymousCaller, Caller, assert_error, running
from tilewise.server.http import sheets_api
from tilewise.server.sheet_cells import MOST_ENTRIES
from tilewise.server.store import sheet_store


def share(caller: Caller, request: str = "share-1") -> tuple[str, str]:
    """Share a sheet; return its id and its code."""
    made = caller.post("/api/sheets", {"id": request})
    assert made.status_code == 201, made.text
    return made.json()["sheet"], made.json()["code"]


def entry(key: str, value: object, entry_id: str | None = None) -> dict[str, Any]:
    return {"id": entry_id or f"entry-{key.replace('.', '-')}", "key": key, "value": value}


def enter(caller: Caller, sheet: str, *entries: dict[str, Any], after: int = 0) -> Any:
    return caller.post(f"/api/sheets/{sheet}/cells", {"entries": list(entries), "after": after})


def test_whoever_has_the_code_reads_and_enters_without_an_account(api: AnonymousCaller) -> None:
    ada, bob = api.guest("Ada"), api.guest("Bob")
    sheet, code = share(ada)
    assert len(code) == 6
    assert enter(ada, sheet, entry("title", "Sunday"), entry("players", 2)).json() == {
        "version": 1,
        "cells": {"title": "Sunday", "players": 2},
    }
    assert bob.get(f"/api/codes/{code.lower()}").json() == {"sheet": sheet}
    assert bob.get(f"/api/sheets/{sheet}").json()["cells"] == {"title": "Sunday", "players": 2}
    assert enter(bob, sheet, entry("1.0.r5", 2), after=1).json() == {"version": 2, "cells": {"1.0.r5": 2}}
    assert ada.get(f"/api/sheets/{sheet}?after=1").json() == {"version": 2, "cells": {"1.0.r5": 2}}


def test_a_repeated_request_shares_one_sheet(api: AnonymousCaller) -> None:
    ada, bob = api.guest("Ada"), api.guest("Bob")
    assert share(ada) == share(ada)
    assert share(ada) != share(ada, "share-2")
    assert share(ada) != share(bob)


def test_everything_needs_a_guest_and_an_unguessable_id(api: AnonymousCaller) -> None:
    ada = api.guest("Ada")
    sheet, code = share(ada)
    for path in (f"/api/sheets/{sheet}", f"/api/sheets/{code}"):
        assert_error(api.get(path), 401, "nobody")
    for response in (
        ada.get(f"/api/sheets/{code}"),
        ada.ask("DELETE", f"/api/sheets/{code}"),
        enter(ada, code, entry("title", "x")),
    ):
        assert_error(response, 404, "no-sheet")


def test_a_deleted_sheet_is_gone_for_everyone(api: AnonymousCaller) -> None:
    ada, bob = api.guest("Ada"), api.guest("Bob")
    sheet, code = share(ada)
    enter(ada, sheet, entry("title", "Sunday"))
    assert bob.ask("DELETE", f"/api/sheets/{sheet}").status_code == 204
    for response in (
        ada.get(f"/api/sheets/{sheet}"),
        ada.ask("DELETE", f"/api/sheets/{sheet}"),
        enter(ada, sheet, entry("title", "x")),
    ):
        assert_error(response, 404, "no-sheet")
    assert_error(ada.get(f"/api/codes/{code}"), 404, "no-code")


@pytest.mark.parametrize(
    "entries",
    [
        [],
        [entry("title", "x", f"entry-{n:04}") for n in range(MOST_ENTRIES + 1)],
        [entry("", "x")],
        [entry("k" * 41, "x")],
        [entry(f"{'k' * 40}\n", "x", "entry-001")],
        [entry("Grüße", "x", "entry-001")],
        [entry("title", "x" * 101)],
        [entry("title", "a\0b")],
        [entry("title", ["x"])],
        [entry("title", {"x": 1})],
        [entry("players", 1 << 60)],
        [entry("title", "x", "short")],
        [entry("title", "x", "entry id with spaces")],
        [{"key": "title", "value": "x"}],
        [{**entry("title", "x"), "version": 5}],
    ],
)
def test_entries_of_another_shape_are_refused_and_store_nothing(api: AnonymousCaller, entries: list[Any]) -> None:
    ada = api.guest("Ada")
    sheet, _ = share(ada)
    assert_error(enter(ada, sheet, *entries), 400, "bad-body")
    assert ada.get(f"/api/sheets/{sheet}").json() == {"version": 0, "cells": {}}


def test_a_full_sheet_and_too_many_sheets_say_so(api: AnonymousCaller, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = api.guest("Ada")
    sheet, _ = share(ada)
    monkeypatch.setattr(sheet_store, "MOST_CELLS", 1)
    assert_error(enter(ada, sheet, entry("title", "x"), entry("players", 2)), 409, "sheet-full")
    monkeypatch.setattr(sheets_api, "MOST_SHEETS", 1)
    assert_error(ada.post("/api/sheets", {"id": "share-2"}), 409, "too-many-sheets")
    assert share(ada)[0] == sheet


def test_a_code_that_is_in_use_is_not_given_again(api: AnonymousCaller, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = api.guest("Ada")
    _, code = share(ada)
    codes = iter([code, "XYZXYZ"])
    monkeypatch.setattr(sheets_api, "new_code", lambda: next(codes))
    assert share(ada, "share-2")[1] == "XYZXYZ"
    monkeypatch.setattr(sheets_api, "new_code", lambda: code)
    assert_error(ada.post("/api/sheets", {"id": "share-3"}), 503, "storage")


def test_unknown_codes_are_limited(tmp_path: Path) -> None:
    with running(tmp_path, people_per_address=1) as caller:
        ada = caller.guest("Ada")
        _, code = share(ada)
        refused = [ada.get(f"/api/codes/AAAA{n:02}") for n in range(3)]
        assert_error(refused[1], 404, "no-code")
        assert_error(refused[2], 429, "too-many-codes")
        assert_error(ada.get(f"/api/codes/{code}"), 429, "too-many-codes")


def test_a_sheet_survives_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as caller:
        ada = caller.guest("Ada")
        sheet, code = share(ada)
        enter(ada, sheet, entry("title", "Sunday"))
    with running(tmp_path) as caller:
        again = Caller(caller.client, ada.token)
        assert again.get(f"/api/codes/{code}").json() == {"sheet": sheet}
        assert again.get(f"/api/sheets/{sheet}").json() == {"version": 1, "cells": {"title": "Sunday"}}
        # The same entry, whose response was lost in the restart.
        assert enter(again, sheet, entry("title", "Sunday")).json()["version"] == 1


def test_a_server_that_stops_asks_to_repeat_the_request(tmp_path: Path) -> None:
    with running(tmp_path) as caller:
        ada = caller.guest("Ada")
        sheet, _ = share(ada)
        caller.server.host.stopping = True
        for response in (
            ada.post("/api/sheets", {"id": "share-2"}),
            enter(ada, sheet, entry("title", "x")),
            ada.ask("DELETE", f"/api/sheets/{sheet}"),
        ):
            assert_error(response, 503, "stopping")
            assert response.headers["retry-after"]
        caller.server.host.stopping = False


def test_a_shared_sheet_is_part_of_my_data_and_is_deleted_with_me(api: AnonymousCaller) -> None:
    ada, bob = api.guest("Ada"), api.guest("Bob")
    sheet, code = share(ada)
    enter(ada, sheet, entry("name.0", "Carla"))
    (mine,) = ada.get("/api/me/data").json()["sheets"]
    assert (mine["sheet"], mine["code"], mine["cells"]) == (sheet, code, {"name.0": "Carla"})
    assert bob.get("/api/me/data").json()["sheets"] == []
    assert ada.post("/api/me/delete", {}).status_code == 204
    assert_error(bob.get(f"/api/sheets/{sheet}"), 404, "no-sheet")


def test_an_account_takes_over_the_sheets_of_the_guest_who_signs_in(api: AnonymousCaller) -> None:
    owner = api.guest("Dora Sheets")
    assert (
        owner.post("/api/me/account", {"name": "Dora Sheets", "passphrase": "the passphrase of Dora"}).status_code
        == 201
    )
    guest = api.guest("Guest")
    sheet, _ = share(guest)
    signed = guest.post("/api/sign-in", {"name": "Dora Sheets", "passphrase": "the passphrase of Dora"})
    assert signed.status_code == 200, signed.text
    assert [each["sheet"] for each in owner.get("/api/me/data").json()["sheets"]] == [sheet]


def test_clients_follow_a_sheet_over_the_websocket(api: AnonymousCaller) -> None:
    ada, bob = api.guest("Ada"), api.guest("Bob")
    sheet, _ = share(ada)
    with api.client.websocket_connect("/api/socket", headers=bob.headers) as socket:
        assert socket.receive_json()["type"] == "welcome"
        socket.send_json({"type": "follow-sheet", "sheet": sheet})
        assert socket.receive_json() == {"type": "sheet-changed", "sheet": sheet, "after": 0, "version": 0, "cells": {}}
        enter(ada, sheet, entry("title", "Sunday"))
        assert socket.receive_json() == {
            "type": "sheet-changed",
            "sheet": sheet,
            "after": 0,
            "version": 1,
            "cells": {"title": "Sunday"},
        }
        socket.send_json({"type": "unfollow-sheet", "sheet": sheet})
        socket.send_json({"type": "follow-sheet", "sheet": "elsewhere"})
        assert socket.receive_json() == {"type": "sheet-deleted", "sheet": "elsewhere"}
        enter(ada, sheet, entry("players", 2))
        socket.send_json({"type": "ping"})
        assert socket.receive_json()["type"] == "pong"
        socket.send_json({"type": "follow-sheet", "sheet": sheet})
        assert socket.receive_json()["version"] == 2
        # When the person who shared it is deleted, everybody is told.
        assert ada.post("/api/me/delete", {}).status_code == 204
        assert socket.receive_json() == {"type": "sheet-deleted", "sheet": sheet}
