// Convex solids of few faces, the stuff miniatures are made of: x to the right, y up, z ahead. The base has radius 1.
// Pure: both tables draw them, one as meshes, one as faces on paper.
export type Vec = readonly [number, number, number];
/** What a face is painted as: the side's colour, a brighter or darker shade of it, bare metal, weapons, glass, fire. */
export type Tone = "paint" | "trim" | "shade" | "metal" | "gun" | "glass" | "glow" | "cloth" | "wall" | "roof";
export type Solid = { tone: Tone; points: Vec[]; faces: number[][] };

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Vec, k: number): Vec => [a[0] * k, a[1] * k, a[2] * k];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const unit = (a: Vec): Vec => times(a, 1 / (Math.hypot(...a) || 1));
const middle = (points: readonly Vec[]): Vec => times(points.reduce(add, [0, 0, 0]), 1 / (points.length || 1));

export function normalOf(points: readonly Vec[], face: readonly number[]): Vec {
  const [a, b, c] = face.map((i) => points[i] as Vec) as [Vec, Vec, Vec];
  return unit(cross(sub(b, a), sub(c, a)));
}

/** A solid whose faces all look outwards, whichever way round they were named. */
function solid(tone: Tone, points: Vec[], faces: number[][]): Solid {
  const heart = middle(points);
  const outward = (face: number[]): number[] => (dot(normalOf(points, face), sub(middle(face.map((i) => points[i] as Vec)), heart)) < 0 ? face.toReversed() : face);
  return { tone, points, faces: faces.map(outward) };
}

type Size = readonly [number, number]; // across, and from front to back (or up)

/** A block from one point to another that may be thicker at one end. */
export function limb(tone: Tone, from: Vec, to: Vec, thick: Size, end: Size = thick): Solid {
  const way = unit(sub(to, from));
  const guide: Vec = Math.abs(way[0]) > 0.9 ? [0, 0, 1] : [1, 0, 0];
  const side = unit(sub(guide, times(way, dot(guide, way))));
  const other = cross(way, side);
  const ring = (at: Vec, [w, d]: Size): Vec[] => [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([i, j]) => add(at, add(times(side, ((i as number) * w) / 2), times(other, ((j as number) * d) / 2))));
  return solid(tone, [...ring(from, thick), ...ring(to, end)], [[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]);
}

/** A block by its middle: across, up, deep. */
export const block = (tone: Tone, [x, y, z]: Vec, [w, h, d]: Vec, top: Size = [w, d]): Solid => limb(tone, [x, y - h / 2, z], [x, y + h / 2, z], [w, d], top);

/** A round piece from one point to another. */
export function tube(tone: Tone, from: Vec, to: Vec, radius: number, end = radius, sides = 8): Solid {
  const way = unit(sub(to, from));
  const guide: Vec = Math.abs(way[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0];
  const side = unit(cross(way, guide));
  const other = cross(way, side);
  const ring = (at: Vec, r: number): Vec[] =>
    Array.from({ length: sides }, (_, i) => {
      const angle = ((i + 0.5) * 2 * Math.PI) / sides;
      return add(at, add(times(side, r * Math.cos(angle)), times(other, r * Math.sin(angle))));
    });
  const all = Array.from({ length: sides }, (_, i) => i);
  const walls = all.map((i) => [i, (i + 1) % sides, sides + ((i + 1) % sides), sides + i]);
  return solid(tone, [...ring(from, radius), ...ring(to, Math.max(end, 0.001))], [all, all.map((i) => sides + i), ...walls]);
}

/** A flat slab over an outline of x and z. */
export function slab(tone: Tone, outline: readonly Size[], low: number, high: number): Solid {
  const count = outline.length;
  const all = outline.map((_, i) => i);
  const points: Vec[] = [...outline.map(([x, z]): Vec => [x, low, z]), ...outline.map(([x, z]): Vec => [x, high, z])];
  return solid(tone, points, [all, all.map((i) => count + i), ...all.map((i) => [i, (i + 1) % count, count + ((i + 1) % count), count + i])]);
}

/** A ball of rings one upon the other. */
export function ball(tone: Tone, at: Vec, radius: number, high = radius, sides = 10): Solid[] {
  const levels = [-1, -0.75, -0.35, 0.05, 0.45, 0.8, 1];
  const wide = (y: number): number => radius * Math.sqrt(Math.max(0.03, 1 - y * y));
  return levels.slice(1).map((y, i) => {
    const below = levels[i] as number;
    return tube(tone, add(at, [0, below * high, 0]), add(at, [0, y * high, 0]), wide(below), wide(y), sides);
  });
}

/** The same piece on the other side. */
export const mirrored = (piece: Solid): Solid => ({ ...piece, points: piece.points.map(([x, y, z]): Vec => [-x, y, z]), faces: piece.faces.map((face) => face.toReversed()) });
export const pair = (...pieces: Solid[]): Solid[] => [...pieces, ...pieces.map(mirrored)];

export const moved = (pieces: readonly Solid[], by: Vec, scale = 1): Solid[] =>
  pieces.map((piece) => ({ ...piece, points: piece.points.map((point) => add(times(point, scale), by)) }));

/** Turned about an axis by degrees. */
export function rolled(pieces: readonly Solid[], axis: 0 | 1 | 2, degrees: number): Solid[] {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const turn = ([x, y, z]: Vec): Vec => (axis === 0 ? [x, y * cos - z * sin, y * sin + z * cos] : axis === 1 ? [x * cos + z * sin, y, z * cos - x * sin] : [x * cos - y * sin, x * sin + y * cos, z]);
  return pieces.map((piece) => ({ ...piece, points: piece.points.map(turn) }));
}

export const heightOf = (pieces: readonly Solid[]): number => Math.max(0, ...pieces.flatMap((piece) => piece.points.map((point) => point[1])));
