"""Compiles the kernels of this package and keeps the machine code between runs. Knows Numba, nothing else.

Numba's own cache notices a change only in the file a function is written in, not in the files it calls; the stamp
below covers all of them, so that an edited kernel never runs against stale machine code.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

from numba import njit

P = ParamSpec("P")
T = TypeVar("T")


def _stamp() -> tuple[float, int]:
    files = [path.stat() for path in sorted(Path(__file__).parent.glob("*.py"))]
    return max(file.st_mtime for file in files), sum(file.st_size for file in files)


STAMP = _stamp()


def kernel(function: Callable[P, T]) -> Callable[P, T]:
    """Machine code on first call, without fast-math: every machine gives the same bits."""
    return _compiled(function, njit(cache=True, error_model="numpy"))


def kernel_of(signature: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """The same for one signature only, so that a call with a literal number does not compile it once more."""
    return lambda function: _compiled(function, njit(signature, cache=True, error_model="numpy"))


def _compiled(function: Callable[P, T], compiler: Callable[[Callable[P, T]], Callable[P, T]]) -> Callable[P, T]:
    compiled = compiler(function)
    file = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if file is not None:
        file._source_stamp = STAMP
    return compiled
