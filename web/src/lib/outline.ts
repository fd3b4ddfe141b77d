// The outline of many fields that lie side by side, and the same with its corners rounded. Pure.
import type { Point } from "./protocol";

const name = ([x, y]: Point): string => `${Math.round(x * 500)},${Math.round(y * 500)}`;

/** Closed lines around all fields together: what two of them share is inside. All fields run the same way round. */
export function outlineOf(fields: readonly (readonly Point[])[]): Point[][] {
  const edges = new Map<string, [Point, Point]>();
  for (const field of fields) {
    field.forEach((a, i) => {
      const b = field[(i + 1) % field.length] as Point;
      if (!edges.delete(`${name(b)}>${name(a)}`)) edges.set(`${name(a)}>${name(b)}`, [a, b]);
    });
  }
  const from = new Map<string, [Point, Point][]>();
  for (const edge of edges.values()) from.set(name(edge[0]), [...(from.get(name(edge[0])) ?? []), edge]);
  return loops(from);
}

function loops(from: Map<string, [Point, Point][]>): Point[][] {
  const found: Point[][] = [];
  for (const waiting of from.values()) {
    for (let edge = waiting.pop(); edge; edge = waiting.pop()) {
      const loop: Point[] = [];
      for (let next: [Point, Point] | undefined = edge; next; next = from.get(name(next[1]))?.pop()) loop.push(next[0]);
      found.push(straightened(loop));
    }
  }
  return found;
}

/** Without the points that lie on a straight line between their neighbours. */
const straightened = (loop: readonly Point[]): Point[] =>
  loop.filter((point, i) => {
    const a = loop[(i + loop.length - 1) % loop.length] as Point;
    const b = loop[(i + 1) % loop.length] as Point;
    return Math.abs((point[0] - a[0]) * (b[1] - point[1]) - (point[1] - a[1]) * (b[0] - point[0])) > 1e-6;
  });

/** A closed line without stairs: the middles of its edges, with their corners cut again and again (Chaikin). */
export function rounded(loop: readonly Point[], times = 2): Point[] {
  const between = (a: Point, b: Point, share: number): Point => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
  const cut = (line: readonly Point[], share: number): Point[] => line.flatMap((a, i) => [between(a, line[(i + 1) % line.length] as Point, share), between(a, line[(i + 1) % line.length] as Point, 1 - share)]);
  let line: Point[] = loop.map((a, i) => between(a, loop[(i + 1) % loop.length] as Point, 0.5));
  for (let i = 0; i < times; i += 1) line = cut(line, 0.25);
  return line;
}
