"""Game records: headers, seed, every action and the result, as text and as JSON.

record         the record as a value: created from a game, replayed to the identical end
action_format  an action as text, as words and as plain values
text_format    a record as text
json_format    a record as JSON
"""

from tilewise.records.json_format import record_from_json, record_to_json
from tilewise.records.record import Record, RecordError, Result, record_of
from tilewise.records.text_format import format_record, parse_record

__all__ = [
    "Record",
    "RecordError",
    "Result",
    "format_record",
    "parse_record",
    "record_from_json",
    "record_of",
    "record_to_json",
]
