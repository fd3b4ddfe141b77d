"""What steps and actions cost (p. 9), and where one cannot go."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from lancemate.battletroops import hooks
from lancemate.battletroops.ruleset import rules
from lancemate.field.lattice import Dot, distance
from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Cost

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.field.lattice_map import Step

TERRAIN = rules.table(
    "BT-MOV-007",
    {
        "clear": 1,
        "undergrowth": 2,
        "branches": 2,
        "contour": 3,
        "door": 2,
        "window": 4,
        "furniture": 2,
        "splinters": 2,
        "stairway": 3,
        "prone": 1,
        "crawl": 2,  # times as much
        "stand": 2,
        "prepare": 3,
        "off": 1,
    },
)


class Pace(NamedTuple):
    """A step as it would be taken: where it leads and what it costs, or why it cannot be."""

    at: Dot
    elevation: int
    parts: tuple[Cost, ...] = ()
    refusal: Refusal | None = None

    @property
    def cost(self) -> int:
        return int(sum([part.value for part in self.parts]))


def pace(battle: Battle, at: Dot, elevation: int, to: Dot, *, prone: bool) -> Pace:
    """A step from a dot to one next to it."""
    field = battle.state.map
    if not field.inside(to):
        return Pace(to, elevation, refusal=Refusal("off_the_map", f"{list(to)} is no dot of the map", "BT-MOV-002"))
    if not next_to(battle, at, to):
        text = f"{list(to)} is not next to {list(at)}, nor the end of a straight row of dots from it"
        return Pace(to, elevation, refusal=Refusal("not_adjacent", text, "BT-MOV-002"))
    step = field.step(at, to, elevation)
    barred = impassable(battle, step) or between_levels(battle, at, elevation, to, step)
    if barred is not None:
        return Pace(to, elevation, refusal=barred)
    indoors = field.house(to) >= 0 and (field.house(at) >= 0 or field.is_indoors(to, elevation))
    level = elevation if indoors else field.ground(to)
    price = step_cost(battle, step)
    for hook in battle.hooks[hooks.underfoot]:
        more = hook(battle, to, level)
        if more is not None and more.value > price.value:
            price = more
    parts: tuple[Cost, ...] = (price,)
    if prone:
        parts += crawling(battle, parts[0])
    return Pace(to, level, parts)


@rules.rule("BT-MOV-002", otherwise=True)
def next_to(battle: Battle, at: Dot, to: Dot) -> bool:
    """One moves from a dot to one of its six neighbours."""
    return distance(at, to) == 1


@rules.rule("BT-MOV-004", otherwise=None)
def impassable(battle: Battle, step: Step) -> Refusal | None:
    """No step touches a wall or a trunk."""
    if step.wall is not None:
        return Refusal("wall", f"a wall ({step.wall}) is in the way; doors and windows lead through", "BT-MOV-004")
    if step.trunk is not None:
        return Refusal("trunk", f"the trunk of {step.trunk} is in the way", "BT-MOV-004")
    return None


@rules.rule("BT-MOV-005", otherwise=None)
def between_levels(battle: Battle, at: Dot, elevation: int, to: Dot, step: Step) -> Refusal | None:
    """Windows of upper floors and the edges of roofs lead nowhere: only stairways change the level in a building."""
    field = battle.state.map
    leaves = field.house(at) >= 0 and field.house(to) < 0
    if (leaves and elevation != field.ground(to)) or step.edge is not None:
        text = f"it is {elevation - field.ground(to)} levels down there: only stairways lead down"
        return Refusal("too_high", text, "BT-MOV-005")
    return None


def _clear_ground(battle: Battle, step: Step) -> Cost:
    return Cost("clear", TERRAIN.of(battle)["clear"], "BT-MOV-003")


@rules.rule("BT-MOV-003", otherwise=_clear_ground)
def step_cost(battle: Battle, step: Step) -> Cost:
    """The dearest thing that the line of the step crosses sets its price; where it crosses nothing, it costs 1."""
    table = TERRAIN.of(battle)
    if not step.kinds and not step.contours:
        return _price("clear", table["clear"])
    found = [_price(kind, table[kind]) for kind in step.kinds if kind in table]
    if step.contours:
        found.append(contour_cost(battle, step))
    return max(found, key=lambda cost: cost.value) if found else _price("clear", table["clear"])


@cache
def _price(kind: str, points: int) -> Cost:
    """The price of a kind of ground: one for all steps, of which there are many."""
    return Cost(kind, points, "BT-MOV-003")


@rules.rule("BT-MOV-006", otherwise=Cost("contour", 1, "BT-MOV-006"))
def contour_cost(battle: Battle, step: Step) -> Cost:
    """Each contour line crossed, up or down."""
    return Cost("contour", TERRAIN.of(battle)["contour"] * step.contours, "BT-MOV-006")


@rules.rule("BT-MOV-016", otherwise=())
def crawling(battle: Battle, terrain: Cost) -> tuple[Cost, ...]:
    """Whoever lies crawls: terrain costs twice as much."""
    return (Cost("crawling", terrain.value * (TERRAIN.of(battle)["crawl"] - 1), "BT-MOV-016"),)


@rules.rule("BT-MOV-010", otherwise=Cost("stairway", 0, "BT-MOV-010"))
def stair_cost(battle: Battle) -> Cost:
    """A level up or down a stairway."""
    return Cost("stairway", TERRAIN.of(battle)["stairway"], "BT-MOV-010")


@rules.rule("BT-MOV-011", otherwise=())
def crawling_on_stairs(battle: Battle, stairs: Cost) -> tuple[Cost, ...]:
    """The same while crawling."""
    return (Cost("crawling", stairs.value * (TERRAIN.of(battle)["crawl"] - 1), "BT-MOV-011"),)


def change_level(battle: Battle, at: Dot, elevation: int, up: bool, *, prone: bool) -> Pace:
    """One level of a stairway."""
    to = elevation + (1 if up else -1)
    building = stairway_of(battle, at)
    if building is None:
        text = f"there is no stairway at {list(at)}"
        return Pace(at, to, refusal=Refusal("no_stairway", text, "BT-MOV-010"))
    low, high = building
    if not low <= to <= high:
        text = f"the stairway leads from level {low} to level {high}"
        return Pace(at, to, refusal=Refusal("no_such_floor", text, "BT-MOV-009"))
    parts: tuple[Cost, ...] = (stair_cost(battle),)
    if prone:
        parts += crawling_on_stairs(battle, parts[0])
    return Pace(at, to, parts)


@rules.rule("BT-MOV-009", otherwise=None)
def stairway_of(battle: Battle, at: Dot) -> tuple[int, int] | None:
    """The lowest and the highest level of the stairway on a dot: from the basement to the roof."""
    building = battle.map.building(at)
    if building is None or at not in building.stairways:
        return None
    base = battle.map.base(building)
    return lowest_floor(battle, base, building.height), base + building.height


@rules.rule("BT-CMP-019", otherwise=lambda battle, base, height: base)
def lowest_floor(battle: Battle, base: int, height: int) -> int:
    """What has a stairway has a basement too, but for buildings of one level."""
    return base - 1 if height > 1 else base
