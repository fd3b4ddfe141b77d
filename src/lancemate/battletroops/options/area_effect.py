"""Area-effect weapons (pp. 20-21): fired in one's own activation, they explode with the grenades."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import AREA, AREA_EFFECT, LAUNCHER, SATCHEL, weapon
from lancemate.battletroops.combat.aim import Aim, shoot
from lancemate.battletroops.combat.allowed import can_be_shot
from lancemate.battletroops.combat.attacking import announce
from lancemate.battletroops.combat.kinds import AimKind, AttackKind
from lancemate.battletroops.combat.scatter import goes_astray, meant, put_down
from lancemate.battletroops.combat.throwing import at_a_dot, lands, no_aim, tell_throw
from lancemate.battletroops.damage.blast import blast, is_contained, points_of
from lancemate.battletroops.damage.houses import house_harmed
from lancemate.battletroops.movement.activation import activate, end_activation
from lancemate.battletroops.movement.allowance import cannot_pay
from lancemate.battletroops.movement.costs import stairway_of
from lancemate.battletroops.movement.plan import left_to
from lancemate.battletroops.play.events import ExplosivePlaced, Thrown
from lancemate.battletroops.play.events.combat import PLACED
from lancemate.battletroops.play.orders import Act, Attack, Offer, PointTarget
from lancemate.battletroops.play.state import Explosive, State
from lancemate.battletroops.play.traits import BY_RANGE, DROPPED, MACHINE, MAN, PLACE, SHELL, THROWN, WALL
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import Place, terms
from lancemate.field import lattice
from lancemate.field.lattice import Dot
from lancemate.field.lattice_map import Lattice
from lancemate.field.lattice_terrain import FIRE, Feature
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.events import event
from lancemate.kernel.explain import Modifier
from lancemate.kernel.naming import RuleId, Word
from lancemate.kernel.offers import offer

if TYPE_CHECKING:
    from lancemate.battletroops.movement.plan import Left, Plan
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

OPTION: Final = rules.option("area_effect", "BT-OPT-010", "missiles, launchers, flamers and satchel charges")
NAME: Final = "area"
FLAMES: Final = ("Flamer", "Heavy Flamer", "Inferno")
SATCHEL_COST: Final = 2  # to throw it, for each dot


def ready(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """The area weapons a soldier could fire at once."""
    found = [unit.prepared] if _is_area(battle, unit.prepared) else []
    return (*found, *under_the_primary(battle, unit))


@rules.rule("BT-OPT-017", otherwise=())
def under_the_primary(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """A launcher under the primary weapon is ready whenever that is."""
    return (LAUNCHER,) if unit.launcher and unit.prepared == unit.primary else ()


def _is_area(battle: Battle, name: str) -> bool:
    arm = weapon(battle, name)
    return arm is not None and arm.kind == AREA and name != SATCHEL


def tell_shell(aim: Aim, roll: tuple[int, ...], hit: bool) -> None:
    tell_throw(aim, roll, hit, NAME)


def _impact(aim: Aim, left: Left | None) -> None:
    put_down(aim, meant(aim), aim.using)


def misses(aim: Aim) -> None:
    goes_astray(aim, drift(aim.battle), aim.using)


SHELLS: Final = hooks.aim_kinds.add(
    "shell", AimKind("shell", frozenset((MAN, PLACE, SHELL, BY_RANGE)), tell_shell, _impact, misses)
)


def weigh(battle: Battle, command: Attack) -> Aim:
    """A shot of an area weapon at a dot; those of machines, and those at machines, are in machines/firing.py."""
    unit = battle.unit(command.unit)
    if unit.machine is not None or (
        isinstance(command.target, str) and battle.unit(command.target).machine is not None
    ):
        by = "area by machine" if unit.machine is not None else "area at machine"
        weighed: Aim = hooks.questions[by](battle, command)
        return weighed
    refusal = Refusal("no_such_target", "an area weapon is fired at a dot of the map", "BT-OPT-012")
    using = meant_weapon(battle, command)
    if not _is_area(battle, using):
        return no_aim(battle, command, using, _none_ready(battle, unit))
    aim = at_a_dot(battle, SHELLS, command, using, refusal)
    aim.cost = 0 if aim.arm is None else aim.arm.mp
    return aim


def meant_weapon(battle: Battle, command: Attack) -> str:
    """The one that is named, or that he could fire at once."""
    unit = battle.unit(command.unit)
    return command.using or next(iter(ready(battle, unit)), unit.prepared)


@hooks.may_shoot.rule("BT-OPT-010", part=hooks.ABLE, traits=SHELL, but=MACHINE)
def needs_one_ready(aim: Aim) -> Refusal | None:
    """An area weapon that is ready."""
    if OPTION in aim.battle.options and aim.using in ready(aim.battle, aim.shooter):
        return None
    return _none_ready(aim.battle, aim.shooter)


def _none_ready(battle: Battle, unit: Unit) -> Refusal:
    usable = ready(battle, unit)
    text = f"{unit.id} has no area weapon ready" + (f"; there is his {', '.join(usable)}" if usable else "")
    return Refusal("not_ready", text, "BT-OPT-010")


@hooks.may_shoot.rule("BT-OPT-005", part=hooks.READY, traits=(SHELL, WALL), but=MACHINE)
def out_of_ammunition(aim: Aim) -> Refusal | None:
    """What has no shots left is not fired."""
    arm, unit = aim.arm, aim.shooter
    if arm is None or arm.kind != AREA or arm.ammo < 0 or unit.ammo.get(aim.using, 0) > 0:
        return None
    return Refusal("no_ammunition", f"{unit.id} has no shots left for his {aim.using}", "BT-OPT-005")


@hooks.may_shoot.rule("BT-OPT-011", part=hooks.PAYING, traits=SHELL)
def too_weak(aim: Aim) -> Refusal | None:
    """The points that firing takes must be left."""
    left = left_to(aim.battle, aim.shooter)
    if aim.cost <= left:
        return None
    text = f"firing the {aim.using} takes {aim.cost} MP, and {left} are left"
    return Refusal("too_few_mp", text, "BT-OPT-011")


def area_fire(battle: Battle, aim: Aim) -> None:
    """Its dice; a man is done with it."""
    shoot(aim)
    if aim.shooter.is_soldier and is_spent(battle):
        end_activation(battle, aim.shooter)


@rules.rule("BT-OPT-013", otherwise=False)
def is_spent(battle: Battle) -> bool:
    """One shot in a turn, however many points are left."""
    return True


@rules.rule("BT-OPT-014", otherwise=None)
def drift(battle: Battle) -> int | None:
    """A miss scatters as a grenade does, but always by one dot."""
    return 1


@rules.rule("BT-OPT-015", otherwise=None)
def goes_off(battle: Battle, one: Explosive) -> None:
    """As a grenade, with the points of the weapon by dots from the impact."""
    points = points_of(battle, one.weapon)
    blast(battle, one, points, "BT-OPT-015")
    if one.weapon in FLAMES:
        burn(battle, one, one.weapon, len(points) - 1)


def burn(battle: Battle, one: Explosive, what: str, far: int, rule: str = "BT-OPT-022") -> None:
    """Light what it lights. Whose fire burns inside a building has damaged it."""
    for level, dots in sets_fire(battle, one, far).items():
        battle.emit(DotsLit(what, tuple(dots), level, rule))
        house_harmed(battle, battle.units[one.by], dots)


for _name in AREA_EFFECT.book:
    hooks.explosions.add(_name, goes_off)


@event
class DotsLit:
    """Dots on a level begin to burn."""

    type: ClassVar[str] = "fire"
    weapon: Word
    dots: tuple[Dot, ...]
    elevation: int
    rule: RuleId = "BT-OPT-022"

    def apply(self, state: State) -> None:
        state.map = state.map.changed(add=[flames(state.map, self.dots, self.elevation)])


def flames(field: Lattice, dots: tuple[Dot, ...], elevation: int) -> Feature:
    """Fire as a piece of terrain, numbered among its kind."""
    number = 1 + sum(one.kind == FIRE for one in field.features)
    taken = {one.id for one in field.features}
    while f"{FIRE}{number}" in taken:
        number += 1
    return Feature(f"{FIRE}{number}", FIRE, dots=dots, elevation=elevation)


@rules.rule("BT-OPT-022", otherwise=lambda battle, one, far: {})
def sets_fire(battle: Battle, one: Explosive, far: int) -> dict[int, list[Dot]]:
    """Flamers and Infernos light the impact dot and every dot of their blast that no wall, window or trunk keeps off.

    On a stairway it burns one level above and below as well. ``far``: how many dots the blast reaches.
    """
    burning = {
        (dot, battle.map.levels_of[fire.id] if fire.elevation is None else fire.elevation)
        for fire in battle.map.features
        if fire.kind == FIRE
        for dot in fire.dots
    }
    found: dict[int, list[Dot]] = {}
    if is_contained(battle, one):
        return found
    for dot in battle.map.dots:
        if lattice.distance(one.at, dot) <= far and _spreads(battle, one, dot):
            found.setdefault(one.elevation, []).append(dot)
    if battle.map.has_stairway(one.at):
        for level in (one.elevation - 1, one.elevation + 1):
            if stands_on(battle, one.at, level):
                found.setdefault(level, []).append(one.at)
    fresh = {level: [dot for dot in dots if (dot, level) not in burning] for level, dots in found.items()}
    return {level: dots for level, dots in fresh.items() if dots}


def stands_on(battle: Battle, dot: Dot, level: int) -> bool:
    """Whether there is ground, a floor or a roof at a level of a dot."""
    house = battle.map.building(dot)
    if house is None:
        return level == battle.map.ground(dot)
    stairs = stairway_of(battle, dot)
    lowest = battle.map.base(house) if stairs is None else stairs[0]
    return lowest <= level <= battle.map.roof(house)


def _spreads(battle: Battle, one: Explosive, dot: Dot) -> bool:
    """Whether there is ground on that level, and nothing between that keeps the fire off."""
    if not stands_on(battle, dot, one.elevation):
        return False
    if dot == one.at:
        return True
    seen = battle.map.sight(one.at, one.elevation, dot, one.elevation, terms(battle), 2)
    return not seen.hidden_by and not any(cover.kind == "window" for cover in seen.cover)


def aims(battle: Battle, unit: Unit) -> Iterator[Attack]:
    """The dots of enemies whom it may hit."""
    if unit.machine is not None:
        usings = tuple(dict.fromkeys(hooks.questions["weapons of a machine"](battle, unit)))
    elif OPTION in battle.options:
        usings = ready(battle, unit)
    else:
        return
    for using in usings:
        for target in battle.of_side(battle.opponent(unit.side)):
            if target.on_map and can_be_shot(target) and not target.hidden:
                if target.machine is not None:
                    yield Attack(unit.id, target.id, NAME, using)
                else:
                    yield Attack(unit.id, PointTarget(target.at, target.elevation), NAME, using)


hooks.attack_kinds.add(NAME, AttackKind(NAME, "area fire", weigh, announce, aims, area_fire))


# -- satchel charges ------------------------------------------------------------------------------------------------


SATCHELS: Final = hooks.aim_kinds.add(
    "satchel", AimKind("satchel", frozenset((MAN, PLACE, THROWN)), tell_throw, lands, misses, words="this throw")
)


PUT_DOWN: Final = hooks.aim_kinds.add(PLACED, AimKind(PLACED, frozenset((MAN, PLACE, DROPPED))))


@hooks.throwables.entry(SATCHEL)
def weigh_satchel(battle: Battle, command: Attack) -> Aim:
    """A satchel charge at a dot."""
    refusal = Refusal("no_such_target", "a satchel charge is thrown at a dot of the map", "BT-OPT-021")
    aim = at_a_dot(battle, SATCHELS, command, SATCHEL, refusal)
    aim.cost = SATCHEL_COST * aim.distance * (2 if aim.shooter.prone else 1)
    return aim


@hooks.to_hit.rule("BT-OPT-021", part=hooks.BASE, kinds=SATCHELS.name)
def satchel_number(aim: Aim) -> Modifier | None:
    """Twice the distance, with cover and wounds."""
    return Modifier("Distance, twice", 2 * aim.distance, "BT-OPT-021")


@hooks.may_shoot.rule("BT-OPT-021", part=hooks.READY, kinds=SATCHELS.name)
def why_not_throw_satchel(aim: Aim) -> Refusal | None:
    """One that he carries and has prepared."""
    unit = aim.shooter
    if OPTION not in aim.battle.options:
        return Refusal("no_option", "satchel charges are thrown with the option area_effect", "BT-OPT-021")
    if not unit.satchel or unit.prepared != SATCHEL:
        return Refusal("not_prepared", f"{unit.id} has no satchel charge prepared", "BT-OPT-021")
    return None


@hooks.deeds.entry(PLACED)
def place(battle: Battle, unit: Unit, command: Act) -> None:
    """Put a satchel charge down on one's own dot."""
    refusal = why_not_place(battle, unit, str(command.what))
    if refusal is not None:
        raise Refused(refusal)
    activate(battle, unit)
    cost = AREA_EFFECT.of(battle)[SATCHEL]["mp"]
    battle.emit(Thrown(unit.id, SATCHEL, unit.at, unit.elevation, 0, cost, 0, (), (), True, PLACED))
    battle.emit(ExplosivePlaced(Explosive(SATCHEL, unit.at, unit.elevation, unit.side, unit.id)))


