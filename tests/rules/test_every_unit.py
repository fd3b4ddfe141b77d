"""Every unit type and movement mode of the core rules can be set up, moves, shoots and is shot at."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import pytest

from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from rules.table import battle, end, refusal, unit

LAKE = {"kind": "water", "depth": 3, "rect": [0, 0, 72, 48]}
TRACK = {"kind": "road", "rect": [0, 8, 72, 4]}
QUARTERS = {"front": {"damage": "2/2/1"}, "left": {"damage": "2/2/1"}, "right": {"damage": "2/2/1"}}
SHIP = {"type": "CV", "move": '8"n'}
MECH = {"type": "BM"}


class Kind(NamedTuple):
    """A card, where it is at home, and what is special when it moves, shoots (more to hit) and is shot at."""

    card: Mapping[str, Any]
    mode: str = "ground"
    inches: float = 4.0
    cost: float = 4.0
    harder: int = 0  # for itself to hit
    hidden: int = 0  # for others to hit it
    rolls: tuple[str, ...] = ()  # what a hit on its armor brings
    at_sea: bool = False
    terrain: tuple[Mapping[str, Any], ...] = ()
    state: Mapping[str, Any] = {}
    arc: str | None = None


def vehicle(move: str, **more: Any) -> dict[str, Any]:
    return {"type": "CV", "move": move, **more}


AFLOAT = {"at_sea": True, "terrain": (LAKE,), "rolls": ("motive",)}
KINDS = {
    "biped": Kind(MECH),
    "quad": Kind({**MECH, "legs": "quad"}),
    "tripod": Kind({**MECH, "legs": "tripod", "superheavy": True, "specials": ["TUR(3/3/2)"]}),
    "jumping 'Mech": Kind({**MECH, "move": '8"j'}, mode="jump", harder=2, hidden=1),
    "IndustrialMech": Kind({"type": "IM"}, harder=1),
    "ProtoMech": Kind({"type": "PM", "size": 1}, hidden=1),
    "tracked": Kind(vehicle('8"t'), rolls=("motive",)),
    "wheeled": Kind(vehicle('8"w'), rolls=("motive",)),
    "bicycle": Kind(
        vehicle('8"w(b)'),
        cost=8.0,
        harder=1,
        hidden=1,
        rolls=("motive",),
        terrain=({"kind": "woods", "rect": [0, 8, 72, 4]},),
    ),
    "monocycle": Kind(vehicle('8"w(m)'), rolls=("motive",)),
    "hover": Kind(vehicle('8"h'), **AFLOAT),
    "VTOL": Kind(vehicle('8"v'), hidden=1, rolls=("motive",), state={"elevation": 3}),
    "landed VTOL": Kind(vehicle('8"v'), cost=4.0, rolls=("motive",)),
    "WiGE": Kind(vehicle('8"g'), hidden=1, rolls=("motive",), state={"elevation": 1}),
    "landed WiGE": Kind(vehicle('8"g'), inches=2.0, cost=2.0, rolls=("motive",)),
    "naval": Kind(vehicle('8"n'), **AFLOAT),
    "surfaced submarine": Kind(vehicle('8"s'), **AFLOAT),
    "rail": Kind({"type": "SV", "move": '8"r', "specials": ["AFC"]}, rolls=("motive",), terrain=(TRACK,)),
    "support vehicle": Kind({"type": "SV", "move": '8"t', "specials": ["BAR"]}, harder=2, rolls=("critical", "motive")),
    "off-road truck": Kind({"type": "SV", "move": '8"w', "specials": ["BFC", "ORO"]}, harder=1, rolls=("motive",)),
    "foot infantry": Kind({"type": "CI", "size": 1, "move": '4"f'}),
    "jump infantry": Kind({"type": "CI", "size": 1, "move": '4"j'}, mode="jump", hidden=1),
    "motorized infantry": Kind({"type": "CI", "size": 1, "move": '6"m'}),
    "battle armor": Kind({"type": "BA", "size": 1, "move": '6"j'}, hidden=1),
    "large support vehicle": Kind(
        {"type": "SV", "size": 4, "move": '4"t', "damage": "0/0/0", "arcs": QUARTERS, "specials": ["AFC", "LG"]},
        hidden=-1,
        rolls=("motive",),
        arc="front",
    ),
    "mobile structure": Kind(
        {"type": "MS", "size": 4, "move": '4"t', "damage": "0/0/0", "arcs": QUARTERS, "specials": ["SLG"]},
        hidden=-5,
        arc="front",
    ),
}

GROUNDED = {
    "spheroid DropShip": Kind({"type": "DS", "move": "6p", "arcs": {"left": {"damage": "2/2/2"}}}, arc="left"),
    "aerodyne DropShip": Kind({"type": "DA", "move": "6a", "arcs": {"nose": {"damage": "2/2/2"}}}, arc="nose"),
    "aerospace fighter": Kind({"type": "AF", "move": "6a", "threshold": 3}),
    "conventional fighter": Kind({"type": "CF", "move": "6a", "threshold": 3}),
    "small craft": Kind({"type": "SC", "move": "6a", "threshold": 3}),
}


def facing_off(kind: Kind, phase: str, dice: Iterable[int] | None = None) -> Battle:
    """The unit and an enemy ten inches ahead of it."""
    card = {"tmm": 1, "armor": 9, "structure": 5, **kind.card}
    enemy = {"tmm": 1, "armor": 9, "structure": 5, **(SHIP if kind.at_sea else MECH)}
    mine = unit("r1", (20, 10), state=kind.state, **card)
    return battle(mine, unit("b1", (20, 25), 180, **enemy), terrain=kind.terrain, phase=phase, dice=dice)


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_it_moves_shoots_and_is_shot_at(kind: Kind) -> None:
    moving = facing_off(kind, "movement")
    events = moving.do(commands.Move("r1", ((20.0 + kind.inches, 10.0),), mode=kind.mode, facing=0.0))
    moved: Any = next(event for event in events if event.type == "moved")
    assert (moved.mode, moved.cost) == (kind.mode, kind.cost)
    assert moving.units["r1"].moved == kind.mode

    fight = facing_off(kind, "combat", dice=[6, 5, *([3, 4] * 6)])
    fight.units["r1"].moved = kind.mode
    shot: Any = next(e for e in fight.do(commands.Attack("r1", "b1", arc=kind.arc)) if e.type == "attack")
    infantry = kind.card["type"] in ("CI", "BA")
    assert shot.target_number == 4 + 1 + 2 + (0 if infantry else kind.harder)
    assert shot.hit
    assert fight.units["b1"].armor == 9 - shot.damage
    end(fight)
    hits = fight.do(commands.Attack("b1", "r1"))
    back: Any = next(event for event in hits if event.type == "attack")
    assert back.target_number == 4 + 1 + 2 + kind.hidden
    assert fight.units["r1"].armor == (9 - back.damage if back.hit else 9)


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_a_hit_brings_the_checks_of_its_type(kind: Kind) -> None:
    fight = facing_off(kind, "combat", dice=[6, 5, *([3, 3] * 6)])
    end(fight)
    events = fight.do(commands.Attack("b1", "r1"))
    assert tuple(event.type for event in events if event.type in ("critical", "motive")) == kind.rolls


@pytest.mark.rule("AS-MOV-047")
@pytest.mark.parametrize("kind", GROUNDED.values(), ids=list(GROUNDED))
def test_aerospace_cards_load_and_their_units_fight_from_the_ground(kind: Kind) -> None:
    fight = facing_off(kind, "combat", dice=[6, 5] * 6)
    shot: Any = next(e for e in fight.do(commands.Attack("r1", "b1", arc=kind.arc)) if e.type == "attack")
    assert shot.hit
    end(fight)
    back: Any = next(e for e in fight.do(commands.Attack("b1", "r1")) if e.type == "attack")
    assert back.hit
    assert fight.units["r1"].armor == 9 - back.damage
    waiting = facing_off(kind, "movement")
    end(waiting)
    refused = refusal(waiting, commands.Move("r1", ((22.0, 10.0),)))
    assert refused.code in ("aerospace", "wrong_phase")


@pytest.mark.rule("AS-MOV-038", "AS-COM-049")
def test_a_submarine_dives_and_is_hunted_with_torpedoes() -> None:
    diver = {"type": "CV", "move": '8"s', "tmm": 1, "armor": 9, "structure": 5, "specials": ["TOR2/2/2", "SUBS1"]}
    fight = battle(
        unit("r1", (20, 10), **diver),
        unit("b1", (20, 25), 180, **diver),
        terrain=[LAKE],
        phase="movement",
        dice=[6, 5, *([3, 3] * 4)],
    )
    fight.do(commands.Move("r1", ((20.0, 13.0),), elevation=-2.0))
    assert (fight.units["r1"].moved, fight.units["r1"].elevation) == ("submersible", -2.0)
    end(fight, 2)
    shot: Any = next(e for e in fight.do(commands.Attack("b1", "r1", using="TOR")) if e.type == "attack")
    # Skill 4, stood still -1, TMM 1 and SUBS 1, under water 1, medium range 2
    assert (shot.target_number, shot.damage) == (8, 2)
