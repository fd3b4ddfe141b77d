"""Practical line of sight (pp. 170-172): units are standard volumes, whatever their miniatures look like.

A line runs from the middle of the top of the spotter's volume; it is seen how far down, and how far across, it reaches
past what is solid. Woods and the like count as ever. Hex maps measure in levels and do not need it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_normally
from lancemate.alphastrike.cards.bases import PRACTICAL_SIZES, UNCOMMON_SIZES
from lancemate.alphastrike.combat.sight import (
    TOLERANCE,
    Look,
    Obstacle,
    behind_solid_terrain,
    in_water,
    measured_between,
    sight_range,
    solid_terrain,
    what_hides,
)
from lancemate.alphastrike.movement.columns import has_turned_into_a_vehicle, is_railed
from lancemate.alphastrike.play.options import on_inches
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import Body
from lancemate.field.compass import direction

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.kernel.ruleset import Switched

PRACTICAL: Final = rules.option(
    "practical_los", "AS-OPT-510", "sight is judged on standard volumes, and every unit may have partial cover"
)
VOLUMES: Final = on_inches.add(PRACTICAL, rules.switch("practical_los: volumes"))
THIRDS: Final = rules.table("AS-OPT-513", {"seen from": 1 / 3, "in the open from": 2 / 3})
SIDEWAYS: Final = rules.table("AS-OPT-514", {"seen from": 1 / 3, "in the open from": 2 / 3})
TRAIN: Final = rules.table("AS-OPT-512", {"width": 1.0, "height": 1.25, "Sizes to the inch": 2})
DRAUGHT: Final = rules.table("AS-OPT-512", {"inches of height for one below the water": 5.0})
SLICE: Final = 1e-3  # inches: as good as a line
SIZES: Final = {"LG": "large", "VLG": "very_large", "SLG": "super_large"}
SMALL: Final = {"superheavy": "superheavy_mech", "battle_armor": "infantry"}


class Template(NamedTuple):
    """A volume: as long as it is wide where it is round."""

    length: float
    width: float
    height: float

    def across(self, facing: float, way: float) -> float:
        """How wide it looks from a bearing."""
        sine, cosine = direction(way - facing)
        return abs(self.length * sine) + abs(self.width * cosine)


class Ends(NamedTuple):
    """The two ends of a line of sight, as volumes."""

    eye: Body
    at: Body


# -- volumes --------------------------------------------------------------------------------------------------


def template_of(by: Switched, card: Card, body: Body) -> Template:
    """The volume that stands for a unit; the largest have their own shape."""
    kind = silhouette(by, card)
    small = PRACTICAL_SIZES.of(by).get(kind)
    if small is not None and not is_railed(by, card):
        return Template(small["diameter"], small["diameter"], small["height"])
    return large_template(by, card, body)


@rules.rule("AS-OPT-641", otherwise=lambda by, card: SMALL.get(card.base_kind, card.base_kind))
def silhouette(by: Switched, card: Card) -> str:
    """The row of the table for a card; what has folded its legs and rolls is as large as a vehicle."""
    kind = "vehicle" if has_turned_into_a_vehicle(card) else card.base_kind
    return SMALL.get(kind, kind)


def _own_body(by: Switched, card: Card, body: Body) -> Template:
    return Template(2.0 * body.radius, 2.0 * body.radius, body.height)


@rules.rule("AS-OPT-516", otherwise=_own_body)
def large_template(by: Switched, card: Card, body: Body) -> Template:
    """Large units are as large as the table of uncommon units says, others as their model."""
    if is_railed(by, card):
        return Template(train_length(by, card.size), TRAIN.of(by)["width"], TRAIN.of(by)["height"])
    row = UNCOMMON_SIZES.of(by).get(_uncommon(card) or "")
    if row is None:
        return _own_body(by, card, body)
    round_one = row.get("diameter", 0.0)
    return Template(row.get("length", round_one), row.get("width", round_one), row["height"])


def _uncommon(card: Card) -> str | None:
    """The row of the table of uncommon units, where it has one."""
    size = next((name for code, name in SIZES.items() if code in card.specials), None)
    if card.is_dropship:
        shape = "spheroid" if "spheroid" in card.base_kind else "aerodyne"
        return f"dropship_{shape}_{min(3, max(1, card.size))}"
    if card.type == "SC":
        return "small_craft_aerodyne" if "AERODYNE" in card.specials else "small_craft_spheroid"
    if size is None or card.type != "SV":
        return None
    return f"airship_{size}" if card.move.primary == "i" else f"naval_{size}" if card.is_naval else None


@rules.rule("AS-OPT-512", otherwise=0.0)
def train_length(by: Switched, *sizes: int) -> float:
    """Half an inch for each Size of the engine and its cars together."""
    return float(round_normally(by, sum(sizes) / TRAIN.of(by)["Sizes to the inch"]))


@rules.rule("AS-OPT-512", otherwise=0.0)
def draught(by: Switched, height: float) -> float:
    """How far a ship so high reaches below the water."""
    return float(round_normally(by, height / DRAUGHT.of(by)["inches of height for one below the water"]))


def volume(battle: Battle, unit: Unit, seen_from: Point) -> Body:
    """A unit as its template stands, looked at from a place; hull down it is half as high."""
    template = template_of(battle, unit.card, unit.body)
    height = template.height / 2.0 if unit.hull_down else template.height
    across = template.width
    if template.length != across:
        across = template.across(unit.facing, battle.table.bearing(unit.at, seen_from) if unit.at != seen_from else 0.0)
    return Body(unit.x, unit.y, across / 2.0, unit.elevation, height)


# -- how much is seen -----------------------------------------------------------------------------------------


def falls_short(sight: Look, mark: str) -> bool:
    """Whether less is seen of a target than up to a mark of its ruler, downwards or sideways: the worse of the two."""
    ends = volumes(sight)
    if downwards(sight, ends) < THIRDS.of(sight)[mark] - TOLERANCE:
        return True
    return sideways(sight, ends) < SIDEWAYS.of(sight)[mark] - TOLERANCE


def volumes(sight: Look) -> Ends:
    """Who looks and who is looked at, each as the other sees it."""
    battle, viewer, target = sight.battle, sight.viewer, sight.target
    assert target is not None
    return Ends(volume(battle, viewer, target.at), volume(battle, target, viewer.at))


@rules.rule("AS-OPT-513", otherwise=1.0)
def downwards(sight: Look, ends: Ends) -> float:
    """How far down a target is seen, on the line through its middle."""
    return _seen(sight, ends.eye, ends.at._replace(radius=SLICE))


@rules.rule("AS-OPT-514", otherwise=1.0)
def sideways(sight: Look, ends: Ends) -> float:
    """How much of its width is seen, at the height of its top."""
    at = ends.at
    return _seen(sight, ends.eye, at._replace(bottom=at.bottom + at.height - SLICE, height=SLICE))


def _seen(sight: Look, eye: Body, at: Body) -> float:
    assert sight.target is not None
    return 1.0 - measured_between(sight.battle, sight.viewer, sight.target, eye, at).hidden_target


# -- rulings --------------------------------------------------------------------------------------------------


@hooks.always_seen.rule("AS-OPT-510", when=VOLUMES)
def the_air_is_clear(sight: Look) -> bool:
    """Whoever flies sees and is seen, as far as eyes reach, but not into water."""
    ends = [unit for unit in (sight.viewer, sight.target) if unit is not None]
    if not any(unit.airborne for unit in ends) or sight.target is None:
        return False
    dives = any(in_water(sight.battle, one) == "complete" for one in ends)
    return not dives and sight.seen.distance <= sight_range(sight.battle)


@hooks.line_of_sight.rule("AS-OPT-513", part=2, when=VOLUMES, replaces=solid_terrain)
def past_what_is_solid(sight: Look) -> Obstacle | None:
    """Less than a third of a target's volume in sight is too little; of structures any part is enough."""
    if any_part_is_enough(sight):
        hides = sight.seen.hidden_target >= 1.0 - TOLERANCE
        return Obstacle("AS-OPT-517", f"{what_hides(sight)} hides all of it") if hides else None
    if not falls_short(sight, "seen from"):
        return None
    ends = volumes(sight)
    share = min(downwards(sight, ends), sideways(sight, ends))
    return Obstacle("AS-OPT-513", f"{what_hides(sight)} leaves {share:.0%} of it in sight, less than a third")


@rules.rule("AS-OPT-517", otherwise=False)
def any_part_is_enough(sight: Look) -> bool:
    """Buildings, other terrain and mobile structures are seen when anything of them is, and have no cover."""
    return sight.target is None or sight.target.card.is_mobile_structure


@hooks.partial_cover.rule("AS-OPT-515", part=1, when=VOLUMES, replaces=behind_solid_terrain)
def covered_like_anybody(sight: Look) -> str | None:
    """Every unit of which less than two thirds are in sight has partial cover."""
    target = sight.target
    if target is None or target.airborne or sight.viewer.airborne or any_part_is_enough(sight):
        return None
    if not falls_short(sight, "in the open from"):
        return None
    answers = [hook(sight) for hook in sight.battle.hooks[hooks.cover_share]]
    if any(answer is not None and answer <= 1 / 3 + TOLERANCE for answer in answers):
        return None
    return "AS-OPT-515"
