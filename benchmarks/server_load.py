"""The load of `bench_server`, in a process of its own: four clients at every table, playing turns from a file.

A client is a bare asyncio protocol that looks only at the first letters of each message, so that the load costs less
than the server. Prints one line of JSON with the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import heapq
import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import uvloop

TURN_SECONDS = 5.0
"""Seconds per turn."""

DRAFTS = 10
"""Draft updates per turn: two per second."""

_TICK = os.sysconf("SC_CLK_TCK")


class PlannedTurn(msgspec.Struct):
    """A turn to play: its seat, the command at its end, and the sets on the table in the drafts before that."""

    seat: int
    command: msgspec.Raw
    draft: tuple[str, ...]


class PlannedTable(msgspec.Struct):
    """A table to play at."""

    table_id: str
    tokens: tuple[str, ...]
    turns: list[PlannedTurn]


class Figures(msgspec.Struct):
    """The measurements of a run. Times are in milliseconds, CPU times in seconds."""

    tables: int
    connections: int
    seconds: float
    turns: int
    drafts: int
    messages_in: int
    """Messages to the server."""
    messages_out: int
    """Messages from the server."""
    bytes_out: int
    event_bytes: int
    done_p50: float
    """From a command to its acknowledgement."""
    done_p99: float
    event_p50: float
    """From a command to the event at the other seats."""
    event_p99: float
    event_worst: float
    draft_p50: float
    draft_p99: float
    late_p99: float
    """How late the load itself sent its messages."""
    server_cpu: float
    load_cpu: float
    memory_before: int
    memory_after: int
    refused_commands: int
    lost_connections: int


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process so far, including all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def memory_of(pid: int) -> int:
    """Return the resident memory of a process in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def frame(body: bytes) -> bytes:
    """Return a WebSocket text frame of a client. Its mask is four zero bytes: legal, and free."""
    size = len(body)
    head = bytes((0x81, 0x80 | size)) if size < 126 else bytes((0x81, 0x80 | 126)) + size.to_bytes(2, "big")
    return head + b"\0\0\0\0" + body


class TableLoad:
    """The clients of one table, and the progress of its game."""

    def __init__(self, load: Load, plan: PlannedTable) -> None:
        self.load = load
        self.plan = plan
        self.clients: list[Client] = []
        self.turn = 0
        """The number of the next planned turn."""
        self.sent_command = 0.0
        self.sent_draft = 0.0
        self.drafts = 0
        self.number = 1
        """The number of the last event. A draft refers to it."""


NUMBER = re.compile(rb'"number":(\d+)')


