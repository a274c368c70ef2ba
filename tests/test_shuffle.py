"""The reproducible shuffle: the same seed gives the same order."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import permutations

import pytest

from tilewise.errors import TilewiseError
from tilewise.profiles import PROFILES
from tilewise.shuffle import _below, checked_seed, shuffled
from tilewise.tiles import FACES, Tiles, format_tiles, parse_tiles


def shuffled_as_published(tiles: Tiles, seed: str, label: str) -> Tiles:
    """Shuffle literally by the description in docs/shuffle.md."""
    numbers: list[int] = []
    block = 0
    order = sorted(tiles)
    for last in range(len(order), 1, -1):
        while True:
            if not numbers:
                digest = sha256(f"tilewise-1/{seed}/{label}/{block}".encode()).hexdigest()
                numbers = [int(digest[i : i + 8], 16) for i in range(0, 64, 8)]
                block += 1
            number = numbers.pop(0)
            if number < 2**32 - 2**32 % last:
                break
        place = number % last
        order[last - 1], order[place] = order[place], order[last - 1]
    return tuple(order)


def test_the_published_example_comes_out_as_printed() -> None:
    seven = parse_tiles("r1 r2 r3 r4 r5 r6 r7")
    assert format_tiles(shuffled(seven, "1", "deal/0")) == "r2 r5 r1 r6 r7 r3 r4"


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("seed", ["1", "2024-11-15", "a.b_c:d+e"])
def test_a_whole_box_is_shuffled_as_the_description_says(name: str, seed: str) -> None:
    """S1, S4."""
    box = tuple(PROFILES[name].box(4).elements())
    for label in ("deal/0", "deal/1", "start/0"):
        assert shuffled(box, seed, label) == shuffled_as_published(box, seed, label)


def test_the_order_before_the_shuffle_does_not_matter() -> None:
    assert shuffled(reversed(FACES), "x", "deal/0") == shuffled(FACES, "x", "deal/0")


def test_seed_and_label_both_change_the_order_and_no_tile_is_lost() -> None:
    orders = {shuffled(FACES, seed, label) for seed in ("1", "2", "3") for label in ("deal/0", "deal/1", "start/0")}
    assert len(orders) == 9
    assert all(sorted(order) == sorted(FACES) for order in orders)


def test_every_order_of_four_tiles_is_about_equally_likely() -> None:
    four = parse_tiles("r1 r2 r3 r4")
    seeds = 12_000
    counts = Counter(shuffled(four, str(seed), "deal/0") for seed in range(seeds))
    assert set(counts) == set(permutations(four))
    expected = seeds / 24
    chi_squared = sum((count - expected) ** 2 / expected for count in counts.values())
    # 23 degrees of freedom: above 49.7 one time in a thousand. The seeds are fixed, so this never fails by chance.
    assert chi_squared < 49.7


def test_a_number_beyond_the_greatest_multiple_is_skipped_so_that_none_is_favoured() -> None:
    greatest = 2**32 - 1
    # 2**32 is one more than a multiple of 3, so exactly one word is skipped.
    assert _below(3, iter([greatest, 5])) == 2
    assert _below(3, iter([greatest - 1, 5])) == (greatest - 1) % 3
    assert _below(4, iter([greatest, 5])) == 3


@pytest.mark.parametrize("few", ["", "r1"])
def test_nothing_and_a_single_tile_stay_as_they_are(few: str) -> None:
    assert shuffled(parse_tiles(few), "1", "deal/0") == parse_tiles(few)


@pytest.mark.parametrize("seed", [0, 7, -3, "abc", "A.b_c:d+e-f", "9" * 100])
def test_a_seed_of_letters_digits_and_a_few_signs_is_kept_as_text(seed: int | str) -> None:
    assert checked_seed(seed) == str(seed)


@pytest.mark.parametrize("seed", ["", "a b", "9" * 101, "é", "a\n", "a/b", "٣"])
def test_a_seed_that_a_record_could_not_contain_is_refused(seed: str) -> None:
    with pytest.raises(TilewiseError, match="A seed consists of 1 to 100 letters"):
        checked_seed(seed)
