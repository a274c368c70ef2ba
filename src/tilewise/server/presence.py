"""Presence: which players and how many spectators are connected, and who reads, exchanged between processes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tilewise.server.bus.messages import Bus, PresenceReport
from tilewise.server.clock import Clock
from tilewise.server.live_table import LiveTable, Subscriber


class Presence:
    """Tells clients and other processes who is connected to the tables of this process."""

    def __init__(
        self,
        tables: Mapping[str, LiveTable],
        bus: Bus,
        clock: Clock,
        process: str,
        reading_changed: Callable[[LiveTable], None],
    ) -> None:
        """Exchange the presence at tables; `reading_changed` is called when a person starts or stops reading."""
        self._tables = tables
        self._reading_changed = reading_changed
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

    def set_reading(self, live: LiveTable, subscriber: Subscriber, is_reading: bool) -> None:
        """Take note that the person of a subscriber reads, or has finished."""
        if subscriber not in live.subscribers or is_reading == (subscriber in live.reading):
            return
        if is_reading:
            live.reading.add(subscriber)
        else:
            live.reading.discard(subscriber)
        self.announce(live)

    def announce(self, live: LiveTable) -> None:
        """Tell everyone who is connected to a table."""
        self._report(live)
        self._tell(live)

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
        is_first = live.update_remote_presence(report.process, report.seats, report.spectators, report.reading, now)
        self._tell(live)
        if is_first:
            self._report(live)

    def _tell(self, live: LiveTable) -> None:
        now = self._clock.now()
        reading_changed = live.update_readers(now)
        live.send_to_all(live.presence_message(now))
        if reading_changed:
            self._reading_changed(live)

    def _report(self, live: LiveTable) -> None:
        seats, spectators, reading = live.local_seats(), live.local_spectators(), live.local_readers()
        self._bus.publish(PresenceReport(live.table_id, self._process, seats, spectators, reading))
