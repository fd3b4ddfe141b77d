// Buildings and walls: on which floor a unit is or may end, and the sections of a wall. Pure.
import { covers, groundAt } from "./levels";
import { length } from "../lib/geometry";
import type { Card, Feature, Point, Unit } from "../lib/protocol";
import { trimmed } from "../lib/words";

export type Floor = { level: number; words: string };
export type Section = { id: string; points: Point[] };

const SECTION = 2; // inches
const STAIRS = ["CI", "BA", "PM"]; // types that go from floor to floor inside
const MECHS = ["BM", "IM"];

export const isStructure = (feature: Feature | undefined): boolean => feature?.kind === "building" || feature?.kind === "wall";

/** The building or wall at a point, the top one of several. */
export const structureAt = (terrain: readonly Feature[], point: Point): Feature | null =>
  terrain.findLast((feature) => isStructure(feature) && covers(feature, point)) ?? null;

/** The floors on which a unit of this type may end its move there; none where there is nothing to choose. */
export function floorsFor(feature: Feature, type: string, mode: string): Floor[] {
  const roof = { level: feature.height, words: "roof" };
  if (mode === "jump") return [roof];
  const ground = { level: 0, words: "ground floor" };
  if (MECHS.includes(type)) return [ground, roof];
  if (!STAIRS.includes(type)) return [];
  const between = Array.from({ length: Math.max(0, Math.ceil(feature.height) - 1) }, (_, i) => ({ level: i + 1, words: `floor at ${i + 1}″` }));
  return [ground, ...between, roof];
}

/** Where in or on a building a unit is, in a word; empty where it is in none. */
export function floorWords(terrain: readonly Feature[], unit: Unit): string {
  if (!unit.at || unit.airborne) return "";
  const feature = structureAt(terrain, unit.at);
  if (!feature) return "";
  const above = unit.elevation - groundAt(terrain, unit.at);
  if (above > feature.height + 0.01) return "";
  if (above >= feature.height - 0.01) return "roof";
  return above > 0.01 ? `in ${trimmed(above)}″ up` : "inside";
}

/** What is left of a structure's Construction Factor, in words. */
export function factorWords(feature: Feature, damage: number): string {
  if (feature.cf === undefined) return damage ? `damage ${damage}` : "";
  return damage ? `${Math.max(0, feature.cf - damage)} of CF ${feature.cf} left` : "";
}

/** The sections of a wall that is drawn as a line, those that still stand. */
export function sectionsOf(feature: Feature): Section[] {
  if (feature.kind !== "wall" || !feature.line) return [];
  const line = feature.line;
  const count = Math.max(1, Math.ceil(length(line) / SECTION - 1e-6));
  const numbers = Array.from({ length: count }, (_, i) => i + 1).filter((number) => !feature.broken?.includes(number));
  return numbers.map((number) => ({ id: `${feature.id}/${number}`, points: between(line, (number - 1) * SECTION, number * SECTION) }));
}

/** The piece of a polyline from so far along it to so far. */
function between(line: readonly Point[], from: number, to: number): Point[] {
  const found: Point[] = [];
  let along = 0;
  line.slice(1).forEach((b, i) => {
    const a = line[i] as Point;
    const leg = length([a, b]);
    for (const at of [Math.max(from, along), Math.min(to, along + leg)]) {
      if (at < along || at > along + leg || at < from || at > to) continue;
      const t = (at - along) / leg;
      const point: Point = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
      const last = found.at(-1);
      if (!last || length([last, point]) > 1e-6) found.push(point);
    }
    along += leg;
  });
  return found;
}

/** Whether a unit is one that is asked for a floor. */
export const goesUp = (card: Card | undefined): boolean => card !== undefined && [...MECHS, ...STAIRS].includes(card.type);
