"""The muster page's side of the server: what a force may be built of, imports, suggestions, new forces, tuned Skills.

Knows how these are sent; every rule is asked of the muster. What takes long is an errand for a helper process, and an
address may have so many of them a minute. Never reads a path.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Final, cast

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from lancemate import rulebook
from lancemate.alphastrike.cards.card import Card, card_to_data
from lancemate.alphastrike.cards.command_names import COMMANDS
from lancemate.alphastrike.cards.eras import ERAS, Era, book_eras
from lancemate.alphastrike.cards.pilot_names import DETAILS, INDEX
from lancemate.alphastrike.cards.pilot_words import words_of
from lancemate.alphastrike.cards.unit_types import UNIT_TYPES
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError, LancemateError
from lancemate.muster import catalogue
from lancemate.muster.asking import read_asked
from lancemate.muster.building import KINDS, Wishes, build_force, role_mix
from lancemate.muster.catalogue import known_faction
from lancemate.muster.colours import SCHEMES as COLOURS
from lancemate.muster.drawing_lots import drawn_by_lot
from lancemate.muster.factions import FACTIONS, having, houses_of
from lancemate.muster.force import OVERLAYS
from lancemate.muster.force_files import force_from_data
from lancemate.muster.formations import declared
from lancemate.muster.formations.book import TYPES
from lancemate.muster.imports import web
from lancemate.muster.imports.checking import check as check_card
from lancemate.muster.imports.gathering import Manner
from lancemate.muster.imports.reading import Allowed, Kind, kind_of, read_bytes
from lancemate.muster.imports.report import Report
from lancemate.muster.imports.seeming import seeming
from lancemate.muster.imports.shelf import Shelf, holding, shelf
from lancemate.muster.larger_groups import groups_of
from lancemate.muster.organisation import SCHEMES, formation_word
from lancemate.muster.pilot_abilities import COSTS, PilotAbility
from lancemate.muster.roles import ROLES
from lancemate.muster.suggesting import Proposal, proposals, swaps
from lancemate.muster.tuning import tuned
from lancemate.server import muster_models as models
from lancemate.server.alphastrike.cards import show_card
from lancemate.server.alphastrike.forces import (
    LARGEST_FILE,
    TAKES_A_FILE,
    checked,
    examined,
    is_large,
    put_together,
    read_file,
    read_text,
)
from lancemate.server.hall import Hall
from lancemate.server.messages import check_plain
from lancemate.server.models import Document, ForceChecked, ForceGiven
from lancemate.server.refusals import NotOk, troubles
from lancemate.server.routes import address_of
from lancemate.server.rule_names import page
from lancemate.server.security import Rates
from lancemate.server.settings import Limits
from lancemate.server.tokens import new_seed

PROPOSALS: Final = 12  # of a formation that are told
LONGEST_WORDS: Final = 160
ASKED_AT_ONCE: Final = 2  # questions to the Master Unit List under way
PATIENCE: Final = web.Patience(step=6.0, whole=15.0)
LARGEST_ANSWER: Final = 5_000_000
Named = Annotated[str, Query(min_length=3, max_length=60)]


class Mustering:
    """The routes that need helpers or limits."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        limits = hall.settings.limits
        self.errands = Rates(limits.imports_per_minute / 60.0, limits.imports_per_minute)
        self.looks = Rates(limits.looks_per_minute / 60.0, limits.looks_per_minute)
        self.asking = asyncio.Semaphore(ASKED_AT_ONCE)
        self.router = router = APIRouter(prefix="/api", tags=["forces"], responses=troubles(422))
        working = troubles(400, 413, 429, 503)
        router.get("/muster", response_model=models.BookTold)(self.book)
        router.get("/catalogue-rows", response_model=models.Rows)(self.rows)
        router.post("/cards/show")(self.show)
        router.post("/imports", response_model=models.ImportTold, responses=working)(self.take_in)
        router.post("/files/seem", response_model=models.SeemingTold, responses=working)(self.seem)
        router.get("/unit-list", response_model=models.ImportTold, responses=troubles(403, 429, 502))(self.unit_list)
        router.post("/forces/check", response_model=ForceChecked, responses=working)(self.check)
        router.post("/forces/read", response_model=ForceChecked, responses=working, openapi_extra=TAKES_A_FILE)(
            self.read
        )
        router.post("/forces/build", response_model=ForceChecked, responses=working)(self.build)
        router.post("/forces/tune", response_model=ForceChecked, responses=working)(self.tune)
        router.post("/forces/suggest", response_model=models.SuggestionsTold, responses=working)(self.suggest)

    def _count(self, request: Request, kept: Rates) -> None:
        if not kept.allow(address_of(request)):
            raise NotOk(429, "too_fast", "too much to work out in so short a time; wait a minute")

    async def _errand(self, request: Request, job: object, *data: object) -> object:
        self._count(request, self.errands)
        return await self.hall.errand(job, *data)  # type: ignore[arg-type]

    def book(self) -> models.BookTold:
        """Everything there is to choose from when a force is built: types, abilities, factions, eras."""
        allowed = self.hall.settings.unit_list is not None
        told = {**_book(), "unit_list": allowed, "quick_list": web.quick_list_opening()}
        return models.BookTold(**told)  # type: ignore[arg-type]

    def rows(self) -> Response:
        """Every unit of the catalogue, in the keys of a unit file: small enough to be searched in a page."""
        return Response(_rows(shelf()), media_type="application/json")

    def show(self, given: models.CardGiven) -> dict[str, object]:
        """A card of one's own as the page shows it."""
        return cast(dict[str, object], show_card(_cards([given.card])[0]))

    async def take_in(self, request: Request, given: models.ImportGiven) -> Response:
        """Units or a force of another program: what was taken, mended and refused. Nothing is kept here."""
        content = _content(given)
        told = await self._errand(
            request, imported, given.name, content, given.cards, given.leave_out_unknown, self.hall.settings.limits
        )
        return Response(cast(str, told), media_type="application/json")

    async def seem(self, request: Request, given: models.FileGiven) -> models.SeemingTold:
        """What a file seems to be that was opened in the wrong place, by how it begins."""
        self._count(request, self.looks)
        found = seeming(_content(given))
        return models.SeemingTold(kind=found and found.kind, words=found and found.words)

    async def unit_list(self, request: Request, name: Named) -> Response:
        """Search the Master Unit List, if this server may: one question to one host, its answer read like a file."""
        address = self.hall.settings.unit_list
        if address is None:
            raise NotOk(403, "not_allowed", "this server does not ask the Master Unit List: save its answer as a file")
        if not self.errands.allow(address_of(request)):
            raise NotOk(429, "too_fast", "too many questions in so short a time; wait a minute")
        async with self.asking:
            try:
                found = await run_in_threadpool(_asked, name, address)
            except LancemateError as error:
                raise NotOk(502, "no_answer", error.message) from None
        told = await self.hall.errand(imported_list, found, self.hall.settings.limits)
        return Response(cast(str, told), media_type="application/json")

    async def check(self, request: Request, given: ForceGiven) -> Response:
        """Points and faults of a force. One with many units is a helper's errand."""
        if is_large(given):
            told = await self._errand(request, checked, given)
        else:
            told = await run_in_threadpool(checked, given)
        return Response(cast(str, told), media_type="application/json")

    async def read(self, request: Request) -> Response:
        """A force file, JSON or YAML: what is in it, its points and its faults."""
        text = await read_text(request)
        if len(text) > LARGEST_FILE:
            raise NotOk(413, "too_large", f"a force file may have {LARGEST_FILE} characters")
        return Response(cast(str, await self._errand(request, read_file, text)), media_type="application/json")

    async def build(self, request: Request, given: models.BuildGiven) -> Response:
        """A new force: with a plan, or by chance."""
        seed = given.seed if given.seed is not None else new_seed()
        return Response(cast(str, await self._errand(request, built, given, seed)), media_type="application/json")

    async def tune(self, request: Request, given: models.TuneGiven) -> Response:
        """The same force with Skills that use up the points."""
        return Response(cast(str, await self._errand(request, retuned, given)), media_type="application/json")

    async def suggest(self, request: Request, given: models.SuggestGiven) -> Response:
        """What the units of a force could form, and what to change so that they form more."""
        return Response(cast(str, await self._errand(request, suggested, given)), media_type="application/json")


