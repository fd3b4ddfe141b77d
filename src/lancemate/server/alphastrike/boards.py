"""Maps that players bring along, over HTTP: what of a board file can be played, before a game is made of it."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool

from lancemate.field.boards import read_board
from lancemate.field.errors import FieldError
from lancemate.kernel.errors import InputError
from lancemate.server import models
from lancemate.server.alphastrike.forces import read_text
from lancemate.server.refusals import troubles

router = APIRouter(prefix="/api/boards", tags=["look up"], responses=troubles(422))

MOST_LINES: Final = 100  # of those left out that are told
A_BOARD: Final = {"requestBody": {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}}


@router.post("/read", responses=troubles(400, 413), openapi_extra=A_BOARD)
async def read(request: Request) -> models.BoardRead:
    """A board file: how large its map is, and what of it has no counterpart here, line by line."""
    return await run_in_threadpool(_read, await read_text(request))


def _read(text: str) -> models.BoardRead:
    try:
        found = read_board(text)
    except FieldError as error:
        raise InputError(error.message) from None
    columns, rows = found.map.columns, found.map.rows
    return models.BoardRead(
        columns=columns, rows=rows, left_out=list(found.left_out[:MOST_LINES]), lines=len(found.left_out)
    )
