"""The settings of a server: one list, for flags, environment variables and docs/server.md.

Each has a flag (`--port`), a variable (`TILEWISE_PORT`) and a default that needs nothing to be configured.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tilewise.errors import TilewiseError

PREFIX: Final = "TILEWISE_"


def data_directory() -> Path:
    """Where the embedded database lies if nothing else is said."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "tilewise"


_SAID: Final = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


def setting(default: Any, about: str) -> Any:
    """A setting with what it is for."""
    return dataclasses.field(default=default, metadata={"about": about})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a server runs."""

    host: str = setting("127.0.0.1", "the address to listen on; 0.0.0.0 lets other machines in")
    port: int = setting(8013, "the port to listen on")
    open: bool = setting(False, "open the page in a browser at the start, if a screen and a terminal are there")
    database: str = setting("", "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME; empty: a file of its own")
    bus: str = setting("", "redis://HOST:PORT for several processes; empty: this process alone")
    migrate: bool = setting(True, "bring an older database up to date at the start, instead of refusing it")
    public_url: str = setting("", "the address that people open, if a proxy stands in front; empty: as listened on")
    trusted_proxies: str = setting("127.0.0.1", "addresses of proxies whose word about the client's address counts")
    origins: str = setting("", "further origins, with commas, whose pages may talk to this server")
    secret: str = setting("", "signs the tokens of people; empty: made once and kept in the database")
    tempo: int = setting(100, "how long computer players think, in percent of a person's tempo; 0: not at all")
    grace: int = setting(60, "seconds that a person may be away in the own turn before a computer player takes over")
    lease: int = setting(10, "seconds after which the tables of a process that died are taken over")
    connections: int = setting(10_000, "connections at a time")
    connections_per_address: int = setting(100, "connections at a time from one address")
    tables_per_person: int = setting(50, "tables that a person may have made and not finished")
    messages_per_second: int = setting(30, "messages of one connection, on average over ten seconds")
    requests_per_minute: int = setting(300, "HTTP requests from one address, and of one person; 0: no limit")
    solver_seconds: float = setting(10.0, "processor seconds of the solver for one caller in a minute")
    largest_message: int = setting(16_384, "bytes of one message from a client")
    queue: int = setting(500, "messages that may wait for a slow client before it is dropped")
    retention_days: int = setting(365, "days after which finished tables and unused guests are deleted; 0: never")
    abandoned_days: int = setting(30, "days after which a table at which nothing happens is closed")
    metrics: bool = setting(True, "serve /metrics, to this machine only unless metrics_token is set")
    metrics_token: str = setting("", "lets who has it read /metrics from elsewhere")
    log_level: str = setting("info", "debug, info, warning or error")
    log_format: str = setting("auto", "json, console, or auto: console at a terminal")

    def __post_init__(self) -> None:
        if not self.database:
            object.__setattr__(self, "database", f"sqlite:///{data_directory() / 'tilewise.db'}")
        _check(self)

    @property
    def address(self) -> str:
        """The address that people open."""
        if self.public_url:
            return self.public_url.rstrip("/")
        host = "localhost" if self.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else self.host  # noqa: S104
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def is_secure(self) -> bool:
        """Whether people come by https, so that cookies may insist on it."""
        return self.address.startswith("https://")


def settings_from(flags: Mapping[str, Any], environment: Mapping[str, str]) -> Settings:
    """The settings from flags (None: not given) and variables; flags win. Raises TilewiseError."""
    values: dict[str, Any] = {}
    for field in dataclasses.fields(Settings):
        flag = flags.get(field.name)
        if flag is not None:
            values[field.name] = flag
        elif (text := environment.get(PREFIX + field.name.upper())) is not None:
            values[field.name] = parse_setting(field.name, text)
    known = {PREFIX + field.name.upper() for field in dataclasses.fields(Settings)}
    for name in environment:
        if name.startswith(PREFIX) and name not in known:
            raise TilewiseError(f"There is no setting {name}; see tilewise serve --help.")
    return Settings(**values)


def parse_setting(name: str, text: str) -> Any:
    """The value of a setting from its text; raises TilewiseError."""
    default: Any = next(field.default for field in dataclasses.fields(Settings) if field.name == name)
    try:
        if isinstance(default, bool):
            return _SAID[text.strip().lower()]
        return type(default)(text)
    except (KeyError, ValueError):
        kind = {bool: "yes or no", int: "a whole number", float: "a number"}.get(type(default), "a text")
        raise TilewiseError(f"{name} should be {kind}, not {text[:40]!r}.") from None


def _check(settings: Settings) -> None:
    if not 0 <= settings.port <= 65535:
        raise TilewiseError(f"A port is a number up to 65535, not {settings.port}.")
    if settings.log_level not in ("debug", "info", "warning", "error"):
        raise TilewiseError("log_level is debug, info, warning or error.")
    if settings.log_format not in ("auto", "json", "console"):
        raise TilewiseError("log_format is auto, json or console.")
    for field in dataclasses.fields(Settings):
        value = getattr(settings, field.name)
        if isinstance(value, int | float) and value < 0:
            raise TilewiseError(f"{field.name} is not below 0.")
    if settings.public_url and not settings.public_url.startswith(("http://", "https://")):
        raise TilewiseError("public_url begins with http:// or https://.")
