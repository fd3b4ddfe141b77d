"""Who is linked to whom (pp. 80-82): the C3 networks of a setup, checked when the battle opens and fixed from then on.

Master systems form trees of groups: a master and up to three others, who may be masters of groups of their own. C3i
groups have no master. Hooks ``c3_masters`` (battle, unit) -> int | None, computers that lead a group; ``c3_slaves``
(battle, unit) -> str | None, equipment that follows one. Must not know what a network is good for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from lancemate.alphastrike import hooks
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

MASTERED: Final = "C3"  # networks under a master
IMPROVED: Final = "C3I"

# How networks are called in a setup, and of which sort each is. Other chapters add theirs.
KINDS: Final[dict[str, str]] = {
    **{"C3": MASTERED, "C3M": MASTERED, "C3BSM": MASTERED, "C3I": IMPROVED},
    **{"NOVA": "NOVA", "NC3": "NC3"},
}

GROUP: Final = rules.table("AS-SPC-062", {"units": 4})
RING: Final = rules.table("AS-SPC-065", {"units": 6})
TREE: Final = rules.table("AS-SPC-058", {"units": 12})

CODES: Final = ("C3M", "C3S", "C3I", "C3BSM", "C3BSS", "C3EM", "C3RS", "NOVA")


class Group(NamedTuple):
    """One master with those who follow it, or one C3i ring. ``number`` is its place in the setup."""

    number: int
    kind: str
    members: tuple[str, ...]


def groups_of(battle: Battle) -> tuple[Group, ...]:
    """All C3 groups of a battle, in the order of the setup: networks are drawn up before play, from the cards."""
    return cast(tuple[Group, ...], battle.remember("c3 groups", lambda: _read(battle)))


def groups_with(battle: Battle, name: str) -> tuple[Group, ...]:
    """The groups a unit belongs to."""
    by_unit = cast(dict[str, tuple[Group, ...]], battle.remember("c3 groups by unit", lambda: _by_unit(battle)))
    return by_unit.get(name, ())


def _read(battle: Battle) -> tuple[Group, ...]:
    networks = battle.setup.networks
    return tuple(
        _group(battle, number, KINDS[network.kind.upper()], network.members)
        for number, network in enumerate(networks)
        if network.kind.upper() in KINDS
    )


def _group(battle: Battle, number: int, kind: str, members: tuple[str, ...]) -> Group:
    """A network as it was written, its master first wherever it was named; units with C3I alone make a ring."""
    if kind == MASTERED:
        units = [battle.units[name] for name in members]
        master = next((unit.id for unit in units if masters_on(battle, unit)), None)
        if master is not None:
            members = (master, *(name for name in members if name != master))
        elif all(unit.has("C3I") for unit in units):
            kind = IMPROVED
    return Group(number, kind, members)


def _by_unit(battle: Battle) -> dict[str, tuple[Group, ...]]:
    found: dict[str, tuple[Group, ...]] = {}
    for group in groups_of(battle):
        for name in group.members:
            found[name] = (*found.get(name, ()), group)
    return found


# -- equipment ------------------------------------------------------------------------------------------------


@hooks.c3_masters.rule("AS-SPC-062", ability="C3M")
def master_computers(battle: Battle, unit: Unit) -> int | None:
    """Each leads a group of its own; only masters carry a number, and only when there is more than one."""
    return int(unit.card.specials.value("C3M")) or None


@hooks.c3_masters.rule("AS-SPC-059", ability="C3BSM")
def boosted_masters(battle: Battle, unit: Unit) -> int | None:
    return int(unit.card.specials.value("C3BSM")) or None


@hooks.c3_slaves.rule("AS-SPC-064", ability="C3S")
def slave_computer(battle: Battle, unit: Unit) -> str | None:
    """It follows a master, and does nothing without one."""
    return "C3S" if unit.has("C3S") else None


@hooks.c3_slaves.rule("AS-SPC-060", ability="C3BSS")
def boosted_slave(battle: Battle, unit: Unit) -> str | None:
    """It follows boosted and standard masters alike."""
    return "C3BSS" if unit.has("C3BSS") else None


@hooks.c3_slaves.rule("AS-SPC-061", ability="C3EM")
def dormant_emergency_master(battle: Battle, unit: Unit) -> str | None:
    """Until it is needed it follows like any slave."""
    return "C3EM" if unit.has("C3EM") else None


@hooks.c3_slaves.rule("AS-SPC-063", ability="C3RS")
def remote_sensor_dispenser(battle: Battle, unit: Unit) -> str | None:
    return "C3RS" if unit.has("C3RS") else None


def masters_on(battle: Battle, unit: Unit) -> int:
    """How many groups a unit can lead."""
    return sum(hook(battle, unit) or 0 for hook in battle.hooks[hooks.c3_masters])


def can_follow(battle: Battle, unit: Unit) -> bool:
    return masters_on(battle, unit) > 0 or any(hook(battle, unit) for hook in battle.hooks[hooks.c3_slaves])


# -- checks at the opening --------------------------------------------------------------------------------------


def _wrong(group: Group, text: str, by: str) -> InputError:
    return InputError(f"{text} ({by})", key=f"networks.{group.number}")


@hooks.battle_opens.rule("AS-SPC-055", part=0)
def members_are_recorded(battle: Battle) -> None:
    """Every network says who is in it: units of one side, each once."""
    for number, network in enumerate(battle.setup.networks):
        here = Group(number, network.kind, network.members)
        if network.kind.upper() not in KINDS:
            raise _wrong(here, f"there is no network {network.kind!r}; there are {', '.join(KINDS)}", "AS-SPC-055")
        unknown = [name for name in network.members if name not in battle.units]
        if unknown:
            raise _wrong(here, f"there is no unit {unknown[0]!r} to link", "AS-SPC-055")
        sides = {battle.units[name].side for name in network.members}
        if len(network.members) < 2 or len(sides) != 1:
            raise _wrong(here, "a network links two or more units of one side", "AS-SPC-055")
        if len(set(network.members)) < len(network.members):
            raise _wrong(here, "a network names each of its units once", "AS-SPC-055")


@hooks.battle_opens.rule("AS-SPC-062", part=1)
def groups_have_a_master(battle: Battle) -> None:
    """One of a group has a master computer for it; at most three follow."""
    led: dict[str, int] = {}
    for group in _mastered(battle):
        if len(group.members) > GROUP.of(battle)["units"]:
            raise _wrong(group, f"a master links up to three other units, not {len(group.members) - 1}", "AS-SPC-062")
        head = group.members[0]
        led[head] = led.get(head, 0) + 1
        computers = masters_on(battle, battle.units[head])
        if not computers:
            names = ", ".join(group.members)
            raise _wrong(group, f"none of {names} has a master computer (C3M or C3BSM)", "AS-SPC-062")
        if led[head] > computers:
            has = f"{computers} master computer{'s' if computers > 1 else ''}"
            raise _wrong(group, f"{head} leads {led[head]} groups but has {has}", "AS-SPC-062")


@hooks.battle_opens.rule("AS-SPC-064", part=1)
def followers_are_equipped(battle: Battle) -> None:
    """Whoever follows a master has a slave or a master computer of its own."""
    for group in _mastered(battle):
        for name in group.members[1:]:
            if not can_follow(battle, battle.units[name]):
                needs = "C3S, C3BSS, C3EM, C3RS or a master computer"
                raise _wrong(group, f"{name} has nothing to follow a master with: it needs {needs}", "AS-SPC-064")


@hooks.battle_opens.rule("AS-SPC-058", part=2)
def groups_form_trees(battle: Battle) -> None:
    """A unit follows one master at most, and never in a circle."""
    above: dict[str, str] = {}
    for group in _mastered(battle):
        for name in group.members[1:]:
            if name in above:
                raise _wrong(group, f"{name} follows {above[name]} already; a unit has one uplink", "AS-SPC-058")
            above[name] = group.members[0]
        if group.members[0] in _upwards(above, group.members[0]):
            raise _wrong(group, f"{group.members[0]} would follow itself in a circle", "AS-SPC-058")
    sizes: dict[str, int] = {}
    for group in _mastered(battle):
        top = [group.members[0], *_upwards(above, group.members[0])][-1]
        sizes[top] = sizes.get(top, 1) + len(group.members) - 1
        check_size(battle, group, top, sizes[top])


@rules.rule("AS-SPC-058", otherwise=None)
def check_size(battle: Battle, group: Group, top: str, units: int) -> None:
    """One tree holds a company at most."""
    most = TREE.of(battle)["units"]
    if units > most:
        raise _wrong(group, f"the network under {top} holds more than {most} units", "AS-SPC-058")


def _upwards(above: dict[str, str], name: str) -> list[str]:
    """The masters over a unit, one above the other; a circle ends where it closes."""
    way: list[str] = []
    while name in above and above[name] not in way:
        name = above[name]
        way.append(name)
    return way


@hooks.battle_opens.rule("AS-SPC-065", part=1)
def rings_are_closed(battle: Battle) -> None:
    """Up to six units with C3I, linked to nothing else."""
    for group in groups_of(battle):
        if group.kind != IMPROVED:
            continue
        if len(group.members) > RING.of(battle)["units"]:
            raise _wrong(group, f"a C3i network holds up to {RING.of(battle)['units']} units", "AS-SPC-065")
        for name in group.members:
            if not battle.units[name].has("C3I"):
                raise _wrong(group, f"{name} has no C3I", "AS-SPC-065")
            if len(groups_with(battle, name)) > 1:
                raise _wrong(group, f"{name} is linked elsewhere; C3i joins no other network", "AS-SPC-065")


def _mastered(battle: Battle) -> Iterator[Group]:
    return (group for group in groups_of(battle) if group.kind == MASTERED)
