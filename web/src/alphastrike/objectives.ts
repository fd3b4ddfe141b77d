// What a scenario has put on the table and how it stands, read from the notes of the view.
import type { Json, Point, View } from "../lib/protocol";

export type Objective = {
  id: string;
  kind: "marker" | "flag";
  at: Point;
  radius: number;
  side: string | null; // whose flag it is
  carrier: string | null;
  holder: string | null; // who held the marker last
};

const record = (value: Json | undefined): Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
const text = (value: Json | undefined): string | null => (typeof value === "string" ? value : null);

/** Markers and flags that are on the table now. */
export function objectivesOf(view: View): Objective[] {
  return Object.entries(record(view.notes.objectives)).flatMap(([id, value]) => {
    const known = record(value);
    const kind = text(known.kind);
    const carrier = text(known.carrier);
    const at = (carrier ? view.units[carrier]?.at : null) ?? known.at;
    if ((kind !== "marker" && kind !== "flag") || !Array.isArray(at)) return [];
    const radius = typeof known.radius === "number" ? known.radius : 1;
    return [{ id, kind, at: [Number(at[0]), Number(at[1])] as Point, radius, side: text(known.side), carrier, holder: text(known.holder) }];
  });
}

/** Units known to command their side. */
export function commandersOf(view: View): Set<string> {
  const known = Object.values(record(view.notes.objectives)).map(record);
  return new Set(known.flatMap((one) => (one.kind === "commander" && typeof one.unit === "string" ? [one.unit] : [])));
}

/** Points of a side, or null where nobody counts. */
export function scoreOf(view: View, side: string): number | null {
  const score = record(view.notes.score)[side];
  return typeof score === "number" ? score : null;
}
