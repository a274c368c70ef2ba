"""Prometheus metrics of this process, never of a person.

Labels have few values, all of them fixed in the code; nothing that a client sends becomes a label.
"""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST

registry = CollectorRegistry()
ProcessCollector(registry=registry)
PlatformCollector(registry=registry)

_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""Seconds."""

connections = Gauge("tilewise_connections", "WebSocket connections", registry=registry)
tables = Gauge("tilewise_tables", "Tables in the memory of this process", registry=registry)
leases = Gauge("tilewise_leases", "Tables whose lease this process holds", registry=registry)
commands = Histogram(
    "tilewise_command_seconds",
    "Time from a command to its response, by outcome: done, refused, stopping, storage or failed",
    ["outcome"],
    buckets=_BUCKETS,
    registry=registry,
)
requests = Counter("tilewise_requests", "HTTP requests by status class", ["status"], registry=registry)
writes = Histogram(
    "tilewise_store_write_seconds", "Time of one transaction, including its commit", buckets=_BUCKETS, registry=registry
)
batches = Histogram(
    "tilewise_store_batch",
    "Pieces of work in one transaction",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200),
    registry=registry,
)
collections = Histogram(
    "tilewise_collection_seconds", "Time of a full garbage collection", buckets=_BUCKETS, registry=registry
)
late = Histogram("tilewise_timer_late_seconds", "Delay of scheduled actions", buckets=_BUCKETS, registry=registry)
dropped = Counter(
    "tilewise_messages_dropped",
    "Undelivered messages, to slow clients or to a slow bus",
    ["where"],
    registry=registry,
)
closed = Counter(
    "tilewise_connections_closed",
    "Connections closed by the server: too-slow, too-large, too-many, protocol, stopping or other",
    ["reason"],
    registry=registry,
)
questions = Histogram(
    "tilewise_question_seconds",
    "Time from a question to its answer, by outcome: answered, too-hard, or failed because of limits or load",
    ["outcome"],
    buckets=_BUCKETS,
    registry=registry,
)
question_refusals = Counter("tilewise_question_refusals", "Questions beyond a caller's budget", registry=registry)

_REASONS: Final = frozenset({"too-slow", "too-large", "too-many", "protocol", "stopping"})

# Create all labels at the start: they are exported as 0, and their number cannot grow.
for _outcome in ("done", "refused", "stopping", "storage", "failed"):
    commands.labels(_outcome)
for _outcome in ("answered", "too-hard", "failed"):
    questions.labels(_outcome)
for _reason in (*sorted(_REASONS), "other"):
    closed.labels(_reason)
for _status in ("2xx", "3xx", "4xx", "5xx"):
    requests.labels(_status)
for _where in ("client", "bus"):
    dropped.labels(_where)


def count_closed(reason: str) -> None:
    """Count a connection that the server closed."""
    closed.labels(reason if reason in _REASONS else "other").inc()


def count_request(status: int) -> None:
    """Count an HTTP response."""
    requests.labels(f"{status // 100}xx" if 100 <= status < 600 else "other").inc()


def exposition() -> bytes:
    """Return all metrics in the text format of Prometheus."""
    return generate_latest(registry)
