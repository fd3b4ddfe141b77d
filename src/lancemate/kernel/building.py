"""Makes the libraries of machine code: python -m lancemate.kernel.building [MODULE ...]

Needs Numba and a C compiler, which nobody needs afterwards: the machine's own, or the one that PyPI's ziglang brings.
The modules named are imported for their workshops; without any, all that the program has.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
import tempfile
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from shlex import quote
from typing import Any

from lancemate.compiled import NOTE
from lancemate.kernel.machine_code import CHOICE, NUMBA, PREFIX, WORKSHOPS, Export, Workshop

MODULES = (
    "lancemate.field.kernels_hexes",
    "lancemate.field.kernels_lattice",
    "lancemate.field.compiled",
    "lancemate.bots.alphastrike.search.kernels",
)


KEPT = 4  # libraries of other sources


class CannotBuild(Exception):
    """Something that building needs is not here."""


def main(modules: Sequence[str]) -> None:
    """Build what is not built yet, and keep a few of the libraries of other sources."""
    os.environ[CHOICE] = NUMBA
    os.environ["LDFLAGS"] = f"{os.environ.get('LDFLAGS', '')} -s"  # half of a library would be names
    find_compiler()
    for module in modules or MODULES:
        import_module(module)
    for number, workshop in enumerate(WORKSHOPS, start=1):
        if workshop.library is None:
            build(workshop)
        print(f"Compiled {number} of {len(WORKSHOPS)}", flush=True)
        keep_newest(workshop.folder, PREFIX, workshop.name)


def find_compiler() -> None:
    """Have the C compiler named in the environment, where the build looks for it."""
    usual = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(usual) is not None:
        return
    found = next((name for name in ("cc", "gcc", "clang") if shutil.which(name) is not None), None)
    if found is None and find_spec("ziglang") is None:
        raise CannotBuild("there is no C compiler: install one, or 'pip install ziglang'")
    python = quote(sys.executable)  # its folder may have spaces in its name
    command = found or f"{python} -m ziglang cc"
    os.environ |= {"CC": command, "LDSHARED": f"{command} -shared"}
    if found is None:  # Numba's own runtime is C++
        plus = f"{python} -m ziglang c++"
        os.environ |= {"CXX": plus, "LDCXXSHARED": f"{plus} -shared"}


def build(workshop: Workshop) -> None:
    """One library: every export, and all that it calls."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pycc is to be replaced some day; there is nothing to replace it with yet
        library: Any = import_module("numba.pycc").CC(workshop.name)
        for name, export in workshop.exports.items():
            library.export(name, export.signature)(_calling(export))
        with tempfile.TemporaryDirectory() as folder:
            library.output_dir = folder
            try:
                library.compile()
            except Exception as error:  # whatever somebody's compiler says
                raise CannotBuild(f"the compiler failed ({error})") from error
            for made in Path(folder).glob(f"{workshop.name}*"):
                put(made, workshop.folder)


def put(made: Path, folder: Path, *known: str) -> None:
    """A library in its folder, where nobody ever finds half of one, with a note of what is known about it."""
    target = folder / made.name
    part = target.with_name(f"{made.name}.{os.getpid()}.part")  # somebody else may be building the same
    shutil.copy2(made, part)
    os.replace(part, target)
    target.with_name(target.name + NOTE).write_text(" ".join((*known, str(target.stat().st_size))), encoding="utf-8")


def keep_newest(folder: Path, prefix: str, current: str) -> None:
    """Throw away libraries of other sources but the last few: whoever changes branches comes back to them."""
    files = [path for path in folder.glob(f"{prefix}*") if not path.name.startswith(current)]
    names = {path.name.partition(".")[0] for path in files}
    age = {name: max(path.stat().st_mtime for path in files if path.name.startswith(name)) for name in names}
    kept = sorted(names, key=lambda name: age[name])[-KEPT:]
    for path in files:
        if path.name.partition(".")[0] not in kept:
            path.unlink(missing_ok=True)


def _calling(export: Export) -> Callable[..., Any]:
    """The kernel as Numba compiles it for kernels, so that dividing by nothing means the same everywhere."""
    function, names = export.function, signature(export.function).parameters
    given = ", ".join(names)
    handed = given if _hands_back_arrays(export) else ", ".join(f"lent({name})" for name in names)
    found: dict[str, Any] = {
        "kernel": getattr(sys.modules[function.__module__], function.__name__),
        "lent": _lending(),
    }
    exec(f"def call({given}): return kernel({handed})", found)  # pycc wants every parameter by its name
    made: Callable[..., Any] = found["call"]
    return made


def _hands_back_arrays(export: Export) -> bool:
    """Whether an answer might be an array that was handed in, or a part of one."""
    types: Any = import_module("numba.core.types")
    _, answer = import_module("numba.core.sigutils").normalize_signature(export.signature)
    return any(isinstance(one, types.Array) for one in (answer if isinstance(answer, types.BaseTuple) else (answer,)))


@cache
def _lending() -> Any:
    """What hands an array on without its owner, whoever calls keeps it: nothing inside is counted then.

    Counting is done in a way that several threads could share, and took half of a sight line's time.
    """
    types: Any = import_module("numba.core.types")
    cgutils: Any = import_module("numba.core.cgutils")

    def without_owner(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        if isinstance(kind, types.BaseTuple):
            parts = zip(kind, cgutils.unpack_tuple(builder, value), strict=True)
            return context.make_tuple(builder, kind, [without_owner(context, builder, *part) for part in parts])
        if not isinstance(kind, types.Array):
            return value
        array = context.make_array(kind)(context, builder, value=value)
        array.meminfo = cgutils.get_null_value(array.meminfo.type)
        array.parent = cgutils.get_null_value(array.parent.type)
        return array._getvalue()

    def lent(typing: Any, given: Any) -> Any:
        return given(given), lambda context, builder, _, values: without_owner(context, builder, given, values[0])

    return import_module("numba.extending").intrinsic(lent)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (CannotBuild, ImportError, OSError) as problem:
        raise SystemExit(f"No machine code could be built: {problem}.") from None
