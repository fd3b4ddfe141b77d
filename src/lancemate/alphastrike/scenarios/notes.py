"""What a scenario remembers in the state of a battle, and how to read it. All of it is plain data.

``score``: side -> points. ``objectives``: id -> what is known of a marker, a flag or a building. ``secret``: side ->
what that side alone knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from lancemate.kernel.codec import JSON

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.scenarios.plan import Scenario

SCORE: Final = "score"
OBJECTIVES: Final = "objectives"
SECRETS: Final = "secret"  # views.py shows each side its own only


def scenario_of(battle: Battle) -> Scenario:
    """The scenario of a battle that has one."""
    scenario = battle.setup.scenario
    assert scenario is not None
    return scenario


def score_of(battle: Battle, side: str) -> int:
    value = _under(battle.state.notes, SCORE).get(side, 0)
    return value if isinstance(value, int) else 0


def objective_notes(battle: Battle, name: str) -> Mapping[str, JSON]:
    return _under(_under(battle.state.notes, OBJECTIVES), name)


def secret_notes(battle: Battle, side: str) -> Mapping[str, JSON]:
    return _under(_under(battle.state.notes, SECRETS), side)


def texts(value: JSON) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []


def _under(notes: Mapping[str, JSON], key: str) -> Mapping[str, JSON]:
    value = notes.get(key)
    return value if isinstance(value, Mapping) else {}