# -- errands ------------------------------------------------------------------------------------------------------


def imported(name: str, content: bytes, cards: list[Document], leave_out: bool, limits: Limits) -> str:
    """What came of a file, as JSON."""
    allowed = Allowed(limits.file_bytes, limits.import_units, limits.yaml_bytes)
    own = _cards(cards)
    report = read_bytes(
        content,
        source=name or "What was pasted",
        kind=kind_of(name),
        manner=Manner(leave_out, holding(own)),
        others=own,
        allowed=allowed,
    )
    return _told(report)


def imported_list(found: web.Fetched, limits: Limits) -> str:
    allowed = Allowed(LARGEST_ANSWER, limits.import_units, limits.yaml_bytes)
    report = read_bytes(
        found.content,
        source="The Master Unit List",
        kind=Kind.mul,
        manner=Manner(),
        notes=found.notes,
        allowed=allowed,
    )
    return _told(report)


def built(given: models.BuildGiven, seed: int) -> str:
    """A force by the rules of force building, or by chance; what was asked in words counts first."""
    asked = read_asked(given.asked)
    faction, time = asked.faction, asked.time or given.era
    if faction is None and given.faction is not None:
        faction = known_faction(given.faction)
    made_of, points = asked.kind or given.kind, asked.points or given.points or asked.usual
    if points is None:
        raise InputError("say how many points it may cost, or how large it is, such as a company", key="points")
    own = _cards(given.cards)
    if made_of not in KINDS:
        raise InputError(f"a force is made of one of {', '.join(KINDS)}", key="kind")
    if given.by_chance:
        training = given.training or False
        known = catalogue.search(faction=faction, era=time, unsure=given.unsure, training=training)
        mine = having(own, faction, time, unsure=given.unsure)
        pool = [card for card in (*(() if given.only else known), *mine) if card.type == KINDS[made_of]]
        drawn = drawn_by_lot(pool, points, seed, faction=faction, era=time, counts=given.counts)
        return examined(drawn).model_dump_json()
    wishes = Wishes(
        points,
        role_mix(given.roles),
        tuple(kind for text in given.formations if (kind := declared(text)[0]) is not None),
        faction,
        time,
        made_of,
        given.training,
        (given.skills[0], given.skills[1]),
        seed,
        others=own,
        only_others=given.only,
        unsure=given.unsure,
        count=asked.formations,
        counts=given.counts,
    )
    return examined(build_force(wishes)).model_dump_json()


