"""A player's hands on the page: they see what is on the screen and use the mouse, nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

READY = "[data-testid=next-unit]"
OVER = "[data-testid=victory]"
CHOICE = "[data-testid=choice]"
CONFIRM = "[data-testid=confirm-move]"
# Whether a click there meets the table, and no unit, which stands up from its base and is as large as a thumb.
GROUND = """([x, y]) => {
  const there = document.elementFromPoint(x, y);
  return !!there?.closest("svg.table") && !there.closest("g.unit");
}"""
WHY_NOT = "section[aria-label^=Move] [role=alert]"


@dataclass
class Hands:
    """Plays a seat with the mouse."""

    page: Page

    def test(self, name: str) -> Locator:
        return self.page.locator(f"[data-testid='{name}']")

    def quicken(self) -> None:
        """Set the pace to 'at once' in the menu, as an impatient player does."""
        self.page.get_by_label("Menu").click()
        self.page.get_by_label("Pace").select_option("off")
        self.page.get_by_label("Close").click()

    def wait_for_turn(self) -> str:
        """Until something is asked of this seat: 'move', 'attack', 'decide', 'deploy' or 'over'."""
        asked = f"{READY}, {OVER}, {CHOICE}, main[data-doing=deploy]"
        self.page.locator(asked).first.wait_for()
        if self.page.locator(OVER).count():
            return "over"
        if self.page.locator(CHOICE).count():
            return "decide"
        doing = self.page.locator("main[data-doing]").get_attribute("data-doing")
        assert doing is not None
        return doing

    def middle_of(self, unit: Locator) -> tuple[float, float]:
        box = unit.locator(".base").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def nearest_enemy(self, of: tuple[float, float]) -> tuple[float, float]:
        places = [self.middle_of(one) for one in self.page.locator("g.unit.cool").all()]
        return min(places, key=lambda place: math.dist(place, of))

    def step_towards_enemy(self) -> None:
        """Take the next unit and move it as near to an enemy as its Move allows, or let it stand still."""
        page = self.page
        page.click(READY)
        page.locator(".reach path").first.wait_for(state="attached")
        confirm = self.test("confirm-move")
        for goal in self.free_places_ahead():
            page.mouse.click(*goal)
            page.locator(f"{CONFIRM}:enabled, {WHY_NOT}").first.wait_for()
            if confirm.is_enabled():
                self.confirm()
                return
            page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="Stand still", exact=True).click()
        expect(confirm).to_be_enabled()
        self.confirm()

    def confirm(self) -> None:
        self.give(self.test("confirm-move"))

    def give(self, order: Locator) -> None:
        """Click what gives an order, and wait until the page shows what came of it."""
        table = self.page.locator("[data-n]")
        before = table.get_attribute("data-n") or ""
        order.click()
        expect(table).not_to_have_attribute("data-n", before)

    def free_places_ahead(self) -> Iterator[tuple[float, float]]:
        """Places towards the nearest enemy, then beside the straight way, where no other unit would be clicked."""
        selected = self.middle_of(self.page.locator("g.unit.selected"))
        others = [self.middle_of(one) for one in self.page.locator("g.unit[data-unit]:not(.selected)").all()]
        x, y = selected
        to_x, to_y = self.nearest_enemy(selected)
        far, inch = math.dist(selected, (to_x, to_y)), self.inch()
        ahead = math.atan2(to_y - y, to_x - x)
        for inches in (7.0, 5.0, 3.0):
            for turn in (0.0, 0.6, -0.6):
                way = inches * inch
                goal = (x + way * math.cos(ahead + turn), y + way * math.sin(ahead + turn))
                apart = all(math.dist(goal, other) > 2.0 * inch for other in others)
                if way < far and apart and self.page.evaluate(GROUND, list(goal)):
                    yield goal

    def inch(self) -> float:
        """How many pixels an inch of the table is."""
        box = self.page.locator(".table > .ground").bounding_box()
        width = self.page.locator(".table > .ground").get_attribute("width")
        assert box is not None
        assert width is not None
        return box["width"] / float(width)

    def shoot(self) -> None:
        """Take the next unit and attack the best target there is, or hold fire."""
        page = self.page
        page.click(READY)
        page.locator("ul.targets").wait_for()
        target = page.locator("button.target:not(.barred)").first
        if target.count():
            target.click()
            page.mouse.move(5, 5)
            expect(self.test("fire")).to_be_enabled()
            self.give(self.test("fire"))
        else:
            self.give(page.get_by_role("button", name="Hold fire"))

    def done(self) -> None:
        """End the phase; where somebody could still act the button asks once more. Until the page shows it."""
        end, table = self.test("end-phase"), self.page.locator("[data-n]")
        before = table.get_attribute("data-n") or ""
        end.click()
        asked = f"[data-testid=end-phase]:has-text('really'), [data-n]:not([data-n='{before}'])"
        self.page.locator(asked).first.wait_for()
        if table.get_attribute("data-n") == before:
            end.click()
        expect(table).not_to_have_attribute("data-n", before)

    def ready_units(self) -> int:
        return self.page.locator("g.unit.ready").count()

    def play_on(self, turns: int) -> str:
        """Play until the battle is over or so many turns have passed."""
        while True:
            doing = self.wait_for_turn()
            turn = int(self.page.locator(".clock strong").inner_text().split()[-1])
            if doing == "over" or turn > turns:
                return doing
            if doing == "decide":
                self.give(self.page.locator(CHOICE).first)
            elif doing == "move":
                self.step_towards_enemy()
            elif self.ready_units():
                self.shoot()
            else:
                self.done()
