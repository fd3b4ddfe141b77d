import { describe, expect, it } from "vitest";
import type { Batch, View } from "../src/lib/protocol";
import { beatsOf } from "../src/lib/stage";

const before = { units: { r1: { at: [10, 10] }, r2: { at: null } } } as unknown as View;
const batch = (...events: object[]): Batch => ({ n: 1, side: "red", turn: 1, phase: "combat", events, lines: [] }) as unknown as Batch;

describe("acting out a batch", () => {
  it("walks a unit along its whole way, from where it stood", () => {
    const [beat] = beatsOf(batch({ type: "moved", unit: "r1", mode: "ground", path: [[12, 10]], at: [12, 10], facing: 90, inches: 2 }), before);
    expect(beat).toMatchObject({ kind: "move", unit: "r1", path: [[10, 10], [12, 10], [12, 10]], jump: false });
  });

  it("does not walk who was not on the table", () => {
    expect(beatsOf(batch({ type: "moved", unit: "r2", path: [[1, 1]], at: [1, 1], facing: 0, inches: 1 }), before)).toEqual([]);
  });

  it("shows an attack and every roll that follows, in order", () => {
    const beats = beatsOf(
      batch(
        { type: "attack", attacker: "r1", target: "b1", point: null, hit: true, roll: [4, 3], target_number: 7 },
        { type: "damage", unit: "b1", armor: 3 },
        { type: "critical", unit: "b1", roll: [6, 4], result: "fire_control" },
        { type: "destroyed", unit: "b1", reason: "no structure left" },
      ),
      before,
    );
    expect(beats.map((beat) => beat.kind)).toEqual(["attack", "dice", "loss"]);
    expect(beats[1]).toMatchObject({ label: "Critical", roll: [6, 4], result: "fire control" });
  });

  it("shows both initiative rolls", () => {
    const beats = beatsOf(batch({ type: "initiative", rolls: { red: [1, 2], blue: [6, 6] }, winner: "blue", loser: "red" }), before);
    expect(beats).toHaveLength(2);
    expect(beats[0]).toMatchObject({ result: "acts first" });
  });
});
