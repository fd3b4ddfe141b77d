// What a scenario has put on the table and how it stands, read from the notes of the view.
import { distance, distanceToSegment } from "./geometry";
import { corners, covers } from "./levels";
import type { Json, Point, Scene, Unit, View } from "./protocol";

export type Objective = {
  id: string;
  kind: "marker" | "flag";
  at: Point;
  radius: number;
  side: string | null; // whose flag it is
  carrier: string | null;
  holder: string | null; // who held the marker last
};
export type Deed = { do: "take" | "drop" | "scan"; what: string };

const NEAR = 0.6; // inches within which a deed is worth offering; the rules say whether it is close enough

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

/** What a unit could do for the scenario from where it stands. */
export function deedsOf(scene: Scene, view: View, id: string, unit: Unit): Deed[] {
  if (!unit.at || unit.place !== "table") return [];
  const at = unit.at;
  const flags = objectivesOf(view).filter((one) => one.kind === "flag");
  if (view.phase === "movement") return flags.filter((one) => one.carrier === id).map((one) => ({ do: "drop", what: one.id }));
  if (view.phase !== "combat") return [];
  const near = flags.filter((one) => one.carrier === null && distance(one.at, at) - one.radius - unit.radius <= NEAR);
  const searched = new Set(scene.scenario?.searched ?? []);
  const buildings = scene.terrain.filter((feature) => {
    if (!searched.has(feature.id)) return false;
    const outline = corners(feature);
    const gap = covers(feature, at) ? 0 : Math.min(...outline.map((a, i) => distanceToSegment(at, a, outline[(i + 1) % outline.length] as Point)));
    return gap - unit.radius <= NEAR;
  });
  return [...near.map((one): Deed => ({ do: "take", what: one.id })), ...buildings.map((one): Deed => ({ do: "scan", what: one.id }))];
}