class Client(asyncio.Protocol):
    """One connection."""

    def __init__(self, table: TableLoad, token: str, ready: asyncio.Future[None]) -> None:
        self.table = table
        self.token = token
        self.ready = ready
        self.buffer = b""
        self.open = False
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request a WebSocket."""
        self.transport = transport  # type: ignore[assignment]
        self.transport.write(
            b"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            b"Authorization: Bearer " + self.token.encode() + b"\r\n\r\n"
        )

    def data_received(self, data: bytes) -> None:
        """Count and time the messages that have arrived."""
        if self.buffer:
            data = self.buffer + data
        offset = 0
        if not self.open:
            head, end, _ = data.partition(b"\r\n\r\n")
            if not end:
                self.buffer = data
                return
            if b" 101 " not in head[:20]:
                self.ready.set_exception(RuntimeError(head[:200].decode()))
                return
            self.open = True
            offset = len(head) + 4
            subscribe = msgspec.json.encode({"type": "subscribe", "table": self.table.plan.table_id})
            self.transport.write(frame(subscribe))
            self.ready.set_result(None)
        size = len(data)
        while size - offset >= 2:
            length, start = data[offset + 1], offset + 2
            if length == 126:
                if size - offset < 4:
                    break
                length, start = int.from_bytes(data[offset + 2 : offset + 4], "big"), offset + 4
            if size < start + length:
                break
            if data[offset] == 0x89:
                self.transport.write(b"\x8a\x80\0\0\0\0" if not length else self._pong(data[start : start + length]))
            elif data[offset] == 0x81:
                kind = data[start + 9 : start + 14]
                if kind in (b'done"', b'view"'):
                    found = NUMBER.search(data, start, start + length)
                    self.table.number = int(found[1]) if found else self.table.number
                self.table.load.count(self, kind, length)
                if kind == b"refus" and self.table.load.refused == 1:
                    print(data[start : start + length].decode(), file=sys.stderr)
            offset = start + length
        self.buffer = data[offset:]

    @staticmethod
    def _pong(body: bytes) -> bytes:
        return bytes((0x8A, 0x80 | len(body))) + b"\0\0\0\0" + body

    def connection_lost(self, _: Exception | None) -> None:
        """Count the lost connection, unless the run is over."""
        self.table.load.lost += not self.table.load.is_over


class Load:
    """The load at all tables, and its measurements."""

    def __init__(self, plans: list[PlannedTable]) -> None:
        self.tables = [TableLoad(self, plan) for plan in plans]
        self.is_measuring = self.is_over = False
        self.done_times: list[float] = []
        self.event_times: list[float] = []
        self.draft_times: list[float] = []
        self.delays: list[float] = []
        self.turns = self.drafts = self.messages = self.bytes = self.events = self.event_bytes = 0
        self.refused = self.lost = 0
        self.commands = 0

    async def connect(self, port: int) -> None:
        """Open all connections, ten tables at a time."""
        loop = asyncio.get_running_loop()
        for start in range(0, len(self.tables), 10):
            opened = []
            for table in self.tables[start : start + 10]:
                for token in table.plan.tokens:
                    ready = loop.create_future()
                    client = Client(table, token, ready)
                    table.clients.append(client)
                    opened.append(ready)
                    await loop.create_connection(lambda client=client: client, "127.0.0.1", port)  # type: ignore[misc]
            await asyncio.gather(*opened)

    def count(self, client: Client, kind: bytes, length: int) -> None:
        """Count a message, and note how long it took."""
        if not self.is_measuring:
            return
        now = time.perf_counter()
        self.messages += 1
        self.bytes += length
        table = client.table
        if kind == b"draft":
            self.draft_times.append(now - table.sent_draft)
        elif kind == b"event":
            self.events += 1
            self.event_bytes += length
            if client is not table.clients[table.plan.turns[table.turn - 1].seat]:
                self.event_times.append(now - table.sent_command)
        elif kind == b'done"':
            self.done_times.append(now - table.sent_command)
        elif kind == b"refus":
            self.refused += 1

    async def play(self, is_over: Callable[[], bool]) -> None:
        """Play turns, each table with an offset of its own, until `is_over` returns True."""
        start = time.perf_counter()
        agenda = [(start + TURN_SECONDS * index / len(self.tables), index) for index in range(len(self.tables))]
        heapq.heapify(agenda)
        while not is_over():
            at, index = agenda[0]
            now = time.perf_counter()
            if at > now:
                # A shorter sleep would be busy waiting, and take CPU time from the server.
                await asyncio.sleep(min(max(at - now, 0.002), 0.05))
                continue
            table = self.tables[index]
            if self.is_measuring:
                self.delays.append(now - at)
            if table.drafts < DRAFTS:
                self._draft(table)
            else:
                self._command(table)
            heapq.heapreplace(agenda, (at + TURN_SECONDS / (DRAFTS + 1), index))
            if len(self.delays) % 20 == 0:
                await asyncio.sleep(0)

    def _draft(self, table: TableLoad) -> None:
        turn = table.plan.turns[table.turn]
        table.drafts += 1
        body = {"type": "draft", "table": table.plan.table_id, "number": table.number, "sets": turn.draft}
        table.sent_draft = time.perf_counter()
        table.clients[turn.seat].transport.write(frame(msgspec.json.encode(body)))
        self.drafts += self.is_measuring

    def _command(self, table: TableLoad) -> None:
        turn = table.plan.turns[table.turn]
        table.turn += 1
        table.drafts = 0
        self.commands += 1
        body = {"type": "command", "id": f"c{self.commands}", "table": table.plan.table_id, "command": turn.command}
        table.sent_command = time.perf_counter()
        table.clients[turn.seat].transport.write(frame(msgspec.json.encode(body)))
        self.turns += self.is_measuring


def percentile(times: list[float], part: float) -> float:
    """Return the milliseconds that this part of the times stay below."""
    return 1000 * sorted(times)[min(len(times) - 1, int(part * len(times)))] if times else 0.0


async def run(options: argparse.Namespace) -> Figures:
    """Connect, play and measure."""
    plans = msgspec.json.decode(Path(options.plan).read_bytes(), type=list[PlannedTable])[: options.tables]
    load = Load(plans)
    memory_before = memory_of(options.server)
    await load.connect(options.port)
    end = time.perf_counter() + options.warm + options.seconds
    playing = asyncio.create_task(load.play(lambda: time.perf_counter() >= end))
    await asyncio.sleep(options.warm)
    memory_after = memory_of(options.server)
    load.is_measuring = True
    start, server_start, load_start = time.perf_counter(), cpu_seconds(options.server), time.process_time()
    await playing
    seconds = time.perf_counter() - start
    server_cpu, load_cpu = cpu_seconds(options.server) - server_start, time.process_time() - load_start
    load.is_measuring, load.is_over = False, True
    for table in load.tables:
        for client in table.clients:
            client.transport.abort()
    await asyncio.sleep(0.1)
    return Figures(
        tables=len(plans),
        connections=sum(len(table.clients) for table in load.tables),
        seconds=seconds,
        turns=load.turns,
        drafts=load.drafts,
        messages_in=load.turns + load.drafts,
        messages_out=load.messages,
        bytes_out=load.bytes,
        event_bytes=load.event_bytes // max(1, load.events),
        done_p50=percentile(load.done_times, 0.5),
        done_p99=percentile(load.done_times, 0.99),
        event_p50=percentile(load.event_times, 0.5),
        event_p99=percentile(load.event_times, 0.99),
        event_worst=percentile(load.event_times, 1),
        draft_p50=percentile(load.draft_times, 0.5),
        draft_p99=percentile(load.draft_times, 0.99),
        late_p99=percentile(load.delays, 0.99),
        server_cpu=server_cpu,
        load_cpu=load_cpu,
        memory_before=memory_before,
        memory_after=memory_after,
        refused_commands=load.refused,
        lost_connections=load.lost,
    )


def main() -> None:
    """Run the load, and print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--server", type=int, required=True, help="the server's process id")
    parser.add_argument("--plan", required=True)
    parser.add_argument("--tables", type=int, required=True)
    parser.add_argument("--warm", type=float, default=10)
    parser.add_argument("--seconds", type=float, default=60)
    figures = uvloop.run(run(parser.parse_args()))
    print(msgspec.json.encode(figures).decode(), flush=True)


if __name__ == "__main__":
    main()
