"""Area weapons of machines (pp. 29, 31), and those of soldiers against machines (pp. 30-31)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import AREA, SATCHEL, Weapon, weapon
from lancemate.battletroops.combat.aim import Aim
from lancemate.battletroops.combat.kinds import AimKind
from lancemate.battletroops.combat.scatter import goes_astray, meant, put_down
from lancemate.battletroops.combat.throwing import no_aim, place_meant, tell_throw
from lancemate.battletroops.damage.blast import blast, is_contained
from lancemate.battletroops.damage.causes import BLAST, MOUNTED, source
from lancemate.battletroops.machines.damage import KICK, strike
from lancemate.battletroops.machines.events import HeatTaken, InfernoBurns, MachineFired, ShotAtMachine
from lancemate.battletroops.machines.moving import begin
from lancemate.battletroops.machines.shooting import by_machine, covers, goes_in, goes_inside, salvo, table_of
from lancemate.battletroops.machines.speed import usual_mode
from lancemate.battletroops.machines.templates import machines_at, side_towards
from lancemate.battletroops.machines.weapons import FIGURES, MACHINE_WEAPONS, has_rounds, machine_weapon, mounts
from lancemate.battletroops.options.area_effect import FLAMES, NAME, burn, meant_weapon, misses
from lancemate.battletroops.play.machine import MECH, Mount
from lancemate.battletroops.play.orders import Attack, PointTarget
from lancemate.battletroops.play.traits import (
    ARMOUR,
    BY_RANGE,
    DUEL,
    GUNNERY,
    INSIDE,
    MACHINE,
    MAN,
    PIERCING,
    PLACE,
    PLACED,
    SHELL,
)
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.battletroops.movement.plan import Left
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Explosive, Unit
    from lancemate.battletroops.sight.look import Place
    from lancemate.field.lattice import Dot

MARK = "#"  # how an explosion says that a machine's weapon makes it


@hooks.questions.entry("activate machine")
def activate_machine(battle: Battle, unit: Unit) -> None:
    """Activate it where it is, if it has not been."""
    machine = unit.machine
    if machine is None:
        raise Refused(Refusal("no_machine", f"{unit.id} is neither a 'Mech nor a vehicle", "BT-MEC-002"))
    begin(battle, unit, machine.mode or usual_mode(unit))


@hooks.questions.entry("machine has fired")
def has_fired(battle: Battle, unit: Unit, mount: int) -> None:
    """One weapon is used, its cost paid already."""
    machine = unit.machine
    assert machine is not None
    name = machine.mounts[mount].weapon
    battle.emit(MachineFired(unit.id, mount, name, FIGURES.of(battle)[name]["heat"], 0, True, True))


# -- kinds ------------------------------------------------------------------------------------------------------------


def _kind(name: str, traits: tuple[str, ...], tell: object, land: object, miss: object = None) -> AimKind:
    return hooks.aim_kinds.add(name, AimKind(name, frozenset(traits), tell, land, miss))  # type: ignore[arg-type]


def tell_at_machine(aim: Aim, roll: tuple[int, ...], hit: bool) -> None:
    """A weapon of a machine takes its heat and rounds first."""
    battle, number, parts, cost = aim.battle, aim.needs, aim.modifiers, aim.cost
    if aim.mount is not None:
        takes(aim)
        cost = 0
    battle.emit(
        ShotAtMachine(
            aim.shooter.id, aim.whom.id, aim.using, NAME, aim.distance, number, parts, roll, hit, cost, _rule_of(aim)
        )
    )


def _rule_of(aim: Aim) -> str:
    if INSIDE in aim.traits:
        return "BT-MEC-072"
    if DUEL in aim.traits:
        return "BT-MEC-084"
    return "BT-MEC-048" if aim.using == "Inferno" else "BT-MEC-047" if aim.using in FLAMES else "BT-MEC-041"


def takes(aim: Aim) -> None:
    """What firing takes out of a machine."""
    arm = aim.arm
    assert arm is not None
    aim.battle.emit(MachineFired(aim.shooter.id, aim.number, arm.name, arm.heat, aim.cost, True, True))


def tell_cannon(aim: Aim, roll: tuple[int, ...], hit: bool) -> None:
    takes(aim)
    tell_throw(aim, roll, hit, NAME, 0)


def shell_of(aim: Aim) -> str:
    return f"{aim.using}{MARK}"


def _impact(aim: Aim, left: Left | None) -> None:
    put_down(aim, meant(aim), shell_of(aim))


def _cannon_misses(aim: Aim) -> None:
    goes_astray(aim, miss_goes(aim.battle, aim.using), shell_of(aim))


def _pierces(aim: Aim, left: Left | None) -> None:
    side = side_towards(aim.battle, aim.whom, aim.shooter.at)
    shell = source(aim.using, "BT-MEC-041", BLAST, by=aim.shooter)
    strike(aim.battle, aim.whom, shell, aim.damage or 0, side, table_of(aim))


def _licks(aim: Aim, left: Left | None) -> None:
    if aim.using == "Inferno":
        burns_long(aim.battle, aim.whom)
    else:
        heats(aim.battle, aim.whom, aim.using)


def _salvo(aim: Aim, left: Left | None) -> None:
    shot = source(aim.using, "BT-MEC-084", MOUNTED, by=aim.shooter)
    salvo(aim.battle, aim.whom, shot, side_towards(aim.battle, aim.whom, aim.shooter.at))


CANNON: Final = _kind("cannon", (MACHINE, PLACE, SHELL, GUNNERY), tell_cannon, _impact, _cannon_misses)
CANNON_RAMP: Final = _kind("cannon inside", (MACHINE, INSIDE, SHELL, GUNNERY), tell_at_machine, goes_in, _cannon_misses)
CANNON_DUEL: Final = _kind("cannon at armour", (MACHINE, ARMOUR, SHELL, DUEL), tell_at_machine, _salvo)
AT_ARMOUR: Final = _kind("shell at armour", (MAN, ARMOUR, SHELL, PIERCING, PLACED), tell_at_machine, _pierces, misses)
FLAMES_AT: Final = _kind("flames at armour", (MAN, ARMOUR, SHELL, PIERCING), tell_at_machine, _licks, misses)
SHELL_RAMP: Final = _kind("shell inside", (MAN, INSIDE, SHELL, BY_RANGE), tell_at_machine, goes_in, misses)


# -- a machine fires --------------------------------------------------------------------------------------------------


@hooks.questions.entry("area by machine")
def weigh_machine(battle: Battle, command: Attack) -> Aim:
    """An area weapon of a machine, at a dot or at another machine."""
    unit, target = battle.unit(command.unit), command.target
    usable = area_mounts(battle, unit)
    names = list(dict.fromkeys(one.weapon for _, one in usable))
    using = command.using or (names[0] if names else "")
    whom = battle.unit(target) if isinstance(target, str) else None
    if whom is not None and (whom.machine is None or whom.side == unit.side):
        return no_aim(battle, command, using, _no_target("BT-MEC-033"))
    if isinstance(target, PointTarget) and not battle.map.inside(target.point):
        text = f"{list(target.point)} is no dot of the map"
        return no_aim(battle, command, using, Refusal("no_such_target", text, "BT-MEC-033"))
    at = whom if whom is not None else place_meant(battle, target) if isinstance(target, PointTarget) else unit
    chosen = _mount(battle, unit, using, usable, at.at)
    if chosen is None:
        text = f"{unit.id} has no such area weapon ready" + (f"; there is its {', '.join(names)}" if names else "")
        return no_aim(battle, command, using, _why_none(unit, using, text))
    kind = CANNON if whom is None else CANNON_RAMP if goes_inside(battle, unit, whom) else CANNON_DUEL
    aim = by_machine(battle, kind, unit, *chosen, at, command=command)
    assert aim.arm is not None
    aim.cost = area_cost(battle, aim.arm)
    if kind is CANNON:
        aim.lethal = aim.arm.blast
    elif kind is CANNON_RAMP:
        aim.lethal = aim.arm.lethal
    return aim


def _no_target(rule: str) -> Refusal:
    return Refusal("no_such_target", "an area weapon is fired at a dot, or at an enemy machine", rule)


def _why_none(unit: Unit, using: str, text: str) -> Refusal:
    machine = unit.machine
    assert machine is not None
    fired = any(machine.mounts[number].weapon == using for number in machine.fired)
    return Refusal("has_fired" if fired else "not_ready", text, "BT-MEC-033")


@rules.rule("BT-MEC-033", otherwise=0)
def area_cost(battle: Battle, arm: Weapon) -> int:
    """Each costs its points at the end of the movement, as long as there are any."""
    return arm.mp


def area_mounts(battle: Battle, unit: Unit) -> list[tuple[int, Mount]]:
    """Its area weapons that have not fired in this turn and have rounds."""
    machine = unit.machine
    assert machine is not None
    found = []
    for number, one in mounts(unit):
        arm = machine_weapon(battle, one.weapon)
        if arm is not None and arm.kind == AREA and number not in machine.fired and has_rounds(unit, number):
            found.append((number, one))
    return found


def _mount(
    battle: Battle, unit: Unit, using: str, usable: list[tuple[int, Mount]], at: Dot
) -> tuple[int, Mount] | None:
    """The weapon meant: one that points there before one that does not."""
    named = [(number, one) for number, one in usable if one.weapon == using]
    return min(named, key=lambda pair: not covers(battle, unit, pair[1], at), default=None)


@hooks.questions.entry("aim of a machine")
def aim_of_a_machine(battle: Battle, kind: AimKind, unit: Unit, using: str, end: Place, command: Attack) -> Aim | None:
    """With whichever of its weapons of a name may still fire: one that points there before one that does not."""
    machine = unit.machine
    assert machine is not None
    usable = [(number, one) for number, one in mounts(unit) if number not in machine.fired and has_rounds(unit, number)]
    chosen = _mount(battle, unit, using, usable, end.at)
    return None if chosen is None else by_machine(battle, kind, unit, *chosen, end, command=command)


def miss_goes(battle: Battle, name: str) -> int | None:
    """How far a miss scatters: a dot, or of LRMs as far as a die says."""
    return far_miss(battle) if name.startswith("LRM") else 1


@rules.rule("BT-MEC-034", otherwise=1)
def far_miss(battle: Battle) -> int | None:
    """Long-range missiles scatter as a grenade does."""
    return None


def goes_off(battle: Battle, one: Explosive) -> None:
    """The blast of a machine's weapon; a flamer sets fire."""
    name = one.weapon.removesuffix(MARK)
    points = MACHINE_WEAPONS.of(battle)[name]["damage"]
    blast(battle, one, points, "BT-MEC-033", MOUNTED)
    if name == "Flamer":
        burns_as_others(battle, one, len(points) - 1)


