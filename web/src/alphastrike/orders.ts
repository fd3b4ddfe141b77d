// A move on paper: the mode, the way, the facing, and every step back. Pure: each change gives a new draft.
import { bearing, roundedPoint, turned } from "../lib/geometry";
import { saidIn, type Said } from "../lib/offers";
import type { Choice, Landing, Mode, MoveOrder, Point } from "../lib/protocol";
import type { Space } from "../lib/space";

export type MoveDraft = {
  unit: string;
  start: Point | null; // null: it comes on at the first point of its way
  startFacing: number;
  mode: string;
  stays: boolean; // such a move leads nowhere
  leaps: boolean; // it has an end and no way there
  flown: boolean; // by Thrust: a straight path from where it begins, along its facing
  form: string | null; // the form it takes before it moves, if another
  path: Point[];
  facing: number | null; // null: as the last step of the way leads
  extras: Said; // what is said with it besides, by choice
  before: MoveDraft | null;
};

const NO_EXTRAS: Said = {};

export const blankMove = (unit: string, start: Point | null, startFacing: number, mode: Mode): MoveDraft => ({
  unit,
  start,
  startFacing,
  ...modeOf(mode),
  form: null,
  path: [],
  facing: null,
  extras: NO_EXTRAS,
  before: null,
});

const modeOf = ({ name, stays, leaps, flown = false }: Mode): Pick<MoveDraft, "mode" | "stays" | "leaps" | "flown"> => ({ mode: name, stays, leaps, flown });

const TO_A_POINT = ["hover", "land"]; // flights that end where they are told to

/** A click while a flight is planned: where it comes on, where it ends, or the way it heads. */
export function withFlight(draft: MoveDraft, point: Point): MoveDraft {
  const begins = draft.path[0] ?? null;
  if (draft.start === null && begins === null) return withPath(draft, [point]);
  const from = draft.start ?? begins;
  if (TO_A_POINT.includes(draft.mode)) return step(draft, { path: draft.start === null && begins ? [begins, point] : [point], facing: null });
  return from ? step(draft, { facing: turned(Math.round(10 * bearing(begins ?? from, point)) / 10, 0) }) : draft;
}

/** Begin the flight at another point of the edge. */
export const beginAt = (draft: MoveDraft, point: Point): MoveDraft => withPath(draft, [point]);

const step = (draft: MoveDraft, change: Partial<MoveDraft>): MoveDraft => ({ ...draft, ...change, before: draft });

/** Another mode begins a new way; the facing chosen by hand stays. */
export const withMode = (draft: MoveDraft, mode: Mode): MoveDraft =>
  draft.mode === mode.name && draft.form === null ? draft : step(draft, { ...modeOf(mode), form: null, path: [] });

/** Another form first, with a move in it to begin with. */
export const withForm = (draft: MoveDraft, order: MoveOrder, mode: Mode): MoveDraft =>
  step(draft, { ...modeOf(mode), form: order.convert ?? null, path: order.path ?? [], facing: order.facing ?? null });

export const withPath = (draft: MoveDraft, path: Point[]): MoveDraft =>
  step(draft, { path: path.map((point) => roundedPoint(point, 4)) });

/** One more point of the way; a jump has only the place it lands. */
export const withPoint = (draft: MoveDraft, point: Point): MoveDraft =>
  withPath(draft, draft.leaps ? [point] : [...draft.path, point]);

export const withFacing = (draft: MoveDraft, facing: number): MoveDraft => step(draft, { facing: turned(facing, 0) });

/** A facing that is being dragged: one step back undoes the whole drag. */
export const draggedFacing = (draft: MoveDraft, facing: number): MoveDraft => ({ ...draft, facing: turned(facing, 0) });

export const withExtras = (draft: MoveDraft, extras: Said): MoveDraft =>
  step(draft, { extras: { ...draft.extras, ...extras } });

/** A floor is one of the building where the move ends: elsewhere nothing is said of it. */
export function onItsFloor(draft: MoveDraft, house: string | null): MoveDraft {
  if (house !== null || draft.extras.elevation === undefined) return draft;
  const { elevation: _, ...extras } = draft.extras;
  return { ...draft, extras: Object.keys(extras).length ? extras : NO_EXTRAS };
}

export const undone = (draft: MoveDraft): MoveDraft => draft.before ?? draft;

export const isBlank = (draft: MoveDraft): boolean => draft.before === null;

export const endOf = (draft: MoveDraft): Point | null => draft.path[draft.path.length - 1] ?? draft.start;

/** Which way the unit will look: as chosen, else along the last step, else as it does now. */
export function facingOf(draft: MoveDraft): number {
  if (draft.facing !== null) return draft.facing;
  if (draft.flown && !TO_A_POINT.includes(draft.mode)) return draft.startFacing;
  const last = draft.path[draft.path.length - 1];
  if (!last) return draft.startFacing;
  const before = draft.path[draft.path.length - 2] ?? draft.start;
  return before ? Math.round(bearing(before, last)) : draft.startFacing;
}

/** Something has been decided: there is a way, a new facing, or nothing but standing still. */
export const isOrder = (draft: MoveDraft): boolean =>
  draft.path.length > 0 || draft.facing !== null || draft.stays || draft.flown || draft.form !== null || draft.extras !== NO_EXTRAS;

/** How high it flies, as far as that has been said. */
export function heightsOf({ extras }: MoveDraft): { elevation?: number; cruise?: number } {
  const { elevation, cruise } = extras;
  return { ...(typeof elevation === "number" ? { elevation } : {}), ...(typeof cruise === "number" ? { cruise } : {}) };
}

/** Where passengers step off. */
export const landingsOf = ({ extras }: MoveDraft): Landing[] => (extras.unload ?? []) as Landing[];

export function orderOf(draft: MoveDraft, choices: readonly Choice[], space: Space): MoveOrder {
  const path = draft.flown ? draft.path : space.way(draft.start, draft.path, draft.leaps);
  const order: MoveOrder = { unit: draft.unit, path, mode: draft.mode };
  if (draft.form !== null) order.convert = draft.form;
  // Who flies to a point faces it; to the degree it would miss it.
  if (!draft.flown || draft.facing !== null || !TO_A_POINT.includes(draft.mode)) order.facing = space.facing(facingOf(draft), draft.flown ? 0.01 : 1);
  return saidIn<MoveOrder>(order, choices, draft.extras);
}
