"""Arming a building (p. 138): how many weapons of which strength it may mount, and what a script says of them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import ceil, inf
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_down, round_up
from lancemate.alphastrike.cards.damage_value import Damage, Strength
from lancemate.alphastrike.combat.artillery import PIECES, PREFIX
from lancemate.alphastrike.options.advanced_buildings.walls import ROOF, footprint_of, walls_of
from lancemate.alphastrike.play.words import terrain_word
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.urban.buildings import CONSTRUCTION, USUAL_TYPE, construction_factor
from lancemate.field.data import feature_from_data
from lancemate.field.errors import FieldError
from lancemate.kernel.errors import InputError, refuse
from lancemate.kernel.reading import Reader

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Shape
    from lancemate.field.terrain import Feature
    from lancemate.kernel.codec import JSON
    from lancemate.kernel.ruleset import Switched

BUILDINGS: Final = rules.option("advanced_buildings", "AS-OPT-020", "buildings mount weapons and armor")
BUDGET: Final = rules.table("AS-OPT-023", {"CF for a point": 5})
PLATE: Final = 2.0  # inches across of the area that one turret takes
MOST_SKILL: Final = 8
ELITE: Final = rules.table("AS-OPT-020", {"best when automated": 2, "more when automated": 1})
REGULAR: Final = 4
WEAPON_KEYS: Final = ("id", "mount", "height", "damage", "artillery")


class Gun(NamedTuple):
    """One weapon of a building: on its roof, or in a wall so high above the ground."""

    id: str
    mount: str
    height: float
    damage: str
    artillery: str


def guns_of(feature: Feature) -> tuple[Gun, ...]:
    """The weapons of a building, as its script lists them."""
    listed: Any = feature.properties.get("weapons", ())
    return tuple(
        Gun(one["id"], one["mount"], float(one.get("height", 0.0)), one.get("damage", ""), one.get("artillery", ""))
        for one in listed
    )


# -- what is allowed ------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-023", otherwise=0)
def budget(by: Switched, factor: int) -> int:
    """Points of damage of one emplacement, over all ranges."""
    return round_down(by, factor / BUDGET.of(by)["CF for a point"])


@rules.rule("AS-OPT-023", otherwise=True)
def is_falling(by: Switched, values: tuple[int, ...]) -> bool:
    """No range does more than a nearer one."""
    return all(near >= far for near, far in pairwise(values))


@rules.rule("AS-OPT-026", "AS-OPT-028", otherwise=0)
def roof_mounts(by: Switched, length: float, width: float) -> int:
    """One turret for every template of 2 inches that it takes to cover the roof."""
    return ceil(length / PLATE - 1e-9) * ceil(width / PLATE - 1e-9)


@rules.rule("AS-OPT-029", otherwise=99)
def heaviest(by: Switched, factor: int) -> int:
    """The highest damage of a piece of artillery that a building bears."""
    return factor // 2


@rules.rule("AS-OPT-030", otherwise=0)
def crew(by: Switched, factor: int) -> int:
    """How many units of infantry its people make (CRW)."""
    return round_up(by, factor / BUDGET.of(by)["CF for a point"])


def highest_damage(by: Switched, code: str) -> int:
    row = PIECES.of(by)[code.removeprefix(PREFIX)]
    return max(Strength.parse(row[area] or "0").points for area in ("damage", "outer"))


def skill_of(feature: Feature) -> int:
    """The Skill of those who serve a building's weapons, or of what does it for them."""
    given = int(float(feature.properties.get("skill", REGULAR)))
    return automated(rules, given) if feature.properties.get("automated") else given


@rules.rule("AS-OPT-020", otherwise=lambda by, skill: skill)
def automated(by: Switched, skill: int) -> int:
    """Automatic weapons aim worse than people."""
    return skill + ELITE.of(by)["more when automated"]


@hooks.measures.entry("building")
def measure_building(battle: Battle, name: str) -> Mapping[str, Any]:
    """What the size and the Construction Factor of a building allow."""
    feature = battle.table.by_id.get(name)
    factor = construction_factor(battle, feature) if feature is not None and feature.kind == "building" else None
    if feature is None or factor is None:
        raise refuse("unknown_target", f"there is no building {name!r}", "AS-OPT-020")
    return {
        "budget": budget(battle, factor),
        "roof_mounts": roof_mounts(battle, *footprint_of(feature.shape)),
        "artillery_damage": heaviest(battle, factor),
        "crew": crew(battle, factor),
    }


# -- what a script says ---------------------------------------------------------------------------------------


def _skill(reader: Reader, key: str) -> int:
    skill = reader.whole(key, most=MOST_SKILL)
    best = ELITE.of(rules)["best when automated"]
    if reader.flag("automated") and skill < best:
        raise reader.wrong(key, f"automatic weapons have a Skill of {best} at best (AS-OPT-020)")
    return skill


