"""What changes about the conditions of a battle, and what they are at this moment.

What players have agreed on stands in the setup (play/conditions.py); what has become of it since then is noted here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike.play.conditions import Conditions, Tornado, Wind
from lancemate.alphastrike.play.memory import battle_memory, unit_memory

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.kernel.codec import JSON

wind = battle_memory("wind", dict[str, float], default=None, rule="AS-BAT-097")
quake = battle_memory("earthquake", dict[str, int], default=None, rule="AS-BAT-087")
tornadoes = battle_memory("tornadoes", list[list[float]], default=None, rule="AS-BAT-108")  # x, y, rating, turns

# Searchlights that are on.
lights = unit_memory(
    "lights", bool, default=False, rule="AS-BAT-086", told="switches its lights on", untold="switches its lights off"
)
# For how many Movement Phases in a row it has used more than its normal Move.
over_move = unit_memory("over_move", int, default=0, rule="AS-BAT-093")


def agreed(battle: Battle) -> Conditions:
    return battle.setup.conditions


def wind_now(battle: Battle) -> tuple[int, float]:
    """The force of the wind, and the bearing it comes from."""
    noted = wind.of(battle.state)
    if noted is not None:
        return int(noted["force"]), float(noted["from"])
    chosen = agreed(battle).wind or Wind()
    return chosen.force or 0, chosen.origin or 0.0


def quake_now(battle: Battle) -> int | None:
    """The strength of the quake that shakes this turn."""
    noted = quake.of(battle.state)
    return noted["strength"] if noted is not None and noted["turn"] == battle.state.turn else None


def tornadoes_now(battle: Battle) -> tuple[Tornado, ...]:
    noted = tornadoes.of(battle.state)
    if noted is None:
        return agreed(battle).tornadoes
    return tuple(Tornado((x, y), int(rating), int(turns)) for x, y, rating, turns in noted)


def show_conditions(battle: Battle) -> dict[str, JSON]:
    """What is in force now, under the keys of battle scripts."""
    given = agreed(battle)
    force, origin = wind_now(battle)
    strength = quake_now(battle)
    return {
        "atmosphere": given.atmosphere,
        "light": given.light,
        "weather": list(given.weather),
        "wind": {"force": force, "from": origin, "variable": given.wind is not None and given.wind.variable},
        "gravity": given.gravity,
        "temperature": given.temperature,
        "emi": given.emi,
        "earthquake": None if strength is None else {"strength": strength},
        "tornadoes": [{"at": list(one.at), "rating": one.rating, "turns": one.turns} for one in tornadoes_now(battle)],
        "custom": [
            {"name": one.name, "to_hit": one.to_hit, "move": one.move, "note": one.note} for one in given.custom
        ],
    }
