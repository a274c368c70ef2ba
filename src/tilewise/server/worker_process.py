"""A worker process that answers one request at a time, and that can be killed when it takes too long.

A compiled kernel cannot be interrupted, and a hard position can take minutes, so such work runs in a child process.
Requests and responses are lines of bytes; `worker_loop` is the other side.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Final

from tilewise.errors import TilewiseError

STARTING: Final = 20.0
"""Seconds for a worker to start, on a busy machine."""

LARGEST_RESPONSE: Final = 1 << 20
"""Bytes."""


class WorkerError(TilewiseError):
    """A worker process did not answer."""


class WorkerStartError(WorkerError):
    """A worker process did not start, or not in time."""


class WorkerTimeout(WorkerError):
    """A worker process took too long and was killed."""


class WorkerCrash(WorkerError):
    """A worker process ended instead of answering."""


class WorkerProcess:
    """A child process that is started with the first request, and again after it was killed or has crashed."""

    def __init__(self, module: str) -> None:
        """`module` is the worker's main module."""
        self._module = module
        self._process: Process | None = None

    @property
    def pid(self) -> int | None:
        """The process id, if the worker is running."""
        return None if self._process is None else self._process.pid

    async def request(self, line: bytes, seconds: float) -> bytes:
        """Send a request and return the response; raises WorkerError.

        The time limit starts when the worker is ready. After any error or cancellation the worker is killed, because a
        late response must not be taken for the next one.
        """
        try:
            process = await self._running()
            if process.stdin is None or process.stdout is None:
                raise WorkerCrash("The worker process has no pipes.")
            async with asyncio.timeout(seconds):
                with suppress(ConnectionError):
                    process.stdin.write(line + b"\n")
                    await process.stdin.drain()
                response = await process.stdout.readline()
            if not response.endswith(b"\n"):
                raise WorkerCrash("The worker process has crashed.")
        except TimeoutError:
            await self.close()
            raise WorkerTimeout(f"The worker process took longer than {seconds:g} seconds.") from None
        except ValueError as error:
            await self.close()
            raise error if isinstance(error, WorkerError) else WorkerCrash("The response is too large.") from None
        except BaseException:
            await self.close()
            raise
        return response

    async def close(self) -> None:
        """Kill the worker, if it is running."""
        process, self._process = self._process, None
        if process is None:
            return
        _kill(process)
        if process.stdin is not None:
            process.stdin.close()
        if process.stdout is not None:
            # A request that is waiting for its response reads the rest itself.
            with suppress(RuntimeError):
                await process.stdout.read()
        await process.wait()

    async def _running(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            await self.close()
            # A worker needs no secrets of the server.
            environment = {name: value for name, value in os.environ.items() if not name.startswith("TILEWISE_")}
            try:
                process = self._process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", self._module),
                    stdin=PIPE,
                    stdout=PIPE,
                    limit=LARGEST_RESPONSE,
                    env=environment,
                    # It may have copies of itself, which are killed with it.
                    start_new_session=True,
                )
                async with asyncio.timeout(STARTING):
                    if process.stdout is not None:
                        await process.stdout.readline()
            except TimeoutError:
                raise WorkerStartError("The worker process did not start in time.") from None
            except OSError as error:
                raise WorkerStartError(f"The worker process cannot be started: {error.strerror}.") from None
        return self._process


def _kill(process: Process) -> None:
    """Kill a worker and its copies, if it is running."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
