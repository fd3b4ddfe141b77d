// How far a unit shoots, and how far its threat goes when it moves first: circles with a word each. Pure.
import type { Card, Unit } from "../lib/protocol";

export type Ring = { inches: number; words: string; tone: "range" | "threat" };

const ENDS: [keyof Card["ranges"], number, string][] = [["short", 6, "short"], ["medium", 24, "medium"], ["long", 42, "long"]];

const shoots = (card: Card, range: keyof Card["ranges"]): boolean => !["0", "-", ""].includes(card.ranges?.[range] ?? "0");

/** Rings at the end of every range at which it has damage. */
export const rangesOf = (card: Card): Ring[] => ENDS.filter(([range]) => shoots(card, range)).map(([, inches, words]) => ({ inches, words, tone: "range" }));

const RUN = "sprint"; // whoever runs does not shoot

/** How far it can move and then hit at all. */
export function threatOf(card: Card, unit: Unit): Ring[] {
  const farthest = rangesOf(card).at(-1);
  const move = Math.max(0, ...Object.entries(unit.move_now ?? {}).flatMap(([mode, inches]) => (mode === RUN ? [] : inches)));
  return farthest ? [{ inches: farthest.inches + move, words: "threat next turn", tone: "threat" }] : [];
}
