"""Area weapons of machines (pp. 29, 31), and those of soldiers against machines (pp. 30-31)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import AREA, SATCHEL, Weapon, weapon
from lancemate.battletroops.combat.attacking import announced
from lancemate.battletroops.combat.kinds import Attempt
from lancemate.battletroops.combat.reaction import expose
from lancemate.battletroops.combat.scatter import Landing, scattered
from lancemate.battletroops.combat.shot import is_hit
from lancemate.battletroops.combat.throwing import place_meant, too_hard
from lancemate.battletroops.damage.blast import blast
from lancemate.battletroops.damage.wounds import useless_armour
from lancemate.battletroops.machines.damage import FULL, KICK, PUNCH, strike
from lancemate.battletroops.machines.events import HeatTaken, InfernoBurns, MachineFired, ShotAtMachine
from lancemate.battletroops.machines.moving import begin
from lancemate.battletroops.machines.seeing import look_at_machine, seat_of
from lancemate.battletroops.machines.shooting import (
    IntoTheRamp,
    anti_machine_parts,
    covers,
    duel_number,
    everybody_inside,
    goes_inside,
    guidelines,
    gunner_parts,
    level_three,
    lies_helpless,
    salvo,
    too_close,
    wrong_table,
)
from lancemate.battletroops.machines.speed import usual_mode
from lancemate.battletroops.machines.templates import machines_at, side_towards
from lancemate.battletroops.machines.weapons import FIGURES, MACHINE_WEAPONS, machine_weapon, mounts
from lancemate.battletroops.movement.activation import end_activation
from lancemate.battletroops.movement.plan import left_to
from lancemate.battletroops.options.area_effect import (
    FLAMES,
    NAME,
    OPTION,
    DotsLit,
    out_of_ammunition,
    ready,
    set_alight,
    sets_fire,
    too_weak,
)
from lancemate.battletroops.play.events import ExplosivePlaced, Thrown
from lancemate.battletroops.play.machine import MECH, Mount
from lancemate.battletroops.play.orders import Attack, PointTarget
from lancemate.battletroops.play.state import Explosive
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import Look, Place, look
from lancemate.battletroops.sight.ranges import reach
from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Modifier

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

MARK = "#"  # how an explosion says that a machine's weapon makes it


@hooks.questions.entry("activate machine")
def activate_machine(battle: Battle, unit: Unit) -> None:
    """Activate it where it is, if it has not been."""
    machine = unit.machine
    assert machine is not None
    begin(battle, unit, machine.mode or usual_mode(unit))


@hooks.questions.entry("machine has fired")
def has_fired(battle: Battle, unit: Unit, mount: int) -> None:
    """One weapon is used, its cost paid already."""
    machine = unit.machine
    assert machine is not None
    name = machine.mounts[mount].weapon
    battle.emit(MachineFired(unit.id, mount, name, FIGURES.of(battle)[name]["heat"], 0, True, True))


# -- a machine fires --------------------------------------------------------------------------------------------------


@hooks.questions.entry("area by machine")
def weigh_machine(battle: Battle, command: Attack) -> Attempt:
    """An area weapon of a machine, at a dot or at another machine."""
    unit = battle.unit(command.unit)
    machine = unit.machine
    assert machine is not None
    usable = area_mounts(battle, unit)
    names = list(dict.fromkeys(one.weapon for _, one in usable))
    attempt = Attempt(unit, command, command.using or (names[0] if names else ""))
    chosen = _mount(battle, unit, attempt, usable)
    arm = machine_weapon(battle, attempt.using) if attempt.using in MACHINE_WEAPONS.of(battle) else None
    if chosen is None or arm is None:
        text = f"{unit.id} has no such area weapon ready" + (f"; there is its {', '.join(names)}" if names else "")
        attempt.refusal = _why_none(battle, unit, attempt.using, text)
        return attempt
    attempt.cost = area_cost(battle, arm)
    if isinstance(command.target, PointTarget):
        _at_a_dot(battle, attempt, arm, chosen)
    else:
        _at_a_machine(battle, attempt, chosen)
    left = left_to(battle, unit)
    if attempt.refusal is None and attempt.cost > left:
        text = f"firing the {arm.name} takes {attempt.cost} MP, and {left} are left"
        attempt.refusal = Refusal("too_few_mp", text, "BT-OPT-011")
    attempt.refusal = attempt.refusal or lies_helpless(battle, unit) or too_hard(battle, attempt)
    return attempt


def _why_none(battle: Battle, unit: Unit, using: str, text: str) -> Refusal:
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
        left = machine.rounds[number]
        if arm is not None and arm.kind == AREA and number not in machine.fired and (left is None or left > 0):
            found.append((number, one))
    return found


def _aimed_at(battle: Battle, command: Attack) -> tuple[float, float]:
    return command.target.point if isinstance(command.target, PointTarget) else battle.unit(command.target).at


def _mount(battle: Battle, unit: Unit, attempt: Attempt, usable: list[tuple[int, Mount]]) -> tuple[int, Mount] | None:
    """The weapon meant: one that points there before one that does not."""
    named = [(number, one) for number, one in usable if one.weapon == attempt.using]
    at = _aimed_at(battle, attempt.command)
    return min(named, key=lambda pair: not covers(battle, unit, pair[1], at), default=None)


def _at_a_dot(battle: Battle, attempt: Attempt, arm: Weapon, chosen: tuple[int, Mount]) -> None:
    unit, target = attempt.unit, attempt.command.target
    assert isinstance(target, PointTarget)
    if not battle.map.inside(target.point):
        attempt.refusal = Refusal("no_such_target", f"{list(target.point)} is no dot of the map", "BT-MEC-033")
        return
    end = place_meant(battle, target)
    attempt.distance = reach(battle, unit.at, end.at)
    attempt.look = look(battle, seat_of(battle, unit), end)
    attempt.lethal = arm.blast
    cover = attempt.look.covers
    parts = [Modifier("Machine weapon", 6, "BT-MEC-030")]
    if cover:
        parts.append(Modifier(f"Partial cover: {', '.join(one.kind for one in cover)}", len(cover), "BT-COM-023"))
    more = gunner_parts(battle, unit, arm.name, attempt.distance, chosen[1].location)
    attempt.modifiers = (*parts, *more)
    attempt.refusal = too_close(battle, unit, end.at) or _why_not(battle, attempt, arm, chosen[1], end.at)


def _why_not(battle: Battle, attempt: Attempt, arm: Weapon, mount: Mount, at: tuple[float, float]) -> Refusal | None:
    unit = attempt.unit
    if not covers(battle, unit, mount, at):
        rule = "BT-MEC-028" if unit.kind == MECH else "BT-MEC-069"
        return Refusal("out_of_arc", f"the {arm.name} of {unit.id} does not point there", rule)
    if attempt.look is not None and not attempt.look.clear:
        return Refusal("no_line_of_sight", f"that is hidden by {attempt.look.hidden_by}", attempt.look.rule)
    return None


def too_far(attempt: Attempt, arm: Weapon) -> Refusal | None:
    if attempt.distance is None or attempt.distance <= arm.reach:
        return None
    text = f"it is {attempt.distance} dots away; the {arm.name} reaches {arm.reach}"
    return Refusal("out_of_range", text, "BT-COM-022")


def _at_a_machine(battle: Battle, attempt: Attempt, chosen: tuple[int, Mount]) -> None:
    unit, target = attempt.unit, battle.unit(str(attempt.command.target))
    arm = machine_weapon(battle, attempt.using)
    assert arm is not None
    if target.machine is None or target.side == unit.side or not target.on_map or target.dead:
        text = "an area weapon is fired at a dot, or at an enemy machine"
        attempt.refusal = Refusal("no_such_target", text, "BT-MEC-033")
        return
    attempt.distance, attempt.look = reach(battle, unit.at, target.at), look_at_machine(battle, unit, target)
    attempt.modifiers = duel_number(battle, unit, target, arm.name, chosen[1].location)
    attempt.damage = FIGURES.of(battle)[arm.name]["damage"] * FIGURES.of(battle)[arm.name].get("missiles", 1)
    attempt.refusal = guidelines(battle) or _why_not(battle, attempt, arm, chosen[1], target.at)


@hooks.questions.entry("make area by machine")
def make_machine(battle: Battle, attempt: Attempt) -> None:
    battle.then("machine_fire", command=attempt.command)
    if not attempt.unit.exposed:
        expose(battle, attempt.unit, "BT-COM-031")


@rules.task("machine_fire")
def machine_fire(battle: Battle, command: Attack) -> None:
    """Its dice; a miss at a dot scatters."""
    unit = battle.units[command.unit]
    attempt = announced(battle, command, weigh_machine)
    if attempt is None or unit.machine is None:
        return
    chosen = _mount(battle, unit, attempt, area_mounts(battle, unit))
    assert chosen is not None
    assert attempt.distance is not None
    arm = machine_weapon(battle, attempt.using)
    assert arm is not None
    number = attempt.target_number or 0
    roll = battle.roll(2)
    hit = is_hit(battle, roll, number)
    battle.emit(MachineFired(unit.id, chosen[0], arm.name, arm.heat, attempt.cost, True, True))
    if not isinstance(command.target, PointTarget):
        target = battle.units[command.target]
        rule, parts = "BT-MEC-084", attempt.modifiers
        battle.emit(
            ShotAtMachine(unit.id, target.id, arm.name, NAME, attempt.distance, number, parts, roll, hit, 0, rule)
        )
        if hit:
            salvo(battle, target, arm.name, side_towards(battle, target, unit.at))
        return
    end = place_meant(battle, command.target)
    battle.emit(
        Thrown(
            unit.id, arm.name, end.at, end.elevation, attempt.distance, 0, number, attempt.modifiers, roll, hit, NAME
        )
    )
    landing = Landing(end.at, end.elevation) if hit else scattered(battle, attempt, end, miss_goes(battle, arm.name))
    one = Explosive(f"{arm.name}{MARK}", landing.at, landing.elevation, unit.side, unit.id)
    battle.emit(ExplosivePlaced(one))


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
    blast(battle, one, points, "BT-MEC-033", pierces=useless_armour(battle))
    if name == "Flamer":
        burns_as_others(battle, one, len(points) - 1)


@rules.rule("BT-MEC-035", otherwise=None)
def burns_as_others(battle: Battle, one: Explosive, far: int) -> None:
    """A 'Mech's flamer sets fires as those of infantry do."""
    lit = sets_fire(battle, Explosive("Flamer", one.at, one.elevation, one.side, one.by))
    for level, dots in lit.items():
        battle.emit(DotsLit("Flamer", tuple(dots), level, "BT-MEC-035"))
        set_alight(battle, one, tuple(dots))


for _name in MACHINE_WEAPONS.book:
    hooks.explosions.add(f"{_name}{MARK}", goes_off)


# -- a soldier fires at a machine -------------------------------------------------------------------------------------


@hooks.questions.entry("area at machine")
def weigh_soldier(battle: Battle, command: Attack) -> Attempt:
    """A soldier's area weapon at a machine."""
    unit, target = battle.unit(command.unit), battle.unit(str(command.target))
    usable = ready(battle, unit)
    attempt = Attempt(unit, command, command.using or (usable[0] if usable else unit.prepared))
    arm = weapon(battle, attempt.using)
    if target.machine is None or target.side == unit.side or target.dead or not target.on_map:
        text = "an area weapon is fired at a dot, or at an enemy machine"
        attempt.refusal = Refusal("no_such_target", text, "BT-OPT-012")
        return attempt
    if OPTION not in battle.options or arm is None or attempt.using not in usable:
        attempt.refusal = Refusal("not_ready", f"{unit.id} has no area weapon ready", "BT-OPT-010")
        return attempt
    attempt.distance, attempt.look = reach(battle, unit.at, target.at), look_at_machine(battle, unit, target)
    attempt.cost = arm.mp
    inside = goes_inside(battle, unit, target)
    if inside:
        attempt.lethal, attempt.modifiers = arm.lethal, IntoTheRamp(battle, unit, target, attempt.using).modifiers
    else:
        attempt.damage = 0 if attempt.using in FLAMES else arm.apv
        attempt.modifiers = number_against(battle, attempt, target)
    attempt.refusal = (
        out_of_ammunition(battle, unit, attempt.using)
        or wrong_table(attempt.command.table)
        or (too_far(attempt, arm) if inside else short_alone(battle, attempt, arm))
        or _hidden(attempt.look, target)
        or too_weak(battle, unit, arm)
        or too_hard(battle, attempt)
    )
    return attempt


