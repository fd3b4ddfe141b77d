import { describe, expect, it } from "vitest";
import { rangesOf, threatOf } from "../src/alphastrike/rings";
import { Sheet, turnsFor } from "../src/lib/drawing";
import type { Card, Unit } from "../src/lib/protocol";
import { placed, shortName, widthsOf, type Asked, type Box } from "../src/table/chips";

const asked = (id: string, x: number, y: number, rank = 1): Asked => ({ id, x, y, reach: 12, tall: 20, full: 90, short: 26, high: 22, rank });
const box = (one: Asked, found: ReturnType<typeof placed>): Box => {
  const spot = found.get(one.id) as { dx: number; dy: number; width: number };
  return { x: one.x + spot.dx - spot.width / 2, y: one.y + spot.dy - 11, width: spot.width, height: 22 };
};
const meet = (a: Box, b: Box): boolean => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe("chips", () => {
  it("lie below their unit, with its name, where there is room", () => {
    expect(placed([asked("a", 100, 100)]).get("a")).toMatchObject({ dx: 0, full: true });
  });

  it("never lie on each other in a row of units", () => {
    const row = Array.from({ length: 6 }, (_, i) => asked(`u${i}`, 100 + i * 40, 100));
    const found = placed(row);
    const boxes = row.map((one) => box(one, found));
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => expect(meet(a, b)).toBe(false)));
  });

  it("shorten long names, and leave room for the die", () => {
    expect(shortName("Training Infantry Foot Rifles")).toBe("Infantry Foot…");
    expect(shortName("Warhammer")).toBe("Warhammer");
    expect(widthsOf("R1", "Warhammer", true).full).toBe(widthsOf("R1", "Warhammer", false).full + 18);
  });

  it("stay in the window", () => {
    const one = asked("a", 100, 100);
    expect(placed([one], { x: 0, y: 0, width: 300, height: 110 }).get("a")?.dy).toBeLessThanOrEqual(0);
  });

  it("are cut off nowhere, however crowded it is at the border", () => {
    const window = { x: 0, y: 0, width: 300, height: 120 };
    const crowd = Array.from({ length: 7 }, (_, i) => asked(`u${i}`, 20 + i * 30, 104));
    const found = placed(crowd, window);
    for (const { x, y, width, height } of crowd.map((one) => box(one, found))) {
      expect(Math.min(x, y, window.width - x - width, window.height - y - height)).toBeGreaterThanOrEqual(0);
    }
  });

  it("let whoever matters most keep its name", () => {
    const row = Array.from({ length: 9 }, (_, i) => asked(`u${i}`, 100 + (i % 3) * 30, 100 + Math.floor(i / 3) * 36, i === 4 ? 0 : 3));
    expect(placed(row).get("u4")?.full).toBe(true);
  });
});

describe("rings", () => {
  const card = { ranges: { short: "3", medium: "2", long: "0", extreme: "0" } } as Card;
  it("end where the damage ends, and an enemy's threat goes a Move further, but no sprint", () => {
    expect(rangesOf(card).map((ring) => ring.inches)).toEqual([6, 24]);
    expect(threatOf(card, { move_now: { ground: 8, jump: 6, sprint: 12 } } as unknown as Unit)[0]?.inches).toBe(32);
    expect(rangesOf({ ranges: { short: "0*", medium: "-", long: "0", extreme: "0" } } as Card).map((ring) => ring.inches)).toEqual([6]);
  });
});

describe("a turned table", () => {
  it("has one's own edge below, and finds every point again", () => {
    const homes: [string, [number, number]][] = [["south", [10, 0]], ["west", [0, 10]], ["north", [10, 36]], ["east", [48, 10]]];
    for (const [home, point] of homes) {
      const sheet = new Sheet(36, 48, turnsFor(home));
      expect(sheet.at(point)[1], home).toBe(sheet.ground.depth);
      expect(sheet.back(sheet.at([7, 11])), home).toEqual([7, 11]);
      const [[x, y], [toX, toY]] = [sheet.at([20, 20]), sheet.at([20, 25])];
      const drawn = (Math.atan2(toX - x, y - toY) * 180) / Math.PI;
      expect((sheet.heading(0) - drawn + 360) % 360, home).toBeCloseTo(0);
      const [east, north] = sheet.towards(0, 1);
      expect(sheet.at([20 + east, 20 + north])[1], home).toBe(sheet.at([20, 20])[1] - 1);
    }
  });
});
