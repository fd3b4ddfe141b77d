// What lessons look at to know that a step is done.
import type { Desk } from "../../lib/desk.svelte";
import type { Unit } from "../../lib/protocol";

export const own = (desk: Desk, id = "r1"): Unit | undefined => desk.game.unit(id);
export const phase = (desk: Desk): string => desk.game.shown?.view.phase ?? "";
export const turn = (desk: Desk): number => desk.game.shown?.view.turn ?? 1;
/** The first turn is over, or the battle. */
export const later = (desk: Desk): boolean => turn(desk) > 1 || desk.game.over !== null;
export const moved = (desk: Desk, id = "r1"): boolean => (own(desk, id)?.moved ?? "none") !== "none";
export const fired = (desk: Desk, id = "r1"): boolean => (own(desk, id)?.attacks.length ?? 0) > 0;
/** The unit is in hand for an attack. */
export const aims = (desk: Desk, id = "r1"): boolean => desk.attacking.unit === id || fired(desk, id) || later(desk);
