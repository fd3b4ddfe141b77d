// What a film shows of a battle, and how fast.
import { describe, expect, it } from "vitest";
import { clipsOf, paced, type Clip } from "../src/film/film";
import type { Moment } from "../src/film/frame";
import type { Batch, Scene, View } from "../src/lib/protocol";

const moment = (x: number): Moment => ({ scene: {} as Scene, view: { units: { r1: { at: [x, 0] } } } as unknown as View, batch: null, beat: null, share: 0 });

const batch: Batch = {
  n: 3, side: "red", turn: 1, phase: "movement", lines: [],
  events: [
    { type: "moved", unit: "r1", path: [[6, 0]], at: [6, 0], facing: 90, inches: 6, mode: "ground" },
    { type: "initiative", rolls: { red: [1, 2] }, winner: "red" },
    { type: "attack", attacker: "r1", target: "b1", hit: true, damage: 3 },
  ],
};

describe("a film", () => {
  it("acts out moves and shots on the table as it stood, then shows how it stands", () => {
    const [before, after] = [moment(0), moment(6)];
    const clips = clipsOf(batch, before, after);
    expect(clips.map((clip) => clip.moment.beat?.kind ?? "rest")).toEqual(["move", "attack", "rest"]);
    expect(clips.map((clip) => clip.moment.view)).toEqual([before.view, before.view, after.view]);
    expect(clips.every((clip) => clip.moment.batch === batch && clip.time > 0)).toBe(true);
  });

  it("is over in time, however long the battle was", () => {
    const long: Clip[] = Array.from({ length: 400 }, () => ({ moment: moment(0), time: 1000 }));
    expect(paced(long, 50_000).reduce((sum, clip) => sum + clip.time, 0)).toBeCloseTo(50_000);
    const short = long.slice(0, 3);
    expect(paced(short, 50_000)).toEqual(short);
  });
});
