// From solids, outlines and the relief to plain lists of corners and colours that a graphics card draws. Pure.
import { chance } from "../land/noise";
import { rgb } from "../miniatures/paints";
import { paintOf, lit, type Paint } from "../miniatures/paints";
import { add, heightOf, limb, normalOf, slab, sub, times, type Solid, type Vec } from "../miniatures/solids";
import type { Point } from "../lib/protocol";
import { fill } from "../land/outlines";
import { heightAt, type Relief } from "../land/relief";

export type Mesh = { corners: number[]; normals: number[]; colours: number[] };

export const empty = (): Mesh => ({ corners: [], normals: [], colours: [] });
/** What lights work with: colours of a screen straightened. */
const linear = (part: number): number => (part / 255) ** 2.2;
export const light = (hex: string): [number, number, number] => rgb(hex).map(linear) as [number, number, number];

export function triangle(mesh: Mesh, a: Vec, b: Vec, c: Vec, normal: Vec, colour: readonly number[]): void {
  for (const corner of [a, b, c]) {
    mesh.corners.push(...corner);
    mesh.normals.push(...normal);
    mesh.colours.push(...colour);
  }
}

/** A polygon of corners that run counterclockwise as seen from outside. */
export function facet(mesh: Mesh, points: readonly Vec[], colour: readonly number[]): void {
  const normal = normalOf(points, [0, 1, 2]);
  for (let i = 2; i < points.length; i += 1) triangle(mesh, points[0] as Vec, points[i - 1] as Vec, points[i] as Vec, normal, colour);
}

const BRUSH = 0.045; // how far a brush that is all but dry reaches over an edge, of the base's radius
const EDGE = 1.22; // how pale it leaves them
const LEAST = 0.05; // narrower faces are painted in one stroke

/** A face of a miniature as painters leave it: darker towards the ground, paler along its edges. */
function painted(mesh: Mesh, points: readonly Vec[], hex: string, tall: number): void {
  const normal = normalOf(points, [0, 1, 2]);
  const heart = points.reduce((sum, point) => add(sum, times(point, 1 / points.length)), [0, 0, 0] as Vec);
  const reach = Math.min(...points.map((point, i) => Math.hypot(...sub(times(add(point, points[(i + 1) % points.length] as Vec), 0.5), heart))));
  const shaded = (share: number, [, y]: Vec): number[] => light(lit(hex, share)).map((part) => part * (0.68 + 0.32 * Math.min(1, Math.max(0, y / tall))));
  const corner = (point: Vec, share: number): void => {
    mesh.corners.push(...point);
    mesh.normals.push(...normal);
    mesh.colours.push(...shaded(share, point));
  };
  const fan = (ring: readonly Vec[]): void => {
    for (let i = 2; i < ring.length; i += 1) for (const point of [ring[0], ring[i - 1], ring[i]]) corner(point as Vec, 1);
  };
  if (reach < LEAST) return fan(points);
  const inner = points.map((point) => add(point, times(sub(heart, point), Math.min(0.4, BRUSH / reach))));
  fan(inner);
  points.forEach((a, i) => {
    const k = (i + 1) % points.length;
    const [b, c, d] = [points[k] as Vec, inner[k] as Vec, inner[i] as Vec];
    for (const [point, share] of [[a, EDGE], [b, EDGE], [c, 1], [a, EDGE], [c, 1], [d, 1]] as const) corner(point, share);
  });
}

/** Solids with z ahead become corners with z behind, which turns every face round. */
export function meshOf(solids: readonly Solid[], paint: Paint, mesh: Mesh = empty()): Mesh {
  const tall = Math.max(0.3, heightOf(solids) * 0.8);
  for (const { points, faces, tone } of solids) {
    for (const face of faces) painted(mesh, face.toReversed().map((i): Vec => [(points[i] as Vec)[0], (points[i] as Vec)[1], -(points[i] as Vec)[2]]), paintOf(tone, paint), tall);
  }
  return mesh;
}

/** The base a miniature stands on: a dark hexagon with a flat side, rimmed in its side's colour, and an arrow ahead. */
export function baseOf(paint: Paint): Mesh {
  const hex = (radius: number): [number, number][] => [30, 90, 150, 210, 270, 330].map((degrees) => [radius * Math.sin((degrees * Math.PI) / 180), radius * Math.cos((degrees * Math.PI) / 180)]);
  const solids: Solid[] = [slab("paint", hex(1), 0, 0.09), slab("gun", hex(0.86), 0.09, 0.11), limb("trim", [0, 0.06, 0.8], [0, 0.06, 1.5], [0.8, 0.1], [0.02, 0.1])];
  return meshOf(solids, paint);
}

