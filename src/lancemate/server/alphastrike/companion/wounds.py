"""What a hit does to a unit, as tables: which rolls follow, and what comes of each. The engine fights them all out.

A table has the engine's own steps (armor, structure, boxes on the card, the end of the unit); whoever reads it marks
them in that order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Final, cast

from lancemate.alphastrike.cards.pilot_names import FLOAT, bare_name
from lancemate.alphastrike.damage.criticals_aerospace import bays_with_doors
from lancemate.alphastrike.damage.sections import CRITS, breaks_up
from lancemate.alphastrike.heat.track import MOST_HT_HEAT, SHUTDOWN_LEVEL
from lancemate.alphastrike.options.capital_weapons import AT_THE_GROUND
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.footprint import SLASH
from lancemate.alphastrike.play.orders import EndPhase
from lancemate.alphastrike.play.stats import ARC_WEAPON, ENGINE
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import LancemateError
from lancemate.kernel.events import event_data
from lancemate.server.alphastrike.companion.numbers import (
    DULL,
    ROOMY,
    SHOTS,
    SURE_HIT,
    SURE_MISS,
    foe_of,
    ways_of,
)
from lancemate.server.alphastrike.companion.staging import (
    ALTITUDES,
    BLOWS,
    DECLARED,
    FAR,
    LONG_TOM,
    MANY,
    MISSILE,
    NOSE,
    SHELLED,
    SHOOTER,
    TARGET,
    THUMPER,
    WEAPON,
    Fighter,
    Situation,
    anybody,
    arcs_of,
    attack_of,
    fought,
    gunner,
    staged,
)
from lancemate.server.alphastrike.companion.suffering import BOXES, Hits, named, shutdown_of, worn

HIT: Final = (5, 6)  # dice that hit and are not twelve
CANCELLING: Final = ("ARM",)
RECOIL: Final = "recoil"  # what an attack does to who makes it
SUMS: Final = {total: (max(1, total - 6), min(6, total - 1)) for total in range(2, 13)}
STEPS: Final = ("damage", "wounded", "doomed", "destroyed", "stunned", "shutdown")
ROLLS: Final = ("critical", "motive")
# What happens to a section of a mobile structure is marked as on any card.
OF_SECTIONS: Final = {"section_damage": "damage", "section_wounded": "wounded", "section_critical": "critical"}
DOOR: Final = "door"
NOTHING: Final = named(())
SOLID: Final = 3  # points of a plain hit
LARGE: Final = 99  # points that nothing withstands


def struck(
    target: Fighter, dice: Sequence[int], points: int = 1, said: Situation = SHOTS[0]
) -> list[Mapping[str, Any]]:
    """What happens to a unit that is hit for so many points, with these dice."""
    attacker = anybody(said.kind).with_damage(points)
    if said.kind == SHELLED:  # however hard it is to hit
        attacker, target = replace(gunner(str(said.using)), skill=0), target.with_state(moved="standstill")
    battle = staged(attacker, target, said, (*dice, *DULL * MANY))
    fought(battle, said)
    return [event for event in _about(battle, TARGET) if event.get("section") in (None, target.section)]


def _about(battle: Battle, unit: str) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = []
    for event in battle.journal.events:
        data, kind = event_data(event), OF_SECTIONS.get(event.type, event.type)
        if kind in (*STEPS, *ROLLS) and data.get("unit") == unit:
            found.append({**data, "type": kind})
    return found


def step(event: Mapping[str, Any]) -> dict[str, JSON]:
    """One step of the engine as a table has it."""
    kept = ("armor", "structure", "effect", "at_once", "reason", "result", "rule")
    return {"type": event["type"], **{key: event[key] for key in kept if key in event}}


def laid_bare(fighter: Fighter) -> Fighter:
    """The same after what cancels its first critical hit has been used up, and with a pilot who rolls nothing again."""
    spent: list[JSON] = [code for code in CANCELLING if code in fighter.card.specials.codes]
    calm = replace(fighter, abilities=tuple(one for one in fighter.abilities if bare_name(one) != FLOAT))
    return calm.with_state(spent=spent) if spent else calm


def cancels(fighter: Fighter) -> str | None:
    """What lets its first chance of a critical hit come to nothing."""
    return next((code for code in CANCELLING if code in fighter.card.specials.codes), None)


def checks(fighter: Fighter) -> dict[str, JSON]:
    """How many rolls follow a hit on armor, on structure, a twelve and a hit too hard, by what it was hit with."""
    roomy = laid_bare(fighter).roomy(ROOMY)
    found: dict[str, JSON] = {WEAPON: cast(JSON, _checks(roomy, SHOTS[0]) | _threshold(roomy))}
    shells = () if fighter.flies else (Situation(AT_THE_GROUND, ALTITUDES[0], NOSE, MISSILE), _shell_at(fighter))
    for said in (*(Situation(kind, inches=FAR) for kind in BLOWS), *shells):
        try:
            pierced = _threshold(roomy) if said in shells else {}
            found[said.kind] = cast(JSON, _checks(roomy, said) | pierced)
        except LancemateError:  # nobody can do that to it
            continue
    own = _recoil(roomy)
    return found if own is None else {**found, RECOIL: own}


def _shell_at(fighter: Fighter) -> Situation:
    """A shell that does as many points as a plain hit."""
    return Situation(SHELLED, using=THUMPER if fighter.card.is_aerospace else LONG_TOM)


def _checks(roomy: Fighter, said: Situation) -> dict[str, int]:
    points = 1 if roomy.card.is_aerospace else SOLID  # less than a threshold, more than a shield takes
    on_armor = struck(roomy, (*HIT, *DULL * 6), points, said)
    on_structure = struck(roomy.with_state(armor=0), (*HIT, *DULL * 6), points, said)
    on_twelve = struck(roomy, (*SURE_HIT, *DULL * 6), points, said)
    return {
        "motive": _count(on_armor, "motive"),
        "structure": _count(on_structure, "critical"),
        "twelve": _count(on_twelve, "critical") - _count(on_armor, "critical"),
        "armor": _count(on_armor, "critical"),
    }


def _threshold(roomy: Fighter) -> dict[str, int]:
    """The most points of one hit that the armor of an aircraft takes without a roll."""
    if not roomy.card.is_aerospace:
        return {}
    usual = _count(struck(roomy, (*HIT, *DULL * 6)), "critical")
    for points in range(2, roomy.card.armor + 1):  # what goes deeper is rolled for anyway
        rolls = _count(struck(roomy, (*HIT, *DULL * 6), points), "critical")
        if rolls > usual:
            return {"threshold": points - 1, "pierced": rolls - usual}
    return {}


def _recoil(roomy: Fighter) -> JSON:
    """The same for what it does to itself by charging or jumping down on somebody."""
    for kind in reversed(DECLARED):
        found = []
        for state in ({}, {"armor": 0}):
            said = Situation(kind, inches=FAR)
            big = replace(anybody(), card=replace(anybody().card, size=4))
            battle = staged(roomy.with_state(**state), big, said, (*SURE_HIT, *DULL * 8))
            try:
                fought(battle, said)
            except LancemateError:
                break
            found.append(_about(battle, SHOOTER))
        if len(found) == 2 and any(event["type"] == "damage" for event in found[0]):
            armor, structure = found
            counts = {"motive": _count(armor, "motive"), "structure": _count(structure, "critical"), "twelve": 0}
            return {**counts, "armor": _count(armor, "critical")}
    return None


def _count(events: Iterable[Mapping[str, Any]], kind: str) -> int:
    return sum(event["type"] == kind for event in events)


def falls(fighter: Fighter) -> list[JSON]:
    """What happens when nothing is left of its structure; a section is lost alone."""
    if fighter.section is not None:
        gone = struck(fighter, (*HIT, *DULL * 6), LARGE)[0]
        return [{"type": "doomed", "reason": "the section is lost", "rule": gone["rule"]}]
    return [step(event) for event in struck(laid_bare(fighter), (*HIT, *DULL * 6), LARGE) if event["type"] in STEPS[1:]]


def criticals(fighter: Fighter) -> dict[str, JSON]:
    """What comes of every roll for a critical hit, by what has been suffered before."""
    roomy = laid_bare(fighter).roomy(ROOMY).with_state(armor=0)
    usual = _count(struck(roomy, (*HIT, *DULL * 8), SOLID), "critical")
    return {str(total): _results(roomy, faces, usual) for total, faces in SUMS.items()}


def _results(roomy: Fighter, faces: tuple[int, ...], usual: int) -> dict[str, JSON]:
    """The hits that matter, and what follows upon each row of them: whoever has suffered more looks up the longest.

    Where one arc is hit, a third die finds it.
    """
    steps = _after_roll(roomy, faces, usual)
    effect = next((str(one["effect"]) for one in steps if one["type"] == "wounded"), None)
    if len(faces) == 2 and effect is not None and effect.startswith(ARC_WEAPON):
        arcs = enumerate(roomy.card.arcs, start=1)
        found: dict[str, JSON] = {str(die): _results(roomy, (*faces, die), usual) for die, _ in arcs}
        return {"after": [], "then": {NOTHING: [steps[0], {"type": "die", "faces": found, "rule": "AS-DMG-051"}]}}
    then: dict[str, JSON] = {}
    hits = _before(roomy, effect, faces, usual)
    for before in hits:
        outcome = _after_roll(_jammed(roomy, before), faces, usual)[len(faces) - 2 :]
        if not before or outcome != then.get(named(_known(then, before[:-1]))):
            then[named(before)] = cast(JSON, outcome)
    return {"after": [*dict.fromkeys(hit for before in hits for hit in before)], "then": then}


def _known(then: Mapping[str, JSON], hits: Hits) -> Hits:
    """As many of these hits as a table knows."""
    return hits if named(hits) in then else _known(then, hits[:-1])


def _before(roomy: Fighter, effect: str | None, faces: tuple[int, ...], usual: int) -> list[Hits]:
    """Hits that change what comes of another one of a kind, the shorter ones first."""
    if effect is None:
        return [()]
    if roomy.section is not None and effect != WEAPON:
        return [(), *((hit,) for hit in CRITS if hit != WEAPON and _spoils(roomy, hit, faces, usual))]
    if effect.startswith(WEAPON):
        arc = effect.removeprefix(ARC_WEAPON) if effect.startswith(ARC_WEAPON) else arcs_of(roomy)[0]
        return sorted(worn(roomy, arc), key=len)
    return [(effect,) * count for count in range(BOXES + 1)]


def _spoils(roomy: Fighter, hit: str, faces: tuple[int, ...], usual: int) -> bool:
    """After such a hit something else comes of the roll."""
    return _after_roll(roomy.hit(hit), faces, usual) != _after_roll(roomy, faces, usual)


def _jammed(roomy: Fighter, hits: Hits) -> Fighter:
    """The same after these hits; doors are no boxes on a card, a bay's jam one after the other."""
    doors = hits.count(DOOR)
    if not doors:
        return roomy.hit(*hits)
    battle = staged(anybody(), roomy, SHOTS[0])
    return roomy.with_state(notes={"jammed": [*bays_with_doors(battle, battle.units[TARGET])[:doors]]})


