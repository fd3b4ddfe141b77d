// The face of a unit: its miniature as a small picture. Each kind is drawn once in each scheme of colours, when somebody
// is there to look, and never all at once: lists of thousands stay quick.
import { miniatureOf, shapeOf, type Looks } from "./index.ts";
import type { Colours } from "./paints.ts";
import type { Vec } from "./solids.ts";
import { spriteOf, type Stroke } from "./sprite.ts";

const EYE = 17; // degrees above the ground
const TURN = 14; // of 24: it looks out of the picture, a little to the left
const LIGHT: Vec = [-0.5, 0.62, -0.6]; // from before it, upper left
const EDGE = 0.06;
const LEAST = 2.1; // of the base: what is small stays smaller than what is large
const SLICE = 7; // milliseconds of drawing at a time

/** The picture as SVG, square, with the unit standing in the middle of its lower edge. */
export function faceOf(looks: Looks, colours: Colours): string {
  const strokes = spriteOf(miniatureOf(looks), colours, TURN, EYE, LIGHT);
  const [left, top, right, bottom] = bounds(strokes);
  const side = Math.max(LEAST, right - left, bottom - top) + 2 * EDGE;
  const box = [(left + right - side) / 2, bottom + EDGE - side, side, side].map((one) => one.toFixed(3)).join(" ");
  const paths = strokes.map(({ d, fill }) => `<path d="${d}" fill="${fill}" stroke="${fill}"/>`).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" stroke-width=".018" stroke-linejoin="round">${paths}</svg>`;
}

function bounds(strokes: readonly Stroke[]): [number, number, number, number] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { d } of strokes)
    for (const point of d.split(/[MLZ]/)) {
      if (!point) continue;
      const [x, y] = point.split(" ").map(Number) as [number, number];
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    }
  return [left, top, right, bottom];
}

export const faceKey = (looks: Looks, colours: Colours): string => `${colours.paint}${colours.trim}${colours.shade}${shapeOf(looks)}`;

const drawn = new Map<string, string>();
const waiting: { key: string; looks: Looks; colours: Colours; tell: (address: string) => void }[] = [];
let at = 0; // of a round that is coming; 0 is none

/** Where the picture of this kind is, if it was drawn before. */
export const faceAt = (key: string): string | undefined => drawn.get(key);

/** Have it drawn soon, and be told where it is; the answer takes the wish back. */
export function drawFace(key: string, looks: Looks, colours: Colours, tell: (address: string) => void): () => void {
  const wish = { key, looks, colours, tell };
  waiting.push(wish);
  at ||= window.setTimeout(drawSome, 0);
  return () => {
    const place = waiting.indexOf(wish);
    if (place >= 0) waiting.splice(place, 1);
  };
}

function drawSome(): void {
  const until = performance.now() + SLICE;
  at = 0;
  while (waiting.length && performance.now() < until) {
    const { key, looks, colours, tell } = waiting.shift() as (typeof waiting)[number];
    let address = drawn.get(key);
    if (!address) drawn.set(key, (address = URL.createObjectURL(new Blob([faceOf(looks, colours)], { type: "image/svg+xml" }))));
    tell(address);
  }
  if (waiting.length) at = window.setTimeout(drawSome, 0);
}
