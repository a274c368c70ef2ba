"""The server's log: one line per event, as JSON or for reading, without personal data.

No names, tokens, addresses or tiles. A person appears, if at all, as a short pseudonym that changes every day. Errors
are logged with their type and location but without their message, which may contain what a person typed.
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
"""Fields that are removed from every line, including those of libraries."""

_ADDRESS: Final = re.compile(
    r"\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F]{0,4}(?![\w:])"
)
_QUIET: Final = ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets", "alembic", "asyncio", "sqlalchemy")
"""Libraries that log addresses of clients at level `info`; only their warnings are logged."""

_salt: Final = secrets.token_bytes(16)


def configure_logging(settings: Settings) -> None:
    """Configure the logs of this program and of its libraries, written to standard error."""
    level = getattr(logging, settings.log_level.upper())
    as_console = settings.log_format == "console" or (settings.log_format == "auto" and sys.stderr.isatty())
    ours: list[Processor] = [
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _locate_error,
        remove_personal_data,
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


def remove_personal_data(_: WrappedLogger, __: str, line: EventDict) -> EventDict:
    """Remove personal fields and addresses from a line; `person` becomes the pseudonym of the day."""
    for field in PERSONAL & line.keys():
        del line[field]
    if "person" in line:
        line["person"] = pseudonym(str(line["person"]))
    for field, value in line.items():
        if isinstance(value, str) and field != "timestamp":
            line[field] = _ADDRESS.sub("(address)", value)
    return line


def error_fields(error: BaseException) -> dict[str, str | list[str]]:
    """Return what is logged about an error: its type, and where it was raised.

    Neither its message nor any value, which may contain tokens, names or tiles.

    >>> try:
    ...     int("a secret")
    ... except ValueError as error:
    ...     fields = error_fields(error)
    >>> fields["error"], "secret" in str(fields["at"])
    ('ValueError', False)
    """
    frames = traceback.extract_tb(error.__traceback__)[-12:]
    where = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames]
    return {"error": type(error).__name__, "at": where}


def pseudonym(person: str) -> str:
    """Return a short pseudonym of a person, which is valid for one day and one run of the server."""
    day = int(time.time()) // 86_400
    return hashlib.blake2s(f"{day}/{person}".encode(), key=_salt, digest_size=4).hexdigest()


def _locate_error(_: WrappedLogger, __: str, line: EventDict) -> EventDict:
    """Replace an exception by its type and location."""
    given: Any = line.pop("exc_info", None)
    if given is True:
        given = sys.exc_info()
    error = given[1] if isinstance(given, tuple) else given
    if isinstance(error, BaseException):
        line.update(error_fields(error))
    line.pop("stack_info", None)
    return line
