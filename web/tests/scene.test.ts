import { describe, expect, it } from "vitest";
import { HIGH, mechs, ridges, soldiers, WIDE } from "../src/lobby/scene";

describe("the picture of the start page", () => {
  it("is the same every time", () => {
    expect(ridges()).toEqual(ridges());
    expect(mechs()).toEqual(mechs());
  });

  it("has both sides in it, of either game, and stays light", () => {
    for (const cast of [mechs(), soldiers()]) {
      for (const actor of [...cast.near, ...cast.far]) {
        expect(actor.strokes.length).toBeGreaterThan(10);
        expect(actor.at[0] > 0 && actor.at[0] < WIDE && actor.at[1] > 0 && actor.at[1] < HIGH).toBe(true);
      }
    }
    expect(JSON.stringify([ridges(), mechs()]).length).toBeLessThan(200_000);
  });
});
