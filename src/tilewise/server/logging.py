"""What the server writes to its log: one line for each happening, JSON or for reading, and nothing personal.

No names, tokens, addresses or tiles. A person appears, if at all, as a short mark that is another one every day.
Tracebacks show where it happened and what kind of error it was, but not its message: that may hold what somebody typed.
"""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
import sys
import time
import traceback
from typing import Any, Final

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from tilewise.server.best_effort import BestEffortStream
from tilewise.server.settings import Settings

PERSONAL: Final = frozenset(
    {"name", "token", "cookie", "address", "ip", "client", "text", "passphrase", "account", "secret", "seed", "rack"}
)
"""Fields that are left out of every line, whoever writes it."""

_ADDRESS: Final = re.compile(
    r"\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F]{0,4}(?![\w:])"
)
_QUIET: Final = ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets", "alembic", "asyncio", "sqlalchemy")
"""Others write at `info` who connects from where; from them only warnings are taken."""

_salt: Final = secrets.token_bytes(16)


def configure_logs(settings: Settings) -> None:
    """Write logs of this program and of its libraries to standard error, as the settings say."""
    level = getattr(logging, settings.log_level.upper())
    as_console = settings.log_format == "console" or (settings.log_format == "auto" and sys.stderr.isatty())
    ours: list[Processor] = [
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _without_message,
        without_persons,
    ]
    render: Processor = (
        structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
        if as_console
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *ours,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(BestEffortStream(sys.stderr))
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=ours,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in _QUIET:
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(max(level, logging.WARNING))


def without_persons(_: WrappedLogger, __: str, line: EventDict) -> EventDict:
    """Take personal fields and addresses out of a line; `person` becomes the mark of the day."""
    for field in PERSONAL & line.keys():
        del line[field]
    if "person" in line:
        line["person"] = mark_of(str(line["person"]))
    for field, value in line.items():
        if isinstance(value, str) and field != "timestamp":
            line[field] = _ADDRESS.sub("(address)", value)
    return line


def mark_of(person: str) -> str:
    """A short mark for a person: the same one during a day and a run of the server, and of no use afterwards."""
    day = int(time.time()) // 86_400
    return hashlib.blake2s(f"{day}/{person}".encode(), key=_salt, digest_size=4).hexdigest()


def _without_message(_: WrappedLogger, __: str, line: EventDict) -> EventDict:
    """Write where an error happened, without its message."""
    given: Any = line.pop("exc_info", None)
    if given is True:
        given = sys.exc_info()
    error = given[1] if isinstance(given, tuple) else given
    if isinstance(error, BaseException):
        frames = traceback.extract_tb(error.__traceback__)
        line["error"] = type(error).__name__
        line["at"] = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames[-12:]]
    line.pop("stack_info", None)
    return line
