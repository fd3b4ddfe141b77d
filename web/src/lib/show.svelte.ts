// What is seen of the beat that is being acted out, for whichever table shows it.
import { traitsOf } from "../miniatures";
import type { Game } from "./game.svelte";
import type { Point } from "./protocol";
import { plumeOf, sparksOf, type Body, type Finder, type Hurt, type Spark } from "./spectacle";

/** Where a unit is and how tall; `ground` tells the height of a place. */
export function bodyOf(game: Game, id: string, ground: (at: Point) => number): Body | null {
  const unit = game.unit(id);
  const at = game.actor?.unit === id ? game.actor.at : (unit?.wreck?.at ?? unit?.at);
  if (!unit || !at) return null;
  return { at, high: unit.airborne ? unit.elevation : ground(at), tall: unit.radius * 2.2, card: game.card(id), livery: game.liveries[unit.side] ?? "warm" };
}

export const sparksNow = (game: Game, find: Finder): Spark[] => (game.beat ? sparksOf(game.beat, game.share, find) : []);

/** The smoke over whoever is hurt, and over wrecks. */
export function plumesNow(game: Game, ground: (at: Point) => number): Spark[] {
  return Object.entries(game.shown?.view.units ?? {}).flatMap(([id, unit]) => {
    const body = bodyOf(game, id, ground);
    const hurt = unit.destroyed ? "wreck" : hurtOf(unit.doomed !== null, unit.structure, game.card(id)?.structure);
    return body && hurt && (unit.destroyed || unit.place === "table") && !isOnFoot(body.card) ? plumeOf(id, body.at, body.high, body.tall, hurt) : [];
  });
}

const hurtOf = (doomed: boolean, left: number | null, of: number | undefined): Hurt | null => (doomed ? "doomed" : of !== undefined && left !== null && left < of ? "holed" : null);
const isOnFoot = (card: Body["card"]): boolean => card !== undefined && ["infantry", "armor"].includes(traitsOf(card).kind);
