"""The application: routes, the socket, the page, and what is done with whatever goes wrong."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, RedirectResponse
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from lancemate import __version__
from lancemate.kernel.errors import LancemateError
from lancemate.server.alphastrike import boards, forces
from lancemate.server.alphastrike.grounds import Maps
from lancemate.server.alphastrike.mustering import Mustering
from lancemate.server.companion_routes import CompanionRoutes
from lancemate.server.connections import GOING_DOWN
from lancemate.server.game import GameLost
from lancemate.server.hall import Hall
from lancemate.server.lobby import Lobby
from lancemate.server.lobby_routes import LobbyRoutes
from lancemate.server.lookup import lookup
from lancemate.server.messages import told_fault
from lancemate.server.metrics import shown_at, watch_loop
from lancemate.server.refusals import NotOk
from lancemate.server.routes import Games
from lancemate.server.security import Guard, trouble
from lancemate.server.settings import Settings
from lancemate.server.sockets import Switchboard
from lancemate.server.standing import Standing
from lancemate.server.storage import StorageTrouble, Store
from lancemate.server.together import Together
from lancemate.server.workers import HelperLost, HelperSlow

log = logging.getLogger("lancemate.server")

STATIC: Final = Path(str(files("lancemate.server").joinpath("static")))
NO_PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Lancemate</title></head>
<body><h1>Lancemate</h1>
<p>The server is running, but the page has not been built yet. In a source checkout, run <code>make play</code>,
which builds it. The parts of the server that programs talk to are described in docs/protocol.md and at
<a href="/api/openapi.json">/api/openapi.json</a>.</p></body></html>
"""
COMPANION: Final = "/companion"
CODES: Final = {404: "not_found", 405: "wrong_method", 413: "too_large"}


def create_app(settings: Settings, *, only_here: bool = True) -> ASGIApp:
    """The whole server as one ASGI application. Raises LancemateError when the database cannot be opened."""
    store = Store(settings.database)
    hall = Hall(settings, store)
    switchboard = Switchboard(hall)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        ours = (
            hall.sweep(),
            hall.prepare(),
            hall.clocks.keep(),
            hall.bulletin.listen(),
            hall.leases.keep(),
            watch_loop(),
        )
        chores = [asyncio.create_task(chore) for chore in ours]
        with shown_at(settings.metrics_port, Standing(hall, switchboard.connections)):
            yield
        for chore in chores:
            chore.cancel()
        for connection in switchboard.connections:
            connection.cut(GOING_DOWN, "the server is going down; connect again")
        await hall.close()
        store.close()

    app = FastAPI(
        title="Lancemate",
        version=__version__,
        summary="Battles of Alpha Strike over HTTP and WebSockets",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.hall = hall
    app.include_router(lookup)
    games = Games(hall, switchboard)
    app.include_router(games.router)
    app.include_router(CompanionRoutes(games).router)
    lobby = Lobby(hall)
    Together(hall, switchboard, lobby)
    app.include_router(LobbyRoutes(lobby, games, switchboard).router)
    app.include_router(Mustering(hall).router)
    app.include_router(forces.router)
    app.include_router(boards.router)
    app.include_router(Maps(hall).router)

    @app.websocket("/api/socket")
    async def socket(websocket: WebSocket) -> None:
        await switchboard.serve(websocket)

    _add_troubles(app)
    _add_page(app)
    return Guard(app, settings.limits, only_here=only_here)


def _add_page(app: FastAPI) -> None:
    if (STATIC / "index.html").is_file():

        @app.get(COMPANION, include_in_schema=False)
        def companion() -> Response:
            """The same page under a path of its own, so that it can be installed."""
            return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})

        app.mount("/", _Page(directory=STATIC, html=True), name="page")
        return

    @app.get("/", include_in_schema=False)
    def no_page() -> Response:
        return Response(NO_PAGE, media_type="text/html")


class _Page(StaticFiles):
    """The built page. Its parts have their contents in their names and never change; the page itself may."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Pages stand behind the #: whoever types /muster means /#/muster."""
        try:
            return await super().get_response(path, scope)
        except HTTPException as error:
            typed = "text/html" in Headers(scope=scope).get("accept", "")
            if error.status_code != 404 or not typed or path.startswith("api/"):
                raise
            return RedirectResponse(f"/#/{path}")

    def file_response(self, full_path: object, *args: object, **kwargs: object) -> Response:
        response = super().file_response(full_path, *args, **kwargs)  # type: ignore[arg-type]
        hashed = Path(str(full_path)).parent.name == "assets"
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if hashed else "no-cache"
        return response


def _add_troubles(app: FastAPI) -> None:
    """Every refusal in one form, and nothing that a client sends makes the server stumble."""

    @app.exception_handler(NotOk)
    async def not_ok(_: Request, error: NotOk) -> Response:
        return trouble(error.status, error.code, error.message, error.key)

    @app.exception_handler(LancemateError)
    async def wrong_input(_: Request, error: LancemateError) -> Response:
        return trouble(422, "malformed", getattr(error, "plain", error.message), getattr(error, "key", None))

    @app.exception_handler(RequestValidationError)
    async def wrong_shape(_: Request, error: RequestValidationError) -> Response:
        where, words = told_fault(error.errors()[0])
        return trouble(422, "malformed", words, where or None)

    @app.exception_handler(HTTPException)
    async def plain(_: Request, error: HTTPException) -> Response:
        return trouble(error.status_code, CODES.get(error.status_code, "refused"), str(error.detail))

    @app.exception_handler(HelperLost)
    async def lost(_: Request, error: HelperLost) -> Response:
        if isinstance(error, HelperSlow):
            return trouble(503, "busy", "this took too long, and nothing has changed; ask for less, or try again later")
        return trouble(500, "broken", "the server stumbled over this; nothing has changed")

    @app.exception_handler(GameLost)
    async def unreadable(_: Request, error: GameLost) -> Response:
        return trouble(409, "unreadable", "this game cannot be opened any more")

    @app.exception_handler(StorageTrouble)
    async def storage(_: Request, error: StorageTrouble) -> Response:
        log.error("the database is in trouble: %s", error)
        return trouble(503, "storage", "the games cannot be read or written just now")
