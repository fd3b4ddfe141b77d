import { describe, expect, it } from "vitest";
import { Sheet } from "../src/lib/drawing";
import type { Reach } from "../src/lib/protocol";
import { spaceOf } from "../src/lib/space";
import { bandOf, bandPaths, cellAt, cheapest, spread } from "../src/alphastrike/reach";

const reach: Reach = { unit: "r1", mode: "ground", allowance: 8, spacing: 1, places: [[10, 10, 0], [11, 10, 1], [12, 10, 6], [12, 10, 2], [13, 10, 8]] };

const space = spaceOf({ kind: "table", measure: "inches", width: 48, depth: 36 });

describe("the reachable overlay", () => {
  it("has four bands of the Move", () => {
    expect([0, 2, 2.01, 4, 6, 8, 9].map((cost) => bandOf(cost, 8))).toEqual([0, 0, 1, 1, 2, 3, 3]);
    expect(bandOf(1, 0)).toBe(0);
  });

  it("names each place once, at its cheapest", () => {
    expect(cheapest(reach)).toHaveLength(4);
    expect(cheapest(reach).find(([x]) => x === 12)?.[2]).toBe(2);
  });

  it("writes its costs as far apart as they need room", () => {
    expect(spread(reach, 1)).toHaveLength(4);
    expect(spread(reach, 2).map(([x]) => x)).toEqual([10, 12]);
    expect(spread(reach, 5).map(([x]) => x)).toEqual([10]);
  });

  it("is a few paths, whatever the number of places", () => {
    const paths = bandPaths(reach, new Sheet(36), space);
    expect(paths).toHaveLength(4);
    expect(paths.map((path) => path.split("M").length - 1)).toEqual([1, 1, 1, 1]);
    expect(paths[3]).not.toBe(paths[2]);
  });

  it("tells the cost under the pointer, and nothing outside", () => {
    expect(cellAt(reach, [11.3, 10.2], space)).toEqual({ at: [11, 10], cost: 1 });
    expect(cellAt(reach, [12, 10], space)?.cost).toBe(2);
    expect(cellAt(reach, [20, 20], space)).toBeNull();
  });
});
