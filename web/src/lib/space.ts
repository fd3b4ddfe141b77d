// The space of a map: how far apart things are, where something may stand, and the words for it. One implementation for
// each measure that a server may name; whoever measures anything on the table asks here. Knows no rule and no screen.
import { bearing, offset, turned } from "./geometry";
import type { MapData, Point } from "./protocol";
import { trimmed } from "./words";

export interface Space {
  /** How far two points are apart, in the map's own measure. */
  distance(a: Point, b: Point): number;
  /** From the edge of one base to the edge of another, in inches; below nothing where they overlap. */
  apart(a: Point, radius: number, b: Point, other: number): number;
  /** Where something may stand: the place that is meant by a point. */
  snap(point: Point): Point;
  /** The facing that is meant by an angle, where the player turns in steps of so many degrees. */
  facing(degrees: number, step: number): number;
  /** Degrees of one turn of a key, and of a large one. */
  readonly turns: readonly [number, number];
  /** One step with the arrow keys: right and up are 1 or −1. */
  step(from: Point, right: number, up: number, far: boolean): Point;
  /** The way to a place, as an order names it: all places entered, where the map has such. */
  way(from: Point | null, path: readonly Point[], leaps: boolean): Point[];
  /** The place so many inches from one towards another, on a straight line. */
  along(from: Point, to: Point, inches: number): Point;
  /** The outlines of the fields that lie within so many inches of a place; none where the ground is not divided. */
  around(at: Point, inches: number): Point[][];
  /** The outlines of the fields on a straight line. */
  between(from: Point, to: Point): Point[][];
  /** A distance in the map's measure, a length in inches, a height and a place in words. */
  far(value: number): string;
  span(inches: number): string;
  high(value: number): string;
  /** The same as briefly as it is written on the map. */
  mark(value: number): string;
  place(point: Point): string;
  /** The size of the map in words. */
  readonly size: string;
  /** The fields of the map, each with its corners and its name; none where the ground is not divided. */
  readonly cells: readonly { middle: Point; corners: Point[]; name: string }[];
  /** The corners of the field called so, and of the one that a point lies in. */
  corners(name: string): Point[];
  field(point: Point): Point[] | null;
}

export const spaceOf = (map: MapData): Space => (map.measure === "hexes" ? new Hexes(map) : new Plane(map));

const SIGNS: Record<string, string> = { inches: "″" };

const straight = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** An open table: any place will do. */
export class Plane implements Space {
  readonly turns = [15, 60] as const;
  readonly cells = [];
  readonly size: string;
  private readonly unit: string;

  constructor(map: MapData) {
    this.unit = SIGNS[map.measure] ?? ` ${map.measure}`;
    this.size = `${trimmed(map.width)} by ${trimmed(map.depth)} ${map.measure}`;
  }

  distance = straight;

  apart(a: Point, radius: number, b: Point, other: number): number {
    return straight(a, b) - radius - other;
  }

  snap(point: Point): Point {
    return point;
  }

  facing(degrees: number, step: number): number {
    return turned(Math.round(degrees / step) * step, 0);
  }

  step(from: Point, right: number, up: number, far: boolean): Point {
    const by = far ? 4 : 1;
    return [from[0] + right * by, from[1] + up * by];
  }

  way(_from: Point | null, path: readonly Point[]): Point[] {
    return [...path];
  }

  along(from: Point, to: Point, inches: number): Point {
    return offset(from, bearing(from, to), inches);
  }

  around(): Point[][] {
    return [];
  }

  between(): Point[][] {
    return [];
  }

  far(value: number): string {
    return `${trimmed(value)}${this.unit}`;
  }

  span(inches: number): string {
    return this.far(inches);
  }

  mark(value: number): string {
    return this.high(value);
  }

  high(value: number): string {
    return this.far(value);
  }

  place(point: Point): string {
    return `${this.far(point[0])} east, ${this.far(point[1])} north`;
  }

  corners(): Point[] {
    return [];
  }

  field(): null {
    return null;
  }
}

type Axial = readonly [number, number]; // steps to the south-east, steps to the south

const ACROSS = 2; // from flat to flat, as coordinates go
const COLUMN = Math.sqrt(3); // from one column to the next
const CORNER = 2 / Math.sqrt(3); // from the middle of a hex to its corners

/** Hexes that are flat on top: 0101 lies in the north-west, even columns half a hex further south. */
export class Hexes implements Space {
  readonly turns = [60, 60] as const;
  readonly columns: number;
  readonly rows: number;
  readonly size: string;
  private made: { middle: Point; corners: Point[]; name: string }[] | null = null;

  constructor(map: MapData) {
    this.rows = Math.round((map.depth - 1) / ACROSS);
    this.columns = Math.round((map.width - 2 * CORNER) / COLUMN) + 1;
    this.size = `${this.columns} by ${this.rows} hexes`;
  }

  get cells(): readonly { middle: Point; corners: Point[]; name: string }[] {
    this.made ??= Array.from({ length: this.columns * this.rows }, (_, i) => {
      const [column, row] = [1 + (i % this.columns), 1 + Math.floor(i / this.columns)];
      const middle = this.middle(column, row);
      return { middle, corners: around(middle), name: nameOf(column, row) };
    });
    return this.made;
  }