def _hidden(seen: Look, target: Unit) -> Refusal | None:
    if seen.clear:
        return None
    return Refusal("no_line_of_sight", f"{target.id} is hidden by {seen.hidden_by}", seen.rule)


@rules.rule("BT-MEC-039", otherwise=None)
def short_alone(battle: Battle, attempt: Attempt, arm: Weapon) -> Refusal | None:
    """Against machines it reaches as far as its short range."""
    if attempt.distance is None or attempt.distance <= arm.short[1]:
        return None
    text = f"it is {attempt.distance} dots away; against machines the {arm.name} reaches {arm.short[1]}"
    return Refusal("out_of_range", text, "BT-MEC-039")


def number_against(battle: Battle, attempt: Attempt, target: Unit) -> tuple[Modifier, ...]:
    flames = attempt.using in FLAMES
    return (flame_number if flames else area_number)(battle, attempt, target)


@rules.rule("BT-MEC-041", otherwise=())
def area_number(battle: Battle, attempt: Attempt, target: Unit) -> tuple[Modifier, ...]:
    """Four, with cover and wounds."""
    return anti_machine_parts(battle, attempt.unit, target, attempt.command.table)


@rules.rule("BT-MEC-047", otherwise=())
def flame_number(battle: Battle, attempt: Attempt, target: Unit) -> tuple[Modifier, ...]:
    """The same for flames; there is no placing them."""
    parts = anti_machine_parts(battle, attempt.unit, target, None)
    return tuple(part for part in parts if part.rule != "BT-MEC-042")


