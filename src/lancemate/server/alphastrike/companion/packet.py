"""All that a companion needs to know of two forces, in one piece that it keeps: cards, tables, names of rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final, NamedTuple

from lancemate.alphastrike.air.flying import may_hover
from lancemate.alphastrike.cards.pilot_names import BLOOD_STALKER, bare_name
from lancemate.alphastrike.damage.sections import CRITS, LOCKED
from lancemate.alphastrike.movement.structures import TURN
from lancemate.alphastrike.play.footprint import SLASH
from lancemate.alphastrike.play.setup import Muster
from lancemate.alphastrike.play.stats import ARC_WEAPON, WEAPON
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.muster.force import Force
from lancemate.muster.into_battle import formations_in_play, with_abilities
from lancemate.server import models
from lancemate.server.alphastrike.cards import show_card
from lancemate.server.alphastrike.companion.artillery import PLACE, as_blasts, as_gunner, at_places
from lancemate.server.alphastrike.companion.guns import guns_of
from lancemate.server.alphastrike.companion.numbers import (
    HEATING,
    SHOTS,
    as_attacker,
    as_pair,
    as_spotter,
    as_target,
    modes_of,
    reach_of,
    ways_of,
)
from lancemate.server.alphastrike.companion.staging import (
    DECLARED,
    HOVERS,
    LANDED,
    SHOOTER,
    Fighter,
    anybody,
    in_sections,
    staged,
)
from lancemate.server.alphastrike.companion.suffering import (
    MOTIVES,
    conditions,
    hottest,
    is_hit_by_arc,
    slows,
    suffers,
    weapon_boxes,
    wears,
)
from lancemate.server.alphastrike.companion.wounds import (
    breaks,
    cancels,
    checks,
    cooling,
    criticals,
    falls,
    motives,
    passing,
    thrown_again,
)
from lancemate.server.alphastrike.forces import put_together
from lancemate.server.alphastrike.quickstart import ready_force
from lancemate.server.telling import dumps, rules_in

FORMAT: Final = 6
MOST: Final = 12  # units of a side
MOST_SECTIONS: Final = 12  # of all mobile structures of a side
MOST_SHIPS: Final = 4  # of a side: each is looked up flying, landed and hovering, with all its arcs
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
        built = sum(len(unit.card.sections) for unit in units)
        if built > MOST_SECTIONS:
            text = f"a companion carries {MOST_SECTIONS} sections of mobile structures of a side at most, not {built}"
            raise InputError(text, key=f"forces.{number}")
        ships = sum(unit.card.is_aerospace and unit.card.is_multi_arc for unit in units)
        if ships > MOST_SHIPS:
            text = f"a companion carries {MOST_SHIPS} DropShips and small craft of a side at most, not {ships}"
            raise InputError(text, key=f"forces.{number}")
        for unit in units:
            known = tuple(ability for ability in unit.abilities if bare_name(ability) not in CHOSEN_IN_PLAY)
            whole = Fighter(unit.card, unit.skill, known, hunts=len(known) < len(unit.abilities))
            fighters |= {unit.id: whole} | sections_of(unit.id, whole)
        sides.append({"name": side, "force": force.name, "pv": force.pv, "units": _shown(units)})
    hot = {name[0] for name, fighter in fighters.items() if HEATING in fighter.card.all_codes}
    burnt = {name: replace(fighter, heated=bool(hot - {name[0]})) for name, fighter in fighters.items()}
    forms = {
        f"{name} {form}": replace(fighter, form=form) for name, fighter in burnt.items() for form in forms_of(fighter)
    }
    return Prepared(sides, burnt | forms, _phases())


def sections_of(name: str, whole: Fighter) -> dict[str, Fighter]:
    """Each section of a mobile structure is looked up like a unit of its own."""
    return {f"{name}{SLASH}{part.name}": replace(whole, section=part.name) for part in whole.card.sections}


def forms_of(fighter: Fighter) -> list[str]:
    """A craft that fights from the ground as well, or hovers: there it is looked up like another unit."""
    if not fighter.flies or fighter.form is not None:
        return []
    battle = staged(fighter, anybody(), SHOTS[0])
    hovers = may_hover(battle, battle.units[SHOOTER])
    return [*([LANDED] if fighter.card.is_multi_arc else []), *([HOVERS] if hovers else [])]


def with_what_formations_give(force: Force, side: str) -> tuple[Muster, ...]:
    """The units of a force with the abilities of their pilots: their own, and those of their formation."""
    given: dict[str, list[str]] = {}
    for formation in formations_in_play(force, side):
        for ability, units in formation.gives:
            for unit in units:
                given.setdefault(unit, []).append(ability)
    return tuple(
        replace(
            unit,
            card=in_sections(unit.card),
            abilities=tuple(dict.fromkeys((*unit.abilities, *given.get(unit.id, ())))),
        )
        for unit in with_abilities(force, side)
    )


def _shown(units: tuple[Muster, ...]) -> list[JSON]:
    """The units of a side; those with the same card are numbered, so that a player knows which is meant."""
    names, frames = Counter(unit.card.name for unit in units), Counter(unit.card.chassis for unit in units)
    met: Counter[str] = Counter()
    shown: list[JSON] = []
    for unit in units:
        name, chassis = unit.card.name, unit.card.chassis
        met[name] += 1
        called = {"name": f"{name} #{met[name]}" if names[name] > 1 else name, "chassis": chassis}
        if frames[chassis] > 1:
            called["chassis"] = ""  # by its whole name then
        about: dict[str, JSON] = {"id": unit.id, "card": {**show_card(unit.card), **called}, "skill": unit.skill}
        shown.append({**about, "group": unit.group, "abilities": list(unit.abilities)})
    return shown


def pairs_of(one: str, fighters: dict[str, Fighter]) -> dict[str, JSON]:
    """What one unit needs to hit every enemy; of a mobile structure, every section. What has no weapons has no row."""
    if not ways_of(fighters[one]):
        return {}
    targets = (name for name, other in fighters.items() if one[0] != name[0] and not other.is_whole)
    return {f"{one}>{other}": as_pair(fighters[one], fighters[other]) for other in targets}


def places_of(one: str, fighter: Fighter) -> dict[str, JSON]:
    """What its artillery needs wherever it is aimed at."""
    return {f"{one}>{PLACE}": at_places(fighter)} if guns_of(fighter) else {}


def blasts_of(one: str, fighters: dict[str, Fighter]) -> dict[str, JSON]:
    """What the artillery of one unit does to everybody, friends and itself among them."""
    if not guns_of(fighters[one]):
        return {}
    near = (name for name, other in fighters.items() if not other.is_whole)
    return {f"{one}>{other}": as_blasts(fighters[one], fighters[other], one[0] == other[0]) for other in near}


def packet_of(
    prepared: Prepared, units: dict[str, JSON], pairs: dict[str, JSON], blasts: dict[str, JSON]
) -> dict[str, JSON]:
    """Everything together, and the names of the rules."""
    packet: dict[str, JSON] = {"format": FORMAT, "phases": prepared.phases, "sides": prepared.sides}
    packet |= {"units": units, "pairs": pairs, "blasts": blasts}
    return {**packet, "rules": rules_in(dumps(packet))}


def _phases() -> list[JSON]:
    battle = staged(anybody(), anybody(), SHOTS[0])
    return [{"name": name, "title": battle.course[name].title} for name in battle.course.turn]


_known: dict[str, dict[str, JSON]] = {}


def tables_of(fighter: Fighter) -> dict[str, JSON]:
    """The tables of one unit; twins share theirs."""
    who = fighter.card, fighter.section, fighter.skill, fighter.abilities
    name = repr((*who, fighter.hunts, fighter.heated, fighter.form))
    if name not in _known:
        if len(_known) > 200:
            _known.clear()
        _known[name] = _whole(fighter) if fighter.is_whole else _asked(fighter)
    return _known[name]


def _asked(fighter: Fighter) -> dict[str, JSON]:
    return {
        **_moving(fighter),
        "attacked": as_target(fighter),
        "aims": [*suffers(fighter)],
        "wears": [*wears(fighter)],
        "boxes": boxes_of(fighter),
        "lasting": lasting(fighter),
        "passing": passing(fighter) if fighter.section is not None else [],
        "falls": falls(fighter),
        "checks": checks(fighter),
        "cancels": cancels(fighter),
        "criticals": criticals(fighter),
        "motives": motives(fighter),
        "cooling": cooling(fighter),
        "again": thrown_again(fighter),
    }


def _moving(fighter: Fighter) -> dict[str, JSON]:
    """How it goes about and what it sees and fires."""
    return {
        "modes": [*modes_of(fighter), *forms_of(fighter)],
        "attacks": as_attacker(fighter),
        "artillery": as_gunner(fighter),
        "spots": as_spotter(fighter) if fighter.section is None else {},
        "reach": {kind: reach_of(fighter, kind) for kind in DECLARED},
        "hottest": hottest(fighter),
        "condition": {left.name: {"tmm": left.tmm, "move": {**left.move}} for left in conditions(fighter)},
        "slows": [*slows(fighter)],
    }


def _whole(fighter: Fighter) -> dict[str, JSON]:
    """A mobile structure as it moves, and breaks: what it suffers its sections suffer."""
    nothing: dict[str, JSON] = {name: {} for name in ("boxes", "checks", "criticals", "motives", "cooling", "again")}
    none: dict[str, JSON] = {name: [] for name in ("aims", "wears", "lasting", "passing", "falls")}
    attacked: dict[str, JSON] = {"moved": {}, "ground": {}}
    turns: JSON = None if fighter.card.is_aerospace else {"degrees": TURN, "rule": "AS-BAT-128"}
    own: dict[str, JSON] = {"attacked": attacked, "cancels": None, "breaks": breaks(fighter), "turns": turns}
    return _moving(fighter) | nothing | none | own


def lasting(fighter: Fighter) -> list[JSON]:
    """The hits that are felt from the End Phase on."""
    if fighter.section is not None:
        return [*CRITS]
    return [*dict.fromkeys((*fighter.card.critical_tracks, *wears(fighter), MOTIVES[-1]))]


def boxes_of(fighter: Fighter) -> dict[str, JSON]:
    """The boxes on its card that are marked by hand: of several arcs each has its own for the weapons."""
    if fighter.section is not None:
        most = {WEAPON: weapon_boxes(fighter), LOCKED: int(bool(fighter.part.specials.turrets))}
        return {hit: most.get(hit, 1) for hit in CRITS if most.get(hit, 1)}
    tracks = {name: count for name, count in fighter.card.critical_tracks.items() if name not in MOTIVES}
    if not is_hit_by_arc(fighter):
        return {**tracks}
    arcs = [name for name in wears(fighter) if name.startswith(ARC_WEAPON)]
    return {name: tracks[WEAPON] if name in arcs else tracks[name] for name in (*tracks, *arcs) if name != WEAPON}
