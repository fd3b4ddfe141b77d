"""Many battles at once, on the cores of this machine or on Ray. What is played is a function of a number.

Results come as they are ready, each number exactly once. A worker that dies is replaced and its battle played again; a
battle that has taken three workers with it, or that breaks down, is given up and says why. Must not know what is
played.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Final, TypeVar

from lancemate.kernel import house
from lancemate.kernel.errors import InputError, LancemateError
from lancemate.lab import watchdog

ATTEMPTS: Final = 3
KNOCKS: Final = 10.0  # seconds to wait for a cluster to answer at all
AHEAD: Final = 2  # battles that wait at Ray for every one that is played

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Gone:
    """What comes back instead of a battle that could not be played."""

    text: str


DIED: Final = Gone(f"it took {ATTEMPTS} workers with it")


def run(
    play: Callable[[int], T], numbers: Iterable[int], *, jobs: int = 1, on: str = "local"
) -> Iterator[tuple[int, T | Gone]]:
    """Play every number; ``on`` is local, ray, or the address of a Ray cluster. No jobs means in this very process."""
    if on == "local":
        return _on_cores(play, numbers, jobs) if jobs else _here(play, numbers)
    if on == "ray" or ":" in on:
        return _on_ray(play, numbers, jobs, None if on == "ray" else on)
    raise InputError(f"{on!r} is no place to play: say local, ray, or the address of a Ray cluster", key="--on")


def cores() -> int:
    """How many battles at a time are worth it."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def jobs_named(text: str) -> int:
    """A number of jobs, or auto for one per core."""
    if text == "auto":
        return cores()
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise InputError(f"{text!r} is no number of jobs; give 1 or more, or auto", key="--jobs")
    return int(text)


def _here(play: Callable[[int], T], numbers: Iterable[int]) -> Iterator[tuple[int, T | Gone]]:
    for number in numbers:
        yield number, _played(play, number)


def _played(play: Callable[[int], T], number: int) -> T | Gone:
    """One battle. What breaks down is told like a result, so that it spoils no other battle, wherever it is played."""
    try:
        return play(number)
    except LancemateError as error:
        return Gone(error.message)
    except Exception as error:
        return Gone(f"{type(error).__name__}: {error}")


def _played_by_worker(play: Callable[[int], T], number: int) -> T | Gone:
    """One battle in a process that may be lost with it."""
    watchdog.arm()
    try:
        house.load()
        return _played(play, number)
    finally:
        watchdog.rest()


# -- cores ----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    line: Connection
    number: int | None = None  # the battle it is playing


def _work(play: Callable[[int], object], line: Connection) -> None:
    """What a worker does: a number in, a result out, until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C belongs to the one who waits for the results
    sys.stdout = sys.stderr  # so does standard output: what a bot prints is none of the results
    gc.freeze()  # rules, cards and libraries stay: looking through them for garbage took a twentieth of the time
    with suppress(EOFError, OSError):
        while True:
            line.send(_played_by_worker(play, line.recv()))


def _start(play: Callable[[int], object]) -> _Worker:
    context = get_context("spawn")
    near, far = context.Pipe()
    process = context.Process(target=_work, args=(play, far), daemon=True)
    with _deaf_to_interrupts():
        process.start()
    far.close()
    return _Worker(process, near)


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """A process started in here ignores Ctrl-C from its first breath, even while it is still loading."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _on_cores(play: Callable[[int], T], numbers: Iterable[int], jobs: int) -> Iterator[tuple[int, T | Gone]]:
    waiting = deque(numbers)
    attempts: dict[int, int] = {}
    workers = [_start(play) for _ in range(min(jobs, len(waiting)))]
    try:
        while waiting or any(worker.number is not None for worker in workers):
            for worker in workers:
                if worker.number is None and waiting:
                    _hand_over(worker, waiting.popleft())
            busy = [worker for worker in workers if worker.number is not None]
            ready = set(wait([worker.line for worker in busy]))
            for worker in busy:
                number = worker.number
                if worker.line not in ready or number is None:
                    continue
                try:
                    result = worker.line.recv()
                except (EOFError, OSError):
                    _bury(worker)
                    workers[workers.index(worker)] = _start(play)
                    attempts[number] = attempts.get(number, 0) + 1
                    if attempts[number] < ATTEMPTS:
                        waiting.appendleft(number)
                    else:
                        yield number, DIED
                    continue
                worker.number = None
                yield number, result
    finally:
        for worker in workers:
            worker.process.terminate()
            worker.line.close()
        for worker in workers:
            worker.process.join()


def _hand_over(worker: _Worker, number: int) -> None:
    worker.number = number
    with suppress(OSError):  # it has died: reading from it will tell
        worker.line.send(number)


def _bury(worker: _Worker) -> None:
    """Let go of a worker that has died."""
    worker.line.close()
    worker.process.join()


# -- Ray ------------------------------------------------------------------------------------------------------


def _on_ray(
    play: Callable[[int], T], numbers: Iterable[int], jobs: int, address: str | None
) -> Iterator[tuple[int, T | Gone]]:
    ray = _ray()
    here = not ray.is_initialized()
    if here:
        _join(ray, max(1, jobs), address)
    task = ray.remote(max_retries=ATTEMPTS - 1)(_played_by_worker)
    waiting = deque(numbers)
    under_way: dict[Any, int] = {}
    try:
        shared = ray.put(play)
        room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", jobs)))
        while waiting or under_way:
            while waiting and len(under_way) < room:
                number = waiting.popleft()
                under_way[task.remote(shared, number)] = number
            done, _ = ray.wait(list(under_way), num_returns=1)
            number = under_way.pop(done[0])
            try:
                result = ray.get(done[0])
            except ray.exceptions.RayError:
                result = DIED
            yield number, result
    finally:
        if here:
            ray.shutdown()


def _join(ray: Any, jobs: int, address: str | None) -> None:
    """A Ray of our own on this machine, or the cluster at an address."""
    quiet = {"log_to_driver": False, "logging_level": "error"}
    if address is not None:
        _knock(address)
    try:
        if address is None:
            ray.init(address="local", num_cpus=jobs, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (OSError, RuntimeError, ValueError) as error:
        raise LancemateError(f"no Ray cluster answers at {address or 'this machine'}: {error}") from error


def _knock(address: str) -> None:
    """Ray takes minutes to find out that nobody is there."""
    host, _, port = address.rpartition("//")[2].rstrip("/").rpartition(":")
    try:
        socket.create_connection((host, int(port)), timeout=KNOCKS).close()
    except (OSError, ValueError, OverflowError) as error:
        raise LancemateError(f"no Ray cluster answers at {address}: {error}") from error


def _ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise LancemateError("playing on Ray needs it installed: pip install 'lancemate[ray]'") from error
    return ray