@rules.rule("BT-MEC-035", otherwise=None)
def burns_as_others(battle: Battle, one: Explosive, far: int) -> None:
    """A 'Mech's flamer sets fires as those of infantry do, as far as it hurts."""
    burn(battle, one, "Flamer", far, "BT-MEC-035")


for _name in MACHINE_WEAPONS.book:
    hooks.explosions.add(f"{_name}{MARK}", goes_off)


# -- a soldier fires at a machine -------------------------------------------------------------------------------------


@hooks.questions.entry("area at machine")
def weigh_soldier(battle: Battle, command: Attack) -> Aim:
    """A soldier's area weapon at a machine."""
    unit, target, using = battle.unit(command.unit), battle.unit(str(command.target)), meant_weapon(battle, command)
    arm = weapon(battle, using)
    if target.side == unit.side:
        return no_aim(battle, command, using, _no_target("BT-OPT-012"))
    kind = SHELL_RAMP if goes_inside(battle, unit, target) else FLAMES_AT if using in FLAMES else AT_ARMOUR
    aim = Aim(battle, kind, unit, using, arm, target, command=command, cost=0 if arm is None else arm.mp)
    if kind is SHELL_RAMP:
        aim.lethal = None if arm is None else arm.lethal
        return aim
    aim.damage = 0 if arm is None or kind is FLAMES_AT else arm.apv
    aim.table = command.table
    return aim


