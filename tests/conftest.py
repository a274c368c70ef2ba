"""What all tests share."""

from __future__ import annotations

import signal

# A shell that starts the tests in the background lets them ignore Ctrl-C, and all their children too; tests that send
# it would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
