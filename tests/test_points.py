"""Points as text."""

from fractions import Fraction

import pytest

from tilewise.errors import TilewiseError
from tilewise.points import parse_points, signed


@pytest.mark.parametrize(
    ("points", "text"), [(Fraction(24), "+24"), (Fraction(-5), "-5"), (Fraction(), "0"), (Fraction(27, 2), "+27/2")]
)
def test_points_are_written_with_their_sign_and_read_back(points: Fraction, text: str) -> None:
    """C4, C6."""
    assert signed(points) == text
    assert parse_points(text) == points


@pytest.mark.parametrize("text", ["", "x", "1.5", "1/0", "--3", "1e5", " 3", "9" * 10, "٣", "3/-2", "nan"])
def test_a_text_that_is_not_a_number_of_points_is_an_error(text: str) -> None:
    with pytest.raises(TilewiseError, match="is not a number of points"):
        parse_points(text)
