"""What an attack needs and what it does, as tables to look things up in: the engine is asked about every pair of units,
and about everything that can be said of either; what that changes is kept as rows to take away and rows to put there.

Whoever adds the rows up has the engine's number (a test compares them); nothing here knows why.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import product
from typing import Final

from lancemate.alphastrike.air.attacks import BOMBING, STRAFE, STRIKE
from lancemate.alphastrike.air.attacks import CAPITAL as AT_AIRCRAFT
from lancemate.alphastrike.asking.preview import AttackPreview
from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.card_data import read_card
from lancemate.alphastrike.combat.attack import Attack, attack_choices
from lancemate.alphastrike.damage.sections import LOCKED
from lancemate.alphastrike.heat.track import ELECTRONICS, SHUTDOWN_LEVEL
from lancemate.alphastrike.options.advanced_artillery.off_board import KIND as OFF_BOARD
from lancemate.alphastrike.options.advanced_artillery.off_board import MISSILES
from lancemate.alphastrike.options.artillery_flak import KIND as FLAK
from lancemate.alphastrike.options.capital_weapons import AT_THE_GROUND
from lancemate.alphastrike.play.events import DamageMarked, HeatReceived
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.footprint import SLASH
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import LancemateError
from lancemate.server.alphastrike.companion.guns import shots_of
from lancemate.server.alphastrike.companion.staging import (
    ALTITUDES,
    AT_A_PLACE,
    AT_NO_UNIT,
    CHARGE,
    COVER,
    DECLARED,
    EXTREME,
    FAR,
    INDIRECT,
    LANDED,
    LEAP,
    LOBBED,
    LONG_TOM,
    MELEE,
    OVERHEAD,
    PHYSICAL,
    PLAIN,
    RANGES,
    SHELLED,
    SHOOTER,
    SPOTTER,
    TARGET,
    WEAPON,
    WOODS,
    Fighter,
    Situation,
    anybody,
    arcs_of,
    asked,
    attack_of,
    capital_weapons,
    fought,
    is_for_aircraft,
    looks_up_or_down,
    near_enough,
    staged,
)
from lancemate.server.alphastrike.companion.suffering import BOXES, conditions, named, suffers, worn

# Who leads or follows whom in a network, and what that is called.
LENDERS: Final = {
    **{"C3M": ("C3", "C3S"), "C3S": ("C3", "C3M1"), "C3EM": ("C3", "C3M1")},
    **{"C3BSM": ("C3BSM", "C3BSS"), "C3BSS": ("C3BSM", "C3BSM1"), "C3I": ("C3I", "C3I")},
}
DAMAGE: Final = "damage"
ASIDE: Final = "aside"  # of a hit that silences weapons where the target is not ahead
HEATING: Final = "HT"  # what brings heat on others
MODES: Final = ("ground", "standstill", "jump")
ALOFT: Final = "fly"
STANDS: Final = {LANDED: "standstill"}  # how the engine calls that
SURE_HIT, SURE_MISS = (6, 6), (1, 1)
DULL: Final = (2, 5)  # whatever else is rolled
ROOMY: Final = 20  # points of structure that no critical hit uses up
BY_ARC: Final = (WEAPON, INDIRECT, STRIKE, STRAFE, AT_AIRCRAFT, AT_THE_GROUND)  # attacks that one arc or turret makes


# Every way to attack: at each range, from each altitude, and hand to hand.
SHOTS: Final = (
    *(Situation(WEAPON, reach) for reach in RANGES),
    *(Situation(INDIRECT, reach, spotter=anybody()) for reach in RANGES),
    *(Situation(kind) for kind in (PHYSICAL, MELEE)),
    *(Situation(kind, inches=FAR) for kind in DECLARED),
    *(Situation(kind, height) for kind in OVERHEAD for height in ALTITUDES),
)


def way_of(said: Situation) -> str:
    """What kind of attack it is, and with which capital weapon."""
    return " ".join((said.kind, *((said.using,) if said.using else ()), *(("edge",) if said.edge else ())))


def key_of(said: Situation) -> str:
    return f"{way_of(said)}{f'@{said.arc}' if said.arc else ''}:{said.range}"


def row_key(row: Modifier) -> str:
    return f"{row.rule} {row.label}"


def show_rows(rows: Iterable[Modifier]) -> list[JSON]:
    return [{"key": row_key(row), "label": row.label, "value": row.value, "rule": row.rule} for row in rows]


def told(preview: AttackPreview) -> dict[str, JSON]:
    """The answer to one question: the rows of the number and of the damage, or why it cannot be done."""
    if not preview.legal:
        reason = preview.reason
        assert reason is not None
        named = reason.message.replace(f"{SHOOTER}{SLASH}", "section ")
        named = re.sub(rf"^{SPOTTER}\b", "the spotter", named)
        return {"no": re.sub(rf"(?<!the )\b{SHOOTER}\b", "this unit", named), "rule": reason.rule}
    told: dict[str, JSON] = {"need": show_rows(preview.modifiers), DAMAGE: show_rows(preview.damage_parts)}
    return told if preview.control is None else {**told, "control": dict(preview.control)}


def change(before: AttackPreview, after: AttackPreview) -> dict[str, JSON]:
    """What another situation does to the rows."""
    if not before.legal or not after.legal:
        return told(after) if before.legal else {}
    changes: dict[str, JSON] = {}
    for name, old, new in (
        ("need", before.modifiers, after.modifiers),
        (DAMAGE, before.damage_parts, after.damage_parts),
    ):
        was, now = {row_key(row): row for row in old}, {row_key(row): row for row in new}
        put = [row for key, row in now.items() if was.get(key) != row]
        drop = [key for key in was if key not in now]
        if put or drop:
            changes[name] = {"drop": [*drop], "put": show_rows(put)}
    return changes


# -- one unit ---------------------------------------------------------------------------------------------------


def modes_of(fighter: Fighter) -> list[str]:
    if fighter.card.is_aerospace:
        return [fighter.form or ALOFT]
    return [mode for mode in MODES if mode != "jump" or fighter.card.move.jump > 0]


def ways_of(fighter: Fighter) -> tuple[Situation, ...]:
    """The ways to attack that a unit has, against whoever may be attacked so; with its weapons in any case."""
    return _ways(fighter.card, fighter.abilities, fighter.form, fighter.section)


@lru_cache(maxsize=256)
def _ways(card: Card, abilities: tuple[str, ...], form: str | None, section: str | None) -> tuple[Situation, ...]:
    fighter = Fighter(card, abilities=abilities, form=form, section=section)
    able = [said for said in SHOTS if said.kind not in DECLARED or reach_of(fighter, said.kind)]
    arcs = arcs_of(fighter)
    aimed = [replace(said, arc=arc) for said in able for arc in (arcs if said.kind in BY_ARC else (None,))]
    aimed += [said for code, arc in capital_weapons(fighter) for said in _capital_shots(fighter, code, arc)]
    aimed += shots_of(fighter)
    # Who is higher or lower is not that near.
    aimed = [said for said in aimed if said.range != RANGES[0] or not looks_up_or_down(fighter, said.arc)]
    return tuple(said for said in aimed if said.kind == WEAPON or asked(fighter, foe_of(fighter, said), said).legal)


def _capital_shots(fighter: Fighter, code: str, arc: str | None) -> Iterator[Situation]:
    """What a capital weapon does: at aircraft, from the ground always at the same range; and at places."""
    for reach in RANGES if fighter.flies else RANGES[:1]:
        yield Situation(AT_AIRCRAFT, reach, arc, code)
    for height in ALTITUDES if fighter.flies else RANGES[:1]:
        for edge in (False, True) if code in MISSILES else (False,):
            yield Situation(AT_THE_GROUND, height, arc, code, edge)


def foe_of(fighter: Fighter, said: Situation) -> Fighter:
    """Somebody to attack: another aircraft for the guns of what flies and for those that fire up only, else a 'Mech."""
    flies = said.kind == WEAPON and (fighter.flies or is_for_aircraft(fighter, said.arc))
    return anybody(flies=flies or said.kind in (AT_AIRCRAFT, FLAK))


