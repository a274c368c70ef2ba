"""Game records: headers, seed, every action and the result, as text and as JSON.

record  the value, made from a game and replayed to the identical end
text    the text form
json    the JSON form
"""

from tilewise.records.json_format import record_from_json, record_to_json
from tilewise.records.record import Record, RecordError, record_of
from tilewise.records.text_format import format_record, parse_record

__all__ = ["Record", "RecordError", "format_record", "parse_record", "record_from_json", "record_of", "record_to_json"]
