import { describe, expect, it } from "vitest";
import { dragged, extent, freshGround, freshId, groundOf, hexesOf, measuresOf, painted, piece, shifted, shiftedHexes, unpainted, type Ground } from "../src/maps/ground";

describe("a map that is drawn", () => {
  it("has pieces in the keys of a battle script", () => {
    expect(piece("road1", "road", { line: [[0, 1], [9, 1]] }, measuresOf("road", "flat"))).toEqual({ id: "road1", kind: "road", line: [[0, 1], [9, 1]], width: 2 });
    expect(piece("hill1", "hill", { circle: [9, 9, 2] }, measuresOf("hill", "hill"))).toEqual({ id: "hill1", kind: "hill", circle: [9, 9, 2], height: 2 });
    expect(dragged("rect", [5, 8], [2, 6])).toEqual({ rect: [2, 6, 3, 2] });
    expect(dragged("rect", [5, 8], [5, 6])).toBeNull();
    expect(dragged("circle", [5, 5], [8, 9])).toEqual({ circle: [5, 5, 5] });
  });
  it("has pieces that move", () => {
    expect(shifted({ id: "a", kind: "woods", polygon: [[1, 1], [2, 1], [1, 2]] }, 0.5, -1).polygon).toEqual([[1.5, 0], [2.5, 0], [1.5, 1]]);
    const ground = freshGround("hex");
    const wood = { id: "a", kind: "woods", hexes: ["0505", "0605"] };
    expect(shiftedHexes(wood, 0, 1, ground).hexes).toEqual(["0506", "0606"]);
    expect(shiftedHexes(wood, -9, 0, ground)).toBe(wood);
    // Moved by a column, the two are neighbours still.
    const space = hexesOf(ground);
    const middle = (name: string) => space.cells.find((cell) => cell.name === name)?.middle ?? [0, 0];
    const [one = "", two = ""] = shiftedHexes(wood, 1, 0, ground).hexes ?? [];
    expect(space.distance(middle(one), middle(two))).toBe(1);
  });
  it("is as large as its hexes", () => {
    const ground = freshGround("hex");
    expect([hexesOf(ground).columns, hexesOf(ground).rows]).toEqual([16, 17]);
    expect(extent(freshGround("table"))).toMatchObject({ width: 48, depth: 48 });
  });
  it("is painted hex by hex", () => {
    let ground: Ground = { ...freshGround("hex"), terrain: [{ id: "woods1", kind: "woods", hexes: ["0101"] }] };
    expect(freshId(ground, "woods")).toBe("woods2");
    ground = painted(painted(ground, "0102", "woods1"), "0102", "woods1");
    expect(ground.terrain[0]?.hexes).toEqual(["0101", "0102"]);
    expect(unpainted(unpainted(ground, "0101"), "0102").terrain).toEqual([]);
  });
  it("is read from a file, or not", () => {
    expect(groundOf({ map: { kind: "table" }, terrain: [{ kind: "woods", circle: [1, 1, 1] }, { kind: "woods", id: "woods1", circle: [2, 2, 1] }] })?.terrain.map((one) => one.id)).toEqual(["woods1", "woods1x"]);
    for (const wrong of [null, 3, {}, { map: {}, terrain: 3 }]) expect(groundOf(wrong)).toBeNull();
  });
});
