"""Small battles of forces with special command abilities, written as battle scripts write them."""

from collections.abc import Iterable, Mapping
from typing import Any

from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.positions import setup_from_data, setup_to_data
from lancemate.kernel.dice import SeededDice, TapeDice
from rules.table import MECH


def one(id: str, at: tuple[float, float] | None = None, facing: float = 0.0, **more: Any) -> dict[str, Any]:
    """A unit; ``skill``, ``state``, ``abilities`` and ``group`` are its own, all other keywords are of its card."""
    own = {key: more.pop(key) for key in ("skill", "state", "abilities", "group") if key in more}
    card = {**MECH, **more}
    if card["type"] not in ("BM", "IM", "AF"):
        card["ov"] = 0
    place = {"at": list(at), "facing": facing} if at is not None else {}
    return {"id": id, "card": dict(card), **place, **own}


def commanded(
    *units: Mapping[str, Any],
    red: Iterable[Any] = (),
    blue: Iterable[Any] = (),
    dice: Iterable[int] | None = None,
    phase: str = "initiative",
    turn: int = 1,
    without: Iterable[str] = (),
    more: Mapping[str, Mapping[str, Any]] | None = None,
    width: float = 72.0,
    depth: float = 48.0,
    **script: Any,
) -> Battle:
    """Red's home is south, blue's north. ``more`` are further keys of a side, other keywords keys of the script."""
    homes = {"red": "south", "blue": "north"}
    sides = [
        {
            "name": side,
            "home": home,
            "command_abilities": list({"red": red, "blue": blue}[side]),
            **(more or {}).get(side, {}),
            "units": [unit for unit in units if str(unit["id"]).startswith(side[0])],
        }
        for side, home in homes.items()
    ]
    data = {
        "map": {"width": width, "depth": depth},
        "sides": sides,
        "start": {"turn": turn, "phase": phase, "first": "red"},
        **script,
    }
    setup = setup_from_data(data)
    assert setup_from_data(setup_to_data(setup)) == setup, "what is written is read again"
    thrown = SeededDice(7) if dice is None else TapeDice(list(dice))
    return Battle(setup, thrown, without=frozenset(without))


def lances(red: int = 2, blue: int = 2, **each: Any) -> list[dict[str, Any]]:
    """So many ordinary 'Mechs a side, far from each other."""
    south = [one(f"r{number}", (6.0 * number, 4), **each) for number in range(1, red + 1)]
    return [*south, *[one(f"b{number}", (6.0 * number, 44), 180) for number in range(1, blue + 1)]]


def answer(fight: Battle, choice: str) -> list[Any]:
    question = fight.decision
    assert question is not None
    return list(fight.do(commands.Decide(question.side, choice)))


def asked(fight: Battle) -> tuple[str, str, tuple[str, ...]] | None:
    """Who is asked what, and the choices."""
    question = fight.decision
    return None if question is None else (question.side, question.kind, question.choices)


def initiative(fight: Battle) -> Any:
    """The last Initiative of a battle."""
    return next(event for event in reversed(fight.journal.events) if event.type == "initiative")


def parts(fight: Battle, side: str = "red") -> dict[str, int]:
    """What was added to a side's roll, by the rule of each part."""
    found: dict[str, int] = {}
    for part in initiative(fight).parts[side]:
        found[part.rule] = found.get(part.rule, 0) + part.value
    return found


def next_turn(fight: Battle) -> None:
    """Everybody stands still and holds fire until the turn is over or somebody is asked."""
    turn = fight.state.turn
    while fight.state.turn == turn and fight.decision is None and fight.outcome is None:
        fight.do(commands.EndPhase())
