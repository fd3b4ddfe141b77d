"""Small battles with a scenario for rule tests. Red is the attacker unless another is named.

Everything not said is as in table.py; the table is the smallest that scenarios are meant for, 36 by 48 inches.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.options import check_options
from lancemate.alphastrike.play.setup import CommandAbility, Muster, Setup, Side
from lancemate.alphastrike.scenarios.arranging import arrange
from lancemate.alphastrike.scenarios.files import find
from lancemate.alphastrike.scenarios.notes import score_of
from lancemate.alphastrike.scenarios.plan import Scenario
from lancemate.field.data import feature_from_data
from lancemate.field.table import Table
from lancemate.kernel.dice import SeededDice, TapeDice

HILL = "king-of-the-hill"
FLAG = "capture-the-flag"
FIGHT = "stand-up-fight"
LINE = "hold-the-line"
RECON = "reconnaissance"


def plan(use: str, *variations: str, attacker: str = "red", **changes: Any) -> Scenario:
    """A scenario with variations and changed keys, its roles given out."""
    file = find(use)
    roles = file.build(variations, changes).roles
    sides = dict(zip(roles, (attacker, "blue" if attacker == "red" else "red"), strict=False))
    return file.build(variations, {"sides": sides, **changes} if roles else changes)


def scene(
    *units: Muster,
    use: str | Scenario,
    variations: Sequence[str] = (),
    attacker: str = "red",
    terrain: Iterable[Mapping[str, Any]] = (),
    dice: Iterable[int] | None = None,
    seed: int = 7,
    phase: str = "combat",
    first: str = "red",
    options: Iterable[str] = (),
    abilities: Mapping[str, tuple[str, ...]] | None = None,
    width: float = 36.0,
    depth: float = 48.0,
    homes: tuple[str, str] = ("south", "north"),
    turn: int = 1,
    **changes: Any,
) -> Battle:
    """A battle with a scenario, about to begin the given phase."""
    features = [
        feature_from_data({"id": f"{piece['kind']}{number}", **piece}) for number, piece in enumerate(terrain, start=1)
    ]
    field = Table(width, depth, features)
    known = {side: tuple(map(CommandAbility.of, names)) for side, names in (abilities or {}).items()}
    sides = (
        Side("red", homes[0], known.get("red", ())),
        Side("blue", homes[1], known.get("blue", ())),
    )
    chosen = plan(use, *variations, attacker=attacker, **changes) if isinstance(use, str) else use
    scenario = arrange(chosen, field, sides, units)
    return Battle(
        Setup(
            table=field,
            sides=sides,
            units=tuple(units),
            options=check_options((*options, *scenario.options)),
            turn=turn,
            phase=phase,
            first=first,
            scenario=scenario,
        ),
        SeededDice(seed) if dice is None else TapeDice(list(dice)),
    )


def score(fight: Battle) -> tuple[int, int]:
    """Red's points and blue's."""
    return score_of(fight, "red"), score_of(fight, "blue")


def verdict(fight: Battle) -> tuple[str | None, str]:
    """Who has won, and by which rule."""
    assert fight.outcome is not None
    return fight.outcome.winner, fight.outcome.rule
