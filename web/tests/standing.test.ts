import { describe, expect, it } from "vitest";
import { reliefOf } from "../src/land/relief";
import { featureAt } from "../src/land/outlines";
import type { Feature, Point } from "../src/lib/protocol";
import { spaceOf } from "../src/lib/space";
import { miniatureOf } from "../src/miniatures";
import { behind, between, kept, opening, panned, seen, standpoint, wholeTable } from "../src/standing/eye";
import { carpet, groundMesh, house, meets, meshOf, ribbon } from "../src/standing/shapes";

const map = { kind: "table", measure: "inches", width: 48, depth: 36 };
const space = spaceOf(map);
const hill: Feature = { id: "h", kind: "hill", role: "hill", height: 2, depth: 0, rect: [10, 10, 12, 12] };
const relief = reliefOf([hill], map, space);
const window = { width: 900, height: 600, above: 30, below: 10 };

describe("the eye", () => {
  it("has the whole table in the window, from every edge and in every shape of window", () => {
    for (const yaw of [0, 90, 180, 270]) {
      for (const frame of [window, { ...window, width: 390, height: 844 }, { ...window, width: 844, height: 390 }]) {
        const eye = wholeTable(map, yaw, frame);
        for (const corner of [[0, 0], [48, 0], [0, 36], [48, 36]] as Point[]) {
          const spot = seen(eye, corner, frame.width / frame.height);
          expect(spot.ahead && Math.abs(spot.right) <= 1 && Math.abs(spot.up) <= 1, `${yaw} ${frame.width} ${JSON.stringify(spot)}`).toBe(true);
        }
      }
    }
  });

  it("has one's own edge below", () => {
    const eye = wholeTable(map, 180, window); // from the north
    expect(seen(eye, [24, 36], 1.5).up).toBeLessThan(seen(eye, [24, 0], 1.5).up);
  });

  it("begins low behind one's own force, nearer than the whole table, with everybody in sight", () => {
    const units: Point[] = [[20, 3], [24, 3], [30, 3], [22, 33], [28, 33]];
    for (const frame of [window, { ...window, width: 390, height: 500 }, { ...window, width: 480, height: 350 }]) {
      const [eye, whole] = [opening(units, map, 0, frame), wholeTable(map, 0, frame)];
      expect(eye.pitch).toBeLessThan(whole.pitch);
      expect(eye.far).toBeLessThan(whole.far);
      for (const unit of units) {
        const spot = seen(eye, unit, frame.width / frame.height);
        expect(spot.ahead && Math.abs(spot.right) < 1 && Math.abs(spot.up) < 1, JSON.stringify(spot)).toBe(true);
      }
    }
    expect(opening([], map, 0, window)).toEqual(wholeTable(map, 0, window));
  });

  it("stays above the ground and near the table", () => {
    expect(kept({ at: [500, -500], yaw: 725, pitch: -20, far: 9999 }, map)).toMatchObject({ yaw: 5, pitch: 12 });
    expect(kept({ at: [500, -500], yaw: 0, pitch: 50, far: 9999 }, map).at[0]).toBeLessThan(60);
  });

  it("moves the ground with the hand, and takes the short way round", () => {
    const eye = wholeTable(map, 0, window);
    expect(panned(eye, 100, 0, 600).at[0]).toBeLessThan(eye.at[0]);
    expect(panned(eye, 0, 100, 600).at[1]).toBeGreaterThan(eye.at[1]);
    const [a, b] = [{ ...eye, yaw: 350 }, { ...eye, yaw: 10 }];
    expect(between(a, b, 0.5).yaw).toBeCloseTo(360);
    expect(between(a, b, 1).yaw).toBeCloseTo(370);
  });

  it("looks over a unit's shoulder", () => {
    const [, , z] = standpoint(behind([24, 18], 0), 0);
    expect(z).toBeGreaterThan(-18); // south of a unit that faces north
  });
});

describe("shapes", () => {
  it("put every face of a miniature on the card", () => {
    const mesh = meshOf(miniatureOf({ name: "Tank", type: "CV", move: '8"t' }), "warm");
    expect(mesh.corners.length % 9).toBe(0);
    expect(mesh.corners.length).toBe(mesh.normals.length);
    expect(mesh.colours.every((part) => part >= 0 && part <= 1)).toBe(true);
  });

  it("lay ways and areas over the hills", () => {
    const line = ribbon([[2, 16], [30, 16]], 0.2, relief, false, false);
    const heights = line.filter((_, i) => i % 3 === 1);
    expect(Math.max(...heights)).toBeCloseTo(2.07);
    expect(Math.min(...heights)).toBeCloseTo(0.07);
    expect(ribbon([[2, 16], [30, 16]], 0.2, relief, false, true).length).toBeLessThan(line.length);
    const ring = carpet([[[0, 0], [8, 0], [8, 8], [0, 8]], [[2, 2], [6, 2], [6, 6], [2, 6]]], relief);
    const inHole = ring.some((x, i) => i % 3 === 0 && x > 3 && x < 5 && -(ring[i + 2] as number) > 3 && -(ring[i + 2] as number) < 5);
    expect(ring.length).toBeGreaterThan(0);
    expect(inHole).toBe(false);
  });

  it("find the place that the pointer is on, on a hill too", () => {
    expect(meets(relief, [16, 20, -16], [0, -1, 0])).toEqual([16, 16]);
    const slanted = meets(relief, [16, 10, 0], [0, -Math.SQRT1_2, -Math.SQRT1_2]);
    expect(slanted?.[1]).toBeLessThan(10.5); // the flank of the hill, not the ground behind it
    expect(meets(relief, [16, 20, -16], [0, 1, 0])).toBeNull();
  });

  it("build houses up to their roof, and the ground with a picture on it", () => {
    const mesh = house([[[0, 0], [4, 0], [4, 3], [0, 3]]], 0, 3, "#999999", true);
    expect(Math.max(...mesh.corners.filter((_, i) => i % 3 === 1))).toBeCloseTo(3.28);
    const { places, picture, faces } = groundMesh(relief, 48, 36, () => 0);
    expect(faces.every((corner) => corner < places.length / 3)).toBe(true);
    expect(picture.every((part) => part >= 0 && part <= 1)).toBe(true);
  });
});

describe("what is under the pointer", () => {
  it("is the piece on top, and of a wall the section", () => {
    const wall: Feature = { id: "w1", kind: "wall", role: "solid", height: 1, depth: 0, line: [[2, 2], [8, 2]], width: 0.6 };
    const wood: Feature = { id: "w", kind: "woods", role: "woods", height: 2, depth: 0, circle: [15, 15, 2] };
    expect(featureAt([hill, wood, wall], [15, 15], space)).toBe("w");
    expect(featureAt([hill, wood, wall], [11, 11], space)).toBe("h");
    expect(featureAt([hill, wood, wall], [5, 2], space)).toBe("w1/2");
    expect(featureAt([hill, wood, wall], [40, 30], space)).toBeNull();
  });
});
