"""What all scenarios share (pp. 126-128): files, roles, tables, zones, balance, campaigns, scripts."""

from pathlib import Path
from typing import Any

import pytest

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Side
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.arranging import arrange, smaller_than_usual
from lancemate.alphastrike.scenarios.balance import ForceStrength, campaign_advice, too_many, unbalanced
from lancemate.alphastrike.scenarios.files import TYPES, find, merged, scenario_from_data, scenario_to_data
from lancemate.alphastrike.scenarios.goals import goals as objectives
from lancemate.alphastrike.scenarios.notes import objective_notes
from lancemate.alphastrike.scenarios.plan import Scenario
from lancemate.alphastrike.scenarios.zones import edge_named, short_edges, zone_depth
from lancemate.alphastrike.scripts.positions import setup_from_data, setup_to_data
from lancemate.alphastrike.scripts.running import script_from_data
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.alphastrike.turn.preparation import preparation, setup_initiative, terrain_in_turns
from lancemate.field.table import Table
from lancemate.kernel.dice import TapeDice
from lancemate.kernel.errors import InputError
from rules.scenes import FIGHT, FLAG, HILL, LINE, RECON, plan, scene
from rules.table import end, unit

SIDES = (Side("red", "south"), Side("blue", "north"))


# -- the five types -------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-001")
def test_five_types_and_what_each_of_them_says() -> None:
    names = [find(name).build().name for name in TYPES]
    assert names == ["Stand-Up Fight", "Capture the Flag", "King of the Hill", "Hold the Line", "Reconnaissance"]
    for name in TYPES:
        file = find(name)
        scenario = file.build()
        assert scenario.about
        assert scenario.page is not None
        assert scenario.deployment
        assert scenario.switches > {"scenario"}  # something it is about
        assert file.variations


@pytest.mark.rule("AS-SCN-001")
def test_its_objectives_are_laid_on_the_table_before_anything_else() -> None:
    fight = scene(unit("r1", (18, 5)), unit("b1", (18, 40)), use=FLAG)
    assert objective_notes(fight, "blue-flag") == {"kind": "flag", "at": [18.0, 43.0], "radius": 1.0, "side": "blue"}


@pytest.mark.rule("AS-SCN-001")
def test_more_than_two_sides_only_where_allowed() -> None:
    assert [name for name in TYPES if find(name).build().most_sides == 0] == [FIGHT, HILL]


@pytest.mark.rule("AS-SCN-001")
def test_its_zones_are_its_own() -> None:
    from lancemate.alphastrike.turn.deployment import deployment_areas

    fight = scene(unit("r1", (18, 5)), unit("b1", (18, 40)), use=LINE)
    assert deployment_areas(fight, "blue")[0].words == "within 2 inches of the middle line"


@pytest.mark.parametrize("name", TYPES)
def test_every_variation_can_be_built_and_written(name: str) -> None:
    file = find(name)
    for variation in file.variations:
        built = file.build([variation])
        assert built.variations == (variation,)
        assert scenario_from_data(scenario_to_data(built)) == built


# -- the table ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-002")
def test_three_feet_by_four_or_more() -> None:
    assert smaller_than_usual(Table(36, 48)) is None
    assert smaller_than_usual(Table(72, 48)) is None
    advice = smaller_than_usual(Table(36, 40))
    assert advice is not None
    assert "36 by 48" in advice
    assert find(FIGHT).build().table.width == 36


@pytest.mark.rule("AS-SCN-004")
def test_the_sides_lay_down_terrain_in_turn() -> None:
    roll = setup_initiative(("red", "blue"), TapeDice([6, 6, 1, 1]))
    assert [step.side for step in terrain_in_turns(roll, 3)] == ["blue", "red", "blue", "red", "blue", "red"]
    assert sum(step.what == "terrain" for step in preparation(roll, terrain=4)) == 8
    assert sum(step.what == "terrain" for step in preparation(roll)) == 1


@pytest.mark.rule("AS-SCN-005")
def test_the_short_edges_are_home() -> None:
    assert short_edges(36, 48) == ("south", "north")
    assert short_edges(72, 48) == ("west", "east")


@pytest.mark.rule("AS-SCN-005")
def test_zones_are_ten_inches_deep_unless_they_come_too_close() -> None:
    assert zone_depth(rules, 48, 24) == 10
    assert 48 - 2 * zone_depth(rules, 48, 24) == 28
    assert zone_depth(rules, 36, 24) == 6


