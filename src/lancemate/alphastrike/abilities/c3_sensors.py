"""Remote sensors (p. 82): thrown onto the table by an attack of their own, eyes of a network for a turn and a bit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.c3_links import Node, takes_part
from lancemate.alphastrike.abilities.c3_networks import MASTERED, Group, groups_of, groups_with
from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.damage_value import NO_DAMAGE, NONE, Strength
from lancemate.alphastrike.cards.move_value import Move
from lancemate.alphastrike.combat.attack import Attack, Kind, attack_kind
from lancemate.alphastrike.combat.ranges import RANGES
from lancemate.alphastrike.combat.resolution import finish, tell
from lancemate.alphastrike.measure.places import spot
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.ids import UnitId
from lancemate.alphastrike.play.memory import battle_memory, unit_memory
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.state import TABLE, Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

CODE: Final = "C3RS"

REMOTE: Final = rules.table("AS-SPC-063", {"a game": 4, "target number": -4, "turns": 1, "network": 4})
RANGE: Final = "S"

# How many a unit has used, and those of everybody that work now.
sensors_used = unit_memory("c3_sensors", int, default=0, rule="AS-SPC-063", told="has used {} of its remote sensors")
sensors_at_work = battle_memory("c3_sensors", list[list[JSON]], default=[], rule="AS-SPC-063")

# What a sensor looks with: something flat on the ground.
CARD: Final = Card("C3 remote sensor", "CI", 1, Move((("f", 0),)), NO_DAMAGE, 0, 1)


class Sensor(NamedTuple):
    """A sensor that works: whose it is, where it lies, the group it reports to, its last turn."""

    unit: str
    x: float
    y: float
    group: int
    until: int


def working_sensors(battle: Battle) -> list[Sensor]:
    rows = cast("list[list[str | float]]", sensors_at_work.of(battle.state))
    return [Sensor(str(u), float(x), float(y), int(group), int(until)) for u, x, y, group, until in rows]


def sensors_without(rows: Sequence[Sequence[JSON]], units: frozenset[UnitId], groups: Sequence[int]) -> JSON:
    """The note of working sensors without those of some units; ``groups`` are those that remain, numbered afresh."""
    kept = [(unit, x, y, group, until) for unit, x, y, group, until in rows if unit not in units and group in groups]
    return [[unit, x, y, groups.index(cast(int, group)), until] for unit, x, y, group, until in kept]


def sensors_of(battle: Battle, group: Group) -> list[Node]:
    """The sensors of a group, as ends of links to its master."""
    found = [sensor for sensor in working_sensors(battle) if sensor.group == group.number]
    return [_node(battle, number, sensor) for number, sensor in enumerate(found, start=1)]


def _node(battle: Battle, number: int, sensor: Sensor) -> Node:
    name = f"sensor {number} of {sensor.unit}"
    eyes = Unit(
        id=name,
        side=battle.units[sensor.unit].side,
        card=CARD,
        skill=0,
        radius=0.0,
        height=0.0,
        armor=0,
        structure=1,
        place=TABLE,
        x=sensor.x,
        y=sensor.y,
        elevation=battle.table.surface(sensor.x, sensor.y),
    )
    return Node(name, spot(battle, (sensor.x, sensor.y)), False, False, eyes, sensor.unit)


# -- throwing one ---------------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-SPC-063", part=hooks.ABLE, ability=CODE)
def has_sensors_left(attack: Attack) -> Refusal | None:
    """Four a game, those that fail included."""
    if attack.kind != CODE or sensors_used.of(attack.attacker) < REMOTE.of(attack)["a game"]:
        return None
    text = f"{attack.attacker.id} has used its {REMOTE.of(attack)['a game']} remote sensors"
    return Refusal("no_sensors_left", text, "AS-SPC-063")


@hooks.may_attack.rule("AS-SPC-063", part=hooks.AIM, ability=CODE)
def lands_nearby(attack: Attack) -> Refusal | None:
    """On a point of the table within Short range, never at a unit."""
    if attack.kind != CODE:
        return None
    if attack.spotter is not None:
        return Refusal("no_spotter", "a remote sensor is thrown where its own unit sees: name no spotter", "AS-SPC-063")
    if attack.point is None or not attack.battle.table.inside(*attack.point):
        text = "a remote sensor is aimed at a point of the table, never at a unit: name a point"
        return Refusal("not_a_target", text, "AS-SPC-063")
    reach = RANGES.of(attack)[RANGE]["up_to"]
    if attack.distance > reach + TINY:
        text = f"a remote sensor reaches {reach:g} inches; the point is {attack.distance:.1f} away"
        return Refusal("out_of_range", text, "AS-SPC-063")
    return None


@hooks.may_attack.rule("AS-SPC-063", part=hooks.AIM, ability=CODE)
def joins_a_network(attack: Attack) -> Refusal | None:
    """It reports to one network with a master, in which no more than four are active with it."""
    if attack.kind != CODE or network_of(attack) is not None:
        return None
    text = "a remote sensor joins a network with a master and fewer than four active units"
    return Refusal("no_network", f"{text}: name the master (network: UNIT)", "AS-SPC-063")


def network_of(attack: Attack) -> Group | None:
    """The group the sensor joins: one led by the master named, or else the attacker's own; the first with room."""
    battle, unit, named = attack.battle, attack.attacker, attack.command.network
    groups = groups_with(battle, unit.id) if named is None else groups_of(battle)
    for group in groups:
        friendly = battle.units[group.members[0]].side == unit.side
        if group.kind == MASTERED and friendly and named in (None, group.members[0]) and _has_room(battle, group):
            return group
    return None


