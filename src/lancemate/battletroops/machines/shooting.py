"""Machines that fire in reaction (pp. 28-29, 32), and shots at machines (pp. 30, 33)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import AREA, Weapon, is_support
from lancemate.battletroops.combat.shot import (
    MODIFIERS,
    MOST,
    Shot,
    base_number,
    cover_modifier,
    target_prone,
    wound_modifier,
    wounded,
)
from lancemate.battletroops.damage.wounds import useless_armour, wound
from lancemate.battletroops.machines.damage import FULL, KICK, PUNCH, strike
from lancemate.battletroops.machines.events import MachineFired, SalvoHit
from lancemate.battletroops.machines.heat import from_the_scale
from lancemate.battletroops.machines.moving import SECTIONS
from lancemate.battletroops.machines.options import VEHICLE_COMBAT
from lancemate.battletroops.machines.seeing import half_hidden, look_at_machine, seat_of, terrain_between
from lancemate.battletroops.machines.templates import REAR, covered, lies_in, side_towards
from lancemate.battletroops.machines.weapons import (
    CLUSTERS,
    FIGURES,
    has_rounds,
    machine_weapon,
    min_range,
    mounts,
)
from lancemate.battletroops.movement.plan import Left
from lancemate.battletroops.play.machine import DOWN, MECH, VEHICLE, Mount
from lancemate.battletroops.play.state import Arc
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import Look, look
from lancemate.battletroops.sight.ranges import watches
from lancemate.field.lattice import neighbour
from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Modifier

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

PISTOLS = ("Pistol", "Laser Pistol", "Auto Pistol")
TURRET_ARC = 4


@hooks.questions.entry("shots")
def shots_between(battle: Battle, shooter: Unit, target: Unit, using: str | None) -> list[Shot]:
    """The shots that one of them might fire at the other, where a machine takes part."""
    name, _, number = (using or "").partition("@")
    if shooter.machine is None:
        return [
            through_the_ramp(battle, shooter, target, name or None) or AtMachine(battle, shooter, target, name, number)
        ]
    found: list[Shot] = []
    for at, one in mounts(shooter):
        wanted = not name or (one.weapon == name and (not number or int(number) == at))
        if wanted:
            kind = ByMachine if target.machine is None else Duel
            found.append(kind(battle, shooter, target, at, one))
    return found


# -- machines fire ----------------------------------------------------------------------------------------------------


class ByMachine(Shot):
    """One weapon of a machine at a soldier."""

    def __init__(self, battle: Battle, shooter: Unit, target: Unit, number: int, mount: Mount) -> None:
        super().__init__(battle, shooter, target, mount.weapon)
        self.number, self.mount = number, mount

    @property
    def order(self) -> str:
        return f"{self.mount.weapon}@{self.number}"

    @cached_property
    def weapon(self) -> Weapon | None:
        return machine_weapon(self.battle, self.mount.weapon)

    @cached_property
    def look(self) -> Look:
        return look(self.battle, seat_of(self.battle, self.shooter), self.place)

    @property
    def why_not(self) -> Refusal | None:
        arm = self.weapon
        assert arm is not None
        return (
            why_not_fire(self.battle, self.shooter, self.target)
            or in_reaction(self.battle, self.shooter, arm)
            or used_up(self, arm)
            or too_close(self.battle, self.shooter, self.target.at)
            or out_of_its_arc(self)
            or unseen(self)
            or too_hard(self)
        )

    @cached_property
    def modifiers(self) -> tuple[Modifier, ...]:
        return machine_number(self)

    def land(self, left: Left | None) -> None:
        arm = self.weapon
        assert arm is not None
        wound(self.battle, self.target, arm.name, arm.lethal, pierces=useless_armour(self.battle), left=left)

    def spent(self) -> None:
        arm = self.weapon
        assert arm is not None
        once = not arm.automatic
        self.battle.emit(MachineFired(self.shooter.id, self.number, arm.name, arm.heat, 0, once, False))


def why_not_fire(battle: Battle, shooter: Unit, target: Unit) -> Refusal | None:
    """Why a machine fires at nobody now, or not at him."""
    machine = shooter.machine
    assert machine is not None
    if not shooter.able or machine.shutdown:
        return Refusal("out", f"{shooter.id} cannot fire", "BT-COM-002")
    if target.side == shooter.side or not target.able or not target.on_map:
        return Refusal("no_target", f"{target.id} is no enemy who can still fight", "BT-COM-002")
    return lies_helpless(battle, shooter)


@rules.rule("BT-MEC-017", otherwise=None)
def lies_helpless(battle: Battle, shooter: Unit) -> Refusal | None:
    """A 'Mech that has fallen has no arcs."""
    if shooter.machine is None or not shooter.machine.is_down:
        return None
    return Refusal("fallen", f"{shooter.id} has fallen, and has no firing arcs", "BT-MEC-017")


