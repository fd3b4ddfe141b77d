"""Machines that fire (pp. 28-29, 32-33), and shots at machines (pp. 30, 33): their numbers, and what bars them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import AREA, is_support, weapon
from lancemate.battletroops.combat.aim import Aim
from lancemate.battletroops.combat.kinds import AimKind
from lancemate.battletroops.combat.shot import tell_shot
from lancemate.battletroops.combat.tohit import MODIFIERS
from lancemate.battletroops.damage.causes import BLAST, MOUNTED, Source, source
from lancemate.battletroops.damage.wounds import wound
from lancemate.battletroops.machines.damage import FULL, KICK, PUNCH, strike
from lancemate.battletroops.machines.events import MachineFired, SalvoHit
from lancemate.battletroops.machines.heat import from_the_scale
from lancemate.battletroops.machines.leaving import everybody_inside
from lancemate.battletroops.machines.moving import SECTIONS
from lancemate.battletroops.machines.options import VEHICLE_COMBAT
from lancemate.battletroops.machines.seeing import half_hidden, stands_tall, terrain_between
from lancemate.battletroops.machines.templates import REAR, covered, lies_in, side_towards
from lancemate.battletroops.machines.weapons import CLUSTERS, FIGURES, machine_weapon, min_range, mounts
from lancemate.battletroops.play.machine import DOWN, MECH, VEHICLE, Machine, Mount
from lancemate.battletroops.play.state import Arc, Unit
from lancemate.battletroops.play.traits import (
    ARMOUR,
    BLOW,
    BY_RANGE,
    DIRECT,
    DUEL,
    FIXED,
    GUNNERY,
    INSIDE,
    MACHINE,
    MAN,
    PERSON,
    PIERCING,
    PLACED,
    SHELL,
    WALL,
)
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import Place, stand
from lancemate.battletroops.sight.ranges import watches
from lancemate.field.lattice import neighbour, passed
from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Modifier

if TYPE_CHECKING:
    from lancemate.battletroops.movement.plan import Left
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.orders import Attack

PISTOLS = ("Pistol", "Laser Pistol", "Auto Pistol")
TURRET_ARC = 4


# -- kinds: what a shot of or at a machine is -------------------------------------------------------------------------


def _kind(name: str, traits: tuple[str, ...], tell: object, land: object) -> AimKind:
    return hooks.aim_kinds.add(name, AimKind(name, frozenset(traits), tell, land))  # type: ignore[arg-type]


def tell_burst(aim: Aim, roll: tuple[int, ...], hit: bool) -> None:
    """A weapon of a machine: the shot, and what it takes."""
    tell_shot(aim, roll, hit)
    arm = aim.arm
    assert arm is not None
    aim.battle.emit(MachineFired(aim.shooter.id, aim.number, arm.name, arm.heat, 0, not arm.automatic, False))


def _cuts_him_down(aim: Aim, left: Left | None) -> None:
    arm, battle = aim.arm, aim.battle
    assert arm is not None
    wound(battle, aim.whom, source(arm.name, "BT-MEC-031", MOUNTED, by=aim.shooter), arm.lethal, left=left)


def _salvo(aim: Aim, left: Left | None) -> None:
    shot = source(aim.using, "BT-MEC-084", MOUNTED, by=aim.shooter)
    salvo(aim.battle, aim.whom, shot, side_towards(aim.battle, aim.whom, aim.shooter.at))


def _chips(aim: Aim, left: Left | None) -> None:
    target = aim.whom
    side = side_towards(aim.battle, target, aim.shooter.at)
    rule = "BT-MEC-043" if PIERCING in aim.traits else "BT-MEC-040"
    strike(aim.battle, target, source(aim.using, rule, by=aim.shooter), aim.damage or 0, side, table_of(aim))


def goes_in(aim: Aim, left: Left | None = None) -> None:
    """Through the ramp: everybody inside is hit, whatever it is fired with."""
    arm, traits = aim.arm, aim.traits
    assert arm is not None
    made_of = [word for word, of in ((MOUNTED, MACHINE), (BLAST, SHELL)) if of in traits]
    shot = source(arm.name, "BT-MEC-072", *made_of, by=aim.shooter)
    everybody_inside(aim.battle, aim.whom, shot, arm.lethal)


SMALL_ARMS: Final = _kind("small arms at armour", (MAN, ARMOUR, DIRECT, FIXED), tell_shot, _chips)
SUPPORT: Final = _kind("support at armour", (MAN, ARMOUR, DIRECT, PIERCING, PLACED), tell_shot, _chips)
RAMP: Final = _kind("shot inside", (MAN, INSIDE, DIRECT, BY_RANGE), tell_shot, goes_in)
GUN: Final = _kind("gun", (MACHINE, PERSON, DIRECT, GUNNERY), tell_burst, _cuts_him_down)
GUN_RAMP: Final = _kind("gun inside", (MACHINE, INSIDE, DIRECT, GUNNERY), tell_burst, goes_in)
GUN_DUEL: Final = _kind("gun at armour", (MACHINE, ARMOUR, DIRECT, DUEL), tell_burst, _salvo)


@hooks.questions.entry("shots")
def shots_between(battle: Battle, shooter: Unit, target: Unit, using: str | None) -> list[Aim]:
    """The shots that one of them might fire at the other, where a machine takes part."""
    name, _, number = (using or "").partition("@")
    inside = goes_inside(battle, shooter, target)
    if shooter.machine is None:
        name = name or shooter.prepared
        kind = RAMP if inside else SUPPORT if is_support(name) else SMALL_ARMS
        aim = Aim(battle, kind, shooter, name, weapon(battle, name), target)
        if not inside:
            aim.table = number or None
            aim.damage = 0 if aim.arm is None else aim.arm.apv if kind is SUPPORT else TO_DAMAGE.of(battle)["damage"]
        return [aim]
    kind = GUN if target.machine is None else GUN_RAMP if inside else GUN_DUEL
    return [
        by_machine(battle, kind, shooter, at, one, target)
        for at, one in mounts(shooter)
        if not name or (one.weapon == name and (not number or int(number) == at))
    ]


def by_machine(
    battle: Battle,
    kind: AimKind,
    shooter: Unit,
    number: int,
    mount: Mount,
    at: Unit | Place,
    *,
    command: Attack | None = None,
    cost: int = 0,
) -> Aim:
    """One of its weapons at somebody or something."""
    arm = machine_weapon(battle, mount.weapon)
    aim = Aim(battle, kind, shooter, mount.weapon, arm, at, command=command, cost=cost)
    aim.number, aim.mount = number, mount
    if DUEL in kind.traits:
        figures = FIGURES.of(battle)[mount.weapon]
        aim.damage = figures["damage"] * (1 if command is None else figures.get("missiles", 1))
    return aim


@rules.rule("BT-MEC-072", otherwise=False)
def goes_inside(battle: Battle, shooter: Unit, target: Unit) -> bool:
    """While the ramp is down, fire from the rear arc goes inside."""
    machine = target.machine
    return machine is not None and machine.ramp == DOWN and lies_in(battle, target, REAR, shooter.at)


# -- what a machine cannot do -----------------------------------------------------------------------------------------


def _machine(aim: Aim) -> Machine:
    machine = aim.shooter.machine
    assert machine is not None
    return machine


@hooks.may_shoot.rule("BT-MEC-084", part=hooks.ABLE, traits=DUEL)
def guidelines(aim: Aim) -> Refusal | None:
    """Machines fight one another only where players have agreed on it."""
    if VEHICLE_COMBAT in aim.battle.options:
        return None
    return Refusal("no_option", f"machines fight one another with the option {VEHICLE_COMBAT}", "BT-MEC-084")


@hooks.may_shoot.rule("BT-MEC-101", part=hooks.ABLE, traits=MACHINE, but=BLOW, types="mech")
def shut_down(aim: Aim) -> Refusal | None:
    """What heat has shut down fires nothing."""
    if not _machine(aim).shutdown:
        return None
    return Refusal("out", f"{aim.shooter.id} has shut down, and cannot fire", "BT-MEC-101")


@hooks.may_shoot.rule("BT-MEC-100", part=hooks.ABLE, traits=MACHINE, but=BLOW, types="vehicle")
def while_it_is_stunned(aim: Aim) -> Refusal | None:
    """A crew that is stunned fires at nobody."""
    if not aim.shooter.stunned:
        return None
    return Refusal("stunned", f"the crew of {aim.shooter.id} is stunned", "BT-MEC-100")


@hooks.may_shoot.rule("BT-MEC-017", part=hooks.ABLE, traits=MACHINE, but=BLOW, types="mech")
def lies_helpless(aim: Aim) -> Refusal | None:
    """A 'Mech that has fallen has no arcs."""
    if not _machine(aim).is_down:
        return None
    return Refusal("fallen", f"{aim.shooter.id} has fallen, and has no firing arcs", "BT-MEC-017")


