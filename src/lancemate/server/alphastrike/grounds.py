"""Maps that players have drawn, over HTTP: checked, and kept under an id for whoever knows it."""

from __future__ import annotations

import time
from typing import Annotated, Final

import sqlalchemy as sa
from fastapi import APIRouter, Request
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from lancemate.field.terrain import KIND_ROLES
from lancemate.server.alphastrike.drawn_maps import MOST_PIECES, ground_of
from lancemate.server.hall import Hall
from lancemate.server.models import Document, Given, Title, Told
from lancemate.server.refusals import NotOk, not_found, troubles
from lancemate.server.routes import address_of
from lancemate.server.rows import maps
from lancemate.server.tokens import new_game_id

IN_PLAY: Final = ("fire", "fortified", "dug_in", "geyser", "light_smoke", "heavy_smoke")  # comes and goes in battles
Pieces = Annotated[list[Document], Field(max_length=MOST_PIECES)]


class GroundGiven(Given):
    map: Document
    terrain: Pieces = Field(default_factory=list)


class MapGiven(GroundGiven):
    title: Title = "A map"


class GroundTold(Told):
    kind: str
    width: float
    depth: float
    pieces: int


class MapTold(Told):
    id: str
    title: str
    map: Document
    terrain: list[Document]


class KindsTold(Told):
    """Kinds of terrain, each with what it is to sight and movement: a hill, woods, water, solid, flat ..."""

    kinds: dict[str, str]


class Maps:
    """The routes that need the hall."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.quota = hall.quota("maps", hall.settings.limits.maps_per_day)
        self.router = router = APIRouter(prefix="/api/maps", tags=["maps"], responses=troubles(422))
        router.get("/kinds", response_model=KindsTold)(self.kinds)
        router.post("/check", response_model=GroundTold, responses=troubles(400))(self.check)
        router.post("", status_code=201, response_model=MapTold, responses=troubles(400, 429))(self.keep)
        router.get("/{map}", response_model=MapTold, responses=troubles(404))(self.show)

    def kinds(self) -> KindsTold:
        """The kinds of terrain that can be drawn."""
        return KindsTold(kinds={kind: role for kind, role in KIND_ROLES.items() if kind not in IN_PLAY})

    def check(self, given: GroundGiven) -> GroundTold:
        """Whether a map can be played on; a complaint names the piece."""
        space = ground_of(given.model_dump())
        width, depth = space.size
        return GroundTold(kind=space.kind, width=width, depth=depth, pieces=len(space.features))

    async def keep(self, request: Request, given: MapGiven) -> MapTold:
        """Keep a map on the server: whoever knows its id can have it."""
        address = address_of(request)
        if self.quota.is_used_up(address):
            raise NotOk(429, "too_many_maps", f"an address may keep {self.quota.most} maps a day")
        ground: Document = {"map": given.map, "terrain": [*given.terrain]}
        await run_in_threadpool(ground_of, ground)
        kept = MapTold(id=new_game_id(), title=given.title or "A map", map=given.map, terrain=given.terrain)
        row = maps.insert().values(id=kept.id, title=kept.title, data=ground, created=time.time())
        await self.hall.store.write(lambda connection: connection.execute(row))
        self.quota.count(address)
        return kept

    async def show(self, map: str) -> MapTold:
        """A map that somebody has kept."""
        row = await self.hall.store.first(sa.select(maps.c.title, maps.c.data).where(maps.c.id == map[:24]))
        if row is None:
            raise not_found("there is no such map")
        return MapTold(id=map[:24], title=row["title"], map=row["data"]["map"], terrain=row["data"]["terrain"])
