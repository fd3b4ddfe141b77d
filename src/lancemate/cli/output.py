"""Files that a command is told to write: missing folders are made, nothing is written over unless somebody says so.

Knows no game. Folders of the lab hold battles and have rules of their own (lab/ledger.py).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lancemate.kernel.errors import InputError
from lancemate.kernel.folders import write_whole

Overwrite = Annotated[bool, typer.Option("--overwrite", help="Overwrite an existing file.")]


def check_place(file: Path, key: str, *, overwrite: bool) -> None:
    """Complain early, before there is anything to write."""
    if not file.name or file.is_dir():
        raise InputError(f"{str(file)!r} is a folder: name a file in it", key=key)
    if file.is_file() and not overwrite and not _flows(file):
        raise InputError(f"{file} is there already; --overwrite writes over it", key=key)


def write_file(file: Path, content: str | bytes, key: str, *, overwrite: bool) -> None:
    check_place(file, key, overwrite=overwrite)
    whole = content.encode() if isinstance(content, str) else content
    try:
        if _flows(file):
            file.write_bytes(whole)
        else:
            write_whole(file.resolve(), whole)
    except OSError as error:
        raise InputError(f"{file} cannot be written: {error.strerror}", key=key) from None


def _flows(file: Path) -> bool:
    """It is a pipe or a terminal, as /dev/stdout is, of which nothing can be lost."""
    return file.exists() and (not file.is_file() or file.parent == Path("/dev"))