@hooks.may_shoot.rule("BT-MEC-023", part=hooks.READY, traits=DIRECT, but=MAN, types=("mech", "vehicle"))
def in_reaction(aim: Aim) -> Refusal | None:
    """Automatic and semi-automatic weapons fire in reaction; area weapons at the end of its own movement."""
    arm = aim.arm
    if arm is None or arm.kind != AREA:
        return None
    return Refusal("area_weapon", f"the {arm.name} is fired at the end of its own movement", "BT-MEC-023")


@hooks.may_shoot.rule("BT-MEC-032", part=hooks.READY, traits=MACHINE, but=BLOW, types=("mech", "vehicle"))
def has_fired(aim: Aim) -> Refusal | None:
    """What is not automatic fires once in a turn."""
    if aim.number not in _machine(aim).fired:
        return None
    return Refusal("has_fired", f"the {aim.using} of {aim.shooter.id} has fired: once in a turn", "BT-MEC-032")


@hooks.may_shoot.rule("BT-MEC-089", part=hooks.READY, traits=MACHINE, but=BLOW, types=("mech", "vehicle"))
def out_of_rounds(aim: Aim) -> Refusal | None:
    """What has no rounds left fires nothing."""
    left = _machine(aim).rounds[aim.number]
    if left is None or left > 0:
        return None
    return Refusal("no_ammunition", f"the {aim.using} of {aim.shooter.id} has no rounds left", "BT-MEC-089")


