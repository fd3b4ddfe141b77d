"""Who sees whom (pp. 40-41): the measures of the field turned into the book's rulings.

A ruling says whether the line of sight is clear, covered or blocked, by which rule and why. Knows terrain, water and
big units in the way; must not know target numbers, weapons or dice.

Hooks: ``line_of_sight`` (look) -> Obstacle | None blocks it, ``partial_cover`` (look) -> rule id | None covers the
target.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.hex_lines import terms_of, who_chooses
from lancemate.alphastrike.combat.multi_arc import is_exceptionally_large, is_solid
from lancemate.alphastrike.measure.contact import bodies_touch
from lancemate.alphastrike.play.footprint import SLASH, footprint
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.conversion import convertible
from lancemate.alphastrike.terrain.ground import whole_of
from lancemate.alphastrike.terrain.hexes import on_hexes
from lancemate.alphastrike.terrain.water import Submersion, submersion, water_depth
from lancemate.field import layout
from lancemate.field.bodies import Body
from lancemate.field.shapes import Point
from lancemate.field.sightlines import Crossing, Favour, Sight

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.terrain import Feature

TOLERANCE: Final = 1e-9
ROUNDING: Final = 1e-6  # more than a measure and the same one from the other end ever differ by
FAVOURED: Final[Favour] = "target"  # who chooses where a map leaves a choice
THICKETS: Final = ("jungle", "heavy_industrial")  # they hide like woods, and count for themselves
BIG: Final = "big units"  # those large by their card, as a battle remembers them

SIGHT_RANGE: Final = rules.table("AS-COM-007", {"ground units": 42.0})
VISIBLE: Final = rules.table("AS-COM-008", {"no more hidden than": 2 / 3})
COVERED: Final = rules.table("AS-COM-015", {"more hidden than": 1 / 3, "and no more than": 2 / 3})
WOODS: Final = rules.table("AS-COM-010", {"blocked at": 6.0})

# Who may attack whom through the surface of water, by how far each is in it. "torpedoes": with TOR only, and in the
# same water; "same water" means that the line runs through water all the way.
SUBMERGED: Final = rules.table(
    "AS-COM-020",
    {
        "complete": {"complete": "same water", "partial": "same water", "none": "torpedoes"},
        "partial": {"complete": "torpedoes", "partial": "as usual", "none": "as usual"},
        "none": {"complete": "torpedoes", "partial": "as usual", "none": "as usual"},
    },
)


class Ruling(NamedTuple):
    """``status`` is clear, partial (cover) or blocked; ``rule`` and ``reason`` say what makes it so."""

    status: str
    woods: float = 0.0  # inches of woods that intervene
    woods_touched: bool = False  # woods are occupied by either or lie on the line: the attack modifier
    rule: str | None = None
    reason: str = ""
    cover: tuple[str, ...] = ()  # terrain and big units that hide some of the target
    hidden_target: float = 0.0  # share of the target that solid things hide
    hidden_viewer: float = 0.0  # and of the viewer, seen from the target
    distance: float = 0.0
    same_water: bool = False
    crossings: tuple[Crossing, ...] = ()  # every see-through feature on the line
    favoured: Favour | None = None  # for whom the map chose, where it had a choice
    thickets: tuple[tuple[str, float], ...] = ()  # jungle and the like that count for themselves, and their inches
    by_growth: bool = False  # nothing but woods, crops or smoke blocks it


class Obstacle(NamedTuple):
    """What blocks a line of sight; ``growth`` is what a shot could pass through."""

    rule: str
    reason: str
    growth: bool = False


class Look:
    """One line of sight while it is judged. ``target`` is None for terrain and points."""

    __slots__ = ("at", "battle", "changed", "eye", "ignoring", "seen", "target", "viewer")

    def __init__(
        self,
        battle: Battle,
        viewer: Unit,
        target: Unit | None,
        eye: Body,
        at: Body,
        seen: Sight,
        ignoring: str | None = None,
    ) -> None:
        self.battle = battle
        self.changed = battle.changed
        self.viewer = viewer
        self.target = target
        self.eye = eye
        self.at = at
        self.seen = seen
        self.ignoring = ignoring  # the piece of terrain that is looked at


# -- asking ---------------------------------------------------------------------------------------------------


@hooks.questions.entry("sight")
def look(battle: Battle, viewer: Unit, target: Unit, eye: Body | None = None, at: Body | None = None) -> Ruling:
    """What one unit sees of another. The measures are remembered, the ruling is given anew every time.

    A mobile structure looks, or is looked at, with one of its sections: the bodies say with which.
    """
    eye, at = eye or viewer.body, at or target.body
    solids = _solids(battle, viewer, target) if battle.memory.get(BIG) != () else ()
    return judge(Look(battle, viewer, target, eye, at, _seen(battle, eye, at, solids)))


def measured_between(battle: Battle, viewer: Unit, target: Unit, eye: Body, at: Body) -> Sight:
    """What lies between two units, before anything is ruled about it."""
    solids = _solids(battle, viewer, target) if battle.memory.get(BIG) != () else ()
    return _seen(battle, eye, at, solids)


def sees(battle: Battle, viewer: Unit, target: Unit) -> bool:
    """Whether one unit sees another at all: the short answer, where the rest of the ruling is of no interest."""
    eye, at = viewer.body, target.body
    solids = _solids(battle, viewer, target) if battle.memory.get(BIG) != () else ()
    return obstacle(Look(battle, viewer, target, eye, at, _seen(battle, eye, at, solids))) is None


def might_see(battle: Battle, viewer: Unit, target: Unit) -> bool:
    """What a glance says, for whoever hears from the rules anyway: False only where ``sees`` says so too."""
    blocking = battle.hooks[hooks.line_of_sight]
    as_printed = battle.changed is None and solid_terrain in blocking and deep_woods in blocking
    if not as_printed or battle.hooks[hooks.always_seen]:
        return sees(battle, viewer, target)
    solids = _solids(battle, viewer, target) if battle.memory.get(BIG) != () else ()
    eye, at, table = viewer.body, target.body, battle.state.table
    if not (solids or viewer.card.is_large or target.card.is_large or table.kind == "hex"):
        back_again: Sight | None = battle.memory.get((table.number, at, eye, (), None))
        if back_again is not None and back_again[7] > 1.0:  # the same line from its other end, but for rounding
            share = back_again[1] if back_again[1] > back_again[0] else back_again[0]
            if share and share > VISIBLE.of(battle)["no more hidden than"] + ROUNDING:
                return False
            if back_again[2] and back_again[2] > WOODS.of(battle)["blocked at"] + ROUNDING:
                return False
    hidden, back, woods, _, _, _, _, distance, _ = _seen(battle, eye, at, solids)
    if distance <= 1.0:  # it may touch, and then is seen whatever else there is
        return True
    share = back if back > hidden and not viewer.card.is_large else hidden
    if share and share > VISIBLE.of(battle)["no more hidden than"] + TOLERANCE:
        return False
    return not woods or woods < WOODS.of(battle)["blocked at"] - TOLERANCE


def look_at(battle: Battle, viewer: Unit, at: Body, ignoring: str | None = None) -> Ruling:
    """What a unit sees of a place or of a piece of terrain, which does not hide itself."""
    eye = viewer.body
    if on_hexes(battle) and at.height < 1.0:
        at = at._replace(height=1.0)  # what lies on the ground is seen like the lowest unit there
    seen = _seen(battle, eye, at, _solids(battle, viewer, None), ignoring)
    return judge(Look(battle, viewer, None, eye, at, seen, ignoring))


def _seen(battle: Battle, eye: Body, at: Body, solids: tuple[Body, ...], ignoring: str | None = None) -> Sight:
    """What lies between two bodies: a measure of the map, which depends on nothing but what is in its key."""
    table = battle.state.table
    key = (table.number, eye, at, solids, ignoring)
    known: Sight | None = battle.memory.get(key)
    if known is None:
        besides = () if ignoring is None else (ignoring,)
        if table.kind == "hex":
            terms, favour = terms_of(battle), who_chooses(battle)
            known = table.sight(eye, at, solids=solids, ignoring=besides, favour=favour, terms=terms)
        else:
            known = table.sight(eye, at, solids=solids, ignoring=besides, favour=FAVOURED)
        battle.memory[key] = known
    return known


def look_around(battle: Battle, viewers: Sequence[Unit], targets: Sequence[Unit]) -> None:
    """Measure many lines of sight at once, so that asking about one of them afterwards costs next to nothing."""
    if big_units(battle):  # each pair has solids of its own
        return
    table, memory = battle.table, battle.memory
    lines = [(viewer.body, target.body) for viewer in viewers for target in targets if viewer is not target]
    lines = [line for line in lines if (table.number, *line, (), None) not in memory]
    if not lines:
        return
    eyes, ats = np.array([eye for eye, _ in lines]), np.array([at for _, at in lines])
    favour: Favour = FAVOURED
    if on_hexes(battle):
        favour = who_chooses(battle)
        found = table.sights(eyes, ats, favour=favour, terms=terms_of(battle))
    else:
        found = table.sights(eyes, ats, favour=favour)
    features = table.features
    for row, (eye, at) in enumerate(lines):
        crossed = found.crossed[row]
        seen = Sight(
            float(found.hidden_target[row]),
            float(found.hidden_viewer[row]),
            float(found.woods[row]),
            float(found.woods_crossed[row]),
            tuple(features[f].id for f in found.cover[row].nonzero()[0].tolist()),
            tuple(
                Crossing(features[f].id, float(crossed[f]), float(found.intervening[row, f]))
                for f in (crossed > TOLERANCE).nonzero()[0].tolist()
            ),
            bool(found.same_water[row]),
            float(found.distance[row]),
            favour if found.chosen is not None and found.chosen[row] else None,
        )
        memory[table.number, eye, at, (), None] = seen


def attack_sight(attack: Attack) -> Ruling:
    """The line of sight that counts for an attack: the attacker's own, or the spotter's for indirect fire."""
    for hook in attack.battle.hooks[hooks.blind_sight]:
        ruling: Ruling | None = hook(attack)
        if ruling is not None:
            return ruling
    if not attack.indirect and attack.target is not None:
        if attack.section is not None or attack.mount.section is not None:
            return look(attack.battle, attack.platform, attack.target, attack.own_body, attack.target_body)
        return look(attack.battle, attack.platform, attack.target)
    return target_sight(attack, attack.spotter or attack.platform)


def target_sight(attack: Attack, viewer: Unit) -> Ruling:
    """What anyone sees of the target of an attack."""
    if attack.target is not None:
        return look(attack.battle, viewer, attack.target, at=attack.target_body)
    if attack.feature is not None:
        return look_at_piece(attack.battle, viewer, attack.feature)
    (x, y), _ = attack.aim
    own = convertible(attack, attack.battle.table.features_at(x, y)) if attack.at_ground else None
    ground = attack.battle.table.surface(x, y)
    return look_at(attack.battle, viewer, Body(x, y, 0.0, ground, 0.0), None if own is None else own.id)


def look_at_piece(battle: Battle, viewer: Unit, feature: Feature) -> Ruling:
    """What a unit sees of a piece of terrain, where that is nearest to it."""
    table = battle.table
    x, y = table.nearest_of(feature.id, viewer.at)
    ground = table.ground(x, y)
    bottom = ground if feature.role != layout.HILL else ground - feature.height
    return look_at(battle, viewer, Body(x, y, 0.0, bottom, feature.height), whole_of(table, feature))


# -- judging --------------------------------------------------------------------------------------------------


def judge(sight: Look) -> Ruling:
    """Turn measures into a ruling."""
    battle, seen = sight.battle, sight.seen
    by: str | None = None
    reason = ""
    status = "clear"
    blocked = obstacle(sight)
    if blocked is not None:
        status, by, reason = "blocked", blocked.rule, blocked.reason
    else:
        for hook in battle.hooks[hooks.partial_cover]:
            by = hook(sight)
            if by is not None:
                status, reason = "partial", _REASONS.get(by, "it is partly covered")
                break
    cover = seen.cover
    if seen.hidden_target > TOLERANCE and sight.target is not None and big_units(battle):
        cover += _covering_units(sight)
    return Ruling(
        status,
        intervening_woods(sight),
        touches_woods(sight),
        by,
        reason,
        cover,
        seen.hidden_target,
        seen.hidden_viewer,
        seen.distance,
        seen.same_water,
        seen.crossings,
        seen.favoured,
        thickets_on(sight) if battle.state.table.has_woods and thick(battle) else (),
        blocked is not None and blocked.growth,
    )


def obstacle(sight: Look) -> Obstacle | None:
    """What blocks a line of sight, if anything does."""
    if sight.seen.distance <= 1.0 and adjacent_sees(sight):
        return None
    if sight.battle.state.table.kind == "hex" and sky_is_open(sight):
        return None
    asked = sight.battle.hooks
    for seen in asked[hooks.always_seen]:
        if seen(sight):
            return None
    for hook in asked[hooks.line_of_sight]:
        found: Obstacle | None = hook(sight)
        if found is not None:
            return found
    return None


_REASONS: Final = {
    "AS-COM-015": "solid terrain hides more than a third of it",
    "AS-COM-017": "it stands in water up to the hips",
    "AS-OPT-515": "solid terrain hides more than a third of it",
    "AS-HEX-026": "solid ground one level higher stands before it",
    "AS-HEX-027": "it stands in water up to the hips",
}


@rules.rule("AS-COM-013", otherwise=False)
def adjacent_sees(sight: Look) -> bool:
    """Ground units in base contact always see each other, unless one alone is under water or a floor lies between."""
    viewer, target = sight.viewer, sight.target
    if target is None or sight.seen.distance > 1.0 or not bodies_touch(sight.battle, sight.eye, sight.at):
        return False
    if not (_on_the_ground(viewer) and _on_the_ground(target)):
        return False
    battle = sight.battle
    if (in_water(battle, viewer) == "complete") != (in_water(battle, target) == "complete"):
        return False
    return abs(sight.eye.bottom - sight.at.bottom) <= TOLERANCE or not _in_different_buildings(battle, viewer, target)


@rules.rule("AS-HEX-014", otherwise=False)
def sky_is_open(sight: Look) -> bool:
    """Aerospace units in flight see each other, and everybody sees them and is seen who is not under water."""
    viewer, target = sight.viewer, sight.target
    if target is None or not (_flies_high(viewer) or _flies_high(target)):
        return False
    return in_water(sight.battle, viewer) != "complete" and in_water(sight.battle, target) != "complete"


def _flies_high(unit: Unit) -> bool:
    return unit.card.is_aerospace and unit.airborne


def _on_the_ground(unit: Unit) -> bool:
    return unit.card.is_ground_unit and not unit.airborne


def _in_different_buildings(battle: Battle, a: Unit, b: Unit) -> bool:
    one, other = _building(battle, a), _building(battle, b)
    return one is not None and other is not None and one != other


def _building(battle: Battle, unit: Unit) -> str | None:
    inside = [feature.id for feature in battle.table.features_at(unit.x, unit.y) if feature.role == layout.SOLID]
    return inside[-1] if inside else None


@hooks.line_of_sight.rule("AS-COM-020", part=1)
def surface_of_water(sight: Look) -> Obstacle | None:
    """A unit under water neither sees nor is seen by what is not in or on the same water."""
    highest = sight.battle.state.table.highest_water
    if sight.seen.same_water or (sight.eye.bottom >= highest and sight.at.bottom >= highest):
        return None
    for unit in (sight.viewer, sight.target):
        if unit is not None and in_water(sight.battle, unit) == "complete":
            text = f"{unit.id} is completely under water and the line runs outside of that water"
            return Obstacle("AS-COM-020", text)
    return None


@hooks.line_of_sight.rule("AS-COM-008", part=2)
def solid_terrain(sight: Look) -> Obstacle | None:
    """Less than a third of the target can be seen past hills, buildings and big units, or the other way round."""
    seen = sight.seen
    if not (seen.hidden_target or seen.hidden_viewer):
        return None
    hidden = hidden_share(sight)
    if hidden <= VISIBLE.of(sight)["no more hidden than"] + TOLERANCE:
        return None
    return Obstacle("AS-COM-008", f"{what_hides(sight)} hides {hidden:.0%} of the view, more than two thirds")


def what_hides(sight: Look) -> str:
    """The solid terrain and the big units in the way, as far as the viewer knows of them."""
    names = sight.seen.cover
    if sight.target is not None and big_units(sight.battle):
        viewer = sight.viewer.side
        names += tuple([n for n in _covering_units(sight) if not _owner(sight.battle, n).hidden_from(viewer)])
    return ", ".join(names) or "something solid"


@rules.rule("AS-COM-009", otherwise=lambda sight: sight.seen.hidden_target)
def hidden_share(sight: Look) -> float:
    """What blocks one blocks the other: the worse of both ways."""
    seen = sight.seen
    if seen.hidden_viewer > seen.hidden_target and not looks_from_its_top(sight):
        return seen.hidden_viewer
    return seen.hidden_target


@rules.rule("AS-BAT-121", otherwise=False)
def looks_from_its_top(sight: Look) -> bool:
    """An exceptionally large unit looks from its highest point, however little of it shows from the other end."""
    return sight.viewer.card.is_large and is_exceptionally_large(sight, sight.viewer.card)


@hooks.line_of_sight.rule("AS-COM-010", part=3)
def deep_woods(sight: Look) -> Obstacle | None:
    """Six inches of woods in all cannot be looked through."""
    if not sight.seen.woods_crossed:
        return None
    inches = intervening_woods(sight)
    if inches < WOODS.of(sight)["blocked at"] - TOLERANCE:
        return None
    most = WOODS.of(sight)["blocked at"]
    return Obstacle("AS-COM-010", f"{inches:.1f} inches of woods lie between; {most:g} block the view", growth=True)


@rules.rule("AS-COM-012", otherwise=lambda sight: sight.seen.woods_crossed)
def intervening_woods(sight: Look) -> float:
    """Inches of woods on the line; the first 2 inches from the base of whoever stands in them do not count."""
    return sight.seen.woods


@hooks.line_of_sight.rule("AS-COM-007", part=4)
def too_far_to_see(sight: Look) -> Obstacle | None:
    """Ground units see no farther than 42 inches, or less in bad conditions."""
    target = sight.target
    if sight.viewer.card.is_aerospace and sight.viewer.airborne:
        return None
    if target is not None and target.card.is_aerospace and target.airborne:
        return None
    limit = SIGHT_RANGE.of(sight)["ground units"]
    if sight.seen.distance <= limit + TOLERANCE:
        return None
    return Obstacle("AS-COM-007", f"it is {sight.seen.distance:.1f} inches away, and sight ends at {limit:g}")


def sight_range(battle: Battle) -> float:
    """How far ground units see."""
    return SIGHT_RANGE.of(battle)["ground units"]


# -- cover ----------------------------------------------------------------------------------------------------


@hooks.partial_cover.rule("AS-COM-015", part=1)
def behind_solid_terrain(sight: Look) -> str | None:
    """A 'Mech with more than a third, but not more than two thirds, behind solid terrain."""
    if sight.target is None or not sight.target.card.is_mech:
        return None
    row = COVERED.of(sight)
    least, most = row["more hidden than"], row["and no more than"]
    if not least + TOLERANCE < solid_share(sight) <= most + TOLERANCE:
        return None
    answers = [hook(sight) for hook in sight.battle.hooks[hooks.cover_share]]
    return None if any(answer is not None and answer <= least + TOLERANCE for answer in answers) else "AS-COM-015"


