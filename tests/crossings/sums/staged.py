"""How the parts of a sum are brought about by play, alone or together, and what a sum comes to then.

A battle is played from the Combat Phase of a first turn to the phase that is measured in the next, so that heat,
wounds, loads, fear and false orders come about on the way, each with the dice that it needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from lancemate.alphastrike.air.control import ENGAGEMENT, control_number
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.reach import moves_now
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.stats import move_now, tmm_now
from lancemate.alphastrike.scripts.positions import setup_from_data
from lancemate.kernel.dice import TapeDice

Card = Mapping[str, Any]

MECH: Final = {"type": "BM", "size": 4, "tmm": 4, "damage": "3/3/3", "ov": 2, "armor": 6, "structure": 9}
# What a unit may be, with the letter of its Move; a part says on which of them it may be.
BODIES: Final[Mapping[str, Card]] = {
    "mech": {**MECH, "letter": ""},
    "jumper": {**MECH, "letter": '"/8"j'},
    "wheels": {**MECH, "type": "CV", "ov": 0, "letter": "w", "size": 3},
    "hover": {**MECH, "type": "CV", "ov": 0, "letter": "h", "size": 3},
    "foot": {**MECH, "type": "CI", "ov": 0, "letter": "f", "size": 1},
    "riders": {**MECH, "type": "CI", "ov": 0, "letter": "f", "size": 1, "beasts": True},
    "fighter": {**MECH, "type": "AF", "threshold": 2, "letter": "a"},
}
ORDINARY: Final = {**MECH, "name": "Ordinary", "move": '8"'}
CLOSE, APART, FAR = 5.0, 14.0, 34.0  # inches from centre to centre: Short, Medium and Long range
FIRE, BLOW, NOISE, INITIATIVE, NERVE = range(5)  # when dice fall, in that order
INITIATIVE_DICE: Final = (6, 6, 1, 1)


@dataclass(frozen=True)
class Part:
    """What a battle must have so that a part of a sum comes about. ``rule`` is what it is known by among the parts."""

    rule: str
    sum: str = "move"
    on: tuple[str, ...] = ("mech",)
    card: Card = field(default_factory=dict)
    specials: tuple[str, ...] = ()
    unit: Card = field(default_factory=dict)  # keys of the unit beside its card
    abilities: tuple[str, ...] = ()
    commands: tuple[Any, ...] = ()  # of its own side
    against: tuple[Any, ...] = ()  # of the enemy's
    side: Card = field(default_factory=dict)
    setup: Card = field(default_factory=dict)  # keys of the script
    options: tuple[str, ...] = ()
    conditions: Card = field(default_factory=dict)
    terrain: tuple[Card, ...] = ()
    friends: tuple[Card, ...] = ()
    foes: tuple[Card, ...] = ()
    foe: Card = field(default_factory=dict)  # changes of the card that is aimed at
    foe_abilities: tuple[str, ...] = ()
    foe_unit: Card = field(default_factory=dict)  # keys of that unit beside its card
    before: tuple[Any, ...] = ()  # orders of the Combat Phase
    blow: tuple[Any, ...] = ()  # orders of the enemy in it
    move: Any = None  # the order by which it moves
    enemy_moves: bool = False
    mode: str = "ground"
    order: Card = field(default_factory=dict)  # words of the attack
    dice: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    needs: tuple[Part, ...] = ()  # what it cannot be without
    far: tuple[float, ...] = (CLOSE, APART, FAR)  # at which distances it shows
    turn: int = 1
    silent: bool = False  # it says nothing where there is nothing for it to do


ALOFT: Final = {"state": {"airborne": True, "altitude": "low"}}
ENGAGED: Final = Part(
    "AS-AER-065",
    sum="control",
    on=("fighter",),
    unit={"at": [20, 10], **ALOFT},
    foe={"type": "AF", "threshold": 2, "move": "6a"},
    foe_unit=ALOFT,
    options=("aerospace",),
)


def _all(parts: Iterable[Part]) -> list[Part]:
    found: list[Part] = []
    for part in parts:
        found += [one for one in (*_all(part.needs), part) if one not in found]
    return found


def body_for(parts: Iterable[Part], asked: Part) -> str:
    """The kind of unit that may have all of them."""
    shared = [body for body in asked.on if all(body in part.on for part in _all(parts))]
    assert shared, "no unit can have all of this: the table should say that they cannot meet"
    return shared[0]


def setting(body: str, base: int, far: float, parts: list[Part]) -> dict[str, Any]:
    """A script with all those parts in it."""
    given = dict(BODIES[body])
    letter = given.pop("letter")
    move = f"{base}{letter}" if body == "fighter" else f'{base}"{letter}'.replace('""', '"')
    specials = [code for part in parts for code in part.specials]
    card = {**given, "name": "Tested", "move": move, "specials": specials}
    for part in parts:
        card |= part.card
    unit: dict[str, Any] = {"id": "r1", "card": card, "facing": 0}
    if body != "fighter":
        unit["at"] = [20, 10]
    for part in parts:
        unit |= part.unit
    unit["abilities"] = [ability for part in parts for ability in part.abilities]
    enemy = {**ORDINARY, "name": "Enemy", "tmm": 0}
    for part in parts:
        enemy |= part.foe
    target = {"id": "b1", "card": enemy, "at": [20, 10 + far], "facing": 180}
    target["abilities"] = [ability for part in parts for ability in part.foe_abilities]
    for part in parts:
        target |= part.foe_unit
    conditions: dict[str, Any] = {}
    script: dict[str, Any] = {}
    sides: list[dict[str, Any]] = [
        {"name": "red", "command_abilities": [one for part in parts for one in part.commands]},
        {"name": "blue", "command_abilities": [one for part in parts for one in part.against]},
    ]
    for part in parts:
        conditions |= part.conditions
        script |= part.setup
        sides[0] |= part.side
    sides[0] |= {"home": "south", "units": [unit, *(one for part in parts for one in part.friends)]}
    sides[1] |= {"home": "north", "units": [target, *(one for part in parts for one in part.foes)]}
    options = {"optional_abilities", *(option for part in parts for option in part.options)}
    return {
        "map": {"width": 72, "depth": 72},
        "terrain": [one for part in parts for one in part.terrain],
        "sides": sides,
        "options": sorted(options),
        "start": {"turn": max([1, *(part.turn for part in parts)]), "phase": "combat", "first": "red"},
        **({"conditions": conditions} if conditions else {}),
        **script,
    }


def tape(parts: list[Part]) -> list[int]:
    """The dice in the order in which they fall; red wins Initiative."""
    thrown: list[int] = []
    for slot in range(NERVE + 1):
        thrown += INITIATIVE_DICE if slot == INITIATIVE else ()
        thrown += [die for part in parts for die in part.dice.get(slot, ())]
    return thrown


def stage(body: str, base: int, far: float, asked: Iterable[Part]) -> Battle:
    """The battle, played up to the Movement Phase of the second turn."""
    parts = _all(asked)
    setup = setup_from_data(setting(body, base, far, parts))
    fight = Battle(setup, TapeDice(tape(parts)))
    for part in parts:
        for order in part.before:
            fight.do(order)
    if any(part.blow for part in parts):
        _on(fight, "blue", "combat")
    for part in parts:
        for order in part.blow:
            fight.do(order)
    _on(fight, None, "movement")
    return fight


def _on(fight: Battle, side: str | None, phase: str) -> None:
    """End phases until that one has begun, and that side is to act in it."""
    for _ in range(12):
        if fight.state.phase == phase and (side is None or fight.state.to_act in (side, None)):
            return
        fight.do(orders.EndPhase())
    raise AssertionError(f"the {phase} phase never came")


def _act(fight: Battle, order: Any) -> None:
    """Give an order as soon as its side is to act: whoever is asked before stays where it is."""
    while fight.state.to_act != fight.units[order.unit].side:
        idle = (unit.id for unit in fight.on_table(fight.state.to_act) if unit.moved == "none" and unit.id != "b1")
        fight.do(orders.Pass(next(idle, "b1")))
    fight.do(order)


# -- what a sum comes to --------------------------------------------------------------------------------------


def measured(kind: str, body: str, base: int, far: float, asked: tuple[Part, ...]) -> tuple[float, set[str]]:
    """The sum, and the rules of its parts."""
    return {
        "move": _move,
        "tmm": _tmm,
        "to hit": _number,
        "initiative": _initiative,
        "control": _control,
        "cost": _cost,
    }[kind](body, base, far, asked)


def _move(body: str, base: int, far: float, asked: tuple[Part, ...]) -> tuple[float, set[str]]:
    fight = stage(body, base, far, asked)
    unit = fight.units["r1"]
    mode = next((part.mode for part in _all(asked) if part.mode != "ground"), "ground")
    for part in _all(asked):
        if part.move is not None:
            _act(fight, part.move)
    if body == "fighter":
        parts = move_now(fight, unit, "thrust")
        return sum(part.value for part in parts), {part.rule for part in parts}
    way = check_move(fight, orders.Move("r1", ((20.0, 10.5),), mode=mode))
    assert way.legal, way.reason
    assert mode in moves_now(fight, unit)
    return way.allowance, {part.rule for part in way.allowed}


def _tmm(body: str, base: int, far: float, asked: tuple[Part, ...]) -> tuple[float, set[str]]:
    fight = stage(body, base, far, asked)
    parts = tmm_now(fight, fight.units["r1"])
    return max(0, sum(part.value for part in parts)), {part.rule for part in parts}


def _number(body: str, base: int, far: float, asked: tuple[Part, ...]) -> tuple[float, set[str]]:
    fight = stage(body, base, far, asked)
    parts = _all(asked)
    for part in parts:
        if part.move is not None:
            _act(fight, part.move)
        if part.enemy_moves:
            _act(fight, orders.Move("b1", ((23.0, fight.units["b1"].y),)))
    _on(fight, None, "combat")
    words: dict[str, Any] = {}
    for part in parts:
        words |= part.order
    told = preview_attack(fight, orders.Attack("r1", "b1", **words))
    assert told.legal, told.refusal
    return sum(one.value for one in told.modifiers), {one.rule for one in told.modifiers}


def _initiative(body: str, base: int, far: float, asked: tuple[Part, ...]) -> tuple[float, set[str]]:
    fight = stage(body, base, far, asked)
    rolled = [event for event in fight.journal.events if event.type == "initiative"][-1]
    return rolled.bonus["red"], {one.rule for one in rolled.parts["red"]}


def _cost(body: str, base: int, far: float, asked: tuple[Part, ...]) -> tuple[float, set[str]]:
    """What a way of four inches costs, and every rule in it; a discount is in nobody's line, and known by its pilot."""
    fight = stage(body, base, far, asked)
    way = check_move(fight, orders.Move("r1", ((20.0, 14.0),)))
    assert way.legal, way.reason
    return way.cost, {part.rule for part in way.parts} | {part.rule for part in _all(asked) if part.silent}