def as_attacker(fighter: Fighter) -> dict[str, JSON]:
    """What is to be said of a unit that attacks: how it moved with what is left of its Move, its hits, overheating."""
    found: dict[str, JSON] = {}
    known: set[str] = set()  # kinds of attack: at the other ranges and in other arcs its own movement does the same
    for said in ways_of(fighter):
        foe = foe_of(fighter, said)
        base = asked(fighter, foe, said)
        if not base.legal:
            continue
        effects = _hits_and_heat(fighter, foe, said, base)
        if said.kind in AT_A_PLACE:
            effects[WOODS] = change(base, asked(fighter, foe, replace(said, ground=frozenset({WOODS}))))
        if way_of(said) not in known:
            effects |= _moved(fighter, said, base, partial(asked, other=foe, said=said))
            known.add(way_of(said))
        for mode in modes_of(fighter) if fighter.abilities else ():
            there = moving(fighter, mode)
            for name in callable_abilities(there, foe, said):
                called = asked(there, foe, replace(said, abilities=(name,)))
                effects[f"{name} {mode}"] = change(asked(there, foe, said), called)
        found[key_of(said)] = {name: effect for name, effect in effects.items() if effect}
    return found


def moving(fighter: Fighter, mode: str) -> Fighter:
    return fighter.with_state(moved=STANDS.get(mode, mode))