@rules.rule("BT-MEC-023", otherwise=None)
def in_reaction(battle: Battle, shooter: Unit, arm: Weapon) -> Refusal | None:
    """Automatic and semi-automatic weapons fire in reaction; area weapons at the end of its own movement."""
    if arm.kind != AREA:
        return None
    return Refusal("area_weapon", f"the {arm.name} is fired at the end of its own movement", "BT-MEC-023")


def used_up(shot: ByMachine, arm: Weapon) -> Refusal | None:
    machine = shot.shooter.machine
    assert machine is not None
    if shot.number in machine.fired:
        return Refusal("has_fired", f"the {arm.name} of {shot.shooter.id} has fired: once in a turn", "BT-MEC-032")
    if not has_rounds(shot.shooter, shot.number):
        return Refusal("no_ammunition", f"the {arm.name} of {shot.shooter.id} has no rounds left", "BT-MEC-031")
    return None


def too_close(battle: Battle, shooter: Unit, at: tuple[float, float]) -> Refusal | None:
    if at not in covered(battle, shooter):
        return None
    return under_a_vehicle(battle, shooter) if shooter.kind == VEHICLE else dead_zone(battle, shooter)


@rules.rule("BT-MEC-024", otherwise=None)
def dead_zone(battle: Battle, shooter: Unit) -> Refusal | None:
    """Nothing inside its template is fired at."""
    return Refusal("dead_zone", f"that is too close to {shooter.id}: inside its template", "BT-MEC-024")


@rules.rule("BT-MEC-069", otherwise=None)
def under_a_vehicle(battle: Battle, shooter: Unit) -> Refusal | None:
    """A vehicle does not fire at soldiers on its own dots."""
    return Refusal("dead_zone", f"that is on {shooter.id} itself", "BT-MEC-069")


def out_of_its_arc(shot: ByMachine) -> Refusal | None:
    if covers(shot.battle, shot.shooter, shot.mount, shot.target.at):
        return None
    rule = "BT-MEC-069" if shot.shooter.kind == VEHICLE else "BT-MEC-028"
    return Refusal("out_of_arc", f"the {shot.using} of {shot.shooter.id} does not point there", rule)


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


def unseen(shot: ByMachine) -> Refusal | None:
    if not shot.look.clear:
        return Refusal("no_line_of_sight", f"{shot.target.id} is hidden by {shot.look.hidden_by}", shot.look.rule)
    if shot.mount.location.endswith("leg") and half_hidden(shot.battle, shot.target, shot.shooter):
        text = f"terrain hides {shot.target.id} from the legs of {shot.shooter.id}"
        return Refusal("no_line_of_sight", text, "BT-MEC-026")
    return None


def too_hard(shot: Shot) -> Refusal | None:
    if shot.target_number <= MOST:
        return None
    return Refusal("too_hard", f"it would need {shot.target_number}, more than {MOST}", "BT-COM-039")


NUMBER = rules.table("BT-MEC-030", {"base": 6, "below_minimum_range": 4, "usual_gunnery": 4})
OWN_MOVEMENT = rules.table("BT-MEC-104", {"walk": 1, "cruise": 1, "run": 2, "flank": 2, "jump": 3})


