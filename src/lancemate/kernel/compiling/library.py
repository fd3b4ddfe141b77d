"""Makes the library of compiled modules: python -m lancemate.kernel.compiling.library

Needs mypy, setuptools and a C compiler, which nobody needs afterwards. The sources are written out anew for mypyc
(staging.py) in a folder that is thrown away, turned into C, compiled file by file on all cores and linked into one
library beside ``compiled.txt``. Knows no game.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from lancemate import compiled
from lancemate.kernel.building import CannotBuild, find_compiler, keep_newest, put
from lancemate.kernel.compiling.staging import open_among, staged, tuples_among
from lancemate.kernel.compiling.telling import told, truth_of
from lancemate.kernel.compiling.typed import typed

OURS: Final = Path(compiled.__file__).parent
FAR: Final = "Compiled "  # so begins a line that says how far it is
AS_WRITTEN: Final = Path("as_written")  # the sources of modules that are written anew

SETTINGS: Final = """\
[mypy]
python_version = {version}
mypy_path = .
follow_imports = silent
ignore_missing_imports = True
namespace_packages = True
explicit_package_bases = True
disable_error_code = no-any-return, misc
"""

# Nobody else calls the functions inside the library: they call each other without asking who else might stand in,
# and leave no notes for those who would follow an exception through them.
OURS_ALONE: Final = [
    "-fvisibility=hidden",
    "-fno-semantic-interposition",
    "-fno-plt",
    "-fno-asynchronous-unwind-tables",
]

# One function that begins a compiled module, given what the library holds for it.
BEGIN: Final = """\
#include <Python.h>

static PyObject *begin(PyObject *self, PyObject *capsule) {{
    void *first = PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule));
    return first == NULL ? NULL : ((PyObject *(*)(void))first)();
}}

static PyMethodDef methods[] = {{{{"begin", begin, METH_O, NULL}}, {{NULL, NULL, 0, NULL}}}};
static struct PyModuleDef module = {{PyModuleDef_HEAD_INIT, "{name}", NULL, -1, methods}};

PyMODINIT_FUNC PyInit_{name}(void) {{ return PyModule_Create(&module); }}
"""


def main() -> None:
    """Build what is not built yet; of the libraries of other sources a few are kept, for whoever goes back to those."""
    find_compiler()
    name, around = compiled.stamped(OURS), surroundings()
    file = compiled.file_of(OURS)
    if file is None or compiled.noted(file)[0] != around:
        with tempfile.TemporaryDirectory() as folder:
            build(name, Path(folder), around)
    keep_newest(OURS, compiled.PREFIX, name)


def surroundings() -> str:
    """A stamp of all types that compiled modules may have from others: they are built anew when one changes."""
    stamp = blake2b(digest_size=8)
    ours = {compiled.path_of(name) for name in compiled.names(OURS)}
    for room in compiled.ROOMS:
        for path in sorted((OURS / room.split(".")[1]).rglob("*.py")):
            if path.relative_to(OURS).as_posix() not in ours:  # those are in the name of the library
                stamp.update(typed(path.read_text(encoding="utf-8")).encode())
    return stamp.hexdigest()


def build(name: str, folder: Path, around: str) -> None:
    """One library in a folder of its own, and from there to its place."""
    sources = write_out(folder)
    words = [sys.executable, "-m", "lancemate.kernel.compiling.library", name, *sources]
    paths = os.pathsep.join([str(OURS.parent), *sys.path[1:]])
    status, said = listened(words, folder, {**os.environ, "PYTHONPATH": paths, "MYPYPATH": str(folder)})
    made = next(folder.glob(f"{name}*{sysconfig.get_config_var('EXT_SUFFIX')}"), None)
    if status or made is None:
        troubles = [line for line in said if "warning" not in line]
        raise CannotBuild("\n".join(troubles[-20:]))
    put(made, OURS, around)


def listened(words: Sequence[str], folder: Path, given: Mapping[str, str]) -> tuple[int, list[str]]:
    """Have a command run, and pass on at once how far it is: its status, and whatever else it says."""
    said = []
    with subprocess.Popen(
        words, cwd=folder, env=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as running:
        for line in running.stdout or ():
            if line.startswith(FAR):
                print(line, end="", flush=True)
            else:
                said.append(line.rstrip())
    return running.returncode, said


def write_out(folder: Path) -> list[str]:
    """All our sources, those to be compiled written anew; where these stand."""
    settings = SETTINGS.format(version=f"{sys.version_info[0]}.{sys.version_info[1]}")
    (folder / "mypy.ini").write_text(settings, encoding="utf-8")
    wanted = {compiled.path_of(name) for name in compiled.names(OURS)}
    texts = {str(path.relative_to(OURS).as_posix()): path.read_text(encoding="utf-8") for path in OURS.rglob("*.py")}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    open_classes = open_among(list(trees.values()), [trees[path] for path in sorted(wanted)])
    stamped = {*compiled.names(OURS), *map(compiled.name_of, (*compiled.CONSTANTS, *compiled.TUPLES))}
    tuples = tuples_among({compiled.name_of(path): tree for path, tree in trees.items()}, stamped)
    for path, text in texts.items():
        place = folder / "lancemate" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        if path in wanted:
            kept = folder / AS_WRITTEN / "lancemate" / path
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(text, encoding="utf-8")
            text = staged(text, open_classes, tuples[compiled.name_of(path)])
        place.write_text(text, encoding="utf-8")
    return [f"lancemate/{path}" for path in sorted(wanted)]


def compile_here(name: str, sources: Sequence[str]) -> None:
    """In a process of its own, in the folder with the sources: mypyc knows only the folder it stands in."""
    from mypyc.build import mypycify
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler

    find_compiler()
    whole: Any = mypycify(
        ["--config-file=mypy.ini", *sources], opt_level="2", debug_level="0", multi_file=True, group_name=name
    )[0]
    _tell_the_truth(whole.sources, sources)
    Path("begin.c").write_text(BEGIN.format(name=name), encoding="utf-8")
    compiler: Any = new_compiler()
    customize_compiler(compiler)
    flags = [*whole.extra_compile_args, *OURS_ALONE]
    include = [*whole.include_dirs, sysconfig.get_path("include")]

    def compiled_one(source: str) -> list[str]:
        made: list[str] = compiler.compile([source], include_dirs=include, extra_postargs=flags)
        return made

    files, objects = ["begin.c", *whole.sources], []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, made in enumerate(pool.map(compiled_one, files), start=1):
            objects += made
            print(f"{FAR}{number} of {len(files)}", flush=True)
    compiler.link_shared_object(objects, f"{name}{sysconfig.get_config_var('EXT_SUFFIX')}", extra_postargs=["-s"])


def _tell_the_truth(made: Sequence[str], sources: Sequence[str]) -> None:
    """What mypyc has written says where everything really stands, and what it is for."""
    modules = {
        path: truth_of((AS_WRITTEN / path).read_text(encoding="utf-8"), Path(path).read_text(encoding="utf-8"))
        for path in sources
    }
    of_file = {f"__native_{path.removesuffix('.py').replace('/', '___')}": path for path in sources}
    for file in map(Path, made):
        path = of_file.get(file.stem)
        if path is not None:
            file.write_text(told(file.read_text(encoding="utf-8"), path, modules), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        compile_here(sys.argv[1], sys.argv[2:])
    else:
        try:
            main()
        except (CannotBuild, OSError) as problem:
            raise SystemExit(f"The engine is not compiled: {problem}") from None
