// Plane geometry for drawings: x east, y north, bearings in compass degrees. Knows nothing of screens or rules; what is
// measured on the map is asked of its space (space.ts).
import type { Point } from "./protocol";

const distance = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

export const length = (path: readonly Point[]): number =>
  path.slice(1).reduce((sum, point, i) => sum + distance(path[i] as Point, point), 0);

/** Compass bearing from one point to another: 0 north, 90 east. */
export function bearing(from: Point, to: Point): number {
  const degrees = (Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI;
  return (degrees + 360) % 360;
}

/** The point so far away in a direction. */
export function offset(from: Point, degrees: number, far: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return [from[0] + Math.sin(angle) * far, from[1] + Math.cos(angle) * far];
}

export const turned = (degrees: number, by: number): number => (((degrees + by) % 360) + 360) % 360;

const NAMES = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"] as const;

export const compass = (degrees: number): string => NAMES[Math.round(turned(degrees, 0) / 45) % 8] as string;

const rounded = (value: number, digits = 2): number => {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale;
};

export const roundedPoint = (point: Point, digits = 2): Point => [rounded(point[0], digits), rounded(point[1], digits)];

/** A point kept on the table. */
export const onTable = (point: Point, width: number, depth: number): Point => [
  Math.min(width, Math.max(0, point[0])),
  Math.min(depth, Math.max(0, point[1])),
];

/** The middle of a polygon, by area; of a flat one, of its corners. */
export function centroid(points: readonly Point[]): Point {
  let area = 0;
  let x = 0;
  let y = 0;
  points.forEach((a, i) => {
    const b = points[(i + 1) % points.length] as Point;
    const cross = a[0] * b[1] - b[0] * a[1];
    area += cross;
    x += (a[0] + b[0]) * cross;
    y += (a[1] + b[1]) * cross;
  });
  if (Math.abs(area) < 1e-9) {
    const count = points.length || 1;
    return [points.reduce((sum, p) => sum + p[0], 0) / count, points.reduce((sum, p) => sum + p[1], 0) / count];
  }
  return [x / (3 * area), y / (3 * area)];
}

/** Where a walker on the path is after a share (0 to 1) of its length, and which way it goes. */
export function along(path: readonly Point[], share: number): { at: Point; bearing: number | null } {
  const first = path[0] as Point;
  const total = length(path);
  if (path.length < 2 || total === 0) return { at: path[path.length - 1] ?? first, bearing: null };
  let left = Math.max(0, Math.min(1, share)) * total;
  for (let i = 1; i < path.length; i += 1) {
    const a = path[i - 1] as Point;
    const b = path[i] as Point;
    const leg = distance(a, b);
    if (left <= leg && leg > 0) {
      const t = left / leg;
      return { at: [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t], bearing: bearing(a, b) };
    }
    left -= leg;
  }
  return { at: path[path.length - 1] as Point, bearing: bearing(path[path.length - 2] as Point, path[path.length - 1] as Point) };
}

/** The points of a hand-drawn line without those that say nothing new (Ramer, Douglas and Peucker). */
export function simplified(path: readonly Point[], tolerance: number): Point[] {
  if (path.length < 3) return [...path];
  const first = path[0] as Point;
  const last = path[path.length - 1] as Point;
  let worst = 0;
  let at = 0;
  for (let i = 1; i < path.length - 1; i += 1) {
    const gap = distanceToSegment(path[i] as Point, first, last);
    if (gap > worst) [worst, at] = [gap, i];
  }
  if (worst <= tolerance) return [first, last];
  return [...simplified(path.slice(0, at + 1), tolerance).slice(0, -1), ...simplified(path.slice(at), tolerance)];
}

export function distanceToSegment(p: Point, a: Point, b: Point): number {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const square = dx * dx + dy * dy;
  const t = square === 0 ? 0 : Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square));
  return distance(p, [a[0] + t * dx, a[1] + t * dy]);
}
