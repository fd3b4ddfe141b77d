/** Where units are. */

import type { Unit } from "../lib/protocol";

/** It stands on the table, or lies there as a remote sensor does: it is drawn, and may be aimed at. */
export const isOnTheGround = (unit: Unit): boolean => unit.place === "table" || unit.place === "planted";