@hooks.may_shoot.rule("BT-MEC-024", part=hooks.DISTANCE, traits=MACHINE, but=(BLOW, DUEL), types="mech")
def dead_zone(aim: Aim) -> Refusal | None:
    """Nothing inside its template is fired at."""
    shooter = aim.shooter
    if shooter.kind != MECH or aim.at not in covered(aim.battle, shooter):
        return None
    return Refusal("dead_zone", f"that is too close to {shooter.id}: inside its template", "BT-MEC-024")


@hooks.may_shoot.rule("BT-MEC-069", part=hooks.DISTANCE, traits=MACHINE, but=(BLOW, DUEL), types="vehicle")
def under_a_vehicle(aim: Aim) -> Refusal | None:
    """A vehicle does not fire at soldiers on its own dots."""
    shooter = aim.shooter
    if shooter.kind != VEHICLE or aim.at not in covered(aim.battle, shooter):
        return None
    return Refusal("dead_zone", f"that is on {shooter.id} itself", "BT-MEC-069")


@hooks.may_shoot.rule(
    "BT-MEC-028", "BT-MEC-069", part=hooks.WATCHING, traits=MACHINE, but=BLOW, types=("mech", "vehicle")
)
def points_elsewhere(aim: Aim) -> Refusal | None:
    """A weapon fires at what lies in the arc that its section, its side of the hull or its turret covers."""
    shooter, mount = aim.shooter, aim.mount
    assert mount is not None
    if covers(aim.battle, shooter, mount, aim.at):
        return None
    rule = "BT-MEC-069" if shooter.kind == VEHICLE else "BT-MEC-028"
    return Refusal("out_of_arc", f"the {aim.using} of {shooter.id} does not point there", rule)


def covers(battle: Battle, shooter: Unit, mount: Mount, at: tuple[float, float]) -> bool:
    """Whether a weapon points at a dot."""
    if shooter.kind == VEHICLE:
        return hull_or_turret(battle, shooter, mount, at)
    return by_section(battle, shooter, mount, at)


