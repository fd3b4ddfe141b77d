"""What may have befallen a unit: every way in which heat and hits add up, each with a name to look it up by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from itertools import product
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.damage.criticals import several_arcs
from lancemate.alphastrike.damage.sections import CRITS, values_left
from lancemate.alphastrike.heat.track import SHUTDOWN_LEVEL, heat_endured
from lancemate.alphastrike.movement.reach import moves_now
from lancemate.alphastrike.play.stats import ARC_WEAPON, CREW, ENGINE, FIRE_CONTROL, MP, THRUSTER, WEAPON, current_tmm
from lancemate.kernel.codec import JSON
from lancemate.server.alphastrike.companion.staging import (
    SHOOTER,
    TARGET,
    Fighter,
    Situation,
    anybody,
    arcs_of,
    staged,
)

BOXES: Final = 4  # as many hits of a kind as a card has room for
MOST_BOXES: Final = 20  # and as a section has, whatever it fires
MOTIVES: Final = ("motive_2", "motive_half", "motive_0")
AIMING: Final = (FIRE_CONTROL, CREW)

Hits = tuple[str, ...]  # in the order suffered


def named(hits: Hits) -> str:
    return "+".join(hits) or "-"


def suffers(fighter: Fighter) -> list[str]:
    """The hits on its card that change how it aims, or silence it."""
    if fighter.section is not None:
        return [hit for hit in CRITS if hit != WEAPON]
    return [name for name in AIMING if name in fighter.card.critical_tracks]


def slows(fighter: Fighter) -> list[str]:
    """The hits that leave less of its Move."""
    card = fighter.card
    if card.sections:  # they are hit, and it goes on
        return []
    if card.is_aerospace:
        return [name for name in (ENGINE, THRUSTER) if name in card.critical_tracks]
    return [*MOTIVES, ENGINE] if card.is_vehicle else [MP] if MP in card.critical_tracks else []


# -- weapons --------------------------------------------------------------------------------------------------


def weapon_hit(fighter: Fighter, arc: str | None) -> str | None:
    """What a hit on these weapons is called; None where they cannot be lost."""
    if fighter.card.sections:
        return WEAPON if fighter.section is not None else None
    if WEAPON not in fighter.card.critical_tracks:
        return None
    if not is_hit_by_arc(fighter):
        return WEAPON
    return None if arc not in fighter.card.arcs else f"{ARC_WEAPON}{arc}"


def is_hit_by_arc(fighter: Fighter) -> bool:
    """One of its arcs loses its weapons, and the others keep theirs."""
    battle = staged(anybody(), fighter, Situation())
    return several_arcs(battle, battle.units[TARGET])


def wears(fighter: Fighter) -> list[str]:
    """All hits that leave less of its weapons."""
    hits = dict.fromkeys(weapon_hit(fighter, arc) for arc in arcs_of(fighter))
    return [hit for hit in (*hits, ENGINE if fighter.card.is_vehicle else None) if hit is not None]


def worn(fighter: Fighter, arc: str | None) -> Iterator[Hits]:
    """Everything that may have befallen some of its weapons; a second hit on an engine is the end."""
    hit = weapon_hit(fighter, arc)
    for count in range(weapon_boxes(fighter) + 1 if hit is not None else 1):
        lost: Hits = (str(hit),) * count
        yield lost
        if fighter.card.is_vehicle:
            yield from _with(ENGINE, lost)


def weapon_boxes(fighter: Fighter) -> int:
    """As many hits as a card has room for; of a section, until nothing is left of any of its weapons."""
    return BOXES if fighter.section is None else _boxes_of_section(fighter.card, fighter.section)


@lru_cache(maxsize=256)
def _boxes_of_section(card: Card, section: str) -> int:
    for hits in range(MOST_BOXES):
        battle = staged(anybody(), Fighter(card, section=section).hit(*(WEAPON,) * hits), Situation())
        unit = battle.units[TARGET]
        if not any(values_left(battle, unit, unit.sections[0])):
            return hits
    return MOST_BOXES


def _with(more: str, hits: Hits) -> Iterator[Hits]:
    """Another hit, sooner or later: each works on what the ones before it have left."""
    yield from dict.fromkeys((*hits[:place], more, *hits[place:]) for place in range(len(hits) + 1))


# -- Move and heat --------------------------------------------------------------------------------------------


class Left(NamedTuple):
    """What is left of a unit's Move and TMM after something has befallen it."""

    name: str
    hits: Hits
    state: Mapping[str, JSON]
    tmm: int
    move: Mapping[str, float]

    def of(self, fighter: Fighter) -> Fighter:
        """The unit that this has befallen."""
        return fighter.hit(*self.hits).with_state(**self.state)

    def armed(self, fighter: Fighter) -> Fighter:
        """The same with all its weapons, which an engine hit takes from a vehicle: what is left of them is worn()."""
        if not fighter.card.is_vehicle or ENGINE not in self.hits:
            return self.of(fighter)
        slowed = tuple(hit for hit in self.hits if hit != ENGINE) if any(self.move.values()) else MOTIVES[-1:]
        return fighter.hit(*slowed).with_state(**self.state)


@lru_cache(maxsize=256)
def what_is_left(card: Card, abilities: tuple[str, ...], form: str | None) -> tuple[Left, ...]:
    found = []
    fighter = Fighter(card, abilities=abilities, form=form)
    for hits, heat in product(_slowing(fighter), range(hottest(fighter) + 1)):
        state: dict[str, JSON] = {}
        if heat:
            state |= {"heat": min(heat, SHUTDOWN_LEVEL), "shutdown": heat == hottest(fighter)}
        battle = staged(anybody(), fighter.hit(*hits).with_state(**state), Situation())
        unit = battle.units[TARGET]
        left = current_tmm(battle, unit), dict(moves_now(battle, unit))
        found.append(Left(f"{named(hits)} {heat}", hits, state, *left))
    return tuple(found)


def conditions(fighter: Fighter) -> tuple[Left, ...]:
    return what_is_left(fighter.card, fighter.abilities, fighter.form)


def _slowing(fighter: Fighter) -> Iterator[Hits]:
    """Everything that may have befallen its Move."""
    if fighter.card.sections:
        yield ()
    elif fighter.card.is_aerospace:
        for count in range(BOXES if slows(fighter) else 1):
            lost = (ENGINE,) * count
            yield lost
            if THRUSTER in slows(fighter):
                yield from _with(THRUSTER, lost)
    elif fighter.card.is_vehicle:
        for motive in ((), *((hit,) for hit in MOTIVES), *product(MOTIVES[:2], repeat=2)):
            yield motive
            yield from _with(ENGINE, motive)
    else:
        yield from ((MP,) * count for count in range(BOXES + 1 if slows(fighter) else 1))


@cache
def shutdown_of(abilities: tuple[str, ...]) -> int:
    """The heat at which a unit shuts down: pilots may stand more than others."""
    battle = staged(replace(anybody(), abilities=abilities), anybody(), Situation())
    return SHUTDOWN_LEVEL + heat_endured(battle, battle.units[SHOOTER])


def hottest(fighter: Fighter) -> int:
    return shutdown_of(fighter.abilities) if fighter.card.tracks_heat else 0