@rules.rule("BT-MEC-030", otherwise=())
def machine_number(shot: ByMachine) -> tuple[Modifier, ...]:
    """Six at any range, with what BattleTroops adds and what BattleTech adds for the one who fires."""
    table = NUMBER.of(shot)
    parts = [Modifier("Machine weapon", table["base"], "BT-MEC-030")]
    for part in (cover_modifier(shot), target_prone(shot)):
        if part is not None:
            parts.append(part)
    return (*parts, *gunner_parts(shot.battle, shot.shooter, shot.using, shot.distance, shot.mount.location))


def gunner_parts(battle: Battle, shooter: Unit, using: str, distance: int, location: str) -> tuple[Modifier, ...]:
    """Own movement, heat, damage, gunnery and the least range."""
    machine, table = shooter.machine, NUMBER.of(battle)
    assert machine is not None
    parts = []
    if machine.gunnery != table["usual_gunnery"]:
        parts.append(Modifier("Gunnery", machine.gunnery - table["usual_gunnery"], "BT-MEC-030"))
    parts += battletech_parts(battle, shooter, location)
    if distance < min_range(battle, using):
        parts.append(Modifier("Below the least range", table["below_minimum_range"], "BT-MEC-030"))
    return tuple(parts)


def battletech_parts(battle: Battle, shooter: Unit, location: str) -> list[Modifier]:
    machine = shooter.machine
    assert machine is not None
    parts = []
    moved = OWN_MOVEMENT.of(battle).get(shooter.moved, 0)
    if moved:
        parts.append(Modifier(f"Own movement: {shooter.moved}", moved, "BT-MEC-104"))
    hot = from_the_scale(battle, "to_hit", machine.heat)
    if hot:
        parts.append(Modifier("Heat", hot, "BT-MEC-101"))
    broken = damage_spoils_aim(battle, shooter, location)
    return [*parts, broken] if broken is not None else parts


@rules.rule("BT-MEC-098", otherwise=None)
def damage_spoils_aim(battle: Battle, shooter: Unit, location: str) -> Modifier | None:
    """Sensors count two each; a shoulder four, arm actuators one each for what is in that arm."""
    machine = shooter.machine
    assert machine is not None
    value = 2 * sum(crit.endswith(": Sensors") for crit in machine.crits)
    for crit in machine.crits:
        where, _, part = crit.partition(": ")
        if where == location and part in ("Upper Arm", "Lower Arm"):
            value += 1
        elif where == location and part == "Shoulder":
            value += 4
    return Modifier("Damage", value, "BT-MEC-098") if value else None


# -- machines against machines ----------------------------------------------------------------------------------------


class Duel(ByMachine):
    """One weapon of a machine at another machine."""

    @cached_property
    def look(self) -> Look:
        return look_at_machine(self.battle, self.shooter, self.target)

    @property
    def why_not(self) -> Refusal | None:
        return guidelines(self.battle) or super().why_not

    @cached_property
    def modifiers(self) -> tuple[Modifier, ...]:
        return duel_number(self.battle, self.shooter, self.target, self.using, self.mount.location)

    @property
    def damage(self) -> int:
        return FIGURES.of(self.battle)[self.using]["damage"]

    def land(self, left: Left | None) -> None:
        side = side_towards(self.battle, self.target, self.shooter.at)
        salvo(self.battle, self.target, self.using, side)


@rules.rule("BT-MEC-084", otherwise=None)
def guidelines(battle: Battle) -> Refusal | None:
    """Machines fight one another only where players have agreed on it."""
    if VEHICLE_COMBAT in battle.options:
        return None
    return Refusal("no_option", f"machines fight one another with the option {VEHICLE_COMBAT}", "BT-MEC-084")


@rules.rule("BT-MEC-084", otherwise=())
def duel_number(battle: Battle, shooter: Unit, target: Unit, using: str, location: str) -> tuple[Modifier, ...]:
    """By BattleTech, at short range: gunnery, own movement, heat, damage, and how far the target has moved."""
    machine = shooter.machine
    assert machine is not None
    assert target.machine is not None
    parts = [Modifier("Gunnery", machine.gunnery, "BT-MEC-084"), *battletech_parts(battle, shooter, location)]
    moved = by_twelve(target.machine.dots)
    if moved:
        parts.append(Modifier("Target movement", moved, "BT-MEC-084"))
    if target.moved == "jump":
        parts.append(Modifier("Target has jumped", 1, "BT-MEC-084"))
    if half_hidden(battle, shooter, target):
        parts.append(Modifier("Partial cover", 3, "BT-MEC-084"))
    if target.machine.is_down:
        parts.append(Modifier("Target fallen", 1, "BT-MEC-084"))
    return tuple(parts)


