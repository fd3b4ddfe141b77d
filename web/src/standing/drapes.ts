// What is laid over the land of the standing table: ways, reach, arcs, rings, zones, tapes; and words that hang over places.
// Reads what is in hand at the desk; knows no mesh.
import { lyingAbout } from "../alphastrike/cargo";
import { fallingShells, plottedPoints } from "../alphastrike/shells";
import { objectivesOf } from "../alphastrike/objectives";
import { endOf, facingOf, landingsOf } from "../alphastrike/orders";
import { rangesOf, threatOf } from "../alphastrike/rings";
import { regionsOf } from "../alphastrike/reach";
import type { Desk } from "../lib/desk.svelte";
import { bearing, offset } from "../lib/geometry";
import type { Point } from "../lib/protocol";
import { moves, percent, plain, trimmed } from "../lib/words";

export type Drape =
  | { kind: "line"; points: Point[]; colour: string; width: number; dashed?: boolean; closed?: boolean }
  | { kind: "area"; loops: Point[][]; colour: string; opacity: number }
  | { kind: "beam"; from: Point; to: Point; low: number; high: number; colour: string; dashed?: boolean }
  | { kind: "flag"; at: Point; colour: string; star: boolean };
export type Word = { at: Point; text: string; tone: "plain" | "aim" | "tape" | "threat"; or?: Point[] }; // where else it could hang
export type Laid = { drapes: Drape[]; words: Word[] };

const [REACH, WAY, AIM, BAD, PALE, TAPE] = ["#ffe08a", "#ffd166", "#ff7ad9", "#ff6a58", "#ffffff", "#ffe08a"];
const SIDES: Record<string, string> = { warm: "#ffa86b", cool: "#7cc4ff" };

export const circle = ([x, y]: Point, radius: number, count = 72): Point[] =>
  Array.from({ length: count }, (_, i) => [x + radius * Math.cos((i * 2 * Math.PI) / count), y + radius * Math.sin((i * 2 * Math.PI) / count)]);

const wedge = (at: Point, radius: number, centre: number, width: number): Point[] =>
  width >= 359.9 ? circle(at, radius) : [at, ...Array.from({ length: 25 }, (_, i) => offset(at, centre - width / 2 + (width * i) / 24, radius))];

const outlined = (loops: Point[][], colour: string, opacity: number, width: number, dashed = false): Drape[] => [
  { kind: "area", loops, colour, opacity },
  ...loops.map((points): Drape => ({ kind: "line", points, colour, width, dashed, closed: true })),
];

export function laidOut(desk: Desk): Laid {
  const parts = [zones, reach, arcs, rings, support, objectives, cargo, shells, way, sight, aims, tape, cursor].map((part) => part(desk));
  return { drapes: parts.flatMap((part) => part.drapes), words: parts.flatMap((part) => part.words ?? []) };
}
const between = (a: Point, b: Point, share: number): Point => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];

type Part = { drapes: Drape[]; words?: Word[] };
const NONE: Part = { drapes: [] };

function zones({ game, deploying, supporting }: Desk): Part {
  const view = game.shown?.view;
  const enemy = supporting.laying ? game.shown?.scene.sides.find((one) => one.name !== supporting.side)?.name : undefined;
  const side = deploying.unit ? game.unit(deploying.unit)?.side : enemy;
  const zone = side ? view?.zones?.[side] : undefined;
  if (!zone) return NONE;
  const [x, y, w, d] = zone;
  return { drapes: outlined([[[x, y], [x + w, y], [x + w, y + d], [x, y + d]]], enemy ? BAD : REACH, 0.2, 0.14, true) };
}

function reach({ game, moving }: Desk): Part {
  if (!moving.reach || !moving.draft) return NONE;
  const regions = regionsOf(moving.reach, game.space);
  const drapes = regions.flatMap((loops, band): Drape[] => [
    { kind: "area", loops, colour: REACH, opacity: 0.09 },
    ...loops.map((points): Drape => ({ kind: "line", points, colour: REACH, width: band === 3 ? 0.16 : 0.06, closed: true })),
  ]);
  const cell = moving.pointedCell;
  return { drapes, words: cell ? [{ at: cell.at, text: `${trimmed(cell.cost, 1)} of ${moves(moving.reach.allowance)}`, tone: "plain" }] : [] };
}

