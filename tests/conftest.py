"""Fixtures for all tests: databases, Redis, and a running server."""

from __future__ import annotations

import asyncio
import functools
import os
import signal
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar
from uuid import uuid4

import pytest
from _pytest.doctest import DoctestModule

from tests.support import hypothesis_profiles, services
from tests.support.effort import THOROUGH

if TYPE_CHECKING:
    from tests.support.http_server import AnonymousCaller
    from tests.support.visitors import House

# A shell that starts the tests in the background makes them and their children ignore Ctrl-C, and `nohup` a closed
# terminal. Tests that send these signals would then wait in vain.
for number, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, handler)

hypothesis_profiles.load()

TESTS = Path(__file__).parent
NOT_RULES = [TESTS / name for name in ("browser", "cli", "server")]

LONGEST: Final = 300.0
"""Seconds after which an async test has failed because something never happens, however busy the machine is."""


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The event loop of async tests and fixtures, which anyio's plugin runs."""
    return "asyncio"


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let an async test that waits for ever fail where it waits."""
    if isinstance(item, pytest.Function) and asyncio.iscoroutinefunction(item.obj):
        item.obj = _within(item.obj)


def _within(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., Coroutine[Any, Any, None]]:
    @functools.wraps(test)
    async def within(**given: Any) -> None:
        async with asyncio.timeout(LONGEST):
            await test(**given)

    return within


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `-m rules`, do not read the other folders at all."""
    return True if config.option.markexpr == "rules" and collection_path in NOT_RULES else None


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for doctests only outside of this folder: it has none, and its modules take long to import."""
    collectors = yield
    return [collector for collector in collectors if not isinstance(collector, DoctestModule)]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the short tests of the rules, and leave out what only `make test-all` runs."""
    for item in items:
        if _is_short_and_of_the_rules(item):
            item.add_marker("rules")
    if THOROUGH or "thorough" in config.option.markexpr:
        return
    left_out = [item for item in items if item.get_closest_marker("thorough")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if not item.get_closest_marker("thorough")]


def _is_short_and_of_the_rules(item: pytest.Item) -> bool:
    folders = item.path.parents
    return TESTS in folders and not any(other in folders for other in NOT_RULES) and not item.get_closest_marker("long")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL server: the one that `make test` started, or a private one."""
    yield from _shared(services.POSTGRES, services.Postgres)


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The URL of a Redis server: the one that `make test` started, or a private one."""
    yield from _shared(services.REDIS, services.Redis)


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """The URL of a new, empty PostgreSQL database."""
    name = f"test_{uuid4().hex}"
    services.make_database(postgres_server, name)
    return f"{postgres_server}/{name}"


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new SQLite database, then of a new PostgreSQL database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tilewise.db'}"
    postgres: str = request.getfixturevalue("postgres_url")
    return postgres


@pytest.fixture
def own_redis() -> Iterator[services.Redis]:
    """A Redis that a test may kill."""
    with ExitStack() as stack:
        yield _started(stack, services.Redis)


@pytest.fixture
def own_postgres() -> Iterator[services.Postgres]:
    """A PostgreSQL that a test may kill."""
    with ExitStack() as stack:
        yield _started(stack, services.Postgres)


S = TypeVar("S", services.Postgres, services.Redis)


def _shared(variable: str, make: Callable[[Path], S]) -> Iterator[str]:
    if variable in os.environ:
        yield os.environ[variable]
        return
    with ExitStack() as stack:
        yield _started(stack, make).url


def _started(stack: ExitStack, make: Callable[[Path], S]) -> S:
    try:
        if services.MISSING in os.environ:
            raise services.NotHere(os.environ[services.MISSING])
        service = make(services.private_place(stack))
        stack.callback(service.stop)
        service.start()
    except services.NotHere as error:
        if services.in_ci():
            pytest.fail(f"{error}: in CI this is a failure.")
        pytest.skip(f"Not run: {error}.")
    return service


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A running server with people who visit it."""
    from tests.support.visitors import visiting

    with visiting(tmp_path) as house:
        yield house


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnonymousCaller]:
    """A running server that the tests of a module share, and a client of its HTTP API."""
    from tests.support.http_server import running

    with running(tmp_path_factory.mktemp("api")) as caller:
        yield caller
