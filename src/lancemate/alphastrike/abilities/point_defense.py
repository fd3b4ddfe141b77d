"""Point defense (pp. 87-89): points spent on missiles before they hit, and the RISC system that covers friends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.missiles import brings_missiles
from lancemate.alphastrike.combat.amount import settle
from lancemate.alphastrike.combat.artillery import aimed_at
from lancemate.alphastrike.combat.attack import Stopped
from lancemate.alphastrike.combat.blast import Impact, reached
from lancemate.alphastrike.damage.reckoning import POINT_DEFENCE, halved
from lancemate.alphastrike.heat.track import works
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.knowing import unseen_by
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.agenda import Decision

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.codec import JSON

hooks.question_kinds.add("point_defense", "how much point defense is spent")
hooks.question_kinds.add("rams", "whether a missile is stopped for another unit")

POINTS: Final = rules.table("AS-SPC-124", {"unsettles with": 1, "target number": 1, "stops with": 2})
COVER: Final = rules.table("AS-SPC-136", {"inches": 2, "points": 1})
MISSILES: Final = ("IF", "SRM", "LRM", "MSL", "SDS-CM", "ART-AIS", "ART-AC")
PROTECT, REFUSE = "protect", "do not"
MOST: Final = 2  # more points do no more
ITSELF, FRIENDS = "itself", "friends"
LEAST: Final = 1

# Points used this turn, and those that the attack under way meets (None until its player has said so).
used = unit_memory("point_defense_used", int, default=0, rule="AS-SPC-124", expires="turn")
met = unit_memory("point_defense_met", int, default=None, rule="AS-SPC-124")
# Whom the system serves this turn, and what its player has said about the hit under way.
serves = unit_memory("rams_serves", str, default=None, rule="AS-SPC-136", expires="turn")
said = unit_memory("rams_said", str, default=None, rule="AS-SPC-136")


# -- PNT ------------------------------------------------------------------------------------------------------


def points_left(unit: Unit) -> int:
    return max(0, int(unit.card.specials.value("PNT")) - used.of(unit))


def is_missile(attack: Attack) -> bool:
    """Missiles fired alone, over hills too, and Arrow IV and capital ones, whatever carries them."""
    if attack.code == "IATM":
        return attack.indirect
    return attack.code in MISSILES or trait.MISSILE in attack.source.traits


def defenders(attack: Attack) -> Iterator[Unit]:
    """Those whose point defense may meet an attack: its target, or enemies where a missile is to come down."""
    if not is_missile(attack):
        return
    area, target = trait.AREA in attack.traits, attack.target
    if target is not None and (not area or trait.AFAR in attack.traits):  # from afar only what homes in names a unit
        names = [target.id]
    else:
        names = under_it(attack) if area else []
    for name in names:
        unit = attack.battle.units[name]
        if unit.side != attack.attacker.side and unit.active("PNT") and not unit.shutdown:
            yield unit


def under_it(attack: Attack) -> list[str]:
    """Everybody in the area that a missile is aimed at, whatever fires it."""
    rings, aimed = attack.kind_rules.rings, aimed_at(attack)
    if rings is None:
        return []
    area = Impact(aimed.at, rings(attack), attack.source, attack.kind_rules.words, "AS-SPC-124", aimed.level)
    return list(dict.fromkeys(one.unit for one in reached(attack.battle, area)))


@hooks.declared_question.rule("AS-SPC-124", ability="PNT")
def how_many_points(attack: Attack) -> Decision | None:
    """Its player says how many points go to a missile attack, when it is declared and before its dice."""
    for unit in defenders(attack):
        left = points_left(unit)
        if left and met.of(unit) is None:
            return Decision(
                side=unit.side,
                kind="point_defense",
                question=f"missiles come at {unit.id}: how many of its {left} points of defense meet them?",
                choices=tuple(str(points) for points in range(left + 1)),
                rule="AS-SPC-124",
                unit=unit.id,
                facts=_facts(attack, unit),
            )
    return None


def _facts(attack: Attack, unit: Unit) -> dict[str, JSON]:
    """What would come without it; the attacker, unless the side that is asked could not name it."""
    name = attack.attacker.id
    facts: dict[str, JSON] = {} if name in unseen_by(attack.battle, unit.side) else {"attacker": name}
    if trait.AREA not in attack.traits:
        facts["damage"] = settle(attack, "front", lambda count, meaning=None: (6,) * count).damage
    return facts


@hooks.declared_answered.rule("AS-SPC-124", ability="PNT")
def points_are_spent(attack: Attack, kind: str, choice: str) -> None:
    """The first of those who have not said so yet has now."""
    if kind != "point_defense":
        return
    for unit in defenders(attack):
        if points_left(unit) and met.of(unit) is None:
            met.remember(attack.battle, unit, int(choice))
            if int(choice):
                used.note(attack.battle, unit, used.of(unit) + int(choice))
            return


def met_by(attack: Attack) -> int:
    """Points that meet an attack, of all who defend against it."""
    return sum(met.of(unit) or 0 for unit in defenders(attack))


@hooks.stops_attack.rule("AS-SPC-124", ability="PNT")
def missiles_are_shot_down(attack: Attack) -> Stopped | None:
    """Two points, or one where it would have done no damage anyway, and nothing is left of it."""
    points = met_by(attack)
    if not points or (points < POINTS.of(attack)["stops with"] and attack.kind_rules.strength(attack).harms):
        return None
    unit = next(iter(defenders(attack)))
    _forget(attack.battle)
    return Stopped(unit.id, "point defense shoots all its missiles down", "AS-SPC-124")


@hooks.to_hit.rule("AS-SPC-124", part=hooks.OTHER, ability="PNT")
def missiles_thinned_out(attack: Attack) -> Modifier | None:
    """One point makes it harder to hit."""
    if not _is_met(attack.battle) or not is_missile(attack) or met_by(attack) != POINTS.of(attack)["unsettles with"]:
        return None
    return Modifier("Point defense (PNT)", POINTS.of(attack)["target number"], "AS-SPC-124")


@hooks.fixed_number.rule("AS-SPC-124", ability="PNT")
def thinned_out_all_the_same(attack: Attack) -> Modifier | None:
    """A number that nothing else changes, too: an ability goes before the rules that it contradicts (p. 76)."""
    return missiles_thinned_out(attack)


@hooks.damage.rule("AS-SPC-124", part=POINT_DEFENCE, ability="PNT")
def half_of_the_missiles(work: Reckoning) -> Modifier | None:
    """And takes half of its damage, rounded down, to nothing if need be."""
    missile = is_missile(work.attack) if work.by_attack else trait.ARTILLERY in work.source.traits
    if not missile or work.points <= 0 or not _is_met(work.battle):
        return None
    change = halved(work, least=0) - work.points
    return Modifier("Point defense (PNT)", change, "AS-SPC-124") if change else None


def _is_met(battle: Battle) -> bool:
    return any(met.of(unit) for unit in battle.units.values() if unit.notes)


def _forget(battle: Battle) -> None:
    for unit in battle.units.values():
        if unit.notes and met.of(unit) is not None:
            met.remember(battle, unit, None)


@hooks.attack_made.rule("AS-SPC-124", ability="PNT")
def the_attack_is_over(attack: Attack, made: Made) -> None:
    """What met it counts for no other."""
    _forget(attack.battle)


@hooks.missiles_are_in.rule("AS-SPC-124", ability="PNT")
def the_missiles_are_in(battle: Battle) -> None:
    _forget(battle)


# -- RAMS -----------------------------------------------------------------------------------------------------


@hooks.damage.rule("AS-SPC-136", part=POINT_DEFENCE, kinds=hooks.MADE, ability="RAMS")
def covers_itself(work: Reckoning) -> Modifier | None:
    """It works as an anti-missile system does, unless it has covered others this turn."""
    attack, target = work.attack, work.attack.target
    if target is None or work.points <= LEAST or not works(work.battle, target, "RAMS"):
        return None
    if serves.of(target) == FRIENDS or not brings_missiles(attack):
        return None
    if work.direction == "rear" and not _in_turret(target):
        return None
    return Modifier("RISC point defense (RAMS)", -COVER.of(work)["points"], "AS-SPC-136")


def _in_turret(unit: Unit) -> bool:
    return any(turret.nested is not None and "RAMS" in turret.nested for turret in unit.card.specials.turrets)


@hooks.hit_landed.rule("AS-SPC-136", ability="RAMS")
def has_covered_itself(attack: Attack, made: Made) -> None:
    """Used for its own unit it serves nobody else this turn."""
    target = attack.target
    own = any(part.rule == "AS-SPC-136" for part in (made.settled.parts if made.settled is not None else ()))
    if target is not None and own and guard_of(attack) is None and works(attack.battle, target, "RAMS"):
        serves.remember(attack.battle, target, ITSELF)


def guards(attack: Attack) -> Iterator[Unit]:
    """Friends of the target who could cover it."""
    target, battle = attack.target, attack.battle
    if target is None or not brings_missiles(attack):
        return
    reach = COVER.of(attack)["inches"] + TINY
    for unit in battle.on_table(target.side):
        able = unit is not target and works(battle, unit, "RAMS") and serves.of(unit) != ITSELF
        if able and apart(battle, unit, target) <= reach:
            yield unit


def guard_of(attack: Attack) -> Unit | None:
    """Who covers the target of the hit under way."""
    return next((unit for unit in guards(attack) if said.of(unit) == PROTECT), None)


@hooks.hit_question.rule("AS-SPC-136", ability="RAMS")
def may_cover_a_friend(attack: Attack) -> Decision | None:
    """Missiles have hit a friend within two inches: one of those near may cover it."""
    if guard_of(attack) is not None:
        return None
    target = attack.target
    for unit in guards(attack):
        if said.of(unit) is None and target is not None:
            return Decision(
                side=unit.side,
                kind="rams",
                question=f"missiles have hit {target.id}: does {unit.id} protect it?",
                choices=(PROTECT, REFUSE),
                rule="AS-SPC-136",
                unit=unit.id,
            )
    return None


@hooks.hit_answered.rule("AS-SPC-136", ability="RAMS")
def a_friend_is_covered(attack: Attack, kind: str, choice: str) -> None:
    unit = next((one for one in guards(attack) if said.of(one) is None), None) if kind == "rams" else None
    if unit is None:
        return
    said.remember(attack.battle, unit, choice)
    if choice == PROTECT:
        serves.note(attack.battle, unit, FRIENDS)


@hooks.damage.rule("AS-SPC-136", part=POINT_DEFENCE, kinds=hooks.MADE, ability="RAMS")
def covered_by_a_friend(work: Reckoning) -> Modifier | None:
    """A point less, though never the last one."""
    guard = guard_of(work.attack) if work.points > LEAST else None
    if guard is None:
        return None
    return Modifier(f"RISC point defense of {guard.id} (RAMS)", -COVER.of(work)["points"], "AS-SPC-136")


@hooks.attack_made.rule("AS-SPC-136", ability="RAMS")
def the_hit_is_over(attack: Attack, made: Made) -> None:
    """What was said about it counts for no other."""
    for unit in attack.battle.units.values():
        if unit.notes and said.of(unit) is not None:
            said.remember(attack.battle, unit, None)
