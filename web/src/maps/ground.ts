// A map that a player draws: pieces of terrain in the keys of a battle script. Pure functions; knows shapes, no rule.
import { Hexes } from "../lib/space";
import type { Json, Point } from "../lib/protocol";

export type Piece = {
  id: string;
  kind: string;
  polygon?: Point[];
  rect?: [number, number, number, number];
  circle?: [number, number, number];
  line?: Point[];
  hexes?: string[];
  width?: number;
  height?: number;
  depth?: number;
  type?: string;
};
export type Ground = { title: string; map: { kind: "table" | "hex"; width: number; depth: number }; terrain: Piece[] };
export type Shape = "polygon" | "rect" | "circle" | "line";

const COLUMN = Math.sqrt(3);
const CORNER = 2 / Math.sqrt(3);
const ACROSS = 2;

export const freshGround = (kind: "table" | "hex"): Ground => ({
  title: "My map",
  map: kind === "hex" ? { kind, width: 16, depth: 17 } : { kind, width: 48, depth: 48 },
  terrain: [],
});

/** How large the map is in inches, whatever it is counted in. */
export const extent = ({ map }: Ground): { width: number; depth: number } =>
  map.kind === "hex" ? { width: (map.width - 1) * COLUMN + 2 * CORNER, depth: ACROSS * map.depth + 1 } : map;

export const hexesOf = (ground: Ground): Hexes => new Hexes({ kind: "hex", measure: "hexes", ...extent(ground) });

export function freshId(ground: Ground, kind: string): string {
  const taken = new Set(ground.terrain.map((one) => one.id));
  for (let number = 1; ; number += 1) if (!taken.has(`${kind}${number}`)) return `${kind}${number}`;
}

export const round = (value: number, step = 0.5): number => Math.round(value / step) * step;
export const snapped = ([x, y]: Point): Point => [round(x), round(y)];

const shift = (points: Point[], dx: number, dy: number): Point[] => points.map(([x, y]): Point => [x + dx, y + dy]);

/** A piece moved by so many inches; hexes stay where they are. */
export function shifted(piece: Piece, dx: number, dy: number): Piece {
  if (piece.polygon) return { ...piece, polygon: shift(piece.polygon, dx, dy) };
  if (piece.line) return { ...piece, line: shift(piece.line, dx, dy) };
  if (piece.rect) return { ...piece, rect: [piece.rect[0] + dx, piece.rect[1] + dy, piece.rect[2], piece.rect[3]] };
  if (piece.circle) return { ...piece, circle: [piece.circle[0] + dx, piece.circle[1] + dy, piece.circle[2]] };
  return piece;
}

/** Hexes moved by whole columns and rows, as far as all of them stay on the map. */
export function shiftedHexes(piece: Piece, columns: number, rows: number, ground: Ground): Piece {
  const places = (piece.hexes ?? []).map((name): [number, number] => [Number(name.slice(0, 2)), Number(name.slice(2))]);
  const moved = places.map(([column, row]): [number, number] => {
    const shoved = columns % 2 !== 0 ? (column % 2 ? 0 : 1) : 0; // even columns lie half a hex further south
    return [column + columns, row + rows + shoved];
  });
  const inside = moved.every(([column, row]) => column >= 1 && row >= 1 && column <= ground.map.width && row <= ground.map.depth);
  return inside ? { ...piece, hexes: moved.map(([column, row]) => hexName(column, row)) } : piece;
}
export const hexName = (column: number, row: number): string => `${String(column).padStart(2, "0")}${String(row).padStart(2, "0")}`;

/** What a drag from one point to another makes of a shape; null where it is too small. */
export function dragged(shape: Shape, from: Point, to: Point): Partial<Piece> | null {
  const [x, y] = [Math.min(from[0], to[0]), Math.min(from[1], to[1])];
  const [width, depth] = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])];
  if (shape === "rect") return width >= 0.5 && depth >= 0.5 ? { rect: [x, y, width, depth] } : null;
  const far = round(Math.hypot(to[0] - from[0], to[1] - from[1]));
  if (shape === "circle") return far >= 0.5 ? { circle: [from[0], from[1], far] } : null;
  return null;
}

/** The numbers that a kind of terrain has, by its role, with what is usual. */
export function measuresOf(kind: string, role: string): Partial<Pick<Piece, "height" | "depth" | "width" | "type">> {
  if (role === "hill") return { height: 2 };
  if (role === "water") return { depth: 1 };
  if (kind === "building") return { height: 3, type: "medium" };
  if (kind === "wall") return { height: 1, type: "medium", width: 1 };
  if (kind === "road" || kind === "bridge" || kind === "rail") return { width: 2 };
  return {};
}

/** With the keys alone that its shape has a use for. */
export function piece(id: string, kind: string, shape: Partial<Piece>, measures: Partial<Piece>): Piece {
  const { width, ...rest } = measures;
  return { id, kind, ...shape, ...rest, ...(shape.line && width ? { width } : {}) };
}

/** Rewrite the hexes of a kind: one hex belongs to one piece of a kind only. */
export function painted(ground: Ground, name: string, id: string): Ground {
  const target = ground.terrain.find((one) => one.id === id);
  if (!target || target.hexes?.includes(name)) return ground;
  return { ...ground, terrain: ground.terrain.map((one) => (one.id === id ? { ...one, hexes: [...(one.hexes ?? []), name] } : one)) };
}
export const unpainted = (ground: Ground, name: string): Ground => ({
  ...ground,
  terrain: ground.terrain.flatMap((one) => {
    if (!one.hexes?.includes(name)) return [one];
    const hexes = one.hexes.filter((hex) => hex !== name);
    return hexes.length ? [{ ...one, hexes }] : [];
  }),
});

/** As the server and battle files have it. */
export const groundData = ({ map, terrain }: Ground): { map: Json; terrain: Json } => ({ map: map as Json, terrain: terrain as unknown as Json });

/** A file with a map: our own, or any battle script. */
export function groundOf(data: unknown): Ground | null {
  const given = data as { title?: unknown; map?: Ground["map"]; terrain?: Piece[] } | null;
  if (!given || typeof given !== "object" || !given.map || !Array.isArray(given.terrain ?? [])) return null;
  const kind = given.map.kind === "hex" ? "hex" : "table";
  const usual = freshGround(kind).map;
  const seen = new Set<string>();
  const terrain = (given.terrain ?? []).map((one, at): Piece => {
    let id = one.id ?? `${one.kind}${at + 1}`;
    while (seen.has(id)) id += "x";
    seen.add(id);
    return { ...one, id };
  });
  return { title: typeof given.title === "string" ? given.title : "A map", map: { kind, width: given.map.width ?? usual.width, depth: given.map.depth ?? usual.depth }, terrain };
}
