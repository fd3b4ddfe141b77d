// Where the eye of the standing table is: it looks at a point of the ground from a direction, a height and a distance. Pure.
import type { Point } from "../lib/protocol";

/** `yaw`: the bearing the eye looks along; `pitch`: degrees below the horizon, 90 is straight down. */
export type Eye = { at: Point; yaw: number; pitch: number; far: number };
type Ground = { width: number; depth: number };

export const FIELD = 38; // degrees of the field of view, from top to bottom
const MARGIN = 6; // inches beside the table that the eye may look at
const ROOM = 1.5; // inches around a unit that are in sight with it
const [NEAREST, LOWEST, STEEPEST] = [5, 12, 89.5];

const held = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
const farthest = ({ width, depth }: Ground): number => Math.hypot(width, depth) * 4;

type Window = { width: number; height: number; above: number; below: number }; // pixels, and those that are covered

/** Where a point of the flat ground is in the window: −1 to 1 to the right and up, and whether it is ahead at all. */
export function seen(eye: Eye, [x, y]: Point, shape: number): { right: number; up: number; ahead: boolean } {
  const [yaw, pitch] = [(eye.yaw * Math.PI) / 180, (eye.pitch * Math.PI) / 180];
  const [dx, dy] = [x - eye.at[0], y - eye.at[1]];
  const [across, along] = [dx * Math.cos(yaw) - dy * Math.sin(yaw), dx * Math.sin(yaw) + dy * Math.cos(yaw)];
  const deep = eye.far + along * Math.cos(pitch);
  const half = Math.tan((FIELD * Math.PI) / 360);
  return { right: across / (deep * half * shape), up: (along * Math.sin(pitch)) / (deep * half), ahead: deep > 0.5 };
}

const cornersOf = ({ width, depth }: Ground): Point[] => [[0, 0], [width, 0], [0, depth], [width, depth]];

/** All these points in the window: as near as it goes, and in the middle. */
function framing(points: readonly Point[], ground: Ground, yaw: number, window: Window, pitch: number): Eye {
  const { width: wide, height, above, below } = window;
  const { width, depth } = ground;
  const [top, bottom] = [1 - (2 * above) / height, -1 + (2 * below) / height];
  const angle = (yaw * Math.PI) / 180;
  const middle = (axis: 0 | 1): number => (Math.min(...points.map((one) => one[axis])) + Math.max(...points.map((one) => one[axis]))) / 2;
  const [x, y] = [middle(0), middle(1)];
  const slid = (far: number, by: number): Eye => ({ at: [x + Math.sin(angle) * by, y + Math.cos(angle) * by], yaw, pitch, far });
  const extent = (eye: Eye): { low: number; high: number; aside: number } => {
    const all = points.map((point) => seen(eye, point, wide / height));
    return { low: Math.min(...all.map((one) => one.up)), high: Math.max(...all.map((one) => one.up)), aside: all.every((one) => one.ahead) ? Math.max(...all.map((one) => Math.abs(one.right))) : 9 };
  };
  /** The look from so far away that has as much free above the points as below them. */
  const centred = (far: number): Eye => {
    let [low, high] = [-width - depth, width + depth];
    for (let i = 0; i < 30; i += 1) {
      const by = (low + high) / 2;
      const { low: down, high: up } = extent(slid(far, by));
      if (top - up > down - bottom) high = by;
      else low = by;
    }
    return slid(far, (low + high) / 2);
  };
  let [near, far] = [NEAREST, farthest(ground)];
  for (let i = 0; i < 30; i += 1) {
    const between = (near + far) / 2;
    const { low, high, aside } = extent(centred(between));
    if (aside < 0.97 && high < top && low > bottom) far = between;
    else near = between;
  }
  return centred(far);
}

