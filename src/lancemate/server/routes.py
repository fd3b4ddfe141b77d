"""The HTTP part: making games, summaries, saves, and everything to look up. Knows HTTP; must not know rules or rows."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Annotated, Final, cast

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from lancemate import __version__, rulebook
from lancemate.alphastrike.options import OPTIONS
from lancemate.alphastrike.points import point_value, skill_name
from lancemate.alphastrike.special_codes import ABILITIES
from lancemate.alphastrike.special_words import WORDS
from lancemate.kernel.codec import JSON
from lancemate.kernel.documents import parse_document
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.muster import catalogue
from lancemate.muster.force import Force
from lancemate.muster.force_files import force_to_data, sample_force, sample_forces
from lancemate.server import models
from lancemate.server.cards import page, show_card
from lancemate.server.hall import BOTS, CreatedGame, Hall, Source
from lancemate.server.messages import check_plain
from lancemate.server.quickstart import SCENARIOS, Quick, ReadyForce, Recruit, even_pairs, show_quickstart
from lancemate.server.records import SPECTATOR
from lancemate.server.security import Quota
from lancemate.server.sockets import UNKNOWN_ADDRESS, Switchboard
from lancemate.server.tokens import looks_like_token, new_seed

Limit = Annotated[int, Query(ge=1, le=500)]
Offset = Annotated[int, Query(ge=0, le=1_000_000)]
Search = Annotated[str | None, Query(max_length=100)]

_UNSAFE: Final = re.compile(r"[^a-z0-9]+")


class NotOk(Exception):
    """A refusal with its status."""

    def __init__(self, status: int, code: str, message: str, key: str | None = None) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.key = status, code, message, key


def not_found(message: str) -> NotOk:
    return NotOk(404, "not_found", message)


def _troubles(*statuses: int) -> dict[int | str, dict[str, object]]:
    return {status: {"model": models.Trouble} for status in statuses}


# -- looking things up ----------------------------------------------------------------------------------------

lookup = APIRouter(prefix="/api", tags=["look up"], responses=_troubles(422))


@lookup.get("/quickstart")
def quickstart() -> dict[str, object]:
    """Ready forces, themes, scenarios and bots."""
    return cast(dict[str, object], show_quickstart())


@lookup.get("/catalogue")
def search_catalogue(
    text: Search = None,
    type: Search = None,
    size: Annotated[int | None, Query(ge=0, le=10)] = None,
    role: Search = None,
    move: Search = None,
    ability: Search = None,
    pv_min: Annotated[int, Query(ge=0, le=10_000)] = 0,
    pv_max: Annotated[int, Query(ge=0, le=10_000)] = 10_000,
    training: bool | None = None,
    limit: Limit = 100,
    offset: Offset = 0,
) -> models.CatalogueTold:
    """Cards that fit everything asked for."""
    found = catalogue.search(
        type=type,
        size=size,
        role=role,
        pv=(pv_min, pv_max),
        move=move,
        ability=ability,
        text=text,
        training=training,
    )
    units = [show_card(card) for card in found[offset : offset + limit]]
    return models.CatalogueTold(total=len(found), units=units)


@lookup.get("/catalogue/{unit}", responses=_troubles(404))
def one_unit(unit: str) -> dict[str, object]:
    """One card, by id or name."""
    try:
        return cast(dict[str, object], show_card(catalogue.find(unit[:200])))
    except InputError as error:
        raise not_found(error.message) from None


@lookup.get("/forces")
def forces() -> models.ForcesTold:
    """The sample forces."""
    return models.ForcesTold(forces=[_force(force) for force in sample_forces()])


@lookup.get("/forces/{force}", responses=_troubles(404))
def one_force(force: str) -> dict[str, object]:
    """One sample force, by id or name."""
    try:
        return cast(dict[str, object], _force(sample_force(force[:200])))
    except InputError as error:
        raise not_found(error.message) from None


def _force(force: Force) -> dict[str, JSON]:
    """A force as its file has it, with points and cards."""
    data = force_to_data(force) | {"pv": force.pv}
    for formation, shown in zip(force.formations, cast(list[dict[str, JSON]], data["formations"]), strict=True):
        shown["pv"] = formation.pv
        for member, unit in zip(formation.members, cast(list[dict[str, JSON]], shown["units"]), strict=True):
            unit |= {"pv": member.pv, "card": show_card(member.card)}
    return data


@lookup.post("/forces/check")
def check_force(given: models.ForceGiven) -> models.ForceChecked:
    """Points and faults of a force."""
    units = []
    for number, one in enumerate(given.units):
        try:
            card = catalogue.find(one.unit)
        except InputError as error:
            raise InputError(error.plain, key=f"units.{number}.unit") from None
        units.append(
            models.CheckedUnit(
                unit=card.id,
                name=card.name,
                skill=one.skill,
                skill_name=skill_name(one.skill),
                pv=point_value(card.pv, one.skill),
                card=show_card(card),
            )
        )
    return models.ForceChecked(
        name=given.name, pv=sum(unit.pv for unit in units), units=units, faults=[], formations=[]
    )


@lookup.get("/rules", responses=_troubles(404))
def search_rules(
    text: Search = None, chapter: Search = None, limit: Limit = 100, offset: Offset = 0
) -> models.RulesTold:
    """Rules by words or chapter, in the order of the book."""
    if chapter is not None and chapter not in rulebook.chapters():
        raise not_found(f"there is no chapter {chapter!r}; {nearest(chapter, rulebook.chapters())}")
    found = rulebook.search(text) if text else list(rulebook.headings(chapter))
    if chapter is not None:
        found = [one for one in found if one.chapter == chapter]
    shown = [
        models.Heading(id=one.id, title=one.title, page=one.page, kind=one.kind, layer=one.layer)
        for one in found[offset : offset + limit]
    ]
    return models.RulesTold(total=len(found), rules=shown)


@lookup.get("/rules/{rule}", responses=_troubles(404))
def one_rule(rule: str) -> models.RuleTold:
    """What a rule says, in our words, and where the book has it."""
    try:
        found = rulebook.rule(rule[:100])
    except rulebook.UnknownRule as error:
        raise not_found(error.message) from None
    return models.RuleTold(
        id=found.id,
        title=found.title,
        page=found.page,
        kind=found.kind,
        layer=found.layer,
        option=found.option,
        text=found.rule,
        ruling=found.unclear,
        related=list(found.interacts),
    )


@lookup.get("/abilities")
def abilities() -> models.AbilitiesTold:
    """Every special ability a card may carry."""
    told = [
        models.AbilityTold(
            code=one.code,
            name=one.name,
            example=one.example,
            rule=one.rule,
            page=page(one.rule),
            core=one.core,
            text=WORDS.get(one.code, ""),
        )
        for one in ABILITIES.values()
    ]
    return models.AbilitiesTold(abilities=told)


@lookup.get("/options")
def options() -> models.OptionsTold:
    """The optional rules a game may use."""
    told = [
        models.OptionTold(name=name, text=one.text, rule=one.rule, page=page(one.rule)) for name, one in OPTIONS.items()
    ]
    return models.OptionsTold(options=told)


# -- games ----------------------------------------------------------------------------------------------------


class Games:
    """The routes that need the hall."""

    def __init__(self, hall: Hall, switchboard: Switchboard) -> None:
        self.hall = hall
        self.switchboard = switchboard
        self.quota = Quota(hall.settings.limits.games_per_day)
        self.router = router = APIRouter(prefix="/api", tags=["games"], responses=_troubles(422))
        router.get("/health", response_model=models.Health)(self.health)
        making = _troubles(400, 413, 429)
        router.post("/games", status_code=201, response_model=models.Created, responses=making)(self.create)
        router.get("/games/{game}", response_model=models.Summary, responses=_troubles(404))(self.summary)
        router.get("/games/{game}/save", responses=_troubles(401, 404, 409))(self.save)
        router.post(
            "/import",
            status_code=201,
            response_model=models.Created,
            responses=making,
            openapi_extra={"requestBody": {"required": True, "content": _FILE}},
        )(self.load)

    async def health(self) -> models.Health:
        """Whether the server is well."""
        return models.Health(
            status="ok", version=__version__, games=len(self.hall.live), sockets=len(self.switchboard.lines)
        )

    async def create(self, request: Request, given: models.GameGiven) -> models.Created:
        """Make a game and its seats."""
        sources = [given.quick, given.script, given.save]
        if sum(source is not None for source in sources) != 1:
            raise InputError("give exactly one of quick, script and save")
        if given.quick is not None:
            source = Source(quick=_quick(given.quick))
        elif given.script is not None:
            source = Source(script=_plain(given.script, "script"))
        else:
            source = Source(save=_plain(cast(models.Document, given.save), "save"))
        return await self._create(request, given.mode, source, given.title, given.level, given.side)

    async def load(
        self,
        request: Request,
        mode: models.Mode = "replay",
        level: Annotated[str, Query(max_length=100)] = "recruit",
        side: Search = None,
    ) -> models.Created:
        """A save file or battle script, JSON or YAML, as a game to watch or to play on."""
        body = await request.body()
        try:
            text = body.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise NotOk(400, "not_text", "this file is not UTF-8 text") from None
        document = await run_in_threadpool(parse_document, text)
        if not isinstance(document.data, dict):
            raise InputError("this file is neither a saved battle nor a battle script")
        data = _plain(document.data, "")
        source = Source(save=data) if "save" in data else Source(script=data)
        return await self._create(request, mode, source, "", level, side)

    async def _create(
        self, request: Request, mode: models.Mode, source: Source, title: str, level: str, side: str | None
    ) -> models.Created:
        if level not in BOTS:
            raise InputError(f"there is no bot of level {level!r}; {nearest(level, sorted(BOTS))}", key="level")
        if mode == "replay" and source.quick is not None:
            raise InputError("only a save or a script can be watched", key="mode")
        address = request.client.host if request.client is not None else UNKNOWN_ADDRESS
        if not self.quota.allows(address):
            raise NotOk(429, "too_many_games", f"an address may open {self.quota.most} games a day")
        return _created(await self.hall.create(mode, source, title=title, level=level, side=side), mode)

    async def summary(self, game: str) -> models.Summary:
        """What anyone who knows the game may see."""
        record = await self.hall.store.game(game[:24])
        last = await self.hall.store.last_entry(game[:24])
        if record is None or last is None:
            raise not_found("there is no such game")
        where = json.loads(last.standing)
        outcome = json.loads(record.result) if record.result is not None else where["outcome"]
        return models.Summary(
            game=record.id,
            title=record.title,
            mode=cast(models.Mode, record.mode),
            sides=_sides(record.by),
            n=last.n,
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
        if (
            not found.over
            and (found.record.mode == "friend" or seat.kind == SPECTATOR)
            and found.record.mode != "replay"
        ):
            raise NotOk(409, "not_over", "a battle of two people can be saved when it is over")
        data = await self.hall.save(found)
        name = _UNSAFE.sub("-", found.record.title.lower()).strip("-")[:60] or "battle"
        return Response(
            json.dumps(data, indent=1, allow_nan=False) + "\n",
            media_type="application/json",
            headers={"Content-Disposition": f'attachment; filename="{name}.json"', "Cache-Control": "no-store"},
        )


_FILE: Final = {
    "application/json": {"schema": {"type": "object"}},
    "application/yaml": {"schema": {"type": "string"}},
}


def _plain(data: models.Document, where: str) -> dict[str, JSON]:
    check_plain(data, where)
    return data


def _quick(given: models.QuickGiven) -> Quick:
    known = [scenario["id"] for scenario in SCENARIOS]
    if given.scenario not in known:
        raise InputError(
            f"there is no scenario {given.scenario!r}; {nearest(given.scenario, known)}", key="quick.scenario"
        )
    forces: Sequence[str | models.ForceGiven] = given.forces if given.forces is not None else even_pairs()[0]
    first, second = (force if isinstance(force, str) else _written_out(force) for force in forces)
    seed = given.map_seed if given.map_seed is not None else new_seed()
    return Quick(given.theme, (first, second), seed, tuple(given.options), given.deploy)


def _written_out(force: models.ForceGiven) -> ReadyForce:
    recruits = tuple(Recruit(one.unit, one.skill) for one in force.units)
    return ReadyForce("", force.name, "", recruits)


def _created(made: CreatedGame, mode: models.Mode) -> models.Created:
    game = made.game
    seats = [
        models.SeatTold.model_validate(
            {
                "seat": chair.seat,
                "kind": chair.kind,
                "for": chair.whom,
                "token": chair.token,
                "link": f"/#/game/{game.id}/{chair.token}",
            }
        )
        for chair in made.chairs
    ]
    return models.Created(game=game.id, mode=mode, title=game.title, sides=_sides(game.by), seats=seats)


def _sides(by: Sequence[tuple[str, str]]) -> list[models.SideTold]:
    return [models.SideTold(name=side, by=who) for side, who in by]
