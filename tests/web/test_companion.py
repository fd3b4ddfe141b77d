"""The companion on telephones: cards are tapped, attacks asked for and marked, battles shared, without a line too."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from web.conftest import DESKTOP, Open
from web.hands import Hands
from web.test_access import serious
from web.test_meeting import ON_ITS_SIDE, PHONE, no_wider_than_the_window

LANCES = "lance-2", "lance-3"


def begin(open_page: Open, size: tuple[int, int] = PHONE, forces: tuple[str, str] = LANCES) -> Hands:
    hands = open_page("companion", size=size, touch=size != DESKTOP)
    expect(hands.test("begin")).to_be_enabled()
    hands.test("force-one").select_option(forces[0])
    hands.test("force-other").select_option(forces[1])
    hands.test("begin").click()
    expect(hands.test("phase")).to_have_text("Initiative Phase")
    return hands


def to_combat(hands: Hands) -> None:
    for title in ("Movement Phase", "Combat Phase"):
        hands.test("next-phase").click()
        expect(hands.test("phase")).to_have_text(title)


def boxes(page: Page, unit: str, label: str) -> int:
    """How many boxes of a row are marked."""
    return page.locator(f"[data-testid='card-{unit}'] [aria-label^='{label}:'] button[aria-pressed=true]").count()


def attack(hands: Hands, unit: str, dice: list[int]) -> None:
    """An attack with dice of one's own, as many as are asked for."""
    hands.test(f"attack-{unit}").click()
    hands.test("own-dice").click()
    for sum_ in dice:
        hands.page.get_by_role("button", name=str(sum_), exact=True).click()
    hands.test("apply").click()


