"""Subscribing a browser to notifications."""

from __future__ import annotations

import pytest

from tests.support.http_server import AnonymousCaller, assert_error
from tests.support.push_service import FakeBrowser


def test_the_key_is_generated_once_and_public(api: AnonymousCaller) -> None:
    key = api.client.get("/api/push").json()["key"]
    assert len(key) == 87
    assert api.client.get("/api/push").json() == {"key": key}


def test_a_browser_is_added_exported_and_removed(api: AnonymousCaller) -> None:
    ada, browser = api.guest("Ada"), FakeBrowser()
    added = ada.ask("PUT", "/api/me/push", json={**browser.subscription, "language": "de"})
    assert added.json() == {"browsers": 1}
    (exported,) = ada.get("/api/me/data").json()["notified"]
    assert (exported["endpoint"], exported["language"]) == (browser.endpoint, "de")
    assert browser.subscription["auth"] not in ada.get("/api/me/data").text
    eve = api.guest("Eve")
    assert eve.ask("DELETE", "/api/me/push", json={"endpoint": browser.endpoint}).json() == {"browsers": 0}
    assert len(ada.get("/api/me/data").json()["notified"]) == 1, "nobody removes a browser of another person"
    assert ada.ask("DELETE", "/api/me/push", json={"endpoint": browser.endpoint}).json() == {"browsers": 0}


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "https://169.254.169.254/latest"},
        {"endpoint": "http://fcm.googleapis.com/fcm/send/x"},
        {"p256dh": "AAAA"},
        {"auth": "AAAA"},
    ],
)
def test_other_addresses_and_keys_are_refused(api: AnonymousCaller, change: dict[str, str]) -> None:
    ada = api.guest("Ada")
    assert_error(ada.ask("PUT", "/api/me/push", json=FakeBrowser().subscription | change), 400, "bad-push")
