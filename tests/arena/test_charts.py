"""The chart of standings is well-formed SVG that shows every player, rate and surprise."""

from __future__ import annotations

from xml.etree import ElementTree

from tests.arena.test_standings import three
from tests.support.arena_players import quick, won
from tilewise.arena.charts import standings_chart
from tilewise.arena.duplicate_deals import play_task
from tilewise.arena.standings import Standings, standings_of

SVG = "{http://www.w3.org/2000/svg}"


def drawn(standings: Standings) -> ElementTree.Element:
    return ElementTree.fromstring(standings_chart(standings))  # noqa: S314  (our own picture)


def texts(picture: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in picture.iter(f"{SVG}text")]


def test_a_chart_shows_players_by_rating_with_their_rates() -> None:
    _, standings = three({(0, 1): 2, (0, 2): 1, (1, 2): 2})
    picture = drawn(standings)
    found = texts(picture)
    assert [text for text in found if text[:2] in ("1.", "2.", "3.")] == ["1. c", "2. b", "3. a"]
    assert {"90.0", "10.0", "80.0", "20.0"} <= set(found)
    assert len(list(picture.iter(f"{SVG}circle"))) == 3
    assert not any(box.get("stroke-width") == "3" for box in picture.iter(f"{SVG}rect"))


def test_a_chart_frames_what_contradicts_the_ratings() -> None:
    _, standings = three({(0, 1): 9, (1, 2): 9, (0, 2): 3})
    picture = drawn(standings)
    framed = [box for box in picture.iter(f"{SVG}rect") if box.get("stroke-width") == "3"]
    assert len(framed) == 2
    assert "1 intransitive cycle" in texts(picture)[0]


def test_colours_say_who_is_stronger() -> None:
    _, standings = three({(0, 1): 9, (0, 2): 9, (1, 2): 5})
    fills = [str(box.get("fill")) for box in drawn(standings).iter(f"{SVG}rect")]
    coloured = [fill for fill in fills if len(fill) == 7]
    assert len(coloured) == 4, "two rates above even and two below; the even pair is white"
    greener = [fill for fill in coloured if int(fill[3:5], 16) > int(fill[1:3], 16)]
    assert len(greener) == 2


def test_names_are_text_and_not_markup() -> None:
    tournament = quick("cmd: <script>&", "solid")
    picture = drawn(standings_of(tournament, [won(1, 0, 0, 1)]))
    assert any("<script>&" in text for text in texts(picture))


def test_a_chart_of_mixed_tables_has_ratings_only() -> None:
    tournament = quick("a=beginner", "b=beginner", "c=beginner", seats=3, pairing="mixed")
    picture = drawn(standings_of(tournament, [play_task(tournament, (1, 0))]))
    assert len(list(picture.iter(f"{SVG}rect"))) == 1
    assert len(list(picture.iter(f"{SVG}circle"))) == 3
