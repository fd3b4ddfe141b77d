"""What only some systems have is used where it was looked for first, or is said in a sentence."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import lancemate

OURS = Path(lancemate.__file__).parent
MODULES = {"crypt", "fcntl", "grp", "msvcrt", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty", "winreg"}
NAMES = {
    "os": "fork forkpty geteuid getppid getuid killpg mkfifo nice sched_getaffinity setpgid setsid sysconf uname wait4",
    "signal": "SIGALRM SIGCHLD SIGHUP SIGKILL SIGPROF SIGUSR1 SIGUSR2 alarm pause setitimer",
    "socket": "AF_UNIX SO_REUSEPORT fromfd",
    "asyncio": "add_signal_handler",
    "multiprocessing": "fork",
}
# Where each of them is used, and the words by which the same file finds out whether it is there.
KNOWN = {
    "bots/player.py": 'hasattr(signal, "setitimer")',
    "lab/bench_trees.py": "except ImportError",
    "lab/runner.py": 'hasattr(os, "sched_getaffinity")',
    "lab/watching.py": 'hasattr(signal, "SIGPROF")',
    "rulebook/prove.py": 'hasattr(os, "fork")',
    "server/crew.py": 'hasattr(socket, "SO_REUSEPORT")',
    "server/leaving.py": 'hasattr(os, "nice")',
    "server/load.py": 'Path("/proc/self/statm").exists()',
    "server/trial_database.py": 'hasattr(os, "geteuid")',
}


def of_some_systems(tree: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                found |= {one.name for one in names if one.name in MODULES}
            case ast.ImportFrom(module=str(module), names=names):
                found |= {module} & MODULES
                found |= {one.name for one in names if one.name in NAMES.get(module, "").split()}
            case ast.Attribute(value=ast.Name(module), attr=name) if name in NAMES.get(module, "").split():
                found.add(f"{module}.{name}")
            case ast.Constant(str(text)) if text.startswith("/proc/"):
                found.add("/proc")
    return found


def test_it_is_known_what_only_some_systems_have() -> None:
    assert of_some_systems(ast.parse("import os, fcntl\nos.fork()\nopen(f'/proc/{1}')")) == {
        "fcntl",
        "os.fork",
        "/proc",
    }
    found: dict[str, set[str]] = defaultdict(set)
    for path in OURS.rglob("*.py"):
        names = of_some_systems(ast.parse(path.read_text(encoding="utf-8")))
        if names:
            found[path.relative_to(OURS).as_posix()] |= names
    assert sorted(found) == sorted(KNOWN), dict(found)


def test_nobody_uses_it_without_having_looked() -> None:
    for place, words in KNOWN.items():
        assert words in (OURS / place).read_text(encoding="utf-8"), place


def test_texts_are_read_and_written_as_utf8() -> None:
    """Elsewhere the usual way is another, and a name with an accent is none any more."""
    careless = []
    for path in OURS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            said = [ast.unparse(one) for one in (*node.args, *(word.value for word in node.keywords))]
            if node.func.attr in ("read_text", "write_text") and not {"'utf-8'", "'ascii'", "'latin-1'"} & set(said):
                careless.append(f"{path.relative_to(OURS).as_posix()}:{node.lineno}")
    assert careless == []
