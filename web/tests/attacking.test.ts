import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Attacking } from "../src/alphastrike/attacking.svelte";
import type { Game } from "../src/lib/game.svelte";

const OFFER = { target: "b1", kind: "weapon", expected_damage: 2, choose: [], attack: { unit: "r1", target: "b1", kind: "weapon" } };
const TARGETS = { attacks: [OFFER], refusals: {}, general: [] };
const LEGAL = { legal: true, expected_damage: 2 };

let answers: (() => Promise<unknown>)[];
let attacking: Attacking;
let sent: { accept: (done: boolean) => void }[];
const select = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  sent = [];
  select.mockClear();
  const game = {
    ask: (question: string) => (question === "targets" ? Promise.resolve(TARGETS) : (answers.shift() ?? (() => Promise.resolve(LEGAL)))()),
    send: () => new Promise<boolean>((accept) => sent.push({ accept })),
    unit: () => undefined,
    isReady: (id: string) => id !== "r1",
    select,
  };
  attacking = new Attacking(game as unknown as Game);
});
afterEach(() => vi.useRealTimers());

async function aim(): Promise<void> {
  attacking.open("r1");
  await vi.advanceTimersByTimeAsync(0);
  attacking.aim("b1");
  await vi.advanceTimersByTimeAsync(0);
}

describe("an attack in preparation", () => {
  it("is asked about again where no answer came", async () => {
    answers = [() => Promise.reject(new Error("busy")), () => Promise.reject(new Error("busy"))];
    await aim();
    expect(attacking.ready).toBe(false);
    await vi.advanceTimersByTimeAsync(3000);
    expect(attacking.ready).toBe(true);
  });

  it("is laid aside once it is made", async () => {
    await aim();
    void attacking.fire();
    await vi.advanceTimersByTimeAsync(0);
    sent[0]?.accept(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(attacking.unit).toBeNull();
    expect(select).toHaveBeenCalledWith(null);
  });

  it("of the next unit stays when the last one is acknowledged late", async () => {
    await aim();
    void attacking.fire();
    await vi.advanceTimersByTimeAsync(0);
    attacking.open("r2");
    await vi.advanceTimersByTimeAsync(0);
    attacking.aim("b1");
    sent[0]?.accept(true);
    await vi.advanceTimersByTimeAsync(0);
    expect([attacking.unit, attacking.target, attacking.ready]).toEqual(["r2", "b1", true]);
  });
});
