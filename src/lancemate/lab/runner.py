"""Many battles at once, on the cores of this machine or on Ray. What is played is a function of a number.

Results come as they are ready, each number exactly once. A worker that dies is replaced and its battle played again; a
battle that has taken three workers with it is given up. Must not know what is played.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Final

from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError, LancemateError

ATTEMPTS: Final = 3
AHEAD: Final = 2  # battles that wait at Ray for every one that is played

Line = dict[str, JSON]
Play = Callable[[int], Line]


def run(play: Play, numbers: Iterable[int], *, jobs: int = 1, on: str = "local") -> Iterator[tuple[int, Line]]:
    """Play every number; ``on`` is local, ray, or the address of a Ray cluster."""
    if on == "local":
        return _here(play, numbers) if jobs == 1 else _on_cores(play, numbers, jobs)
    if on == "ray" or on.startswith("ray:") or ":" in on:
        return _on_ray(play, numbers, jobs, None if on == "ray" else on)
    raise InputError(f"{on!r} is no place to play: say local, ray, or the address of a Ray cluster", key="--on")


def lost(number: int) -> Line:
    """What is written of a battle that could not be played."""
    return {"battle": number, "gone": f"it took {ATTEMPTS} workers with it"}


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


def _here(play: Play, numbers: Iterable[int]) -> Iterator[tuple[int, Line]]:
    for number in numbers:
        yield number, play(number)


# -- cores ----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    line: Connection
    number: int | None = None  # the battle it is playing


def _work(play: Play, line: Connection) -> None:
    """What a worker does: a number in, a result out, until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C belongs to the one who waits for the results
    while True:
        try:
            number = line.recv()
        except EOFError:
            return
        line.send((number, play(number)))


def _start(play: Play) -> _Worker:
    context = get_context("spawn")
    near, far = context.Pipe()
    process = context.Process(target=_work, args=(play, far), daemon=True)
    process.start()
    far.close()
    return _Worker(process, near)


def _on_cores(play: Play, numbers: Iterable[int], jobs: int) -> Iterator[tuple[int, Line]]:
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
                if worker.line not in ready:
                    continue
                try:
                    number, result = worker.line.recv()
                except (EOFError, OSError):
                    number = _bury(worker)
                    attempts[number] = attempts.get(number, 0) + 1
                    workers[workers.index(worker)] = _start(play)
                    if attempts[number] < ATTEMPTS:
                        waiting.appendleft(number)
                    else:
                        yield number, lost(number)
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


def _bury(worker: _Worker) -> int:
    """Let go of a worker that has died; the battle it was playing."""
    assert worker.number is not None
    worker.line.close()
    worker.process.join()
    return worker.number


# -- Ray ------------------------------------------------------------------------------------------------------


def _on_ray(play: Play, numbers: Iterable[int], jobs: int, address: str | None) -> Iterator[tuple[int, Line]]:
    ray = _ray()
    here = not ray.is_initialized()
    if here:
        ray.init(
            address=address,
            num_cpus=jobs if address is None else None,
            include_dashboard=False,
            log_to_driver=False,
            logging_level="error",
        )
    task = ray.remote(max_retries=ATTEMPTS - 1)(_play_one)
    waiting = deque(numbers)
    under_way: dict[Any, int] = {}
    room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", jobs)))
    try:
        while waiting or under_way:
            while waiting and len(under_way) < room:
                number = waiting.popleft()
                under_way[task.remote(play, number)] = number
            done, _ = ray.wait(list(under_way), num_returns=1)
            number = under_way.pop(done[0])
            try:
                result = ray.get(done[0])
            except ray.exceptions.WorkerCrashedError:
                result = lost(number)
            yield number, result
    finally:
        if here:
            ray.shutdown()


def _play_one(play: Play, number: int) -> Line:
    return play(number)


def _ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise LancemateError("playing on Ray needs it installed: pip install 'lancemate[ray]'") from error
    return ray
