"""House rules: what somebody adds to the games without touching this package.

A pack is a folder, one Python file, or an installed package with an entry point of the group ``lancemate.rules``:

    *.py              rules, imported in the order of their names (``test_*.py`` and ``conftest.py`` are left alone)
    *.yaml            chapters of a ledger of one's own: HOUSE.yaml has HOUSE-001, HOUSE-002 ...
    scenarios/*.yaml  scenarios, themes/*.yaml kinds of country, cards/*.yaml unit cards
    proofs.json       what was proven of its rules

Packs are code. They come from the operator's command line (``--house-rules``), the environment of the process, or what
is installed; never from a script, a save or anything else that a player sends. Other rooms look here for what is
theirs. This module knows no game.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any, Final

from lancemate.kernel.errors import InputError, LancemateError
from lancemate.kernel.values import frozen

PLACES: Final = "LANCEMATE_HOUSE_RULES"  # folders and files, for this process and those it starts
GROUP: Final = "lancemate.rules"
OF_PATHS: Final = "lancemate_house"  # packs that are no installed package are imported below this name
NO_RULES: Final = ("test_", "conftest", "__")
OPTION: Final = "--house-rules"


@frozen
class Pack:
    """House rules that belong together."""

    name: str
    package: str  # below which its modules are imported
    folder: Path
    only: str | None = None  # the one module it is, where it is a file

    def files(self, pattern: str) -> list[Path]:
        """Its files of a kind; a pack of one file has only what goes by its name."""
        found = sorted(self.folder.glob(pattern))
        return found if self.only is None else [file for file in found if file.stem == self.only]

    @property
    def modules(self) -> list[str]:
        stems = [file.stem for file in self.files("*.py") if not file.stem.startswith(NO_RULES)]
        return [f"{self.package}.{stem}" for stem in stems]


_packs: tuple[Pack, ...] | None = None
_loaded: set[str] = set()
_lock = RLock()
_forgetting: list[Callable[[], None]] = []


def forget_when_changed(forget: Callable[[], None]) -> None:
    """Call this when other packs are there than before: what was remembered of them holds no longer."""
    _forgetting.append(forget)


def use(*more: str | Path) -> None:
    """Take packs into use, in this process and in those it starts. Before anything is played."""
    for place in more:
        of_path(Path(place))
    os.environ[PLACES] = os.pathsep.join([*places(), *(str(Path(place).resolve()) for place in more)])
    _change(None)


def _change(packs: tuple[Pack, ...] | None) -> None:
    global _packs
    _packs = packs
    for forget in _forgetting:
        forget()


@contextmanager
def for_now(*more: str | Path) -> Iterator[tuple[Pack, ...]]:
    """The same for a moment: to try packs out. Their modules are imported anew."""
    before = os.environ.get(PLACES)
    try:
        use(*more)
        yield packs()
    finally:
        for pack in _packs or ():
            for name in [name for name in sys.modules if name == pack.package or name.startswith(f"{pack.package}.")]:
                if name.startswith(OF_PATHS):
                    del sys.modules[name]
                    _loaded.discard(name)
        os.environ.pop(PLACES, None)
        if before is not None:
            os.environ[PLACES] = before
        _change(None)


def places() -> tuple[str, ...]:
    """Where the packs are that somebody named."""
    return tuple(one for one in os.environ.get(PLACES, "").split(os.pathsep) if one)


def packs() -> tuple[Pack, ...]:
    """Every pack in use: those of the command line first, then those that are installed."""
    global _packs
    if _packs is None:
        found = [*map(of_path, map(Path, places())), *_installed()]
        twice = next((one.name for number, one in enumerate(found) if one.name in [p.name for p in found[:number]]), "")
        if twice:
            raise InputError(f"there are two house rules by the name of {twice}: rename one", key=OPTION)
        _packs = tuple(found)
    return _packs


def of_path(place: Path) -> Pack:
    """The pack in a folder, or in one Python file."""
    where = place.resolve()
    if where.is_dir():
        return Pack(where.name, f"{OF_PATHS}.{_word(where.name)}", where)
    if where.is_file() and where.suffix == ".py":
        return Pack(where.stem, f"{OF_PATHS}.{_word(where.stem)}_file", where.parent, where.stem)
    what = "is no Python file" if where.exists() else "does not exist"
    raise InputError(f"{place} {what}; house rules are a folder or a .py file", key=OPTION)


def _word(name: str) -> str:
    return "".join(letter if letter.isalnum() else "_" for letter in name)


def _installed() -> Iterator[Pack]:
    if not any(map(_mentions_rules, dict.fromkeys(sys.path))):
        return
    from importlib.metadata import entry_points

    for entry in sorted(entry_points(group=GROUP), key=lambda one: one.name):
        spec = find_spec(entry.module)
        if spec is None or not spec.submodule_search_locations:
            raise InputError(f"the installed house rules {entry.name} name {entry.module}, which is no package")
        yield Pack(entry.name, entry.module, Path(next(iter(spec.submodule_search_locations))))


def _mentions_rules(place: str) -> bool:
    """Whether something installed there might bring rules: read as it lies there, for a tenth of what asking costs."""
    try:
        with os.scandir(place or ".") as there:
            names = [one.path for one in there if one.name.endswith((".dist-info", ".egg-info"))]
    except OSError:
        return False
    for name in names:
        try:
            with open(os.path.join(name, "entry_points.txt"), "rb") as file:
                if b"[" + GROUP.encode() + b"]" in file.read():
                    return True
        except OSError:
            continue
    return False


def load() -> bool:
    """Import the modules of every pack, and so register their rules. Whether there was anything left to import."""
    before = len(_loaded)
    with _lock:
        for pack in packs():
            _shelter(pack)
            for name in pack.modules:
                if name not in _loaded:
                    _loaded.add(name)
                    try:
                        import_module(name)
                    except Exception as error:
                        _loaded.discard(name)
                        raise LancemateError(f"the house rules {pack.name} cannot be used: {_told(error)}") from error
    return len(_loaded) > before


def module(pack: str, name: str) -> ModuleType:
    """A module of a pack: for its tests."""
    load()
    return next(sys.modules[f"{one.package}.{name}"] for one in packs() if one.name == pack)


def _shelter(pack: Pack) -> None:
    """A package for modules that belong to none, so that they find one another."""
    if pack.package.startswith(OF_PATHS):
        for name, places in ((OF_PATHS, []), (pack.package, [str(pack.folder)])):
            if name not in sys.modules:
                made = ModuleType(name)
                made.__path__ = places
                sys.modules[name] = made


def _told(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "lancemate" not in Path(frame.filename).parts and "<" not in frame.filename]
    where = f"{Path(own[-1].filename).name}, line {own[-1].lineno}: " if own else ""
    return f"{where}{type(error).__name__}: {error}"


def names_of(functions: Iterable[Any]) -> tuple[str, ...]:
    """The packs that these functions are of."""
    modules = {str(getattr(function, "__module__", "")) for function in functions}
    return tuple(pack.name for pack in packs() if any(name.startswith(f"{pack.package}.") for name in modules))


def check_there(names: Iterable[str]) -> None:
    """Refuse what needs packs that are not in use."""
    missing = sorted(set(names) - {pack.name for pack in packs()})
    if missing:
        which = " and ".join(missing)
        advice = f"start Lancemate with {OPTION} and the folder they are in, or install them"
        raise InputError(f"this battle was played with the house rules {which}, which are not here: {advice}")