def _after_roll(fighter: Fighter, faces: tuple[int, ...], usual: int) -> list[dict[str, JSON]]:
    """The steps between the first critical roll and whatever is rolled next; a check where it brings one more."""
    events = struck(fighter, (*HIT, *faces, *DULL * 8), SOLID)
    seen, doors_jam = 0, False
    steps: list[dict[str, JSON]] = []
    for event in events:
        if event["type"] in ROLLS:
            seen += 1
            if seen > 1:
                break
            steps.append({"type": "roll", "result": event["result"], "rule": event["rule"]})
            doors_jam = event["result"] == DOOR
        elif seen:
            steps.append(step(event))
    if doors_jam and len(steps) == 1:  # one of them: otherwise it has cost a point
        steps.append({"type": "wounded", "effect": DOOR, "at_once": True, "rule": "AS-AER-049"})
    more = _count(events, "critical") - usual
    through = any(one["type"] == "damage" for one in steps)  # where that goes through the armor
    check: dict[str, JSON] = {"type": "check", "through": through, "rule": None}
    return steps + [check] * more


def motives(fighter: Fighter) -> dict[str, JSON]:
    """What comes of every roll for motive damage."""
    found: dict[str, JSON] = {}
    roomy = laid_bare(fighter).roomy(ROOMY)
    many = _checks(roomy, SHOTS[0])
    if not many["motive"]:
        return found
    for total, faces in SUMS.items():
        events = struck(roomy, (*HIT, *DULL * many["armor"], *faces, *DULL * 4), SOLID)
        at = next((place for place, event in enumerate(events) if event["type"] == "motive"), None)
        if at is not None:
            rolled = events[at]
            first: dict[str, JSON] = {"type": "roll", "result": rolled["result"], "rule": rolled["rule"]}
            found[str(total)] = [first, *(step(event) for event in events[at + 1 :])]
    return found


