import { describe, expect, it } from "vitest";
import { aftermathOf, chanceOf, luckWords } from "../src/alphastrike/aftermath";
import type { Batch, BattleEvent, Scene, View } from "../src/lib/protocol";

const scene = { sides: [{ name: "red", home: null }, { name: "blue", home: null }], units: { r1: { armor: 6, structure: 4, pv: 30 }, b1: { armor: 3, structure: 2, pv: 20 }, b2: { armor: 5, structure: 5, pv: 25, damage: "4/3/2" } } } as unknown as Scene;
const view = { units: { r1: { side: "red" }, b1: { side: "blue" }, b2: { side: "blue" } } } as unknown as View;
const batch = (n: number, ...events: BattleEvent[]): Batch => ({ n, side: "red", turn: 1, phase: "combat", events, lines: [] });
const attack = (attacker: string, target: string, target_number: number, hit: boolean, damage: number | null): BattleEvent => ({ type: "attack", attacker, target, target_number, hit, damage });

describe("after the battle", () => {
  const told = aftermathOf(
    [
      batch(2, { ...attack("b2", "r1", 7, false, null), range: "medium", overheat: 1 }),
      batch(1, attack("r1", "b1", 7, true, 5), { type: "damage", unit: "b1", armor_left: 0, structure_left: 0 }, { type: "destroyed", unit: "b1" }),
      batch(3, attack("b2", "r1", 9, true, 3), { type: "damage", unit: "r1", armor_left: 3, structure_left: 4 }),
    ],
    scene,
    view,
  );

  it("tells who did what, and who did most", () => {
    expect(told.best).toMatchObject({ unit: "r1", hits: 1, shots: 1, damage: 5, kills: ["b1"] });
    const other = told.units.find((one) => one.unit === "b2");
    expect(other).toMatchObject({ hits: 1, shots: 2, damage: 3 });
    expect(other?.expected).toBeCloseTo(21 / 36 + 10 / 36);
    expect(other?.promised).toBeCloseTo((4 * 21) / 36 + (3 * 10) / 36); // a miss counts for what the card says, a hit for what it did
  });

  it("says of whoever dealt the last point that it brought the enemy down, not of shots at what is lost already", () => {
    const shots = [attack("r1", "b1", 4, true, 5), { type: "doomed", unit: "b1" }, attack("r2", "b1", 4, true, 1)];
    const both = { units: { ...view.units, r2: { side: "red" } } } as unknown as View;
    const { units } = aftermathOf([batch(1, ...shots), batch(2, { type: "destroyed", unit: "b1" })], scene, both);
    expect(units.map((one) => [one.unit, one.kills])).toEqual([["r1", ["b1"]], ["r2", []]]);
  });

  it("weighs the luck of the dice against the odds, with its spread", () => {
    const blue = told.luck.find((one) => one.side === "blue");
    expect(blue?.expected).toBeCloseTo(31 / 36);
    expect(blue?.spread).toBeCloseTo(Math.sqrt((21 / 36) * (15 / 36) + (10 / 36) * (26 / 36)));
    expect(luckWords({ side: "red", hits: 9, expected: 4, spread: 1.5 })).toContain("very lucky");
    expect(luckWords({ side: "red", hits: 4, expected: 4.2, spread: 1.5 })).toContain("as the odds promised");
    expect(luckWords({ side: "red", hits: 0, expected: 0, spread: 0 })).toContain("no dice");
  });

  it("draws who was ahead from the beginning to the end", () => {
    expect(told.course.map((point) => point.left.blue)).toEqual([1, 10 / 15, 10 / 15, 10 / 15]);
    expect(told.course.at(-1)?.left.red).toBeCloseTo(0.7);
  });

  it("knows two dice", () => {
    expect([2, 7, 12, 13].map(chanceOf)).toEqual([1, 21 / 36, 1 / 36, 0]);
  });
});
