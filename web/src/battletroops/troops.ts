// What the server tells of BattleTroops, and the geometry of dots: rows of dots, every other one shifted by half a dot.
import type { Game } from "../lib/game.svelte";
import type { Command, Offer, Part, Point, Reason } from "../lib/protocol";

export const ROW = Math.sqrt(3) / 2;
const CELL = 1 / Math.sqrt(3); // from a dot to the corner of its field

export type Span = [Point, Point];
export type Ground = {
  id: string;
  kind: string;
  base: number;
  polygon?: Point[];
  circle?: [number, number, number];
  line?: Span;
  at?: Point;
  trunk?: number;
  branches?: number;
  dots?: Point[];
  level?: number;
  elevation?: number;
  height?: number;
  type?: string;
  windows?: Span[];
  doors?: Span[];
  walls?: Span[];
  stairways?: Point[];
};
type Arm = { name: string; kind: string; lethal: number[]; short: Point; long: Point };
export type Worn = { kind: string; first: number; blocks: number };
type Mount = { weapon: string; in: string; rear: boolean };
export type Kit = { name: string; kind: string; side: string; group: string | null; arms: Arm[]; armor: Worn | null; mounts: Mount[]; modes: string[] };
export type TroopScene = {
  map: { kind: string; measure: string; width: number; depth: number; row: number };
  floors: number[];
  arcs: { size: number; width: number }[];
  sides: { name: string; home: string | null }[];
  terrain: Ground[];
  units: Record<string, Kit>;
};
export type Arc = { size: number; towards: Point };
/** Where a man shall hide before the battle, in the words of an order. */
export type Hideout = { at: Point; elevation: number; hidden: number };
/** What is true of a 'Mech or vehicle, and of no soldier. */
export type Machine = { name: string; facing: number; armor: Record<string, number>; structure: Record<string, number>; lost: number; heat?: number; crits: string[]; sections?: Record<string, string> };
export type Soldier = Partial<Machine> & {
  side: string;
  kind?: string;
  at: Point | null;
  elevation: number;
  track?: string; // of soldiers only
  mp: number;
  mp_left: number | null;
  prone: boolean;
  stunned: boolean;
  arc: Arc | null;
  prepared: string;
  grenades: number;
  moved: string;
  fired: boolean;
  hidden: number | false;
  group?: string | null;
  notes?: { ambush?: number }; // what a hidden man waits for, to his own side
  hand_to_hand: string | null;
  status: string[];
  offers: Offer[];
  left: number;
  entries?: Point[]; // other dots of the edge where one who has just come may begin
  kit?: Choices | null; // what his player may settle before the battle
};
export type Choices = { weapons: string[]; secondary: string[]; primary: string; second: string; sends: boolean | null; armor: Record<string, number> | null };
/** What somebody is given before the battle, in the words of an order. */
export type Arms = { primary?: string; secondary?: string; armor?: Record<string, number> };
type FireDecision = { side: string; kind: string; question?: string; target?: string; shots?: string[]; numbers?: Record<string, number>; choices?: string[] };
export type TroopView = {
  turn: number;
  phase: string;
  acting: string | null;
  to_act: string | null;
  decision: FireDecision | null;
  units: Record<string, Soldier>;
  explosives: { weapon: string; at: Point; elevation: number; side: string }[];
  fires: { at: Point; elevation: number }[];
  items: { what: string; at: Point; elevation: number; count: number }[];
};
export type Spot = { at: Point; level: number; prone: boolean; cost: number; path: (Point | string)[]; mode?: string };
export type ShotPreview = {
  legal: boolean;
  reason: Reason | null;
  target_number: number | null;
  modifiers: Part[];
  distance: number | null;
  cost: number;
  lethal: number | number[] | null;
  hit_probability: number;
};

export const isTroops = (game: Game): boolean => game.shown?.scene.game === "battletroops";
export const sceneOf = (game: Game): TroopScene | null => (game.shown?.scene ?? null) as unknown as TroopScene | null;
export const viewOf = (game: Game): TroopView | null => (game.shown?.view ?? null) as unknown as TroopView | null;
export const asCommand = (order: object): Command => order as unknown as Command;

export const isMachine = (unit: Soldier | null): unit is Soldier & Machine => unit !== null && unit.armor !== undefined;

export const same = (a: Point | null | undefined, b: Point | null | undefined): boolean => !!a && !!b && a[0] === b[0] && a[1] === b[1];

/** Steps between two dots. */
export function steps(a: Point, b: Point): number {
  const [across, up] = [Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])];
  return up + Math.max(0, across - up / 2);
}

