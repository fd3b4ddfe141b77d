import { describe, expect, it } from "vitest";
import { featureWords, heightLabel, hexPlaces, lookOf, middleOf, Sheet } from "../src/lib/drawing";
import { apart, covers, groundAt, labelPlace, levelOf } from "../src/alphastrike/levels";
import type { Feature } from "../src/lib/protocol";
import { spaceOf } from "../src/lib/space";

const feature = (more: Partial<Feature>): Feature => ({ id: "f", kind: "hill", role: "hill", height: 1, depth: 0, ...more });
const hill = feature({ rect: [0, 0, 8, 8], height: 1 });
const knoll = feature({ id: "k", rect: [2, 2, 4, 4], height: 2 });
const wood = feature({ id: "w", kind: "heavy_woods", role: "woods", circle: [20, 20, 3], height: 2 });

const space = spaceOf({ kind: "table", measure: "inches", width: 48, depth: 36 });

describe("the sheet", () => {
  const sheet = new Sheet(36);

  it("has the north edge on top", () => {
    expect(sheet.at([5, 36])).toEqual([5, 0]);
    expect(sheet.back(sheet.at([5, 7]))).toEqual([5, 7]);
  });

  it("draws every shape of terrain", () => {
    expect(sheet.outline(feature({ rect: [1, 2, 3, 4] }), space)).toBe("M1 34L4 34L4 30L1 30Z");
    expect(sheet.outline(feature({ polygon: [[0, 0], [1, 0], [1, 1]] }), space)).toBe("M0 36L1 36L1 35Z");
    expect(sheet.outline(feature({ line: [[0, 18], [48, 18]], width: 2 }), space)).toBe("M0 18L48 18");
    expect(sheet.outline(wood, space)).toMatch(/^M23 16A3 3/);
  });

  it("draws a base with a flat side to the front", () => {
    const corners = new Sheet(0).hex([0, 0], 1, 0).match(/-?[\d.]+/g)?.map(Number) ?? [];
    expect(Math.min(...corners.filter((_, i) => i % 2 === 1))).toBeCloseTo(-0.866);
  });

  it("draws an arc of fire around a bearing, a full turn as a circle", () => {
    expect(new Sheet(0).wedge([0, 0], 10, 0, 180)).toBe("M0 0L-10 0A10 10 0 0 1 10 0Z");
    expect(new Sheet(0).wedge([0, 0], 10, 0, 360)).not.toContain("L");
  });
});

describe("terrain in words", () => {
  it("tells height, depth and what it is", () => {
    expect(heightLabel(hill, space)).toBe("1″");
    expect(heightLabel(feature({ kind: "water", role: "water", height: 0, depth: 2 }), space)).toBe("−2″");
    expect(heightLabel(feature({ kind: "road", role: "flat", height: 0 }), space)).toBe("");
    expect(featureWords(feature({ kind: "building", role: "solid", height: 4, type: "medium", cf: 8 }), space)).toBe("building (medium, 4″ high, CF 8)");
  });

  it("is drawn as its kind, or as what it is to the eye", () => {
    expect(lookOf(wood)).toBe("woods");
    expect(lookOf(feature({ kind: "gun_emplacement", role: "solid" }))).toBe("building");
    expect(lookOf(feature({ kind: "moss", role: "flat" }))).toBe("rough");
  });
});

describe("heights", () => {
  it("add up where a hill lies on a hill", () => {
    expect(levelOf([hill, knoll], 0)).toBe(1);
    expect(levelOf([hill, knoll], 1)).toBe(3);
  });

  it("are written where nothing covers them", () => {
    const place = labelPlace([hill, knoll], 0);
    expect(place && covers(hill, place) && !covers(knoll, place)).toBe(true);
    expect(labelPlace([hill, knoll], 1)).toEqual(middleOf(knoll));
    expect(labelPlace([knoll, hill], 0)).toBeNull();
  });

  it("know what lies inside a circle and a strip", () => {
    expect(covers(wood, [21, 21])).toBe(true);
    expect(covers(wood, [24, 20])).toBe(false);
    const road = feature({ line: [[0, 0], [10, 0]], width: 2 });
    expect(covers(road, [5, 0.9])).toBe(true);
    expect(covers(road, [5, 1.1])).toBe(false);
  });
});

describe("levels", () => {
  it("add up where hills lie on each other", () => {
    expect(groundAt([hill, knoll, wood], [3, 3])).toBe(3);
    expect(groundAt([hill, knoll, wood], [1, 1])).toBe(1);
    expect(groundAt([hill, knoll, wood], [20, 20])).toBe(0);
  });
});

describe("labels", () => {
  it("never lie on each other, and the first in rank stays", () => {
    const low = { place: [0, 0] as [number, number], rank: 1 };
    const high = { place: [0.5, 0.5] as [number, number], rank: 0 };
    const far = { place: [5, 0] as [number, number], rank: 1 };
    expect(apart([low, high, far, { place: null, rank: 0 }], (label) => label.rank)).toEqual(new Set([high, far]));
  });
});

describe("hexes of one height", () => {
  it("have a label on each piece that lies by itself, in its middle", () => {
    const space = spaceOf({ kind: "hex", measure: "hexes", width: 16, depth: 17 });
    const hill: Feature = { id: "h", kind: "hill", role: "hill", height: 2, depth: 0, hexes: ["0201", "0202", "0203", "0910", "1010"] };
    const places = hexPlaces(hill, space);
    expect(places).toHaveLength(2);
    expect(places).toContainEqual(middleOf({ ...hill, hexes: ["0202"] }, space));
  });
});