def _moved(
    fighter: Fighter, said: Situation, base: AttackPreview, ask: Callable[[Fighter], AttackPreview]
) -> dict[str, JSON]:
    """How it moved with what has befallen it; a charge is run and Death from Above jumped, whatever is said."""
    effects: dict[str, JSON] = {}
    known: dict[tuple[str, JSON, bool], dict[str, JSON]] = {}  # whoever is as hot and can still move aims alike
    for left in conditions(fighter):
        for mode in modes_of(fighter):
            meant = DECLARED.get(said.kind, mode)
            alike = meant, left.state.get("heat"), any(left.move.values())
            if alike not in known:
                known[alike] = change(base, ask(moving(left.armed(fighter), meant)))
            effects[f"{mode} {left.name}"] = known[alike]
    return effects


def _hits_and_heat(fighter: Fighter, foe: Fighter, said: Situation, base: AttackPreview) -> dict[str, JSON]:
    effects: dict[str, JSON] = {}
    for name, count in product(suffers(fighter), range(1, BOXES + 1)):
        hurt = fighter.hit(*(name,) * count)
        effects[f"{name}:{count}"] = change(base, asked(hurt, foe, said))
        if name == LOCKED:
            effects[f"{name}:{count} {ASIDE}"] = change(base, asked(hurt, foe, replace(said, aside=True)))
    for hits in worn(fighter, said.arc):
        effects[f"worn {named(hits)}"] = change(base, asked(fighter.hit(*hits), foe, said))
    for overheat in range(1, hottest_shot(fighter, said) + 1):
        effects[f"overheat:{overheat}"] = change(base, asked(fighter, foe, replace(said, overheat=overheat)))
    if fighter.hunts:  # somebody else is hunted where it is not this one
        for name, whom in (("prey", TARGET), ("not prey", SHOOTER)):
            effects[name] = change(base, asked(fighter.hunting(whom), foe, said))
    for inches in range(1, reach_of(fighter, said.kind) + 1):
        effects[f"inches:{inches}"] = change(base, asked(fighter, foe, replace(said, inches=inches)))
    return effects


def reach_of(fighter: Fighter, kind: str) -> int:
    """How far it can run or jump into somebody."""
    move = fighter.card.move
    return {CHARGE: move.ground, LEAP: move.jump}.get(kind, 0)


def callable_abilities(fighter: Fighter, foe: Fighter, said: Situation) -> list[str]:
    """Abilities of its pilot that its player may call upon for this attack."""
    battle = staged(fighter, foe, said)
    attack = Attack(battle, attack_of(battle, said))
    return [choice.word for choice in attack_choices(attack) if choice.word is not None]


def as_target(fighter: Fighter) -> dict[str, JSON]:
    """What is to be said of a unit that is attacked: how it moved, what is left of its Move, the ground, its back."""
    base = asked(anybody(), fighter, SHOTS[0])
    moved: dict[str, JSON] = {}
    for mode, left in product(modes_of(fighter), conditions(fighter)):
        moved[f"{mode} {left.name}"] = change(base, asked(anybody(), moving(left.of(fighter), mode), SHOTS[0]))
    ground: dict[str, JSON] = {}
    for said in (*SHOTS, *(Situation(SHELLED, reach, using=LONG_TOM) for reach in RANGES)):
        one = anybody(said.kind)
        plain = asked(one, fighter, said)
        if not plain.legal or said.kind in BOMBING:
            continue
        effects = {
            name: change(plain, asked(one, fighter, other))
            for name, other in (
                (WOODS, replace(said, ground=frozenset({WOODS}))),
                (COVER, replace(said, ground=frozenset({COVER}))),
                ("rear", replace(said, rear=True)),
            )
        }
        if "no" in effects[COVER]:  # it is so tall that the rise hides it: whoever says cover sees it
            del effects[COVER]
        ground[f"{said.kind}:{said.range}"] = {name: effect for name, effect in effects.items() if effect}
    return {"moved": moved, "ground": ground}


