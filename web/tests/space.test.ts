import { describe, expect, it } from "vitest";
import type { MapData, Point } from "../src/lib/protocol";
import { Hexes, Plane, spaceOf } from "../src/lib/space";

const table: MapData = { kind: "table", measure: "inches", width: 48, depth: 36 };
const columns = 16;
const rows = 17;
const map: MapData = { kind: "hex", measure: "hexes", width: (columns - 1) * Math.sqrt(3) + 4 / Math.sqrt(3), depth: 2 * rows + 1 };

describe("an open table", () => {
  const space = spaceOf(table);

  it("measures straight, from edge to edge", () => {
    expect(space).toBeInstanceOf(Plane);
    expect(space.distance([0, 0], [3, 4])).toBe(5);
    expect(space.apart([0, 0], 1, [3, 4], 0.5)).toBe(3.5);
    expect(space.snap([1.25, 3.75])).toEqual([1.25, 3.75]);
    expect(space.facing(358, 15)).toBe(0);
  });

  it("speaks in inches", () => {
    expect([space.far(12.5), space.span(3)]).toEqual(["12.5″", "3″"]);
    expect(space.high(2)).toBe("2″");
    expect(space.place([1, 2.5])).toBe("1″ east, 2.5″ north");
    expect(space.size).toBe("48 by 36 inches");
  });

  it("speaks in whatever else it is counted", () => {
    expect(spaceOf({ ...table, measure: "paces" }).far(3)).toBe("3 paces");
  });
});

describe("a map of hexes", () => {
  const space = new Hexes(map);
  const at = (name: string): Point => space.middle(Number(name.slice(0, 2)), Number(name.slice(2)));
  const neighbours = (name: string): string[] => space.cells.filter((cell) => space.distance(cell.middle, at(name)) === 1).map((cell) => cell.name);

  it("knows its columns and rows by its size", () => {
    expect([space.columns, space.rows]).toEqual([columns, rows]);
    expect(space.cells).toHaveLength(columns * rows);
    expect(space.size).toBe("16 by 17 hexes");
    expect(spaceOf(map)).toBeInstanceOf(Hexes);
  });

  it("has 0101 in the north-west, and even columns half a hex further south", () => {
    expect(at("0101")[0]).toBeCloseTo(2 / Math.sqrt(3));
    expect(at("0101")[1]).toBeCloseTo(map.depth - 1);
    expect(at("0201")[1]).toBeCloseTo(map.depth - 2);
    expect(at("0102")[1]).toBeCloseTo(map.depth - 3);
  });

  it("has six neighbours everywhere, as the format names them", () => {
    expect(neighbours("0507").sort()).toEqual(["0406", "0407", "0506", "0508", "0606", "0607"]);
    expect(neighbours("0607").sort()).toEqual(["0507", "0508", "0606", "0608", "0707", "0708"]);
    expect(neighbours("0101").sort()).toEqual(["0102", "0201"]);
  });

  it("counts hexes, whatever the bases", () => {
    expect(space.distance(at("0101"), at("0101"))).toBe(0);
    expect(space.distance(at("0101"), at("0109"))).toBe(8);
    expect(space.distance(at("0101"), at("0901"))).toBe(8);
    expect(space.distance(at("0101"), at("0505"))).toBe(6);
    expect(space.apart(at("0507"), 0.6, at("0607"), 3)).toBe(2); // inches
    expect(space.span(6)).toBe("3 hexes");
  });

  it("snaps to the middle of a hex on the map", () => {
    for (const { middle, name } of space.cells) {
      expect(space.place(space.snap([middle[0] + 0.4, middle[1] - 0.6]))).toBe(`hex ${name}`);
    }
    expect(space.snap([-5, 99])).toEqual(at("0101"));
    expect(space.facing(100)).toBe(120);
    expect(space.facing(359)).toBe(0);
  });

  it("names every hex of a way, each next to the one before, and of a leap only the last", () => {
    const way = space.way(at("0506"), [at("0503"), at("0801")], false);
    expect(way.map((point) => space.place(point)).slice(0, 3)).toEqual(["hex 0505", "hex 0504", "hex 0503"]);
    [at("0506"), ...way].slice(1).forEach((point, i) => expect(space.distance([at("0506"), ...way][i] as Point, point)).toBe(1));
    expect(way.at(-1)).toEqual(at("0801"));
    expect(space.way(at("0506"), [at("0801")], true)).toEqual([at("0801")]);
    expect(space.way(null, [at("0101")], false)).toEqual([at("0101")]);
  });

  it("steps with the arrow keys from hex to hex", () => {
    expect(space.place(space.step(at("0507"), 0, 1, false))).toBe("hex 0506");
    expect(space.place(space.step(at("0507"), 1, 0, false))).toBe("hex 0607");
    expect(space.place(space.step(at("0507"), 0, -1, true))).toBe("hex 0511");
  });

  it("speaks in hexes and levels", () => {
    expect([1, 2].map((value) => space.far(value))).toEqual(["1 hex", "2 hexes"]);
    expect([1, -1, 2].map((value) => space.high(value))).toEqual(["1 level", "-1 level", "2 levels"]);
    expect(space.mark(2)).toBe("2");
  });

  it("draws hexes whose corners meet", () => {
    const corners = space.corners("0507");
    expect(corners).toHaveLength(6);
    corners.forEach((corner) => expect(Math.hypot(corner[0] - at("0507")[0], corner[1] - at("0507")[1])).toBeCloseTo(2 / Math.sqrt(3)));
  });
});

describe("lines and areas", () => {
  const hexes = new Hexes(map);
  const middle: Point = hexes.middle(8, 8);

  it("a strip, whose ends lie eight inches apart, is a row of five hexes in any direction", () => {
    for (const [column, row] of [[8, 3], [12, 8], [4, 4], [9, 16], [1, 8]] as const) {
      expect(hexes.distance(middle, hexes.along(middle, hexes.middle(column, row), 8))).toBe(4);
    }
    expect(hexes.between(middle, hexes.along(middle, hexes.middle(8, 3), 8))).toHaveLength(5);
    expect(new Plane(table).along([1, 1], [1, 9], 10)).toEqual([1, 11]);
  });

  it("templates are a hex with its neighbours, and a ring more", () => {
    expect(hexes.around(middle, 2)).toHaveLength(7);
    expect(hexes.around(middle, 5)).toHaveLength(19);
    expect(new Plane(table).around()).toEqual([]);
  });
});
