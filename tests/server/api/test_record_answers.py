"""Records as the API returns them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tilewise.game import Draw, Play
from tilewise.records import parse_record, record_from_json
from tilewise.server.api.record_answers import record_content, replayed_fields
from tilewise.tiles import format_tiles

GOLDEN = Path(__file__).parents[2] / "golden"


def test_a_record_contains_every_rack_and_the_drawn_tiles() -> None:
    record = parse_record((GOLDEN / "twist-4.txt").read_text(encoding="utf-8"))
    fields = replayed_fields(record)
    racks, drawn = fields["racks"], fields["drawn"]
    assert isinstance(racks, list)
    assert isinstance(drawn, list)
    assert racks[-1] == [format_tiles(rack) for rack in record.replay().racks]
    assert [[len(rack.split()) for rack in after] for after in racks] == fields["rack_sizes"]
    for before, after, tiles, action in zip(racks, racks[1:], drawn[1:], record.actions[1:], strict=False):
        if isinstance(action, Draw):
            assert sorted(after[action.seat].split()) == sorted(f"{before[action.seat]} {tiles}".split())
            assert len(tiles.split()) == 1


def test_a_record_says_what_its_jokers_stand_for() -> None:
    record = parse_record((GOLDEN / "twist-4.txt").read_text(encoding="utf-8"))
    jokers = replayed_fields(record)["jokers"]
    assert isinstance(jokers, dict)
    texts = {format_tiles(tiles) for action in record.actions if isinstance(action, Play) for tiles in action.table}
    assert set(jokers) == {text for text in texts if set(text) & set("JDCM")}
    assert all("J" not in stands_for for stands_for in jokers.values())
    assert len(jokers) > 3


def test_the_content_of_a_record_can_be_read_as_a_record() -> None:
    record = parse_record((GOLDEN / "twist-4.txt").read_text(encoding="utf-8"))
    assert record_from_json(msgspec.json.encode(record_content(record)).decode()) == record
