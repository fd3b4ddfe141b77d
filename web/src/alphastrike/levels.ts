// How high the ground is where features lie on each other, and where a label is not covered by what lies on top.
import { along, distanceToSegment } from "../lib/geometry";
import { middleOf } from "../lib/drawing";
import type { Feature, Point } from "../lib/protocol";

const LABEL: Point = [1.3, 0.95]; // inches a label takes up

/** Corners of a feature's outline; a circle as a many-sided figure, a line as its strip. */
export function corners(feature: Feature): Point[] {
  if (feature.polygon) return feature.polygon;
  if (feature.rect) {
    const [x, y, width, depth] = feature.rect;
    return [[x, y], [x + width, y], [x + width, y + depth], [x, y + depth]];
  }
  if (feature.circle) {
    const [x, y, radius] = feature.circle;
    return Array.from({ length: 24 }, (_, i) => [x + radius * Math.cos((i * Math.PI) / 12), y + radius * Math.sin((i * Math.PI) / 12)]);
  }
  return [];
}

export function covers(feature: Feature, point: Point): boolean {
  if (feature.left) return feature.left.some((shape) => encloses(shape, point));
  if (feature.circles) return feature.circles.some(([x, y, radius]) => Math.hypot(point[0] - x, point[1] - y) <= radius);
  if (feature.line) {
    const half = (feature.width ?? 1) / 2;
    return feature.line.slice(1).some((end, i) => distanceToSegment(point, feature.line?.[i] as Point, end) <= half);
  }
  return encloses(corners(feature), point);
}

function encloses(shape: readonly Point[], point: Point): boolean {
  let inside = false;
  shape.forEach((a, i) => {
    const b = shape[(i + shape.length - 1) % shape.length] as Point;
    const crosses = a[1] > point[1] !== b[1] > point[1];
    if (crosses && point[0] < ((b[0] - a[0]) * (point[1] - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
  });
  return inside;
}

/** Height of the ground above the table: that of all hills a point lies on. */
export const groundAt = (terrain: readonly Feature[], point: Point): number =>
  terrain.filter((feature) => feature.role === "hill" && covers(feature, point)).reduce((sum, hill) => sum + hill.height, 0);

/** Height above the table of the top of a hill: its own and that of the hills it lies on. */
export function levelOf(terrain: readonly Feature[], index: number): number {
  const feature = terrain[index] as Feature;
  return groundAt(terrain.slice(0, index), middleOf(feature)) + feature.height;
}

/** Where a feature's label goes: as deep inside it as can be, and not under what lies on top of it. */
export function labelPlace(terrain: readonly Feature[], index: number): Point | null {
  const feature = terrain[index] as Feature;
  const shape = corners(feature);
  const above = terrain.slice(index + 1).filter((other) => other.role !== "flat");
  const free = (point: Point): boolean => !above.some((other) => covers(other, point));
  const middle = middleOf(feature);
  if (feature.line) return [0.5, 0.25, 0.75, 0.1, 0.9].map((share) => along(feature.line ?? [], share).at).find(free) ?? null;
  if (!shape.length || (covers(feature, middle) && free(middle))) return free(middle) ? middle : null;
  const xs = shape.map((point) => point[0]);
  const ys = shape.map((point) => point[1]);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const others = above.map(corners).filter((outline) => outline.length);
  const steps = 16;
  let best: Point | null = null;
  let depth = 0;
  for (let i = 1; i < steps; i += 1) {
    for (let j = 1; j < steps; j += 1) {
      const point: Point = [left + ((right - left) * i) / steps, low + ((high - low) * j) / steps];
      if (!covers(feature, point) || !free(point)) continue;
      const room = Math.min(...[shape, ...others].map((outline) => edgeDistance(point, outline)));
      if (room > depth) [best, depth] = [point, room];
    }
  }
  return best;
}

/** Of labels that would lie on each other only the first is kept; `rank` says who comes first, `room` how much each needs. */
export function apart<T extends { place: Point | null }>(labels: readonly T[], rank: (label: T) => number, room: Point = LABEL): Set<T> {
  const kept: T[] = [];
  for (const label of labels.toSorted((a, b) => rank(a) - rank(b))) {
    const at = label.place;
    const clear = at && kept.every((other) => Math.abs(at[0] - (other.place as Point)[0]) > room[0] || Math.abs(at[1] - (other.place as Point)[1]) > room[1]);
    if (clear) kept.push(label);
  }
  return new Set(kept);
}

const edgeDistance = (point: Point, outline: readonly Point[]): number =>
  Math.min(...outline.map((a, i) => distanceToSegment(point, a, outline[(i + 1) % outline.length] as Point)));
