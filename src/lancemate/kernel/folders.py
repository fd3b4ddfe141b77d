"""Where a user's own things are kept on this machine: data that matter, and copies that can be fetched again.

The environment variable LANCEMATE_HOME names one folder for everything; without it each system's own custom is
followed. This module knows no game.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from uuid import uuid4

NAME = "lancemate"


def data_folder() -> Path:
    """For what the user would miss: imported units, games."""
    home = os.environ.get("LANCEMATE_HOME")
    if home:
        return Path(home)
    if sys.platform == "win32":
        return _from("LOCALAPPDATA", "AppData", "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / NAME
    return _from("XDG_DATA_HOME", ".local", "share")


def cache_folder() -> Path:
    """For copies of what can be fetched again."""
    if os.environ.get("LANCEMATE_HOME") or sys.platform == "win32":
        return data_folder() / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / NAME
    return _from("XDG_CACHE_HOME", ".cache")


def _from(variable: str, *otherwise: str) -> Path:
    """The folder a variable names, if it is an absolute path, or the usual place below the user's home."""
    given = Path(os.environ.get(variable, ""))
    return (given if given.is_absolute() else Path.home().joinpath(*otherwise)) / NAME


def write_whole(file: Path, content: bytes | Iterable[bytes]) -> None:
    """Write a file, at once or piece by piece, and its folder where needed, so that nobody ever sees half of it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f".new-{uuid4().hex}{file.suffix}")
    try:
        with new.open("xb") as stream:
            stream.writelines([content] if isinstance(content, bytes) else content)
        new.replace(file)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