function arcs({ game, attacking, moving, hovered }: Desk): Part {
  const id = attacking.unit ?? moving.draft?.unit ?? (game.unit(hovered) ? hovered : game.selected);
  const unit = game.unit(id);
  if (!unit?.at || game.busy || unit.place !== "table") return NONE;
  const draft = moving.draft?.unit === id ? moving.draft : null;
  const at = (draft && endOf(draft)) ?? unit.at;
  const facing = draft ? facingOf(draft) : unit.facing;
  return { drapes: unit.arcs.flatMap((arc) => outlined([wedge(at, 24, facing + arc.centre, arc.width)], PALE, 0.06, 0.06)) };
}

function rings({ game, attacking, moving, deploying, supporting, ruler }: Desk): Part {
  const id = attacking.unit ?? (moving.draft || deploying.unit || supporting.aiming || ruler.on ? null : game.selected);
  const [unit, card] = [game.unit(id), game.card(id)];
  if (!unit?.at || !card?.ranges || unit.place !== "table" || game.busy) return NONE;
  const strange = game.seat?.kind === "player" && !game.mine(unit.side);
  const all = [...rangesOf(card), ...(strange ? threatOf(card, unit) : [])];
  const map = game.shown?.scene.map ?? { width: 0, depth: 0 };
  const inside = ([x, y]: Point): boolean => x > 0 && y > 0 && x < map.width && y < map.depth;
  const drapes = all.map((ring): Drape => ({ kind: "line", points: circle(unit.at as Point, ring.inches, 120), colour: ring.tone === "threat" ? BAD : PALE, width: 0.08, dashed: true, closed: true }));
  const words = all.flatMap((ring): Word[] => {
    const [at, ...or] = [180, 0, 90, 270, 160, 200, 135, 225, 45, 315, 20, 340].map((degrees) => offset(unit.at as Point, degrees, ring.inches)).filter(inside);
    const beyond: Point | undefined = ring.tone === "threat" ? [map.width / 2, map.depth / 2] : undefined; // all of the table is in it
    const there = at ?? beyond;
    return there ? [{ at: there, or, text: `${ring.words} ${game.space.span(ring.inches)}`, tone: ring.tone === "threat" ? "threat" : "plain" }] : [];
  });
  return { drapes, words };
}

function support({ game, supporting }: Desk): Part {
  const view = game.shown?.view;
  const fields = [...(view?.minefields ?? []), ...supporting.draft];
  const drapes = fields.flatMap((field) => outlined([circle(field.at, field.radius, 36)], SIDES[game.liveries[field.side] ?? ""] ?? PALE, 0.16, 0.1, true));
  if (supporting.laying && supporting.pointed) drapes.push(...outlined([circle(supporting.pointed, supporting.radiusOf(supporting.hide), 36)], AIM, 0.2, 0.1));
  const family = supporting.type?.family;
  const impact = family === "bombing" || family === "artillery" ? (supporting.point ?? supporting.pointed) : null;
  if (impact) for (const ring of supporting.preview?.area ?? [{ radius: 0.5 }]) drapes.push(...outlined([circle(impact, ring.radius, 48)], AIM, 0.14, 0.1));
  if (supporting.strip) {
    const [from, to] = supporting.strip;
    const half = (supporting.table?.strip[1] ?? 2) / 2;
    const along = bearing(from, to);
    drapes.push(...outlined([[offset(from, along - 90, half), offset(to, along - 90, half), offset(to, along + 90, half), offset(from, along + 90, half)]], AIM, 0.2, 0.1));
  }
  return { drapes };
}

function objectives({ game }: Desk): Part {
  const view = game.shown?.view;
  const all = view ? objectivesOf(view) : [];
  return {
    drapes: all.flatMap((one): Drape[] => {
      const colour = SIDES[game.liveries[one.side ?? one.holder ?? ""] ?? ""] ?? PALE;
      return [...(one.carrier ? [] : outlined([circle(one.at, one.radius, 48)], colour, 0.12, 0.1, true)), { kind: "flag", at: one.at, colour, star: one.kind === "marker" }];
    }),
  };
}

function cargo({ game }: Desk): Part {
  const things = game.shown ? lyingAbout(game.shown.view) : [];
  const drapes = things.flatMap((one) => outlined([circle(one.at, 0.5, 4)], PALE, 0.5, 0.1));
  return { drapes, words: things.map((one): Word => ({ at: one.at, or: [], text: one.id, tone: "plain" })) };
}

function shells({ game }: Desk): Part {
  const marks = [...plottedPoints(game), ...fallingShells(game)];
  const drapes = marks.flatMap((one) => outlined([circle(one.at, 0.6, 24)], SIDES[game.liveries[one.side] ?? ""] ?? PALE, 0.1, 0.1, true));
  return { drapes, words: marks.map((one): Word => ({ at: one.at, or: [], text: one.label, tone: "plain" })) };
}

