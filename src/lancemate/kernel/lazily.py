"""A value that an object works out when it is first asked for, and keeps; without the lock of functools."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):
    """Like ``functools.cached_property``, for objects of one thread."""

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self.work_out = work_out
        self.name = work_out.__name__
        self.__doc__ = work_out.__doc__

    @overload
    def __get__(self, one: None, kind: type) -> lazy[T]: ...

    @overload
    def __get__(self, one: object, kind: type) -> T: ...

    def __get__(self, one: object | None, kind: type) -> lazy[T] | T:
        if one is None:
            return self
        found = one.__dict__[self.name] = self.work_out(one)
        return found
