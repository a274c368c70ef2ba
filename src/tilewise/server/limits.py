"""Limits on what one connection, address or person may do. Each limit uses a bounded amount of memory."""

from __future__ import annotations

import ipaddress
import math
import re
from collections import Counter, OrderedDict
from typing import Final, NamedTuple

from tilewise.errors import TilewiseError
from tilewise.server.settings import Settings

MOST_CALLERS: Final = 20_000
"""Callers that one limiter remembers. The one that has been idle longest is forgotten first and starts afresh."""

DEEPEST_NESTING: Final = 16
"""Levels of nesting in JSON from clients; Tilewise's own messages need five."""

MOST_BRACKETS: Final = 4_000
"""Opening brackets in JSON from clients; a score sheet of 200 games needs half of that."""

DEVICE_GAMES_PER_HOUR: Final = 30
"""Games played on a device that one person may upload, on average."""

DEVICE_GAMES_AT_ONCE: Final = 100
"""Such games after a long time without a network."""

EXPORTS_PER_HOUR: Final = 10
"""How often a person may ask for all stored data about them, for which all their games are read."""

BURST_SECONDS: Final = 10
"""A client may send this many seconds' worth of messages at once."""

OPEN_TABS: Final = 4
"""How many connections of one person may use their full rate of messages at the same time."""

UNLIMITED: Final = 1e12
"""A rate that nobody reaches."""


class Share(NamedTuple):
    """What one person adds to the limit of their address, which is that of all people who may share it.

    They are not all busy in the same minute, so a share can be less than what one person may do.
    """

    per_hour: float
    at_once: float


REQUESTS: Final = Share(6000, 100)
"""Requests to the API. Opening the page takes about five, and the home page twelve per minute."""

MESSAGES: Final = Share(36_000, 100)
"""Messages over WebSockets. A drag sends at most twelve per second."""

GUESTS: Final = Share(20, 4)
"""New guests: a row in the database for as long as `retention_days`."""

TABLES: Final = Share(40, 5)
"""New tables and shared score sheets, for which events are stored and computer players think."""

HASHES: Final = Share(40, 3)
"""Passphrases that are checked or stored: each keeps the only thread for them busy for a tenth of a second."""

GUESSES: Final = Share(40, 2)
"""Unknown codes of tables: enough for typing errors, too few to find tables by guessing."""

ENTRIES: Final = Share(3000, 400)
"""Entries in shared score sheets, which take about 120 bytes each."""

DEVICE_GAMES: Final = Share(10, 10)
"""Games played on devices, each of which is replayed."""

CHAT: Final = Share(600, 2)
"""Chat messages and reactions."""

_OTHERS: Final = bytes(set(range(256)).difference(b'"[]{}'))
"""All bytes of JSON but quotes and brackets."""
_STRINGS: Final = re.compile(rb'"[^"]*"?')


class LimitExceeded(TilewiseError):
    """Something is refused for now; `wait` is the number of milliseconds until it may be tried again."""

    def __init__(self, message: str, wait: int) -> None:
        self.wait = wait
        super().__init__(message)


class TokenBucket:
    """A rate limit: `per_second` on average, and up to `burst` at once. Times are in milliseconds.

    >>> bucket = TokenBucket(per_second=1, burst=2)
    >>> [bucket.take(0) for _ in range(3)], bucket.wait(0), bucket.take(1000)
    ([True, True, False], 1000, True)
    """

    __slots__ = ("_burst", "_per_millisecond", "_tokens", "_updated_at")

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_millisecond = per_second / 1000
        self._burst = burst
        self._tokens = burst
        self._updated_at: int | None = None

    def take(self, now: int, cost: float = 1) -> bool:
        """Take tokens if there are enough; return whether there were."""
        self._refill(now)
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True

    def charge(self, now: int, cost: float) -> None:
        """Take tokens even if there are too few, which makes the next caller wait longer."""
        self._refill(now)
        self._tokens -= cost

    def refund(self, now: int, cost: float = 1) -> None:
        """Return tokens that were taken."""
        self._refill(now)
        self._tokens = min(self._burst, self._tokens + cost)

    def wait(self, now: int, cost: float = 1) -> int:
        """Return the milliseconds until there are enough tokens; 0 if there are."""
        self._refill(now)
        if self._tokens >= cost:
            return 0
        if not self._per_millisecond or cost > self._burst:
            return 3_600_000
        return math.ceil((cost - self._tokens) / self._per_millisecond)

    def _refill(self, now: int) -> None:
        if self._updated_at is not None:
            elapsed = max(0, now - self._updated_at)
            self._tokens = min(self._burst, self._tokens + elapsed * self._per_millisecond)
        self._updated_at = now


