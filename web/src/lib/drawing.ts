// From the places of a map to SVG: terrain, bases and arcs as path data. The drawing has y down from the north edge.
import { centroid, offset } from "./geometry";
import type { Feature, Point } from "./protocol";
import type { Space } from "./space";

const number = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Turns points of the table into points of the drawing. Quarter turns bring another edge below than the south. */
export class Sheet {
  /** How large the drawing is. */
  readonly ground: { width: number; depth: number };

  constructor(readonly depth: number, readonly width = depth, readonly turns = 0) {
    this.ground = turns % 2 ? { width: depth, depth: width } : { width, depth };
  }

  at([x, y]: Point): Point {
    const turned: Point[] = [[x, this.depth - y], [this.depth - y, this.width - x], [this.width - x, y], [y, x]];
    return turned[this.turns] as Point;
  }

  back([x, y]: Point): Point {
    const turned: Point[] = [[x, this.depth - y], [this.width - y, this.depth - x], [this.width - x, y], [y, x]];
    return turned[this.turns] as Point;
  }

  /** A bearing of the table as degrees clockwise from the top of the drawing. */
  heading(bearing: number): number {
    return (((bearing + ([0, -90, 180, 90][this.turns] as number)) % 360) + 360) % 360;
  }

  /** What goes right and up on the drawing, as it goes east and north on the table. */
  towards(right: number, up: number): Point {
    const turned: Point[] = [[right, up], [up, -right], [-right, -up], [-up, right]];
    return turned[this.turns] as Point;
  }

  /** A rectangle of the table: x, y, width and depth of the drawing. */
  box([x, y, width, depth]: readonly [number, number, number, number]): { x: number; y: number; width: number; height: number } {
    const [a, b] = [this.at([x, y]), this.at([x + width, y + depth])];
    return { x: Math.min(a[0], b[0]), y: Math.min(a[1], b[1]), width: Math.abs(a[0] - b[0]), height: Math.abs(a[1] - b[1]) };
  }

  line(points: readonly Point[], closed = false): string {
    const text = points.map((point, i) => `${i ? "L" : "M"}${this.pair(point)}`).join("");
    return closed ? `${text}Z` : text;
  }

  pair(point: Point): string {
    const [x, y] = this.at(point);
    return `${number(x)} ${number(y)}`;
  }

  /** The outline of a piece of terrain. A line is drawn by its middle, with a stroke of its width. */
  outline(feature: Feature, space: Space): string {
    if (feature.hexes) return feature.hexes.map((name) => this.line(space.corners(name), true)).join("");
    if (feature.polygon) return this.line(feature.polygon, true);
    if (feature.rect) {
      const [x, y, width, depth] = feature.rect;
      return this.line([[x, y], [x + width, y], [x + width, y + depth], [x, y + depth]], true);
    }
    if (feature.circle) return this.circle([feature.circle[0], feature.circle[1]], feature.circle[2]);
    if (feature.circles) return feature.circles.map(([x, y, radius]) => this.circle([x, y], radius)).join("");
    if (feature.runs) return feature.runs.map((run) => this.line(run)).join("");
    return this.line(feature.line ?? []);
  }

  circle(middle: Point, radius: number): string {
    const r = number(radius);
    const east: Point = [middle[0] + radius, middle[1]];
    const west: Point = [middle[0] - radius, middle[1]];
    return `M${this.pair(east)}A${r} ${r} 0 1 0 ${this.pair(west)}A${r} ${r} 0 1 0 ${this.pair(east)}Z`;
  }

  /** All that lies within so many inches of a place: a circle, or the hexes there. */
  area(middle: Point, radius: number, space: Space): string {
    const fields = space.around(middle, radius);
    return fields.length ? fields.map((field) => this.line(field, true)).join("") : this.circle(middle, radius);
  }

  /** A hexagon with a flat side to the front. Its corners lie on the circle of the base. */
  hex(middle: Point, radius: number, facing: number): string {
    return this.line([30, 90, 150, 210, 270, 330].map((turn) => offset(middle, facing + turn, radius)), true);
  }

  /** The arrowhead in front of a base. */
  nose(middle: Point, radius: number, facing: number): string {
    const flat = radius * 0.866;
    return this.line(
      [offset(middle, facing, flat + radius * 0.62), corner(middle, facing, flat, radius * 0.42), corner(middle, facing, flat, -radius * 0.42)],
      true,
    );
  }

  /** A slice of a circle: an arc of fire of this width around a bearing. */
  wedge(middle: Point, radius: number, centre: number, width: number): string {
    if (width >= 359.9) return this.circle(middle, radius);
    const start = offset(middle, centre - width / 2, radius);
    const end = offset(middle, centre + width / 2, radius);
    const r = number(radius);
    return `M${this.pair(middle)}L${this.pair(start)}A${r} ${r} 0 ${width > 180 ? 1 : 0} 1 ${this.pair(end)}Z`;
  }
}