def as_spotter(fighter: Fighter) -> dict[str, JSON]:
    """What is to be said of a unit that spots for another: how it moved, and that it attacks as well."""
    said = next(one for one in SHOTS if one.kind == INDIRECT)
    gun, foe = anybody(INDIRECT), anybody()
    base = asked(gun, foe, said)
    effects = _moved(fighter, said, base, lambda moving: asked(gun, foe, replace(said, spotter=moving)))
    eyes = replace(said, spotter=fighter)
    effects["attacks"] = change(asked(gun, foe, eyes), asked(gun, foe, replace(eyes, spotter_attacks=True)))
    return effects | _for_artillery(fighter)


def _for_artillery(fighter: Fighter) -> dict[str, JSON]:
    """What is to be said of one who spots for artillery: how near it is to the place, and that it has done so before;
    for guns beyond the table also that it looks at all."""
    effects: dict[str, JSON] = {}
    gun, foe = anybody(LOBBED), anybody()
    lobbed = Situation(LOBBED, using=LONG_TOM, spotter=fighter)
    served = replace(lobbed, spotter=fighter.with_state(notes={"shell_spotted": True}))
    effects["served"] = change(asked(gun, foe, lobbed), asked(gun, foe, served))
    afar = Situation(OFF_BOARD, EXTREME, using=LONG_TOM)
    ways = [(f"within:{inches}", lobbed, replace(lobbed, within=inches)) for inches in near_enough()]
    for name, plain, said in (*ways, (OFF_BOARD, afar, afar)):
        for left in conditions(fighter):
            eyes = left.of(fighter)
            before = asked(gun, foe, plain if plain.spotter is None else replace(plain, spotter=eyes))
            effect = change(before, asked(gun, foe, replace(said, spotter=eyes)))
            if left.hits or left.state.get("heat"):  # told only where it makes a difference
                effects |= {f"{name} {left.name}": effect} if effect != effects[name] else {}
            else:
                effects[name] = effect
    looks = asked(gun, foe, replace(afar, spotter=fighter))
    fires = asked(gun, foe, replace(afar, spotter=fighter, spotter_attacks=True))
    effects[f"{OFF_BOARD} attacks"] = change(looks, fires)
    return effects


# -- two units --------------------------------------------------------------------------------------------------


def as_pair(one: Fighter, other: Fighter) -> dict[str, JSON]:
    """What the one needs to hit the other, both having moved on the ground, at every range and hand to hand."""
    found: dict[str, JSON] = {}
    for said in ways_of(one):
        if said.kind in AT_NO_UNIT:
            continue
        answer = told(asked(one, other, said))
        if "no" in answer:
            if said.kind == WEAPON:
                found[key_of(said)] = answer
            continue
        if said.kind in (*BOMBING, AT_THE_GROUND):
            answer["area"] = True  # aimed at a place: it does not matter what its targets do
        if said.kind == STRAFE and other.section is not None:
            answer["first"] = True  # aimed at no section: it strikes the first that stands
        if said.kind in DECLARED:
            answer["recoil"] = recoil_of(one, other, said)
        if HEATING in one.card.all_codes and other.card.tracks_heat:
            answer |= heat_of(one, other, said)
        found[key_of(said)] = answer
        found |= _with_fewer_weapons(one, other, said, key_of(said))
        found |= _with_a_network(one, other, said, key_of(said))
        if not ELECTRONICS.of(rules).isdisjoint(other.card.specials.codes):
            down = other.with_state(heat=SHUTDOWN_LEVEL, shutdown=True) if other.card.tracks_heat else other
            found[f"{key_of(said)} down"] = {**answer, **told(asked(one, down, said))}
            found |= _with_fewer_weapons(one, down, said, f"{key_of(said)} down")
            found |= _with_a_network(one, down, said, f"{key_of(said)} down")
    return found


