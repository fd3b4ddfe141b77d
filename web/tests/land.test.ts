import { describe, expect, it } from "vitest";
import { COUNTRIES, countryOf } from "../src/land/country";
import { groundPixels } from "../src/land/ground";
import { polygonsOf } from "../src/land/outlines";
import { heightAt, reliefOf } from "../src/land/relief";
import { scattered } from "../src/land/scatter";
import { outlineOf, rounded } from "../src/lib/outline";
import type { Feature, Point } from "../src/lib/protocol";
import { spaceOf } from "../src/lib/space";

const map = { kind: "table", measure: "inches", width: 24, depth: 24 };
const space = spaceOf(map);
const feature = (more: Partial<Feature>): Feature => ({ id: "f", kind: "hill", role: "hill", height: 2, depth: 0, ...more });

describe("the relief", () => {
  const terrain = [feature({ rect: [2, 2, 10, 10] }), feature({ id: "g", rect: [5, 5, 4, 4], height: 1 }), feature({ id: "w", kind: "water", role: "water", height: 0, depth: 1, rect: [16, 16, 6, 6] })];
  const relief = reliefOf(terrain, map, space);

  it("has the true heights: hills upon hills, beds of water, flat ground", () => {
    expect(heightAt(relief, 3.5, 3.5)).toBeCloseTo(2);
    expect(heightAt(relief, 7, 7)).toBeCloseTo(3);
    expect(heightAt(relief, 19, 19)).toBeCloseTo(-1);
    expect(heightAt(relief, 14, 3)).toBeCloseTo(0);
  });

  it("slopes at the rim", () => {
    const rim = heightAt(relief, 2, 7);
    expect(rim).toBeGreaterThan(0.3);
    expect(rim).toBeLessThan(1.7);
  });

  it("is known on hex maps too", () => {
    const hexes = { kind: "table", measure: "hexes", width: 20, depth: 21 };
    const found = reliefOf([feature({ hexes: ["0303"], height: 2 })], hexes, spaceOf(hexes));
    const [x, y] = spaceOf(hexes).corners("0303").reduce((sum, corner) => [sum[0] + corner[0] / 6, sum[1] + corner[1] / 6] as Point, [0, 0] as Point);
    expect(heightAt(found, x, y)).toBeGreaterThan(1.6);
  });

  it("is lit from one side", () => {
    const { data, columns } = groundPixels(relief, COUNTRIES.temperate as (typeof COUNTRIES)[string], 24, 24, 4);
    const light = (x: number, y: number): number => data[(Math.round(y * 4) * columns + Math.round(x * 4)) * 4] as number;
    const mean = (x: number): number => [4, 5, 6, 7, 8, 9, 10].reduce((sum, y) => sum + light(x, y), 0);
    expect(mean(2)).toBeGreaterThan(mean(12));
  });
});

describe("the country", () => {
  const all = (kind: string, count: number, role: Feature["role"] = "flat"): Feature[] => Array.from({ length: count }, (_, i) => feature({ id: `${kind}${i}`, kind, role }));
  it("is told by what lies on the map and by the sky", () => {
    expect(countryOf(all("sand", 3)).name).toBe("desert");
    expect(countryOf(all("magma_crust", 1)).name).toBe("volcanic");
    expect(countryOf(all("building", 20, "solid")).name).toBe("city");
    expect(countryOf(all("woods", 9, "woods")).name).toBe("temperate");
    expect(countryOf([], { atmosphere: "vacuum", weather: [], temperature: 0 }).name).toBe("moon");
    expect(countryOf([], { atmosphere: "standard", weather: ["blizzard"], temperature: -40 }).name).toBe("arctic");
  });
});

describe("what is scattered", () => {
  const square: Point[] = [[0, 0], [10, 0], [10, 10], [0, 10]];
  it("stays inside, keeps its distance from the rim, and is the same every time", () => {
    const found = scattered(square, 1, 7, 0.3);
    expect(found.length).toBeGreaterThan(60);
    expect(found.every(({ at: [x, y] }) => x > 0.3 && y > 0.3 && x < 9.7 && y < 9.7)).toBe(true);
    expect(scattered(square, 1, 7, 0.3)).toEqual(found);
    expect(scattered(square, 1, 8, 0.3)).not.toEqual(found);
  });
});

describe("outlines", () => {
  const cell = (x: number, y: number): Point[] => [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
  it("go around all fields together, and around holes", () => {
    expect(outlineOf([cell(0, 0), cell(1, 0)])).toHaveLength(1);
    expect(outlineOf([cell(0, 0), cell(1, 0)])[0]).toHaveLength(4);
    const ring = [0, 1, 2].flatMap((x) => [0, 1, 2].filter((y) => x !== 1 || y !== 1).map((y) => cell(x, y)));
    expect(outlineOf(ring)).toHaveLength(2);
    expect(outlineOf([cell(0, 0), cell(5, 5)])).toHaveLength(2);
  });

  it("lose their stairs", () => {
    const smooth = rounded([[0, 0], [4, 0], [4, 4], [0, 4]]);
    expect(smooth.length).toBeGreaterThan(8);
    expect(smooth.every(([x, y]) => x >= 0 && y >= 0 && x <= 4 && y <= 4)).toBe(true);
  });

  it("are known for lines, circles and rectangles", () => {
    expect(polygonsOf(feature({ line: [[0, 0], [4, 0], [4, 4]], width: 1 }), space)).toHaveLength(3);
    expect(polygonsOf(feature({ circle: [5, 5, 2] }), space)[0]?.length).toBeGreaterThan(20);
    expect(polygonsOf(feature({ rect: [0, 0, 1, 1] }), space)).toEqual([[[0, 0], [1, 0], [1, 1], [0, 1]]]);
  });
});
