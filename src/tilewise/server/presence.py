"""Presence: which players and how many spectators are connected, exchanged between processes."""

from __future__ import annotations

from collections.abc import Mapping

from tilewise.server.bus.messages import Bus, PresenceReport
from tilewise.server.clock import Clock
from tilewise.server.live_table import LiveTable, Subscriber


class Presence:
    """Tells clients and other processes who is connected to the tables of this process."""

    def __init__(self, tables: Mapping[str, LiveTable], bus: Bus, clock: Clock, process: str) -> None:
        self._tables = tables
        self._bus = bus
        self._clock = clock
        self._process = process

    def add(self, live: LiveTable, subscriber: Subscriber) -> None:
        """Add a subscriber to a table."""
        live.subscribers.add(subscriber)
        self.announce(live)

    def remove(self, live: LiveTable, subscriber: Subscriber) -> None:
        """Remove a subscriber from a table."""
        seat = live.state.seat_of(subscriber.person)
        if seat is not None:
            live.last_seen[seat] = self._clock.now()
        live.subscribers.discard(subscriber)
        self.announce(live)

    def announce(self, live: LiveTable) -> None:
        """Tell everyone who is connected to a table."""
        self._report(live)
        live.send_to_all(live.presence_message(self._clock.now()))

    def report_all(self) -> None:
        """Report the presence at every table with subscribers to the other processes, whose information expires."""
        now = self._clock.now()
        for live in self._tables.values():
            if live.subscribers and live.forget_expired_presence(now):
                self.announce(live)
            elif live.subscribers:
                self._report(live)

    def receive(self, live: LiveTable, report: PresenceReport) -> None:
        """Take the report of another process and tell the subscribers here."""
        now = self._clock.now()
        is_first = live.update_remote_presence(report.process, report.seats, report.spectators, now)
        live.send_to_all(live.presence_message(now))
        if is_first:
            self._report(live)

    def _report(self, live: LiveTable) -> None:
        report = PresenceReport(live.table_id, self._process, live.local_seats(), live.local_spectators())
        self._bus.publish(report)