def test_edges_as_a_side_sees_them() -> None:
    assert [edge_named(name, "south") for name in ("home", "enemy", "left", "right")] == [
        "south",
        "north",
        "west",
        "east",
    ]
    assert edge_named("left", "east") == "south"


@pytest.mark.parametrize(
    ("use", "width", "depth", "words"),
    [
        (FIGHT, 36, 27, "its zones need 28 inches between the home edges, here are 27"),
        (LINE, 36, 27, "its zones need 28 inches between the home edges, here are 27"),
        (FIGHT, 3, 60, "its home edges are only 3 inches wide"),
    ],
)
def test_a_table_too_small_for_its_zones(use: str, width: float, depth: float, words: str) -> None:
    with pytest.raises(InputError, match=words):
        arrange(plan(use), Table(width, depth), SIDES, ())


# -- roles ----------------------------------------------------------------------------------------------------


def test_a_scenario_that_needs_an_attacker_must_have_one() -> None:
    with pytest.raises(InputError, match="Hold the Line needs an attacker: say which side that is"):
        arrange(find(LINE).build(), Table(36, 48), SIDES, ())
    with pytest.raises(InputError, match="needs a defender"):
        arrange(find(LINE).build(changes={"sides": {"attacker": "red"}}), Table(36, 48), SIDES, ())
    with pytest.raises(InputError, match="there is no side 'green'"):
        arrange(find(LINE).build(changes={"sides": {"attacker": "green"}}), Table(36, 48), SIDES, ())
    both = {"attacker": "red", "defender": "red"}
    with pytest.raises(InputError, match="a side of its own"):
        arrange(find(LINE).build(changes={"sides": both}), Table(36, 48), SIDES, ())
    with pytest.raises(InputError, match="has no role"):
        arrange(find(HILL).build(changes={"sides": {"attacker": "red"}}), Table(36, 48), SIDES, ())


def test_sides_without_a_home_have_nowhere_to_start() -> None:
    with pytest.raises(InputError, match="needs a home edge"):
        arrange(plan(HILL), Table(36, 48), (Side("red"), Side("blue")), ())


# -- balance --------------------------------------------------------------------------------------------------


def forces(red: tuple[int, int], blue: tuple[int, int]) -> dict[str, ForceStrength]:
    return {"red": ForceStrength(*red), "blue": ForceStrength(*blue)}


@pytest.mark.rule("AS-SCN-006")
@pytest.mark.parametrize("use", [FIGHT, FLAG, HILL, RECON])
def test_both_sides_are_even(use: str) -> None:
    scenario = plan(use)
    assert unbalanced(scenario, forces((12, 400), (12, 400))) is None
    assert unbalanced(scenario, forces((12, 400), (12, 381))) is None
    few = unbalanced(scenario, forces((12, 400), (11, 400)))
    assert few is not None
    assert "12 units and blue 11" in few
    cheap = unbalanced(scenario, forces((12, 400), (12, 379)))
    assert cheap is not None
    assert "more than 5 percent apart" in cheap


@pytest.mark.rule("AS-SCN-050")
def test_a_defender_of_an_extraction_and_an_attacker_of_a_siege_may_be_larger() -> None:
    assert unbalanced(plan(FLAG, "extraction"), forces((12, 400), (15, 500))) is None
    assert unbalanced(plan(HILL, "hold-them-off"), forces((15, 500), (12, 400))) is None
    assert unbalanced(plan(HILL, "hold-them-off"), forces((12, 400), (15, 500))) is not None


@pytest.mark.rule("AS-SCN-003")
def test_a_battalion_is_the_most_that_is_recommended() -> None:
    assert too_many(plan(FIGHT), forces((40, 1), (40, 1))) is None
    assert too_many(plan(FIGHT), forces((41, 1), (40, 1))) is not None


@pytest.mark.rule("AS-SCN-027")
def test_a_company_for_capturing_flags() -> None:
    assert too_many(plan(FLAG), forces((12, 1), (12, 1))) is None
    assert too_many(plan(FLAG), forces((13, 1), (12, 1))) is not None


