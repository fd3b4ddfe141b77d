"""Line of sight (pp. 12-13): what hides one place from another, and what cover the line crosses.

The map answers what lines cross (field/lattice_map.py); rules say what of that counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.battletroops import hooks
from lancemate.battletroops.ruleset import rules
from lancemate.field import lattice
from lancemate.field.lattice import Dot
from lancemate.field.lattice_map import BASEMENT, DEAD_ZONE, FLOOR, LOW_COVER, Cover, Seen
from lancemate.field.lattice_terrain import FIRE

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit


class Place(NamedTuple):
    """A dot on a level, and whoever stands or lies there."""

    at: Dot
    elevation: int
    prone: bool = False
    unit: str | None = None


class Look(NamedTuple):
    """What one sees of another."""

    hidden_by: str  # in words; empty where nothing hides it
    rule: str
    cover: tuple[Cover, ...] = ()
    to: Dot | None = None  # which dot of a machine, where that is seen best

    @property
    def clear(self) -> bool:
        return not self.hidden_by

    @property
    def covers(self) -> tuple[Cover, ...]:
        """What counts for a shot."""
        return tuple(one for one in self.cover if one.counts)

    @property
    def state(self) -> str:
        """``clear``, ``partial`` or ``blocked``, as scripts call it."""
        if self.hidden_by:
            return "blocked"
        return "partial" if self.covers else "clear"


UNSEEN_BY: Final = {FLOOR: "BT-COM-014", BASEMENT: "BT-COM-017", LOW_COVER: "BT-COM-016", DEAD_ZONE: "BT-COM-019"}


def lies(unit: Unit) -> bool:
    """Whoever rides does not, whatever has happened to him."""
    return unit.prone and unit.riding is None


def place_of(unit: Unit) -> Place:
    return Place(unit.at, unit.elevation, unit.prone and lies(unit), unit.id)


@hooks.questions.entry("stand")
def stand(battle: Battle, unit: Unit) -> Place:
    """Where somebody sees from and is seen at."""
    if unit.machine is None:
        return place_of(unit)
    place: Place = hooks.questions["place of a machine"](battle, unit)
    return place


def _all_seen(battle: Battle, start: Place, end: Place) -> Look:
    return Look("", "BT-COM-010")


@rules.rule("BT-COM-010", otherwise=_all_seen)
def look(battle: Battle, start: Place, end: Place) -> Look:
    """A straight line from dot to dot: whatever is higher than both hides them from each other."""
    seen = _seen(battle, start, end)
    if not seen.hidden_by:
        found = in_the_way(battle, start, end)
        if found is not None:
            return found
    cover = seen.cover
    if any(one.kind == FIRE for one in cover) and not flames_cover(battle):
        cover = tuple(one for one in cover if one.kind != FIRE)
    return Look(_words(seen), UNSEEN_BY.get(seen.hidden_by, "BT-COM-010"), cover)


def in_the_way(battle: Battle, start: Place, end: Place) -> Look | None:
    """Whatever else than terrain hides one from the other: hook ``in_the_way``."""
    for hook in battle.hooks[hooks.in_the_way]:
        found: Look | None = hook(battle, start, end)
        if found is not None:
            return found
    return None


@rules.rule("BT-MEC-052", otherwise=False)
def flames_cover(battle: Battle) -> bool:
    """A burning dot is cover one level high, besides whatever else there is; nobody is hidden by it."""
    return True


def look_at(battle: Battle, viewer: Unit, target: Unit) -> Look:
    if target.machine is not None:
        seen: Look = hooks.questions["look at a machine"](battle, viewer, target)
        return seen
    return look(battle, stand(battle, viewer), place_of(target))


def _words(seen: Seen) -> str:
    if not seen.hidden_by:
        return ""
    if seen.hidden_by in (FLOOR, BASEMENT):
        return f"the {seen.hidden_by}"
    return f"the {seen.hidden_by} ({seen.feature})" if seen.hidden_by != DEAD_ZONE else f"a dead zone ({seen.feature})"


def _seen(battle: Battle, start: Place, end: Place) -> Seen:
    """What terrain does: a measure of the map, which remembers it for all battles that share it."""
    heights = HEIGHTS.of(battle)
    more = heights["soldier"]
    return battle.state.map.seen(
        start.at,
        start.elevation + more,
        end.at,
        end.elevation + more,
        terms(battle),
        heights["tree"],
        start.prone,
        end.prone,
    )


def not_hidden(battle: Battle, viewers: list[Unit], target: Unit) -> list[Unit]:
    """Those from whom terrain does not hide a soldier; machines, which look otherwise, are all among them."""
    heights, hides, bits = HEIGHTS.of(battle), battle.state.map.hides, terms(battle)
    more, tree = heights["soldier"], heights["tree"]
    at, level, prone = target.at, target.elevation + more, lies(target)
    return [
        unit
        for unit in viewers
        if unit.machine is not None
        or not hides((unit.x, unit.y), unit.elevation + more, at, level, bits, tree, unit.prone and lies(unit), prone)
    ]


# -- what counts --------------------------------------------------------------------------------------------------

_TERMS: Final = "terms of sight"
WALLS, TRUNKS, CONTOURS, OPENINGS, FLOORS, STAIRS, LOW, ROOFS = (1 << number for number in range(8))
DEAD_ZONES, COVER, OVERLOOKED, OWN_COVER, WHOLE_HEIGHT = (1 << number for number in range(8, 13))

# Levels that are added to the ground.
HEIGHTS = rules.table("BT-COM-011", {"soldier": 0, "tree": 2, "building": 1})  # of a building: each of its own

BLOCKING = rules.table("BT-COM-012", {"wall", "trunk", "contour", "soldier"})


def terms(battle: Battle) -> int:
    """What counts in this battle, for the map."""
    found: int | None = battle.memory.get(_TERMS)
    if found is None:
        found = battle.memory[_TERMS] = (
            _solid(battle)
            | through_openings(battle)
            | floors(battle)
            | in_a_stairway(battle)
            | low_cover(battle)
            | roofs_and_basements(battle)
            | dead_zones(battle)
            | partial_cover(battle)
            | overlooked(battle)
            | cover_of_his_own(battle)
        )
    return found


def _solid(battle: Battle) -> int:
    blocking = BLOCKING.of(battle)
    bits = {"wall": WALLS, "trunk": TRUNKS, "contour": CONTOURS}
    tall = WHOLE_HEIGHT if HEIGHTS.of(battle)["building"] == 1 else 0
    return tall | sum(bit for what, bit in bits.items() if what in blocking)


@rules.rule("BT-COM-013", otherwise=0)
def through_openings(battle: Battle) -> int:
    """Sight passes windows and doors; outer doors are on the ground floor only, basements have neither."""
    return OPENINGS


@rules.rule("BT-COM-014", otherwise=0)
def floors(battle: Battle) -> int:
    """A man inside is seen from another level only where he is next to the opening that the line passes."""
    return FLOORS


@rules.rule("BT-COM-015", otherwise=0)
def in_a_stairway(battle: Battle) -> int:
    """On the same stairway, exactly one floor apart, two men see each other."""
    return STAIRS


@rules.rule("BT-COM-016", otherwise=0)
def low_cover(battle: Battle) -> int:
    """Where one of them lies, low cover on his level hides him."""
    return LOW


@rules.rule("BT-COM-017", otherwise=0)
def roofs_and_basements(battle: Battle) -> int:
    """A roof has no walls; a basement and the outside never see each other."""
    return ROOFS


@rules.rule("BT-COM-019", otherwise=0)
def dead_zones(battle: Battle) -> int:
    """Next to a wall, trunk or contour one of the two must be a level higher than its top."""
    return DEAD_ZONES


@rules.rule("BT-COM-023", otherwise=0)
def partial_cover(battle: Battle) -> int:
    """Every shaded feature that the line enters or crosses is cover."""
    return COVER


@rules.rule("BT-COM-024", otherwise=0)
def overlooked(battle: Battle) -> int:
    """Cover counts only where neither of them is higher than it."""
    return OVERLOOKED


@rules.rule("BT-COM-025", otherwise=0)
def cover_of_his_own(battle: Battle) -> int:
    """Cover that the line reaches within a dot of the shooter does not count against him."""
    return OWN_COVER


@hooks.in_the_way.rule("BT-COM-018")
def soldiers_in_the_way(battle: Battle, start: Place, end: Place) -> Look | None:
    """A standing soldier on the line hides what is behind him, unless one of the two is higher than he is."""
    if "soldier" not in BLOCKING.of(battle):
        return None
    level = max(start.elevation, end.elevation)
    (x, y), (to_x, to_y) = start.at, end.at
    west, east, south, north = min(x, to_x), max(x, to_x), min(y, to_y), max(y, to_y)
    for unit in battle.state.units.values():
        between = west <= unit.x <= east and south <= unit.y <= north
        if between and unit.place == "map" and unit.elevation == level and not unit.prone and unit.is_soldier:
            shown = unit.conscious and not unit.hidden and unit.aboard is None
            if shown and unit.id not in (start.unit, end.unit) and lattice.on_line(start.at, end.at, unit.at):
                return Look(f"{unit.id}, who stands in the way", "BT-COM-018")
    return None
