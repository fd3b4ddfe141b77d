"""Area-effect weapons (pp. 20-21): fired in one's own activation, they explode with the grenades."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import AREA, AREA_EFFECT, LAUNCHER, SATCHEL, Weapon, weapon
from lancemate.battletroops.combat.attacking import announce, announced
from lancemate.battletroops.combat.kinds import AttackKind, Attempt
from lancemate.battletroops.combat.shot import BASES, MODIFIERS
from lancemate.battletroops.combat.throwing import let_fly, place_meant, throw_modifiers, throw_sight, too_hard
from lancemate.battletroops.damage.blast import blast, points_of
from lancemate.battletroops.movement.activation import activate, end_activation
from lancemate.battletroops.movement.allowance import cannot_pay
from lancemate.battletroops.movement.costs import stairway_of
from lancemate.battletroops.movement.plan import left_to
from lancemate.battletroops.play.events import ExplosivePlaced, Thrown
from lancemate.battletroops.play.orders import Act, Attack, Offer, PointTarget
from lancemate.battletroops.play.state import Explosive, State
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import terms
from lancemate.battletroops.sight.ranges import reach
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


def weigh(battle: Battle, command: Attack) -> Attempt:
    """A shot of an area weapon at a dot; those of machines, and those at machines, are in machines/firing.py."""
    unit = battle.unit(command.unit)
    if unit.machine is not None or (
        isinstance(command.target, str) and battle.unit(command.target).machine is not None
    ):
        by = "area by machine" if unit.machine is not None else "area at machine"
        weighed: Attempt = hooks.questions[by](battle, command)
        return weighed
    usable = ready(battle, unit)
    attempt = Attempt(unit, command, command.using or (usable[0] if usable else unit.prepared))
    arm = weapon(battle, attempt.using)
    if not isinstance(command.target, PointTarget) or not battle.map.inside(command.target.point):
        attempt.refusal = Refusal("no_such_target", "an area weapon is fired at a dot of the map", "BT-OPT-012")
        return attempt
    if OPTION not in battle.options or arm is None or attempt.using not in usable:
        text = f"{unit.id} has no area weapon ready" + (f"; there is his {', '.join(usable)}" if usable else "")
        attempt.refusal = Refusal("not_ready", text, "BT-OPT-010")
        return attempt
    end = place_meant(battle, command.target)
    attempt.distance, attempt.look = reach(battle, unit.at, end.at), throw_sight(battle, unit, end)
    attempt.cost, attempt.lethal = arm.mp, points_of(battle, attempt.using)
    attempt.modifiers = area_number(battle, attempt, arm)
    attempt.refusal = (
        out_of_ammunition(battle, unit, attempt.using)
        or why_not_fire(battle, attempt, arm)
        or too_weak(battle, unit, arm)
        or too_hard(battle, attempt)
    )
    return attempt


@rules.rule("BT-OPT-005", otherwise=None)
def out_of_ammunition(battle: Battle, unit: Unit, name: str) -> Refusal | None:
    """What has no shots left is not fired."""
    arm = weapon(battle, name)
    if arm is None or arm.kind != AREA or arm.ammo < 0 or unit.ammo.get(name, 0) > 0:
        return None
    return Refusal("no_ammunition", f"{unit.id} has no shots left for his {name}", "BT-OPT-005")


@rules.rule("BT-OPT-010", otherwise=None)
def why_not_fire(battle: Battle, attempt: Attempt, arm: Weapon) -> Refusal | None:
    """At any dot that he sees, in whatever direction, within its range."""
    if attempt.unit.hand_to_hand is not None:
        text = f"{attempt.unit.id} has announced a hand-to-hand attack, which is instead of other attacks"
        return Refusal("hand_to_hand", text, "BT-COM-028")
    if attempt.distance is not None and attempt.distance > arm.reach:
        text = f"it is {attempt.distance} dots away; the {arm.name} reaches {arm.reach}"
        return Refusal("out_of_range", text, "BT-COM-022")
    if attempt.look is not None and not attempt.look.clear:
        return Refusal("no_line_of_sight", f"the dot is hidden by {attempt.look.hidden_by}", attempt.look.rule)
    return None


@rules.rule("BT-OPT-011", otherwise=None)
def too_weak(battle: Battle, unit: Unit, arm: Weapon) -> Refusal | None:
    """The points that firing takes must be left."""
    left = left_to(battle, unit)
    if arm.mp <= left:
        return None
    return Refusal("too_few_mp", f"firing the {arm.name} takes {arm.mp} MP, and {left} are left", "BT-OPT-011")


@rules.rule("BT-OPT-012", otherwise=())
def area_number(battle: Battle, attempt: Attempt, arm: Weapon) -> tuple[Modifier, ...]:
    """As for any shot, but for what is said of prone targets: the target is a dot."""
    far = attempt.distance or 1
    bracket = "short" if far <= arm.short[1] else "long"
    parts = [Modifier(f"{bracket.capitalize()} range", BASES.of(battle)[bracket], "BT-COM-022")]
    parts += throw_modifiers(battle, attempt)
    if attempt.unit.prone:
        parts.append(Modifier("Prone", MODIFIERS.of(battle)["attacker_prone"], "BT-COM-027"))
    return tuple(parts)


def make(battle: Battle, attempt: Attempt) -> None:
    if attempt.unit.machine is not None:
        hooks.questions["make area by machine"](battle, attempt)
    else:
        announce(battle, attempt, "area_fire" if isinstance(attempt.command.target, PointTarget) else "fire_at_machine")


@rules.task("area_fire")
def area_fire(battle: Battle, command: Attack) -> None:
    unit = battle.units[command.unit]
    attempt = announced(battle, command, weigh)
    if attempt is None:
        end_activation(battle, unit)
        return
    let_fly(battle, attempt, drift(battle), NAME)
    if is_spent(battle):
        end_activation(battle, unit)


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
    blast(battle, one, points_of(battle, one.weapon), "BT-OPT-015")
    lit = sets_fire(battle, one)
    for level, dots in lit.items():
        battle.emit(DotsLit(one.weapon, tuple(dots), level))
        set_alight(battle, one, tuple(dots))


def set_alight(battle: Battle, one: Explosive, dots: tuple[Dot, ...]) -> None:
    """Whose fire burns inside a building has damaged it."""
    for name in dict.fromkeys(house.id for dot in dots if (house := battle.map.building(dot)) is not None):
        for hook in battle.hooks[hooks.building_hurt]:
            hook(battle, battle.units[one.by], name)


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


@rules.rule("BT-OPT-022", otherwise=lambda battle, one: {})
def sets_fire(battle: Battle, one: Explosive) -> dict[int, list[Dot]]:
    """Flamers and Infernos light the impact dot and every dot of their blast that no wall, window or trunk keeps off.

    On a stairway it burns one level above and below as well.
    """
    if one.weapon not in FLAMES:
        return {}
    burning = {
        (dot, battle.map.levels_of[fire.id] if fire.elevation is None else fire.elevation)
        for fire in battle.map.features
        if fire.kind == FIRE
        for dot in fire.dots
    }
    reach_of = len(points_of(battle, one.weapon)) - 1
    found: dict[int, list[Dot]] = {}
    for dot in battle.map.dots:
        if lattice.distance(one.at, dot) <= reach_of and _spreads(battle, one, dot):
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
            if target.on_map and target.able and not target.hidden:
                if target.machine is not None:
                    yield Attack(unit.id, target.id, NAME, using)
                else:
                    yield Attack(unit.id, PointTarget(target.at, target.elevation), NAME, using)


hooks.attack_kinds.add(NAME, AttackKind(NAME, "area fire", weigh, make, aims))


# -- satchel charges ------------------------------------------------------------------------------------------------


@hooks.throwables.entry(SATCHEL)
def weigh_satchel(battle: Battle, attempt: Attempt) -> Attempt:
    """A satchel charge at a dot."""
    unit, command = attempt.unit, attempt.command
    if not isinstance(command.target, PointTarget) or not battle.map.inside(command.target.point):
        attempt.refusal = Refusal("no_such_target", "a satchel charge is thrown at a dot of the map", "BT-OPT-021")
        return attempt
    end = place_meant(battle, command.target)
    attempt.distance, attempt.look = reach(battle, unit.at, end.at), throw_sight(battle, unit, end)
    attempt.cost = SATCHEL_COST * attempt.distance * (2 if unit.prone else 1)
    attempt.modifiers = satchel_number(battle, attempt)
    attempt.lethal = points_of(battle, SATCHEL)
    attempt.refusal = (
        why_not_throw_satchel(battle, attempt)
        or cannot_pay(battle, left_to(battle, unit), attempt.cost, "this throw")
        or too_hard(battle, attempt)
    )
    return attempt


@rules.rule("BT-OPT-021", otherwise=())
def satchel_number(battle: Battle, attempt: Attempt) -> tuple[Modifier, ...]:
    """Twice the distance, with cover and wounds."""
    base = Modifier("Distance, twice", 2 * (attempt.distance or 0), "BT-OPT-021")
    return (base, *throw_modifiers(battle, attempt))


@rules.rule("BT-OPT-021", otherwise=None)
def why_not_throw_satchel(battle: Battle, attempt: Attempt) -> Refusal | None:
    """One that he carries and has prepared, at a dot that he sees."""
    unit = attempt.unit
    if OPTION not in battle.options:
        return Refusal("no_option", "satchel charges are thrown with the option area_effect", "BT-OPT-021")
    if not unit.satchel or unit.prepared != SATCHEL:
        return Refusal("not_prepared", f"{unit.id} has no satchel charge prepared", "BT-OPT-021")
    if attempt.look is not None and not attempt.look.clear:
        return Refusal("no_line_of_sight", f"the dot is hidden by {attempt.look.hidden_by}", attempt.look.rule)
    return None


@hooks.deeds.entry("place")
def place(battle: Battle, unit: Unit, command: Act) -> None:
    """Put a satchel charge down on one's own dot."""
    refusal = why_not_place(battle, unit, str(command.what))
    if refusal is not None:
        raise Refused(refusal)
    activate(battle, unit)
    cost = AREA_EFFECT.of(battle)[SATCHEL]["mp"]
    battle.emit(Thrown(unit.id, SATCHEL, unit.at, unit.elevation, 0, cost, 0, (), (), True, "place"))
    battle.emit(ExplosivePlaced(Explosive(SATCHEL, unit.at, unit.elevation, unit.side, unit.id)))


