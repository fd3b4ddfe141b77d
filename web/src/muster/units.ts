// Thousands of units in the page: found by a line and filters, ranked, sorted by any column. Knows cards as files have
// them, no rule.
import type { Era, Faction } from "./api";
import { nameFolded } from "./searching/availability.ts";
import { Facts, squeezed } from "./searching/facts.ts";
import { answerOf, fits, readQuery, type FactionWords } from "./searching/query.ts";
import { compared, rank } from "./searching/ranking.ts";

/** A card in the keys of a unit file. */
export type UnitData = {
  id: string;
  name: string;
  chassis?: string;
  model?: string;
  type: string;
  size: number;
  tmm?: number;
  move: string;
  role?: string;
  damage?: string;
  ov?: number;
  armor: number;
  structure: number;
  specials?: string[];
  pv: number;
  era?: string;
  factions?: string[];
  year?: number;
  years?: string;
  fielded?: { [faction: string]: string };
  tons?: number;
  tech?: string;
  level?: string;
  books?: string[];
  legs?: string;
  note?: string;
  training?: boolean;
  [key: string]: unknown;
};

export type Row = {
  data: UnitData;
  own: boolean; // among the player's own units
  facts: Facts;
  at: number; // place in the catalogue
};

export type Column = "" | "name" | "type" | "role" | "move" | "damage" | "armor" | "pv";
export type Sorting = { column: Column; down: boolean };
export type Query = {
  text: string;
  type: string;
  size: string;
  role: string;
  ability: string;
  low: number | null;
  high: number | null;
  faction: Faction | null;
  era: Era | null;
  training: boolean;
  unsure: boolean; // those too of whom nobody knows who fields them
  only: "" | "favourites" | "collection" | "own" | `box ${string}`;
};
export const EVERYTHING: Query = {
  text: "", type: "", size: "", role: "", ability: "", low: null, high: null, faction: null, era: null, training: false, unsure: false, only: "",
};

/** Rows of the catalogue and of one's own units; of two with one id one's own is shown. */
export function indexed(catalogue: readonly UnitData[], own: readonly UnitData[]): Row[] {
  const mine = new Set(own.map((one) => one.id));
  const all = [...catalogue.filter((one) => !mine.has(one.id)), ...own];
  return all.map((data, at): Row => ({ data, own: mine.has(data.id), facts: new Facts(data), at }));
}

export type Marks = { favourites: ReadonlySet<string>; owned: ReadonlyMap<string, number>; boxes?: { [name: string]: { units: { [id: string]: number } } } };
/** What was found, in order; how many more would be, if somebody knew who fields them; what of the line made no sense. */
export type Found = { rows: Row[]; unsettled: number; troubles: string[] };

export const search = (rows: readonly Row[], query: Query, eras: readonly Era[], marks: Marks, sorting: Sorting, factions: readonly FactionWords[] = []): Row[] =>
  look(rows, query, eras, marks, sorting, factions).rows;

export function look(rows: readonly Row[], query: Query, eras: readonly Era[], marks: Marks, sorting: Sorting, factions: readonly FactionWords[] = []): Found {
  const line = readQuery(query.text, factions, eras);
  const { where } = line;
  if (query.faction) where.lists = new Set([query.faction.name, ...query.faction.lists].map(nameFolded));
  if (query.era) where.span = [query.era.begins, query.era.ends];
  const unsure = where.unsure || query.unsure;
  const settled = !where.lists && !where.span;
  const ability = query.ability.trim().toUpperCase();
  const size = query.size ? Number(query.size) : null;
  const box = query.only.startsWith("box ") ? (marks.boxes?.[query.only.slice(4)]?.units ?? {}) : null;
  let unsettled = 0;
  const found = rows.filter(({ data, own, facts }) => {
    if (!query.training && data.training) return false;
    if (query.type && data.type !== query.type) return false;
    if (size !== null && data.size !== size) return false;
    if (query.role && data.role !== query.role) return false;
    if (query.low !== null && data.pv < query.low) return false;
    if (query.high !== null && data.pv > query.high) return false;
    if (query.only === "favourites" && !marks.favourites.has(data.id)) return false;
    if (query.only === "collection" && !marks.owned.has(data.id)) return false;
    if (query.only === "own" && !own) return false;
    if (box && !Object.hasOwn(box, data.id)) return false;
    if (ability && !facts.ability(ability).length) return false;
    if (!fits(line, facts)) return false;
    if (settled) return true;
    const answer = answerOf(facts, where, eras);
    if (answer === "unknown" && !unsure) unsettled += 1;
    return answer === "yes" || (answer === "unknown" && unsure);
  });
  const { words, troubles } = line;
  if (sorting.column || !words.length) return { rows: sorted(found, sorting), unsettled, troubles };
  const tight = words.map(squeezed);
  const ranked = found.map((row) => ({ row, rank: rank(row.facts, words, tight) }));
  ranked.sort((a, b) => compared(a.rank, b.rank));
  return { rows: ranked.map(({ row }) => row), unsettled, troubles };
}

const number = (text: string | undefined): number => Number.parseFloat(text ?? "") || 0;
const KEYS: Record<Exclude<Column, "" | "name">, (data: UnitData) => number | string> = {
  type: (data) => `${data.type} ${data.size}`,
  role: (data) => data.role ?? "~",
  move: (data) => number(data.move),
  damage: (data) => (data.damage ?? "").split("/").reduce((sum, one) => sum + number(one), 0),
  armor: (data) => data.armor + data.structure,
  pv: (data) => data.pv,
};

const byName = (a: Row, b: Row): number => (a.facts.order < b.facts.order ? -1 : a.facts.order > b.facts.order ? 1 : a.at - b.at);

function sorted(rows: Row[], { column, down }: Sorting): Row[] {
  if (!column) return rows;
  const sign = down ? -1 : 1;
  if (column === "name") return rows.sort((a, b) => sign * byName(a, b));
  const key = KEYS[column];
  const keyed = rows.map((row) => ({ row, key: key(row.data) }));
  keyed.sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : byName(a.row, b.row)));
  return keyed.map(({ row }) => row);
}

const bare = (text: string): string => text.normalize("NFKD").replace(/[^A-Za-z0-9]/g, "").toLowerCase();

/** Own units that a file may mean by what it says of a unit. */
export function meantBy(own: readonly UnitData[], missing: readonly { chassis: string; model: string; key: string; mul: number | null }[]): UnitData[] {
  const wanted = new Set(missing.flatMap(({ chassis, model, key }) => [bare(chassis + model), bare(model + chassis), bare(key).slice(2), bare(key)]));
  const numbers = new Set(missing.map((one) => `mul_${one.mul}`));
  return own.filter((one) => numbers.has(one.id) || wanted.has(bare((one.chassis ?? "") + (one.model ?? ""))) || wanted.has(bare(one.name)));
}
