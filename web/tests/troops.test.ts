// Dots and rows: the geometry of the map of BattleTroops.
import { describe, expect, it } from "vitest";
import { dotsOf, floorMark, floorWords, inside, nearestDot, Paper, same, steps } from "../src/battletroops/troops";
import type { Point } from "../src/lib/protocol";

describe("dots", () => {
  it("are counted as the server counts them", () => {
    expect(dotsOf(3, 2)).toEqual([[0, 0], [1, 0], [2, 0], [0.5, 1], [1.5, 1], [2.5, 1]]);
  });
  it("are found near a point", () => {
    expect(nearestDot([4.1, 2.2])).toEqual([4, 2]);
    expect(nearestDot([4.4, 2.9])).toEqual([4.5, 3]);
    expect(nearestDot([-0.2, -0.3])).toEqual([0, 0].map((v) => v + 0));
  });
  it("are so many steps apart", () => {
    expect(steps([4, 2], [7, 2])).toBe(3);
    expect(steps([4, 2], [5, 4])).toBe(2);
    expect(steps([4, 2], [3.5, 3])).toBe(1);
  });
  it("lie on the map or not", () => {
    expect(inside([0.5, 1], 3, 2)).toBe(true);
    expect(inside([3, 0], 3, 2)).toBe(false);
    expect(same([1, 2], [1, 2])).toBe(true);
    expect(same(null, [1, 2])).toBe(false);
  });
});

describe("paper", () => {
  const paper = new Paper(20);
  it("is turned for whoever sits in the north, and clicks find the same dot", () => {
    const turned = new Paper(20, 12, true);
    const plain = new Paper(20, 12);
    expect(turned.at([3, 4])).toEqual([13 - (plain.at([3, 4])[0] as number), turned.ground.depth - (plain.at([3, 4])[1] as number)]);
    turned.back(turned.at([3, 4])).forEach((value, i) => expect(value).toBeCloseTo([3, 4][i] as number));
  });
  it("goes there and back", () => {
    for (const point of [[0, 0], [4.5, 3], [21, 19]] as Point[]) {
      const [x, y] = paper.back(paper.at(point));
      expect(x).toBeCloseTo(point[0]);
      expect(y).toBeCloseTo(point[1]);
    }
  });
  it("draws north up", () => {
    expect(paper.at([0, 5])[1]).toBeLessThan(paper.at([0, 4])[1]);
    expect(paper.wedge([4, 4], [4, 8], 60, 6)).toMatch(/^M.*A6 6 0 0 1 .*Z$/);
    expect(paper.field([4, 4]).split("L")).toHaveLength(6);
  });
});

describe("floors", () => {
  it("have names", () => {
    expect([2, 0, -1, -2].map(floorWords)).toEqual(["Level 2", "Ground", "Basement", "Level -2"]);
    expect([2, 0, -1].map(floorMark)).toEqual(["+2", "0", "−1"]);
  });
});
