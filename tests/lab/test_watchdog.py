"""A worker whose bot nothing else can stop."""

import subprocess
import sys

import pytest

START = """
import time
from lancemate.lab import watchdog
watchdog.EVERY = 0.0
"""
DEAF = """
while True:
    try:
        time.sleep(60)
    except BaseException:
        pass
"""


@pytest.mark.parametrize(
    ("code", "status"),
    [
        (f"watchdog.arm()\nwatchdog.wind(0.1, 0.1)\n{DEAF}", 1),
        ("watchdog.arm()\nwatchdog.wind(0.1, 0.1)\nwatchdog.rest()\ntime.sleep(0.5)", 0),
        ("watchdog.arm()\nfor _ in range(8):\n    watchdog.wind(0.1, 0.2)\n    time.sleep(0.1)\nwatchdog.rest()", 0),
        ("watchdog.wind(0.1, 0.1)\ntime.sleep(0.5)", 0),  # nobody has armed it here
    ],
)
def test_it_ends_what_does_not_end_itself(code: str, status: int) -> None:
    done = subprocess.run([sys.executable, "-c", START + code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", "")