/** Blades of grass from one root. */
export function tuft(): Mesh {
  const mesh = empty();
  for (let i = 0; i < 6; i += 1) {
    const angle = (i / 6) * Math.PI * 2 + chance(i, 3);
    const [x, z] = [Math.cos(angle), Math.sin(angle)];
    const [out, tall] = [0.1 + chance(i, 1) * 0.08, 0.16 + chance(i, 2) * 0.14];
    triangle(mesh, [x * 0.02 - z * 0.022, -0.02, z * 0.02 + x * 0.022], [x * 0.02 + z * 0.022, -0.02, z * 0.02 - x * 0.022], [x * out, tall, z * out], [0, 1, 0], [1, 1, 1]);
  }
  return mesh;
}

const onTable = ({ columns, rows, step }: Relief, [x, y]: Point): boolean => x >= 0 && y >= 0 && x <= columns * step && y <= rows * step;

/** A strip of ground that follows the relief, as far as there is a table. */
export function ribbon(points: readonly Point[], width: number, relief: Relief, closed: boolean, dashed: boolean, lift = 0.07): number[] {
  const line = closed ? [...points, points[0] as Point] : points;
  const corners: number[] = [];
  const step = 0.35;
  let run = 0;
  for (let i = 1; i < line.length; i += 1) {
    const [a, b] = [line[i - 1] as Point, line[i] as Point];
    const far = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (far < 1e-6) continue;
    const [nx, ny] = [((b[1] - a[1]) / far) * (width / 2), (-(b[0] - a[0]) / far) * (width / 2)];
    const count = Math.max(1, Math.ceil(far / step));
    for (let k = 0; k < count; k += 1) {
      run += far / count;
      if (dashed && Math.floor(run / 0.7) % 2) continue;
      const at = (share: number): [Point, number] => {
        const point: Point = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
        return [point, heightAt(relief, point[0], point[1]) + lift];
      };
      const [[p, low], [q, high]] = [at(k / count), at((k + 1) / count)];
      if (!onTable(relief, p) || !onTable(relief, q)) continue;
      const quad: Vec[] = [[p[0] - nx, low, -(p[1] - ny)], [p[0] + nx, low, -(p[1] + ny)], [q[0] + nx, high, -(q[1] + ny)], [q[0] - nx, high, -(q[1] - ny)]];
      for (const corner of [0, 1, 2, 0, 2, 3]) corners.push(...(quad[corner] as Vec));
    }
  }
  return corners;
}

/** All cells of the ground inside closed lines, over the relief. A line inside a line is a hole. */
export function carpet(loops: readonly (readonly Point[])[], relief: Relief, lift = 0.05): number[] {
  const { columns, rows, step } = relief;
  const inside = new Uint8Array(columns * rows);
  for (const loop of loops) fill(loop, step, columns, rows, (i) => (inside[i] = 1 - (inside[i] as number)));
  const corners: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (!inside[row * columns + column]) continue;
      let to = column; // cells side by side on flat ground are one
      const flat = (at: number): boolean => relief.heights[row * columns + at] === relief.heights[row * columns + column];
      while (to + 1 < columns && inside[row * columns + to + 1] && flat(to + 1) && to - column < 15) to += 1;
      const [x0, x1, y0, y1] = [column * step, (to + 1) * step, row * step, (row + 1) * step];
      const at = (x: number, y: number): Vec => [x, heightAt(relief, x, y) + lift, -y];
      const quad = [at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1)];
      for (const corner of [0, 1, 2, 0, 2, 3]) corners.push(...(quad[corner] as Vec));
      column = to;
    }
  }
  return corners;
}

/** A house or a wall over its outline: walls with rows of windows, a roof with a rim. */
export function house(shapes: readonly (readonly Point[])[], low: number, high: number, roof: string, windows: boolean, night = false): Mesh {
  const mesh = empty();
  const [wall, dark, lamp, top] = [light(lit(roof, 0.82)), light("#38454f"), light("#f3d79a").map((part) => part * (night ? 4.5 : 1)), light(roof)];
  for (const shape of shapes) {
    const turn = shape.reduce((sum, a, i) => sum + a[0] * (shape[(i + 1) % shape.length] as Point)[1] - (shape[(i + 1) % shape.length] as Point)[0] * a[1], 0);
    const ring = turn > 0 ? shape : shape.toReversed(); // counterclockwise from above
    facet(mesh, ring.map(([x, y]): Vec => [x, high, -y]), top);
    ring.forEach((a, i) => {
      const b = ring[(i + 1) % ring.length] as Point;
      const at = (share: number, y: number, out = 0): Vec => {
        const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
        const [nx, ny] = [((b[1] - a[1]) / far) * out, (-(b[0] - a[0]) / far) * out];
        return [a[0] + (b[0] - a[0]) * share + nx, y, -(a[1] + (b[1] - a[1]) * share + ny)];
      };
      facet(mesh, [at(0, low - 0.6), at(1, low - 0.6), at(1, high), at(0, high)], wall);
      facet(mesh, [at(0, high - 0.02, 0.06), at(1, high - 0.02, 0.06), at(1, high + 0.12, 0.06), at(0, high + 0.12, 0.06)], light(lit(roof, 1.2)));
      const count = Math.floor(Math.hypot(b[0] - a[0], b[1] - a[1]) / 0.55);
      if (!windows || count < 2) return;
      for (let floor = low + 0.25; floor + 0.5 < high; floor += 0.75) {
        for (let k = 0; k < count; k += 1) {
          const [from, to] = [(k + 0.25) / count, (k + 0.75) / count];
          const glass = chance(Math.round(a[0] * 7 + k * 3), Math.round(a[1] * 5 + floor * 4)) > (night ? 0.66 : 0.88) ? lamp : dark;
          facet(mesh, [at(from, floor, 0.012), at(to, floor, 0.012), at(to, floor + 0.36, 0.012), at(from, floor + 0.36, 0.012)], glass);
        }
      }
    });
    if (windows) furnish(mesh, ring, high, roof);
  }
  return mesh;
}