def retuned(given: models.TuneGiven) -> str:
    check_plain(given.force, "force")
    return examined(
        tuned(force_from_data(given.force), given.points, (given.skills[0], given.skills[1]))
    ).model_dump_json()


def suggested(given: models.SuggestGiven) -> str:
    force = put_together(given, "")
    training = None if any(member.card.training for member in force.members) else False
    known = catalogue.search(faction=force.faction, era=force.era, training=training)
    pool = (*known, *having(_cards(given.cards), force.faction, force.era))
    told = models.SuggestionsTold(
        formations=[
            models.SuggestionTold(
                formation=one.name,
                proposals=[_proposal(found) for found in proposals(one, force, pool)[:PROPOSALS]],
            )
            for one in force.formations
        ],
        swaps=[swap.text for swap in swaps(force)],
    )
    return told.model_dump_json()


def _proposal(one: Proposal) -> models.ProposalTold:
    return models.ProposalTold(
        type=one.type.name,
        rule=one.type.rule,
        page=page(one.type.rule),
        points=one.points,
        changes=[
            models.ChangeTold(
                text=change.text,
                points=change.points,
                place=change.place,
                card=_data(change.card) if change.card is not None else None,
                command=change.command,
            )
            for change in one.changes
        ],
        bonuses=list(one.bonuses),
    )


# -- what goes in and out -----------------------------------------------------------------------------------------


def _asked(name: str, address: str) -> web.Fetched:
    return web.fetch(
        web.quick_list_address(name, base=address),
        patience=PATIENCE,
        largest=LARGEST_ANSWER,
        same_host=True,
        advice=web.THE_LIST_IS_GONE,
    )


def _content(given: models.ImportGiven | models.FileGiven) -> bytes:
    if (given.text is None) == (given.base64 is None):
        raise InputError("give either a text or, of a file that is none, its bytes in base64", key="text")
    if given.text is not None:
        return given.text.encode("utf-8", "replace")
    try:
        return base64.b64decode(given.base64 or "", validate=True)
    except (binascii.Error, ValueError):
        raise InputError("this is not base64", key="base64") from None