@rules.rule("BT-OPT-021", otherwise=None)
def why_not_place(battle: Battle, unit: Unit, what: str) -> Refusal | None:
    """He carries one, and pays for putting it down."""
    if what != SATCHEL or not unit.satchel or OPTION not in battle.options:
        return Refusal("not_carried", f"{unit.id} has no {what} to place", "BT-OPT-021")
    cost = AREA_EFFECT.of(battle)[SATCHEL]["mp"]
    use = Aim(battle, PUT_DOWN, unit, SATCHEL, None, Place(unit.at, unit.elevation))
    return use.refusal or cannot_pay(battle, left_to(battle, unit), cost, "placing the charge")


@hooks.may_move.rule("BT-OPT-021", when=OPTION)
def placed_before_or_after(battle: Battle, plan: Plan) -> Refusal | None:
    """A charge that is put down after some movement is put down at the end of it."""
    unit = plan.unit
    if battle.state.acting != unit.id or not battle.state.settled or not (plan.strides or plan.command.board):
        return None
    text = f"{unit.id} has placed his charge after he had moved: he moves no more in this turn"
    return Refusal("placed", text, "BT-OPT-021")


@hooks.offers.rule("BT-OPT-021", when=OPTION)
def place_offers(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """A charge that could be put down, or thrown at an enemy close by."""
    if not unit.satchel:
        return None
    found: list[Offer] = []
    if why_not_place(battle, unit, SATCHEL) is None:
        found.append(offer(Act(unit.id, PLACED, SATCHEL), "Place the satchel charge", "BT-OPT-021"))
    if unit.prepared == SATCHEL:
        for target in battle.of_side(battle.opponent(unit.side)):
            near = target.able and not target.hidden and lattice.distance(unit.at, target.at) <= 4
            command = Attack(unit.id, PointTarget(target.at, target.elevation), "throw", SATCHEL)
            if near and weigh_satchel(battle, command).refusal is None:
                found.append(offer(command, f"Throw the satchel charge at {list(target.at)}", "BT-OPT-021"))
    return tuple(found)
