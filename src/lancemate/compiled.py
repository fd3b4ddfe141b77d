"""Finds the compiled modules of the engine, where a library of just these sources has been built.

``compiled.txt`` names the modules: those that a battle asks all the time. ``kernel/compiling`` makes one library of
them when the program is installed. Its name has the sources' stamp in it, so that a library of other sources is no
library at all; without one the modules run as they stand, with the same answers. ``LANCEMATE_ENGINE=python`` leaves
the library alone, for whoever debugs or compares. Nothing is imported here before a module is looked for.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from pathlib import Path
    from types import ModuleType
    from typing import Any

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


def names(folder: Path) -> list[str]:
    """The modules to compile, as they are imported."""
    return (folder / LIST).read_text(encoding="utf-8").split()


def stamped(folder: Path) -> str:
    """What the library of these sources is called."""
    from hashlib import blake2b

    stamp = blake2b(digest_size=8)
    for source in (LIST, *HOW, *CONSTANTS, *TUPLES, *(path_of(name) for name in names(folder))):
        stamp.update((folder / source).read_bytes().replace(b"\r\n", b"\n"))
    return PREFIX + stamp.hexdigest()


def path_of(module: str) -> str:
    """Where a module stands, from our folder on."""
    return module.partition(".")[2].replace(".", "/") + ".py"


def name_of(path: str) -> str:
    """What a module at such a place is imported as."""
    return "lancemate." + path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def file_of(folder: Path) -> Path | None:
    """The library of just these sources, if it has been built for this Python."""
    return whole(folder, stamped(folder))


def whole(folder: Path, name: str) -> Path | None:
    """A library for this Python that is as long as was noted when it was built: half of one would end the process."""
    from importlib.machinery import EXTENSION_SUFFIXES

    file = next((path for end in EXTENSION_SUFFIXES if (path := folder / (name + end)).exists()), None)
    try:
        return file if file is not None and noted(file)[-1:] == [str(file.stat().st_size)] else None
    except (OSError, UnicodeDecodeError):
        return None


def noted(file: Path) -> list[str]:
    """What was known of a library when it was built; each has a note of its own, whichever Python it is for."""
    return file.with_name(file.name + NOTE).read_text(encoding="utf-8").split()


class Compiled:
    """The compiled modules, among those who are asked for a module. A library that cannot be loaded has none."""

    def __init__(self) -> None:
        self.modules: dict[str, Any] | None = None  # what begins each of them, once somebody has looked
        self.begin: Any = None
        self.unplaced: list[str] = []  # those that may not know yet where their text stands

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith(ROOMS):
            return None
        if name not in self.known():
            return None
        from importlib.machinery import ModuleSpec

        loader: Any = self  # as much of one as is asked for
        return ModuleSpec(name, loader, origin=_place(name))

    def known(self) -> dict[str, Any]:
        """What begins each compiled module."""
        if self.modules is None:
            self.modules = {}  # what is imported on the way is not compiled
            if os.environ.get(CHOICE) != PYTHON:
                self.modules = self.opened()
                self.unplaced = list(self.modules)
        return self.modules

    def opened(self) -> dict[str, Any]:
        from pathlib import Path

        folder = Path(__file__).parent
        try:
            file = file_of(folder)
            if file is None:
                return {}
            library = _loaded(file, file.name.partition(".")[0] + "__mypyc")
            self.begin = _loaded(file, file.name.partition(".")[0]).begin
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
            if name in sys.modules:
                sys.modules[name].__file__ = _place(name)
            else:
                waiting.append(name)
        self.unplaced = waiting


def _place(name: str) -> str:
    """Where the text of a module stands."""
    return os.path.join(os.path.dirname(__file__), path_of(name))


def _loaded(file: Path, name: str) -> Any:
    """One of the modules in the library."""
    from importlib.machinery import ExtensionFileLoader
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location(name, file, loader=ExtensionFileLoader(name, str(file)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules[name] = module
    return module


def is_in_use() -> bool:
    """Whether the engine of this process is compiled."""
    return bool(FINDER.known())


FINDER = Compiled()
