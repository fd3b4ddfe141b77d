"""The buildings a Reconnaissance is about (p. 133): which they are, and how they must stand."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final, cast

from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.notes import scenario_of
from lancemate.alphastrike.urban.buildings import construction_factor
from lancemate.field.space import Space

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

TINY: Final = 1e-6

LIMITS: Final = rules.table(
    "AS-SCN-060", {"from the centre": 12.0, "apart": 2.0, "least factor": 1, "most factor": 12, "each lance": 1}
)


def searched_buildings(battle: Battle) -> tuple[str, ...]:
    """Those the scenario names, or every building near the middle of the table."""
    named = scenario_of(battle).buildings
    if named:
        return named
    return cast(tuple[str, ...], battle.remember("searched", lambda: central_buildings(battle.setup.table)))


def central_buildings(field: Space) -> tuple[str, ...]:
    """Every building that stands as near to the centre as it must."""
    reach = LIMITS.of(rules)["from the centre"] + TINY
    middle = field.centre
    return tuple(
        feature.id
        for feature in field.features
        if feature.kind == "building" and field.distance_to(feature.id, *middle) <= reach
    )


@rules.formula("AS-SCN-060", otherwise=None)
def wrong_buildings(field: Space, names: tuple[str, ...], lances: int) -> str | None:
    """What is wrong with the buildings: too few for the ground lances of both sides, too far out, too close or hard."""
    needed = lances * int(LIMITS.of(rules)["each lance"])
    if len(names) < needed:
        rule = "one for every lance in play, within 12 inches of the centre"
        return f"{needed} buildings are needed, {rule}; here are {len(names)}"
    middle = field.centre
    for name in names:
        if name not in field.by_id:
            return f"there is no building {name!r} on the table"
        distance = field.distance_to(name, *middle)
        if distance > LIMITS.of(rules)["from the centre"] + TINY:
            return f"{name} stands {distance:.1f} inches from the centre of the table; 12 is the most"
        factor = construction_factor(rules, field.by_id[name])
        if factor is not None and not LIMITS.of(rules)["least factor"] <= factor <= LIMITS.of(rules)["most factor"]:
            return f"{name} has a Construction Factor of {factor}; 1 to 12 are allowed"
    for number, name in enumerate(names):
        for other in names[number + 1 :]:
            gap = between(field, name, other)
            if gap < LIMITS.of(rules)["apart"] - TINY:
                return f"{name} and {other} stand {gap:.1f} inches apart; 2 are the least"
    return None


def between(field: Space, one: str, other: str) -> float:
    """Inches between two buildings: from the corners of each to the other."""
    a, b = field.by_id[one].shape, field.by_id[other].shape
    near = [field.distance_to(other, x, y) for x, y in a.corners()]
    near += [field.distance_to(one, x, y) for x, y in b.corners()]
    return min(near, default=inf)
