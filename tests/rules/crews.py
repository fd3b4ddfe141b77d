"""A lance whose pilots can do more than others, near one enemy."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Formation, Muster
from lancemate.kernel.dice import SeededDice, TapeDice
from rules.table import battle, unit

LANCE = ("r1", "r2", "r3", "r4")


def lance(
    *,
    dice: Iterable[int] | None = None,
    own: dict[str, tuple[str, ...]] | None = None,
    formation: dict[str, Any] | None = None,
    enemy: Muster | None = None,
    first: dict[str, Any] | None = None,
    others: Iterable[Muster] = (),
    **more: Any,
) -> Battle:
    """Red's lance of four near one enemy at Medium range from r1."""
    units = [unit("r1", (10, 10), **(first or {}))]
    units += [unit(f"r{number}", (10.0 + 6 * number, 4)) for number in (2, 3, 4)]
    units += [enemy or unit("b1", (10, 22), facing=180), *others]
    units = [replace(one, abilities=(own or {}).get(one.id, ())) for one in units]
    plain = battle(*units, **more)
    formations = (Formation("Alpha", LANCE, **formation),) if formation is not None else ()
    setup = replace(plain.setup, formations=formations)
    return Battle(setup, TapeDice(list(dice)) if dice is not None else SeededDice(7))


def shoot(fight: Battle, unit: str = "r1", target: str = "b1", **more: Any) -> list[Any]:
    return list(fight.do(commands.Attack(unit, target, **more)))


def decide(fight: Battle, choice: str) -> list[Any]:
    question = fight.decision
    assert question is not None
    return list(fight.do(commands.Decide(question.side, choice)))


def made(events: list[Any]) -> Any:
    return next(event for event in events if event.type == "attack")
