"""Runs one step of the setup and tells how it goes: python tools/tell.py WHAT LOG COMMAND ...

Says when a step begins, how far it is every few seconds, and how long it took. What the command itself says goes to the
log, and to the screen only when the step fails. Needs nothing but Python, because nothing else is there yet.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

EVERY = 10.0  # seconds
COUNTED = re.compile(r"(\d+) of (\d+)")  # what our own builders say of themselves
WHEEL = re.compile(r"^Collecting ([\w.-]+)", re.MULTILINE)  # and what pip says


def main(what: str, log: Path, command: list[str]) -> int:
    """The status of the command."""
    begun = time.monotonic()
    say(f"{what} ...")
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as kept, subprocess.Popen(command, stdout=kept, stderr=subprocess.STDOUT) as running:
        status = waited(running, what, log, begun)
    if status:
        sys.stderr.write(heard(log))
        say(f"{what}: failed; the lines above say why, and {log} keeps them.")
    else:
        say(f"{what}: {time.monotonic() - begun:.0f} s")
    return status


def waited(running: subprocess.Popen[bytes], what: str, log: Path, begun: float) -> int:
    """The status of a command, told about while it runs."""
    while True:
        try:
            return running.wait(EVERY)
        except subprocess.TimeoutExpired:
            far = how_far(heard(log))
            say(f"{what}: {time.monotonic() - begun:.0f} s so far{', ' if far else ''}{far}")


def how_far(said: str) -> str:
    """The last that a command has said about its progress, as far as we understand it."""
    counts = COUNTED.findall(said)
    if counts:
        done, all_of_it = counts[-1]
        return f"{done} of {all_of_it}"
    wheels = list(dict.fromkeys(WHEEL.findall(said)))
    return f"{len(wheels)} libraries, the last of them {wheels[-1]}" if wheels else ""


def heard(log: Path) -> str:
    return log.read_text(encoding="utf-8", errors="replace")


def say(words: str) -> None:
    print(f"  {words}", flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:]))
    except KeyboardInterrupt:
        sys.exit(130)