def hidden_without(sight: Look, name: str) -> float:
    """How much of the target would be hidden if it were not for one piece of terrain."""
    solids = _solids(sight.battle, sight.viewer, sight.target)
    return _seen(sight.battle, sight.eye, sight.at, solids, name).hidden_target


def _woods_as_cover(sight: Look) -> float:
    return max(sight.seen.hidden_target, 0.5 if touches_woods(sight) else 0.0)


@rules.rule("AS-COM-016", otherwise=_woods_as_cover)
def solid_share(sight: Look) -> float:
    """Only what is solid gives cover; woods never do."""
    return sight.seen.hidden_target


@hooks.partial_cover.rule("AS-COM-017", part=2)
def standing_in_water(sight: Look) -> str | None:
    """Water up to the hips covers a 'Mech from every side, from above and from below."""
    target = sight.target
    if target is None or not target.card.is_mech or in_water(sight.battle, target) != "partial":
        return None
    return "AS-COM-017"


# -- water ----------------------------------------------------------------------------------------------------


def _as_if_standing_in_it(battle: Battle, unit: Unit) -> Submersion:
    state = submersion(battle, unit)
    return "partial" if state == "none" and water_depth(battle, unit) >= 1.0 else state


@rules.rule("AS-COM-018", otherwise=_as_if_standing_in_it)
def in_water(battle: Battle, unit: Unit) -> Submersion:
    """How far the unit is under; what floats or hovers on the surface is as on the ground."""
    table = battle.state.table
    if unit.elevation >= table.highest_water or unit.elevation >= table.surface(unit.x, unit.y):  # by far the most
        return "none"
    return submersion(battle, unit)


