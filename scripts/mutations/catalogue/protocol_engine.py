"""Mistakes between page and server, and in games on a device: in Python, and in the page's part of the engine."""

from __future__ import annotations

from typing import Final

from scripts.mutations.mutation import Mutation

PROTOCOL_ENGINE: Final = (
    Mutation(
        "A client that missed too many events gets only the latest ones, as if it had all.",
        "protocol",
        "src/tilewise/server/live_table.py",
        "        if not missed or missed[0][0].number != number + 1:\n",
        "        if not missed:\n",
        (
            "tests/server/test_live_table.py",
            "tests/server/test_host.py :: not postgres",
            "tests/server/http/test_socket.py",
        ),
    ),
    Mutation(
        "Clients of version 1 of the protocol are turned away.",
        "protocol",
        "src/tilewise/server/protocol.py",
        "SUPPORTED_PROTOCOLS: Final = (1, 2, 3, PROTOCOL)",
        "SUPPORTED_PROTOCOLS: Final = (2, 3, PROTOCOL)",
        ("tests/server/http/test_socket.py", "tests/server/test_protocol.py"),
    ),
    Mutation(
        "A command whose answer was lost is not repeated.",
        "protocol",
        "web/src/server/connection.svelte.ts",
        "        for (const { message: command } of this.pending.values()) this.send(command);\n",
        "",
        ("web/tests/unit/server/connection.test.ts",),
    ),
    Mutation(
        "A command that the server could not store is given up.",
        "protocol",
        "web/src/server/connection.svelte.ts",
        'if (message.refusal.code === "stopping" || message.refusal.code === "storage") {',
        'if (message.refusal.code === "stopping") {',
        ("web/tests/unit/server/connection.test.ts",),
    ),
    Mutation(
        "An event that arrives twice is applied twice.",
        "protocol",
        "web/src/table/liveTable.svelte.ts",
        "if (this.view === null || event.number <= this.view.number) return;",
        "if (this.view === null) return;",
        ("web/tests/unit/table/liveTable.test.ts", "web/tests/browser/reconnection.test.ts"),
    ),
    Mutation(
        "A request that may have been carried out is sent again, and makes a second table.",
        "protocol",
        "web/src/server/patience.svelte.ts",
        "!(response.status === 503 && isRepeatable)",
        "response.status !== 503",
        ("web/tests/unit/server/patience.test.ts",),
    ),
    Mutation(
        "On a device, an event is shown before it is stored.",
        "engine",
        "src/tilewise/browser/device_host.py",
        "            try:\n                await self._append(table, state, steps)\n",
        "            self._advance(table, steps)\n"
        "            try:\n                await self._append(table, state, steps)\n",
        ("tests/browser/test_engine.py :: every event is stored before it is told", "tests/browser/test_engine.py"),
    ),
    Mutation(
        "A command on a device is carried out without an answer.",
        "engine",
        "src/tilewise/browser/engine.py",
        "            self._send(wire.Done(message.id, message.table, number))\n            return\n",
        "            return\n",
        ("tests/browser/test_engine.py :: repeated command", "tests/browser/test_engine.py"),
    ),
    Mutation(
        "A shared table that is opened again shows the rack of whoever held the device.",
        "engine",
        "src/tilewise/browser/engine.py",
        "        if table.is_shared:\n"
        "            # Whoever has opened the page has to say who they are.\n            table.hold(None, now)\n",
        "",
        ("tests/browser/test_device_host.py :: opening the table again", "tests/browser/test_device_host.py"),
    ),
    Mutation(
        "Any player may take a shared device and see the rack of the one in turn.",
        "engine",
        "src/tilewise/browser/device_host.py",
        "            if following is None or seat not in (following, table.last_held):\n",
        "            if following is None:\n",
        ("tests/browser/test_device_host.py :: only the player whose turn", "tests/browser/test_device_host.py"),
    ),
    Mutation(
        "The clock of a game on a device runs while the page is closed.",
        "engine",
        "src/tilewise/browser/device_host.py",
        "                if not table.is_shared:\n                    await self._give_back_after_absence(table)\n",
        "",
        ("tests/browser/test_device_host.py :: clock stands still", "tests/browser/test_device_host.py"),
    ),
    Mutation(
        "Moves on a device are only in the memory of the operating system when they are shown.",
        "engine",
        "web/src/engine/database.ts",
        'durability: "strict"',
        'durability: "relaxed"',
        ("web/tests/unit/engine", "web/tests/unit/companion/sheetStore.test.ts", "web/tests/browser/kill.test.ts"),
    ),
    Mutation(
        "A game that the browser has deleted goes on with gaps in what is stored.",
        "engine",
        "web/src/engine/eventLog.ts",
        "if ((row?.last ?? 0) !== number) problem",
        "if (row && row.last !== number) problem",
        ("web/tests/unit/engine/eventLog.test.ts", "web/tests/browser/device.test.ts :: the browser has deleted"),
    ),
    Mutation(
        "A newer engine is used in the middle of a game.",
        "engine",
        "web/src/worker/serviceWorker.ts",
        "used !== null && (isPlaying || !isAlone) ? null",
        "used !== null && !isAlone ? null",
        ("web/tests/browser/engineUpdate.test.ts :: finished by the engine that began it",),
    ),
    Mutation(
        "An engine of another version than the server's judges turns.",
        "engine",
        "web/src/table/turnEngine.ts",
        "this.engine = running.engine?.program === files.package.name ? running.engine : null;",
        "this.engine = running.engine;",
        ("web/tests/unit/table/turnEngine.test.ts",),
    ),
)
