"""A reproducible shuffle: the same seed gives the same order on every machine and in every version.

Random bytes are the SHA-256 digests of "tilewise-1/SEED/LABEL/BLOCK" in UTF-8 for BLOCK 0, 1, 2, ... Each digest is
eight 32-bit numbers, most significant byte first. A random number below n is the next of these modulo n; numbers at
or above the greatest multiple of n are skipped, so that every result is equally likely. The shuffle (Fisher-Yates)
sorts the tiles, then goes from the last place to the second and swaps each with a random place up to itself.
docs/shuffle.md has an example. Changing any of this would make every recorded game unreadable.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256

from tilewise.errors import TilewiseError
from tilewise.tiles import Tile, Tiles

_SEED = re.compile(r"[0-9A-Za-z._:+-]{1,100}")


def checked_seed(seed: int | str) -> str:
    """Return a seed as text; raises TilewiseError if a record could not contain it."""
    text = str(seed)
    if not _SEED.fullmatch(text):
        raise TilewiseError("A seed consists of 1 to 100 letters, digits and the characters . _ : + -.")
    return text


def shuffled(tiles: Iterable[Tile], seed: str, label: str) -> Tiles:
    """Return the tiles in an order that depends only on seed and label.

    >>> from tilewise.tiles import format_tiles, parse_tiles
    >>> format_tiles(shuffled(parse_tiles("r1 r2 r3 r4 r5 r6 r7"), "1", "deal/0"))
    'r2 r5 r1 r6 r7 r3 r4'
    """
    order = sorted(tiles)
    words = _words(f"tilewise-1/{seed}/{label}/")
    for place in range(len(order) - 1, 0, -1):
        other = _below(place + 1, words)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def chance(seed: str, label: str) -> float:
    """Return a number from 0 up to but not including 1 that depends only on seed and label.

    >>> 0 <= chance("1", "a") < 1, chance("1", "a") == chance("1", "a")
    (True, True)
    """
    return next(_words(f"tilewise-1/{seed}/{label}/")) / (1 << 32)


def derived_seed(seed: str, label: str) -> str:
    """Return a seed that follows from seed and label; the seed can be found from it only by trying.

    >>> derived_seed("1", "bot/0")[:16]
    'b6ff659f88f7e6ff'
    """
    return sha256(f"tilewise-derived-1/{seed}/{label}".encode()).hexdigest()


def _words(prefix: str) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(f"{prefix}{block}".encode()).digest()
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def _below(n: int, words: Iterator[int]) -> int:
    limit = (1 << 32) // n * n
    return next(word for word in words if word < limit) % n
