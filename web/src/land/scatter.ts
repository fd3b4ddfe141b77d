// What stands or lies about in terrain: trees in woods, stones in rubble; the same places every time. Pure.
import type { Point } from "../lib/protocol";
import { dice } from "./noise";

export type Piece = { at: Point; size: number; turn: number };

export const isInside = (polygon: readonly Point[], [x, y]: Point): boolean => {
  let found = false;
  polygon.forEach((a, i) => {
    const b = polygon[(i + polygon.length - 1) % polygon.length] as Point;
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) found = !found;
  });
  return found;
};

/** Pieces about so far apart all over a polygon, none of them over its rim. */
export function scattered(polygon: readonly Point[], gap: number, seed: number, room = 0): Piece[] {
  const xs = polygon.map((point) => point[0]);
  const ys = polygon.map((point) => point[1]);
  const next = dice(seed);
  const found: Piece[] = [];
  for (let y = Math.min(...ys) + gap / 2; y < Math.max(...ys); y += gap) {
    for (let x = Math.min(...xs) + gap / 2; x < Math.max(...xs); x += gap) {
      const at: Point = [x + (next() - 0.5) * gap * 0.8, y + (next() - 0.5) * gap * 0.8];
      const [size, turn] = [0.75 + next() * 0.5, next() * Math.PI * 2];
      const rim: Point[] = [[at[0] - room, at[1]], [at[0] + room, at[1]], [at[0], at[1] - room], [at[0], at[1] + room]];
      if (isInside(polygon, at) && rim.every((point) => isInside(polygon, point))) found.push({ at, size, turn });
    }
  }
  return found;
}