@rules.rule("BT-MEC-047", otherwise=None)
def heats(battle: Battle, target: Unit, using: str) -> None:
    """Flames make a 'Mech hotter, and the ground does not burn."""
    arm = weapon(battle, using)
    if target.kind == MECH and arm is not None:
        battle.emit(HeatTaken(target.id, arm.heat, using, "BT-MEC-047"))


INFERNO = rules.table("BT-MEC-048", {"end_phases": 3})


@rules.rule("BT-MEC-048", otherwise=None)
def burns_long(battle: Battle, target: Unit) -> None:
    """Ten points of heat in each of three End Phases; every further hit lasts three more."""
    if target.kind == MECH and target.machine is not None:
        battle.emit(InfernoBurns(target.id, target.machine.inferno + INFERNO.of(battle)["end_phases"]))


# -- satchel charges under machines -----------------------------------------------------------------------------------


@hooks.exploded.rule("BT-MEC-046", types=("mech", "vehicle"))
def under_a_template(battle: Battle, one: Explosive) -> None:
    """A satchel charge that goes off under a template does its armour-piercing points, to a leg of a 'Mech."""
    if one.weapon != SATCHEL or is_contained(battle, one):
        return
    arm = weapon(battle, SATCHEL)
    assert arm is not None
    for unit in list(machines_at(battle, one.at, one.elevation)):
        charge = source(SATCHEL, "BT-MEC-046", BLAST, by=one.by)
        strike(battle, unit, charge, arm.apv, side_towards(battle, unit, one.at), KICK)
