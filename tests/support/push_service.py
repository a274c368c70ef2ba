"""A push service and the browsers that it delivers to, in this process: it decrypts as a browser does."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any

import pytest

http_ece = pytest.importorskip("http_ece", reason="needs the extra push")
ec = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ec")
serialization = pytest.importorskip("cryptography.hazmat.primitives.serialization")


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class FakeBrowser:
    """A browser that has subscribed."""

    def __init__(self, name: str = "browser", host: str = "fcm.googleapis.com") -> None:
        self.endpoint = f"https://{host}/fcm/send/{name}"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = name.encode().ljust(16, b".")[:16]
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.subscription = {"endpoint": self.endpoint, "p256dh": encode(point), "auth": encode(self._secret)}

    def read(self, body: bytes) -> Any:
        """Decrypt a message."""
        return json.loads(http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret))


class FakePushService:
    """Records requests instead of sending them."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        self.error: OSError | None = None

    async def transport(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        self.requests.append((url, dict(headers), body))
        if self.error is not None:
            raise self.error
        return self.status