/** The first of these looks with which the points fill that share of the window from top to bottom, or the last. */
function filling(points: readonly Point[], ground: Ground, yaw: number, window: Window, pitches: readonly number[], share = 0.88): Eye {
  const looks = pitches.map((pitch) => framing(points, ground, yaw, window, pitch));
  const high = (eye: Eye): number => {
    const ups = points.map((point) => seen(eye, point, window.width / window.height).up);
    return Math.max(...ups) - Math.min(...ups);
  };
  const room = 2 - (2 * (window.above + window.below)) / window.height;
  return looks.find((eye) => high(eye) > room * share) ?? (looks.at(-1) as Eye);
}

/** The whole table as seen from one edge; in a high window more steeply, so that the table fills it. */
export const wholeTable = (ground: Ground, yaw: number, window: Window, pitch?: number): Eye =>
  pitch === undefined ? filling(cornersOf(ground), ground, yaw, window, [46, 52, 58, 64, 70]) : framing(cornersOf(ground), ground, yaw, window, pitch);

/** The first look at a battle: low behind one's own force, with everybody in sight. */
export function opening(units: readonly Point[], ground: Ground, yaw: number, window: Window): Eye {
  if (!units.length) return wholeTable(ground, yaw, window);
  const around = units.flatMap(([x, y]): Point[] => [[x - ROOM, y - ROOM], [x + ROOM, y - ROOM], [x - ROOM, y + ROOM], [x + ROOM, y + ROOM]]);
  const low = filling(around, ground, yaw, window, [28, 34, 40, 46, 52], 0.5);
  const whole = wholeTable(ground, yaw, window);
  return low.far < whole.far ? low : whole;
}

export function kept(eye: Eye, ground: Ground): Eye {
  return {
    at: [held(eye.at[0], -MARGIN, ground.width + MARGIN), held(eye.at[1], -MARGIN, ground.depth + MARGIN)],
    yaw: ((eye.yaw % 360) + 360) % 360,
    pitch: held(eye.pitch, LOWEST, STEEPEST),
    far: held(eye.far, NEAREST, farthest(ground)),
  };
}

/** Pixels of a drag to the right and down move the ground with them. */
export function panned(eye: Eye, right: number, down: number, height: number): Eye {
  const inch = (2 * eye.far * Math.tan((FIELD * Math.PI) / 360)) / height;
  const angle = (eye.yaw * Math.PI) / 180;
  const [x, y] = [-right * inch, (down * inch) / Math.max(0.35, Math.sin((eye.pitch * Math.PI) / 180))];
  return { ...eye, at: [eye.at[0] + x * Math.cos(angle) + y * Math.sin(angle), eye.at[1] - x * Math.sin(angle) + y * Math.cos(angle)] };
}

/** Over the shoulder of a unit: what does it see? */
export const behind = (at: Point, facing: number): Eye => ({ at: [at[0] + Math.sin((facing * Math.PI) / 180) * 6, at[1] + Math.cos((facing * Math.PI) / 180) * 6], yaw: facing, pitch: 17, far: 13 });

/** The shortest way from one look to another, a share of it. */
export function between(a: Eye, b: Eye, share: number): Eye {
  const t = share * share * (3 - 2 * share);
  const mix = (from: number, to: number): number => from + (to - from) * t;
  const turn = ((b.yaw - a.yaw + 540) % 360) - 180;
  return { at: [mix(a.at[0], b.at[0]), mix(a.at[1], b.at[1])], yaw: a.yaw + turn * t, pitch: mix(a.pitch, b.pitch), far: mix(a.far, b.far) };
}

/** Where the eye is, in three's own directions: x east, y up, z south. */
export function standpoint(eye: Eye, ground: number): [number, number, number] {
  const [yaw, pitch] = [(eye.yaw * Math.PI) / 180, (eye.pitch * Math.PI) / 180];
  const flat = Math.cos(pitch) * eye.far;
  return [eye.at[0] - Math.sin(yaw) * flat, ground + Math.sin(pitch) * eye.far, -(eye.at[1] - Math.cos(yaw) * flat)];
}