@pytest.mark.rule("AS-SCN-020", "AS-SCN-021")
def test_a_campaign_is_as_even_as_it_is() -> None:
    lopsided = forces((12, 400), (3, 90))
    assert unbalanced(plan(FIGHT), lopsided) is not None
    campaign = plan(FIGHT, campaign=True)
    assert unbalanced(campaign, lopsided) is None
    advice = campaign_advice(campaign, frozenset())
    assert len(advice) == 3
    assert any("forced_withdrawal" in line for line in advice)
    assert any("impartial" in line for line in advice)
    assert not any("forced_withdrawal" in line for line in campaign_advice(campaign, frozenset({"forced_withdrawal"})))
    assert campaign_advice(plan(FIGHT), frozenset()) == ()


# -- in scripts and saves -------------------------------------------------------------------------------------


def script(scenario: Any, **more: Any) -> dict[str, Any]:
    card = {"name": "Test", "type": "BM", "size": 3, "tmm": 1, "move": '8"', "damage": "3/3/2", "ov": 0}
    units = [{"id": name, "card": {**card, "armor": 6, "structure": 5}, "at": at} for name, at in (("1", [18, 5]),)]
    return {
        "map": {"width": 36, "depth": 48},
        "sides": [
            {"name": "red", "home": "south", "units": [{**one, "id": "r" + one["id"]} for one in units]},
            {
                "name": "blue",
                "home": "north",
                "command_abilities": ["esprit_de_corps"],
                "units": [{**one, "id": "b" + one["id"], "at": [18, 43]} for one in units],
            },
        ],
        "scenario": scenario,
        **more,
    }


def test_a_script_names_a_scenario() -> None:
    setup = script_from_data(script("king-of-the-hill")).setup
    assert setup.scenario is not None
    assert setup.scenario.name == "King of the Hill"
    assert [one.at for one in setup.scenario.objectives] == [(18.0, 24.0)]
    assert "scenario:hold" in setup.switches
    assert [one.title for one in setup.sides[1].command_abilities] == ["Esprit de Corps"]


def test_or_varies_one() -> None:
    wanted = {"use": "hold-the-line", "variations": ["timed"], "sides": {"attacker": "blue", "defender": "red"}}
    setup = script_from_data(script({**wanted, "escape": {"points": 10}})).setup
    assert setup.scenario is not None
    assert setup.scenario.turns_per_lance == 3
    assert setup.scenario.escape is not None
    assert setup.scenario.escape.points == 10
    assert setup.options == {"basic_kills"}


@pytest.mark.parametrize("name", TYPES)
def test_a_setup_comes_back_as_it_was_written(name: str) -> None:
    terrain = [{"id": f"h{n}", "kind": "building", "height": 2, "rect": [6 + 8 * n, 26, 2, 2]} for n in range(3)]
    wanted: dict[str, Any] = {"use": name}
    if find(name).build().roles:
        wanted["sides"] = {"attacker": "red", "defender": "blue"}
    setup = script_from_data(script(wanted, terrain=terrain)).setup
    assert setup_from_data(setup_to_data(setup)) == setup


def test_a_save_holds_the_scenario_and_its_score() -> None:
    fight = scene(unit("r1", (18, 22.375)), unit("b1", (18, 46), 180), use=HILL, seed=1)
    end(fight, 2)
    again = load(save(fight))
    assert again.state.notes == fight.state.notes
    assert again.setup.scenario == fight.setup.scenario