def is_underwater_attack(attack: Attack) -> bool:
    """The target is under water, and so is the attacker, or it sends torpedoes from the surface."""
    target = attack.target
    if target is None or target.elevation >= attack.battle.state.table.highest_water:
        return False
    if in_water(attack.battle, target) != "complete":
        return False
    return in_water(attack.battle, attack.attacker) == "complete" or attack.code == "TOR"


# -- woods ----------------------------------------------------------------------------------------------------


@rules.rule("AS-COM-051", otherwise=lambda sight: sight.seen.woods_touched)
def touches_woods(sight: Look) -> bool:
    """Woods lie on the line, or any part of the target's or the viewer's base touches them."""
    if sight.battle.state.table.has_woods and thick(sight.battle):
        return any(kind not in THICKETS for kind in _woods_by_kind(sight))
    if sight.seen.woods_touched:
        return True
    if not sight.battle.state.table.has_woods:
        return False
    woods = woods_at(sight.battle, sight.eye) or woods_at(sight.battle, sight.at)
    if sight.ignoring is None:
        return bool(woods)
    return any(name != sight.ignoring for body in (sight.eye, sight.at) for name in woods_at(sight.battle, body))


def thick(battle: Battle) -> bool:
    """Whether there is anything on the table that hides like woods but counts for itself."""
    table = battle.state.table
    key = ("thickets", table.number)
    known: bool | None = battle.memory.get(key)
    if known is None:
        known = battle.memory[key] = any(feature.kind in THICKETS for feature in table.features)
    return known


