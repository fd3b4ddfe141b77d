"""The tables at the back of the book, line by line as the ledger has them."""

import re
from typing import Any

import pytest

from lancemate.alphastrike.abilities.probes import PROBE_RANGES
from lancemate.alphastrike.appendix import battlefield, munitions, optional
from lancemate.alphastrike.appendix.rows import TerrainRow
from lancemate.alphastrike.cards.move_value import MOVE_CODES, OTHER_CODES
from lancemate.alphastrike.combat.area import TEMPLATES
from lancemate.alphastrike.combat.artillery import PIECES
from lancemate.alphastrike.combat.multi_arc import MULTI_ARCS
from lancemate.alphastrike.combat.ranges import RANGES
from lancemate.alphastrike.combat.tohit import AIMED_AT, ATTACK, ATTACKER_MOVEMENT, STEALTH, TARGET_MOVEMENT, TERRAIN
from lancemate.alphastrike.damage.criticals import CRITICAL_HITS
from lancemate.alphastrike.damage.motive import MOTIVE_DAMAGE, MOTIVE_MODIFIERS
from lancemate.alphastrike.movement.columns import KEY
from lancemate.alphastrike.movement.terrain import COST_TABLE, LEVEL_CHANGES, Listed
from lancemate.alphastrike.options.collision_table import COLLISIONS
from lancemate.alphastrike.ruleset import rules
from lancemate.rulebook import rule


def data(number: int) -> Any:
    return rule(f"AS-FOR-{number:03d}").data


def number(text: object) -> int:
    """The first number of a cell, whatever marks of footnotes follow."""
    found = re.match(r"[-+]?\d+", str(text).replace("−", "-"))
    assert found, text
    return int(found.group())


def words(text: str) -> tuple[str, ...]:
    """Who may not enter, without marks of footnotes."""
    cleaned = re.sub(r"\s*\^[0-9](?:,[0-9])*", "", text).replace("'Mechs", "Mechs")
    return tuple(filter(None, (part.strip() for part in cleaned.split(","))))


def barred(row: Listed | TerrainRow) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return row.prohibited, row.only


