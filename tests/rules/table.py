"""Small battles for rule tests: a table, a few units, a tape of dice.

Units whose id begins with r are red's, all others blue's. Everything not said is an ordinary 'Mech on open ground.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from lancemate.alphastrike.cards.card import card_from_data
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.conditions import FINE_DAY
from lancemate.alphastrike.play.options import check_options
from lancemate.alphastrike.play.setup import Muster, Network, Setup, Side
from lancemate.alphastrike.scripts.conditions import read_conditions
from lancemate.field.data import feature_from_data
from lancemate.field.table import Table
from lancemate.kernel.dice import Dice, SeededDice, TapeDice
from lancemate.kernel.errors import Refusal, Refused

MECH: Mapping[str, Any] = {
    "name": "Test Mech",
    "type": "BM",
    "size": 3,
    "tmm": 1,
    "move": '8"',
    "damage": "3/3/2",
    "ov": 1,
    "armor": 6,
    "structure": 5,
    "specials": [],
}


def unit(
    id: str,
    at: tuple[float, float] | None = None,
    facing: float = 0.0,
    skill: int = 4,
    group: str | None = None,
    state: Mapping[str, Any] | None = None,
    **card: Any,
) -> Muster:
    """A unit; every other keyword is a field of its card."""
    data = {**MECH, **card}
    if data["type"] not in ("BM", "IM", "AF"):
        data.setdefault("ov", 0)
        if "ov" not in card:
            data["ov"] = 0
    side = "red" if id.startswith("r") else "blue"
    return Muster(id, side, card_from_data(data, where=id), skill, at, facing, group, state or {})


def battle(
    *units: Muster,
    terrain: Iterable[Mapping[str, Any]] = (),
    dice: Iterable[int] | None = None,
    seed: int = 7,
    phase: str = "combat",
    first: str | None = "red",
    options: Iterable[str] = (),
    networks: Iterable[Network] = (),
    width: float = 72.0,
    depth: float = 48.0,
    homes: tuple[str, str] = ("south", "north"),
    turn: int = 1,
    without: Iterable[str] = (),
    conditions: Mapping[str, Any] | None = None,
    edition: str = "commander",
) -> Battle:
    """A battle about to begin the given phase, red to act first."""
    features = [
        feature_from_data({"id": f"{piece['kind']}{number}", **piece}) for number, piece in enumerate(terrain, start=1)
    ]
    thrown: Dice = SeededDice(seed) if dice is None else TapeDice(list(dice))
    table = Table(width, depth, features)
    return Battle(
        Setup(
            table=table,
            sides=(Side("red", homes[0]), Side("blue", homes[1])),
            units=tuple(units),
            networks=tuple(networks),
            options=check_options(tuple(options)),
            turn=turn,
            phase=phase,
            first=first,
            edition=edition,
            conditions=FINE_DAY if conditions is None else read_conditions(dict(conditions), "conditions", table),
        ),
        thrown,
        without=frozenset(without),
    )


def attack(fight: Battle, unit: str, target: str | tuple[float, float], **more: Any) -> Any:
    """Make an attack and return its attack event."""
    aim = commands.PointTarget(target) if isinstance(target, tuple) else target
    events = fight.do(commands.Attack(unit, aim, **more))
    return next(event for event in events if event.type == "attack")


def move(fight: Battle, unit: str, *path: tuple[float, float], **more: Any) -> Any:
    """Make a move and return its moved event."""
    events = fight.do(commands.Move(unit, tuple(path), **more))
    return next(event for event in events if event.type == "moved")


def end(fight: Battle, times: int = 1) -> list[Any]:
    """The side to act ends its part of the phase, so many times."""
    events: list[Any] = []
    for _ in range(times):
        events += fight.do(commands.EndPhase())
    return events


def refusal(fight: Battle, command: commands.Command) -> Refusal:
    """Why a command is refused; fails when it is not. Nothing may have changed."""
    before = fight.hash()
    try:
        fight.do(command)
    except Refused as refused:
        assert fight.hash() == before
        return refused.refusal
    raise AssertionError(f"{command} was accepted")


def number(event: Any, rule_id: str) -> int | None:
    """The value one rule adds to a target number, or None when it adds nothing."""
    values = [part.value for part in event.modifiers if part.rule == rule_id]
    return sum(values) if values else None
