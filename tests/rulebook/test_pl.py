"""Polish plurals."""

from __future__ import annotations

from tilewise.rulebook.pl import polish_plural


def test_polish_counts_in_three_forms() -> None:
    forms = {n: polish_plural(n) for n in range(131)}
    assert [n for n, form in forms.items() if form == 0] == [1]
    assert [n for n, form in forms.items() if form == 1][:9] == [2, 3, 4, 22, 23, 24, 32, 33, 34]
    assert all(forms[n] == 2 for n in (0, 5, 11, 12, 13, 14, 15, 21, 25, 31, 100, 101, 111, 112, 113, 114))
    assert all(forms[n] == 1 for n in (102, 103, 104, 122))
