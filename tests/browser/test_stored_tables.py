"""Tables as texts: what is read again, and what another version has stored."""

from __future__ import annotations

import json

import pytest

from tests.support.pure_table import over
from tilewise import __version__
from tilewise.browser.stored_tables import (
    FORMAT,
    UnreadableTable,
    decode_batch,
    decode_listed,
    encode_batch,
    encode_listed,
    join_batches,
)
from tilewise.server.tables.effects import MyTable, summary_of


def test_a_batch_is_read_as_it_was_stored_with_the_version_of_the_program() -> None:
    table = over()
    batch = decode_batch(encode_batch(table.log, table.finished, "{}"))
    assert list(batch.events) == table.log
    assert list(batch.finished) == table.finished
    assert (batch.snapshot, batch.program, batch.format) == ("{}", __version__, FORMAT)


def test_batches_can_be_joined() -> None:
    table = over()
    texts = [encode_batch(table.log[:5]), encode_batch(table.log[5:], table.finished)]
    joined = decode_batch(join_batches(texts))
    assert list(joined.events) == table.log
    assert list(joined.finished) == table.finished


def test_a_summary_is_read_as_it_was_stored() -> None:
    state = over().state
    listed = MyTable("d-1", "", state.at, summary_of(state), 0, False, ())
    read = decode_listed(encode_listed(listed, 2))
    assert (read.table, read.people, read.program) == (listed, 2, __version__)


@pytest.mark.parametrize("decode", [decode_batch, decode_listed])
@pytest.mark.parametrize(
    ("text", "program"),
    [
        (json.dumps({"format": FORMAT + 1, "program": "9.9", "events": []}), "9.9"),
        (json.dumps({"format": FORMAT, "program": "0.9", "events": [{"kind": "unknown"}]}), "0.9"),
        ("nonsense", ""),
    ],
)
def test_a_text_of_another_version_says_which_version_wrote_it(decode: type, text: str, program: str) -> None:
    with pytest.raises(UnreadableTable) as raised:
        decode(text)
    assert raised.value.program == program
    assert "It stays on this device" in str(raised.value)
