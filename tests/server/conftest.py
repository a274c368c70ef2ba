"""One server for the tests of the HTTP API that leave no trace for each other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from calling import Calling, running


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calling]:
    with running(tmp_path_factory.mktemp("api")) as calling:
        yield calling
