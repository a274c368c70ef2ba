"""What is counted, for Prometheus: figures of this process, never of a person.

Labels have few values, all of them written down here or in the code that counts; nothing that a client sends becomes
one.
"""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST

registry = CollectorRegistry()
ProcessCollector(registry=registry)
PlatformCollector(registry=registry)

_TIMES: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""Seconds."""

connections = Gauge("tilewise_connections", "WebSocket connections", registry=registry)
tables = Gauge("tilewise_tables", "Tables in the memory of this process", registry=registry)
leases = Gauge("tilewise_leases", "Tables whose timer this process keeps", registry=registry)
commands = Histogram(
    "tilewise_command_seconds",
    "From a command's arrival to its answer, by outcome: done, refused, stopping, storage or failed",
    ["outcome"],
    buckets=_TIMES,
    registry=registry,
)
requests = Counter("tilewise_requests", "HTTP requests, by the hundred of their status", ["status"], registry=registry)
writes = Histogram(
    "tilewise_store_write_seconds", "One transaction, with its commit", buckets=_TIMES, registry=registry
)
batches = Histogram(
    "tilewise_store_batch",
    "Pieces of work in one transaction",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200),
    registry=registry,
)
collections = Histogram(
    "tilewise_collection_seconds", "Looking through all objects for unused cycles", buckets=_TIMES, registry=registry
)
late = Histogram(
    "tilewise_timer_late_seconds", "How late something happened that was due", buckets=_TIMES, registry=registry
)
dropped = Counter(
    "tilewise_messages_dropped",
    "Messages that were not delivered: to a slow client, or to the bus when it did not keep up",
    ["where"],
    registry=registry,
)
closed = Counter(
    "tilewise_connections_closed",
    "Connections that the server ended: too-slow, too-large, too-many, protocol, stopping or other",
    ["reason"],
    registry=registry,
)
solver_refusals = Counter(
    "tilewise_solver_refusals", "Questions to the solver beyond the budget of a caller", registry=registry
)

_REASONS: Final = frozenset({"too-slow", "too-large", "too-many", "protocol", "stopping"})

# All label values are known beforehand: they show as 0 before the first time, and cannot grow in number.
for _outcome in ("done", "refused", "stopping", "storage", "failed"):
    commands.labels(_outcome)
for _reason in (*sorted(_REASONS), "other"):
    closed.labels(_reason)
for _status in ("2xx", "3xx", "4xx", "5xx"):
    requests.labels(_status)
for _where in ("client", "bus"):
    dropped.labels(_where)


def count_closed(reason: str) -> None:
    """Count a connection that the server ended."""
    closed.labels(reason if reason in _REASONS else "other").inc()


def count_request(status: int) -> None:
    """Count an HTTP answer."""
    requests.labels(f"{status // 100}xx" if 100 <= status < 600 else "other").inc()


def exposition() -> bytes:
    """All figures in the text format of Prometheus."""
    return generate_latest(registry)
