"""Everything to look up over HTTP: cards, rules, abilities, options, what a quick start offers. Changes nothing."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import APIRouter, Query

from lancemate import rulebook
from lancemate.alphastrike.cards.special_codes import ABILITIES
from lancemate.alphastrike.cards.special_words import WORDS
from lancemate.alphastrike.options.groups import groups, presets
from lancemate.alphastrike.play.options import options as known_options
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.muster import catalogue
from lancemate.server import models
from lancemate.server.alphastrike.cards import show_card
from lancemate.server.alphastrike.quickstart import show_quickstart
from lancemate.server.battletroops.quickstart import show_troops
from lancemate.server.refusals import not_found, troubles
from lancemate.server.rule_names import page
from lancemate.server.rule_tables import RuleTable, tables_of

Limit = Annotated[int, Query(ge=1, le=500)]
Offset = Annotated[int, Query(ge=0, le=1_000_000)]
OnPage = Annotated[int | None, Query(ge=1, le=1000)]
Search = Annotated[str | None, Query(max_length=100)]

lookup = APIRouter(prefix="/api", tags=["look up"], responses=troubles(422))


@lookup.get("/quickstart")
def quickstart() -> models.QuickstartTold:
    """Ready forces, themes, scenarios and bots."""
    return models.QuickstartTold.model_validate(show_quickstart())


@lookup.get("/troops")
def troops() -> models.TroopsTold:
    """Squads, platoons, scenarios, ground, options and bots of BattleTroops."""
    return models.TroopsTold.model_validate(show_troops())


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


@lookup.get("/catalogue/{unit}", responses=troubles(404))
def one_unit(unit: str) -> dict[str, object]:
    """One card, by id or name."""
    try:
        return cast(dict[str, object], show_card(catalogue.find(unit[:200])))
    except InputError as error:
        raise not_found(error.message) from None


@lookup.get("/chapters")
def all_chapters() -> models.ChaptersTold:
    """The chapters of the rules, in order, with how many rules each has."""
    names = list(rulebook.chapters())
    told = [
        models.ChapterTold(id=name, title=rulebook.chapter(name).title, rules=sum(1 for _ in rulebook.headings(name)))
        for name in names
    ]
    return models.ChaptersTold(chapters=told)


@lookup.get("/rules", responses=troubles(404))
def search_rules(
    text: Search = None,
    chapter: Search = None,
    on_page: OnPage = None,
    limit: Limit = 100,
    offset: Offset = 0,
) -> models.RulesTold:
    """Rules by words, by chapter or by page, in the order of the book."""
    if chapter is not None and chapter not in rulebook.chapters():
        raise not_found(f"there is no chapter {chapter!r}; {nearest(chapter, rulebook.chapters())}")
    found = rulebook.search(text) if text else list(rulebook.headings(chapter))
    if chapter is not None:
        found = [one for one in found if one.chapter == chapter]
    if on_page is not None:
        found = [one for one in found if one.page == on_page]
    shown = [
        models.Heading(id=one.id, title=one.title, page=one.page, kind=one.kind, layer=one.layer)
        for one in found[offset : offset + limit]
    ]
    return models.RulesTold(total=len(found), rules=shown)


@lookup.get("/rules/{rule}", responses=troubles(404))
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
        tables=[
            models.RuleTableTold(title=one.title, head=list(one.head), rows=[list(row) for row in one.rows])
            for one in _tables(found)
        ],
    )


def _tables(found: rulebook.Rule) -> list[RuleTable]:
    """Its own numbers; of a rule that has none, those of the table it belongs to."""
    own = tables_of(found.data)
    if own:
        return own
    known = {one.id for one in rulebook.headings()}
    for table in (rulebook.rule(name) for name in found.interacts if name in known):
        if table.kind == "table" and (found_there := tables_of(table.data)):
            named = f"{table.title} (p. {table.page})" if table.page is not None else table.title
            return [one._replace(title=": ".join(filter(None, (named, one.title)))) for one in found_there]
    return []


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
    """The optional rules a game may use, group by group, and sets of them for an evening."""
    known = known_options()
    told = [
        models.OptionTold(name=name, title=one.title, text=one.text, rule=one.rule, page=page(one.rule), group=group)
        for group, names in groups().items()
        for name in names
        for one in (known[name],)
    ]
    sets = {name: models.PresetTold(options=[*one.options], edition=one.edition) for name, one in presets().items()}
    return models.OptionsTold(options=told, presets=sets)