/** What stands on a flat roof: the head of a staircase, a vent, a tank. They count for nothing and keep low. */
function furnish(mesh: Mesh, ring: readonly Point[], high: number, roof: string): void {
  const [x, y] = [ring.reduce((sum, one) => sum + one[0], 0) / ring.length, ring.reduce((sum, one) => sum + one[1], 0) / ring.length];
  const room = Math.min(...ring.map((one) => Math.hypot(one[0] - x, one[1] - y)));
  if (room < 0.9) return;
  const crate = (dx: number, dy: number, wide: number, deep: number, tall: number, colour: string): void => {
    const [left, right, near, far] = [x + dx - wide / 2, x + dx + wide / 2, -(y + dy - deep / 2), -(y + dy + deep / 2)];
    const [low, top] = [high, high + tall];
    facet(mesh, [[left, top, near], [right, top, near], [right, top, far], [left, top, far]], light(lit(colour, 1.12)));
    facet(mesh, [[left, low, near], [right, low, near], [right, top, near], [left, top, near]], light(colour));
    facet(mesh, [[right, low, near], [right, low, far], [right, top, far], [right, top, near]], light(lit(colour, 0.85)));
    facet(mesh, [[right, low, far], [left, low, far], [left, top, far], [right, top, far]], light(lit(colour, 0.8)));
    facet(mesh, [[left, low, far], [left, low, near], [left, top, near], [left, top, far]], light(lit(colour, 0.9)));
  };
  const luck = chance(Math.round(x * 3), Math.round(y * 3));
  crate(room * 0.25, room * 0.2, room * 0.42, room * 0.34, 0.28, lit(roof, 0.9));
  crate(-room * 0.3, -room * 0.22, room * 0.22, room * 0.22, 0.18, "#8b9196");
  if (luck > 0.5) crate(-room * 0.28, room * 0.28, room * 0.16, room * 0.3, 0.14, "#737a80");
}

/** The ground as corners of a lattice: places, places in the painting, and which three make a face; with a rim to the table. */
export function groundMesh(relief: Relief, width: number, depth: number, rough: (x: number, y: number) => number): { places: Float32Array; picture: Float32Array; faces: number[] } {
  const step = Math.max(0.25, Math.max(width, depth) / 240);
  const [columns, rows] = [Math.ceil(width / step), Math.ceil(depth / step)];
  const places = new Float32Array((columns + 1) * (rows + 1) * 3);
  const picture = new Float32Array((columns + 1) * (rows + 1) * 2);
  const faces: number[] = [];
  for (let row = 0; row <= rows; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      const [x, y] = [Math.min(width, column * step), Math.min(depth, row * step)];
      const i = row * (columns + 1) + column;
      places.set([x, heightAt(relief, x, y) + rough(x, y), -y], i * 3);
      picture.set([x / width, y / depth], i * 2);
      if (row < rows && column < columns) faces.push(i, i + 1, i + columns + 2, i, i + columns + 2, i + columns + 1);
    }
  }
  return { places, picture, faces };
}

/** Where a ray from the eye meets the ground: a point of the table, or nothing. */
export function meets(relief: Relief, from: Vec, way: Vec): Point | null {
  let last = 0;
  for (let far = 0.5; far < 400; far += Math.max(0.12, far * 0.004)) {
    const [x, y, z] = [from[0] + way[0] * far, from[1] + way[1] * far, from[2] + way[2] * far];
    if (y < heightAt(relief, x, -z)) return refined(relief, from, way, last, far);
    last = far;
  }
  return null;
}

function refined(relief: Relief, from: Vec, way: Vec, near: number, far: number): Point {
  let [low, high] = [near, far];
  for (let i = 0; i < 12; i += 1) {
    const middle = (low + high) / 2;
    if (from[1] + way[1] * middle < heightAt(relief, from[0] + way[0] * middle, -(from[2] + way[2] * middle))) high = middle;
    else low = middle;
  }
  return [from[0] + way[0] * high, -(from[2] + way[2] * high)];
}
