"""Games as values."""

from tilewise.game import Draw, apply, new_game
from tilewise.profiles import PROFILES


def test_equal_games_have_equal_hashes_and_can_be_keys() -> None:
    game, same = (new_game(PROFILES["jumbo"], 3, seed=1) for _ in range(2))
    after, same_after = (apply(one, Draw(one.turn)) for one in (game, same))
    assert (game, after) == (same, same_after)
    assert (hash(game), hash(after)) == (hash(same), hash(same_after))
    assert {game: "before", after: "after"}[same_after] == "after"
    assert len({game, same, after, same_after}) == 2