@rules.rule("BT-MEC-028", otherwise=True)
def by_section(battle: Battle, shooter: Unit, mount: Mount, at: tuple[float, float]) -> bool:
    """The arc that its section points into; what is mounted to the rear covers the rear alone."""
    machine = shooter.machine
    assert machine is not None
    if mount.rear:
        return lies_in(battle, shooter, REAR, at)
    arc = machine.sections.get(mount.location, SECTIONS.of(battle)[mount.location][0])
    return lies_in(battle, shooter, arc, at)


@rules.rule("BT-MEC-069", otherwise=True)
def hull_or_turret(battle: Battle, shooter: Unit, mount: Mount, at: tuple[float, float]) -> bool:
    """The hull has arcs of its own; a turret has one of 4 MP, wherever it points."""
    machine = shooter.machine
    assert machine is not None
    if mount.location != "turret":
        return lies_in(battle, shooter, mount.location, at)
    towards = machine.turret or neighbour(shooter.at, machine.facing)
    return watches(battle, shooter.at, Arc(TURRET_ARC, towards), at)


@hooks.may_shoot.rule("BT-MEC-026", part=hooks.SIGHT, traits=MACHINE, but=BLOW, types="mech")
def from_its_legs(aim: Aim) -> Refusal | None:
    """Terrain of two or three levels is in the way of what is mounted in a leg."""
    shooter, mount = aim.shooter, aim.mount
    if mount is None or not mount.location.endswith("leg") or not half_hidden(aim.battle, aim.end, shooter):
        return None
    what = "that" if aim.target is None else aim.target.id
    return Refusal("no_line_of_sight", f"terrain hides {what} from the legs of {shooter.id}", "BT-MEC-026")


# -- what a machine needs ---------------------------------------------------------------------------------------------

NUMBER = rules.table("BT-MEC-030", {"base": 6, "below_minimum_range": 4, "usual_gunnery": 4})
OWN_MOVEMENT = rules.table("BT-MEC-104", {"walk": 1, "cruise": 1, "run": 2, "flank": 2, "jump": 3})
IN_ANY_CASE: Final = ("mech", "vehicle")


@hooks.to_hit.rule("BT-MEC-030", part=hooks.BASE, traits=GUNNERY, types=IN_ANY_CASE)
def machine_number(aim: Aim) -> Modifier | None:
    """Six at any range."""
    return Modifier("Machine weapon", NUMBER.of(aim)["base"], "BT-MEC-030")


@hooks.to_hit.rule("BT-MEC-030", part=hooks.OTHER, traits=GUNNERY, types=IN_ANY_CASE)
def gunner(aim: Aim) -> Modifier | None:
    """A better or worse gunner than most."""
    value = _machine(aim).gunnery - NUMBER.of(aim)["usual_gunnery"]
    return Modifier("Gunnery", value, "BT-MEC-030") if value else None


@hooks.to_hit.rule("BT-MEC-030", part=hooks.OTHER + 1, traits=GUNNERY, types=IN_ANY_CASE)
def below_the_least_range(aim: Aim) -> Modifier | None:
    """Four more for what is too close for it."""
    if aim.distance >= min_range(aim.battle, aim.using):
        return None
    return Modifier("Below the least range", NUMBER.of(aim)["below_minimum_range"], "BT-MEC-030")


@hooks.to_hit.rule("BT-MEC-104", part=hooks.OTHER, traits=MACHINE, but=WALL, types=IN_ANY_CASE)
def own_movement(aim: Aim) -> Modifier | None:
    """How it has moved."""
    moved = OWN_MOVEMENT.of(aim).get(aim.shooter.moved, 0)
    return Modifier(f"Own movement: {aim.shooter.moved}", moved, "BT-MEC-104") if moved else None


@hooks.to_hit.rule("BT-MEC-101", part=hooks.OTHER, traits=(GUNNERY, DUEL), types=IN_ANY_CASE)
def too_hot(aim: Aim) -> Modifier | None:
    """What heat does to its aim."""
    hot = from_the_scale(aim.battle, "to_hit", _machine(aim).heat)
    return Modifier("Heat", hot, "BT-MEC-101") if hot else None