function way({ game, moving, deploying }: Desk): Part {
  const draft = moving.draft;
  const drapes: Drape[] = [];
  if (draft) {
    const [start, end] = [draft.start ?? draft.path[0] ?? null, endOf(draft)];
    const colour = (moving.preview?.legal ?? true) ? WAY : BAD;
    if (start && draft.path.length) drapes.push({ kind: "line", points: [start, ...draft.path], colour, width: 0.22, dashed: draft.leaps });
    if (end) drapes.push(...lever(end, facingOf(draft), game.unit(draft.unit)?.radius ?? 0.6));
    for (const landing of landingsOf(draft)) drapes.push(...outlined([circle(landing.at, game.unit(landing.unit)?.radius ?? 0.6, 32)], AIM, 0.25, 0.08));
  }
  if (deploying.unit && deploying.at) drapes.push(...lever(deploying.at, deploying.facing, game.unit(deploying.unit)?.radius ?? 0.6));
  return { drapes };
}

/** Where the handle is that turns a unit. */
export const handleAt = (end: Point, facing: number, radius: number): Point => offset(end, facing, radius * 1.9 + 0.9);
const lever = (end: Point, facing: number, radius: number): Drape[] => {
  const grip = handleAt(end, facing, radius);
  return [{ kind: "line", points: [end, grip], colour: WAY, width: 0.1 }, ...outlined([circle(grip, 0.45, 28)], WAY, 0.75, 0.08)];
};

function sight({ game, attacking }: Desk): Part {
  const seen = attacking.unit && (attacking.about || attacking.point || attacking.feature) ? attacking.preview?.sight : null;
  if (!seen) return NONE;
  const kinds = Object.fromEntries((game.shown?.scene.terrain ?? []).map((feature) => [feature.id, feature.kind]));
  const crossed = seen.crossings.map((one) => `${plain(kinds[one.feature] ?? one.feature)} ${game.space.span(one.inches)}`);
  const partial = `partial cover${seen.hidden ? ` (${percent(seen.hidden)} hidden)` : ""}`;
  const first = seen.status === "blocked" ? ["no line of sight"] : seen.status === "partial" ? [partial] : crossed.length ? [] : ["clear"];
  const [at, ...or] = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74].map((share) => between(seen.from, seen.to, share)) as [Point, ...Point[]]; // anywhere on the line, where no chip hangs
  const high = (id: string | null): number => (game.unit(id)?.height ?? 1) * 0.75;
  return {
    drapes: [{ kind: "beam", from: seen.from, to: seen.to, low: high(attacking.unit), high: high(attacking.about), colour: seen.status === "blocked" ? BAD : AIM, dashed: seen.status !== "clear" }],
    words: [{ at, or, text: [...first, ...crossed].join(", "), tone: "aim" }],
  };
}

function aims({ attacking, spots }: Desk): Part {
  const points = [attacking.point, attacking.aiming ? attacking.pointed : null].filter((one) => one !== null);
  return {
    drapes: [
      ...spots.flatMap((spot) => outlined([circle(spot.at, 0.6, 32)], AIM, 0.3, 0.08)),
      ...points.flatMap((point) => [{ radius: 0.2 }, ...attacking.area].flatMap((ring) => outlined([circle(point, ring.radius, 48)], AIM, 0.14, 0.08))),
    ],
  };
}

function tape({ game, ruler }: Desk): Part {
  if (!ruler.on || !ruler.from || !ruler.to) return NONE;
  const [a, b] = [ruler.from.at, ruler.to.at];
  const { measure } = ruler;
  const seen = measure && (measure.line_of_sight === "blocked" ? "no line of sight" : `${measure.line_of_sight} sight`);
  const text = measure ? [game.space.far(measure.distance), measure.range, seen, measure.in_arc ? "in arc" : "out of arc"].join(" · ") : game.space.far(ruler.far);
  return { drapes: [{ kind: "line", points: [a, b], colour: TAPE, width: 0.16, dashed: true }], words: [{ at: between(a, b, 0.5), text, tone: "tape" }] };
}

function cursor({ cursor: at }: Desk): Part {
  if (!at) return NONE;
  const [x, y] = at;
  return { drapes: [{ kind: "line", points: [[x - 0.8, y], [x + 0.8, y]], colour: WAY, width: 0.14 }, { kind: "line", points: [[x, y - 0.8], [x, y + 0.8]], colour: WAY, width: 0.14 }] };
}
