"""Terrain conversion (p. 173): shots at the ground itself, which in the end becomes other ground.

How much ground bears and what it becomes is known in terrain/conversion.py; saws and engineers in abilities/.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.words import terrain_word
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.conversion import becomes, erode, factor_left, ground_at
from lancemate.alphastrike.urban.buildings import built_at, construction_factor
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.damage.reckoning import Settled
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.reading import Reader

CONVERSION: Final = rules.option(
    "terrain_conversion", "AS-OPT-540", "shots wear down woods, roads and the ground until they become other ground"
)
WORDS: Final = (CONVERSION, "fire_and_smoke")
SURFACES: Final = ("paved", "gravel", "dirt")
MOST: Final = 200


def _factor(reader: Reader, key: str) -> int:
    return reader.whole(key, least=1, most=MOST)


terrain_word("tf", _factor, options=WORDS)
terrain_word("surface", lambda reader, key: reader.one_of(key, SURFACES), "road", options=WORDS)


@hooks.fires_at_ground.rule("AS-OPT-540", when=CONVERSION)
def at_the_ground(battle: Battle, unit: Unit) -> bool:
    """Whoever may attack may attack the ground instead."""
    return True


@hooks.may_attack.rule("AS-OPT-540", part=hooks.AIM, traits=trait.SHOT, when=CONVERSION)
def not_through_a_roof(attack: Attack) -> Refusal | None:
    """What stands on the ground has to go first."""
    if not attack.at_ground or attack.point is None:
        return None
    built = built_at(attack.battle, attack.point)
    if not built:
        return None
    text = f"{built[-1].id} stands on that ground: destroy it first, and aim at it"
    return Refusal("not_a_target", text, "AS-OPT-540")


@hooks.ground_hit.rule("AS-OPT-540", when=CONVERSION)
def ground_is_worn_down(attack: Attack, settled: Settled) -> None:
    """Every point takes one off the Terrain Factor of the area around the point that is struck."""
    battle, at = attack.battle, attack.aim[0]
    if attack.feature is not None and construction_factor(battle, attack.feature) is not None:
        return
    ground = ground_at(battle, at)
    if ground is not None and settled.damage > 0:
        erode(battle, at, settled.damage, "AS-OPT-540", ground)


@hooks.attack_told.rule("AS-OPT-540", when=CONVERSION)
def what_is_left_of_it(attack: Attack) -> Mapping[str, Any] | None:
    """Of an attack on the ground: what it bears yet, and what it turns into."""
    if not attack.at_ground or attack.point is None:
        return None
    ground = ground_at(attack.battle, attack.point)
    if ground is None or built_at(attack.battle, attack.point):
        return {"tf": None, "becomes": None}
    left = factor_left(attack.battle, attack.point, ground.feature)
    return {"tf": left, "becomes": becomes(attack, ground.feature)}
