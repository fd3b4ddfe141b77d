import { describe, expect, it, vi } from "vitest";
import { Deploying } from "../src/alphastrike/deploying.svelte";
import type { Game } from "../src/lib/game.svelte";
import { spaceOf } from "../src/lib/space";

vi.mock("../src/lib/settings.svelte", () => ({ settings: { name: "", factor: 0 } }));

const map = { kind: "table", measure: "inches", width: 36, depth: 36 };
const sent: unknown[] = [];
const units: Record<string, object> = {
  r1: { side: "red", place: "reserve", at: null, radius: 0.6 },
  r2: { side: "red", place: "table", at: [10, 3], radius: 0.6 },
};
const game = {
  unit: (id: string | null) => (id ? units[id] : undefined),
  called: (id: string) => id.toUpperCase(),
  space: spaceOf(map),
  shown: { scene: { map, sides: [{ name: "red", home: "south" }] }, view: { zones: { red: [0, 0, 36, 6] }, units } },
  send: (order: unknown) => Promise.resolve(sent.push(order) > 0),
  select: () => undefined,
} as unknown as Game;

describe("placing a unit", () => {
  const deploying = new Deploying(game);
  deploying.open("r1");

  it("says before it is sent that a place is outside the zone or taken", async () => {
    deploying.place([5, 5]);
    expect(deploying.why).toBeNull();
    deploying.place([5, 12]);
    expect(deploying.why).toContain("outside");
    await deploying.confirm();
    expect(sent).toEqual([]);
    deploying.place([10.4, 3]);
    expect(deploying.why).toBe("R2 stands there already.");
  });

  it("is sent from a place that will do", async () => {
    deploying.place([5, 5]);
    await deploying.confirm();
    expect(sent).toHaveLength(1);
  });
});
