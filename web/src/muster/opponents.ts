// Forces to fight against, drawn of the catalogue and of the units that the player has brought.
import type { CheckedForce } from "../lib/api";
import { buildForce } from "./api";
import { Collection } from "./collection.svelte";
import type { UnitData } from "./units";

const MOST = 2000; // own units that can be sent along

/** A force by chance of about so many points; `asked` says in words of whom, when, or of what. */
export async function drawnAgainst(points: number, asked: string): Promise<CheckedForce> {
  const collection = new Collection();
  await collection.load();
  const cards = drawnOf(collection.units, MOST);
  const force = await buildForce({ points, by_chance: true, ...(asked ? { asked } : {}), ...(cards.length ? { cards } : {}) });
  return { ...force, name: asked ? `Opponent: ${asked}` : "A drawn opponent" };
}

/** So many of them at most, by chance. */
function drawnOf(units: readonly UnitData[], most: number): UnitData[] {
  if (units.length <= most) return [...units];
  return units.map((unit) => ({ unit, luck: Math.random() })).sort((a, b) => a.luck - b.luck).slice(0, most).map(({ unit }) => unit);
}
