"""Artillery as tables: what a shot at a place needs, how often a piece fires, where a miss comes down, how long a shell
is on its way, and what it does to whoever is there, friend or foe.

A shell that is aimed at a unit is looked up like any attack on that (numbers.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from lancemate.alphastrike.combat.artillery import (
    PIECES,
    Burst,
    artillery_slot,
    impact,
    piece_fired,
    rings,
)
from lancemate.alphastrike.combat.attack import Attack
from lancemate.alphastrike.heat.track import ELECTRONICS, SHUTDOWN_LEVEL
from lancemate.alphastrike.options.advanced_artillery.homing import ARROWS
from lancemate.alphastrike.options.advanced_artillery.off_board import KIND as OFF_BOARD
from lancemate.alphastrike.options.advanced_artillery.off_board import reach_of, turns_in_flight
from lancemate.alphastrike.options.artillery_flak import KIND as FLAK
from lancemate.alphastrike.options.artillery_flak import flak_strength
from lancemate.alphastrike.play.events import AttackMade, HitLanded
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.state import OFFBOARD
from lancemate.alphastrike.play.stats import WEAPON, artillery_pieces
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import LancemateError
from lancemate.server.alphastrike.companion.guns import FAR, Gun, guns_of
from lancemate.server.alphastrike.companion.numbers import DAMAGE, key_of, show_rows, told, ways_of
from lancemate.server.alphastrike.companion.staging import (
    AT_NO_UNIT,
    EXTREME,
    HOMING,
    LOBBED,
    RANGES,
    SHELL,
    SHOOTER,
    TARGET,
    Fighter,
    Situation,
    anybody,
    asked,
    attack_of,
    fought,
    staged,
)
from lancemate.server.alphastrike.companion.suffering import weapon_boxes

PLACE: Final = "place"  # what stands in a pair for what a shell is aimed at
FACES: Final = range(1, 7)
HIT: Final = (5, 6)  # dice that hit and are not twelve
DULL: Final = (2, 5) * 8  # whatever else is rolled
MOST_BEFORE: Final = 6  # shells at one place that are counted
BEFORE, AREA, HEIGHT, UNSEEN = "AS-OPT-172", "AS-COM-110", "AS-DMG-021", "AS-OPT-176"
# Where shells from afar need no roll: at a place that was hit before, and at one that was plotted before the battle.
SURE: Final = {"locked": "AS-OPT-174", "plotted": "AS-OPT-175"}


def at_places(one: Fighter) -> dict[str, JSON]:
    """What its artillery needs to strike a place, a unit that is painted, or what flies: whoever is there."""
    found: dict[str, JSON] = {}
    for said in ways_of(one):
        if said.kind in AT_NO_UNIT:
            answer = told(asked(one, anybody(flies=said.kind == FLAK), said))
            found[key_of(said)] = {**answer, DAMAGE: [], "area": True}
    return found


def as_gunner(fighter: Fighter) -> dict[str, JSON]:
    """What is to be known of each piece besides its number."""
    return {gun.name: _piece(fighter, gun) for gun in guns_of(fighter)}


def _piece(fighter: Fighter, gun: Gun) -> dict[str, JSON]:
    said = Situation(SHELL, RANGES[0], gun.arc, gun.code)
    battle = staged(fighter, anybody(), said)
    attack = Attack(battle, attack_of(battle, said))
    areas: list[JSON] = [{"inches": ring.radius, "damage": str(ring.damage), "rule": AREA} for ring in rings(attack)]
    return {
        "title": PIECES.of(rules)[gun.kind]["name"],
        "slot": artillery_slot(attack),
        "left": [_left(fighter, said, hits) for hits in range(weapon_boxes(fighter) + 1)],
        "areas": areas,
        "height": HEIGHT,
        "drift": _drift(attack),
        **_flight(fighter, gun),
    }


def _left(fighter: Fighter, said: Situation, hits: int) -> JSON:
    """How often it fires in a turn after so many weapon hits, and what is said to whoever wants to more often."""
    hurt = fighter.hit(*(WEAPON,) * hits)
    battle = staged(hurt, anybody(), said)
    attack = Attack(battle, attack_of(battle, said))
    piece = piece_fired(attack)
    assert piece is not None
    pieces = artillery_pieces(battle, attack.attacker, piece, attack.mount.section)
    fired: list[JSON] = [artillery_slot(attack)] * pieces
    return {"pieces": pieces, "spent": told(asked(hurt.with_state(attacks=fired), anybody(), said))}


def _drift(attack: Attack) -> JSON:
    """Where a miss comes down: degrees clockwise from north by the first die, inches by the second."""
    aimed = Burst(attack.aim[0], 0.0)
    ways = {
        str(way): float(round(attack.battle.table.bearing(aimed.at, impact(attack, aimed, way, 6)))) % 360.0
        for way in FACES
    }
    table = attack.battle.table
    far = {str(face): round(table.distance(aimed.at, impact(attack, aimed, 1, face)), 4) for face in FACES}
    return {"degrees": {**ways}, "inches": {**far}, "rule": "AS-COM-111"}


def _flight(fighter: Fighter, gun: Gun) -> dict[str, JSON]:
    """For off-board fire: how far it reaches, from or beyond how many inches it is how many turns on its way, and what
    shells that landed at the same place before are worth."""
    said = Situation(OFF_BOARD, EXTREME, gun.arc, gun.code)
    if said not in ways_of(fighter):
        return {}
    lost: dict[str, JSON] = {"lost": UNSEEN} if gun.code in ARROWS else {}
    battle = staged(fighter, anybody(), said)
    attack = Attack(battle, attack_of(battle, said))
    attack.platform.place = OFFBOARD
    reach = int(reach_of(attack, gun.code))
    turns: list[JSON] = []
    known: int | None = None
    for half in range(2 * reach + 1):  # some rows begin at so many inches, some beyond them
        attack._distance = half / 2
        flight = turns_in_flight(attack)
        if flight != known:
            turns.append({"beyond" if half % 2 else "from": half // 2, "turns": flight})
            known = flight
    seen = replace(said, spotter=anybody(), within="6")
    before: dict[str, JSON] = {}
    for shells in range(1, MOST_BEFORE + 1):
        rows = asked(fighter, anybody(), replace(seen, before=shells)).modifiers
        before[str(shells)] = show_rows(row for row in rows if row.value < 0 and row.rule == BEFORE)
    return {
        "flight": {"reach": reach, "turns": turns, "rule": "AS-OPT-168"},
        "before": before,
        "sure": {**SURE},
        **lost,
    }


# -- coming down ----------------------------------------------------------------------------------------------


def as_blasts(one: Fighter, other: Fighter, friends: bool) -> dict[str, JSON]:
    """What the shells of the one do to the other: near to where they land and farther away. Where minimal damage is
    done, by the die that settles it."""
    found: dict[str, JSON] = {}
    for said in _blasts(one, friends):
        if other.flies != (said.kind == FLAK):
            continue
        for words, there in _states(other):
            answer = _blast(one, there, said)
            if answer is not None:
                name = replace(said, kind=SHELL) if said.kind == LOBBED else said
                found[f"{key_of(name)}{words}{' rear' * said.rear}"] = answer
    return found


def _blasts(one: Fighter, friends: bool) -> Iterator[Situation]:
    for gun in guns_of(one):
        for reach in FAR:
            kind, eyes = (SHELL, None) if reach in RANGES else (LOBBED, anybody())
            for edge in (False, True)[: _areas(one, gun)]:
                yield Situation(kind, reach, gun.arc, gun.code, edge, spotter=eyes)
    for said in ways_of(one) if not friends else ():
        if said.kind in (HOMING, FLAK):
            yield said
        if said.kind == FLAK:  # it alone comes from some side
            yield replace(said, rear=True)


def _areas(one: Fighter, gun: Gun) -> int:
    said = Situation(SHELL, RANGES[0], gun.arc, gun.code)
    battle = staged(one, anybody(), said)
    return len(rings(Attack(battle, attack_of(battle, said))))


def _states(other: Fighter) -> Iterator[tuple[str, Fighter]]:
    """As it is, and shut down where that matters."""
    yield "", other
    if other.card.tracks_heat and not ELECTRONICS.of(rules).isdisjoint(other.card.specials.codes):
        yield " down", other.with_state(heat=SHUTDOWN_LEVEL, shutdown=True)


def _blast(one: Fighter, other: Fighter, said: Situation) -> JSON:
    battle = staged(one, other, said)
    attack = Attack(battle, attack_of(battle, said))
    strength = flak_strength(attack) if said.kind == FLAK else rings(attack)[said.edge].damage
    if said.kind != HOMING and strength.minimal:
        faces = {str(face): rows_under(one, other, said, face) for face in FACES}
        if None in faces.values():
            return None
        return {"faces": {face: show_rows(rows or ()) for face, rows in faces.items()}}
    rows = rows_under(one, other, said)
    return None if rows is None else {DAMAGE: show_rows(rows)}


def rows_under(one: Fighter, other: Fighter, said: Situation, *dice: int) -> tuple[Modifier, ...] | None:
    """What such a shell does to a unit, fought out; nothing where it does not reach it, or is not fired so."""
    battle = staged(replace(one, skill=0), other, said, (*HIT, *dice, *DULL))
    try:
        fought(battle, said)
    except LancemateError:
        return None
    sections = battle.units[TARGET].sections
    aimed = sections[0].name if sections else None
    for event in battle.journal.events:
        if isinstance(event, HitLanded) and (event.target, event.section) == (TARGET, aimed):
            return event.damage_parts
        if isinstance(event, AttackMade) and event.kind == FLAK and event.attacker == SHOOTER:
            return event.damage_parts
    return None
