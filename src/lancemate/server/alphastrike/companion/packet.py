"""All that a companion needs to know of two forces, in one piece that it keeps: cards, tables, names of rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.pilot_names import BLOOD_STALKER, bare_name
from lancemate.alphastrike.play.setup import Muster
from lancemate.alphastrike.play.stats import ARC_WEAPON, WEAPON
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.muster.force import Force
from lancemate.muster.into_battle import formations_in_play, with_abilities
from lancemate.server import models
from lancemate.server.alphastrike.cards import show_card
from lancemate.server.alphastrike.companion.numbers import (
    HEATING,
    LANDED,
    SHOTS,
    as_attacker,
    as_pair,
    as_spotter,
    as_target,
    modes_of,
    reach_of,
)
from lancemate.server.alphastrike.companion.staging import DECLARED, Fighter, anybody, staged
from lancemate.server.alphastrike.companion.suffering import (
    MOTIVES,
    conditions,
    hottest,
    is_hit_by_arc,
    slows,
    suffers,
    wears,
)
from lancemate.server.alphastrike.companion.wounds import (
    cancels,
    checks,
    cooling,
    criticals,
    falls,
    motives,
    thrown_again,
)
from lancemate.server.alphastrike.forces import put_together
from lancemate.server.alphastrike.quickstart import ready_force
from lancemate.server.telling import dumps, rules_in

FORMAT: Final = 4
MOST: Final = 12  # units of a side
SIDES: Final = ("red", "blue")
CHOSEN_IN_PLAY: Final = (BLOOD_STALKER,)  # whose numbers depend on whom a player names at the table


def force_of(given: str | models.ForceGiven, where: str) -> Force:
    return ready_force(given) if isinstance(given, str) else put_together(given, where)


class Prepared(NamedTuple):
    """Two forces before their tables are worked out."""

    sides: list[JSON]
    fighters: dict[str, Fighter]
    phases: list[JSON]


def prepare(given: tuple[str | models.ForceGiven, ...]) -> Prepared:
    """Read the forces. What cannot be carried is an InputError."""
    fighters: dict[str, Fighter] = {}
    sides: list[JSON] = []
    for number, (side, one) in enumerate(zip(SIDES, given, strict=True)):
        force = force_of(one, f"forces.{number}.")
        units = with_what_formations_give(force, side)
        if not 1 <= len(units) <= MOST:
            text = f"a companion carries 1 to {MOST} units of a side, not {len(units)}"
            raise InputError(text, key=f"forces.{number}")
        for unit in units:
            if unit.card.sections:
                text = f"{unit.card.name} is built of sections: the companion has no tables for those"
                raise InputError(text, key=f"forces.{number}")
            known = tuple(ability for ability in unit.abilities if bare_name(ability) not in CHOSEN_IN_PLAY)
            fighters[unit.id] = Fighter(unit.card, unit.skill, known, hunts=len(known) < len(unit.abilities))
        sides.append({"name": side, "force": force.name, "pv": force.pv, "units": [_shown(unit) for unit in units]})
    hot = {name[0] for name, fighter in fighters.items() if HEATING in fighter.card.all_codes}
    burnt = {name: replace(fighter, heated=bool(hot - {name[0]})) for name, fighter in fighters.items()}
    stands = {f"{name} {LANDED}": replace(fighter, landed=True) for name, fighter in burnt.items() if lands(fighter)}
    return Prepared(sides, burnt | stands, _phases())


def lands(fighter: Fighter) -> bool:
    """A craft that fights from the ground as well: there it is looked up like another unit."""
    return fighter.flies and fighter.card.is_multi_arc


def with_what_formations_give(force: Force, side: str) -> tuple[Muster, ...]:
    """The units of a force with the abilities of their pilots: their own, and those of their formation."""
    given: dict[str, list[str]] = {}
    for formation in formations_in_play(force, side):
        for ability, units in formation.gives:
            for unit in units:
                given.setdefault(unit, []).append(ability)
    return tuple(
        replace(unit, abilities=tuple(dict.fromkeys((*unit.abilities, *given.get(unit.id, ())))))
        for unit in with_abilities(force, side)
    )


def _shown(unit: Muster) -> JSON:
    shown: dict[str, JSON] = {"id": unit.id, "card": show_card(unit.card), "skill": unit.skill, "group": unit.group}
    return {**shown, "abilities": list(unit.abilities)}


def pairs_of(one: str, fighters: dict[str, Fighter]) -> dict[str, JSON]:
    """What one unit needs to hit every enemy."""
    return {f"{one}>{other}": as_pair(fighters[one], fighters[other]) for other in fighters if one[0] != other[0]}


def packet_of(prepared: Prepared, units: dict[str, JSON], pairs: dict[str, JSON]) -> dict[str, JSON]:
    """Everything together, and the names of the rules."""
    packet: dict[str, JSON] = {"format": FORMAT, "phases": prepared.phases, "sides": prepared.sides}
    packet |= {"units": units, "pairs": pairs}
    return {**packet, "rules": rules_in(dumps(packet))}


def _phases() -> list[JSON]:
    battle = staged(anybody(), anybody(), SHOTS[0])
    return [{"name": name, "title": battle.course[name].title} for name in battle.course.turn]


_known: dict[str, dict[str, JSON]] = {}


def tables_of(fighter: Fighter) -> dict[str, JSON]:
    """The tables of one unit; twins share theirs."""
    name = repr((fighter.card, fighter.skill, fighter.abilities, fighter.hunts, fighter.heated, fighter.landed))
    if name not in _known:
        if len(_known) > 200:
            _known.clear()
        _known[name] = _asked(fighter)
    return _known[name]


def _asked(fighter: Fighter) -> dict[str, JSON]:
    return {
        "modes": [*modes_of(fighter), *([LANDED] if lands(fighter) else [])],
        "attacks": as_attacker(fighter),
        "attacked": as_target(fighter),
        "spots": as_spotter(fighter),
        "reach": {kind: reach_of(fighter, kind) for kind in DECLARED},
        "hottest": hottest(fighter),
        "condition": {left.name: {"tmm": left.tmm, "move": {**left.move}} for left in conditions(fighter)},
        "slows": [*slows(fighter)],
        "aims": [*suffers(fighter)],
        "wears": [*wears(fighter)],
        "boxes": boxes_of(fighter),
        "lasting": [*dict.fromkeys((*fighter.card.critical_tracks, *wears(fighter), MOTIVES[-1]))],
        "falls": falls(fighter),
        "checks": checks(fighter),
        "cancels": cancels(fighter),
        "criticals": criticals(fighter),
        "motives": motives(fighter),
        "cooling": cooling(fighter),
        "again": thrown_again(fighter),
    }


def boxes_of(fighter: Fighter) -> dict[str, JSON]:
    """The boxes on its card that are marked by hand: of several arcs each has its own for the weapons."""
    tracks = {name: count for name, count in fighter.card.critical_tracks.items() if name not in MOTIVES}
    if not is_hit_by_arc(fighter):
        return {**tracks}
    arcs = [name for name in wears(fighter) if name.startswith(ARC_WEAPON)]
    return {name: tracks[WEAPON] if name in arcs else tracks[name] for name in (*tracks, *arcs) if name != WEAPON}
