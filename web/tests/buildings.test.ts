import { describe, expect, it } from "vitest";
import { factorWords, floorWords, floorsFor, sectionsOf, structureAt } from "../src/alphastrike/buildings";
import type { Feature, Unit } from "../src/lib/protocol";

const hall: Feature = { id: "hall", kind: "building", role: "solid", height: 3, depth: 0, rect: [10, 10, 6, 6], cf: 9 };
const wall: Feature = { id: "w1", kind: "wall", role: "solid", height: 1, depth: 0, line: [[0, 0], [5, 0]], width: 1, cf: 3 };
const standing = (elevation: number, more: Partial<Unit> = {}): Unit => ({ at: [12, 12], elevation, airborne: false, ...more }) as Unit;

describe("floors", () => {
  it("are a matter of who goes up and how", () => {
    expect(floorsFor(hall, "CI", "ground").map((floor) => floor.level)).toEqual([0, 1, 2, 3]);
    expect(floorsFor(hall, "BM", "ground").map((floor) => floor.words)).toEqual(["ground floor", "roof"]);
    expect(floorsFor(hall, "BM", "jump").map((floor) => floor.words)).toEqual(["roof"]);
    expect(floorsFor(hall, "CV", "ground")).toEqual([]);
  });

  it("are told of whoever is on one", () => {
    expect(floorWords([hall], standing(0))).toBe("inside");
    expect(floorWords([hall], standing(2))).toBe("in 2″ up");
    expect(floorWords([hall], standing(3))).toBe("roof");
    expect(floorWords([hall], standing(5, { airborne: true }))).toBe("");
    expect(floorWords([hall], standing(0, { at: [1, 1] }))).toBe("");
  });
});

describe("structures", () => {
  it("are found by a point and tell what is left of them", () => {
    expect(structureAt([hall], [12, 12])?.id).toBe("hall");
    expect(structureAt([hall], [2, 2])).toBeNull();
    expect(factorWords(hall, 4)).toBe("5 of CF 9 left");
    expect(factorWords(hall, 0)).toBe("");
  });

  it("fall by sections where they are walls", () => {
    expect(sectionsOf(wall).map((one) => one.id)).toEqual(["w1/1", "w1/2", "w1/3"]);
    expect(sectionsOf(wall)[2]?.points).toEqual([[4, 0], [5, 0]]);
    expect(sectionsOf({ ...wall, broken: [2] }).map((one) => one.id)).toEqual(["w1/1", "w1/3"]);
    expect(sectionsOf(hall)).toEqual([]);
  });
});
