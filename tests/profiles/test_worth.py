"""What a rack is worth (C1)."""

from __future__ import annotations

import pytest

from tilewise.profiles import PROFILES, rack_worth
from tilewise.profiles.worth import tile_worths
from tilewise.tiles import FACES, parse_tiles


@pytest.mark.parametrize("name", PROFILES)
def test_a_rack_is_worth_its_numbers_and_a_penalty_for_each_joker(name: str) -> None:
    """C1: 30 for a joker of any kind, 50 in `tm-toys`."""
    joker = 50 if name == "tm-toys" else 30
    profile = PROFILES[name]
    assert rack_worth(profile, parse_tiles("r5 k10 J")) == 15 + joker
    assert rack_worth(profile, parse_tiles("J D C M")) == 4 * joker
    assert rack_worth(profile, parse_tiles("r13 b13 k1")) == 27
    assert rack_worth(profile, ()) == 0


def test_every_face_has_a_worth() -> None:
    """C1."""
    assert [tile_worths(30)[tile] for tile in parse_tiles("k1 o13 J M")] == [1, 13, 30, 30]
    assert len(tile_worths(50)) == len(FACES)