def test_a_turn_at_a_real_table(open_page: Open) -> None:
    hands = begin(open_page)
    page = hands.page
    no_wider_than_the_window(page)
    assert serious(page) == []
    to_combat(hands)
    hands.test("attack-r1").click()
    short = hands.test("need").locator("strong").inner_text()
    page.get_by_role("button", name="Long", exact=True).click()
    page.get_by_role("button", name="Woods", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("Woods modifier, p. 43")
    assert int(hands.test("need").locator("strong").inner_text()[:-1]) == int(short[:-1]) + 5
    assert serious(page) == []
    hands.test("roll").click()
    expect(hands.test("outcome")).to_contain_text(re.compile("A hit|A miss"))
    page.get_by_label("Close").click()

    # Dice of one's own: ten hits, three points of armor are gone; then it is taken back.
    attack(hands, "r1", [10])
    page.get_by_role("tab").nth(1).click()
    assert boxes(page, "b1", "Armor") == 3
    hands.test("undo").click()
    assert boxes(page, "b1", "Armor") == 0

    # Hit until the structure is gone: it still may shoot back, and is lost in the End Phase.
    for label, box in (("Armor", 7), ("Structure", 4)):
        page.locator("[data-testid=card-b1]").get_by_role("button", name=f"{label} {box}", exact=True).click()
    page.get_by_role("tab").nth(0).click()
    attack(hands, "r1", [10])
    page.get_by_role("tab").nth(1).click()
    expect(hands.test("card-b1")).to_contain_text("It may still shoot back")
    attack(hands, "b1", [3])
    hands.test("next-phase").click()
    expect(hands.test("card-b1")).to_contain_text("Destroyed")
    expect(page.get_by_role("tab").nth(1)).to_contain_text("3 of 4 left")
    hands.test("record").click()
    expect(page.get_by_role("dialog")).to_contain_text("its structure is gone")


def shared(hands: Hands) -> str:
    """The link to a battle that somebody shares."""
    hands.test("share").click()
    hands.test("make-link").click()
    link = hands.page.locator("#link-companion").input_value()
    hands.page.get_by_label("Close").click()
    return link


KEPT = """async () => {
  const parts = performance.getEntriesByType("resource").map((entry) => new URL(entry.name).pathname);
  const own = parts.filter((path) => path.startsWith("/assets/"));
  const kept = await caches.open("lancemate-companion");
  const all = ["/companion", "/icon.svg", "/companion.webmanifest", ...own];
  const found = await Promise.all(all.map((path) => kept.match(path)));
  return own.length > 0 && found.every(Boolean) && (await navigator.serviceWorker.ready) !== null;
}"""


def lose_the_line(hands: Hands) -> None:
    """Go out of reach, once the page keeps all it is made of."""
    hands.page.wait_for_function(KEPT)
    hands.page.context.set_offline(True)


def test_two_telephones_share_a_battle_and_go_on_without_a_line(open_page: Open) -> None:
    one = begin(open_page)
    link = shared(one)
    other = open_page(link.split("/", 3)[3], size=ON_ITS_SIDE, touch=True)
    expect(other.test("phase")).to_have_text("Initiative Phase")
    no_wider_than_the_window(other.page)
    to_combat(one)
    expect(other.test("phase")).to_have_text("Combat Phase")
    other.page.locator("[data-testid=card-r1]").get_by_role("button", name="Armor 2", exact=True).click()
    expect(one.page.locator("[data-testid=card-r1] [aria-label^='Armor: 2 of']")).to_be_visible()

    lose_the_line(other)
    other.page.locator("[data-testid=card-r1]").get_by_role("button", name="Armor 4", exact=True).click()
    expect(other.test("share")).to_have_text("Shared, out of reach")
    other.page.context.set_offline(False)
    expect(one.page.locator("[data-testid=card-r1] [aria-label^='Armor: 4 of']")).to_be_visible()


def test_a_telephone_that_comes_back_counts_nothing_twice(open_page: Open) -> None:
    one = begin(open_page)
    link = shared(one)
    other = open_page(link.split("/", 3)[3], size=PHONE, touch=True)
    to_combat(one)
    expect(other.test("phase")).to_have_text("Combat Phase")

    # What it sends arrives, and the answer does not.
    def lost(route: Route) -> None:
        route.fetch()
        route.abort("internetdisconnected")

    other.page.route("**/marks", lost)
    attack(other, "r1", [10])
    expect(other.test("share")).to_have_text("Shared, out of reach")
    one.page.get_by_role("tab").nth(1).click()
    expect(one.page.locator("[data-testid=card-b1] [aria-label^='Armor: 3 of']")).to_be_visible()
    other.page.unroute("**/marks")
    expect(other.test("share")).to_have_text("Shared")

    # Both go on to the next phase while one is out of reach: it comes once.
    lose_the_line(other)
    for hands in (one, other):
        hands.test("next-phase").click()
        expect(hands.test("phase")).to_have_text("End Phase")
    other.page.context.set_offline(False)
    other.page.get_by_role("tab").nth(1).click()
    for hands in (one, other):
        hands.test("record").click()
        expect(hands.page.locator(".record li").filter(has_text="End Phase begins")).to_have_count(2)
        expect(hands.page.locator(".record li").filter(has_text="rolls 10")).to_have_count(1)
        hands.page.get_by_label("Close").click()
        expect(hands.test("phase")).to_have_text("End Phase")
        assert boxes(hands.page, "b1", "Armor") == 3

    # Somebody else's link asks before it takes the place of a battle that is under way.
    third = begin(open_page)
    third.test("next-phase").click()
    third.page.goto(link)
    third.page.reload()
    third.test("stay").click()
    expect(third.test("phase")).to_have_text("Movement Phase")
    third.page.reload()
    third.test("leave").click()
    expect(third.test("phase")).to_have_text("End Phase")


def test_it_opens_without_a_line(open_page: Open) -> None:
    hands = begin(open_page)
    page = hands.page
    lose_the_line(hands)
    page.reload()
    expect(hands.test("phase")).to_have_text("Initiative Phase")
    to_combat(hands)
    attack(hands, "r2", [2])

    # Everything else as well: boxes, heat, a critical hit, the turn, undo, the record as a file.
    card = page.locator("[data-testid=card-r1]")
    card.get_by_role("button", name="Armor 5", exact=True).click()
    card.locator("summary").click()
    card.get_by_role("group", name="Heat").get_by_role("button", name="1", exact=True).click()
    card.get_by_role("button", name="Fire control 1", exact=True).click()
    hands.test("attack-r1").click()
    expect(page.get_by_role("dialog")).to_contain_text(re.compile("Fire control.*p\\. [0-9]+"))
    hands.test("roll").click()
    expect(hands.test("outcome")).to_be_visible()
    hands.test("apply").click()
    page.get_by_role("tab").nth(1).click()
    other = page.locator("[data-testid=card-b2]")
    other.get_by_role("button", name=re.compile("^Armor [0-9]+$")).last.click()
    page.get_by_role("tab").nth(0).click()
    hands.test("attack-r2").click()
    page.get_by_role("group", name="Target").get_by_role("button").nth(1).click()
    hands.test("own-dice").click()
    page.get_by_role("button", name="11", exact=True).click()
    page.get_by_role("group", name="Roll for a critical hit").get_by_role("button", name="4", exact=True).click()
    expect(hands.test("outcome")).to_contain_text("fire control hit, felt from the End Phase on")
    hands.test("apply").click()
    for _ in range(2):
        hands.test("next-phase").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Turn 2")
    for _ in range(2):
        hands.test("undo").click()
    expect(hands.test("phase")).to_have_text("Combat Phase")
    hands.test("record").click()
    expect(page.get_by_role("dialog")).to_contain_text("a miss")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    assert "fire control hit" in saved.value.path().read_text()


# The force of a link, as the muster packs it: two missile boats in a network, and a 'Mech that jumps.
PACKED = """async (force) => {
  const stream = new Blob([JSON.stringify(force)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}"""
SENT = {
    "name": "Sent by link",
    "formations": [
        {
            "name": "Alpha",
            "units": [
                {"unit": "training_battlemech_sorrel", "skill": 4, "bought": ["Oblique Attacker"]},
                {"unit": "training_battlemech_sorrel", "skill": 4},
                {"unit": "shd_2h_shadow_hawk", "skill": 3, "bought": ["Marksman"]},
            ],
        }
    ],
}


def sent(open_page: Open, force: dict[str, object] | None = None) -> Hands:
    """A battle against a force that came by link."""
    hands = open_page("companion", size=PHONE, touch=True)
    expect(hands.test("begin")).to_be_enabled()
    packed = hands.page.evaluate(PACKED, force or SENT)
    hands.test("force-other").select_option(LANCES[1])
    hands.test("link-one").fill(f"http://table.example/#/muster/{packed}")
    hands.test("link-one").press("Enter")
    expect(hands.page.get_by_text(f"{(force or SENT)['name']} is your force now")).to_be_visible()
    hands.test("begin").click()
    expect(hands.test("phase")).to_have_text("Initiative Phase")
    return hands


def force_of(*units: dict[str, object]) -> dict[str, object]:
    return {"name": "Oddities", "formations": [{"name": "Alpha", "units": list(units)}]}


def need(hands: Hands) -> int:
    return int(hands.test("need").locator("strong").inner_text().rstrip("+"))


def choose(hands: Hands, label: str, words: str) -> None:
    hands.page.get_by_role("group", name=label).get_by_role("button", name=words, exact=True).click()


def test_indirect_fire_networks_charges_and_pilots_are_in_the_numbers(open_page: Open) -> None:
    hands = sent(open_page)
    page = hands.page
    to_combat(hands)
    hands.test("attack-r1").click()
    choose(hands, "Range", "Long")
    direct = need(hands)
    choose(hands, "C3: the nearest friend", "Short")
    assert need(hands) == direct - 4
    expect(page.get_by_role("dialog")).to_contain_text("C3: friend is at short range")
    choose(hands, "With", "Indirect fire")
    seen = need(hands)
    page.get_by_label("The spotter attacks as well").check()
    assert need(hands) == seen + 1
    expect(page.get_by_role("dialog")).to_contain_text("Oblique Attacker")
    no_wider_than_the_window(page)
    assert serious(page) == []
    choose(hands, "With", "Charge")
    hands.test("inches").fill("10")
    expect(page.get_by_role("dialog")).to_contain_text("For 10 inches")
    page.get_by_label("Close").click()

    # A Death from Above hurts both, and so does a miss.
    hands.test("attack-r3").click()
    choose(hands, "With", "Death from Above")
    hands.test("own-dice").click()
    page.get_by_role("button", name="3", exact=True).click()
    expect(hands.test("outcome")).to_contain_text("A miss")
    expect(hands.test("outcome")).to_contain_text("itself")
    hands.test("apply").click()
    assert boxes(page, "r3", "Armor") == 3
    hands.test("undo").click()
    assert boxes(page, "r3", "Armor") == 0

    # Whoever stands still may call upon a Marksman.
    page.locator("[data-testid=card-r3] summary").click()
    page.locator("[data-testid=card-r3]").get_by_role("button", name="Stood still").click()
    hands.test("attack-r3").click()
    page.get_by_role("button", name="Marksman", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("Marksman, p.")


def test_aircraft_are_shot_at_and_strike_the_ground(open_page: Open) -> None:
    hands = begin(open_page, forces=("air-4", "lance-3"))
    page = hands.page
    to_combat(hands)
    hands.test("attack-r1").click()
    choose(hands, "With", "Strike")
    low = need(hands)
    choose(hands, "Altitude", "High")
    assert need(hands) == low + 4
    no_wider_than_the_window(page)
    page.get_by_label("Close").click()
    page.get_by_role("tab").nth(1).click()
    hands.test("attack-b1").click()
    expect(page.get_by_role("dialog")).to_contain_text("Airborne aerospace target")


def test_heat_on_a_target_is_felt_in_the_end_phase(open_page: Open) -> None:
    hands = sent(open_page, force_of({"unit": "training_battlemech_nettle", "skill": 4}))
    page = hands.page
    to_combat(hands)
    hands.test("attack-r1").click()
    expect(hands.test("need")).to_contain_text("and 2 heat")
    choose(hands, "Range", "Medium")
    expect(hands.test("need")).to_contain_text("and 1 heat")
    choose(hands, "Range", "Short")
    hands.test("own-dice").click()
    page.get_by_role("button", name="11", exact=True).click()
    expect(hands.test("outcome")).to_contain_text("2 heat, felt from the End Phase on")
    hands.test("apply").click()
    page.get_by_role("tab").nth(1).click()
    page.locator("[data-testid=card-b1] summary").click()
    heat = page.locator("[data-testid=card-b1]").get_by_role("group", name="Heat")
    expect(heat.get_by_role("button", name="0", exact=True)).to_have_attribute("aria-pressed", "true")
    hands.test("next-phase").click()
    expect(heat.get_by_role("button", name="2", exact=True)).to_have_attribute("aria-pressed", "true")
    hands.test("undo").click()
    expect(heat.get_by_role("button", name="0", exact=True)).to_have_attribute("aria-pressed", "true")


def test_a_blood_stalker_has_a_prey_and_luck_runs_out(open_page: Open) -> None:
    pilot = {"unit": "shd_2h_shadow_hawk", "skill": 3, "bought": ["Blood Stalker"]}
    lucky = {"unit": "training_battlemech_sorrel", "skill": 4, "bought": ["Lucky (1)"]}
    hands = sent(open_page, force_of(pilot, lucky))
    page = hands.page
    to_combat(hands)
    hands.test("attack-r1").click()
    targets = page.get_by_role("group", name="Target").get_by_role("button")
    targets.nth(1).click()
    other = need(hands)
    targets.nth(0).click()
    plain = need(hands)
    expect(page.get_by_role("dialog")).to_contain_text("Nobody is named as its prey yet")
    hands.test("prey").click()
    assert need(hands) == plain - 1
    targets.nth(1).click()
    assert need(hands) == other + 2
    targets.nth(0).click()
    hands.test("prey").click()  # it was a slip of the thumb
    assert need(hands) == plain
    page.get_by_label("Close").click()
    hands.test("undo").click()  # and that as well: the prey stands
    hands.test("attack-r1").click()
    assert need(hands) == plain - 1
    page.get_by_label("Close").click()

    # A miss is thrown again once; then the pilot's luck is used up, until that is undone.
    hands.test("attack-r2").click()
    hands.test("own-dice").click()
    page.get_by_role("button", name="2", exact=True).click()
    expect(hands.test("outcome")).to_contain_text("A miss")
    expect(hands.test("again")).to_contain_text("1 left")
    hands.test("again").click()
    page.get_by_role("button", name="12", exact=True).click()
    while not hands.test("outcome").count():  # twelve: a critical hit is rolled for
        page.get_by_role("button", name="6", exact=True).click()
    expect(hands.test("outcome")).to_contain_text("A hit")
    expect(hands.test("again")).to_have_count(0)
    hands.test("apply").click()
    hands.test("attack-r2").click()
    hands.test("own-dice").click()
    page.get_by_role("button", name="2", exact=True).click()
    expect(hands.test("outcome")).to_contain_text("A miss")
    expect(hands.test("again")).to_have_count(0)
    page.get_by_label("Close").click()
    hands.test("record").click()
    expect(page.get_by_role("dialog")).to_contain_text("a miss is thrown again")


def test_ships_and_crawlers_fire_by_arcs(open_page: Open) -> None:
    ship = {"unit": "training_spheroid_dropship_melon", "skill": 4}
    crawler = {"unit": "training_very_large_crawler_escarpment", "skill": 4}
    hands = sent(open_page, force_of(ship, crawler))
    page = hands.page
    no_wider_than_the_window(page)
    to_combat(hands)

    # In the air a spheroid strikes with what looks down; on the ground with its sides.
    hands.test("attack-r1").click()
    expect(page.get_by_role("group", name="With").get_by_role("button", name="Strike", exact=True)).to_be_visible()
    choose(hands, "With", "MSL at a place")
    assert need(hands) == 6
    expect(hands.test("need")).to_contain_text("3 points")
    choose(hands, "With", "MSL at a place, at its edge")
    expect(hands.test("need")).to_contain_text("1 point")
    expect(page.get_by_role("group", name="The ground")).to_have_count(0)  # it is aimed at a place
    page.get_by_label("Close").click()
    card = page.locator("[data-testid=card-r1]")
    card.locator("summary").click()
    card.get_by_role("button", name="Hovers", exact=True).click()
    hands.test("attack-r1").click()
    choose(hands, "With", "Strike")
    expect(page.get_by_role("group", name="Which weapons").get_by_role("button")).to_have_count(3)
    page.get_by_label("Close").click()
    card.get_by_role("button", name="Stands on the ground").click()
    hands.test("attack-r1").click()
    weapons = page.get_by_role("group", name="Which weapons")
    expect(weapons.get_by_role("button", name="Aft", exact=True)).to_have_class(re.compile("barred"))
    weapons.get_by_role("button", name="Right", exact=True).click()
    hands.test("own-dice").click()
    page.get_by_role("button", name="11", exact=True).click()
    for _ in range(4):
        if hands.test("outcome").count():
            break
        page.get_by_role("button", name="7", exact=True).click()
    hands.test("apply").click()
    hands.test("record").click()
    expect(page.get_by_role("dialog")).to_contain_text("(right): needs")
    page.get_by_label("Close").click()
    for _ in range(2):  # the turn ends: it still stands there
        hands.test("next-phase").click()
    expect(card.get_by_role("button", name="Stands on the ground")).to_have_attribute("aria-pressed", "true")

    # The crawler is hit: one more die finds the arc, whose weapons are halved and no other's.
    to_combat(hands)
    hands.test("attack-r2").click()
    expect(weapons.get_by_role("button")).to_have_count(6)
    strength = hands.test("need").locator("span").inner_text()
    page.get_by_label("Close").click()
    page.locator("[data-testid=card-r2]").get_by_role("button", name="Armor 24", exact=True).click()
    page.get_by_role("tab").nth(1).click()
    hands.test("attack-b1").click()
    page.get_by_role("group", name="Target").get_by_role("button").nth(1).click()
    hands.test("own-dice").click()
    page.get_by_role("button", name="11", exact=True).click()
    page.get_by_role("group", name="Roll for a critical hit").get_by_role("button", name="9", exact=True).click()
    arc = page.get_by_role("group", name="Roll one die for the arc")
    arc.get_by_role("button", name="6", exact=True).click()  # there is no sixth arc: again
    arc.get_by_role("button", name="1", exact=True).click()
    page.get_by_role("group", name="Roll for motive damage").get_by_role("button", name="2", exact=True).click()
    expect(hands.test("outcome")).to_contain_text("weapon hit in the front arc")
    hands.test("apply").click()
    hands.test("next-phase").click()
    page.get_by_role("tab").nth(0).click()
    page.locator("[data-testid=card-r2] summary").click()
    assert boxes(page, "r2", "Weapon front") == 1
    for _ in range(2):
        hands.test("next-phase").click()
    hands.test("attack-r2").click()
    assert hands.test("need").locator("span").inner_text() != strength
    no_wider_than_the_window(page)
    assert serious(page) == []


def test_a_mobile_structure_fights_by_its_sections(open_page: Open) -> None:
    hands = sent(open_page, force_of({"unit": "training_mobile_structure_crane_yard", "skill": 4}))
    page = hands.page
    yard = page.locator("[data-testid='card-r1']")
    expect(yard).to_contain_text("turns by 60° at most")
    expect(hands.test("attack-r1")).to_have_count(0)
    no_wider_than_the_window(page)
    assert serious(page) == []
    to_combat(hands)

    # A section fires with what it has, and at whatever range that reaches.
    hands.test("attack-r1/crane").click()
    expect(page.get_by_role("dialog")).to_contain_text("Crane Yard, crane attacks")
    expect(hands.test("need")).to_contain_text("2 points")
    assert serious(page) == []
    choose(hands, "Range", "Long")
    expect(page.get_by_role("dialog")).to_contain_text("no damage at long range")
    page.get_by_label("Close").click()

    # One section is aimed at; what is struck is marked on it alone, and rolled on its own table.
    page.get_by_role("tab").nth(1).click()
    hands.test("attack-b1").click()
    choose(hands, "Which section of it", "Cabin")
    expect(page.get_by_role("dialog")).to_contain_text("Mobile structure")
    expect(page.get_by_role("button", name="From behind", exact=True)).to_have_count(0)  # a section has no back
    hands.test("own-dice").click()
    expect(page.get_by_role("button", name="12", exact=True)).to_be_in_viewport(ratio=1)
    no_wider_than_the_window(page)
    page.get_by_label("Close").click()
    page.get_by_role("tab").nth(0).click()
    hands.test("card-r1/cabin").get_by_role("button", name="Armor 6", exact=True).click()
    page.get_by_role("tab").nth(1).click()
    hands.test("attack-b1").click()
    choose(hands, "Which section of it", "Cabin")
    hands.test("own-dice").click()
    page.get_by_role("button", name="10", exact=True).click()
    page.get_by_role("group", name="Roll for a critical hit").get_by_role("button", name="7", exact=True).click()
    expect(hands.test("outcome")).to_contain_text("gunners stunned, felt from the End Phase on")
    hands.test("apply").click()
    page.get_by_role("tab").nth(0).click()
    assert boxes(page, "r1/cabin", "Structure") > 0
    assert boxes(page, "r1/crane", "Structure") == 0

    # The gunners are silent in the turn that follows, and awake after it.
    for silent in (False, True, False):
        hands.test("attack-r1/cabin").click()
        sheet = page.get_by_role("dialog")
        if silent:
            expect(sheet).to_contain_text("The gunners of section cabin are stunned this turn")
        else:
            expect(hands.test("need")).to_be_visible()
        page.get_by_label("Close").click()
        for _ in range(4):
            hands.test("next-phase").click()

    # Without the middle the rest falls apart: all of it is lost in the End Phase, and fires until then.
    hands.test("card-r1/yard").get_by_role("button", name="Structure 7", exact=True).click()
    hands.test("card-r1/yard").get_by_role("button", name="Armor 6", exact=True).click()
    page.get_by_role("tab").nth(1).click()
    hands.test("attack-b1").click()
    choose(hands, "Which section of it", "Yard")
    hands.test("own-dice").click()
    page.get_by_role("button", name="10", exact=True).click()
    expect(hands.test("outcome")).to_contain_text("it has broken apart")
    hands.test("apply").click()
    hands.test("attack-b1").click()
    expect(page.get_by_role("group", name="Which section of it").get_by_role("button")).to_have_count(2)
    page.get_by_label("Close").click()
    page.get_by_role("tab").nth(0).click()
    expect(yard).to_contain_text("Lost in the End Phase: it has broken apart")
    expect(hands.test("attack-r1/crane")).to_be_visible()
    hands.test("undo").click()
    expect(yard).not_to_contain_text("broken apart")
    hands.test("card-r1/yard").get_by_role("button", name="Structure 8", exact=True).click()  # or marked by hand
    expect(yard).to_contain_text("Lost in the End Phase: it has broken apart")
    hands.test("next-phase").click()
    expect(yard).to_contain_text("Destroyed")
    expect(hands.test("attack-r1/crane")).to_have_count(0)
    expect(page.get_by_role("tab").nth(0)).to_contain_text("0 of 1 left")
    assert serious(page) == []


def test_a_locked_turret_of_a_section_fires_ahead_only(open_page: Open) -> None:
    hands = sent(open_page, force_of({"unit": "training_mobile_structure_walking_mill", "skill": 4}))
    page = hands.page
    core = hands.test("card-r1/core")
    core.locator("summary").click()
    core.get_by_role("button", name="Turret locked 1", exact=True).click()
    to_combat(hands)
    hands.test("attack-r1/core").click()
    expect(hands.test("aside")).to_have_count(0)
    choose(hands, "Which weapons", "Core turret")
    assert need(hands)
    hands.test("aside").click()
    expect(page.get_by_role("dialog")).to_contain_text("The turret of section core is locked")
    choose(hands, "Which weapons", "Core")
    assert need(hands)


def test_a_battle_is_no_force(open_page: Open) -> None:
    hands = open_page("companion", size=PHONE, touch=True)
    expect(hands.test("begin")).to_be_enabled()
    battle = {"name": "duel.json", "mimeType": "application/json", "buffer": b'{"sides": [], "units": []}'}
    hands.page.get_by_label("Or from a file").first.set_input_files(battle)  # type: ignore[arg-type]
    expect(hands.page.get_by_role("alert")).to_contain_text(
        "duel.json: This is a battle: open it among the files of the page Play. Wanted is a force"
    )


def test_a_link_that_is_broken_off_says_so(open_page: Open) -> None:
    hands = open_page("companion", size=PHONE, touch=True)
    expect(hands.test("begin")).to_be_enabled()
    hands.test("link-one").fill("http://table.example/#/muster/abc")
    hands.test("link-one").press("Enter")
    expect(hands.page.get_by_role("alert")).to_contain_text("The link: It holds no force")


def test_a_battle_of_others_that_an_older_companion_kept_is_not_gone_without_a_word(open_page: Open) -> None:
    hands = open_page("companion", size=PHONE, touch=True)
    kept = {"packet": {"format": 1}, "forces": [], "marks": [], "link": {"battle": "b", "key": "k", "n": 0}}
    hands.page.evaluate("kept => localStorage.setItem('lancemate.companion', JSON.stringify(kept))", kept)
    hands.page.reload()
    expect(hands.page.get_by_text("This battle was begun with an older companion: whoever shared it")).to_be_visible()


# As an older page has left a battle behind.
AGED = """() => {
  const kept = JSON.parse(localStorage.getItem("lancemate.companion"));
  localStorage.setItem("lancemate.companion", JSON.stringify({ ...kept, packet: { format: 1 } }));
}"""


def cut_off(route: Route) -> None:
    route.abort("internetdisconnected")


def test_a_battle_that_an_older_companion_kept_goes_on_with_all_that_was_marked(open_page: Open) -> None:
    one = begin(open_page)
    page = one.page
    other = open_page(shared(one).split("/", 3)[3], size=PHONE, touch=True)
    page.locator("[data-testid=card-r1]").get_by_role("button", name="Armor 2", exact=True).click()
    expect(other.page.locator("[data-testid=card-r1] [aria-label^='Armor: 2 of']")).to_be_visible()
    page.context.route("**/api/companion/**", cut_off)  # it sees nothing of what comes now
    other.page.locator("[data-testid=card-r2]").get_by_role("button", name="Armor 1", exact=True).click()
    page.evaluate(AGED)

    # The server does not answer: the battle is kept, and it says so.
    page.context.route("**/api/companion", cut_off)
    page.reload()
    expect(page.get_by_role("alert").filter(has_text="Your battle is kept as it is")).to_be_visible()
    page.context.unroute("**/api/companion")
    page.context.unroute("**/api/companion/**")
    page.reload()
    expect(page.locator("[data-testid=card-r1] [aria-label^='Armor: 2 of']")).to_be_visible()
    expect(page.locator("[data-testid=card-r2] [aria-label^='Armor: 1 of']")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("share it anew")
    expect(one.test("share")).to_have_text("Share")


def test_what_another_telephone_sends_stops_nobody(open_page: Open) -> None:
    one = sent(open_page, force_of({"unit": "training_mobile_structure_crane_yard", "skill": 4}))
    one.test("share").click()
    one.test("make-link").click()
    link = one.page.locator("#link-companion").input_value()
    one.page.get_by_label("Close").click()
    battle, key = link.rsplit("/", 2)[1:]
    marks = [
        {"do": "set", "unit": ["r1/crane"], "set": {"structure": 0}, "words": "odd", "at": "now"},
        {"do": "set", "unit": "constructor", "set": {"structure": 0}, "words": "odd", "at": "now"},
        {"do": "set", "unit": "r1/crane", "set": {"structure": 0}, "words": "the crane is gone", "at": "now"},
    ]
    answer = one.page.request.post(
        f"{link.split('/companion')[0]}/api/companion/battles/{battle}/marks",
        data={"n": 0, "marks": marks},
        headers={"Authorization": f"Bearer {key}"},
    )
    assert answer.ok, answer.text()
    expect(one.test("card-r1/crane")).to_contain_text("Lost in the End Phase: the section is lost")
    to_combat(one)
    one.test("next-phase").click()
    expect(one.test("card-r1/crane")).to_contain_text("Lost")
    expect(one.test("attack-r1/crane")).to_have_count(0)
