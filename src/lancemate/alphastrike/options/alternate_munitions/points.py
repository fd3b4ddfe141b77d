"""Missiles fired at the ground (pp. 149-150): smoke, mines, and what clears mines away.

An attack of LRMs or SRMs alone at a point that the unit sees. The point moves as little as it is in the way: skill,
the attacker's movement, terrain and range count, and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.damage_value import Strength
from lancemate.alphastrike.combat.area import radius_of
from lancemate.alphastrike.combat.attack import Attack, Kind, Ring, attack_kind
from lancemate.alphastrike.combat.resolution import finish, tell
from lancemate.alphastrike.combat.scatter import scatter
from lancemate.alphastrike.combat.weapons import weapon_slot
from lancemate.alphastrike.options.alternate_munitions.firing import MISSILES, POINTS, fired, fires, value_of
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION, carriers, munitions
from lancemate.alphastrike.options.alternate_munitions.missiles import CLEARANCE, SMOKE, THUNDER
from lancemate.alphastrike.options.alternate_munitions.smoke import puff
from lancemate.alphastrike.options.fire_and_smoke.areas import HEAVY, LIGHT
from lancemate.alphastrike.options.minefields.fields import fields_of, fields_under, is_in, lay_mines, thin_out
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.events import Scattered
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.explain import Modifier
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

AT_THE_GROUND: Final = (SMOKE, CLEARANCE, THUNDER)
TEMPLATE: Final = 2
THICK: Final = rules.table("AS-OPT-150", {"heavy from": 3})
FIELD: Final = rules.table("AS-OPT-154", {"least": 1, "most": 5, "scatters": 2.0})


# -- which attacks are meant ----------------------------------------------------------------------------------


@hooks.announced_as.rule("AS-OPT-146", "AS-OPT-150", "AS-OPT-154", when=OPTION)
def at_the_ground(battle: Battle, command: orders.Attack) -> str | None:
    """Such missiles at a point are no weapon attack on what stands there."""
    if command.kind != "weapon" or not isinstance(command.target, orders.PointTarget):
        return None
    return POINTS if (command.ammo or "").rpartition(":")[2] in AT_THE_GROUND else None


@hooks.may_attack.rule("AS-OPT-146", "AS-OPT-150", "AS-OPT-154", part=hooks.AIM, kinds=POINTS, when=OPTION)
def missiles_alone(attack: Attack) -> Refusal | None:
    """The launchers alone, at a point on the table that they see themselves."""
    by = RULES.get((attack.command.ammo or "").rpartition(":")[2], "AS-OPT-150")
    if attack.point is None or not attack.battle.table.inside(*attack.point):
        return Refusal("off_table", "the point lies off the table: name one on it", by)
    if attack.code not in MISSILES:
        return Refusal("not_a_weapon", "missiles are fired at the ground by themselves: using LRM or SRM", by)
    if attack.spotter is not None:
        return Refusal("no_spotter", "a point is fired at by who sees it: name no spotter", by)
    if fired(attack) is None or attack.command.ammo is None:
        return Refusal("no_such_ammo", "say what is fired at the ground: smoke, thunder or mine_clearance", by)
    return None


def launcher_loaded(unit: Unit, command: orders.Attack) -> str | None:
    """The only launcher with that munition, or the one that is named with it."""
    named, _, munition = (command.ammo or "").rpartition(":")
    have = [one for one in carriers(unit, munition) if one in MISSILES and named in ("", one)]
    return have[0] if len(have) == 1 else None


RULES: Final = {CLEARANCE: "AS-OPT-146", SMOKE: "AS-OPT-150", THUNDER: "AS-OPT-154"}


# -- what comes of it -----------------------------------------------------------------------------------------


def strength(attack: Attack) -> Strength:
    """What the missiles are worth there; nobody is hurt."""
    return value_of(attack, attack.code or "")


def resolve(attack: Attack, roll: tuple[int, ...], number: int, parts: tuple[Modifier, ...], hit: bool) -> None:
    tell(attack, roll, number, parts, hit)
    assert attack.point is not None
    points = strength(attack).points
    if hit:
        come_down(attack, attack.point, points)
    elif fires(attack, THUNDER) is not None:
        drift(attack, attack.point, points)
    finish(attack, roll, hit)


def come_down(attack: Attack, at: Point, points: int) -> None:
    if fires(attack, SMOKE) is not None:
        fill_with_smoke(attack, at, points)
    elif fires(attack, CLEARANCE) is not None:
        clear_mines(attack, at, points)
    else:
        mine(attack, at, int(min(FIELD.of(attack)["most"], max(FIELD.of(attack)["least"], points))))


@rules.rule("AS-OPT-150", otherwise=None)
def fill_with_smoke(attack: Attack, at: Point, points: int) -> None:
    """Light smoke under the template, or heavy smoke by 3 points and more."""
    kind = HEAVY if points >= THICK.of(attack)["heavy from"] else LIGHT
    puff(attack.battle, kind, at, "AS-OPT-150", radius_of(attack.battle, TEMPLATE))


@rules.rule("AS-OPT-146", otherwise=None)
def clear_mines(attack: Attack, at: Point, points: int) -> None:
    """Every minefield under the template is so much less dense; where there is none nothing happens."""
    for one in fields_under(attack.battle, at, radius_of(attack.battle, TEMPLATE)):
        thin_out(attack.battle, one.id, points, "AS-OPT-146")


@rules.rule("AS-OPT-154", otherwise=None)
def mine(attack: Attack, at: Point, density: int) -> None:
    """A minefield under the template, unless one lies there already."""
    battle = attack.battle
    if density > 0 and not any(is_in(battle, at, one) for one in fields_of(battle) if not one.hidden):
        lay_mines(battle, at, int(density), "AS-OPT-154", side=attack.attacker.side)


@rules.rule("AS-OPT-154", otherwise=None)
def drift(attack: Attack, aimed: Point, points: int) -> None:
    """Mines that miss come down two inches off, half as dense."""
    battle, far = attack.battle, FIELD.of(attack)["scatters"]
    (way,) = battle.roll(1)
    lands = battle.table.snap(scatter(battle, battle.table, aimed, way, far))
    gone = not battle.table.inside(*lands)
    battle.emit(Scattered(attack.attacker.id, aimed, lands, (way,), gone, "AS-OPT-154"))
    if not gone:
        mine(attack, lands, int(min(FIELD.of(attack)["most"], points)) // 2)


# -- offering it ----------------------------------------------------------------------------------------------


def launchers(unit: Unit) -> tuple[str | None, ...]:
    """The launchers of a unit that have something for the ground."""
    loads = munitions.of(unit)
    return tuple(one for one in MISSILES if any(word in AT_THE_GROUND for word in loads.get(one, ())))


def words_of(unit: Unit, launcher: str | None) -> tuple[str, ...]:
    """What a launcher has for the ground."""
    return tuple(word for word in munitions.of(unit).get(launcher or "", ()) if word in AT_THE_GROUND)


def rings(attack: Attack) -> tuple[Ring, ...]:
    return (Ring(radius_of(attack.battle, TEMPLATE), Strength(0)),)


attack_kind(
    Kind(
        POINTS,
        traits=trait.traits(trait.ATTACK, trait.WEAPON),
        when=OPTION,
        words="missiles",
        slot=weapon_slot,
        strength=strength,
        loaded=launcher_loaded,
        resolve=resolve,
        at_points=launchers,
        ammo_at_points=words_of,
        rings=rings,
    )
)