def _has_room(battle: Battle, group: Group) -> bool:
    active = sum(takes_part(battle, battle.units[name]) for name in group.members)
    return active + len(sensors_of(battle, group)) < REMOTE.of(battle)["network"]


@hooks.to_hit.rule("AS-SPC-063", part=hooks.OTHER, ability=CODE)
def easy_to_place(attack: Attack) -> Modifier | None:
    return (
        Modifier("Remote sensor (C3RS)", REMOTE.of(attack)["target number"], "AS-SPC-063")
        if attack.kind == CODE
        else None
    )


def deploy(attack: Attack, roll: tuple[int, ...], number: int, parts: tuple[Modifier, ...], hit: bool) -> None:
    """Tell the throw; a sensor that lands well works until the End Phase of the next turn."""
    battle, unit = attack.battle, attack.attacker
    group = network_of(attack)
    tell(attack, roll, number, parts, hit)
    sensors_used.note(battle, unit, sensors_used.of(unit) + 1)
    if hit and group is not None and attack.point is not None:
        x, y = attack.point
        new = Sensor(unit.id, x, y, group.number, battle.state.turn + REMOTE.of(attack)["turns"])
        _note(battle, [*working_sensors(battle), new])
    finish(attack, roll, hit)


def _note(battle: Battle, sensors: list[Sensor]) -> None:
    sensors_at_work.note(battle, None, [list(sensor) for sensor in sensors])


@hooks.end_phase.rule("AS-SPC-063", part=hooks.LATE, ability=CODE)
def sensors_fail(battle: Battle) -> bool | None:
    """They go silent in the End Phase of the turn after the one they were thrown in."""
    sensors = working_sensors(battle)
    left = [sensor for sensor in sensors if sensor.until > battle.state.turn]
    if len(left) == len(sensors):
        return None
    _note(battle, left)
    return True


def sensor_slot(attack: Attack) -> str:
    """Throwing a sensor takes the place of the unit's weapon attack."""
    return "weapon"


def no_strength(attack: Attack) -> Strength:
    return NONE


def carried_sensors(unit: Unit, arc: str | None) -> str | None:
    return CODE


def thrown_at_points(unit: Unit) -> tuple[str | None, ...]:
    return (None,) if unit.has(CODE) else ()


@hooks.attack_choices.rule("AS-SPC-063", ability=CODE)
def which_network(attack: Attack) -> Choice | None:
    """A sensor may report to the network of any master of its side."""
    if attack.kind != CODE:
        return None
    battle, side = attack.battle, attack.attacker.side
    heads = (group.members[0] for group in groups_of(battle) if group.kind == MASTERED)
    masters = tuple(dict.fromkeys(head for head in heads if battle.units[head].side == side))
    return Choice("network", "Network of", "unit", "AS-SPC-063", among=masters) if masters else None


attack_kind(
    Kind(
        CODE,
        traits=trait.traits(trait.ATTACK, trait.WEAPON, trait.DEVICE),
        words="remote sensor",
        slot=sensor_slot,
        strength=no_strength,
        fires=carried_sensors,
        resolve=deploy,
        at_points=thrown_at_points,
    )
)