def _control(body: str, base: int, far: float, asked: tuple[Part, ...]) -> tuple[float, set[str]]:
    """Two fighters engage each other."""
    fight = Battle(setup_from_data(setting(body, base, far, _all((*asked, ENGAGED)))), TapeDice([]))
    told = preview_attack(fight, orders.Attack("r1", "b1"))
    parts = control_number(fight, fight.units["r1"], ENGAGEMENT)
    assert told.control is not None
    assert told.control["r1"] == sum(part.value for part in parts)
    return told.control["r1"], {part.rule for part in parts}


def meets(way: Part, rule: Part, base: int) -> bool:
    """Whether the one works on what the other makes of a sum: both together come to something else than their sum."""
    assert way.sum == rule.sum, "parts of different sums never meet"
    body = body_for((way, rule), rule)
    far = next(far for far in rule.far if far in way.far)
    other, theirs = measured(rule.sum, body, base, far, (rule,))
    one, own = measured(rule.sum, body, base, far, (way,))
    if way in _all((rule,)):  # it is there for the sake of that part
        assert way.rule in own
        assert rule.rule in theirs
        return one != other
    both, parts = measured(rule.sum, body, base, far, (way, rule))
    shared = tuple(part for part in _all((way,)) if part in _all((rule,)))
    plain, _ = measured(rule.sum, body, base, far, shared)
    assert way.rule in own | parts, f"{way.rule} never came about: {own}"
    assert rule.silent or rule.rule in theirs | parts, f"{rule.rule} never came about: {theirs}"
    return both - one - other + plain != 0