@rules.rule("BT-OPT-021", otherwise=None)
def why_not_place(battle: Battle, unit: Unit, what: str) -> Refusal | None:
    """He carries one, and pays for putting it down."""
    if what != SATCHEL or not unit.satchel or OPTION not in battle.options:
        return Refusal("not_carried", f"{unit.id} has no {what} to place", "BT-OPT-021")
    return cannot_pay(battle, left_to(battle, unit), AREA_EFFECT.of(battle)[SATCHEL]["mp"], "placing the charge")


@hooks.offers.rule("BT-OPT-021", when=OPTION)
def place_offers(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """A charge that could be put down, or thrown at an enemy close by."""
    if not unit.satchel:
        return None
    found: list[Offer] = []
    if why_not_place(battle, unit, SATCHEL) is None:
        found.append(offer(Act(unit.id, "place", SATCHEL), "Place the satchel charge", "BT-OPT-021"))
    if unit.prepared == SATCHEL:
        for target in battle.of_side(battle.opponent(unit.side)):
            near = target.able and not target.hidden and lattice.distance(unit.at, target.at) <= 4
            command = Attack(unit.id, PointTarget(target.at, target.elevation), "throw", SATCHEL)
            if near and weigh_satchel(battle, Attempt(unit, command, SATCHEL)).refusal is None:
                found.append(offer(command, f"Throw the satchel charge at {list(target.at)}", "BT-OPT-021"))
    return tuple(found)
