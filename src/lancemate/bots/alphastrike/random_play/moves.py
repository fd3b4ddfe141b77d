"""Moves to try: in every mode, with everything a move can bring along."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.air.candidates import beginnings
from lancemate.alphastrike.air.flying import may_hover
from lancemate.alphastrike.asking.offers import deeds
from lancemate.alphastrike.combat.physical import STRIKES, striker
from lancemate.alphastrike.movement.modes import modes_of_modules
from lancemate.alphastrike.movement.planner import move_choices
from lancemate.alphastrike.movement.terrain import PAVED
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.flight import FORMS_THAT_FLY, ON_THE_GROUND, OPTION
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.state import ABOARD, RESERVE, Unit
from lancemate.alphastrike.play.stats import current_move
from lancemate.alphastrike.scenarios.goals import goals
from lancemate.alphastrike.urban.buildings import structure_at
from lancemate.alphastrike.urban.storeys import takes_stairs
from lancemate.bots.alphastrike.random_play.places import (
    around,
    beside,
    enemies,
    facing_to,
    friends,
    nearest,
    on_table,
)
from lancemate.field.shapes import Line, Point
from lancemate.kernel.dice import Generator

CHANGING: Final = (*FORMS_THAT_FLY, "QV")  # abilities of those who change their form
TRIES: Final = 5  # moves a unit thinks of before it stays where it is

Plan = Callable[[Battle, Unit, Generator], orders.Move | None]

RUN: Final = 10.0  # inches of a way that something may be said of


def moves(battle: Battle, unit: Unit, luck: Generator) -> Iterator[orders.Move]:
    """Moves a unit could try, likely ones more often."""
    yield from _offered(battle, unit, luck)
    if OPTION in battle.options and unit.card.is_aerospace:
        yield from fly_about(battle, unit, luck)
        return
    plans = (enter,) if unit.place == RESERVE else _plans(battle, unit)
    for _ in range(TRIES):
        command = luck.choice(plans)(battle, unit, luck)
        if command is not None:
            yield command


def _offered(battle: Battle, unit: Unit, luck: Generator) -> Iterator[orders.Move]:
    """Now and then a move in another form, worked out by the rules or thought of by somebody who has not asked."""
    if unit.card.all_codes.isdisjoint(CHANGING) or luck.below(3):
        return
    found = [one.command for one in deeds(battle, unit) if isinstance(one.command, orders.Move)]
    if found and luck.below(10):
        yield luck.choice(found)
    else:
        wanted = luck.choice(("battlemech", "airmech", "fighter", "tank"))
        yield orders.Move(unit.id, (), luck.choice(("ground", "fly")), facing=30.0 * luck.below(12), convert=wanted)


def fly_about(battle: Battle, unit: Unit, luck: Generator) -> Iterator[orders.Move]:
    """Flights from anywhere it may begin, in any direction, at any altitude; hovering for whoever can, and others."""
    if unit.on_table and not unit.airborne:
        yield orders.Move(unit.id, (), "liftoff")
        yield orders.Move(
            unit.id, (battle.table.snap(around(battle, luck, unit.at, 4.0)),), facing=30.0 * luck.below(12)
        )
        return
    if unit.place == ABOARD:
        yield orders.Move(unit.id, (), "launch", 30.0 * luck.below(12))
        return
    if ON_THE_GROUND in battle.options and luck.below(4) == 0:
        yield orders.Move(unit.id, (battle.table.snap(around(battle, luck, battle.table.centre, 8.0)),), "land")
    starts = list(beginnings(battle, unit))
    for _ in range(TRIES):
        at, table = luck.choice(starts), battle.table
        start = unit.at if at is None else at
        path = () if at is None else (at,)
        high = luck.choice(("low", "low", "middle", "high", "extreme", None))
        foes = enemies(battle, unit)
        over = luck.choice(foes).at if foes and luck.below(3) else table.snap(around(battle, luck, table.centre, 10.0))
        facing = table.snap_facing(table.bearing(start, over)) if over != start else 30.0 * luck.below(12)
        if luck.below(2) and (may_hover(battle, unit) or luck.below(20) == 0):
            stop = table.snap(around(battle, luck, start, 2.0)) if unit.on_table and luck.below(2) else over
            yield orders.Move(unit.id, (*path, stop), "hover", altitude=high)
            yield orders.Move(unit.id, (), "hover")
        yield orders.Move(unit.id, path, "fly", facing, altitude=high)


def _plans(battle: Battle, unit: Unit) -> tuple[Plan, ...]:
    """What this unit might want to do, what it can do best several times."""
    card = unit.card
    plans: list[Plan] = [wander, wander, wander, approach, approach, seek_terrain, sprint, stay, shuffle, crouch, leave]
    if card.move.jump:
        plans += [jump, jump]
    elif battle.state.turn % 4 == 0:  # now and then somebody forgets that it has no jets
        plans += [jump]
    for word in reversed(_words(toward="enemy")):
        plans += [partial(rush, word=word)] * 2 if _thinks_of(battle, unit, word) else []
    if card.move.submarine:
        plans += [dive, dive, dive]
    for word in _words(toward="friend"):
        plans += [partial(join, word=word)] * (3 if card.is_infantry or card.is_protomech else 1)
    if move_choices(battle, unit):
        plans += [say_something, say_something]
    for mode in modes_of_modules(battle, unit):
        plans += [partial(in_mode, mode=mode)] * 2
    if any(other.aboard == unit.id for other in battle.units.values()):
        plans += [unload, unload, unload, unload]
    if "skidding" in battle.options:
        plans += [race] * 4
    if battle.setup.scenario is not None:
        plans += [errand] * 10
    return tuple(plans)


# -- what all moves share -------------------------------------------------------------------------------------


def _words(toward: str | None) -> list[Choice]:
    """What the rules let units say of an enemy, of a friend or of themselves, in the order of the book."""
    found = [word for word in hooks.move_words.values() if word.toward == toward and word.beside is None]
    return sorted(found, key=lambda word: word.rule)


def _thinks_of(battle: Battle, unit: Unit, word: Choice) -> bool:
    """Whoever jumps thinks of what is done in a jump; else whoever strikes so."""
    if word.modes[0] == "jump":
        return unit.card.move.jump > 0
    return word.name in STRIKES.of(battle)[striker(battle, unit)]


def _reach(battle: Battle, unit: Unit, luck: Generator, mode: str = "ground") -> float:
    """How far to go: now and then to the last inch, seldom too far."""
    most = current_move(battle, unit, mode)
    dice = luck.below(10)
    return most if dice == 0 else most + 1.0 if dice == 1 else most * luck.uniform()


def _facing(battle: Battle, unit: Unit, end: Point, luck: Generator) -> float | None:
    """Mostly toward an enemy."""
    foe = nearest(battle, unit, enemies(battle, unit))
    if foe is not None and luck.below(3):
        return facing_to(battle, end, foe.at)
    return None if luck.below(4) == 0 else 15.0 * luck.below(24)


def _elevation(battle: Battle, unit: Unit, luck: Generator, end: Point) -> float | None:
    """The height to end at, for those who can choose it."""
    house = structure_at(battle, battle.table.snap(end))
    if house is not None and (unit.card.is_mech or takes_stairs(unit)) and luck.below(3):
        return luck.choice((house.height, float(luck.below(int(house.height) + 1))))
    match unit.card.move.primary:
        case "v":
            return luck.choice((None, 0.0, float(luck.below(10))))
        case "g":
            return luck.choice((None, 0.0, 1.0, 1.0))
        case "s":
            return luck.choice((None, 0.0, -float(luck.below(6))))
        case _:
            return None


def _to(
    battle: Battle, unit: Unit, luck: Generator, *path: Point, mode: str = "ground", stance: bool | None = None
) -> orders.Move:
    """A move; with a stance, what units may say of themselves is said, or taken back."""
    end = path[-1] if path else unit.at
    command = orders.Move(
        unit.id,
        tuple(battle.table.snap(point) for point in path),
        mode,
        _facing(battle, unit, end, luck),
        _elevation(battle, unit, luck, end),
        cruise=float(luck.below(10)) if unit.card.move.primary == "v" and luck.below(6) == 0 else None,
    )
    if stance is not None:
        for word in _words(toward=None):
            command = word.said(command, stance)
    return command


# -- going somewhere ------------------------------------------------------------------------------------------


def wander(battle: Battle, unit: Unit, luck: Generator) -> orders.Move | None:
    """Anywhere in reach, straight or with a bend."""
    far = _reach(battle, unit, luck)
    end = on_table(battle, unit, around(battle, luck, unit.at, far))
    if luck.below(3) == 0:
        bend = on_table(battle, unit, around(battle, luck, unit.at, far / 2))
        return _to(battle, unit, luck, bend, battle.table.part_way(bend, end, far / 2))
    return _to(battle, unit, luck, end)


def approach(battle: Battle, unit: Unit, luck: Generator) -> orders.Move | None:
    """Toward an enemy, as close as it gets."""
    foes = enemies(battle, unit)
    if not foes:
        return None
    end = battle.table.part_way(unit.at, beside(battle, unit, luck.choice(foes)), _reach(battle, unit, luck))
    return _to(battle, unit, luck, on_table(battle, unit, end))


def seek_terrain(battle: Battle, unit: Unit, luck: Generator) -> orders.Move | None:
    """Toward a piece of terrain, and into it."""
    features = battle.table.features
    if not features:
        return None
    end = battle.table.part_way(unit.at, luck.choice(features).shape.centroid(), _reach(battle, unit, luck))
    if unit.card.move.jump and structure_at(battle, battle.table.snap(end)) is not None and luck.below(2):
        return orders.Move(unit.id, (battle.table.snap(on_table(battle, unit, end)),), "jump")
    return _to(battle, unit, luck, on_table(battle, unit, end), stance=luck.below(4) == 0 or None)


def race(battle: Battle, unit: Unit, luck: Generator) -> orders.Move | None:
    """Onto the nearest road and along it, as fast as it goes."""
    roads = [feature for feature in battle.table.features if feature.kind in PAVED and isinstance(feature.shape, Line)]
    if not roads:
        return None
    road = min(roads, key=lambda one: battle.table.distance_to(one.id, unit.x, unit.y))
    table, kerb = battle.table, battle.table.nearest_of(road.id, unit.at)
    left = current_move(battle, unit) - table.distance(unit.at, kerb)
    if left <= 0.0 or not isinstance(road.shape, Line):
        return None
    end = on_table(battle, unit, table.part_way(kerb, luck.choice((road.shape.points[0], road.shape.points[-1])), left))
    path = tuple(table.snap(point) for point in ((kerb, end) if table.distance(unit.at, kerb) > 0.1 else (end,)))
    return orders.Move(unit.id, path, luck.choice(("ground", "ground", "sprint")))


def errand(battle: Battle, unit: Unit, luck: Generator) -> orders.Move | None:
    """Toward what the scenario is about, and there into contact."""
    places = [goal.point for goal in goals(battle, unit.side) if goal.units is None or unit.id in goal.units]
    if not places:
        return None
    place = luck.choice(places[:3])
    contact = battle.table.part_way(place, unit.at, unit.radius + luck.choice((0.0, 0.5, 1.0)))
    end = battle.table.part_way(unit.at, contact, current_move(battle, unit))
    return _to(battle, unit, luck, on_table(battle, unit, end))


def sprint(battle: Battle, unit: Unit, luck: Generator) -> orders.Move | None:
    end = on_table(battle, unit, around(battle, luck, unit.at, 1.5 * _reach(battle, unit, luck)))
    return _to(battle, unit, luck, end, mode="sprint")


def jump(battle: Battle, unit: Unit, luck: Generator) -> orders.Move | None:
    end = on_table(battle, unit, around(battle, luck, unit.at, _reach(battle, unit, luck, "jump")))
    return _to(battle, unit, luck, end, mode="jump")


def in_mode(battle: Battle, unit: Unit, luck: Generator, mode: str) -> orders.Move | None:
    """In a way that some module adds: on wings, or staying where it is."""
    if hooks.movement_modes[mode].stays:
        return orders.Move(unit.id, (), mode)
    end = on_table(battle, unit, around(battle, luck, unit.at, _reach(battle, unit, luck, mode)))
    return _to(battle, unit, luck, end, mode=mode)


def dive(battle: Battle, unit: Unit, luck: Generator) -> orders.Move | None:
    """As a submarine, at some depth."""
    end = on_table(battle, unit, around(battle, luck, unit.at, _reach(battle, unit, luck, "submarine")))
    depth = luck.choice((None, 0.0, -float(luck.below(7))))
    command = _to(battle, unit, luck, end, mode=luck.choice(("ground", "submersible", "submersible")))
    return orders.Move(unit.id, command.path, command.mode, command.facing, depth)


def stay(battle: Battle, unit: Unit, luck: Generator) -> orders.Move | None:
    """Stand still; sometimes look for a position, sometimes leave it."""
    return _to(battle, unit, luck, mode="standstill", stance=(True, False, None, None, None)[luck.below(5)])


def shuffle(battle: Battle, unit: Unit, luck: Generator) -> orders.Move | None:
    """A minimum move."""
    end = on_table(battle, unit, around(battle, luck, unit.at, 2.0 * luck.uniform()))
    return _to(battle, unit, luck, end, mode=luck.choice(("ground", "minimum")))


def crouch(battle: Battle, unit: Unit, luck: Generator) -> orders.Move | None:
    """Behind something where it stands, or a short way off."""
    if luck.below(2):
        return _to(battle, unit, luck, stance=True)
    end = on_table(battle, unit, around(battle, luck, unit.at, 3.0 * luck.uniform()))
    return _to(battle, unit, luck, end, stance=True)


# -- edges of the table ---------------------------------------------------------------------------------------


def enter(battle: Battle, unit: Unit, luck: Generator) -> orders.Move | None:
    """Across the home edge; from any edge where a side has none."""
    table = battle.table
    home = next(side.home for side in battle.setup.sides if side.name == unit.side)
    x, y = table.width * luck.uniform(), table.depth * luck.uniform()
    edge = home or luck.choice(battle.table.edges)
    start = table.onto_edge(edge, (x, y))
    mode = luck.choice(
        ("ground", "ground", "sprint", "jump") if unit.card.move.jump else ("ground", "ground", "sprint")
    )
    far = max(2 * unit.radius, _reach(battle, unit, luck, "jump" if mode == "jump" else "ground"))
    end = on_table(battle, unit, battle.table.part_way(start, table.centre, far))
    path = (start, end) if luck.below(2) else (end,)
    return _to(battle, unit, luck, *path, mode=mode)


def leave(battle: Battle, unit: Unit, luck: Generator) -> orders.Move | None:
    """Off the table, mostly refused; a unit on its way out goes home."""
    home = next(side.home for side in battle.setup.sides if side.name == unit.side)
    homeward = luck.below(4 if battle.setup.scenario is None else 2)
    edge = home if home is not None and homeward else luck.choice(battle.table.edges)
    beyond = battle.table.onto_edge(edge, unit.at, -2.0)
    end = battle.table.part_way(unit.at, beyond, current_move(battle, unit) + 2.0)
    if not unit.withdrawing and luck.below(4):
        return None
    return _to(battle, unit, luck, end)


# -- at others ------------------------------------------------------------------------------------------------


def rush(battle: Battle, unit: Unit, luck: Generator, word: Choice) -> orders.Move | None:
    """At an enemy in reach, with what is said of such a move."""
    mode = word.modes[0]
    foe = _victim(battle, unit, luck, current_move(battle, unit, mode))
    if foe is None:
        return None
    end = battle.table.snap(beside(battle, unit, foe))
    return word.said(orders.Move(unit.id, (end,), mode, facing_to(battle, end, foe.at)), foe.id)


def _victim(battle: Battle, unit: Unit, luck: Generator, reach: float) -> Unit | None:
    """An enemy that could be reached, one that has moved before others."""
    near = [
        foe for foe in enemies(battle, unit) if battle.table.within(foe.at, unit.at, reach + unit.radius + foe.radius)
    ]
    moved = [foe for foe in near if foe.moved != "none"]
    return luck.choice(moved or near) if near else None


def join(battle: Battle, unit: Unit, luck: Generator, word: Choice) -> orders.Move | None:
    """Toward a friend, with what is said of that, allowed or not; one whom the rules name before others."""
    others = friends(battle, unit)
    if not others:
        return None
    named = [name for choice in move_choices(battle, unit) if choice.name == word.name for name in choice.among]
    friend = battle.units[luck.choice(named)] if named and luck.below(8) else luck.choice(others)
    end = battle.table.snap(battle.table.part_way(unit.at, beside(battle, unit, friend), current_move(battle, unit)))
    path = () if end == battle.table.snap(unit.at) else (end,)
    command = word.said(orders.Move(unit.id, path, word.modes[0]), friend.id)
    for more in hooks.move_words.values():
        if more.beside == word.name and unit.card.is_battle_armor and luck.below(2):
            command = more.said(command, True)
    return command


def say_something(battle: Battle, unit: Unit, luck: Generator) -> orders.Move | None:
    """A move with something said that the rules let this unit say; next to whomever that is about."""
    choice = luck.choice(move_choices(battle, unit))
    mode = luck.choice(choice.modes) if choice.modes else "ground"
    match choice.kind:
        case "unit":
            name = luck.choice(choice.among)
            table, there = battle.table, beside(battle, unit, battle.units[name])
            end = table.snap(table.part_way(unit.at, there, current_move(battle, unit, mode)))
            path = () if end == table.snap(unit.at) else (end,)
            return choice.said(orders.Move(unit.id, path, mode), name)
        case "word":
            return choice.said(_somewhere(battle, unit, luck, mode), luck.choice(choice.among))
        case "flag":
            return choice.said(_somewhere(battle, unit, luck, mode), True)
        case "line" | "point":
            return _run(battle, choice, _somewhere(battle, unit, luck, mode), luck)
        case "number":
            value = choice.least + luck.below(int(choice.most - choice.least) + 1)
            return choice.said(_somewhere(battle, unit, luck, mode), value)
        case _:
            return None


def _run(battle: Battle, choice: Choice, command: orders.Move, luck: Generator) -> orders.Move | None:
    """The move with some part of its way named in it, long enough or not."""
    if not command.path:
        return None
    start, end, table = battle.units[command.unit].at, command.path[0], battle.table
    far = table.distance(start, end)
    begin = max(0.0, far - RUN) * luck.uniform()
    line = (table.part_way(start, end, begin), table.part_way(start, end, min(far, begin + RUN)))
    if choice.kind == "line":
        return choice.said(command, orders.LineTarget(line))
    return choice.said(command, orders.PointTarget(line[0]) if choice.name == "bomb" else line[0])


def _somewhere(battle: Battle, unit: Unit, luck: Generator, mode: str) -> orders.Move:
    if mode == "standstill":
        return orders.Move(unit.id, (), mode)
    end = on_table(battle, unit, around(battle, luck, unit.at, _reach(battle, unit, luck, mode) / 2))
    return orders.Move(unit.id, (battle.table.snap(end),), mode)


def unload(battle: Battle, unit: Unit, luck: Generator) -> orders.Move | None:
    """Let some or all passengers off at the end of a move, around the carrier."""
    aboard = [other for other in battle.units.values() if other.place == ABOARD and other.aboard == unit.id]
    if not aboard:
        return None
    far = 0.0 if luck.below(2) else _reach(battle, unit, luck)
    end = battle.table.snap(on_table(battle, unit, around(battle, luck, unit.at, far))) if far else unit.at
    unloads = []
    for passenger in aboard:
        if luck.below(4):
            at = around(battle, luck, end, unit.radius + passenger.radius + luck.choice((0.0, 0.0, 0.01, 0.5)))
            facing = luck.choice((None, 15.0 * luck.below(24)))
            unloads.append(orders.Unload(passenger.id, battle.table.snap(at), facing))
    flies = unit.card.move.primary in ("v", "g")
    return orders.Move(
        unit.id,
        (end,) if far else (),
        "ground" if far else luck.choice(("ground", "standstill")),
        elevation=luck.choice((0.0, None)) if flies else None,
        unload=tuple(unloads),
    )
