"""Artillery in the companion by thumb: shells drift, spare nobody, land turns later; and hits of two telephones."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from web.conftest import Open
from web.hands import Hands
from web.test_access import serious
from web.test_companion import (
    PACKED,
    attack,
    begin,
    boxes,
    choose,
    force_of,
    lose_the_line,
    need,
    sent,
    shared,
    to_combat,
)
from web.test_meeting import PHONE, no_wider_than_the_window

BATTERY = (
    {"unit": "training_heavy_gun_ladle", "skill": 4},
    {"unit": "training_arrow_carrier_quill", "skill": 4},
    {"unit": "training_battle_armor_zinc", "skill": 4},
)


def battery(open_page: Open) -> Hands:
    hands = sent(open_page, force_of(*BATTERY))
    to_combat(hands)
    return hands


def fires(hands: Hands, unit: str, piece: str) -> None:
    hands.test(f"attack-{unit}").click()
    hands.page.get_by_role("group", name="It fires").get_by_role("button", name=re.compile(piece)).click()


def tell(hands: Hands, *dice: int) -> None:
    for shown in dice:
        hands.page.get_by_role("button", name=str(shown), exact=True).click()


def test_a_shell_drifts_and_spares_nobody(open_page: Open) -> None:
    hands = battery(open_page)
    page = hands.page
    fires(hands, "r1", "Long Tom")
    dialog = page.get_by_role("dialog")
    assert need(hands) == 4 + 1 + 4
    expect(dialog).to_contain_text("3 points within 1″ of where it lands and 1 within 3″")
    expect(dialog).to_contain_text("Artillery damage areas, p. 47")
    expect(page.get_by_role("button", name="Flak", exact=True)).to_have_count(0)  # nobody flies
    choose(hands, "At", "A place a friend sees")
    assert need(hands) == 4 + 1 + 4 + 1
    choose(hands, "The friend who sees the place", "Training Battle Armor Zinc")
    choose(hands, "It has TAG, and is within", "6″ of the place")
    assert need(hands) == 4 + 1 + 4 + 1 - 1
    expect(dialog).to_contain_text("Spotter designates")
    assert serious(page) == []

    # It misses: two dice say where it comes down. A friend is there as well.
    hands.test("own-dice").click()
    tell(hands, 5, 3, 4)
    expect(hands.test("landing")).to_contain_text("It lands 8″ from there, towards the 3 on the template (120°")
    page.get_by_role("group", name="Thunderbolt").get_by_role("button", name="1″").click()
    page.get_by_role("group", name="Quill").get_by_role("button", name="3″").click()
    no_wider_than_the_window(page)
    assert serious(page) == []
    hands.test("burst").click()
    tell(hands, 5)  # motive damage
    expect(hands.test("outcome")).to_contain_text("Training Arrow Carrier Quill: 1 point")
    hands.test("apply").click()
    assert boxes(page, "r2", "Armor") == 1
    page.get_by_role("tab").nth(1).click()
    assert boxes(page, "b1", "Armor") == 3
    page.get_by_role("tab").nth(0).click()

    # Whoever has spotted for a shell does so for no other; each of the two pieces fires once.
    fires(hands, "r1", r"Long Tom \(1\)")
    choose(hands, "At", "A place a friend sees")
    choose(hands, "The friend who sees the place", "Training Battle Armor Zinc")
    expect(dialog).to_contain_text("Indirect artillery, p. 47")
    expect(hands.test("roll")).to_have_count(0)
    choose(hands, "At", "A unit it sees")
    hands.test("own-dice").click()
    tell(hands, 11)
    hands.test("burst").click()
    hands.test("apply").click()
    fires(hands, "r1", r"Long Tom \(0\)")
    expect(dialog).to_contain_text("Every piece fires once a turn, and this unit has 2 of ART-LT")
    expect(dialog).to_contain_text("Each artillery piece separately, p. 47")
    expect(hands.test("roll")).to_have_count(0)
    page.get_by_label("Close").click()
    hands.test("undo").click()
    fires(hands, "r1", r"Long Tom \(1\)")
    expect(hands.test("roll")).to_be_visible()


def test_a_shell_from_afar_comes_down_turns_later(open_page: Open) -> None:
    hands = battery(open_page)
    page = hands.page
    fires(hands, "r2", "Arrow IV")
    choose(hands, "At", "Off-board fire")
    expect(hands.test("launch")).to_have_count(0)
    hands.test("far").fill("300")
    expect(page.get_by_role("dialog")).to_contain_text("It reaches 272 inches")
    hands.test("far").fill("80")
    hands.test("place").fill("the bridge")
    expect(hands.test("flight")).to_contain_text("on its way for 1 turn, and lands in turn 2")
    assert need(hands) == 4 + 7
    assert serious(page) == []
    hands.test("launch").click()
    expect(hands.test("flying")).to_contain_text(
        "Arrow IV of Training Arrow Carrier Quill at the bridge lands in turn 2"
    )
    expect(hands.test("lands")).to_have_count(0)
    for _ in range(4):
        hands.test("next-phase").click()
    hands.test("lands").click()
    choose(hands, "Its shells so far at this place", "2")
    assert need(hands) == 4 + 7 - 2
    hands.test("own-dice").click()
    tell(hands, 9)
    page.get_by_role("group", name="Wolverine").get_by_role("button", name="1″").click()
    hands.test("burst").click()
    hands.test("apply").click()
    expect(hands.test("flying")).to_have_count(0)
    page.get_by_role("tab").nth(1).click()
    assert boxes(page, "b2", "Armor") == 2
    hands.test("undo").click()
    expect(hands.test("flying")).to_be_visible()


def test_from_just_beyond_the_table_it_lands_at_once_and_a_spotter_serves_one_shell(open_page: Open) -> None:
    hands = battery(open_page)
    page = hands.page
    fires(hands, "r1", "Long Tom")
    choose(hands, "At", "Off-board fire")
    hands.test("far").fill("34.5")
    expect(hands.test("flight")).to_contain_text("lands in turn 2")
    hands.test("far").fill("34")
    expect(hands.test("flight")).to_contain_text("It lands this turn")
    choose(hands, "The friend who sees the place", "Training Arrow Carrier Quill")
    choose(hands, "Its shells so far at this place", "1")
    assert need(hands) == 4 + 7 - 1 - 1
    hands.test("own-dice").click()
    tell(hands, 3, 1, 1)
    expect(page.get_by_role("dialog")).to_contain_text("Area-of-effect damage and elevation, p. 48")
    hands.test("burst").click()
    hands.test("apply").click()
    fires(hands, "r1", "Long Tom")
    choose(hands, "At", "Off-board fire")
    hands.test("far").fill("34")
    choose(hands, "The friend who sees the place", "Training Arrow Carrier Quill")
    expect(page.get_by_role("dialog")).to_contain_text("The spotter has spotted for an artillery attack this turn")
    expect(hands.test("roll")).to_have_count(0)

    # A place that is locked in needs neither a spotter nor a roll; what is on its way keeps that.
    choose(hands, "The place", "was hit by its last shell, and it has not moved since")
    expect(hands.test("need")).to_contain_text("Locked-in POI, p. 152")
    hands.test("far").fill("60")
    hands.test("place").fill("x" * 60)
    hands.test("launch").click()
    no_wider_than_the_window(page)
    for _ in range(4):
        hands.test("next-phase").click()
    hands.test("lands").click()
    expect(hands.test("need")).to_contain_text("Locked-in POI, p. 152")
    dialog = page.get_by_role("dialog")
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    hands.test("roll").click()
    expect(hands.test("landing")).to_contain_text("A hit")


def test_who_flies_may_have_flak_thrown_again(open_page: Open) -> None:
    hands = open_page("companion", size=PHONE, touch=True)
    page = hands.page
    expect(hands.test("begin")).to_be_enabled()
    plane = {"unit": "training_fighter_kite", "skill": 3, "bought": ["Float Like a Butterfly"]}
    for side, units in (("one", BATTERY), ("other", (plane,))):
        packed = page.evaluate(PACKED, {**force_of(*units), "name": f"Side {side}"})
        hands.test(f"link-{side}").fill(f"http://table.example/#/muster/{packed}")
        hands.test(f"link-{side}").press("Enter")
        expect(page.get_by_text(f"Side {side} is your force now")).to_be_visible()
    hands.test("begin").click()
    to_combat(hands)
    fires(hands, "r1", "Long Tom")
    choose(hands, "At", "Flak")
    assert need(hands) == 4 + 3
    hands.test("own-dice").click()
    tell(hands, 11)
    expect(hands.test("outcome")).to_contain_text("2 points")
    hands.test("again").click()
    tell(hands, 3)
    expect(hands.test("landing")).to_contain_text("It does nothing")
    expect(hands.test("again")).to_have_count(0)


def test_two_telephones_let_one_shell_land_once(open_page: Open) -> None:
    one = battery(open_page)
    fires(one, "r1", "Long Tom")
    choose(one, "At", "Off-board fire")
    one.test("far").fill("60")
    one.test("launch").click()
    for _ in range(4):
        one.test("next-phase").click()
    other = open_page(shared(one).split("/", 3)[3], size=PHONE, touch=True)
    expect(other.test("lands")).to_be_visible()
    lose_the_line(other)
    for hands in (one, other):
        hands.test("lands").click()
        hands.test("own-dice").click()
        tell(hands, 12)
        hands.page.get_by_role("group", name="Thunderbolt").get_by_role("button", name="1″").click()
        hands.test("burst").click()
        hands.test("apply").click()
    other.page.context.set_offline(False)
    for hands in (one, other):
        hands.test("record").click()
        expect(hands.page.get_by_role("dialog").get_by_text("rolls 12")).to_have_count(2)
        hands.page.get_by_label("Close").click()
        hands.page.get_by_role("tab").nth(1).click()
        assert boxes(hands.page, "b1", "Armor") == 3
    one.test("undo").click()
    expect(other.test("flying")).to_be_visible()


def test_a_homing_round_strikes_who_is_painted_or_nobody(open_page: Open) -> None:
    hands = battery(open_page)
    page = hands.page
    fires(hands, "r2", "Arrow IV")
    choose(hands, "At", "Homing round")
    choose(hands, "Who is painted", "CRD-3R Crusader")
    assert need(hands) == 4
    hands.test("own-dice").click()
    tell(hands, 3)
    expect(hands.test("landing")).to_contain_text("It does nothing")
    page.get_by_role("button", name="Aim anew").click()
    hands.test("own-dice").click()
    tell(hands, 4)
    hands.test("apply").click()
    page.get_by_role("tab").nth(1).click()
    assert boxes(page, "b3", "Armor") == 2
    page.get_by_role("tab").nth(0).click()

    # From afar nobody has to be painted yet; when it lands and nobody is, it is lost.
    fires(hands, "r2", r"Arrow IV \(1\)")
    choose(hands, "At", "Homing round")
    choose(hands, "The place is", "farther away")
    expect(page.get_by_role("group", name="Who is painted")).to_have_count(0)
    hands.test("far").fill("80")
    hands.test("launch").click()
    for _ in range(4):
        hands.test("next-phase").click()
    hands.test("lands").click()
    choose(hands, "Who is painted", "nobody")
    expect(hands.test("need")).to_contain_text("Homing rounds - firing and target window, p. 152")
    hands.test("lose").click()
    expect(hands.test("flying")).to_have_count(0)


def test_hits_of_two_telephones_at_once_go_through_the_armor(open_page: Open) -> None:
    one = begin(open_page)
    to_combat(one)
    page = one.page
    page.get_by_role("tab").nth(1).click()
    page.locator("[data-testid=card-b1]").get_by_role("button", name="Armor 3", exact=True).click()
    other = open_page(shared(one).split("/", 3)[3], size=PHONE, touch=True)
    expect(other.test("phase")).to_have_text("Combat Phase")
    one.page.get_by_role("tab").nth(0).click()
    lose_the_line(other)
    for hands in (one, other):  # three points each, where four boxes of armor are left
        attack(hands, "r1", [10])
    other.page.context.set_offline(False)
    for hands in (one, other):
        hands.page.get_by_role("tab").nth(1).click()
        expect(hands.page.locator("[data-testid=card-b1] [aria-label^='Structure: 2 of']")).to_be_visible()
    owed = one.test("owed-b1")
    expect(owed).to_contain_text("Two hits came at once")
    owed.get_by_role("button", name="7", exact=True).click()
    expect(owed).to_have_count(0)
    expect(other.test("owed-b1")).to_have_count(0)
