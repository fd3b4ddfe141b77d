// The reachable overlay: cells by how much of the Move they cost, and the cost of the cell under the pointer.
import type { Sheet } from "../lib/drawing";
import type { Point, Reach } from "../lib/protocol";
import type { Space } from "../lib/space";

const BANDS = 4;

export type Cell = { at: Point; cost: number };

/** The quarter of the Move a place costs: 0 is the cheapest. */
export const bandOf = (cost: number, allowance: number): number =>
  allowance <= 0 ? 0 : Math.min(BANDS - 1, Math.max(0, Math.ceil((cost / allowance) * BANDS - 1e-9) - 1));

/** One path per band, so that a hundred places are four shapes. */
export function bandPaths(reach: Reach, sheet: Sheet, space: Space): string[] {
  const half = reach.spacing / 2;
  const paths = Array.from({ length: BANDS }, () => "");
  for (const [x, y, cost] of cheapest(reach)) {
    const band = bandOf(cost, reach.allowance);
    const hex = space.field([x, y]);
    paths[band] += sheet.line(hex ?? [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]], true);
  }
  return paths;
}

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