def thickets_on(sight: Look) -> tuple[tuple[str, float], ...]:
    """The kinds of such terrain that lie on the line or are occupied by either, with the inches that intervene."""
    return tuple((kind, inches) for kind, inches in _woods_by_kind(sight).items() if kind in THICKETS)


def _woods_by_kind(sight: Look) -> dict[str, float]:
    """All that hides like woods on the line or around its ends, by kind, with the inches that intervene."""
    by_id = sight.battle.state.table.by_id
    found: dict[str, float] = {}
    for crossing in sight.seen.crossings:
        feature = by_id[crossing.feature]
        if feature.role == layout.WOODS:
            found[feature.kind] = found.get(feature.kind, 0.0) + crossing.intervening
    for body in (sight.eye, sight.at):
        for name in woods_at(sight.battle, body):
            if name != sight.ignoring:
                found.setdefault(by_id[name].kind, 0.0)
    return found


def woods_at(battle: Battle, body: Body) -> tuple[str, ...]:
    """The woods a body occupies: its base touches them, and it is not above their tops."""
    table = battle.state.table
    touched = table.features_touched(body.x, body.y, body.radius)
    if not touched:
        return ()
    ground = table.ground(body.x, body.y)
    woods = [one.id for one in touched if one.role == layout.WOODS and body.bottom < ground + one.height - TOLERANCE]
    return tuple(woods)


