"""Many workers: each number once, whoever dies on the way."""

from __future__ import annotations

import os
import signal
import threading
from functools import partial
from pathlib import Path

import pytest

from lancemate.kernel.errors import InputError, LancemateError
from lancemate.lab.runner import DIED, Gone, cores, jobs_named, run


def doubled(number: int) -> int:
    return 2 * number


def grumbles(number: int) -> int:
    if number == 1:
        raise LancemateError("not this one")
    return number


def dies_once(folder: Path, number: int) -> int:
    """Odd numbers take the first worker that plays them with it."""
    note = folder / str(number)
    if number % 2 and not note.exists():
        note.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def dies(number: int) -> int:
    if number == 1:
        os._exit(3)
    return number


def chats(number: int) -> int:
    print("hello")
    return number


def test_what_workers_print_is_none_of_the_results(capfd: pytest.CaptureFixture[str]) -> None:
    assert list(run(chats, range(1), jobs=1)) == [(0, 0)]
    assert capfd.readouterr() == ("", "hello\n")


def test_every_number_once_with_any_number_of_workers() -> None:
    for jobs in (0, 2):
        assert sorted(run(doubled, range(7), jobs=jobs)) == [(number, 2 * number) for number in range(7)]


def test_nothing_to_do() -> None:
    assert list(run(doubled, [], jobs=2)) == []


def test_what_breaks_down_is_told_in_its_place() -> None:
    assert dict(run(grumbles, range(3), jobs=0)) == {0: 0, 1: Gone("not this one"), 2: 2}


def test_a_worker_that_dies_is_replaced_and_nothing_counts_twice(tmp_path: Path) -> None:
    found = list(run(partial(dies_once, tmp_path), range(4), jobs=2))
    assert sorted(found) == [(number, number) for number in range(4)]
    assert len(list(tmp_path.iterdir())) == 2


def test_a_battle_that_kills_every_worker_is_given_up() -> None:
    assert dict(run(dies, range(3), jobs=1)) == {0: 0, 1: DIED, 2: 2}


def test_workers_may_be_started_beside_the_main_thread() -> None:
    found: list[tuple[int, int | Gone]] = []
    thread = threading.Thread(target=lambda: found.extend(run(doubled, range(2), jobs=1)))
    thread.start()
    thread.join()
    assert sorted(found) == [(0, 0), (1, 2)]  # type: ignore[comparison-overlap]


def test_an_end_before_the_end_leaves_no_worker() -> None:
    from multiprocessing import active_children

    results = run(doubled, range(100), jobs=1)
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert active_children() == []


@pytest.mark.parametrize("text", ["0", "-1", "two", "1.5", ""])
def test_numbers_of_jobs_that_are_none(text: str) -> None:
    with pytest.raises(InputError, match="--jobs"):
        jobs_named(text)


def test_numbers_of_jobs() -> None:
    assert jobs_named("3") == 3
    assert jobs_named("auto") == cores() >= 1


def test_a_place_nobody_knows() -> None:
    with pytest.raises(InputError, match="say local, ray, or the address of a Ray cluster"):
        run(doubled, range(2), on="moon")


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:nowhere", "127.0.0.1:99999"])
def test_a_cluster_that_does_not_answer(address: str) -> None:
    """Nothing listens at port 1; Ray itself would try for minutes."""
    with pytest.raises(LancemateError, match=f"no Ray cluster answers at {address}"):
        list(run(doubled, range(2), on=address))