@hooks.to_hit.rule("BT-MEC-098", part=hooks.OTHER, traits=(GUNNERY, DUEL), types=IN_ANY_CASE)
def damage_spoils_aim(aim: Aim) -> Modifier | None:
    """Sensors count two each; a shoulder four, arm actuators one each for what is in that arm."""
    machine, mount = _machine(aim), aim.mount
    value = 2 * sum(crit.endswith(": Sensors") for crit in machine.crits)
    for crit in machine.crits:
        where, _, part = crit.partition(": ")
        if mount is None or where != mount.location:
            continue
        if part in ("Upper Arm", "Lower Arm"):
            value += 1
        elif part == "Shoulder":
            value += 4
    return Modifier("Damage", value, "BT-MEC-098") if value else None


# -- machines against machines ----------------------------------------------------------------------------------------


@hooks.to_hit.rule("BT-MEC-084", part=hooks.BASE, traits=DUEL, types=IN_ANY_CASE)
def duellist(aim: Aim) -> Modifier | None:
    """By BattleTech, at short range: the gunner's skill."""
    return Modifier("Gunnery", _machine(aim).gunnery, "BT-MEC-084")


@hooks.to_hit.rule("BT-MEC-084", part=hooks.OTHER, traits=(DUEL, BLOW), but=MAN, types=IN_ANY_CASE)
def target_moved(aim: Aim) -> Modifier | None:
    """How far the other has moved."""
    machine = aim.whom.machine
    moved = 0 if machine is None else by_twelve(machine.dots)
    return Modifier("Target movement", moved, "BT-MEC-084") if moved else None


@hooks.to_hit.rule("BT-MEC-084", part=hooks.OTHER, traits=DUEL, types=IN_ANY_CASE)
def target_jumped(aim: Aim) -> Modifier | None:
    return Modifier("Target has jumped", 1, "BT-MEC-084") if aim.whom.moved == "jump" else None


@hooks.to_hit.rule("BT-MEC-084", part=hooks.COVER, traits=DUEL, types=IN_ANY_CASE)
def legs_hidden(aim: Aim) -> Modifier | None:
    """Behind terrain that hides its legs from the ground on which the other stands."""
    shooter = aim.shooter
    hidden = half_hidden(aim.battle, Place(shooter.at, shooter.elevation), aim.whom)
    return Modifier("Partial cover", 3, "BT-MEC-084") if hidden else None


@hooks.to_hit.rule("BT-MEC-084", part=hooks.PRONE, traits=DUEL, types=IN_ANY_CASE)
def target_fallen(aim: Aim) -> Modifier | None:
    machine = aim.whom.machine
    return Modifier("Target fallen", 1, "BT-MEC-084") if machine is not None and machine.is_down else None


def by_twelve(dots: int) -> int:
    """Dots as hexes of BattleTech: twelve each, rounded to the nearest."""
    return (dots + 6) // 12


def salvo(battle: Battle, target: Unit, shot: Source, side: str) -> None:
    """What hits: one blow, or as many missiles as two dice say, in fives or one by one."""
    figures = FIGURES.of(battle)[shot.word]
    missiles = figures.get("missiles")
    if missiles is None:
        strike(battle, target, shot, figures["damage"], side)
        return
    roll = battle.roll(2)
    hits = how_many_hit(battle, missiles, sum(roll))
    battle.emit(SalvoHit(target.id, shot.word, roll, hits))
    size = 5 if shot.word.startswith("LRM") else 1
    while hits > 0:
        strike(battle, target, shot, min(size, hits) * figures["damage"], side)
        hits -= size


@rules.rule("BT-MEC-090", otherwise=1)
def how_many_hit(battle: Battle, missiles: int, rolled: int) -> int:
    """Two dice on the table of salvoes."""
    row = CLUSTERS.of(battle).get(missiles)
    return 1 if row is None else row[rolled - 2]


# -- soldiers fire at machines ----------------------------------------------------------------------------------------

TO_DAMAGE = rules.table("BT-MEC-040", {"to_damage": 11, "damage": 1})
ANTI_MACHINE = rules.table("BT-MEC-041", {"base": 4})
PLACING = rules.table("BT-MEC-042", {"to_hit": 2})


