"""Finds the compiled modules of the engine, where a library of just these sources has been built.

``compiled.txt`` names the modules: those that a battle asks all the time. ``kernel/compiling`` makes one library of
them when the program is installed. Its name has the sources' stamp in it, so that a library of other sources is no
library at all; without one the modules run as they stand, with the same answers. ``LANCEMATE_ENGINE=python`` leaves
the library alone, for whoever debugs or compares.

Whoever is asked for a module holds Python's lock for all imports and must not import anything: somebody else may hold
what is wanted, and wait for that lock. So all that is needed is imported here, and that is little.
"""

from __future__ import annotations

import os
import sys
from _blake2 import blake2b  # of hashlib, which brings ten times as much
from _thread import RLock
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType
    from typing import Any, TypeAlias

    Folder: TypeAlias = str | os.PathLike[str]

CHOICE = "LANCEMATE_ENGINE"
PYTHON = "python"
PREFIX = "_compiled_"
# Where modules are.
ROOMS = (
    "lancemate.alphastrike.",
    "lancemate.battletroops.",
    "lancemate.bots.",
    "lancemate.field.",
    "lancemate.kernel.",
)
LIST = "compiled.txt"
NOTE = ".txt"  # what is known of a library, beside it: last of all how long it is
HOW = ("kernel/compiling/staging.py", "kernel/native.py")  # how the sources are read, which the library depends on
# Modules that are not compiled, but whose constants the compiler writes into those that are.
CONSTANTS = (
    "alphastrike/cards/command_names.py",
    "alphastrike/cards/pilot_names.py",
    "alphastrike/play/flight.py",
    "alphastrike/play/footprint.py",
    "alphastrike/play/phases.py",
    "alphastrike/play/traits.py",
    "alphastrike/terrain/becoming.py",
    "battletroops/damage/causes.py",
    "battletroops/play/setup.py",
    "battletroops/play/state.py",
    "battletroops/play/traits.py",
    "field/exactness.py",
    "field/hexgrid.py",
)
# And those whose named tuples compiled modules make, by what they are made of.
TUPLES = ("alphastrike/combat/aims.py", "alphastrike/movement/on_the_way.py", "kernel/steps.py")


def names(folder: Folder) -> list[str]:
    """The modules to compile, as they are imported."""
    return _read(os.path.join(folder, LIST)).decode().split()


def stamped(folder: Folder) -> str:
    """What the library of these sources is called."""
    stamp = blake2b(digest_size=8)
    for source in (LIST, *HOW, *CONSTANTS, *TUPLES, *(path_of(name) for name in names(folder))):
        stamp.update(_read(os.path.join(folder, source)).replace(b"\r\n", b"\n"))
    return PREFIX + stamp.hexdigest()


def path_of(module: str) -> str:
    """Where a module stands, from our folder on."""
    return module.partition(".")[2].replace(".", "/") + ".py"


def name_of(path: str) -> str:
    """What a module at such a place is imported as."""
    return "lancemate." + path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def file_of(folder: Folder) -> str | None:
    """The library of just these sources, if it has been built for this Python."""
    return whole(folder, stamped(folder))


def whole(folder: Folder, name: str) -> str | None:
    """A library for this Python that is as long as was noted when it was built: half of one would end the process."""
    places = (os.path.join(folder, name + end) for end in EXTENSION_SUFFIXES)
    file = next((place for place in places if os.path.exists(place)), None)
    try:
        return file if file is not None and noted(file)[-1:] == [str(os.stat(file).st_size)] else None
    except (OSError, UnicodeDecodeError):
        return None


def noted(file: Folder) -> list[str]:
    """What was known of a library when it was built; each has a note of its own, whichever Python it is for."""
    return _read(os.fspath(file) + NOTE).decode().split()


def _read(file: str) -> bytes:
    with open(file, "rb") as opened:
        return opened.read()


class Compiled:
    """The compiled modules, among those who are asked for a module. A library that cannot be loaded has none."""

    def __init__(self) -> None:
        self.modules: dict[str, Any] | None = None  # what begins each of them, once somebody has looked
        self.begin: Any = None
        self.looking = RLock()
        self.unplaced: list[str] = []  # those that may not know yet where their text stands

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith(ROOMS):
            return None
        if name not in self.known():
            return None
        loader: Any = self  # as much of one as is asked for
        return ModuleSpec(name, loader, origin=_place(name))

    def known(self) -> dict[str, Any]:
        """What begins each compiled module."""
        with self.looking:
            if self.modules is None:
                self.modules = self.opened() if os.environ.get(CHOICE) != PYTHON else {}
                self.unplaced = list(self.modules)
            return self.modules

    def opened(self) -> dict[str, Any]:
        folder = os.path.dirname(__file__)
        try:
            file = file_of(folder)
            if file is None:
                return {}
            name = os.path.basename(file).partition(".")[0]
            library = _loaded(file, name + "__mypyc")
            self.begin = _loaded(file, name).begin
        except (OSError, ImportError):
            return {}
        return {name: getattr(library, "init_" + name.replace(".", "___")) for name in names(folder)}

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        assert self.modules is not None
        made: ModuleType = self.begin(self.modules[spec.name])
        return made

    def exec_module(self, module: ModuleType) -> None:
        """It ran when it was made, and begun others without asking; where their text stands is for whoever shows it."""
        waiting = []
        for name in self.unplaced:
            begun = sys.modules.get(name)
            if begun is None:
                waiting.append(name)
            else:
                begun.__file__ = _place(name)
        self.unplaced = waiting


def _place(name: str) -> str:
    """Where the text of a module stands."""
    return os.path.join(os.path.dirname(__file__), path_of(name))


def _loaded(file: str, name: str) -> Any:
    """One of the modules in the library."""
    loader = ExtensionFileLoader(name, file)
    spec = ModuleSpec(name, loader, origin=file)
    spec.has_location = True
    module = loader.create_module(spec)
    loader.exec_module(module)
    sys.modules[name] = module
    return module


def is_in_use() -> bool:
    """Whether the engine of this process is compiled."""
    return bool(FINDER.known())


def how() -> str:
    """The word for it, without loading what is not needed: ``compiled`` or ``as written``."""
    try:
        there = FINDER.modules if FINDER.modules is not None else file_of(os.path.dirname(__file__))
    except OSError:
        there = None
    return "compiled" if there and os.environ.get(CHOICE) != PYTHON else "as written"


FINDER = Compiled()