def _with_fewer_weapons(one: Fighter, other: Fighter, said: Situation, key: str) -> dict[str, JSON]:
    """Where the target's own defence, its back or what a pilot calls upon meets what is left of the weapons."""
    if said.kind not in BY_ARC:
        return {}
    foe = foe_of(one, said)
    plain, answer = told(asked(one, foe, said)), told(asked(one, other, said))
    ways: list[tuple[str, str, tuple[str, ...]]] = [("", "", ())]  # its words, how it moved, what it calls upon
    for mode in modes_of(one) if one.abilities else ():
        there = moving(one, mode)
        if any(_hits_harder(one, there, shot) for shot in (said, _first_like(one, said))):
            ways.append((f" {mode}", mode, ()))
        ways += [(f" {name}", mode, (name,)) for name in callable_abilities(there, foe, said)]
    alike = plain.get(DAMAGE) == answer.get(DAMAGE) and not _guards(one, other, said)
    if alike and said.kind != STRAFE and len(ways) == 1:
        return {}
    found: dict[str, JSON] = {}
    for hits, rear, hot in product(worn(one, said.arc), (False, True), range(hottest_shot(one, said) + 1)):
        for words, mode, abilities in ways:
            there = moving(one.hit(*hits), mode) if mode else one.hit(*hits)
            situation = replace(said, rear=rear, abilities=abilities, overheat=hot)
            found[f"{key} worn {named(hits)}{f' hot:{hot}' * bool(hot)}{' rear' * rear}{words}"] = told(
                asked(there, other, situation)
            )
    return found


def _first_like(one: Fighter, said: Situation) -> Situation:
    """The shot of a kind at which its own movement stands for all others."""
    return next(way for way in ways_of(one) if way_of(way) == way_of(said))


def _hits_harder(one: Fighter, there: Fighter, said: Situation) -> bool:
    """How it moved changes what its weapons do."""
    foe = foe_of(one, said)
    return asked(there, foe, said).damage_parts != asked(one, foe, said).damage_parts


def _guards(one: Fighter, other: Fighter, said: Situation) -> bool:
    """The target has a defence that minds the strongest attack, though not every weaker one."""
    strongest = replace(said, rear=True, overheat=hottest_shot(one, said))
    foe, own = (asked(one, each, strongest).damage_parts for each in (foe_of(one, said), other))
    return not {row_key(row) for row in own} <= {row_key(row) for row in foe}


def hottest_shot(fighter: Fighter, said: Situation) -> int:
    """How much it may overheat for an attack."""
    return fighter.card.ov if said.kind in (WEAPON, STRIKE, STRAFE) else 0


def _with_a_network(one: Fighter, other: Fighter, said: Situation, key: str) -> dict[str, JSON]:
    """The same with a friend of its network nearer to the target."""
    code = next((code for code in LENDERS if code in one.card.specials.codes), None)
    if code is None or said.kind != WEAPON or one.flies or other.flies:
        return {}
    network, equipment = LENDERS[code]
    lender = Fighter(read_card({**PLAIN, "specials": [equipment]}, "card"))
    return {
        f"{key} c3:{lent}": told(asked(one, other, replace(said, lender=lender, lent=lent, network=network)))
        for lent in RANGES[: RANGES.index(said.range)]
    }


def heat_of(one: Fighter, other: Fighter, said: Situation) -> dict[str, JSON]:
    """The heat that a hit brings on its target, felt in the End Phase; by what has befallen the weapons."""
    found: dict[str, JSON] = {}
    rule = None
    for hits in worn(one, said.arc):
        battle = staged(one.hit(*hits), other.roomy(ROOMY), said, (*SURE_HIT, *DULL * 6))
        try:
            fought(battle, said)
        except LancemateError:  # nothing is left to fire with
            continue
        given = [event for event in battle.journal.events if isinstance(event, HeatReceived) and event.unit == TARGET]
        rule = rule or next((event.rule for event in given), None)
        found[named(hits)] = sum(event.amount for event in given)
    return {"heat": {"values": found, "rule": rule}} if rule else {}


def recoil_of(one: Fighter, other: Fighter, said: Situation) -> JSON:
    """Points that running or jumping into somebody costs oneself, by whether one hits."""
    points: dict[str, JSON] = {}
    for name, dice in (("hit", SURE_HIT), ("miss", SURE_MISS)):
        battle = staged(one, other.roomy(ROOMY), said, (*dice, *DULL * 6))
        fought(battle, said)
        told_of = [event for event in battle.journal.events if isinstance(event, DamageMarked)]
        points[name] = sum(event.armor + event.structure for event in told_of if event.unit == SHOOTER)
    return points
