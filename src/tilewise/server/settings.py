"""The settings of a server: flags, environment variables and the table in docs/server.md are made from this list.

Each setting has a flag (`--port`), an environment variable (`TILEWISE_PORT`) and a default that works as it is.
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
    """Return the default directory of the SQLite database."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "tilewise"


_BOOLEANS: Final = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}


def setting(default: Any, about: str) -> Any:
    """Return a dataclass field with a description."""
    return dataclasses.field(default=default, metadata={"about": about})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of a server."""

    host: str = setting("127.0.0.1", "address to listen on; 0.0.0.0 accepts connections from other machines")
    port: int = setting(8013, "port to listen on")
    network_address: str = setting(
        "", "address of this machine on the local network, for invitations; empty: determined automatically"
    )
    open: bool = setting(
        False, "open the page in a browser when the server starts, if there is a screen and a terminal"
    )
    database: str = setting(
        "", "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME; empty: a file in your data directory"
    )
    bus: str = setting("", "redis://HOST:PORT, needed for several server processes; empty: a single process")
    migrate: bool = setting(True, "migrate an older database when the server starts, instead of refusing to start")
    public_url: str = setting(
        "", "URL that people open if there is a proxy in front; empty: derived from host and port"
    )
    trusted_proxies: str = setting("127.0.0.1", "addresses of proxies that may report the address of a client")
    origins: str = setting("", "comma-separated list of further origins whose pages may use this server")
    secret: str = setting("", "key that signs the tokens of people; empty: generated once and stored in the database")
    push_hosts: str = setting(
        "fcm.googleapis.com,.push.services.mozilla.com,.notify.windows.com,.push.apple.com",
        "push services that may be sent notifications; empty: none are sent",
    )
    tempo: int = setting(100, "thinking time of computer players, in percent of a person's; 0: none")
    grace: int = setting(
        20, "seconds of absence after which the other players may let a computer player play for someone"
    )
    lease: int = setting(10, "seconds after which other processes take over the tables of a crashed one")
    connections: int = setting(10_000, "concurrent connections")
    connections_per_address: int = setting(200, "concurrent connections from one address")
    people_per_address: int = setting(
        30,
        "people who may share one address: a household, a class, everybody behind a proxy that is not trusted; "
        "the limits of an address are for so many; 0: no limits",
    )
    tables_per_person: int = setting(50, "unfinished tables that a person may have created")
    messages_per_second: int = setting(30, "messages per second of one connection, averaged over ten seconds")
    requests_per_minute: int = setting(
        300, "requests to the API per minute of one person; files of the page do not count; 0: no limit"
    )
    question_seconds: float = setting(
        10.0, "processor seconds per minute for one caller's questions: tools, hints, uploaded games"
    )
    largest_message: int = setting(16_384, "size limit of a message from a client, in bytes")
    queue: int = setting(500, "unsent messages after which a slow client is disconnected")
    retention_days: int = setting(365, "days after which finished tables and unused guests are deleted; 0: never")
    abandoned_days: int = setting(
        30, "days without activity after which a table is closed, and a shared score sheet deleted; 0: never"
    )
    metrics: bool = setting(True, "serve /metrics; only to this machine unless metrics_token is set")
    metrics_token: str = setting("", "bearer token for reading /metrics from other machines")
    log_level: str = setting("info", "debug, info, warning or error")
    log_format: str = setting("auto", "json, console, or auto: console in a terminal, json otherwise")

    def __post_init__(self) -> None:
        if not self.database:
            object.__setattr__(self, "database", f"sqlite:///{data_directory() / 'tilewise.db'}")
        _check(self)

    @property
    def address(self) -> str:
        """The URL that people open."""
        if self.public_url:
            return self.public_url.rstrip("/")
        host = "localhost" if self.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else self.host  # noqa: S104
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def is_secure(self) -> bool:
        """Whether people use HTTPS, so that cookies can require it."""
        return self.address.startswith("https://")


def settings_from(flags: Mapping[str, Any], environment: Mapping[str, str]) -> Settings:
    """Return the settings from flags (None if not given) and environment variables; flags win. Raises TilewiseError."""
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
    """Return the value of a setting from its text; raises TilewiseError."""
    default: Any = next(field.default for field in dataclasses.fields(Settings) if field.name == name)
    try:
        if isinstance(default, bool):
            return _BOOLEANS[text.strip().lower()]
        return type(default)(text)
    except (KeyError, ValueError):
        kind = {bool: "yes or no", int: "a whole number", float: "a number"}.get(type(default), "a text")
        raise TilewiseError(f"{name} should be {kind}, not {text[:40]!r}.") from None


def _check(settings: Settings) -> None:
    if not 0 <= settings.port <= 65535:
        raise TilewiseError(f"The port must be between 0 and 65535, not {settings.port}.")
    if settings.log_level not in ("debug", "info", "warning", "error"):
        raise TilewiseError("log_level must be debug, info, warning or error.")
    if settings.log_format not in ("auto", "json", "console"):
        raise TilewiseError("log_format must be auto, json or console.")
    for field in dataclasses.fields(Settings):
        value = getattr(settings, field.name)
        if isinstance(value, int | float) and value < 0:
            raise TilewiseError(f"{field.name} must not be negative.")
    if settings.public_url and not settings.public_url.startswith(("http://", "https://")):
        raise TilewiseError("public_url must begin with http:// or https://.")