OCCUPIED: Final = 2.0  # inches of what somebody stands in that lie around its base


def without_a_line(battle: Battle, target: Unit | None, *ends: Body) -> Ruling:
    """Where nobody looks along a line, from above or blindly: what these ends stand in counts, and wading."""
    table = battle.state.table
    around: dict[str, Feature] = {}
    for body in ends:
        top = table.ground(body.x, body.y) - TOLERANCE
        touched = table.features_touched(body.x, body.y, body.radius)
        growing = [one for one in touched if one.role in (layout.WOODS, layout.VEIL)]
        around.update({one.id: one for one in growing if body.bottom < top + one.height})
    woods = [one.kind for one in around.values() if one.role == layout.WOODS]
    wading = target is not None and target.card.is_mech and in_water(battle, target) == "partial"
    return Ruling(
        "partial" if wading else "clear",
        woods_touched=any(kind not in THICKETS for kind in woods),
        rule="AS-COM-017" if wading else None,
        crossings=tuple([Crossing(name, OCCUPIED, 0.0) for name in around]),
        thickets=tuple([(kind, 0.0) for kind in dict.fromkeys(woods) if kind in THICKETS]),
    )


# -- big units in the way -------------------------------------------------------------------------------------


@rules.rule("AS-COM-014", otherwise=())
def big_units(battle: Battle) -> tuple[tuple[str, Body], ...]:
    """Units that hide what stands behind them, with the name and body of each section. No others do."""
    # Who is large is printed on the cards, and cards do not change in play.
    large: tuple[str, ...] | None = battle.memory.get(BIG)
    if large is None:
        large = battle.memory[BIG] = _large_by_card(battle)
    if not large:
        return ()
    found: list[tuple[str, Body]] = []
    for name in large:
        unit = battle.units[name]
        if not unit.on_table or unit.airborne:
            continue
        bodies = footprint(battle, unit)
        if len(bodies) == 1:
            found.append((name, bodies[0]))
        else:
            names = [f"{name}{SLASH}{section.name}" for section in unit.card.sections]
            found += zip(names, bodies, strict=True)
    return tuple(found)


