import { describe, expect, it } from "vitest";
import { commandersOf, objectivesOf, scoreOf } from "../src/alphastrike/objectives";
import type { Unit, View } from "../src/lib/protocol";

const unit = { at: [10, 10], radius: 0.6, place: "table", side: "red" } as unknown as Unit;
const view = (phase: string, carrier: string | null): View =>
  ({
    phase,
    units: { r1: unit },
    notes: {
      score: { red: 500 },
      objectives: {
        banner: { kind: "flag", at: [10, 11.5], radius: 1, side: "blue", carrier },
        hill: { kind: "marker", at: [24, 24], radius: 1, side: null, holder: "red" },
        "commander:red": { kind: "commander", unit: "r1", side: "red" },
        house: { kind: "building", scanned: ["red"] },
      },
    },
  }) as unknown as View;

describe("objectives", () => {
  it("lie where the notes say, or are with their carrier", () => {
    const [flag, marker, ...none] = objectivesOf(view("combat", null));
    expect(flag).toMatchObject({ kind: "flag", at: [10, 11.5], side: "blue" });
    expect(marker).toMatchObject({ kind: "marker", holder: "red" });
    expect(none).toEqual([]);
    expect(objectivesOf(view("combat", "r1"))[0]?.at).toEqual([10, 10]);
  });

  it("name commanders and points", () => {
    expect(commandersOf(view("combat", null))).toEqual(new Set(["r1"]));
    expect(scoreOf(view("combat", null), "red")).toBe(500);
    expect(scoreOf(view("combat", null), "blue")).toBeNull();
  });
});
