// The miniature of a card: made by our own code from what the card says. Pure, and the same every time.
import { fighter, aerodyne, spheroid } from "./craft.ts";
import { fort, section } from "./forts.ts";
import { mech, protos } from "./mechs.ts";
import { rolled, moved, type Solid } from "./solids.ts";
import { traitsOf, type Looks, type Traits } from "./traits.ts";
import { armored, infantry } from "./troops.ts";
import { vehicle } from "./vehicles.ts";

const MAKERS: Record<Traits["kind"], (traits: Traits) => Solid[]> = {
  mech, proto: protos, vehicle, infantry, armor: armored, fighter, aerodyne, spheroid, fort, structure: section,
};

const made = new Map<string, Solid[]>();

/** What makes two miniatures alike. */
export const shapeOf = (card: Looks): string => JSON.stringify(traitsOf(card));

/** Solids over a base of radius 1 that looks along z. */
export function miniatureOf(card: Looks): Solid[] {
  const traits = traitsOf(card);
  const key = JSON.stringify(traits);
  const known = made.get(key) ?? MAKERS[traits.kind](traits);
  made.set(key, known);
  return known;
}

/** What is left of it: fallen, sunk, without its paint. */
export function wreckOf(card: Looks): Solid[] {
  const traits = traitsOf(card);
  const lies = traits.kind === "mech" ? moved(rolled(miniatureOf(card), 0, -82), [0, 0.3, 0.9]) : moved(rolled(miniatureOf(card), 2, 14), [0, -0.1, 0], 0.95);
  return lies.map((piece) => ({ ...piece, tone: piece.tone === "glass" || piece.tone === "glow" ? "gun" : piece.tone }));
}

export { traitsOf, type Looks, type Traits } from "./traits.ts";
export type { Solid, Tone, Vec } from "./solids.ts";
