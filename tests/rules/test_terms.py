"""The words of the game (pp. 23-31), shown by what the engine does with them."""

from dataclasses import replace

import pytest

from lancemate.alphastrike.movement.air import is_airborne
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.scripts.running import script_from_data
from lancemate.kernel.errors import InputError
from rules.table import attack, battle, end, move, refusal, unit


@pytest.mark.rule("AS-INT-003", "AS-INT-019")
def test_dice_are_added_up() -> None:
    # Skill 4 at medium range against TMM 1 needs 7; 3 and 4 make 7.
    fight = battle(unit("r1", (10, 10)), unit("b1", (10, 20), 180), dice=[3, 4])
    event = attack(fight, "r1", "b1")
    assert (event.target_number, event.hit, event.margin) == (7, True, 0)


@pytest.mark.rule("AS-INT-005")
@pytest.mark.parametrize("count", [1, 3])
def test_a_game_has_two_sides(count: int) -> None:
    sides = [{"name": f"side{n}", "units": []} for n in range(count)]
    script = {"game": "alpha-strike", "map": {"kind": "table", "width": 48, "depth": 36}, "sides": sides, "seed": 1}
    with pytest.raises(InputError, match="two sides"):
        script_from_data(script)


@pytest.mark.rule("AS-INT-007")
def test_flying_is_airborne_hovering_and_jumping_are_not() -> None:
    fight = battle(
        unit("r1", (10, 10), type="CV", move='10"v'),
        unit("r2", (20, 10), type="CV", move='10"h'),
        unit("r3", (30, 10), move='8"j'),
        unit("b1", (10, 40)),
        unit("b2", (20, 40)),
        unit("b3", (30, 40)),
        phase="movement",
    )
    move(fight, "r1", (10, 12), elevation=3)
    fight.do(commands.Pass("b1"))
    move(fight, "r2", (20, 14))
    fight.do(commands.Pass("b2"))
    move(fight, "r3", (30, 14), mode="jump")
    assert [is_airborne(fight, fight.units[name]) for name in ("r1", "r2", "r3")] == [True, False, False]


@pytest.mark.rule("AS-INT-007")
@pytest.mark.parametrize(("card", "elevation", "up"), [('10"v', 2, True), ('10"v', 0, False), ('10"g', 1, True)])
def test_an_air_vehicle_is_airborne_until_it_has_landed(card: str, elevation: float, up: bool) -> None:
    fight = battle(
        unit("r1", (10, 10), type="CV", move=card, state={"elevation": elevation}),
        unit("b1", (10, 40)),
        phase="movement",
    )
    assert is_airborne(fight, fight.units["r1"]) is up
    move(fight, "r1", (10, 12), elevation=0)
    assert not is_airborne(fight, fight.units["r1"])


@pytest.mark.rule("AS-INT-020")
@pytest.mark.parametrize("kind", ["weapon", "physical"])
def test_skill_is_the_number_an_attack_begins_with(kind: str) -> None:
    def needed(skill: int) -> int:
        fight = battle(unit("r1", (10, 10), skill=skill), unit("b1", (10, 11.5), 180), seed=1)
        return int(attack(fight, "r1", "b1", kind=kind).target_number)

    assert [needed(skill) - needed(0) for skill in (1, 4, 7)] == [1, 4, 7]


@pytest.mark.rule("AS-INT-010")
def test_armor_goes_before_structure() -> None:
    fight = battle(
        unit("r1", (10, 10), damage="4/4/4"), unit("b1", (10, 20), 180, armor=3, structure=5), dice=[6, 5, 3, 2]
    )
    attack(fight, "r1", "b1")
    assert (fight.units["b1"].armor, fight.units["b1"].structure) == (0, 4)


@pytest.mark.rule("AS-INT-012")
def test_a_critical_hit_impairs_without_destroying() -> None:
    fight = battle(
        unit("r1", (10, 10), damage="4/4/4"),
        unit("b1", (10, 20), 180, armor=3, structure=5),
        dice=[6, 5, 6, 4, 6, 6, 1, 1],
    )
    attack(fight, "r1", "b1")
    end(fight, 2)
    hurt = fight.units["b1"]
    assert not hurt.destroyed
    assert hurt.wounds == ("fire_control",)


@pytest.mark.rule("AS-INT-021")
def test_a_special_ability_belongs_to_the_design_and_a_pilot_ability_to_the_crew() -> None:
    crewed = replace(unit("r1", (10, 10), specials=["ECM"]), abilities=("Sniper",))
    fight = battle(crewed, unit("r2", (20, 10), specials=["ECM"]), unit("b1", (15, 40)))
    one, two = fight.units["r1"], fight.units["r2"]
    assert one.card == two.card
    assert one.has("ECM")
    assert [has(fight, crew, "Sniper") for crew in (one, two)] == [True, False]
    assert not one.has("Sniper")


@pytest.mark.rule("AS-INT-029")
def test_a_card_brings_no_skill_and_a_crew_without_one_is_regular() -> None:
    card = {
        "name": "Test",
        "type": "BM",
        "size": 1,
        "tmm": 1,
        "move": '8"',
        "damage": "1/1/1",
        "armor": 2,
        "structure": 2,
    }
    crews = [{"id": "r1", "card": card}, {"id": "r2", "card": card, "skill": 0}]
    script = script_from_data({"sides": [{"name": "red", "units": crews}, {"name": "blue", "units": []}]})
    assert [crew.skill for crew in script.setup.units] == [4, 0]


@pytest.mark.rule("AS-INT-046")
def test_two_ratings_of_the_parent_game_make_one_skill() -> None:
    card = {
        "name": "Test",
        "type": "CI",
        "size": 1,
        "tmm": 1,
        "move": '4"f',
        "damage": "1/1/-",
        "armor": 2,
        "structure": 2,
    }
    ratings = [{"piloting": 4, "gunnery": 3}, {"piloting": 4, "gunnery": 2}, {"piloting": 5, "gunnery": 4}]
    crews = [{"id": f"r{n}", "card": card, "skill": rating} for n, rating in enumerate(ratings)]
    script = script_from_data({"sides": [{"name": "red", "units": crews}, {"name": "blue", "units": []}]})
    assert [crew.skill for crew in script.setup.units] == [3, 3, 4]
    with pytest.raises(InputError, match="the key gunnery is missing"):
        script_from_data({"sides": [{"name": "red", "units": [{**crews[0], "skill": {"piloting": 4}}]}, {"name": "b"}]})


@pytest.mark.rule("AS-INT-023")
def test_a_group_of_elements_acts_and_suffers_as_one_unit() -> None:
    fight = battle(
        unit("r1", (10, 10), type="BA", move='6"j', size=1, armor=4, structure=2, elements=4),
        unit("b1", (10, 14), 180, damage="3/3/3", skill=0),
        first="blue",
        dice=[4, 4],
    )
    attack(fight, "b1", "r1")
    assert (fight.units["r1"].armor, len(fight.units)) == (1, 2)


@pytest.mark.rule("AS-INT-062")
def test_one_attack_for_each_unit() -> None:
    fight = battle(unit("r1", (10, 10)), unit("b1", (10, 20), 180), unit("b2", (14, 20), 180), seed=1)
    attack(fight, "r1", "b1")
    assert refusal(fight, commands.Attack("r1", "b2")).code == "already_attacked"
