"""Fast shallow copies of slotted dataclasses: search bots clone battles thousands of times a second."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


def copier(kind: type[T]) -> Callable[[T], T]:
    """A function that copies every field of ``kind``: straight code, several times faster than a loop."""
    lines = [f"    twin.{field.name} = unit.{field.name}" for field in dataclasses.fields(kind)]  # type: ignore[arg-type]
    source = "\n".join(["def copy(unit):", "    twin = new(kind)", *lines, "    return twin"])
    namespace: dict[str, Any] = {"new": object.__new__, "kind": kind}
    exec(source, namespace)
    copy: Callable[[T], T] = namespace["copy"]
    return copy
