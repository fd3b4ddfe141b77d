import { describe, expect, it, vi } from "vitest";

const store = new Map<string, string>();
vi.stubGlobal("localStorage", { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value) });
vi.mock("../src/lib/api", () => ({ makeGame: () => Promise.resolve({ game: "g1", mode: "bot", title: "", sides: [], seats: [] }) }));

import { begin, madeFrom, swapped } from "../src/lib/rematch";

describe("a rematch", () => {
  const from = { mode: "bot" as const, level: "regular", quick: { forces: ["a", "b"], attacker: "red", theme: "woods" } } as never;

  it("knows what the battle was made from", async () => {
    await begin(from);
    expect(madeFrom("g1")).toEqual(from);
    expect(madeFrom("g2")).toBeNull();
  });

  it("swaps the forces, and who attacks with them", () => {
    expect(swapped(from)).toMatchObject({ level: "regular", quick: { forces: ["b", "a"], attacker: "blue", theme: "woods" } });
    expect(swapped({ mode: "bot" } as never)).toEqual({ mode: "bot" });
  });
});