  distance(a: Point, b: Point): number {
    return steps(this.axial(a), this.axial(b));
  }

  /** Whoever is in a hex fills it: bases take up no room beside. */
  apart(a: Point, _radius: number, b: Point, _other: number): number {
    return ACROSS * this.distance(a, b);
  }

  snap(point: Point): Point {
    const [column, row] = this.cell(this.axial(point));
    const kept = (value: number, most: number): number => Math.max(1, Math.min(most, value));
    return this.middle(kept(column, this.columns), kept(row, this.rows));
  }

  facing(degrees: number): number {
    return turned(Math.round(degrees / 60) * 60, 0);
  }

  step(from: Point, right: number, up: number, far: boolean): Point {
    const by = far ? 4 : 1;
    const [column, row] = this.cell(this.axial(from));
    return this.snap(this.middle(column + right * by, row - up * by));
  }

  /** Every hex entered, each next to the one before; a leap has only its end. */
  way(from: Point | null, path: readonly Point[], leaps: boolean): Point[] {
    const last = path[path.length - 1];
    if (leaps) return last ? [this.snap(last)] : [];
    const found: Point[] = [];
    let here = from;
    for (const point of path) {
      if (here === null) found.push(this.snap(point));
      else found.push(...this.walk(this.axial(here), this.axial(point)));
      here = point;
    }
    return found;
  }

  along(from: Point, to: Point, inches: number): Point {
    const [a, count] = [this.axial(from), Math.round(inches / ACROSS)];
    const b = this.axial(to);
    const share = count / (steps(a, b) || 1);
    return this.at(rounded(a[0] + (b[0] - a[0]) * share + 1e-6, a[1] + (b[1] - a[1]) * share + 2e-6));
  }

  around(at: Point, inches: number): Point[][] {
    return this.cells.filter((cell) => ACROSS * this.distance(at, cell.middle) <= inches).map((cell) => cell.corners);
  }

  between(from: Point, to: Point): Point[][] {
    const [a, b] = [this.axial(from), this.axial(to)];
    return [this.at(a), ...this.walk(a, b)].map(around);
  }

  far(value: number): string {
    return `${trimmed(value)} ${value === 1 ? "hex" : "hexes"}`;
  }

  span(inches: number): string {
    return this.far(inches / ACROSS);
  }

  mark(value: number): string {
    return trimmed(value);
  }

  high(value: number): string {
    return `${trimmed(value)} ${Math.abs(value) === 1 ? "level" : "levels"}`;
  }

  place(point: Point): string {
    return `hex ${nameOf(...this.cell(this.axial(point)))}`;
  }

  corners(name: string): Point[] {
    return around(this.middle(Number(name.slice(0, 2)), Number(name.slice(2))));
  }

  field(point: Point): Point[] {
    return around(this.at(this.axial(point)));
  }

  middle(column: number, row: number): Point {
    return [CORNER + (column - 1) * COLUMN, ACROSS * this.rows + 2 - (2 * row + (column % 2 === 0 ? 1 : 0))];
  }

  private axial(point: Point): Axial {
    const east = (point[0] - CORNER) / COLUMN + 1;
    return rounded(east, (ACROSS * this.rows + 2 - point[1] - east - 1) / 2);
  }

  private cell([east, south]: Axial): [number, number] {
    return [east, Math.floor((2 * south + east + 1 - (east % 2 === 0 ? 1 : 0)) / 2)];
  }

  private at(place: Axial): Point {
    return this.middle(...this.cell(place));
  }

  private walk(a: Axial, b: Axial): Point[] {
    const count = steps(a, b);
    return Array.from({ length: count }, (_, i) => {
      const share = (i + 1) / count;
      // A hair to one side, so that a way along a border keeps to that side of it.
      return this.at(rounded(a[0] + (b[0] - a[0]) * share + 1e-6, a[1] + (b[1] - a[1]) * share + 2e-6));
    });
  }
}

const nameOf = (column: number, row: number): string => `${String(column).padStart(2, "0")}${String(row).padStart(2, "0")}`;

/** How many hexes it is from one to another. */
function steps(a: Axial, b: Axial): number {
  const [east, south] = [b[0] - a[0], b[1] - a[1]];
  return (Math.abs(east) + Math.abs(south) + Math.abs(east + south)) / 2;
}

/** The hex nearest to a point between hexes. */
function rounded(east: number, south: number): Axial {
  const third = -east - south;
  let [q, r] = [Math.round(east), Math.round(south)];
  const s = Math.round(third);
  const [dq, dr, ds] = [Math.abs(q - east), Math.abs(r - south), Math.abs(s - third)];
  if (dq > dr && dq > ds) q = -r - s;
  else if (dr > ds) r = -q - s;
  return [q + 0, r + 0]; // never −0
}

const around = (middle: Point): Point[] =>
  [0, 60, 120, 180, 240, 300].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return [middle[0] + CORNER * Math.cos(angle), middle[1] + CORNER * Math.sin(angle)];
  });