@pytest.mark.parametrize(
    ("scenario", "key", "words"),
    [
        ("king-of-the-hil", "scenario.use", "did you mean king-of-the-hill?"),
        (7, "scenario", "the name of one, or a mapping"),
        ({"use": "king-of-the-hill", "variations": ["domnation"]}, "scenario.variations", "did you mean domination?"),
        ({"use": "king-of-the-hill", "turn": 3}, "scenario.turn", "unknown key 'turn'; did you mean turns?"),
        ({"use": "king-of-the-hill", "hold": {"each_turn": "many"}}, "scenario.hold.each_turn", "a whole number"),
        ({"use": "hold-the-line"}, "scenario.sides", "needs an attacker"),
        (
            {"use": "king-of-the-hill", "objectives": [{"id": "m", "at": [1, 1]}]},
            "scenario.objectives.0.at",
            "4 inches",
        ),
        ({"id": "x", "name": "X", "hold": {}}, "scenario.hold", "there is no marker to hold"),
        ({"id": "x", "name": "X", "flags": {}}, "scenario.flags", "there is no flag to fetch"),
        ({"id": "x", "name": "X", "escape": {}}, "scenario.escape.side", "no role is named under roles"),
        ({"id": "x", "name": "X", "flanks": "shut"}, "scenario.flanks", "known are open, closed, walled"),
        ({"id": "x", "name": "X", "deployment": {"each": {}}}, "scenario.deployment.each", "at least one zone"),
        (
            {"id": "x", "name": "X", "deployment": {"each": {"zones": [{"edge": "home", "line": 2}]}}},
            "scenario.deployment.each.zones.0",
            "one of edge, line, near",
        ),
    ],
)
def test_what_is_wrong_with_it_is_said_with_its_key(scenario: Any, key: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        script_from_data(script(scenario))
    assert words in caught.value.plain
    assert caught.value.key == key


# -- files of one's own ---------------------------------------------------------------------------------------


DOCUMENTED = Path(__file__).parents[2] / "docs" / "scenarios.md"


def documented_example() -> str:
    """The complete example of the guide."""
    text = DOCUMENTED.read_text(encoding="utf-8")
    return text.split("```yaml\n# ", 1)[1].split("```", 1)[0]


def own_file(folder: Path) -> Path:
    path = folder / "beacons.yaml"
    path.write_text("# " + documented_example(), encoding="utf-8")
    return path


def test_the_example_of_the_guide_can_be_played(tmp_path: Path) -> None:
    file = find(str(own_file(tmp_path)))
    scenario = file.build(changes={"sides": {"attacker": "red", "defender": "blue"}})
    assert isinstance(scenario, Scenario)
    fight = scene(unit("r1", (18, 5)), unit("b1", (18, 30), 180), use=scenario)
    assert isinstance(fight, Battle)
    assert {goal.what for goal in objectives(fight, "red")} >= {"hold", "exit"}
    for variation in file.variations:
        assert file.build([variation]).variations == (variation,)


def test_a_file_with_a_mistake_says_where(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("name: Mine\nturns: 6\nhold: {each_turn: 5}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"mine.yaml:3: hold: there is no marker to hold"):
        find(str(path))
    with pytest.raises(InputError, match="cannot be read"):
        find(str(tmp_path / "nothing.yaml"))
    with pytest.raises(InputError, match="there is no scenario 'kings'"):
        find("kings")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("{edge: home, depth: 8}]", "{edge: home, depth: 8}], faces: sky", "13: deployment.attacker.faces: 'sky'"),
        ("edge: home, depth: 8", "edge: home, depth: 1", "13: deployment.attacker.zones.0.depth: 1 is out of bounds"),
        ("edge: home, depth: 8", "edge: home, share: 0", "13: deployment.attacker.zones.0.share"),
        ("hidden: 0.25", "hidden: 5", "14: deployment.defender.hidden: 5 is out of bounds"),
        ("columns: 2", "columns: 99999", "16: place.0.columns: 99999 is out of bounds; it must be between 1 and 12"),
        ("share: 0.5", "share: 7", "18: escape.share: 7 is out of bounds; it must be between 0 and 1"),
        ("apart: 16", "apart: -1", "8: apart: -1 is out of bounds"),
        ("turns: 10 ", "turns: 0 ", "6: turns: 0 is out of bounds"),
        ("units: 8", "table: {width: 1e9}", "7: table.width: 1e"),
        ("excludes: [three-beacons]", "excludes: [four-beacons]", "31: variations.one-beacon.excludes: there is no"),
    ],
)
def test_words_and_numbers_that_make_no_sense_are_told_with_their_line(
    tmp_path: Path, old: str, new: str, words: str
) -> None:
    path = own_file(tmp_path)
    text = "\n" + path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        find(str(path))
    assert f"beacons.yaml:{words}" in str(caught.value)


def test_who_starts_near_buildings_needs_some() -> None:
    file = find("stand-up-fight")
    near = file.build(changes={"deployment": {"each": {"zones": [{"near": "building", "within": 4}]}}})
    with pytest.raises(InputError, match="2 buildings are needed"):
        scene(unit("r1"), unit("b1"), use=near, phase="deployment")


def test_too_many_objectives_for_the_table() -> None:
    crowd = find("king-of-the-hill").build(changes={"place": [{"kind": "marker", "count": 9}]})
    with pytest.raises(InputError, match="no room for so many markers"):
        scene(unit("r1"), unit("b1"), use=crowd, phase="deployment")


def test_changes_are_merged_and_null_takes_away() -> None:
    base = {"a": {"b": 1, "c": 2}, "d": [1], "e": 5}
    assert merged(base, {"a": {"b": 3}, "d": [2], "e": None}) == {"a": {"b": 3, "c": 2}, "d": [2]}
