"""Optional modules by hand: what a unit may do stands on the page, and one click does it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from web.conftest import Open
from web.test_orders import GUN, MECH, table, unit

__all__ = ["table"]  # a fixture

SQUAD: dict[str, Any] = {
    **{"name": "Squad", "type": "BA", "size": 1, "tmm": 1, "move": '6"j'},
    **{"damage": "2/2/0", "armor": 2, "structure": 2},
}
SCOUT: dict[str, Any] = {
    **{"name": "Scout", "type": "CV", "size": 1, "tmm": 2, "move": '12"h'},
    **{"damage": "1/1/0", "armor": 2, "structure": 1, "specials": ["RSD1", "MDS2"]},
}
FORT = {"id": "fort", "kind": "building", "height": 2, "cf": 5, "rect": [14, 14, 6, 6], "side": "blue"}
ENEMY = [unit("b1", MECH, (30, 32), 180)]


def pick(hands: Any, name: str) -> Any:
    hands.page.locator(f"g.unit[data-unit={name}] .base").click()
    return hands.page


def test_a_squad_boards_a_building(table: Open) -> None:
    hands = table([unit("r1", SQUAD, (17, 20.625))], ENEMY, "combat", terrain=[FORT], options=["advanced_buildings"])
    page = pick(hands, "r1")
    page.get_by_role("button", name="Board fort").click()
    expect(page.locator("g.unit[data-unit=r1]")).to_have_count(0)
    expect(page.get_by_text("fights inside the building fort").first).to_be_visible()


def test_a_sensor_is_dropped_and_drawn(table: Open) -> None:
    scout = {**unit("r1", SCOUT, (18, 8)), "state": {"moved": "ground", "inches": 4}}
    hands = table([scout], ENEMY, "combat", options=["optional_abilities"])
    page = pick(hands, "r1")
    page.get_by_role("button", name="Drop a sensor ahead of it").click()
    expect(page.locator("g.unit[data-unit=red-sensor1]")).to_have_count(1)


def test_mines_are_laid(table: Open) -> None:
    hands = table([unit("r1", SCOUT, (18, 8))], ENEMY, "movement", options=["optional_abilities", "minefields"])
    page = pick(hands, "r1")
    page.get_by_role("button", name="Lay mines here").click()
    expect(page.locator("[data-feature^=minefield]").first).to_be_attached()


def test_a_crew_ejects(table: Open) -> None:
    hands = table([unit("r1", MECH, (18, 8))], ENEMY, "combat", options=["ejection"])
    page = pick(hands, "r1")
    page.get_by_role("button", name="Eject", exact=True).click()
    expect(page.get_by_role("button", name="Eject", exact=True)).to_have_count(0)


def test_a_crate_is_taken(table: Open) -> None:
    crate = {"external_cargo": {"items": [{"id": "crate", "tons": 5, "at": [18, 9]}]}}
    hands = table([unit("r1", MECH, (18, 8))], ENEMY, "combat", options=["external_cargo"], settings=crate)
    page = pick(hands, "r1")
    expect(hands.test("cargo")).to_contain_text("crate")
    page.get_by_role("button", name="crate").first.click()
    expect(page.get_by_role("button", name="External cargo - picking up").first).to_be_visible()


def test_what_is_agreed_on_is_shown_in_play_and_kept_for_next_time(open_page: Open) -> None:
    hands = open_page()
    page = hands.page
    page.get_by_text("Optional rules", exact=False).first.click()
    page.get_by_role("button", name="quick start").click()
    expect(hands.test("edition")).to_have_value("quick-start")
    hands.test("preset-advanced").click()
    expect(hands.test("edition")).to_have_value("commander")
    page.get_by_label("Ejection").check()
    hands.test("edition").select_option("first")
    hands.test("make-game").click()
    page.locator("g.unit").first.wait_for()
    page.get_by_label("Menu").click()
    shown = hands.test("rules-on")
    expect(shown).to_contain_text("First edition")
    expect(shown.get_by_role("listitem").filter(has_text="Ejection")).to_contain_text("p. 161")
    expect(shown).to_contain_text("Abilities of the optional section")
    page.goto(page.url.split("#")[0])
    expect(hands.test("edition")).to_have_value("first")
    page.get_by_text("Optional rules (2)").click()
    expect(page.get_by_label("Ejection")).to_be_checked()


LAUNCHERS: dict[str, Any] = {**MECH, "specials": ["LRM2/2/2", "SRM2/2", "IF1"]}
QUADVEE: dict[str, Any] = {**MECH, "name": "Quad", "move": '10"qt', "specials": ["QV"]}
GLIDER: dict[str, Any] = {
    **{"name": "Hawk", "type": "PM", "size": 1, "tmm": 2, "move": '6"/8"g'},
    **{"damage": "2/1/0", "armor": 3, "structure": 1, "specials": ["GLD"]},
}
ROBOT: dict[str, Any] = {**SCOUT, "name": "Robo", "specials": ["RBT"]}
DRONE: dict[str, Any] = {**SCOUT, "name": "Drone", "specials": ["DRO"]}
BOSS: dict[str, Any] = {**SCOUT, "name": "Boss", "specials": ["DCC1"]}
LONG_TOM: dict[str, Any] = {**GUN, "specials": ["ART-LT1"]}


def step_north(hands: Any, name: str, inches: float) -> None:
    x, y = hands.middle_of(hands.page.locator(f"g.unit[data-unit={name}]"))
    hands.page.mouse.click(x, y - inches * hands.inch())


def test_munitions_are_asked_for(table: Open) -> None:
    loading = {"alternate_munitions": {"loading": True}}
    sides = [unit("r1", LAUNCHERS, (18, 8))], [unit("b1", MECH, (18, 13), 180)]
    page = table(*sides, "initiative", options=["alternate_munitions"], settings=loading).page
    question = page.get_by_role("heading", name="Your decision").locator("..")
    expect(question).to_contain_text("for its LRM, besides the usual?")
    expect(question).to_contain_text("Heat-Seeking")
    page.get_by_role("button", name="Smoke", exact=True).click()
    expect(question).to_contain_text("for its SRM, besides the usual?")
    page.get_by_role("button", name="Inferno", exact=True).click()
    expect(page.get_by_role("heading", name="Your decision")).to_have_count(0)


def test_a_munition_is_chosen_and_fired(table: Open) -> None:
    archer = {**unit("r1", LAUNCHERS, (18, 8)), "munitions": {"LRM": "smoke", "SRM": "inferno"}}
    hands = table([archer], [unit("b1", MECH, (18, 13), 180)], "combat", options=["alternate_munitions"])
    page = pick(hands, "r1")
    expect(page.get_by_role("button", name="Aim missiles LRM with smoke at a point of the table")).to_be_visible()
    page.locator("button.target").first.click()
    page.get_by_role("group", name="With what").get_by_role("button", name="Short-range missiles").click()
    page.get_by_label("Ammunition").check()  # there is one to choose
    expect(hands.test("fire")).to_be_enabled()
    hands.test("fire").click()
    expect(hands.test("resolution")).to_contain_text("Axe R1")


def test_a_quadvee_turns_into_a_vehicle(table: Open) -> None:
    hands = table([unit("r1", QUADVEE, (18, 8))], ENEMY, "movement", options=["quadvees"])
    page = pick(hands, "r1")
    expect(page.get_by_role("group", name="Deeds")).to_contain_text("Mech now, and may turn with its move")
    page.get_by_role("button", name="Turn into a vehicle").click()
    step_north(hands, "r1", 5)
    hands.confirm()
    expect(page.get_by_text("turns into a vehicle").first).to_be_visible()


def test_a_protomech_glides(table: Open) -> None:
    hands = table([unit("r1", GLIDER, (18, 8))], ENEMY, "movement", options=["glider_protomechs"])
    page = pick(hands, "r1")
    page.get_by_role("group", name="How it moves").get_by_role("button", name="Glide").click()
    step_north(hands, "r1", 3)
    panel = page.get_by_label("Move Hawk R1")
    expect(panel).to_contain_text("WiGE take-off")
    expect(panel).to_contain_text("It ends in the air, 1″ above the table.")
    hands.confirm()
    expect(page.locator("g.unit[data-unit=r1]")).to_contain_text("↑1″")


def test_robots_and_drones_say_what_they_were_told_and_whom_they_obey(table: Open) -> None:
    robot = {**unit("r1", ROBOT, (12, 8)), "aggression": "passive"}
    drones = [unit("r2", DRONE, (18, 8)), unit("r3", BOSS, (24, 8)), unit("r4", DRONE, (30, 8))]
    hands = table([robot, *drones], ENEMY, "movement", options=["robotic_drones"])
    page = pick(hands, "r1")
    deeds = page.get_by_role("group", name="Deeds")
    expect(deeds).to_contain_text("It is passive and keeps within 6 inches of its post")
    expect(page.get_by_text("then the robots of red move", exact=False).first).to_be_visible()
    pick(hands, "r2")
    expect(deeds).to_contain_text("It is steered by")
    pick(hands, "r4")
    expect(deeds).to_contain_text("Nobody steers it")


def test_a_robot_goes_no_farther_than_it_was_told(table: Open) -> None:
    robot = {**unit("r1", ROBOT, (12, 8)), "aggression": "passive"}
    hands = table([robot], ENEMY, "movement", options=["robotic_drones"])
    page = pick(hands, "r1")
    page.locator(".reach path").first.wait_for(state="attached")
    step_north(hands, "r1", 8)
    panel = page.get_by_label("Move Robo R1")
    expect(panel).to_contain_text("That is out of reach: this is the nearest place it can get to.")
    expect(panel).to_contain_text("6″ travelled")
    hands.confirm()
    expect(page.get_by_text("Robo (R1) moves").first).to_be_visible()


def test_hidden_units_and_guns_beyond_the_table_are_set_up(table: Open) -> None:
    waiting = [{"id": "r9", "card": {"ov": 0, **LONG_TOM}}, {"id": "r1", "card": {"ov": 0, **MECH}}]
    woods = [{"kind": "woods", "rect": [14, 2, 8, 7]}]
    options = ["hidden_units", "advanced_artillery"]
    hands = table(
        [unit("r2", MECH, (30, 5)), *waiting],
        [{"id": "b1", "card": {"ov": 0, **MECH}}],
        "deployment",
        options=options,
        terrain=woods,
    )
    page = hands.page
    page.get_by_role("button", name="Gun to be placed").click()
    page.get_by_role("button", name="Stand 60″ beyond the south edge").click()
    page.get_by_role("button", name="Axe to be placed").click()
    hands.test("hidden").check()
    x, y = hands.middle_of(page.locator("g.unit[data-unit=r2]"))
    page.mouse.click(x - 24 * hands.inch(), y)
    hands.test("deploy").click()
    expect(page.get_by_text("cannot hide in clear terrain").first).to_be_visible()
    page.mouse.click(x - 12 * hands.inch(), y)
    hands.test("deploy").click()
    expect(page.get_by_text("Place one of your units").first).to_be_visible()  # blue's turn


def test_mines_are_laid_in_secret_before_the_first_turn(table: Open) -> None:
    waiting = [{"id": name, "card": {"ov": 0, **MECH}} for name in ("r1", "b1")]
    hands = table(
        [unit("r2", MECH, (30, 5)), waiting[0]],
        [waiting[1]],
        "deployment",
        options=["minefields"],
        settings={"minefields": {"red": [3, 2]}},
    )
    page = hands.page
    page.get_by_role("button", name="Axe to be placed").click()
    mines = page.get_by_role("group", name="Minefields")
    expect(mines).to_contain_text("Your side may lay minefields in secret")
    page.get_by_role("button", name="Lay mines of density 3 (1 left)").click()
    x, y = hands.middle_of(page.locator("g.unit[data-unit=r2]"))
    page.mouse.click(x - 12 * hands.inch(), y - 10 * hands.inch())
    expect(hands.test("minefield")).to_have_count(1)
    expect(mines).not_to_contain_text("density 3")
    page.get_by_role("button", name="Lay mines of density 2 (1 left)").click()
    page.mouse.click(x - 12 * hands.inch(), y - 10.5 * hands.inch())
    expect(page.get_by_text("lies there already").first).to_be_visible()
    page.mouse.click(x - 15 * hands.inch(), y - 10 * hands.inch())
    expect(hands.test("minefield")).to_have_count(2)
    page.mouse.click(x - 12 * hands.inch(), y)
    expect(hands.test("deploy")).to_be_enabled()
    hands.test("deploy").click()
    expect(page.get_by_text("Place one of your units").first).to_be_visible()


def test_a_gun_beyond_the_table_is_given_its_orders(table: Open) -> None:
    gun = {"id": "r9", "card": {"ov": 0, **LONG_TOM}, "offboard": {"edge": "south", "distance": 60}}
    enemy = [unit("b1", MECH, (18, 24), 180)]
    hands = table([unit("r1", MECH, (18, 8)), gun], enemy, "combat", options=["advanced_artillery"])
    page = hands.page
    page.get_by_role("button", name="Gun may attack").click()
    expect(page.get_by_role("group", name="Deeds")).to_contain_text("It stands 60 inches beyond the south edge")
    page.get_by_role("button", name="Aim artillery ART-LT at a point").click()
    x, y = hands.middle_of(page.locator("g.unit[data-unit=b1]"))
    page.mouse.click(x + 3 * hands.inch(), y)
    expect(hands.test("odds")).to_contain_text("Off-board artillery")
    hands.test("fire").click()
    expect(page.get_by_text("it lands in turn 2").first).to_be_visible()
    expect(hands.test("shell")).to_contain_text("turn 2")