@rules.task("fire_at_machine")
def fire_at_machine(battle: Battle, command: Attack) -> None:
    """The dice of a soldier's area weapon at a machine; a miss scatters and explodes."""
    unit = battle.units[command.unit]
    attempt = announced(battle, command, weigh_soldier)
    if attempt is None:
        end_activation(battle, unit)
        return
    target = battle.units[str(command.target)]
    number = attempt.target_number or 0
    assert attempt.distance is not None
    roll = battle.roll(2)
    hit = is_hit(battle, roll, number)
    rule = "BT-MEC-048" if attempt.using == "Inferno" else "BT-MEC-047" if attempt.using in FLAMES else "BT-MEC-041"
    parts = attempt.modifiers
    battle.emit(
        ShotAtMachine(
            unit.id, target.id, attempt.using, NAME, attempt.distance, number, parts, roll, hit, attempt.cost, rule
        )
    )
    if hit:
        _lands(battle, attempt, target)
    else:
        end = Place(target.at, battle.map.ground(target.at))
        plain = Attempt(unit, command, attempt.using, look=Look("", "BT-MEC-041"))
        landing = scattered(battle, plain, end, 1)
        one = Explosive(attempt.using, landing.at, landing.elevation, unit.side, unit.id)
        battle.emit(ExplosivePlaced(one))
    end_activation(battle, unit)


def _lands(battle: Battle, attempt: Attempt, target: Unit) -> None:
    unit = attempt.unit
    if attempt.lethal is not None:
        arm = weapon(battle, attempt.using)
        assert arm is not None
        everybody_inside(battle, target, arm)
    elif attempt.using == "Inferno":
        burns_long(battle, target)
    elif attempt.using in FLAMES:
        heats(battle, target, attempt.using)
    else:
        side = side_towards(battle, target, unit.at)
        table = PUNCH if level_three(battle, unit, target) else attempt.command.table or FULL
        strike(battle, target, attempt.using, attempt.damage or 0, side, "BT-MEC-041", table)


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
    if one.weapon != SATCHEL:
        return
    arm = weapon(battle, SATCHEL)
    assert arm is not None
    for unit in list(machines_at(battle, one.at, one.elevation)):
        strike(battle, unit, SATCHEL, arm.apv, side_towards(battle, unit, one.at), "BT-MEC-046", KICK)
