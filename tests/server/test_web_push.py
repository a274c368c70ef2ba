"""Messages to browsers: only the browser can read them, and the push service can check who sent them."""

from __future__ import annotations

import json

import pytest

from tests.support.push_service import FakeBrowser, FakePushService, decode, ec
from tilewise.server.push_transport import BadEndpoint
from tilewise.server.web_push import BadKeys, WebPush, check_keys, new_private_key

NOW = 1_800_000_000_000
HOSTS = "fcm.googleapis.com"


async def test_a_message_is_encrypted_for_one_browser_and_signed_for_its_push_service() -> None:
    service, browser = FakePushService(), FakeBrowser()
    push = WebPush(new_private_key(), "https://play.example", HOSTS, service.transport)
    content = json.dumps({"title": "Your turn"}).encode()
    keys = browser.subscription
    status = await push.send(keys["endpoint"], keys["p256dh"], keys["auth"], content, NOW, "table1")
    assert status == 201
    ((url, headers, body),) = service.requests
    assert url == browser.endpoint
    assert b"Your turn" not in body
    assert browser.read(body) == {"title": "Your turn"}
    assert (headers["Content-Encoding"], headers["TTL"], headers["Topic"]) == ("aes128gcm", "86400", "table1")
    scheme, _, fields = headers["Authorization"].partition(" ")
    token, key = (field.partition("=")[2] for field in fields.split(","))
    assert (scheme, key) == ("vapid", push.public_key)
    claims = json.loads(decode(token.split(".")[1]))
    assert claims["aud"] == "https://fcm.googleapis.com"
    assert claims["sub"] == "https://play.example"
    assert claims["exp"] == NOW // 1000 + 12 * 3600
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(key))


def test_the_public_key_follows_from_the_private_one() -> None:
    key = new_private_key()
    pushes = [WebPush(key, "mailto:a@b.c", HOSTS, FakePushService().transport) for _ in range(2)]
    assert pushes[0].public_key == pushes[1].public_key
    assert pushes[0].public_key != WebPush(new_private_key(), "", HOSTS, FakePushService().transport).public_key
    assert WebPush(key, "mailto:a@b.c", "", FakePushService().transport).public_key is None, "no push services"


async def test_nothing_is_sent_to_an_address_that_is_not_a_push_service() -> None:
    service, browser = FakePushService(), FakeBrowser(host="evil.example")
    push = WebPush(new_private_key(), "mailto:a@b.c", HOSTS, service.transport)
    keys = browser.subscription
    with pytest.raises(BadEndpoint):
        await push.send(keys["endpoint"], keys["p256dh"], keys["auth"], b"", NOW, "t")
    assert service.requests == []


def test_keys_of_the_wrong_form_are_refused() -> None:
    good = FakeBrowser().subscription
    check_keys(good["p256dh"], good["auth"])
    for p256dh, auth in (
        ("", good["auth"]),
        (good["p256dh"], ""),
        (good["p256dh"][:-4], good["auth"]),
        ("BAAA" + "A" * 83, good["auth"]),
        ("ä", good["auth"]),
        (good["auth"], good["p256dh"]),
    ):
        with pytest.raises(BadKeys):
            check_keys(p256dh, auth)
