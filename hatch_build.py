"""Puts the web page and the machine code into the wheel. An editable install leaves both to make.

LANCEMATE_BUILD says which: `page`, `engine`, both of them with a comma between, or `none`; without it, both. What is
being done is told on the terminal too, past the installer, which shows nothing of it and takes minutes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CHOICE = "LANCEMATE_BUILD"
PAGE, ENGINE, NONE = "page", "engine", "none"  # the first two are extras as well, which name what they are built with
TERMINAL = "CONOUT$" if os.name == "nt" else "/dev/tty"


class BuiltParts(BuildHookInterface):  # type: ignore[type-arg]
    """Builds web/ into src/lancemate/server/static, and the machine code, before the wheel is packed."""

    def dependencies(self) -> list[str]:
        """What the chosen parts are built with; a C compiler from PyPI too, where the machine has none."""
        parts = chosen()
        extras = self.metadata.core.optional_dependencies
        found = [one for part in parts for one in extras[part]]
        compiler = any(shutil.which(name) for name in ("cc", "gcc", "clang"))
        return [*found, "ziglang"] if ENGINE in parts and not compiler else found

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        parts, root = chosen(), Path(self.root)
        if PAGE in parts and not done("The page is being built", [str(root / "web" / "build.py"), "build"]):
            raise SystemExit(f"The web page could not be built; the lines above say why. {CHOICE}=engine goes without.")
        if ENGINE in parts:
            self._compile(root)
        else:
            tell("The engine is not compiled: it runs as it is written, half as fast.")
        # Machine code that stands there already is packed as well; of several engines the one of these sources.
        build_data["artifacts"] += engines(root)
        if build_data["artifacts"] or [*root.glob("src/lancemate/**/_machine_*")]:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def _compile(self, root: Path) -> None:
        # pip shows the tools it has brought along by PYTHONPATH: ours comes before it and takes nothing away.
        paths = os.pathsep.join([str(root / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
        kernels = done("Geometry is being compiled", ["-m", "lancemate.kernel.building"], paths)
        engine = done("The engine is being compiled", ["-m", "lancemate.kernel.compiling.library"], paths)
        if not (kernels and engine):
            tell("What could not be compiled runs as it is written, more slowly.")


def chosen() -> list[str]:
    """The parts to build."""
    said = os.environ.get(CHOICE, "").replace(",", " ").split() or [PAGE, ENGINE]
    unknown = [one for one in said if one not in (PAGE, ENGINE, NONE)]
    if unknown or (NONE in said and len(said) > 1):
        raise SystemExit(f"{CHOICE} may be page, engine, page,engine or none, not {os.environ[CHOICE]!r}.")
    return [one for one in said if one != NONE]


def engines(root: Path) -> list[str]:
    """The files of the compiled engine that belongs to these sources."""
    words = "from lancemate import compiled as c; print(c.stamped(c.os.path.dirname(c.__file__)))"
    given = {**os.environ, "PYTHONPATH": str(root / "src")}
    asked = subprocess.run([sys.executable, "-c", words], env=given, capture_output=True, text=True, check=True)
    return [path.relative_to(root).as_posix() for path in root.glob(f"src/lancemate/{asked.stdout.strip()}*")]


def done(what: str, words: list[str], paths: str | None = None) -> bool:
    """Have Python do one step, and tell of it."""
    tell(f"{what} ...")
    begun = time.monotonic()
    given = {**os.environ, "PYTHONPATH": paths} if paths is not None else dict(os.environ)
    fine = subprocess.run([sys.executable, *words], env=given).returncode == 0
    tell(f"{what}: {f'{time.monotonic() - begun:.0f} s' if fine else 'that failed'}")
    return fine


def tell(words: str) -> None:
    """On standard output, which installers keep to themselves until something fails, and where somebody can see it."""
    print(words, flush=True)
    if not sys.stdout.isatty():
        with suppress(OSError), open(TERMINAL, "w", encoding="utf-8") as terminal:
            terminal.write(f"\r  Lancemate: {words}\n")
