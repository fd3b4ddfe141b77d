// Artillery at a real table, read from the tables that the engine made (docs/decisions/0020): how often a piece fires, where a miss comes down,
// how long a shell is on its way, and what it does to whoever is there. There is no rule in here.
import type { Part } from "../lib/protocol";
import { broken, known, marked, partsOf, struck, tablesOf, wholeOf, type Condition, type No, type Packet, type Roll, type Row, type Step, type UnitTables } from "./tables";

/** What is to be known of a piece of artillery besides its number. */
export type Gun = {
  title: string;
  slot: string; // what a shot uses up of a turn
  left: { pieces: number; spent: No }[]; // by the weapon hits suffered
  areas: { inches: number; damage: string; rule: string }[]; // the inner one first
  height: string; // the rule by which a difference in height counts as distance
  lost?: string; // and that by which a homing round is lost where nobody is painted
  drift: { degrees: Record<string, number>; inches: Record<string, number>; rule: string };
  flight?: { reach: number; turns: { from?: number; beyond?: number; turns: number }[]; rule: string };
  sure?: Record<"locked" | "plotted", string>; // places that are hit without a roll, and by which rule
  before?: Record<string, Row[]>; // by the shells that have landed at the same place before
};
/** What a shell does to one unit; where that is minimal, by a die. */
export type Blast = { damage: Row[] } | { faces: Record<string, Row[]> };
/** One unit that is under a shell, and in which of its areas; flak may come from behind. */
export type Under = { id: string; area: number; rear?: boolean };
export type Blow = { unit: string; points: number; parts: Part[]; steps: Step[] };

const WEAPON = "weapon";
export const SPOTS = "spots"; // of a unit that has served a shell this turn
export const PLACE = "place"; // stands in a pair for what a shell is aimed at
export const HOMING = "homing";
export const FLAK = "flak";
const OFF_BOARD = "offboard";

const pieceOf = (gun: string): [code: string, arc: string] => gun.split("@", 2).concat("") as [string, string];
/** The kind of attack that a piece makes, as tables know it: "lob ART-LT". */
export const kindOf = (way: string, gun: string): string => `${way} ${pieceOf(gun)[0]}`;
export const arcOf = (gun: string): string | null => pieceOf(gun)[1] || null;

/** Why a piece cannot fire any more this turn. */
export function spent(gun: Gun, unit: Pick<Condition, "crits" | "shells">): No | null {
  const hits = unit.crits.filter((hit) => hit === WEAPON).length;
  const row = gun.left[Math.min(hits, gun.left.length - 1)];
  if (!row) return null;
  return (unit.shells ?? []).filter((slot) => slot === gun.slot).length >= row.pieces ? row.spent : null;
}
/** How many of its shots are left this turn. */
export function shotsLeft(gun: Gun, unit: Pick<Condition, "crits" | "shells">): number {
  const hits = unit.crits.filter((hit) => hit === WEAPON).length;
  return Math.max(0, (gun.left[Math.min(hits, gun.left.length - 1)]?.pieces ?? 0) - (unit.shells ?? []).filter((slot) => slot === gun.slot).length);
}

/** Where a miss comes down, by a die for the direction and one for the distance. */
export const drifted = (gun: Gun, way: number, far: number): { degrees: number; inches: number } => ({
  degrees: gun.drift.degrees[way] ?? 0,
  inches: gun.drift.inches[far] ?? 0,
});

/** How many turns a shell is on its way; null where it does not reach so far. */
export function flightOf(gun: Gun, inches: number): number | null {
  if (!gun.flight || inches < 0 || inches > gun.flight.reach) return null;
  return gun.flight.turns.filter(({ from = Infinity, beyond = Infinity }) => from <= inches || beyond < inches).at(-1)?.turns ?? null;
}

/** What a shell does to a unit, in which of its areas that may be; undefined where it does nothing. */
export function blastOf(packet: Packet, by: string, gun: string, way: string, range: string, under: Under, gunner: Condition, unit: Condition): Blast | undefined {
  const blasts = packet.blasts?.[`${known(by, gunner)}>${known(under.id, unit)}`] ?? {};
  const [code, arc] = pieceOf(gun);
  const one = way === HOMING || way === FLAK;
  const name = `${one ? way : "shell"} ${code}${!one && under.area ? " edge" : ""}${arc ? `@${arc}` : ""}:${way === OFF_BOARD ? "E" : range}`;
  const hottest = tablesOf(packet, under.id, unit)?.hottest ?? 0;
  const rear = under.rear ? " rear" : "";
  const down = unit.heat > 0 && unit.heat >= hottest ? blasts[`${name} down${rear}`] : undefined;
  return down ?? blasts[`${name}${rear}`];
}

/** Everybody under a shell is hurt: the steps of each. One die settles minimal damage for all of them; `twelve` is whom an attack roll of twelve was aimed at. */
export function blown(packet: Packet, blasts: { under: Under; blast: Blast; unit: Condition }[], units: Record<string, Condition | undefined>, twelve: string | null, roll: (what: Roll | "minimal", whose: string) => number, cause = "artillery"): Blow[] {
  const die = blasts.some(({ blast }) => "faces" in blast) ? roll("minimal", "") : null;
  const left = new Map(Object.entries(units).map(([id, unit]) => [id, unit?.structure ?? 0]));
  return blasts.map(({ under, blast, unit }) => {
    const parts = "faces" in blast ? (blast.faces[String(die)] ?? []) : blast.damage;
    const points = Math.max(0, parts.reduce((all, row) => all + row.value, 0));
    const tables = tablesOf(packet, under.id, unit) as UnitTables;
    const idle = "faces" in blast && points === 0; // it has hit without effect
    const doomed = unit.doomed ?? fallsApart(packet, under.id, left);
    const steps = idle ? [] : struck(tables, { ...unit, doomed }, points, under.id === twelve ? 12 : 0, (what) => roll(what, under.id), cause);
    const after = steps.reduce(marked, unit);
    if (after.structure <= 0 && after.doomed === null) steps.push(...tables.falls); // a section of what has broken apart already
    left.set(under.id, after.structure);
    return { unit: under.id, points, parts, steps };
  });
}

/** Why a mobile structure is lost with the sections that are gone by now: nothing more is rolled for the others. */
function fallsApart(packet: Packet, id: string, left: ReadonlyMap<string, number>): string | null {
  const [whole, card] = [packet.units[wholeOf(id)], packet.sides?.flatMap((side) => side.units).find((unit) => unit.id === wholeOf(id))];
  if (id === wholeOf(id) || !whole || !card) return null;
  return broken(whole, partsOf(card), (part) => (left.get(part) ?? 0) <= 0)[0]?.reason ?? null;
}
