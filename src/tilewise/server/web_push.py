"""Web push: messages that only one browser can read (RFC 8291), signed with this server's key (VAPID, RFC 8292).

The packages of the extra `push` do the cryptography. Without them nothing is sent, and the page offers nothing.
"""

from __future__ import annotations

import importlib.util
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlsplit

from tilewise.errors import TilewiseError
from tilewise.server.push_transport import Transport, check_endpoint

TOKEN_LIFETIME: Final = 12 * 3600
"""Seconds that a signature is valid; push services accept at most a day."""

KEPT_FOR: Final = 24 * 3600
"""Seconds that a push service keeps a message for a device that is switched off."""

_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256: a private key is a number below it."""

IS_AVAILABLE: Final = all(importlib.util.find_spec(name) is not None for name in ("http_ece", "py_vapid"))
"""Whether the packages of the extra `push` are installed."""


class BadKeys(TilewiseError):
    """Keys of a browser with which nothing can be encrypted."""

    def __init__(self) -> None:
        super().__init__("These are not the keys of a browser's push subscription.")


def new_private_key() -> str:
    """Return a new private key of a server as a text."""
    return _encode((secrets.randbelow(_ORDER - 1) + 1).to_bytes(32, "big"))


def check_keys(p256dh: str, auth: str) -> None:
    """Raise BadKeys unless these are a point of the curve P-256 and a secret of 16 bytes."""
    try:
        point, secret = _decode(p256dh), _decode(auth)
    except ValueError:
        raise BadKeys from None
    if len(point) != 65 or point[0] != 4 or len(secret) != 16 or not _is_on_curve(point):
        raise BadKeys


class WebPush:
    """Encrypts, signs and sends messages to browsers."""

    def __init__(self, private_key: str, contact: str, hosts: str, transport: Transport) -> None:
        """`contact` is a URL of this server's operators, and `hosts` the push services that it sends to."""
        self._private_key = private_key
        self._contact = contact
        self._transport = transport
        self.hosts = hosts

    @property
    def is_available(self) -> bool:
        """Whether anything can be sent."""
        return IS_AVAILABLE and bool(self.hosts)

    @cached_property
    def public_key(self) -> str | None:
        """The key that browsers subscribe with; None if nothing can be sent. The first time it takes milliseconds."""
        if not self.is_available:
            return None
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point: bytes = self._vapid().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return _encode(point)

    async def send(self, endpoint: str, p256dh: str, auth: str, content: bytes, now: int, topic: str) -> int:
        """Send a message to a browser and return the push service's status; raises OSError and TilewiseError.

        A later message with the same topic replaces one that has not been delivered. `now` is in milliseconds.
        """
        check_endpoint(endpoint, self.hosts)
        parts = urlsplit(endpoint)
        claims = {"aud": f"https://{parts.netloc}", "sub": self._contact, "exp": now // 1000 + TOKEN_LIFETIME}
        headers = {
            **self._vapid().sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_FOR),
            "Urgency": "normal",
            "Topic": topic,
        }
        return await self._transport(endpoint, headers, _encrypted(content, p256dh, auth))

    def _vapid(self) -> Any:
        from py_vapid import Vapid02

        return Vapid02.from_raw(self._private_key.encode())


def _encrypted(content: bytes, p256dh: str, auth: str) -> bytes:
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    encrypted: bytes = http_ece.encrypt(
        content, salt=secrets.token_bytes(16), private_key=key, dh=_decode(p256dh), auth_secret=_decode(auth)
    )
    return encrypted


def _is_on_curve(point: bytes) -> bool:
    if not IS_AVAILABLE:
        return True
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return True


def _encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