def _cards(given: Sequence[Document]) -> tuple[Card, ...]:
    """Cards of a player's own: through the same gate as every import."""
    found = []
    for number, data in enumerate(given):
        check_plain(data, f"cards.{number}")
        try:
            found.append(check_card(data).card)
        except InputError as error:
            raise InputError(error.plain, key=f"cards.{number}.{error.key or ''}".rstrip(".")) from None
    return tuple(found)


def _data(card: Card) -> Document:
    return cast(Document, card_to_data(card))


def _told(report: Report) -> str:
    told = models.ImportTold(
        seems=report.seems,
        summary=report.summary,
        notes=list(report.notes),
        taken=[
            models.ImportedCard(where=one.where, remarks=list(one.remarks), card=_data(one.card))
            for one in report.taken
        ],
        enlisted=[
            models.ImportedUnit(name=one.name, where=one.where, formation=one.formation, remarks=list(one.remarks))
            for one in report.enlisted
        ],
        refused=[models.RefusedEntry(name=one.name, where=one.where, reason=one.reason) for one in report.rejected],
        missing=[
            models.MissingUnit(chassis=one.chassis, model=one.model, key=one.key, mul=one.mul) for one in report.missing
        ],
        force=examined(report.force) if report.force is not None else None,
    )
    return told.model_dump_json()


@lru_cache(maxsize=2)
def _rows(here: Shelf) -> bytes:
    """As unit files have them: nobody waits until thousands of cards are made, which a list does not need."""
    return json.dumps({"units": [*catalogue.rows(here)]}, ensure_ascii=False).encode()


def _book() -> dict[str, JSON]:
    told: dict[str, object] = {
        "factions": [
            models.FactionTold(
                name=one.name,
                scheme=one.scheme,
                aliases=list(houses_of(one.name)),
                lists=[one.name, *houses_of(one.name), *one.general],
            )
            for one in FACTIONS
        ],
        "eras": [models.EraTold(name=one.name, begins=one.begins, ends=one.ends) for one in ERAS],
        "wide_eras": [models.EraTold(name=one.name, begins=one.begins, ends=one.ends) for one in _wide_eras()],
        "colours": {name: list(colours) for name, colours in COLOURS.items()},
        "roles": list(ROLES),
        "types": dict(UNIT_TYPES.of(rules)),
        "schemes": {scheme: formation_word(scheme) for scheme in SCHEMES},
        "formations": [
            models.TypeTold(
                name=one.name,
                rule=one.rule,
                page=page(one.rule),
                ideal=one.ideal,
                aerospace=one.aerospace,
                needs=[need.words for need in one.needs()],
            )
            for one in TYPES
        ],
        "overlays": list(OVERLAYS),
        "groups": {scheme: list(groups_of(scheme)) for scheme in SCHEMES},
        "kinds": list(KINDS),
        "pilot_abilities": [
            models.PilotAbilityTold(
                name=name,
                words=words_of(name),
                rule=INDEX.of(rules)[name],
                page=page(INDEX.of(rules)[name]),
                cost=PilotAbility(name).cost,
                levels=most - least + 1,
                details=list(DETAILS.get(name, ())),
            )
            for name, (least, most) in COSTS.of(rules).items()
        ],
        "command_abilities": [
            models.CommandAbilityTold(
                name=name,
                words=_first_words(one.rule),
                rule=one.rule,
                page=page(one.rule),
                word=one.word,
                times=one.times,
            )
            for name, one in COMMANDS.items()
        ],
    }
    return cast(dict[str, JSON], told)


def _wide_eras() -> list[Era]:
    """The eras of the primer whose names are not those of finer ones."""
    finer = {one.name for one in ERAS}
    return [one for one in book_eras() if one.name not in finer]


def _first_words(rule: str) -> str:
    """The first sentence of what a rule says."""
    text = " ".join(rulebook.rule(rule).rule.split())
    sentence = text.partition(". ")[0].rstrip(".") + "."
    return sentence if len(sentence) <= LONGEST_WORDS else sentence[: LONGEST_WORDS - 1].rstrip() + "…"
