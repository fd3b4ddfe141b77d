import { describe, expect, it } from "vitest";
import { miniatureOf, shapeOf, traitsOf, wreckOf, type Looks } from "../src/miniatures";
import { paintOf } from "../src/miniatures/paints";
import { dot, heightOf, normalOf, sub, type Solid, type Vec } from "../src/miniatures/solids";
import type { Special } from "../src/lib/protocol";
import { spriteOf, turnOf } from "../src/miniatures/sprite";

const card = (type: string, move: string, more: Partial<Looks> = {}): Looks => ({ name: `${type} ${move}`, type, move, size: 2, damage: "2/2/1", specials: [], ...more });
const codes = (...texts: string[]): Special[] => texts.map((text) => ({ text, code: text, name: text, explanation: null, rule: null, page: null }));

const ALL: Looks[] = [
  card("BM", '8"'), card("BM", '8"', { legs: "quad" }), card("IM", '6"'), card("PM", '12"j'), card("CV", '8"t'), card("CV", '14"w'), card("CV", '16"h'), card("CV", '26"v'), card("CV", '20"g'), card("CV", '10"n'),
  card("CV", '10"s'), card("SV", '24"r'), card("CI", '4"f'), card("BA", '6"j'), card("AF", "8a"), card("SC", "5a"), card("DS", "4p"), card("MS", '2"'), card("CV", '0"'),
];
const middle = (points: readonly Vec[]): Vec => [0, 1, 2].map((i) => points.reduce((sum, point) => sum + (point[i] as number), 0) / points.length) as unknown as Vec;
const looksOut = (piece: Solid): boolean => piece.faces.every((face) => dot(normalOf(piece.points, face), sub(middle(face.map((i) => piece.points[i] as Vec)), middle(piece.points))) > 0);

describe("miniatures", () => {
  it("are made for every type of unit, each unlike the others", () => {
    for (const one of ALL) expect(miniatureOf(one).length, one.name).toBeGreaterThan(3);
    const drawn = ALL.map((one) => JSON.stringify(miniatureOf(one).map((piece) => piece.points)));
    expect(new Set(drawn).size).toBe(ALL.length);
  });

  it("are closed: every face looks outwards, and none goes far below the table", () => {
    for (const piece of ALL.flatMap(miniatureOf)) expect(looksOut(piece), JSON.stringify(piece)).toBe(true);
    for (const one of ALL) expect(Math.min(...miniatureOf(one).flatMap((piece) => piece.points.map((point) => point[1])))).toBeGreaterThan(-0.1);
  });

  it("grow with the weight class", () => {
    const heights = [1, 2, 3, 4].map((size) => heightOf(miniatureOf(card("BM", '8"', { size, name: "Same" }))));
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    expect(new Set(heights).size).toBe(4);
  });

  it("show what the card says", () => {
    const armed = card("BM", '8"j', { specials: codes("LRM2/2/2", "AC1/1", "ECM", "MEL"), name: "Busy" });
    expect(traitsOf(armed)).toMatchObject({ jumps: true, missiles: true, cannon: true, sensors: true, melee: true, going: "legs" });
    expect(miniatureOf(armed).length).toBeGreaterThan(miniatureOf(card("BM", '8"', { name: "Busy" })).length);
    expect(traitsOf(card("CV", '0"')).kind).toBe("fort");
  });

  it("are the same every time, and known by type alone when that is all one sees", () => {
    expect(shapeOf(card("BM", '8"'))).toBe(shapeOf(card("BM", '8"')));
    expect(miniatureOf({ name: "Blip", type: "BM" }).length).toBeGreaterThan(3);
  });

  it("lie on the ground as wrecks", () => {
    const standing = card("BM", '8"');
    expect(heightOf(wreckOf(standing))).toBeLessThan(heightOf(miniatureOf(standing)) * 0.8);
  });
});

describe("a miniature on paper", () => {
  it("is painted in its side's colours, and looks another way when it turns", () => {
    const pieces = miniatureOf(card("CV", '8"t'));
    const [north, east] = [spriteOf(pieces, "warm", turnOf(0)), spriteOf(pieces, "warm", turnOf(90))];
    expect(north).not.toEqual(east);
    expect(spriteOf(pieces, "cool", 0)).not.toEqual(north);
    expect(turnOf(359)).toBe(0);
    expect(paintOf("paint", "warm")).not.toBe(paintOf("paint", "cool"));
  });
});