class Limiter:
    """A token bucket for each caller. Each process counts on its own.

    >>> limiter = Limiter(per_second=1, burst=1, most_callers=2)
    >>> [limiter.take(caller, 0) for caller in "aab"], limiter.wait("a", 0)
    ([True, False, True], 1000)
    """

    def __init__(self, per_second: float, burst: float, most_callers: int = MOST_CALLERS) -> None:
        self._rate = per_second, burst
        self._most_callers = most_callers
        self._callers: OrderedDict[str, TokenBucket] = OrderedDict()

    @classmethod
    def hourly(cls, allowed: float, burst: float | None = None) -> Limiter:
        """Return a limiter for `allowed` per hour, all of them at once unless `burst` says otherwise.

        >>> limiter = Limiter.hourly(2)
        >>> [limiter.take("ada", 0), limiter.take("ada", 0), limiter.take("ada", 0), limiter.take("bob", 0)]
        [True, True, False, True]
        >>> limiter.take("ada", 1_900_000)
        True
        """
        return cls(allowed / 3600, allowed if burst is None else burst)

    @classmethod
    def shared(cls, share: Share, people: int, of_person: Limiter | None = None) -> Limiter:
        """Return a limiter for addresses that so many people share; 0 means no limit.

        An address may do as much as the limiter `of_person` allows to one person, even if few people share it.

        >>> limiter = Limiter.shared(Share(per_hour=60, at_once=1), people=2)
        >>> [limiter.take("192.0.2.7", 0) for _ in range(3)], limiter.wait("192.0.2.7", 0)
        ([True, True, False], 30000)
        """
        if not people:
            return cls(UNLIMITED, UNLIMITED)
        least = (0.0, 0.0) if of_person is None else of_person._rate
        return cls(max(people * share.per_hour / 3600, least[0]), max(people * share.at_once, least[1]))

    def __len__(self) -> int:
        return len(self._callers)

    def bucket(self, caller: str) -> TokenBucket:
        """Return the token bucket of a caller."""
        bucket = self._callers.get(caller)
        if bucket is None:
            bucket = self._callers[caller] = TokenBucket(*self._rate)
            if len(self._callers) > self._most_callers:
                self._callers.popitem(last=False)
        else:
            self._callers.move_to_end(caller)
        return bucket

    def take(self, caller: str, now: int, cost: float = 1) -> bool:
        """Take tokens of a caller if there are enough; return whether there were."""
        return self.bucket(caller).take(now, cost)

    def wait(self, caller: str, now: int, cost: float = 1) -> int:
        """Return the milliseconds until a caller has enough tokens; 0 if there are enough."""
        return self.bucket(caller).wait(now, cost)


class ConnectionSlots:
    """Slots for concurrent connections: a number in total, and a number for each address.

    >>> slots = ConnectionSlots(total=3, per_address=2)
    >>> [slots.take(address) for address in ("a", "a", "a", "b", "c")]
    [True, True, False, True, False]
    >>> slots.release("a"); slots.take("c")
    True
    """

    def __init__(self, total: int, per_address: int) -> None:
        self._total = total
        self._per_address = per_address
        self._by_address: Counter[str] = Counter()
        self.taken = 0

    def take(self, address: str) -> bool:
        """Take a slot if there is one; return whether there was. The caller has to release it."""
        if self.is_full or self._by_address[address] >= self._per_address:
            return False
        self._by_address[address] += 1
        self.taken += 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether there is no slot for any address."""
        return self.taken >= self._total

    def release(self, address: str) -> None:
        """Release a slot."""
        self.taken -= 1
        self._by_address[address] -= 1
        if self._by_address[address] <= 0:
            # Addresses without connections must not use memory.
            del self._by_address[address]


class Limits:
    """The limits of a server on its callers: of one person, and of all people at an address together."""

    def __init__(self, settings: Settings) -> None:
        # A setting of 0 means no limit.
        per_minute = settings.requests_per_minute or UNLIMITED
        self.people = Limiter(per_minute / 60, per_minute)
        """Requests of one person, from all addresses."""
        per_second = OPEN_TABS * settings.messages_per_second
        self.messages = Limiter(per_second, BURST_SECONDS * per_second)
        """Messages of one person, over all their connections."""
        self.device_games = Limiter.hourly(DEVICE_GAMES_PER_HOUR, DEVICE_GAMES_AT_ONCE)
        self.exports = Limiter.hourly(EXPORTS_PER_HOUR)
        self.questions = Limiter(settings.question_seconds / 60, settings.question_seconds)
        """Processor seconds."""
        self.connections = ConnectionSlots(settings.connections, settings.connections_per_address)
        people = settings.people_per_address
        self.address_requests = Limiter.shared(REQUESTS, people, self.people)
        self.address_messages = Limiter.shared(MESSAGES, people, self.messages)
        self.address_device_games = Limiter.shared(DEVICE_GAMES, people, self.device_games)
        self.guests = Limiter.shared(GUESTS, people)
        self.tables = Limiter.shared(TABLES, people)
        self.hashes = Limiter.shared(HASHES, people)
        self.guesses = Limiter.shared(GUESSES, people)
        self.entries = Limiter.shared(ENTRIES, people)
        self.chat = Limiter.shared(CHAT, people)


def address_key(host: str | None) -> str:
    """Return what counts as one address: an IPv4 address, or the /64 network of an IPv6 address.

    >>> address_key("192.0.2.7"), address_key("2001:db8:1:2:3::4"), address_key("::ffff:192.0.2.7"), address_key(None)
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7', 'unknown')
    """
    if host is None:
        return "unknown"
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))


def is_nested_too_deep(text: bytes) -> bool:
    """Return whether JSON is nested deeper than `DEEPEST_NESTING` levels, or has too many brackets to find out.

    >>> [is_nested_too_deep(text) for text in (b"[" * 17 + b"]" * 17, b'["[[[[[[[[[[[[[[[[[["]', b"[1]")]
    [True, False, False]
    """
    brackets = text.count(b"[") + text.count(b"{")
    if not DEEPEST_NESTING < brackets <= MOST_BRACKETS:
        return brackets > MOST_BRACKETS
    # Quickly, also for thousands of strings and escapes: only strings with brackets are left to the expression.
    quoted = text.replace(b"\\\\", b"").replace(b'\\"', b"").translate(None, _OTHERS).replace(b'""', b"")
    depth = 0
    for bracket in _STRINGS.sub(b"", quoted):
        depth += 1 if bracket in b"[{" else -1
        if depth > DEEPEST_NESTING:
            return True
    return False
