// What is seen of the beat that is being acted out, for whichever table shows it.
import type { Game } from "./game.svelte";
import type { Point } from "./protocol";
import { sparksOf, type Body, type Finder, type Spark } from "./spectacle";

/** Where a unit is and how tall; `ground` tells the height of a place. */
export function bodyOf(game: Game, id: string, ground: (at: Point) => number): Body | null {
  const unit = game.unit(id);
  const at = game.actor?.unit === id ? game.actor.at : unit?.at;
  if (!unit || !at) return null;
  return { at, high: unit.airborne ? unit.elevation : ground(at), tall: unit.radius * 2.2, card: game.card(id), livery: game.liveries[unit.side] ?? "warm" };
}

export const sparksNow = (game: Game, find: Finder): Spark[] => (game.beat ? sparksOf(game.beat, game.share, find) : []);