def by_twelve(dots: int) -> int:
    """Dots as hexes of BattleTech: twelve each, rounded to the nearest."""
    return (dots + 6) // 12


def salvo(battle: Battle, target: Unit, using: str, side: str) -> None:
    """What hits: one blow, or as many missiles as two dice say, in fives or one by one."""
    figures = FIGURES.of(battle)[using]
    missiles = figures.get("missiles")
    if missiles is None:
        strike(battle, target, using, figures["damage"], side, "BT-MEC-084")
        return
    roll = battle.roll(2)
    hits = how_many_hit(battle, missiles, sum(roll))
    battle.emit(SalvoHit(target.id, using, roll, hits))
    size = 5 if using.startswith("LRM") else 1
    while hits > 0:
        strike(battle, target, using, min(size, hits) * figures["damage"], side, "BT-MEC-084")
        hits -= size


@rules.rule("BT-MEC-090", otherwise=1)
def how_many_hit(battle: Battle, missiles: int, rolled: int) -> int:
    """Two dice on the table of salvoes."""
    return CLUSTERS.of(battle)[missiles][rolled - 2]


# -- soldiers fire at machines ----------------------------------------------------------------------------------------


class AtMachine(Shot):
    """A firearm or support weapon at a machine. ``table``: where it is placed, if it is."""

    def __init__(self, battle: Battle, shooter: Unit, target: Unit, using: str = "", table: str = "") -> None:
        super().__init__(battle, shooter, target, using or None)
        self.table = table or None

    @property
    def order(self) -> str | None:
        return None if self.table is None else f"@{self.table}"

    @cached_property
    def look(self) -> Look:
        return look_at_machine(self.battle, self.shooter, self.target)

    @property
    def why_not(self) -> Refusal | None:
        return super().why_not or no_pistols(self) or only_short(self.battle, self) or wrong_table(self.table)

    @cached_property
    def modifiers(self) -> tuple[Modifier, ...]:
        if is_support(self.using):
            return support_number(self.battle, self.shooter, self.target, self.table)
        return to_damage(self)

    @property
    def damage(self) -> int:
        arm = self.weapon
        return 0 if arm is None else arm.apv if is_support(self.using) else TO_DAMAGE.of(self)["damage"]

    def land(self, left: Left | None) -> None:
        side = side_towards(self.battle, self.target, self.shooter.at)
        rule = "BT-MEC-043" if is_support(self.using) else "BT-MEC-040"
        strike(self.battle, self.target, self.using, self.damage, side, rule, self.where())

    def where(self) -> str:
        if self.target.kind != MECH:
            return FULL
        if level_three(self.battle, self.shooter, self.target):
            return PUNCH
        return self.table or (FULL if is_support(self.using) else PUNCH)


TO_DAMAGE = rules.table("BT-MEC-040", {"to_damage": 11, "damage": 1})


@rules.rule("BT-MEC-040", otherwise=())
def to_damage(shot: AtMachine) -> tuple[Modifier, ...]:
    """Eleven, whatever the circumstances: it is hit anyway, but seldom hurt."""
    return (Modifier("To damage", TO_DAMAGE.of(shot)["to_damage"], "BT-MEC-040"),)


@rules.rule("BT-MEC-040", otherwise=None)
def no_pistols(shot: AtMachine) -> Refusal | None:
    """Pistols do nothing to armour."""
    if shot.using not in PISTOLS:
        return None
    return Refusal("too_weak", f"a {shot.using} does nothing to {shot.target.id}", "BT-MEC-040")