def _armor(reader: Reader, key: str) -> int:
    armor, factor = reader.whole(key), _factor(reader)
    if armor > factor:
        raise reader.wrong(key, f"the armor of a building is no more than its CF, {factor} (AS-OPT-031)")
    return armor


def _factor(reader: Reader) -> int:
    return int(reader.number("cf", CONSTRUCTION.of(rules)[reader.text("type", USUAL_TYPE)]))


def _shape(reader: Reader) -> Shape | None:
    keys = {key: reader.raw(key) for key in ("rect", "circle", "polygon", "line", "width") if key in reader}
    try:
        return feature_from_data({"id": "building", "kind": "building", **keys}).shape
    except (FieldError, TypeError, ValueError, KeyError):
        return None


def _weapons(reader: Reader, key: str) -> JSON:
    shape = _shape(reader)
    if shape is None:
        raise reader.wrong(key, "only a building with a rect, a circle, a polygon or a line has weapons")
    if "side" not in reader:
        raise reader.wrong(key, "say whose weapons these are: side")
    found: list[dict[str, JSON]] = []
    for where, data in reader.items(key):
        one = Reader(data, where, known=WEAPON_KEYS, what="a weapon")
        one.need("id", "mount")
        found.append(_weapon(one, shape, _factor(reader), reader.number("height", inf)))
    _check_mounts(found, shape, reader.path(key))
    return list(found)


def _weapon(one: Reader, shape: Shape, factor: int, roof: float) -> dict[str, JSON]:
    mount = one.one_of("mount", (ROOF, *(wall.name for wall in walls_of(shape))))
    gun: dict[str, JSON] = {"id": one.text("id"), "mount": mount}
    if mount != ROOF:
        one.need("height")
        gun["height"] = one.number("height", least=0.0, most=roof)
    if ("damage" in one) == ("artillery" in one):
        raise InputError("a weapon has either damage or artillery", key=one.where)
    if "artillery" in one:
        return {**gun, "artillery": _artillery(one, mount, factor)}
    return {**gun, "damage": _damage(one, factor)}


def _artillery(one: Reader, mount: str, factor: int) -> str:
    code = one.one_of("artillery", [f"{PREFIX}{kind}" for kind in PIECES.of(rules)])
    if mount != ROOF:
        raise one.wrong("mount", "artillery stands on the roof (AS-OPT-028)")
    most = heaviest(rules, factor)
    if highest_damage(rules, code) > most:
        raise one.wrong("artillery", f"a CF of {factor} bears artillery that does {most} at most (AS-OPT-029)")
    return code


def _damage(one: Reader, factor: int) -> str:
    text = one.text("damage")
    try:
        value = Damage.parse(text)
    except (InputError, ValueError):
        raise one.wrong("damage", f"{text!r} is no damage value: three numbers, as in 2/1/0") from None
    points = tuple(value.at(bracket).points for bracket in ("S", "M", "L"))
    if not is_falling(rules, points):
        raise one.wrong("damage", "no range does more damage than a nearer one (AS-OPT-023)")
    if sum(points) > budget(rules, factor):
        raise one.wrong("damage", f"a CF of {factor} allows {budget(rules, factor)} points in all (AS-OPT-023)")
    return text


def _check_mounts(guns: list[dict[str, JSON]], shape: Shape, where: str) -> None:
    """Either walls or the roof, each wall once, and no more turrets than the roof has room for."""
    mounts = [str(gun["mount"]) for gun in guns]
    roof = mounts.count(ROOF)
    if problem := mount_fault(rules, mounts):
        raise InputError(problem, key=where)
    most = roof_mounts(rules, *footprint_of(shape))
    if roof > most:
        raise InputError(f"there is room for {most} weapons on this roof, not for {roof} (AS-OPT-026)", key=where)


@rules.rule("AS-OPT-025", otherwise=None)
def mount_fault(by: Switched, mounts: list[str]) -> str | None:
    """A building uses walls or the roof, and every wall has one weapon at most."""
    if ROOF in mounts and len(set(mounts)) > 1:
        return "a building mounts its weapons in its walls or on its roof, not both (AS-OPT-026)"
    twice = next((mount for mount in mounts if mount != ROOF and mounts.count(mount) > 1), None)
    return None if twice is None else f"there are two weapons in the wall {twice} (AS-OPT-025)"


_ONLY: Final = (BUILDINGS,)
terrain_word("armor", _armor, "building", options=_ONLY)
terrain_word("automated", lambda reader, key: reader.flag(key), "building", options=_ONLY)
terrain_word("skill", _skill, "building", options=_ONLY)
terrain_word("weapons", _weapons, "building", options=_ONLY)
