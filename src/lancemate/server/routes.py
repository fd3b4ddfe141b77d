"""Games over HTTP: making them, summaries, saves. Knows HTTP; must not know rules or rows."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Sequence
from typing import Annotated, Final, cast

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from lancemate import __version__
from lancemate.compiled import is_in_use
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.muster.printing.paper import Paper
from lancemate.server import models
from lancemate.server.alphastrike.forces import TAKES_A_FILE, printed, read_text
from lancemate.server.alphastrike.preparing import show_table
from lancemate.server.hall import BOTS, CreatedGame, Hall, Source
from lancemate.server.lookup import Search
from lancemate.server.messages import check_plain
from lancemate.server.records import PLAYER, SPECTATOR
from lancemate.server.refusals import NotOk, not_found, troubles
from lancemate.server.security import Rates, neighbourhood
from lancemate.server.sockets import UNKNOWN_ADDRESS, Switchboard
from lancemate.server.sources import quick_of, troops_of
from lancemate.server.storage import Conflict, StorageTrouble
from lancemate.server.tokens import looks_like_token

PATIENCE: Final = 5.0  # seconds for the disk to answer
BELIEVED: Final = 2.0  # seconds that it is believed to be well
PDF: Final = "application/pdf"
A_PDF: Final[dict[str, object]] = {"content": {PDF: {"schema": {"type": "string", "format": "binary"}}}}
_UNSAFE: Final = re.compile(r"[^a-z0-9]+")


class Games:
    """The routes that need the hall."""

    def __init__(self, hall: Hall, switchboard: Switchboard) -> None:
        self.hall = hall
        self.switchboard = switchboard
        limits = hall.settings.limits
        self.quota = hall.quota("games", limits.games_per_day)
        self.tries = Rates(limits.makings_per_minute / 60.0, limits.makings_per_minute)
        self.looks = Rates(limits.makings_per_minute / 60.0, limits.makings_per_minute)
        self.prints = Rates(limits.prints_per_minute / 60.0, limits.prints_per_minute)
        self._well_until = 0.0
        self.router = router = APIRouter(prefix="/api", tags=["games"], responses=troubles(422, 503))
        router.get("/health", response_model=models.Health)(self.health)
        making = troubles(400, 413, 429)
        router.post("/games", status_code=201, response_model=models.Created, responses=making)(self.create)
        router.get("/games/{game}", response_model=models.Summary, responses=troubles(404))(self.summary)
        joining = troubles(404, 409, 429)
        router.post("/games/{game}/join", response_model=models.Created, responses=joining)(self.join)
        router.get("/games/{game}/save", responses=troubles(401, 404, 409))(self.save)
        printing: dict[int | str, dict[str, object]] = {**troubles(400, 429), 200: A_PDF}
        router.post("/forces/print", response_class=Response, responses=printing, tags=["forces"])(self.print)
        router.post("/table", response_model=models.PreparedTold, responses=troubles(429))(self.table)
        router.post(
            "/import",
            status_code=201,
            response_model=models.Created,
            responses=making,
            openapi_extra=TAKES_A_FILE,
        )(self.load)

    async def health(self) -> models.Health:
        """Whether the server is well: it can write games down."""
        now = time.monotonic()
        if now > self._well_until:
            try:
                await asyncio.wait_for(self.hall.store.check(), PATIENCE)
            except TimeoutError:
                raise StorageTrouble(f"nothing was written in {PATIENCE:g} seconds") from None
            self._well_until = now + BELIEVED
        return models.Health(
            status="ok",
            version=__version__,
            engine="compiled" if is_in_use() else "as written",
            games=len(self.hall.live),
            sockets=len(self.switchboard.connections),
        )

    async def create(self, request: Request, given: models.GameGiven) -> models.Created:
        """Make a game and its seats."""
        sources = [given.quick, given.troops, given.script, given.save]
        if sum(source is not None for source in sources) != 1:
            raise InputError("give exactly one of quick, troops, script and save")
        if given.quick is not None:
            source = Source(quick=quick_of(given.quick))
        elif given.troops is not None:
            source = Source(quick=troops_of(given.troops))
        elif given.script is not None:
            source = Source(script=_plain(given.script, "script"))
        else:
            source = Source(save=_plain(cast(models.Document, given.save), "save"))
        return await self._create(request, given.mode, source, given.title, given.level, given.side, given.name)

    async def table(self, request: Request, given: models.QuickGiven) -> models.PreparedTold:
        """The table that a quick start would be played on, and what the sides may do to it before the battle."""
        if not self.looks.allow(address_of(request)):
            raise NotOk(429, "too_fast", "too many tables from this address in so short a time; wait a minute")
        return models.PreparedTold.model_validate(await run_in_threadpool(show_table, quick_of(given)))

    async def load(
        self,
        request: Request,
        mode: models.Mode = "replay",
        level: Annotated[str, Query(max_length=100)] = "recruit",
        side: Search = None,
    ) -> models.Created:
        """A save file or battle script, JSON or YAML, as a game to watch or to play on."""
        source = Source(file=await read_text(request))
        return await self._create(request, mode, source, "", level, side)

    async def _create(
        self,
        request: Request,
        mode: models.Mode,
        source: Source,
        title: str,
        level: str,
        side: str | None,
        name: str = "",
    ) -> models.Created:
        if level not in BOTS:
            raise InputError(f"there is no bot of level {level!r}; {nearest(level, sorted(BOTS))}", key="level")
        if mode == "replay" and source.quick is not None:
            raise InputError("only a save or a script can be watched", key="mode")
        self.check_quota(request)
        address = address_of(request)
        if not self.tries.allow(address):
            raise NotOk(429, "too_fast", "too many games from this address in so short a time; wait a minute")
        made = await self.hall.create(mode, source, title=title, level=level, side=side, name=name)
        self.quota.count(address)  # what could not be opened costs nothing
        return _created(made, mode)

    def check_quota(self, request: Request) -> None:
        """Refuse whoever has opened too many games today."""
        if self.quota.is_used_up(address_of(request)):
            raise NotOk(429, "too_many_games", f"an address may open {self.quota.most} games a day")

    async def join(self, request: Request, game: str, given: models.Invitation) -> models.Created:
        """Exchange an invitation for a seat. It works once."""
        if not self.tries.allow(address_of(request)):
            raise NotOk(429, "too_fast", "too many tries from this address; wait a minute")
        try:
            joined = await self.hall.join(game[:24], given.invitation, given.name)
        except Conflict:
            raise NotOk(409, "used", "this invitation has been used: its seat is taken") from None
        if joined is None:
            raise not_found("there is no such invitation")
        record, chair = joined
        return _created(CreatedGame(record, [chair]), cast(models.Mode, record.mode), record.played_by(chair.side))

    async def print(self, request: Request, given: models.ForceGiven, paper: Paper = Paper.a4) -> Response:
        """The force sheet and the cards of a force, to print."""
        if not self.prints.allow(address_of(request)):
            raise NotOk(429, "too_fast", "too much to print in so short a time; wait a minute")
        pdf = await self.hall.errand(printed, given, paper, self.hall.settings.limits.printed_units)
        headers = {"Content-Disposition": 'attachment; filename="cards.pdf"'}
        return Response(cast(bytes, pdf), media_type=PDF, headers=headers)

    async def summary(self, game: str) -> models.Summary:
        """What anyone who knows the game may see."""
        record = await self.hall.store.game(game[:24])
        heard = await self.hall.store.last_heard(game[:24])
        if record is None or heard is None:
            raise not_found("there is no such game")
        n, last = heard
        where = json.loads(last.standing)
        outcome = json.loads(record.result) if record.result is not None else where["outcome"]
        return models.Summary(
            game=record.id,
            title=record.title,
            mode=cast(models.Mode, record.mode),
            sides=_sides(record.played_by(None)),
            n=n,
            turn=where["turn"],
            phase=where["phase"],
            to_act=where["to_act"] if outcome is None else None,
            over=outcome is not None,
            outcome=outcome,
            created=record.created,
            updated=last.at,
        )

    async def save(self, request: Request, game: str) -> Response:
        """The battle as one file. Needs the token of a seat: `Authorization: Bearer TOKEN`."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        seat = await self.hall.seat(token) if kind.lower() == "bearer" and looks_like_token(token) else None
        if seat is None:
            raise NotOk(401, "no_token", "this needs the token of a seat")
        found = await self.hall.game(seat.game) if seat.game == game else None
        if found is None:
            raise not_found("there is no such game")
        if not found.over and found.record.mode != "replay":
            if seat.kind == SPECTATOR:
                raise NotOk(409, "not_over", "who watches a battle can save it when it is over")
            if found.record.mode == "friend":
                raise NotOk(409, "not_over", "a battle of two people can be saved when it is over")
            if seat.kind == PLAYER and found.game.may_keep_secrets(found.battle, seat.side):
                text = "in this battle each side may keep secrets: it stays on this server, and can be saved at the end"
                raise NotOk(409, "secrets", text)
        data = await self.hall.save(found, seat)
        name = _UNSAFE.sub("-", found.record.title.lower()).strip("-")[:60] or "battle"
        return Response(
            json.dumps(data, indent=1, allow_nan=False) + "\n",
            media_type="application/json",
            headers={"Content-Disposition": f'attachment; filename="{name}.json"', "Cache-Control": "no-store"},
        )


def address_of(request: Request) -> str:
    return neighbourhood(request.client.host) if request.client is not None else UNKNOWN_ADDRESS


def _plain(data: models.Document, where: str) -> dict[str, JSON]:
    check_plain(data, where)
    return data


def _created(made: CreatedGame, mode: models.Mode, by: Sequence[tuple[str, str]] | None = None) -> models.Created:
    game = made.game
    seats = [
        models.SeatTold.model_validate(
            {
                "seat": chair.seat,
                "kind": PLAYER if chair.invites else chair.kind,
                "for": chair.whom,
                "token": None if chair.invites else chair.token,
                "invitation": chair.token if chair.invites else None,
                "link": f"/#/{'join' if chair.invites else 'game'}/{game.id}/{chair.token}",
            }
        )
        for chair in made.chairs
    ]
    return models.Created(game=game.id, mode=mode, title=game.title, sides=_sides(by or game.by), seats=seats)


def _sides(by: Sequence[tuple[str, str]]) -> list[models.SideTold]:
    return [models.SideTold(name=side, by=who) for side, who in by]