function corner(middle: Point, facing: number, ahead: number, aside: number): Point {
  return offset(offset(middle, facing, ahead), facing + 90, aside);
}

/** Where a feature's label goes. */
export function middleOf(feature: Feature, space?: Space): Point {
  if (feature.hexes && space) return centroid(space.corners(feature.hexes[0] ?? "0101"));
  if (feature.polygon) return centroid(feature.polygon);
  if (feature.rect) return [feature.rect[0] + feature.rect[2] / 2, feature.rect[1] + feature.rect[3] / 2];
  if (feature.circle) return [feature.circle[0], feature.circle[1]];
  const first = feature.circles?.[0];
  if (first) return [first[0], first[1]];
  const line = feature.line ?? [[0, 0]];
  return line[Math.floor(line.length / 2)] as Point;
}

/** A place for the label of each piece of a feature made of hexes: those that touch are one piece. */
export function hexPlaces(feature: Feature, space: Space): Point[] {
  const left = (feature.hexes ?? []).map((name) => ({ middle: centroid(space.corners(name)), rim: space.corners(name)[0] as Point }));
  const far = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const places: Point[] = [];
  for (let first = left.pop(); first; first = left.pop()) {
    const across = far(first.middle, first.rim) * 1.9; // neighbours are 1.73 of it apart
    const piece = [first];
    for (const hex of piece) {
      for (let i = left.length - 1; i >= 0; i -= 1) {
        const other = left[i] as typeof hex;
        if (far(hex.middle, other.middle) < across) piece.push(...left.splice(i, 1));
      }
    }
    const heart = centroid(piece.map((hex) => hex.middle));
    places.push(piece.map((hex) => hex.middle).sort((a, b) => far(a, heart) - far(b, heart))[0] as Point);
  }
  return places;
}

/** What a feature is drawn as: its own kind where there is a drawing for it, else what it is to eye and foot. */
const DRAWN = ["fire", "fortified", "dug_in", "heavy_smoke", "smoke", "geyser", "emi", "hollow", "pit", "woods", "jungle", "hill", "water", "building", "road", "pavement", "rough", "rubble", "bridge", "wall"];

/** Kinds of the battlefield's own, each with colours and a texture by its name. */
const GROUND = [
  "deep_snow", "gravel_piles", "hazardous_liquid_pool", "heavy_industrial", "ice", "jungle", "magma_liquid", "magma_crust", "mud", "sand", "swamp",
  "quicksand", "tundra", "planted_fields", "rail", "ultra_rough",
];

export function lookOf(feature: Feature): string {
  if (GROUND.includes(feature.kind)) return feature.kind;
  const kind = DRAWN.find((name) => feature.kind === name || feature.kind.endsWith(`_${name}`));
  if (feature.role === "hollow") return "hollow";
  if (kind === "geyser") return "smoke";
  if (kind === "wall") return "building";
  if (kind === "jungle") return "woods";
  if (kind === "pavement") return "road";
  if (kind) return kind;
  const roles: Record<string, string> = { solid: "building", hill: "hill", woods: "woods", water: "water", bridge: "bridge" };
  return roles[feature.role] ?? "rough";
}

/** The few characters that tell a feature's height or depth at a glance. */
export function heightLabel(feature: Feature, space: Space): string {
  if (feature.depth > 0) return `−${space.mark(feature.depth)}`;
  return feature.height > 0 && feature.role !== "flat" ? space.mark(feature.height) : "";
}

/** What a feature is, in words. */
export function featureWords(feature: Feature, space: Space): string {
  const kind = feature.kind.replaceAll("_", " ");
  const facts = [
    feature.type ?? "",
    feature.height > 0 ? `${space.high(feature.height)} high` : "",
    feature.depth > 0 ? `${space.high(feature.depth)} deep` : "",
    feature.build && feature.build !== "standard" ? feature.build.replaceAll("_", " ") : "",
    feature.hangar ? "hangar" : "",
    feature.cf ? `CF ${feature.cf}` : "",
  ].filter(Boolean);
  const named = facts.length ? `${kind} (${facts.join(", ")})` : kind;
  return feature.about ? `${named}: ${feature.about}` : named;
}

const BELOW: Record<string, number> = { south: 0, west: 1, north: 2, east: 3 };

/** The quarter turns that bring an edge of the map below. */
export const turnsFor = (home: string | null | undefined): number => BELOW[home ?? ""] ?? 0;
