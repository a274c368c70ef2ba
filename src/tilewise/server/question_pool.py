"""Questions whose answers may take long, answered in worker processes: tools, hints, hard previews, uploaded games.

Nobody can tell beforehand how hard a question is. So every question first gets a short slice of processor time. One
that needs more starts again with a longer slice, after all questions that have had fewer, and never in all workers at
once: an easy question does not wait for hard ones. Callers take turns, so that it does not wait for the many questions
of another caller either. All slices are paid from a caller's budget of processor time.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from dataclasses import dataclass
from typing import Final, TypeVar

import msgspec

from tilewise.server import metrics
from tilewise.server.api.api_errors import ApiError, ErrorBody, TooMuch
from tilewise.server.clock import Clock
from tilewise.server.limits import Limiter
from tilewise.server.question_worker import (
    ANSWERED,
    CRASHED,
    USED_UP,
    Question,
    Response,
    encode_question,
    encode_request,
)
from tilewise.server.worker_process import WorkerCrash, WorkerError, WorkerProcess, WorkerStartError

T = TypeVar("T")

WORKERS: Final = 2
"""Worker processes. At most one of them works on questions that need more than their first slice."""

SLICES: Final = (0.1, 0.7, 5.0)
"""Seconds of processor time. Nearly all questions need less than the first slice; what is done anew after the others
is a sixth of the whole."""

LONGEST_RUN: Final = 15.0
"""Seconds of real time for one slice, on a machine that is busy with other work."""

PATIENCE: Final = 20.0
"""Seconds of real time until a caller is asked to try again later."""

MOST_QUESTIONS: Final = 16
"""Questions of one caller that may wait. A caller without a token is an address, perhaps that of a whole class."""

MOST_CALLERS: Final = 200
"""Callers whose questions may wait. Each question is at most a message long."""


@dataclass(eq=False, slots=True)
class _Waiting:
    """A question that waits for its next slice, or is being answered."""

    caller: str
    question: bytes
    done: asyncio.Future[Response]
    slices: int = 0
    """The number of slices that it has had."""


class _Queue:
    """Questions that have had the same number of slices; callers take turns."""

    def __init__(self) -> None:
        self._callers: OrderedDict[str, deque[_Waiting]] = OrderedDict()

    def put(self, waiting: _Waiting) -> None:
        self._callers.setdefault(waiting.caller, deque()).append(waiting)

    def take(self) -> _Waiting | None:
        """Remove and return the next question; None if there is none."""
        if not self._callers:
            return None
        caller, questions = self._callers.popitem(last=False)
        waiting = questions.popleft()
        if questions:
            self._callers[caller] = questions
        return waiting

    def discard(self, waiting: _Waiting) -> None:
        """Remove a question if it is here."""
        questions = self._callers.get(waiting.caller, deque())
        if waiting in questions:
            questions.remove(waiting)
            if not questions:
                del self._callers[waiting.caller]


class QuestionPool:
    """The worker processes, which are started when they are first needed, and the budgets of callers."""

    def __init__(self, budgets: Limiter, clock: Clock, slices: tuple[float, ...] = SLICES) -> None:
        self.slices = slices
        self._budgets = budgets
        self._clock = clock
        self._workers = tuple(WorkerProcess("tilewise.server.question_worker") for _ in range(WORKERS))
        self._idle = list(self._workers)
        self._queues = [_Queue() for _ in slices]
        self._waiting: set[_Waiting] = set()
        self._of_caller: Counter[str] = Counter()
        """The number of questions of each caller that wait or are being answered."""
        self._long_runs = 0
        """The workers that give a question a further slice."""
        self._runs: set[asyncio.Task[None]] = set()

    async def ask(self, caller: str, question: Question, kind: type[T]) -> T:
        """Return the answer as a type, such as msgspec.Raw for its JSON; raises ApiError.

        The errors are those of the question itself, of a caller who asks too much, of a server that has too much to do,
        and `too-hard`.
        """
        self._check_budget(caller)
        if self._of_caller[caller] >= MOST_QUESTIONS:
            sentence = "The server is still working on your last questions; wait for the answers."
            raise TooMuch("too-many-questions", sentence, 1000)
        if caller not in self._of_caller and len(self._of_caller) >= MOST_CALLERS:
            raise _busy()
        began, outcome = time.perf_counter(), "failed"
        waiting = _Waiting(caller, encode_question(question), asyncio.get_running_loop().create_future())
        self._waiting.add(waiting)
        self._of_caller[caller] += 1
        self._queues[0].put(waiting)
        self._start_runs()
        try:
            async with asyncio.timeout(PATIENCE):
                response = await waiting.done
            outcome = "too-hard" if response.status in (USED_UP, CRASHED) else "answered"
        except TimeoutError:
            raise _busy() from None
        finally:
            metrics.questions.labels(outcome).observe(time.perf_counter() - began)
            self._forget(waiting)
        if response.status == ANSWERED:
            return msgspec.json.decode(response.body, type=kind)
        raise self._error_of(response)

    async def close(self) -> None:
        """Kill the worker processes; questions that wait get no answer."""
        for waiting in self._waiting:
            _settle(waiting, _busy())
        self._queues = [_Queue() for _ in self._queues]
        runs = tuple(self._runs)
        for run in runs:
            run.cancel()
        await asyncio.gather(*runs, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self._workers))

    def _check_budget(self, caller: str) -> None:
        """Raise TooMuch if the budget of a caller is used up."""
        # Any budget above zero is enough to ask. The cost is known, and charged, afterwards.
        wait = self._budgets.wait(caller, self._clock.now(), cost=1e-9)
        if wait:
            metrics.question_refusals.inc()
            sentence = "You have used up the processor time for your questions; wait a moment."
            raise TooMuch("question-budget", sentence, wait)

    def _forget(self, waiting: _Waiting) -> None:
        self._waiting.discard(waiting)
        for queue in self._queues:
            queue.discard(waiting)
        self._of_caller[waiting.caller] -= 1
        if not self._of_caller[waiting.caller]:
            del self._of_caller[waiting.caller]

    def _error_of(self, response: Response) -> ApiError:
        if response.status in (USED_UP, CRASHED):
            sentence = f"This takes longer than {self.slices[-1]:g} seconds; try fewer tiles or special jokers."
            return ApiError(400, "too-hard", sentence)
        body = msgspec.json.decode(response.body, type=ErrorBody)
        return ApiError(response.status, body.error, body.message, rule=body.rule, reason=body.reason, facts=body.facts)

    # Runs

    def _start_runs(self) -> None:
        """Let idle workers answer the next questions."""
        while self._idle and (waiting := self._next()) is not None:
            # The worker used last is taken first, so that no more are started than needed.
            run = asyncio.create_task(self._run(self._idle.pop(), waiting))
            self._runs.add(run)
            run.add_done_callback(self._runs.discard)

    def _next(self) -> _Waiting | None:
        """Return the next question, of those that have had fewest slices; None if there is none for an idle worker."""
        for slices, queue in enumerate(self._queues):
            if slices and self._long_runs == len(self._workers) - 1:
                return None
            if (waiting := queue.take()) is not None:
                return waiting
        return None

    async def _run(self, worker: WorkerProcess, waiting: _Waiting) -> None:
        """Give a question a slice of a worker's time."""
        is_long = waiting.slices > 0
        self._long_runs += is_long
        try:
            # The caller may have asked several at once.
            self._check_budget(waiting.caller)
            response = await self._request(worker, waiting)
            if response.status == USED_UP and waiting.slices < len(self.slices) and waiting in self._waiting:
                self._queues[waiting.slices].put(waiting)
            else:
                _settle(waiting, response)
        except ApiError as error:
            _settle(waiting, error)
        finally:
            self._long_runs -= is_long
            self._idle.append(worker)
        self._start_runs()

    async def _request(self, worker: WorkerProcess, waiting: _Waiting) -> Response:
        """Return the response of a worker, and charge its time; raises ApiError if there is no worker."""
        seconds = self.slices[waiting.slices]
        waiting.slices += 1
        request = encode_request(waiting.question, seconds)
        try:
            try:
                line = await worker.request(request, LONGEST_RUN)
            except WorkerCrash:
                # Questions only crash copies of a worker. So somebody has killed it, perhaps long ago.
                line = await worker.request(request, LONGEST_RUN)
            response = msgspec.json.decode(line, type=Response)
        except WorkerStartError:
            raise _busy() from None
        except (WorkerError, msgspec.MsgspecError):
            response = Response(CRASHED, seconds=seconds)
        self._budgets.bucket(waiting.caller).charge(self._clock.now(), response.seconds)
        return response


def _settle(waiting: _Waiting, result: Response | ApiError) -> None:
    """Deliver a result, unless the caller no longer waits for it."""
    if waiting.done.done():
        return
    if isinstance(result, ApiError):
        waiting.done.set_exception(result)
    else:
        waiting.done.set_result(result)


def _busy() -> TooMuch:
    return TooMuch("too-busy", "Too many people ask the server hard questions; try again in a moment.", 3000, 503)
