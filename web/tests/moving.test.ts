import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Moving } from "../src/alphastrike/moving.svelte";
import type { Game } from "../src/lib/game.svelte";
import { spaceOf } from "../src/lib/space";

vi.mock("../src/lib/settings.svelte", () => ({ settings: { name: "", factor: 0 } }));

const map = { kind: "table", measure: "inches", width: 36, depth: 36 };
const STILL = { name: "standstill", stays: true, flown: false };
const unit = { side: "red", place: "table", at: [10, 3], facing: 0, radius: 0.6, modes: ["standstill"] };

describe("a move in preparation", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is asked about again where no answer came", async () => {
    vi.stubGlobal("window", globalThis);
    let line = false;
    const game = {
      ask: (question: string) => (line && question === "preview" ? Promise.resolve({ legal: true }) : Promise.reject(new Error("lost"))),
      unit: () => unit,
      wayTo: () => STILL,
      space: spaceOf(map),
      shown: { scene: { map, units: {}, terrain: [] }, view: { units: { r1: unit } } },
    };
    const moving = new Moving(game as unknown as Game);
    moving.open("r1");
    await vi.advanceTimersByTimeAsync(3000);
    expect(moving.ready).toBe(false);
    line = true;
    await vi.advanceTimersByTimeAsync(3000);
    expect(moving.ready).toBe(true);
  });
});
