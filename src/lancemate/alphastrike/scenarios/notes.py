"""What a scenario remembers in the state of a battle, and how to read it. All of it is plain data.

``score``: side -> points. ``objectives``: id -> what is known of a marker, a flag or a building. ``secret``: side ->
what that side alone knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.play.ids import UnitId
from lancemate.kernel.codec import JSON

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.scenarios.plan import Scenario

SCORE: Final = "score"
OBJECTIVES: Final = "objectives"
SECRETS: Final = "secret"  # each side is shown its own only


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


def objectives_without(objectives: JSON, units: frozenset[UnitId]) -> JSON:
    """What is known of objectives to somebody who knows nothing of these units."""
    if not isinstance(objectives, Mapping):
        return objectives
    about = {f"unit:{name}" for name in units}
    return {
        name: _without(notes, units) if isinstance(notes, Mapping) else notes
        for name, notes in objectives.items()
        if name not in about and not (isinstance(notes, Mapping) and notes.get("unit") in units)
    }


def _without(notes: Mapping[str, JSON], units: frozenset[UnitId]) -> JSON:
    kept = {key: value for key, value in notes.items() if key != "carrier" or value not in units}
    return {**kept, "home": [name for name in texts(kept["home"]) if name not in units]} if "home" in kept else kept


def texts(value: JSON) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []


def _under(notes: Mapping[str, JSON], key: str) -> Mapping[str, JSON]:
    value = notes.get(key)
    return value if isinstance(value, Mapping) else {}