def cooling(fighter: Fighter) -> dict[str, JSON]:
    """Heat after the End Phase, by the heat before it, overheating, engine hits, whether it fired, and the heat that
    others have brought on it: whoever was given more than is listed looks up the most."""
    found: dict[str, JSON] = {}
    if not fighter.card.tracks_heat:
        return found
    for heat, overheat, engine, fired, given in _burdens(fighter):
        state: dict[str, JSON] = {
            "heat": min(heat, SHUTDOWN_LEVEL),
            "overheat": overheat,
            "attacks": ["weapon"] if fired else [],
            **{"heat_taken": given, "heat_special_taken": given},
        }
        if heat == shutdown_of(fighter.abilities):
            state["shutdown"] = True
        try:
            battle = staged(fighter.with_state(**state).hit(*(ENGINE,) * engine), anybody(), SHOTS[0])
        except LancemateError:  # a position that cannot be, such as overheating without a shot
            continue
        parts, after = _after_the_turn(battle)
        found[f"{heat} {overheat} {engine} {int(fired)} {given}"] = {"after": after, "parts": parts}
    return found


def _burdens(fighter: Fighter) -> Iterator[tuple[int, int, int, bool, int]]:
    for heat in range(shutdown_of(fighter.abilities) + 1):
        for fired in (False, True):
            for overheat in range(fighter.card.ov + 1) if fired else (0,):
                for engine, given in product((0, 1), range(MOST_HT_HEAT + 1 if fighter.heated else 1)):
                    yield heat, overheat, engine, fired, given


