import { describe, expect, it } from "vitest";
import * as g from "../src/lib/geometry";
import type { Point } from "../src/lib/protocol";

describe("bearings", () => {
  it("are compass degrees: north is 0, east is 90", () => {
    expect(g.bearing([0, 0], [0, 5])).toBe(0);
    expect(g.bearing([0, 0], [5, 0])).toBe(90);
    expect(g.bearing([0, 0], [0, -5])).toBe(180);
    expect(g.bearing([0, 0], [-5, 0])).toBe(270);
  });

  it("lead back to the point they were taken to", () => {
    const [x, y] = g.offset([3, 4], g.bearing([3, 4], [10, -2]), g.length([[3, 4], [10, -2]]));
    expect(x).toBeCloseTo(10);
    expect(y).toBeCloseTo(-2);
  });

  it("turn through north both ways", () => {
    expect(g.turned(350, 20)).toBe(10);
    expect(g.turned(10, -20)).toBe(350);
  });

  it("have names", () => {
    expect(g.compass(359)).toBe("north");
    expect(g.compass(44)).toBe("north-east");
    expect(g.compass(225)).toBe("south-west");
  });
});

describe("paths", () => {
  const path: Point[] = [[0, 0], [3, 0], [3, 4]];

  it("have a length and points along them", () => {
    expect(g.length(path)).toBe(7);
    expect(g.along(path, 0).at).toEqual([0, 0]);
    expect(g.along(path, 3 / 7).at[0]).toBeCloseTo(3);
    expect(g.along(path, 1).at).toEqual([3, 4]);
    expect(g.along(path, 1).bearing).toBe(0);
    expect(g.along([[1, 2]], 0.5)).toEqual({ at: [1, 2], bearing: null });
  });

  it("lose only points that say nothing new when they are simplified", () => {
    const drawn: Point[] = [[0, 0], [1, 0.01], [2, -0.02], [3, 0], [3, 1], [3.01, 2], [3, 4]];
    expect(g.simplified(drawn, 0.1)).toEqual([[0, 0], [3, 0], [3, 4]]);
    expect(g.simplified([[0, 0], [1, 1]], 0.1)).toEqual([[0, 0], [1, 1]]);
  });

  it("stay on the table", () => {
    expect(g.onTable([-1, 50], 48, 36)).toEqual([0, 36]);
  });
});

describe("the middle of a polygon", () => {
  it("is its centre of area, not of its corners", () => {
    expect(g.centroid([[0, 0], [4, 0], [4, 2], [0, 2]])).toEqual([2, 1]);
    expect(g.centroid([[0, 0], [1, 0], [2, 0], [4, 0], [4, 2], [0, 2]])[0]).toBeCloseTo(2);
    expect(g.centroid([[1, 1], [3, 1]])).toEqual([2, 1]);
  });
});