def printed(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if text.startswith("All except"):
        return (), words(text.removeprefix("All except"))
    return (() if text == "—" else words(text)), ()


# -- tables of chapters that are played -----------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-097")
def test_movement_costs() -> None:
    groups = data(97)["groups"]
    rows = [*groups["_"], *groups["Water"]]
    for (name, cost, who), (ours, row) in zip(rows, COST_TABLE.of(rules).items(), strict=True):
        assert ours.split()[0] in name.casefold().replace("surface only", "water") or "depth" in ours
        assert (row.cost, barred(row)) == (number(cost), printed(who))
    levels = [number(row[1]) for row in groups["Level Changes (up or down) ^9"]]
    assert [LEVEL_CHANGES.of(rules)[name] for name in ("Mechs", "VTOL", "Sub", "Infantry")] == levels
    assert LEVEL_CHANGES.of(rules)["ProtoMechs"] == levels[0]
    assert LEVEL_CHANGES.of(rules)["Ground"] == levels[3]


@pytest.mark.rule("AS-FOR-097")
def test_words_of_the_movement_table() -> None:
    names = {name.replace("'", "") for name in data(97)["unit_types_key"]}
    assert names | {"IndustrialMechs"} == set(KEY.of(rules))
    assert KEY.of(rules)["Hover"] == {"codes": ["h"]}
    assert KEY.of(rules)["Infantry"] == {"types": ["CI", "BA"]}


@pytest.mark.rule("AS-FOR-098")
def test_attack_modifiers() -> None:
    table = data(98)
    attack, target, terrain = ({row[0]: row[1] for row in table[group]} for group in ("attack", "target", "terrain"))
    ours = {**TERRAIN.of(rules), **ATTACK.of(rules), **AIMED_AT.of(rules)}
    same = {
        "area-effect": "area effect",
        "indirect fire": "indirect fire",
        "secondary target": "secondary target",
        "attacker also spotting": "also spotting",
        "REAR": "REAR",
        "IndustrialMech without AFC": "IndustrialMech without AFC",
        "support vehicle with BFC": "support vehicle with BFC",
        "support vehicle without AFC/BFC": "support vehicle without AFC or BFC",
        "grounded DropShip attacks": "from a grounded DropShip",
        "attacker has SHLD": "SHLD",
        "Fire Control hit, each": "each Fire Control Hit",
        "artillery from an airborne unit": "artillery from an airborne unit",
        "airborne aerospace": "airborne aerospace",
        "airborne DropShip": "airborne DropShip",
        "airborne VTOL/WiGE": "airborne VTOL or WiGE",
        "battle armor": "battle armor",
        "Large (LG/VLG/SLG)": "large",
        "ProtoMech": "ProtoMech",
        "woods": "woods",
        "underwater": "underwater",
        "partial cover": "partial cover",
    }
    rows = {**attack, **target, **terrain}
    assert {name: ours[mine] for name, mine in same.items()} == {name: number(rows[name]) for name in same}
    assert set(rows) - set(same) == {
        "indirect artillery with TAG/LTAG spotter in range",
        "heat level",
        "STL active",
    }


@pytest.mark.rule("AS-FOR-098")
def test_movement_and_range_modifiers() -> None:
    table = data(98)
    attacker = {row[0]: row[1] for row in table["attacker_movement"]}
    assert ATTACKER_MOVEMENT.of(rules)["jump"] == number(attacker["jumping"])
    assert ATTACKER_MOVEMENT.of(rules)["standstill"] == number(attacker["standstill"])
    assert ATTACKER_MOVEMENT.of(rules)["ground"] == number(attacker["ground or minimum move"])
    assert TARGET_MOVEMENT.of(rules)["jump"] == {"tmm": True, "plus": 1}
    assert TARGET_MOVEMENT.of(rules)["immobile"]["plus"] == -4
    assert TARGET_MOVEMENT.of(rules)["dropped"]["plus"] == 3
    assert TARGET_MOVEMENT.of(rules)["standstill"] == {"tmm": False, "plus": 0}
    assert STEALTH.of(rules)["battle armor"] == {"S": 1, "M": 1, "L": 2, "E": 2}
    assert STEALTH.of(rules)["other"]["S"] == 0
    ranges = [number(row[-1]) for row in table["range"]]
    assert [row["modifier"] for row in RANGES.of(rules).values()] == ranges
    assert [row["up_to"] for row in RANGES.of(rules).values()][:3] == [6.0, 24.0, 42.0]


@pytest.mark.rule("AS-FOR-099")
def test_artillery() -> None:
    rows = [(name, code, *rest) for name, codes, *rest in data(99)["rows"] for code in codes.split("/")]
    assert len(rows) == len(PIECES.of(rules))
    for name, code, reach, damage, template in rows:
        piece = PIECES.of(rules)[code.removeprefix("ART-")]
        inner, _, outer = damage.partition("/")
        assert (piece["name"], piece["damage"], piece["outer"]) == (name, inner, outer)
        assert piece["max_range"] == ("" if reach == "—" else reach[0])
        assert bool(piece["outer"]) is (template == '6"')


@pytest.mark.rule("AS-FOR-100")
def test_movement_codes() -> None:
    table = data(100)
    codes = {**table["vehicles"], **table["infantry"], **table["aerospace (p. 180)"]}
    ours = {name.casefold(): code for code, name in {**MOVE_CODES.of(rules), **OTHER_CODES}.items()}
    assert {name.casefold(): code for name, code in codes.items()}.items() <= ours.items()


@pytest.mark.rule("AS-FOR-101")
def test_critical_hits() -> None:
    for roll, *results in data(101)["rows"]:
        for column, result in zip(("mech", "protomech", "vehicle"), results, strict=True):
            ours = CRITICAL_HITS.of(rules)[column][int(roll)]
            told = result.casefold().removesuffix(" hit").replace(" ", "_").replace("no_critical", "none")
            assert ours == told


@pytest.mark.rule("AS-FOR-102")
def test_motive_damage() -> None:
    table = data(102)
    for names, modifier in table["modifier"].items():
        for name in names.split("/"):
            code = {"Hovercraft": "h", "VTOL": "v", "WiGE": "g"}.get(name) or name[0].lower()
            assert MOTIVE_MODIFIERS.of(rules)[code] == modifier
    assert [limit for limit, _ in MOTIVE_DAMAGE.of(rules)[:3]] == [8, 10, 11]
    assert len(MOTIVE_DAMAGE.of(rules)) == len(table["results"])


@pytest.mark.rule("AS-FOR-108")
def test_collisions() -> None:
    rows = data(108)["rows"][1:]
    for size in range(1, 5):
        assert COLLISIONS.of(rules)[size] == [number(row[size - 1]) for row in rows]
    attacks = {name: value for name, value in data(108)["skid_attack"] if value != "auto-hit"}
    assert {"unit": attacks["non-infantry unit"], "infantry": attacks["infantry unit"]} == battlefield.SKID_ATTACKS.of(
        rules
    )


@pytest.mark.rule("AS-FOR-096")
def test_arcs_of_large_units_on_the_ground() -> None:
    large = MULTI_ARCS.of(rules)["large unit"]
    assert {name: large[name] for name in ("front", "right", "aft", "left")} == {
        "front": [0, 90],
        "right": [90, 90],
        "aft": [180, 90],
        "left": [270, 90],
    }
    assert set(MULTI_ARCS.of(rules)) == {"large unit", "grounded spheroid", "grounded aerodyne"}


@pytest.mark.rule("AS-FOR-129")
def test_templates_are_circles_named_by_their_diameter() -> None:
    table = data(129)
    assert {table["aoe_2in"]["diameter"], table["aoe_6in"]["diameter"]} == set(TEMPLATES.of(rules))
    assert all(row["radius"] == diameter / 2 for diameter, row in TEMPLATES.of(rules).items())


# -- tables that wait for their chapters ----------------------------------------------------------------------


def same_terrain(ours: TerrainRow, cost: str, who: str) -> None:
    if cost.startswith("As "):
        assert ours.like == "water"
        return
    costs = {number(part) for part in re.sub(r"\s*\^[0-9,]+", "", cost).split("/")}
    assert {ours.cost, *(other for _, other in ours.others)} == costs
    assert ours.hazardous is ("^1" in cost or "5,7" in cost)
    if who.startswith("As "):
        assert ours.like == "water"
    else:
        assert barred(ours) == printed(who)


@pytest.mark.rule("AS-FOR-103")
def test_additional_terrain() -> None:
    rows = data(103)["rows"]
    for (name, cost, who), (ours, row) in zip(rows, battlefield.TERRAIN_COSTS.of(rules).items(), strict=True):
        assert {*ours.split()} <= {*re.sub(r"[^a-z ]", "", name.casefold()).split()}
        same_terrain(row, cost, who)
    assert battlefield.TERRAIN_COSTS.of(rules)["swamp"].others == (("Mechs", 1), ("ProtoMechs", 1))
    assert battlefield.TERRAIN_COSTS.of(rules)["rail"].others == (("Rail", 0),)


@pytest.mark.rule("AS-FOR-104")
def test_terrain_and_weather_modifiers() -> None:
    table = data(104)
    terrain = [number(value) for _, value in table["terrain"]]
    assert [row["modifier"] for row in battlefield.TERRAIN_MODIFIERS.of(rules).values()] == terrain
    assert battlefield.TERRAIN_MODIFIERS.of(rules)["jungle"]["per inches"] == 2
    assert battlefield.TERRAIN_MODIFIERS.of(rules)["planted fields"] == {
        "modifier": 1,
        "per inches": 4,
        "more against infantry": 1,
    }
    weather = [(name, value) for group in table["environment"].values() for name, value in group]
    assert len(weather) == len(battlefield.WEATHER_MODIFIERS.of(rules))
    for (name, value), (ours, modifier) in zip(weather, battlefield.WEATHER_MODIFIERS.of(rules).items(), strict=True):
        told = tuple(map(int, re.findall(r"\d+", value))) if " to " in value else number(value)
        assert modifier == told, name
        assert ("(through)" in ours) is ("**" in value)


@pytest.mark.rule("AS-FOR-105")
def test_winds() -> None:
    table = data(105)
    assert [(kind, force) for kind, force in battlefield.WINDS.of(rules).values()] == [
        (kind.casefold(), int(force)) for _, kind, force in table["wind_1d6"]
    ]
    assert [*battlefield.WINDS.of(rules)] == [int(roll.split("-")[-1]) for roll, _, _ in table["wind_1d6"]]
    told = {name.casefold(): value if isinstance(value, int) else None for name, value in table["density_modifier"]}
    assert told == battlefield.AIR.of(rules)
    assert {int(roll.split("-")[-1]): force for roll, force in table["tornado_2d6"]} == battlefield.TORNADOES.of(rules)


@pytest.mark.rule("AS-FOR-106")
def test_buildings() -> None:
    groups = data(106)["groups"]
    for rows, ours in zip(groups.values(), battlefield.BUILDINGS.of(rules).values(), strict=True):
        for told, (name, row) in zip(rows, ours.items(), strict=True):
            kind, move, cf, weight, infantry, others, collapse = told
            assert kind.casefold() == name
            least, most, usual = map(int, re.findall(r"\d+", cf))
            assert row == (number(move), least, most, usual, int(weight), int(infantry), int(others), collapse)


@pytest.mark.rule("AS-FOR-107")
def test_skids() -> None:
    *rows, fast, sprint = data(107)["rows"]
    assert [*battlefield.SKIDS.of(rules).values()] == [number(value) for _, value in (*rows, fast)]
    assert [*battlefield.SKIDS.of(rules)][:-1] == [int(re.findall(r"\d+", inches)[-1]) for inches, _ in rows]
    assert battlefield.SPRINTING_SKID.of(rules)["sprinting"] == number(sprint[1])


@pytest.mark.rule("AS-FOR-110")
def test_advanced_attack_modifiers() -> None:
    assert data(110)["per_2in"] == optional.ADVANCED_MODIFIERS.of(rules)
    assert TERRAIN.of(rules)["underwater"] == data(110)["underwater"]


@pytest.mark.rule("AS-FOR-111")
def test_advanced_terrain() -> None:
    for (_, rows), ours in zip(data(111)["groups"].items(), optional.ADVANCED_TERRAIN.of(rules).values(), strict=True):
        for (_, cost, who), row in zip(rows, ours.values(), strict=True):
            same_terrain(row, cost.replace("^1", ""), who)


@pytest.mark.rule("AS-FOR-112")
def test_munitions() -> None:
    for rows, ours in zip(data(112)["groups"].values(), munitions.MUNITIONS.of(rules).values(), strict=True):
        for (name, to_hit, damage, needs), one in zip(rows, ours.values(), strict=True):
            assert one.title == name
            assert one.to_hit == to_hit
            assert one.damage == damage.replace("See Rules", "*")
            assert set(one.needs) == {need.strip() for need in needs.split(",")}


@pytest.mark.rule("AS-FOR-112")
@pytest.mark.rule("AS-OPT-104")
def test_munitions_are_those_of_the_chapter() -> None:
    ours = [(family, word, one) for family, rows in munitions.MUNITIONS.of(rules).items() for word, one in rows.items()]
    for row, (family, word, one) in zip(rule("AS-OPT-104").data["rows"], ours, strict=True):
        assert (row["class"], row["munition"], row["attack"]) == (family, word, one.to_hit)
        assert row["damage"].replace("see_rules", "*").casefold() == one.damage.casefold()
        assert tuple(row["requires"]) == one.needs


@pytest.mark.rule("AS-FOR-113")
def test_off_board_artillery() -> None:
    assert [*optional.OFF_BOARD.of(rules).values()] == [number(value) for _, value in data(113)["rows"]]


@pytest.mark.rule("AS-FOR-114")
def test_flight_times() -> None:
    assert dict(data(114)["rows"]) == optional.FLIGHT_TURNS.of(rules)
    assert optional.CRUISE_MISSILES.of(rules) == {"first turn": 1, "inches a turn": 170}


@pytest.mark.rule("AS-FOR-115")
def test_counter_battery_fire() -> None:
    (_, fire), (_, shells) = data(115)["rows"]
    assert optional.COUNTER_BATTERY.of(rules)["counter-battery fire"] == fire
    each, most = map(int, re.findall(r"-\d+", shells))
    assert (
        optional.COUNTER_BATTERY.of(rules)["each successive shell"],
        optional.COUNTER_BATTERY.of(rules)["at most"],
    ) == (each, most)


@pytest.mark.rule("AS-FOR-116")
def test_battlefield_intelligence() -> None:
    assert [*optional.INTELLIGENCE.of(rules).values()] == [points for _, points in data(116)["rows"]]


@pytest.mark.rule("AS-FOR-117")
def test_capital_weapons() -> None:
    rows = [value for group in data(117)["groups"].values() for _, value in group]
    assert [*optional.CAPITAL_WEAPONS.of(rules).values()] == [
        None if value == "Auto-Fail" else number(value) for value in rows
    ]


@pytest.mark.rule("AS-FOR-118")
def test_fire() -> None:
    table = data(118)
    base = {name.casefold(): tuple(value) if value else None for name, value in table["base"].items()}
    assert base == munitions.FLAMMABLE.of(rules)
    rows = [value for group in table["modifiers"].values() for _, value in group if "Auto" not in value]
    told = [None if value.startswith("—") else number(value) for value in rows]
    assert [*munitions.FIRE_MODIFIERS.of(rules).values()] == told
    assert munitions.CERTAIN_FIRE.of(rules) == {"inferno munitions": True}


@pytest.mark.rule("AS-FOR-119")
def test_morale() -> None:
    for rows, ours in zip(data(119).values(), optional.MORALE.of(rules).values(), strict=True):
        assert [*ours.values()] == [value if isinstance(value, int) else None for _, value in rows]


@pytest.mark.rule("AS-FOR-120")
def test_detection_of_hidden_units() -> None:
    found = PROBE_RANGES.of(rules)["hidden units"]
    assert data(120) == {code: found[code] for code in ("LPRB", "PRB", "BH")}