@rules.rule("BT-MEC-039", otherwise=None)
def only_short(battle: Battle, shot: AtMachine) -> Refusal | None:
    """Infantry weapons hurt machines at short range alone."""
    arm = shot.weapon
    if arm is None or shot.distance <= arm.short[1]:
        return None
    text = f"it is {shot.distance} dots away; against machines the {arm.name} reaches {arm.short[1]}"
    return Refusal("out_of_range", text, "BT-MEC-039")


ANTI_MACHINE = rules.table("BT-MEC-041", {"base": 4})
PLACING = rules.table("BT-MEC-042", {"to_hit": 2})


def wrong_table(table: str | None) -> Refusal | None:
    """A shot is placed on one of two tables, or on none."""
    if table in (None, PUNCH, KICK):
        return None
    return Refusal("no_such_table", f"a shot is placed on {PUNCH} or {KICK}", "BT-MEC-042")


@rules.rule("BT-MEC-043", otherwise=())
def support_number(battle: Battle, shooter: Unit, target: Unit, table: str | None) -> tuple[Modifier, ...]:
    """As an area weapon, but in reaction; its points are its armour-piercing value."""
    return anti_machine_parts(battle, shooter, target, table)


def anti_machine_parts(battle: Battle, shooter: Unit, target: Unit, table: str | None) -> tuple[Modifier, ...]:
    """Four, cover, wounds, and two more for placing the shot, or for terrain of three levels."""
    parts = [Modifier("Against a machine", ANTI_MACHINE.of(battle)["base"], "BT-MEC-041")]
    covers = len(look_at_machine(battle, shooter, target).covers) + int(half_hidden(battle, shooter, target))
    if covers:
        each = MODIFIERS.of(battle)["partial_cover"]
        parts.append(Modifier("Partial cover", each * covers, "BT-COM-023"))
    wounds = wounded(battle, shooter)
    if wounds is not None:
        parts.append(wounds)
    placed = placing(battle, shooter, target, table)
    return (*parts, placed) if placed is not None else tuple(parts)


@rules.rule("BT-MEC-042", otherwise=None)
def placing(battle: Battle, shooter: Unit, target: Unit, table: str | None) -> Modifier | None:
    """Two more to choose the table; terrain of three levels leaves no choice."""
    if target.kind != MECH or (table is None and not level_three(battle, shooter, target)):
        return None
    return Modifier("Placed shot", PLACING.of(battle)["to_hit"], "BT-MEC-042")


def level_three(battle: Battle, shooter: Unit, target: Unit) -> bool:
    tall = target.kind == MECH and target.machine is not None and not target.machine.fallen
    return tall and terrain_between(battle, shooter, target, 3)


# -- into an open ramp ------------------------------------------------------------------------------------------------


class IntoTheRamp(Shot):
    """A shot from behind into a carrier whose ramp is down: everybody inside is hit."""

    @cached_property
    def look(self) -> Look:
        return look_at_machine(self.battle, self.shooter, self.target)

    @cached_property
    def modifiers(self) -> tuple[Modifier, ...]:
        answers = (base_number(self), cover_modifier(self), wound_modifier(self))
        return tuple(part for part in answers if part is not None)

    def land(self, left: Left | None) -> None:
        arm = self.weapon
        assert arm is not None
        everybody_inside(self.battle, self.target, arm)


def everybody_inside(battle: Battle, vehicle: Unit, arm: Weapon) -> None:
    """What a hit through the ramp does, whatever it is fired with: to all of them."""
    for unit in list(battle.units.values()):
        if unit.aboard == vehicle.id and unit.conscious:
            wound(battle, unit, arm.name, arm.lethal)


def through_the_ramp(battle: Battle, shooter: Unit, target: Unit, using: str | None) -> IntoTheRamp | None:
    return IntoTheRamp(battle, shooter, target, using) if goes_inside(battle, shooter, target) else None


@rules.rule("BT-MEC-072", otherwise=False)
def goes_inside(battle: Battle, shooter: Unit, target: Unit) -> bool:
    """While the ramp is down, fire from the rear arc goes inside."""
    machine = target.machine
    return machine is not None and machine.ramp == DOWN and lies_in(battle, target, REAR, shooter.at)