/** The dot that lies nearest to a point of the map. */
export function nearestDot(point: Point): Point {
  const candidates = [Math.floor(point[1]), Math.floor(point[1]) + 1].map((row): Point => {
    const half = Math.abs(row % 2) === 1 ? 0.5 : 0;
    return [Math.round(point[0] - half) + half, row];
  });
  const far = (dot: Point): number => Math.hypot(dot[0] - point[0], (dot[1] - point[1]) * ROW);
  return candidates.toSorted((a, b) => far(a) - far(b))[0] as Point;
}

export const inside = (dot: Point, width: number, depth: number): boolean => dot[1] >= 0 && dot[1] < depth && dot[0] >= 0 && dot[0] < width;

/** Every dot of a map, row by row from the south, as the server counts them. */
export function dotsOf(width: number, depth: number): Point[] {
  return Array.from({ length: width * depth }, (_, i): Point => {
    const row = Math.floor(i / width);
    return [(i % width) + 0.5 * (row % 2), row];
  });
}

/** From dots and rows to the drawing: one unit is a dot, y goes down from the north. */
export class Paper {
  /** How large the drawing is. */
  readonly ground: { width: number; depth: number };

  /** `turned`: the north edge is below, for whoever sits there. */
  constructor(readonly depth: number, width = 0, readonly turned = false) {
    this.ground = { width: width + 1, depth: (depth + 0.5) * ROW };
  }

  at([x, y]: Point): Point {
    return this.spun([x + 0.75, (this.depth - y - 0.25) * ROW]);
  }
  back(point: Point): Point {
    const [x, y] = this.spun(point);
    return [x - 0.75, this.depth - 0.25 - y / ROW];
  }
  private spun([x, y]: Point): Point {
    return this.turned ? [this.ground.width - x, this.ground.depth - y] : [x, y];
  }
  line(points: readonly Point[], closed = false): string {
    const text = points.map((point, i) => `${i ? "L" : "M"}${this.pair(point)}`).join("");
    return closed ? `${text}Z` : text;
  }
  private pair(point: Point): string {
    return this.at(point).map((value) => value.toFixed(3)).join(" ");
  }
  /** The field of a dot: a hexagon with a corner to the north. */
  field(dot: Point): string {
    const [x, y] = this.at(dot);
    const corners = [30, 90, 150, 210, 270, 330].map((turn) => {
      const angle = (turn * Math.PI) / 180;
      return `${(x + CELL * Math.cos(angle)).toFixed(3)} ${(y + CELL * Math.sin(angle)).toFixed(3)}`;
    });
    return `M${corners.join("L")}Z`;
  }
  /** A wedge from a dot towards another. */
  wedge(from: Point, towards: Point, width: number, far: number): string {
    const [x, y] = this.at(from);
    const [tx, ty] = this.at(towards);
    const middle = Math.atan2(ty - y, tx - x);
    const half = ((width / 2) * Math.PI) / 180;
    const edge = (angle: number): string => `${(x + far * Math.cos(angle)).toFixed(3)} ${(y + far * Math.sin(angle)).toFixed(3)}`;
    return `M${x} ${y}L${edge(middle - half)}A${far} ${far} 0 0 1 ${edge(middle + half)}Z`;
  }
}

/** The six directions as the scatter diagram numbers them, 1 to 6: one dot in each. */
export const DIRECTIONS: readonly Point[] = [[-1, 0], [-0.5, 1], [0.5, 1], [1, 0], [0.5, -1], [-0.5, -1]];
export const BEARINGS = ["west", "north-west", "north-east", "east", "south-east", "south-west"];
export const stepTo = (at: Point, direction: number): Point => {
  const [x, y] = DIRECTIONS[direction - 1] ?? [0, 0];
  return [at[0] + x, at[1] + y];
};
/** The direction in which a point lies, as near as the six come. */
export const directionTo = (at: Point, to: Point): number => {
  const along = ([x, y]: Point): number => x * (to[0] - at[0]) + y * ROW * ROW * (to[1] - at[1]);
  const best = DIRECTIONS.reduce((most, one) => (along(one) > along(most) ? one : most));
  return DIRECTIONS.indexOf(best) + 1;
};

export const BLOCKS = ["10", "9", "8", "7", "6", "5", "4", "3", "2", "1", "0", "†"];

/** What a level is called, short and in words. */
export const floorMark = (level: number): string => (level > 0 ? `+${level}` : level === 0 ? "0" : `−${-level}`);
export const floorWords = (level: number): string =>
  level < 0 ? (level === -1 ? "Basement" : `Level ${level}`) : level === 0 ? "Ground" : `Level ${level}`;
