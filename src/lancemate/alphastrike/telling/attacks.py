"""Attacks and what they strike, told in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lancemate.alphastrike.cards.special_codes import ABILITIES
from lancemate.alphastrike.hooks import attack_kinds
from lancemate.alphastrike.play import events as e
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.names import called
from lancemate.alphastrike.support.catalogue import words_of
from lancemate.alphastrike.telling.log import Names, tells
from lancemate.alphastrike.telling.wording import (
    ATTACKS,
    dice,
    page_of,
    points,
    sentence,
    the_sum,
    throws,
)
from lancemate.kernel.story import StoryLine


@tells(e.AttackMade)
def _attack(names: Names, event: e.AttackMade) -> Iterator[StoryLine]:
    aim = (
        names.part(event.target, event.section)
        if event.target is not None
        else f"the ground at {names.place(event.point or (0.0, 0.0))}"
    )
    verb = attacks_how(event.kind)
    arc = f"{event.arc} weapons" if event.arc else ""
    weapons = ", ".join(words for words in (arc, _weapon(event.using) if event.using else "") if words)
    using = f" with its {weapons}" if weapons else ""
    fires = f", firing {ammo_words(event.ammo)}" if event.ammo else ""
    spotter = f", spotted by {names[event.spotter]}" if event.spotter else ""
    away = f" from {names.far(event.distance)}, {event.range} range" if event.distance and event.range else ""
    heat = f", overheating by {event.overheat}" if event.overheat else ""
    if event.attacker is not None:
        yield StoryLine(f"{names[event.attacker]} {verb} {aim}{using}{fires}{away}{spotter}{heat}.", "act")
    elif event.target is not None:
        yield StoryLine(f"{words_of(event.using or '')} comes down on {aim}{page_of(event.rule)}.", "act")
    why = f" = {the_sum(event.modifiers)}" if event.modifiers else ""
    yield StoryLine(f"It needs {event.target_number}{why}.", "sum", 1)
    if not event.hit:
        rolled = f"It rolls {throws(event.roll)}: a miss" if event.roll else f"It cannot hit{page_of('AS-COM-036')}"
        yield StoryLine(f"{rolled}.", "miss", 1)
        return
    side = f" in the {event.direction}" if event.direction else ""
    done = f" for {points(event.damage, 'point')}" if event.damage is not None else ""
    rolled = f"It rolls {throws(event.roll)}" if event.roll else "It needs no roll"
    yield StoryLine(f"{rolled}: a hit{side}{done}.", "hit", 1)
    yield from _damage_sum(event.damage, event.damage_parts, event.damage_roll)


def _weapon(code: str) -> str:
    """A special ability that is fired: ``Indirect Fire (IF)``."""
    known = ABILITIES.get(code)
    return f"{known.name.rpartition(': ')[2]} ({code})" if known is not None else code


def attacks_how(kind: str) -> str:
    """What an attacker does, as players say it."""
    known = attack_kinds.get(kind)
    return ATTACKS.get(kind) or f"attacks ({(known.words if known is not None else None) or called(kind)})"


def ammo_words(ammo: str) -> str:
    """A munition as a player calls it, without the launcher that fires it."""
    return called(ammo.rpartition(":")[2])


def _damage_sum(damage: int | None, parts: Sequence[Modifier], roll: Sequence[int]) -> Iterator[StoryLine]:
    if roll:
        yield StoryLine(f"The damage roll is {dice(roll)}.", "sum", 2)
    if len(parts) > 1:
        yield StoryLine(f"Damage {damage} = {the_sum(parts)}.", "sum", 2)


@tells(e.AttackFailed)
def _attack_failed(names: Names, event: e.AttackFailed) -> Iterator[StoryLine]:
    verb = attacks_how(event.kind)
    yield StoryLine(
        f"{names[event.attacker]} {verb} {names[event.target]}, which comes to nothing: "
        f"{sentence(event.reason)}{page_of(event.rule)}",
        "miss",
    )


@tells(e.HitLanded)
def _hit(names: Names, event: e.HitLanded) -> Iterator[StoryLine]:
    side = f" in the {event.direction}" if names.is_unit(event.target) else ""
    who = names.part(event.target, event.section)
    yield StoryLine(f"{who} is struck{side} for {points(event.damage)}{page_of(event.rule)}.", "hit", 1)
    yield from _damage_sum(event.damage, event.damage_parts, event.damage_roll)


@tells(e.Scattered)
def _scattered(names: Names, event: e.Scattered) -> Iterator[StoryLine]:
    where = "off the table" if event.off_table else f"to {names.place(event.lands_at)}"
    thrown = zip(("direction", "distance"), event.roll, strict=False)  # what drifts a fixed distance has no second die
    told = ", ".join(f"{what} {die}" for what, die in thrown)
    yield StoryLine(
        f"The shot at {names.place(event.aimed_at)} scatters {where} ({told}){page_of(event.rule)}.",
        "miss",
        1,
    )


@tells(e.RiderRolled)
def _rider(names: Names, event: e.RiderRolled) -> Iterator[StoryLine]:
    yield StoryLine(
        f"{names[event.rider]} rides on {names[event.carrier]}: a {dice(event.roll)} says that "
        f"{names[event.struck]} is hit{page_of(event.rule)}.",
        "sum",
        1,
    )
