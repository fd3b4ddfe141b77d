import { describe, expect, it } from "vitest";
import { boltsOf, plumeOf, sparksOf, tiltOf, type Body, type Finder } from "../src/lib/spectacle";
import type { Beat } from "../src/lib/stage";

const body = (x: number): Body => ({ at: [x, 10], high: 0, tall: 1.4, card: { name: "Archer", type: "BM" }, livery: "warm" });
const find: Finder = (id) => (id === "a" ? body(2) : id === "b" ? body(20) : null);
const shot = (hit: boolean, more: Record<string, unknown> = {}): Beat => ({ kind: "attack", attacker: "a", target: "b", point: null, hit, time: 1500, event: { type: "attack", kind: "weapon", damage: 4, ...more } as never });
const words = (beat: Beat, share: number): string[] => sparksOf(beat, share, find).flatMap((spark) => (spark.shape === "word" ? [spark.text] : []));

describe("the spectacle", () => {
  it("fires what the attack says: lasers, missiles, shells, blows", () => {
    const bare = { name: "Plain", type: "BM" };
    expect(boltsOf("weapon", "", 4, bare)).toEqual(["laser", "laser"]);
    expect(boltsOf("weapon", "LRM", 2, bare)).toEqual(["missile", "missile"]);
    expect(boltsOf("weapon", "AC", 2, bare)).toEqual(["cannon", "cannon"]);
    expect(boltsOf("artillery", "ART-LT", 2, bare)).toEqual(["shell"]);
    expect(boltsOf("physical", "", 3, bare)).toEqual(["blow"]);
  });

  it("tells the damage over the target once the shot has arrived, and a miss as a miss", () => {
    expect(words(shot(true), 0.1)).toEqual([]);
    expect(words(shot(true), 0.6)).toEqual(["−4"]);
    expect(words(shot(false), 0.6)).toEqual(["miss"]);
  });

  it("burns at the target only when it is hit", () => {
    const near = (beat: Beat): number => sparksOf(beat, 0.5, find).filter((spark) => spark.shape === "ball" && Math.hypot(spark.at[0] - 20, spark.at[1] - 10) < 1.4).length;
    expect(near(shot(true))).toBeGreaterThan(3);
    expect(near(shot(false))).toBe(0);
  });

  it("lets a hit be felt and a miss plough the ground", () => {
    const shapes = (beat: Beat): string[] => sparksOf(beat, 0.42, find).map((spark) => spark.shape);
    expect(shapes(shot(true))).toEqual(expect.arrayContaining(["ring", "jolt"]));
    expect(shapes(shot(false))).not.toContain("jolt");
    expect(sparksOf(shot(false), 0.5, find).some((spark) => spark.shape === "ball" && !spark.glows)).toBe(true);
    expect(tiltOf(shot(false), 0.5)).toBeNull();
    expect(tiltOf(shot(true), 0.3)).toBeNull();
    expect(tiltOf(shot(true), 0.45)?.unit).toBe("b");
    expect(tiltOf({ kind: "loss", unit: "b", time: 700 }, 1)?.degrees).toBe(82);
  });

  it("hangs smoke over whoever is hurt, the same at every look, and flames over who falls", () => {
    const glows = (hurt: "holed" | "doomed" | "wreck"): number => plumeOf("b", [20, 10], 0, 1.4, hurt).filter((spark) => spark.shape === "ball" && spark.glows).length;
    expect(glows("holed")).toBe(0);
    expect(glows("doomed")).toBeGreaterThan(glows("wreck"));
    expect(plumeOf("b", [20, 10], 0, 1.4, "wreck")).toEqual(plumeOf("b", [20, 10], 0, 1.4, "wreck"));
  });

  it("tells of criticals that do something and of losses", () => {
    const critical: Beat = { kind: "dice", label: "Critical", roll: [3, 4], result: "engine hit", unit: "b", time: 900 };
    expect(words(critical, 0.5)).toEqual(["engine hit"]);
    expect(words({ ...critical, result: "no critical hit" }, 0.5)).toEqual([]);
    expect(words({ kind: "loss", unit: "b", time: 700 }, 0.5)).toEqual(["destroyed"]);
    expect(sparksOf({ kind: "loss", unit: "nobody", time: 700 }, 0.5, find)).toEqual([]);
  });
});
