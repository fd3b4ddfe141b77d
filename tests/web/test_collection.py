"""Units found as players type, a face for each, colours for a force, and a collection with boxes."""

from __future__ import annotations

from playwright.sync_api import expect

from web.conftest import Open


def test_a_search_is_ranked_kept_and_shared(open_page: Open) -> None:
    hands = open_page("#/muster")
    page = hands.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("tbody tr").first.wait_for()
    hands.test("search").fill("type:mech pv>=30 l>=2 faction:kurita")
    names = page.locator("tbody button.name")
    expect(names.first).to_be_visible()
    expect(page.get_by_role("status")).not_to_have_text("36 units")
    found = names.all_inner_texts()
    assert "MAD-3R Marauder" in found
    assert "STG-3R Stinger" not in found
    hands.test("keep-search").click()
    hands.test("share-search").click()
    expect(page.get_by_text("The link is copied.")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    hands.test("clear-search").click()
    expect(page.get_by_role("status")).to_have_text("36 units")
    hands.test("kept-search").click()
    expect(hands.test("search")).to_have_value("type:mech pv>=30 l>=2 faction:kurita")
    other = open_page("#/" + link.split("#/")[1])
    expect(other.test("search")).to_have_value("type:mech pv>=30 l>=2 faction:kurita")
    expect(other.page.locator("tbody button.name")).to_have_count(len(found))
    other.test("search").fill("faction:nobodys")
    expect(other.page.get_by_role("alert")).to_have_text("there is no faction “nobodys”.")


def test_units_have_faces_in_the_colours_of_the_force(open_page: Open) -> None:
    hands = open_page("#/muster")
    page = hands.page
    face = page.locator("tbody tr", has_text="MAD-3R Marauder").locator("img")
    expect(face).to_be_visible()
    azure = face.get_attribute("src")
    hands.test("colours-crimson").click()
    expect(face).not_to_have_attribute("src", azure or "")
    drawn = page.evaluate("() => [...document.querySelectorAll('tbody img')].every((one) => one.naturalWidth > 0)")
    assert drawn
    page.get_by_role("button", name="MAD-3R Marauder", exact=True).click()
    expect(page.locator("article.card img")).to_be_visible()
    page.get_by_role("button", name="Add MAD-3R Marauder").click()
    expect(hands.test("member").locator("img")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    assert "crimson" in saved.value.path().read_text()


def test_a_box_is_made_ticked_and_built_from(open_page: Open) -> None:
    hands = open_page("#/muster")
    page = hands.page
    page.locator("tbody tr").first.wait_for()
    for name in ("MAD-3R Marauder", "STG-3R Stinger", "STG-3R Stinger", "WHM-6R Warhammer"):
        page.get_by_role("button", name=f"Add {name}").first.click()
    hands.test("open-collection").click()
    hands.test("box-name").fill("Old shelf")
    hands.test("box-of-force").click()
    box = hands.test("collection")
    expect(box).to_contain_text("4 miniatures")
    page.get_by_label("How many of Old shelf").fill("2")
    page.get_by_label("How many of Old shelf").press("Tab")
    expect(box).to_contain_text("8 miniatures")
    hands.test("new-force").locator("summary").click()
    hands.test("new-force").get_by_label("From").select_option("mine")
    hands.test("build-points").fill("120")
    hands.test("by-chance").click()
    expect(hands.test("force-name")).to_have_value("A force by chance")
    for text in hands.test("member").locator("button.name").all_inner_texts():
        assert text.split("\n")[0] in ("MAD-3R Marauder", "STG-3R Stinger", "WHM-6R Warhammer")
    expect(hands.test("lacking")).to_have_count(0)
    with page.expect_download() as saved:
        hands.test("export-collection").click()
    table = saved.value.path().read_text()
    assert table.splitlines()[0] == "box,boxes,id,name,count"
    page.get_by_label("I have Old shelf").uncheck()
    expect(hands.test("lacking")).to_have_count(0)  # nothing is kept any more: nothing can be missing
    more = table.encode() + b",,,Nobody,1\n"
    hands.test("import-collection").set_input_files({"name": "c.csv", "mimeType": "text/csv", "buffer": more})
    expect(hands.test("collection-said")).to_have_text("0 units and 1 box taken over.")
    expect(box).to_contain_text("line 5: no unit “Nobody” here")
    expect(box).to_contain_text("8 miniatures")


def test_an_opponent_is_drawn_in_words(open_page: Open) -> None:
    hands = open_page()
    expect(hands.test("make-game")).to_be_enabled()
    drawer = hands.test("draw-opponent")
    drawer.locator("summary").click()
    hands.test("opponent-asked").fill("nobody we know")
    hands.test("opponent-draw").click()
    expect(hands.page.get_by_role("alert").first).to_contain_text("is no faction")
    hands.test("opponent-asked").fill("kurita")
    hands.test("opponent-draw").click()
    theirs = hands.page.get_by_label("Their force")
    expect(theirs).to_have_value("own:Opponent: kurita")
    hands.test("make-game").click()
    expect(hands.page.locator("g.unit[data-unit]").first).to_be_visible()