@hooks.to_hit.rule("BT-MEC-040", part=hooks.BASE, kinds=SMALL_ARMS.name, types=IN_ANY_CASE)
def to_damage(aim: Aim) -> Modifier | None:
    """Eleven, whatever the circumstances: it is hit anyway, but seldom hurt."""
    return Modifier("To damage", TO_DAMAGE.of(aim)["to_damage"], "BT-MEC-040")


@hooks.may_shoot.rule("BT-MEC-040", part=hooks.READY, kinds=SMALL_ARMS.name, types=IN_ANY_CASE)
def no_pistols(aim: Aim) -> Refusal | None:
    """Pistols do nothing to armour."""
    if aim.using not in PISTOLS:
        return None
    return Refusal("too_weak", f"a {aim.using} does nothing to {aim.whom.id}", "BT-MEC-040")


@hooks.may_shoot.rule("BT-MEC-039", part=hooks.DISTANCE, traits=(FIXED, PIERCING), but=BLOW, types=IN_ANY_CASE)
def only_short(aim: Aim) -> Refusal | None:
    """Infantry weapons hurt machines at short range alone."""
    arm = aim.arm
    if arm is None or aim.distance <= arm.short[1]:
        return None
    text = f"it is {aim.distance} dots away; against machines the {arm.name} reaches {arm.short[1]}"
    return Refusal("out_of_range", text, "BT-MEC-039")


@hooks.to_hit.rule("BT-MEC-041", part=hooks.BASE, traits=PIERCING, types=IN_ANY_CASE)
def against_armour(aim: Aim) -> Modifier | None:
    """Four at a machine."""
    return Modifier("Against a machine", ANTI_MACHINE.of(aim)["base"], "BT-MEC-041")


@hooks.to_hit.rule("BT-MEC-026", part=hooks.COVER, traits=PIERCING, types="mech")
def terrain_before_its_legs(aim: Aim) -> Modifier | None:
    """Terrain of two or three levels is partial cover for it."""
    if not half_hidden(aim.battle, stand(aim.battle, aim.shooter), aim.whom):
        return None
    return Modifier("Partial cover: terrain", MODIFIERS.of(aim)["partial_cover"], "BT-MEC-026")


@hooks.to_hit.rule("BT-MEC-042", part=hooks.OTHER, traits=PLACED, types=IN_ANY_CASE)
def placing(aim: Aim) -> Modifier | None:
    """Two more to choose the table; terrain of three levels leaves no choice."""
    if aim.whom.kind != MECH or (aim.table is None and not level_three(aim)):
        return None
    return Modifier("Placed shot", PLACING.of(aim)["to_hit"], "BT-MEC-042")


@hooks.may_shoot.rule("BT-MEC-042", part=hooks.READY, traits=(PLACED, FIXED), but=BLOW, types=IN_ANY_CASE)
def wrong_table(aim: Aim) -> Refusal | None:
    """It is placed on one of two tables, or on none."""
    if aim.table in (None, PUNCH, KICK):
        return None
    return Refusal("no_such_table", f"a shot is placed on {PUNCH} or {KICK}", "BT-MEC-042")


def level_three(aim: Aim) -> bool:
    """Whether terrain of three levels stands before it."""
    target = aim.whom
    return stands_tall(target) and terrain_between(aim.battle, stand(aim.battle, aim.shooter), target, 3)


def table_of(aim: Aim) -> str:
    """By which table a hit finds its place."""
    if aim.whom.kind != MECH:
        return FULL
    if level_three(aim):
        return PUNCH
    return aim.table or (PUNCH if FIXED in aim.traits else FULL)


@hooks.caught_by.rule("BT-MEC-026", types="mech")
def caught_by_terrain(aim: Aim) -> float | None:
    """A miss at a 'Mech comes down before the terrain that hides its legs."""
    target, battle = aim.target, aim.battle
    if target is None or PIERCING not in aim.traits:
        return None
    start = stand(battle, aim.shooter)
    if not half_hidden(battle, start, target):
        return None
    for far, dot in passed(start.at, target.at):
        if dot != start.at and terrain_between(battle, start, target, 2, dot):
            return far
    return None
