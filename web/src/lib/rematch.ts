// The same battle once more, or with the forces swapped: what a battle was made from is kept in this browser.
import { makeGame, type MadeGame, type NewGame } from "./api";

const KEY = "lancemate.made";
const MOST = 12;

type Kept = { game: string; from: NewGame };

function kept(): Kept[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown;
    return Array.isArray(found) ? (found as Kept[]) : [];
  } catch {
    return [];
  }
}

/** Make a battle, and remember what from. */
export async function begin(from: NewGame): Promise<MadeGame> {
  const made = await makeGame(from);
  try {
    localStorage.setItem(KEY, JSON.stringify([{ game: made.game, from }, ...kept()].slice(0, MOST)));
  } catch {
    // Without it there is no rematch, and nothing else is lost.
  }
  return made;
}

export const madeFrom = (game: string): NewGame | null => kept().find((one) => one.game === game)?.from ?? null;

const OTHER: Record<string, string> = { red: "blue", blue: "red" };

/** The same with each side's force in the other's hands; who attacks goes with the force. */
export function swapped(from: NewGame): NewGame {
  const { quick } = from;
  if (!quick?.forces) return from;
  const attacker = quick.attacker && (OTHER[quick.attacker] ?? quick.attacker);
  return { ...from, quick: { ...quick, forces: quick.forces.toReversed() as typeof quick.forces, ...(attacker ? { attacker } : {}) } };
}
