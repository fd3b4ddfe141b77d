import { expect, it } from "vitest";
import { prospectOf } from "../src/alphastrike/prospects";

const chance = (target_number: number, hit_probability: number, expected_damage: number) => ({ target_number, hit_probability, expected_damage });

it("a planned place is told by its best shot and by who could shoot back", () => {
  const plan = { unit: "r1", at: [1, 1] as [number, number], enemies: { b1: { gives: chance(7, 0.58, 1.7), takes: chance(8, 0.42, 1.2) }, b2: { gives: chance(6, 0.72, 2.1), takes: null }, b3: { gives: chance(13, 0, 0), takes: chance(9, 0.28, 0.5) } } };
  const found = prospectOf(plan);
  expect(found.best).toEqual({ enemy: "b2", number: 6, damage: 2.1 });
  expect(found.against).toBe(2);
  expect(found.taken).toBeCloseTo(1.7);
  expect(prospectOf({ ...plan, enemies: {} })).toEqual({ best: null, against: 0, taken: 0 });
});
