"""Battlefield support on hex maps: templates are hexes around one (AS-HEX-009), a strip is a row of them."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.support import strip_through
from lancemate.alphastrike.measure.strips import strip_length
from lancemate.alphastrike.scripts.running import Report, run_script, script_from_data
from lancemate.kernel.errors import InputError
from lancemate.server.alphastrike.support import show_support_table

MECH = {"name": "Mech", "type": "BM", "size": 2, "tmm": 1, "move": '10"', "damage": "3/3/2", "armor": 6, "structure": 4}


def play(
    support: list[Any],
    *commands: dict[str, Any],
    blue: dict[str, str],
    dice: list[int],
    phase: str = "combat",
    red: str = "0128",
    terrain: list[dict[str, Any]] | None = None,
    card: dict[str, Any] = MECH,
    **more: Any,
) -> Report:
    units = [{"id": name, "card": MECH, "at": at} for name, at in blue.items()]
    data = {
        "map": {"kind": "hex", "width": 30, "depth": 30},
        "terrain": terrain or [],
        "sides": [
            {"name": "red", "home": "south", "support": support, "units": [{"id": "r1", "card": card, "at": red}]},
            {"name": "blue", "home": "north", "units": units},
        ],
        "start": {"phase": phase, "first": "red"},
        "dice": dice,
        "commands": list(commands),
        **more,
    }
    return run_script(script_from_data(data))


def use(using: str, target: Any) -> dict[str, Any]:
    return {"attack": {"side": "red", "kind": "support", "using": using, "target": target}}


def lost(report: Report) -> dict[str, int]:
    """Points of armor that everybody has lost."""
    return {name: 6 - unit.armor for name, unit in report.battle.units.items() if unit.armor < 6}


RINGS = {"b1": "1010", "b2": "1011", "b3": "1012", "b4": "1013"}  # each a hex further away


@pytest.mark.rule("AS-HEX-009")
@pytest.mark.parametrize(
    ("using", "dice", "harm"),
    [
        ("light_bombing", [4, 4], {"b1": 1, "b2": 1}),  # its hex and those next to it
        ("heavy_bombing", [4, 4], {"b1": 2, "b2": 2}),
        ("thumper", [4, 4], {"b1": 1, "b2": 1}),
        ("sniper", [4, 4], {"b1": 2, "b2": 2}),
        ("long_tom", [5, 4], {"b1": 3, "b2": 3, "b3": 1}),  # and a ring around them
        ("thumper", [1, 1, 4, 2], {"b2": 1, "b3": 1, "b4": 1}),  # two hexes to the south
        ("light_bombing", [1, 1, 1, 3], {}),
    ],
)
def test_areas(using: str, dice: list[int], harm: dict[str, int]) -> None:
    report = play([using], use(using, {"point": "1010"}), blue=RINGS, dice=dice)
    assert report.outcomes[0].refusal is None
    assert lost(report) == harm


@pytest.mark.rule("AS-BAT-012")
def test_a_strip_is_a_row_of_hexes() -> None:
    blue = {"b1": "1010", "b2": "1012", "b3": "1014", "b4": "1015", "b5": "1112"}
    report = play(["strafing"], use("strafing", {"line": ["1010", "1014"]}), blue=blue, dice=[6, 5] * 3)
    assert lost(report) == {"b1": 2, "b2": 2, "b3": 2}


@pytest.mark.rule("AS-BAT-012")
@pytest.mark.parametrize(("line", "code"), [(["1010", "1015"], "not_a_strip"), (["1002", "1006"], None)])
def test_the_row_has_its_length(line: list[str], code: str | None) -> None:
    report = play(["strafing"], use("strafing", {"line": line}), blue={"b1": "2020"}, dice=[6, 6])
    refusal = report.outcomes[0].refusal
    assert (refusal.code if refusal else None) == code
    if refusal is not None:
        assert "a row of 5 hexes; this one is a row of 6 hexes" in refusal.message
        assert refusal.rule == "AS-BAT-012"


def test_strips_that_are_offered_have_their_length_on_any_bearing() -> None:
    battle = play(["strafing"], blue={"b1": "1010"}, dice=[]).battle
    for bearing in range(0, 360, 15):
        start, end = strip_through(battle, battle.units["b1"].at, bearing)
        assert strip_length(battle.table, (start, end)) == 10.0
        assert len(battle.table.ways((start, end))) == 5
        assert battle.table.inside(*start)
        assert battle.table.inside(*end)


def test_a_strike_needs_no_hexes() -> None:
    report = play(["heavy_strike"], use("heavy_strike", "b1"), blue={"b1": "1010"}, dice=[3, 3])
    assert lost(report) == {"b1": 2}


@pytest.mark.rule("AS-BAT-007")
def test_a_building_under_bombs_keeps_nothing_off_and_takes_its_share() -> None:
    hall = {"id": "hall", "kind": "building", "type": "heavy", "height": 2, "cf": 9, "hexes": ["1010"]}
    report = play(
        ["heavy_bombing"], use("heavy_bombing", {"point": "1011"}), blue={"b1": "1010"}, dice=[6, 6], terrain=[hall]
    )
    assert lost(report) == {"b1": 2}
    state: Any = report.to_data()["state"]
    assert state["terrain_damage"] == {"hall": 2}


# -- mines ----------------------------------------------------------------------------------------------------


def walk(path: list[str], dice: list[int], *, hidden: bool = False, **more: Any) -> Report:
    field = {"type": "heavy_minefield", "at": "1010", **({"hidden": True} if hidden else {})}
    move = {"move": {"unit": "r1", "path": path, **more.pop("move", {})}}
    options = {"options": ["hidden_units"]} if hidden else {}
    return play([field], move, blue={"b1": "2828"}, dice=dice, phase="movement", red="1014", **options, **more)


@pytest.mark.rule("AS-HEX-009")
@pytest.mark.parametrize(
    ("path", "hidden", "met"),
    [
        (["1013"], False, False),  # three hexes from the middle
        (["1013", "1012"], False, True),  # the ring of a large template
        (["1013", "1012", "1011"], False, True),  # once, not once for every hex
        (["1013", "1012"], True, False),  # hidden ones are small
        (["1013", "1012", "1011"], True, True),
    ],
)
def test_a_field_covers_its_hexes(path: list[str], hidden: bool, met: bool) -> None:
    report = walk(path, [6, 6] if met else [], hidden=hidden)
    assert report.outcomes[0].refusal is None
    assert lost(report) == ({"r1": 3} if met else {})
    told = [event.roll for event in report.outcomes[0].events if event.type == "minefield"]  # type: ignore[attr-defined]
    assert told == ([(6, 6)] if met else [])


@pytest.mark.rule("AS-BAT-018")
def test_two_fields_share_no_hex() -> None:
    def fields(other: str) -> list[Any]:
        return [{"type": "light_minefield", "at": "1010"}, {"type": "light_minefield", "at": other}]

    play(fields("1015"), blue={"b1": "2020"}, dice=[])
    with pytest.raises(InputError, match="their middles need 5 hexes between them"):
        play(fields("1014"), blue={"b1": "2020"}, dice=[])


@pytest.mark.rule("AS-BAT-019")
@pytest.mark.parametrize(("armor", "tries"), [(6, 1), (0, 0)])
def test_mines_go_off_before_anybody_lies_down_among_them(armor: int, tries: int) -> None:
    """In a hex one has arrived where the mine is: it comes first, then the roll for a position, if there is one."""
    card = {**MECH, "armor": armor, "structure": 3}
    dice = [6, 6, *([5, 6] if tries else [])]
    report = walk(["1013", "1012"], dice, card=card, move={"hull_down": True})
    events = [event.type for event in report.outcomes[0].events]
    assert events.count("hull_down") == tries
    assert "minefield" in events
    if tries:
        assert events.index("moved") < events.index("minefield") < events.index("hull_down")


def test_the_table_of_support_speaks_of_hexes() -> None:
    table: Any = show_support_table(play(["strafing"], blue={"b1": "1010"}, dice=[]).battle)
    texts = {one["type"]: one["text"] for one in table["types"]}
    assert texts["light_bombing"] == "1 damage to everybody in a hex or next to it on 5+, else elsewhere"
    assert texts["strafing"].endswith("to each in a row of 5 hexes")
    assert texts["light_minefield"].endswith("5 hexes across")
