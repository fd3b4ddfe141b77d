// A miniature on paper: its faces seen from above at a slant, those behind first, each with its light. Pure.
import { lit, paintOf, type Colours, type Paint } from "./paints.ts";
import { dot, normalOf, type Solid, type Vec } from "./solids.ts";

export type Stroke = { d: string; fill: string };

const TILT = 52; // degrees of the eye above the table
const LIGHT: Vec = [-0.5, 0.75, 0.43]; // from the upper left of the paper, as maps have it
const STEPS = 24; // directions that are drawn; between them nobody sees a difference

export const turnOf = (facing: number): number => (Math.round((facing / 360) * STEPS) % STEPS + STEPS) % STEPS;

/** Strokes in the order they are painted, in units of the base; y down. `turn`: clockwise, as turnOf says. */
export function spriteOf(pieces: readonly Solid[], paint: Paint | Colours, turn: number, tilt = TILT, from = LIGHT): Stroke[] {
  const slant = (tilt * Math.PI) / 180;
  const angle = (turn * 2 * Math.PI) / STEPS;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const [up, over] = [Math.sin(slant), Math.cos(slant)];
  const eye: Vec = [0, up, -over];
  const spin = ([x, y, z]: Vec): Vec => [x * cos + z * sin, y, z * cos - x * sin];
  const flat = ([x, y, z]: Vec): [number, number] => [x, -(z * up + y * over)];
  const faces = pieces.flatMap((piece) => {
    const points = piece.points.map(spin);
    const depth = points.reduce((sum, point) => sum + dot(point, eye), 0) / points.length;
    return piece.faces.flatMap((face) => {
      const normal = normalOf(points, face);
      if (dot(normal, eye) <= 0.01) return [];
      const light = 0.62 + 0.5 * Math.max(-0.25, dot(normal, from));
      const d = face.map((i, k) => `${k ? "L" : "M"}${flat(points[i] as Vec).map((value) => value.toFixed(3)).join(" ")}`).join("");
      return [{ depth, d: `${d}Z`, fill: lit(paintOf(piece.tone, paint), Math.round(light * 12) / 12) }];
    });
  });
  faces.sort((a, b) => a.depth - b.depth);
  return merged(faces);
}

/** Neighbours in the same colour are one stroke. */
function merged(faces: readonly Stroke[]): Stroke[] {
  const strokes: Stroke[] = [];
  for (const { d, fill } of faces) {
    const last = strokes.at(-1);
    if (last?.fill === fill) last.d += d;
    else strokes.push({ d, fill });
  }
  return strokes;
}
