"""Limits on how much one connection, address or person may ask. All of them hold a bounded amount of memory."""

from __future__ import annotations

import ipaddress
import math
import re
from collections import Counter, OrderedDict
from typing import Final

from tilewise.server.settings import Settings

MOST_CALLERS: Final = 20_000
"""That one limiter remembers; who was quiet longest is forgotten first, and begins afresh."""

MOST_DEPTH: Final = 16
"""Brackets within brackets in JSON from outside; our own messages need five."""

GUESSES_PER_MINUTE: Final = 20
"""Codes of tables that do not exist, from one address: enough for typing errors, too few to find tables by."""

OPEN_TABS: Final = 4
"""How many connections of one person may talk as much as one connection may, at the same time."""

NO_LIMIT: Final = 1e12
"""Requests in a minute that nobody reaches."""

_STRINGS: Final = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_BRACKETS: Final = re.compile(rb"[\[\]{}]")


class Allowance:
    """So many a second on average, and a burst of some seconds' worth (a token bucket). Moments in milliseconds.

    >>> allowance = Allowance(per_second=1, burst_seconds=2)
    >>> [allowance.take(0) for _ in range(3)], allowance.wait(0), allowance.take(1000)
    ([True, True, False], 1000, True)
    """

    __slots__ = ("_at", "_left", "_most", "_per_millisecond")

    def __init__(self, per_second: float, burst_seconds: float) -> None:
        self._per_millisecond = per_second / 1000
        self._most = per_second * burst_seconds
        self._left = self._most
        self._at: int | None = None

    def take(self, now: int, cost: float = 1) -> bool:
        """Take some, if there is enough left."""
        self._refill(now)
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def charge(self, now: int, cost: float) -> None:
        """Take what was used, even if that is more than was left: it has to be waited for later."""
        self._refill(now)
        self._left -= cost

    def wait(self, now: int, cost: float = 1) -> int:
        """Milliseconds until so much is left; 0: now."""
        self._refill(now)
        if self._left >= cost:
            return 0
        if not self._per_millisecond or cost > self._most:
            return 3_600_000
        return math.ceil((cost - self._left) / self._per_millisecond)

    def _refill(self, now: int) -> None:
        if self._at is not None:
            self._left = min(self._most, self._left + max(0, now - self._at) * self._per_millisecond)
        self._at = now


class Limiter:
    """An allowance for each caller, of as many callers as fit.

    >>> limiter = Limiter(per_second=1, burst_seconds=1, most_callers=2)
    >>> [limiter.take(caller, 0) for caller in "aab"], limiter.wait("a", 0)
    ([True, False, True], 1000)
    """

    def __init__(self, per_second: float, burst_seconds: float, most_callers: int = MOST_CALLERS) -> None:
        self._rate = per_second, burst_seconds
        self._most_callers = most_callers
        self._callers: OrderedDict[str, Allowance] = OrderedDict()

    def __len__(self) -> int:
        return len(self._callers)

    def of(self, caller: str) -> Allowance:
        """The allowance of a caller."""
        allowance = self._callers.get(caller)
        if allowance is None:
            allowance = self._callers[caller] = Allowance(*self._rate)
            if len(self._callers) > self._most_callers:
                self._callers.popitem(last=False)
        else:
            self._callers.move_to_end(caller)
        return allowance

    def take(self, caller: str, now: int, cost: float = 1) -> bool:
        """Take some of a caller's allowance, if there is enough left."""
        return self.of(caller).take(now, cost)

    def wait(self, caller: str, now: int, cost: float = 1) -> int:
        """Milliseconds until a caller has so much left."""
        return self.of(caller).wait(now, cost)


class Places:
    """Places that connections take: so many in total, so many for one address.

    >>> places = Places(total=3, per_address=2)
    >>> [places.take(address) for address in ("a", "a", "a", "b", "c")]
    [True, True, False, True, False]
    >>> places.leave("a"); places.take("c")
    True
    """

    def __init__(self, total: int, per_address: int) -> None:
        self._total = total
        self._per_address = per_address
        self._taken: Counter[str] = Counter()
        self.taken = 0

    def take(self, address: str) -> bool:
        """Take a place, if there is one; whoever gets one leaves it again."""
        if self.is_full or self._taken[address] >= self._per_address:
            return False
        self._taken[address] += 1
        self.taken += 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether nobody at all gets a place."""
        return self.taken >= self._total

    def leave(self, address: str) -> None:
        """Give a place back."""
        self.taken -= 1
        self._taken[address] -= 1
        if self._taken[address] <= 0:
            # Addresses that have left take no memory.
            del self._taken[address]


class Limits:
    """The limits of a server on its callers."""

    def __init__(self, settings: Settings) -> None:
        # A setting of 0 means no limit.
        per_minute = settings.requests_per_minute or NO_LIMIT
        self.addresses = Limiter(per_minute / 60, 60)
        self.people = Limiter(per_minute / 60, 60)
        self.messages = Limiter(OPEN_TABS * settings.messages_per_second, 10)
        """Of one person, over all connections."""
        self.guesses = Limiter(GUESSES_PER_MINUTE / 60, 60)
        self.solver = Limiter(settings.solver_seconds / 60, 60)
        """In seconds of a processor."""
        self.places = Places(settings.connections, settings.connections_per_address)


def address_key(host: str | None) -> str:
    """What counts as one address: an IPv4 address, or the /64 that a customer has of IPv6.

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


def is_too_deep(text: bytes) -> bool:
    """Whether JSON has more brackets within brackets than anybody needs.

    >>> is_too_deep(b"[" * 17 + b"]" * 17), is_too_deep(b'["[[[[[[[[[[[[[[[[[["]'), is_too_deep(b"[1]")
    (True, False, False)
    """
    if text.count(b"[") + text.count(b"{") <= MOST_DEPTH:
        return False
    depth = 0
    for bracket in _BRACKETS.findall(_STRINGS.sub(b"", text)):
        depth += 1 if bracket in b"[{" else -1
        if depth > MOST_DEPTH:
            return True
    return False
