"""A server whose answers are compared with those of the engine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.http_server import AnonymousCaller, running


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnonymousCaller]:
    """A running server that the tests of a module share."""
    with running(tmp_path_factory.mktemp("api")) as caller:
        yield caller
