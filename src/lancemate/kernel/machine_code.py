"""Functions on plain numbers that run as machine code. They are written once, in Python.

A workshop holds the kernels of one folder. What others call is *exported* with its signature; `building.py` makes a
library of the exports when the program is installed. Its name has the sources' stamp in it, so that a library of other
sources is no library at all. Without one the kernels run by Numba where that is installed, compiled when they are first
called and kept; otherwise as they stand, slowly. The answers are the same to the last bit, whichever way.

``LANCEMATE_KERNELS`` (``machine``, ``numba`` or ``python``) chooses for whoever wants to compare. Must not know what a
kernel works out.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from importlib.machinery import ExtensionFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

from lancemate.compiled import whole

P = ParamSpec("P")
T = TypeVar("T")

MACHINE: Final = "machine"
NUMBA: Final = "numba"
PYTHON: Final = "python"
CHOICE: Final = "LANCEMATE_KERNELS"
PREFIX: Final = "_machine_"

WORKSHOPS: Final[list[Workshop]] = []


class Export(NamedTuple):
    """A kernel that is called from Python, and the types it is called with, as Numba writes them."""

    function: Callable[..., Any]
    signature: str


class Workshop:
    """The kernels of one folder, and the library made of them."""

    def __init__(self, beside: str, *sources: str) -> None:
        self.folder = Path(beside).parent
        self.sources = sorted(path for pattern in sources for path in self.folder.glob(pattern))
        self.exports: dict[str, Export] = {}
        WORKSHOPS.append(self)

    @cached_property
    def name(self) -> str:
        """What the library of these sources is called."""
        stamp = hashlib.blake2b(digest_size=8)
        for path in self.sources:
            stamp.update(path.read_bytes().replace(b"\r\n", b"\n"))
        return PREFIX + stamp.hexdigest()

    @cached_property
    def library(self) -> ModuleType | None:
        """The library of just these sources, if it has been built for this Python."""
        file = whole(self.folder, self.name)
        if file is None:
            return None
        spec = spec_from_file_location(self.name, file, loader=ExtensionFileLoader(self.name, file))
        assert spec is not None
        assert spec.loader is not None
        try:
            library = module_from_spec(spec)
            spec.loader.exec_module(library)
        except ImportError:
            return None
        return library

    @cached_property
    def how(self) -> str:
        """In which of the three ways the kernels run."""
        chosen = os.environ.get(CHOICE)
        if chosen in (NUMBA, PYTHON):
            return chosen
        if self.library is not None:
            return MACHINE
        return NUMBA if find_spec("numba") is not None else PYTHON

    def kernel(self, function: Callable[P, T]) -> Callable[P, T]:
        """Called by other kernels only."""
        return self._by_numba(function) if self.how == NUMBA else function

    def kernel_of(self, signature: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
        """The same for one signature only, so that Numba does not compile it once more for a literal number."""
        return lambda function: self._by_numba(function, signature) if self.how == NUMBA else function

    def exported(self, signature: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
        """Called from Python."""

        def keep(function: Callable[P, T]) -> Callable[P, T]:
            assert isinstance(function, FunctionType)
            name = f"{function.__module__.rpartition('.')[2]}_{function.__name__}"
            self.exports[name] = Export(function, signature)
            if self.how == MACHINE:
                made: Callable[P, T] = getattr(self.library, name)
                return made
            return self.kernel_of(signature)(function)

        return keep

    def _by_numba(self, function: Callable[P, T], signature: str | None = None) -> Callable[P, T]:
        """Without fast-math: every machine gives the same bits.

        Numba's own cache notices a change only in the file a function is written in, not in the files it calls; the
        stamp covers all of them.
        """
        njit: Any = import_module("numba").njit
        made: Callable[P, T] = njit(*([signature] if signature else []), cache=True, error_model="numpy")(function)
        file = getattr(getattr(made, "_cache", None), "_cache_file", None)
        if file is not None:
            file._source_stamp = self.name
        return made
