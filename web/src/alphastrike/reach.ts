// The reachable overlay: cells by how much of the Move they cost, and the cost of the cell under the pointer.
import type { Sheet } from "../lib/drawing";
import { outlineOf, rounded } from "../lib/outline";
import type { Point, Reach } from "../lib/protocol";
import type { Space } from "../lib/space";

const BANDS = 4;

export type Cell = { at: Point; cost: number };

/** The quarter of the Move a place costs: 0 is the cheapest. */
export const bandOf = (cost: number, allowance: number): number =>
  allowance <= 0 ? 0 : Math.min(BANDS - 1, Math.max(0, Math.ceil((cost / allowance) * BANDS - 1e-9) - 1));

/** The outlines of all that a quarter, a half, three quarters and the whole of the Move reach: smooth on open ground. */
export function regionsOf(reach: Reach, space: Space): Point[][][] {
  const half = reach.spacing / 2;
  const field = ([x, y]: readonly number[]): Point[] => {
    const at: Point = [x as number, y as number];
    return space.field(at) ?? [[at[0] - half, at[1] - half], [at[0] + half, at[1] - half], [at[0] + half, at[1] + half], [at[0] - half, at[1] + half]];
  };
  const places = cheapest(reach);
  return Array.from({ length: BANDS }, (_, band) => {
    const loops = outlineOf(places.filter((place) => bandOf(place[2], reach.allowance) <= band).map(field));
    return space.cells.length ? loops : loops.map((loop) => rounded(loop));
  });
}

/** One path for each, so that a hundred places are four shapes. */
export const bandPaths = (reach: Reach, sheet: Sheet, space: Space): string[] =>
  regionsOf(reach, space).map((loops) => loops.map((loop) => sheet.line(loop, true)).join(""));

/** Each place once, with the least it costs (a place may be reached over country and along a road). */
export function cheapest(reach: Reach): [number, number, number][] {
  const best = new Map<string, [number, number, number]>();
  for (const place of reach.places) {
    const key = `${place[0].toFixed(2)},${place[1].toFixed(2)}`;
    const known = best.get(key);
    if (!known || place[2] < known[2]) best.set(key, place);
  }
  return [...best.values()];
}

/** Every so many-th place of the lattice in both directions, so that there is room to write at each. */
export function spread(reach: Reach, step: number): [number, number, number][] {
  const places = cheapest(reach);
  const first = places[0];
  if (!first || step <= 1) return places;
  const index = (value: number, from: number): number => Math.round((value - from) / reach.spacing);
  return places.filter(([x, y]) => index(x, first[0]) % step === 0 && index(y, first[1]) % step === 0);
}

/** The place nearest to a point, if it is near enough to be meant. */
export function cellAt(reach: Reach, point: Point, space: Space): Cell | null {
  let found: Cell | null = null;
  let nearest = reach.spacing * 0.75;
  for (const [x, y, cost] of reach.places) {
    const gap = space.distance([x, y], point);
    if (gap < nearest - 1e-9 || (found && gap < nearest + 1e-9 && cost < found.cost)) {
      nearest = gap;
      found = { at: [x, y], cost };
    }
  }
  return found;
}