def _after_the_turn(battle: Battle) -> tuple[list[JSON], int]:
    battle.do(EndPhase())
    battle.do(EndPhase())
    for event in battle.journal.events:
        data = event_data(event)
        if data["type"] == "heat" and data["unit"] == SHOOTER:
            return cast(list[JSON], data["parts"]), cast(int, data["after"])
    return [], battle.state.units[SHOOTER].heat


def thrown_again(fighter: Fighter) -> dict[str, JSON]:
    """Which rolls its pilot may have thrown again, and how often: one that hits it, and its own that misses."""
    found: dict[str, JSON] = {}
    said = ways_of(fighter)[0]
    foe = foe_of(fighter, said)
    for name, one, other, shot, dice in (
        ("hit", anybody(), fighter, SHOTS[0], SURE_HIT),
        ("miss", fighter, foe, said, SURE_MISS),
    ):
        if not fighter.abilities:
            break
        battle = staged(one, other, shot, (*dice, *DULL * 6))
        try:
            battle.do(attack_of(battle, shot))
        except LancemateError:  # it has nothing to fire with
            continue
        asked = battle.decision
        if asked is not None and "left" in asked.facts:
            left = asked.facts["left"]
            each = left.values() if isinstance(left, dict) else [left]  # of its own, or shared with others
            found[name] = {"left": max(one for one in each if isinstance(one, int)), "rule": asked.rule}
    return found


# -- mobile structures ------------------------------------------------------------------------------------------


def breaks(fighter: Fighter) -> dict[str, JSON]:
    """What becomes of the whole as its sections are lost: the steps, by the sections that are gone, in the order of the
    card. Those that are not listed it can do without."""
    battle = staged(anybody(), fighter, SHOTS[0])
    unit = battle.state.units[TARGET]
    parts = unit.sections
    found: dict[str, JSON] = {}
    spared: list[frozenset[str]] = [frozenset()]
    for gone, part in ((gone, part) for gone in spared for part in parts if part.name not in gone):
        more = gone | {part.name}
        name = SLASH.join(one.name for one in parts if one.name in more)
        if name in found or more in spared:
            continue
        unit.sections = tuple(replace(one, structure=0) if one.name in more else one for one in parts)
        reason = breaks_up(battle, unit)
        if reason is None:
            spared.append(more)
        else:
            found[name] = [{"type": "doomed", "reason": reason, "rule": "AS-BAT-133"}]
    return found


def passing(fighter: Fighter) -> list[JSON]:
    """What a section gets over in the End Phase after the one from which on it was felt."""
    battle = staged(anybody(), fighter.hit(*CRITS), SHOTS[0])
    battle.do(EndPhase())
    battle.do(EndPhase())
    kept = battle.state.units[TARGET].sections[0].wounds
    return [hit for hit in CRITS if hit not in kept]
