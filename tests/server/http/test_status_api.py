"""Who may read the metrics, and what they count about requests."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.requests import Request

from tests.support.http_server import running
from tests.support.served import Served, metric, served
from tilewise.server.http.status_api import _may_read


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Served:  # type: ignore[misc]
    with served(tmp_path_factory.mktemp("metrics") / "tables.db") as server:
        yield server


def test_requests_are_counted_by_status_class(server: Served) -> None:
    before = server.metrics()
    server.get("/nothing-here")
    after = server.metrics()
    assert metric(after, 'tilewise_requests_total{status="4xx"}') == (
        metric(before, 'tilewise_requests_total{status="4xx"}') + 1
    )
    # Reading the metrics was a request itself.
    assert metric(after, 'tilewise_requests_total{status="2xx"}') == (
        metric(before, 'tilewise_requests_total{status="2xx"}') + 1
    )


@pytest.mark.parametrize(
    ("client", "headers", "token", "may"),
    [
        ("127.0.0.1", {}, "", True),
        ("::1", {}, "", True),
        ("192.0.2.7", {}, "", False),
        ("127.0.0.1", {"x-forwarded-for": "192.0.2.7"}, "", False),
        ("192.0.2.7", {"authorization": "Bearer right"}, "right", True),
        ("192.0.2.7", {"authorization": "Bearer wrong"}, "right", False),
        ("127.0.0.1", {}, "right", False),
        ("testclient", {}, "", False),
    ],
)
def test_metrics_are_for_this_machine_or_with_the_token(
    client: str, headers: dict[str, str], token: str, may: bool
) -> None:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    request = Request({"type": "http", "headers": raw, "client": (client, 1)})
    assert _may_read(request, token) is may


def test_metrics_can_be_turned_off(tmp_path: Path) -> None:
    with running(tmp_path / "on") as caller:
        assert caller.get("/metrics").status_code == 403, "it is not asked from this machine"
    with running(tmp_path / "off", metrics=False) as caller:
        assert caller.get("/metrics").status_code == 404
