// The outlines of terrain as polygons, whichever way a map gives them, and grids of what they cover. Pure.
import { isInside } from "./scatter";
import { sectionsOf } from "../alphastrike/buildings";
import { corners } from "../alphastrike/levels";
import { distanceToSegment } from "../lib/geometry";
import type { Feature, Point } from "../lib/protocol";
import type { Space } from "../lib/space";

export type Place = (point: Point) => Point;

/** A strip along a line: a quadrangle for each leg and a disc at each bend. */
function strip(line: readonly Point[], width: number): Point[][] {
  const half = width / 2;
  const legs = line.slice(1).map((b, i): Point[] => {
    const a = line[i] as Point;
    const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const [dx, dy] = [((b[1] - a[1]) / far) * half, ((a[0] - b[0]) / far) * half];
    return [[a[0] + dx, a[1] + dy], [b[0] + dx, b[1] + dy], [b[0] - dx, b[1] - dy], [a[0] - dx, a[1] - dy]];
  });
  return [...legs, ...line.slice(1, -1).map((bend) => disc(bend, half))];
}

const disc = ([x, y]: Point, radius: number): Point[] =>
  Array.from({ length: 28 }, (_, i) => [x + radius * Math.cos((i * Math.PI) / 14), y + radius * Math.sin((i * Math.PI) / 14)]);

export function polygonsOf(feature: Feature, space: Space): Point[][] {
  if (feature.hexes) return feature.hexes.map((name) => space.corners(name));
  if (feature.left) return feature.left;
  if (feature.circles) return feature.circles.map(([x, y, radius]) => disc([x, y], radius));
  if (feature.circle) return [disc([feature.circle[0], feature.circle[1]], feature.circle[2])];
  if (feature.runs) return feature.runs.flatMap((run) => strip(run, feature.width ?? 1));
  if (feature.line) return strip(feature.line, feature.width ?? 1);
  return [corners(feature)].filter((shape) => shape.length > 2);
}

/** The piece of terrain on top at a point; of a wall drawn as a line, which section. */
export function featureAt(terrain: readonly Feature[], point: Point, space: Space): string | null {
  const found = terrain.findLast((feature) => polygonsOf(feature, space).some((polygon) => isInside(polygon, point)));
  if (!found) return null;
  const near = (points: readonly Point[]): number => Math.min(...points.slice(1).map((b, i) => distanceToSegment(point, points[i] as Point, b)));
  const section = sectionsOf(found).toSorted((a, b) => near(a.points) - near(b.points))[0];
  return section?.id ?? found.id;
}

/** Call for every cell of a lattice whose middle lies in a polygon. */
export function fill(polygon: readonly Point[], step: number, columns: number, rows: number, mark: (index: number) => void): void {
  const ys = polygon.map((point) => point[1]);
  const first = Math.max(0, Math.ceil(Math.min(...ys) / step - 0.5));
  const last = Math.min(rows - 1, Math.floor(Math.max(...ys) / step - 0.5));
  for (let row = first; row <= last; row += 1) {
    const y = (row + 0.5) * step;
    const cuts: number[] = [];
    polygon.forEach((a, i) => {
      const b = polygon[(i + 1) % polygon.length] as Point;
      if (a[1] > y !== b[1] > y) cuts.push(a[0] + ((y - a[1]) * (b[0] - a[0])) / (b[1] - a[1]));
    });
    cuts.sort((a, b) => a - b);
    for (let k = 0; k + 1 < cuts.length; k += 2) {
      const from = Math.max(0, Math.ceil((cuts[k] as number) / step - 0.5));
      const to = Math.min(columns - 1, Math.floor((cuts[k + 1] as number) / step - 0.5));
      for (let column = from; column <= to; column += 1) mark(row * columns + column);
    }
  }
}