def _large_by_card(battle: Battle) -> tuple[str, ...]:
    cards = {unit.id: unit.card for unit in battle.units.values()}
    return tuple(name for name, card in cards.items() if hides_others(battle, card) or is_solid(battle, card))


@rules.rule("AS-BAT-119", otherwise=False)
def hides_others(battle: Battle, card: Card) -> bool:
    """Large units, and all that are larger, are as solid as a building within their height."""
    return card.is_large


def _owner(battle: Battle, name: str) -> Unit:
    """The unit that something solid is, or is a section of."""
    return battle.units.get(name) or battle.units[name.rpartition(SLASH)[0]]


def _in_between(battle: Battle, viewer: Unit, target: Unit | None) -> list[tuple[str, Body]]:
    """What is solid and neither the one nor the other."""
    own = (viewer.id, viewer.id if target is None else target.id)
    return [(name, body) for name, body in big_units(battle) if _owner(battle, name).id not in own]


def _solids(battle: Battle, viewer: Unit, target: Unit | None) -> tuple[Body, ...]:
    return tuple([body for _, body in _in_between(battle, viewer, target)])


def _covering_units(sight: Look) -> tuple[str, ...]:
    battle = sight.battle
    everything = tuple(battle.table.by_id)
    names = []
    for name, body in _in_between(battle, sight.viewer, sight.target):
        alone = battle.table.sight(sight.eye, sight.at, solids=[body], ignoring=everything)
        if alone.hidden_target > TOLERANCE:
            names.append(name)
    return tuple(names)


# -- terrain as a target --------------------------------------------------------------------------------------


def aiming_point(attack: Attack) -> Point:
    """Where on a piece of terrain an attack is aimed: at its nearest edge."""
    if attack.feature is None:
        return attack.point or attack.platform.at
    return attack.battle.table.nearest_of(attack.feature.id, attack.platform.at)
