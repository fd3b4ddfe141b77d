import { describe, expect, it } from "vitest";
import { affordable } from "../src/lib/ownsupport";

describe("a list made beforehand", () => {
  const costs = { light_strike: 2, long_tom: 5, light_minefield: 0.5 };

  it("is bought as far as the points go", () => {
    const list = ["long_tom", "light_strike", "long_tom", "light_minefield", "gone"];
    expect(affordable(list, costs, 8)).toEqual(["long_tom", "light_strike", "light_minefield"]);
    expect(affordable(list, costs, null)).toEqual(list.slice(0, 4));
  });
});
