"""The load of `bench_server`, in a process of its own: four clients at every table, who play what a file tells.

A client is a bare asyncio protocol that writes frames made beforehand and looks only at the first letters of what it
gets, so that the load costs less than the server. Prints one line of JSON with the figures.
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

TURN = 5.0
"""Seconds for a turn."""

DRAFTS = 10
"""Draft updates in a turn: two per second."""

_TICK = os.sysconf("SC_CLK_TCK")


class Turn(msgspec.Struct):
    """A turn to play: whose, what is sent at its end, and what lies on the table until then."""

    seat: int
    command: msgspec.Raw
    draft: tuple[str, ...]


class Table(msgspec.Struct):
    """A table to play at."""

    table: str
    tokens: tuple[str, ...]
    turns: list[Turn]


class Figures(msgspec.Struct):
    """What a run has shown; times in milliseconds."""

    tables: int
    connections: int
    seconds: float
    turns: int
    drafts: int
    messages_in: int
    """To the server."""
    messages_out: int
    """From the server."""
    bytes_out: int
    event_bytes: int
    done_p50: float
    done_p99: float
    told_p50: float
    told_p99: float
    told_worst: float
    draft_p50: float
    draft_p99: float
    late_p99: float
    """How late the load itself sent its messages."""
    server_cpu: float
    load_cpu: float
    memory_before: int
    memory_after: int
    refused: int
    lost: int


def cpu_seconds(pid: int) -> float:
    """The processor time of a process so far, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def memory_of(pid: int) -> int:
    """The bytes that a process holds in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def frame(body: bytes) -> bytes:
    """A text frame of a client. The mask is four zeros: legal, and costs nothing."""
    size = len(body)
    head = bytes((0x81, 0x80 | size)) if size < 126 else bytes((0x81, 0x80 | 126)) + size.to_bytes(2, "big")
    return head + b"\0\0\0\0" + body


class SeenAction:
    """What is measured at one table."""

    def __init__(self, load: Load, table: Table) -> None:
        self.load = load
        self.plan = table
        self.clients: list[Client] = []
        self.place = 0
        self.sent_command = 0.0
        self.sent_draft = 0.0
        self.drafts = 0
        self.number = 1
        """Of the last event that was seen: a draft names it."""


NUMBER = re.compile(rb'"number":(\d+)')


class Client(asyncio.Protocol):
    """One connection."""

    def __init__(self, seen: SeenAction, token: str, ready: asyncio.Future[None]) -> None:
        self.seen = seen
        self.token = token
        self.ready = ready
        self.buffer = b""
        self.open = False
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self.transport = transport  # type: ignore[assignment]
        self.transport.write(
            b"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            b"Authorization: Bearer " + self.token.encode() + b"\r\n\r\n"
        )

    def data_received(self, data: bytes) -> None:
        """Look at what came."""
        if self.buffer:
            data = self.buffer + data
        place = 0
        if not self.open:
            head, end, _ = data.partition(b"\r\n\r\n")
            if not end:
                self.buffer = data
                return
            if b" 101 " not in head[:20]:
                self.ready.set_exception(RuntimeError(head[:200].decode()))
                return
            self.open = True
            place = len(head) + 4
            subscribe = msgspec.json.encode({"type": "subscribe", "table": self.seen.plan.table})
            self.transport.write(frame(subscribe))
            self.ready.set_result(None)
        size = len(data)
        while size - place >= 2:
            length, start = data[place + 1], place + 2
            if length == 126:
                if size - place < 4:
                    break
                length, start = int.from_bytes(data[place + 2 : place + 4], "big"), place + 4
            if size < start + length:
                break
            if data[place] == 0x89:
                self.transport.write(b"\x8a\x80\0\0\0\0" if not length else self._pong(data[start : start + length]))
            elif data[place] == 0x81:
                kind = data[start + 9 : start + 14]
                if kind in (b'done"', b'view"'):
                    found = NUMBER.search(data, start, start + length)
                    self.seen.number = int(found[1]) if found else self.seen.number
                self.seen.load.take(self, kind, length)
                if kind == b"refus" and self.seen.load.refused == 1:
                    print(data[start : start + length].decode(), file=sys.stderr)
            place = start + length
        self.buffer = data[place:]

    @staticmethod
    def _pong(body: bytes) -> bytes:
        return bytes((0x8A, 0x80 | len(body))) + b"\0\0\0\0" + body

    def connection_lost(self, _: Exception | None) -> None:
        """Count it."""
        self.seen.load.lost += not self.seen.load.over


class Load:
    """All tables."""

    def __init__(self, tables: list[Table]) -> None:
        self.tables = [SeenAction(self, table) for table in tables]
        self.measuring = self.over = False
        self.done: list[float] = []
        self.told: list[float] = []
        self.drafted: list[float] = []
        self.late: list[float] = []
        self.turns = self.drafts = self.messages = self.bytes = self.events = self.event_bytes = 0
        self.refused = self.lost = 0
        self.numbers = 0

    async def connect(self, port: int) -> None:
        """Open all connections, some at a time."""
        loop = asyncio.get_running_loop()
        for start in range(0, len(self.tables), 10):
            opened = []
            for seen in self.tables[start : start + 10]:
                for token in seen.plan.tokens:
                    ready = loop.create_future()
                    client = Client(seen, token, ready)
                    seen.clients.append(client)
                    opened.append(ready)
                    await loop.create_connection(lambda client=client: client, "127.0.0.1", port)  # type: ignore[misc]
            await asyncio.gather(*opened)

    def take(self, client: Client, kind: bytes, length: int) -> None:
        """A message came."""
        if not self.measuring:
            return
        now = time.perf_counter()
        self.messages += 1
        self.bytes += length
        seen = client.seen
        if kind == b"draft":
            self.drafted.append(now - seen.sent_draft)
        elif kind == b"event":
            self.events += 1
            self.event_bytes += length
            if client is not seen.clients[seen.plan.turns[seen.place - 1].seat]:
                self.told.append(now - seen.sent_command)
        elif kind == b'done"':
            self.done.append(now - seen.sent_command)
        elif kind == b"refus":
            self.refused += 1

    async def play(self, until: Callable[[], bool]) -> None:
        """Play turns, each table with an offset of its own."""
        begin = time.perf_counter()
        steps = [(begin + TURN * place / len(self.tables), place) for place in range(len(self.tables))]
        heapq.heapify(steps)
        while not until():
            at, place = steps[0]
            now = time.perf_counter()
            if at > now:
                # Not shorter than the event loop's own steps: waiting by spinning would take the server's processor.
                await asyncio.sleep(min(max(at - now, 0.002), 0.05))
                continue
            seen = self.tables[place]
            if self.measuring:
                self.late.append(now - at)
            if seen.drafts < DRAFTS:
                self._draft(seen)
            else:
                self._command(seen)
            heapq.heapreplace(steps, (at + TURN / (DRAFTS + 1), place))
            if len(self.late) % 20 == 0:
                await asyncio.sleep(0)

    def _draft(self, seen: SeenAction) -> None:
        turn = seen.plan.turns[seen.place]
        seen.drafts += 1
        body = {"type": "draft", "table": seen.plan.table, "number": seen.number, "sets": turn.draft}
        seen.sent_draft = time.perf_counter()
        seen.clients[turn.seat].transport.write(frame(msgspec.json.encode(body)))
        self.drafts += self.measuring

    def _command(self, seen: SeenAction) -> None:
        turn = seen.plan.turns[seen.place]
        seen.place += 1
        seen.drafts = 0
        self.numbers += 1
        body = {"type": "command", "id": f"c{self.numbers}", "table": seen.plan.table, "command": turn.command}
        seen.sent_command = time.perf_counter()
        seen.clients[turn.seat].transport.write(frame(msgspec.json.encode(body)))
        self.turns += self.measuring


def percentile(times: list[float], part: float) -> float:
    """Milliseconds below which a part of the times lies."""
    return 1000 * sorted(times)[min(len(times) - 1, int(part * len(times)))] if times else 0.0


async def run(chosen: argparse.Namespace) -> Figures:
    """Connect, play, measure."""
    plans = msgspec.json.decode(Path(chosen.plan).read_bytes(), type=list[Table])[: chosen.tables]
    load = Load(plans)
    memory_before = memory_of(chosen.server)
    await load.connect(chosen.port)
    warm_until = time.perf_counter() + chosen.warm
    until = warm_until + chosen.seconds
    playing = asyncio.create_task(load.play(lambda: time.perf_counter() >= until))
    await asyncio.sleep(chosen.warm)
    memory_after = memory_of(chosen.server)
    load.measuring = True
    began, server_began, load_began = time.perf_counter(), cpu_seconds(chosen.server), time.process_time()
    await playing
    seconds = time.perf_counter() - began
    server_cpu, load_cpu = cpu_seconds(chosen.server) - server_began, time.process_time() - load_began
    load.measuring, load.over = False, True
    for seen in load.tables:
        for client in seen.clients:
            client.transport.abort()
    await asyncio.sleep(0.1)
    return Figures(
        tables=len(plans),
        connections=sum(len(seen.clients) for seen in load.tables),
        seconds=seconds,
        turns=load.turns,
        drafts=load.drafts,
        messages_in=load.turns + load.drafts,
        messages_out=load.messages,
        bytes_out=load.bytes,
        event_bytes=load.event_bytes // max(1, load.events),
        done_p50=percentile(load.done, 0.5),
        done_p99=percentile(load.done, 0.99),
        told_p50=percentile(load.told, 0.5),
        told_p99=percentile(load.told, 0.99),
        told_worst=percentile(load.told, 1),
        draft_p50=percentile(load.drafted, 0.5),
        draft_p99=percentile(load.drafted, 0.99),
        late_p99=percentile(load.late, 0.99),
        server_cpu=server_cpu,
        load_cpu=load_cpu,
        memory_before=memory_before,
        memory_after=memory_after,
        refused=load.refused,
        lost=load.lost,
    )


def main() -> None:
    """Run the load that the arguments say."""
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
