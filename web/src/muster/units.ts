// Thousands of units in the page: found by words and filters, sorted by any column. Knows cards as files have them, no rule.
import type { Era, Faction } from "./api";

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
  training?: boolean;
  [key: string]: unknown;
};

export type Row = {
  data: UnitData;
  own: boolean; // among the player's own units
  hay: string; // what words are looked for in
  codes: string[]; // its abilities, those inside a turret too
  at: number; // place in the catalogue
  order: number; // place by name
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
  only: "" | "favourites" | "collection" | "own";
};
export const EVERYTHING: Query = {
  text: "", type: "", size: "", role: "", ability: "", low: null, high: null, faction: null, era: null, training: false, only: "",
};

const INNER = /[(),]/;
export const codesOf = (specials: readonly string[]): string[] =>
  specials.flatMap((one) => one.split(INNER)).map((one) => one.trim().toUpperCase()).filter(Boolean);

/** Rows of the catalogue and of one's own units; of two with one id one's own is shown. */
export function indexed(catalogue: readonly UnitData[], own: readonly UnitData[]): Row[] {
  const mine = new Set(own.map((one) => one.id));
  const all = [...catalogue.filter((one) => !mine.has(one.id)), ...own];
  const rows = all.map((data, at): Row => ({
    data,
    own: mine.has(data.id),
    hay: [data.name, data.id, data.role, data.era, data.note, ...(data.specials ?? []), ...(data.factions ?? [])].join("\n").toLowerCase(),
    codes: codesOf(data.specials ?? []),
    at,
    order: 0,
  }));
  const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  [...rows].sort((a, b) => collator.compare(a.data.name, b.data.name)).forEach((row, order) => (row.order = order));
  return rows;
}

/** A code with or without its numbers: LRM finds LRM1/1/1, and C3 does not find C3M. */
const carries = (codes: readonly string[], wanted: string): boolean =>
  codes.some((code) => code === wanted || (code.startsWith(wanted) && !/^[A-Z]/.test(code.slice(wanted.length))));

export type Marks = { favourites: ReadonlySet<string>; owned: ReadonlyMap<string, number> };

export function search(rows: readonly Row[], query: Query, eras: readonly Era[], marks: Marks, sorting: Sorting): Row[] {
  const words = query.text.toLowerCase().split(/\s+/).filter(Boolean);
  const ability = query.ability.trim().toUpperCase();
  const size = query.size ? Number(query.size) : null;
  const lists = query.faction ? new Set(query.faction.lists) : null;
  const over = query.era?.ends ?? null;
  const begins = new Map(eras.map((era) => [era.name, era.begins]));
  const found = rows.filter(({ data, own, hay, codes }) => {
    if (!query.training && data.training) return false;
    if (query.type && data.type !== query.type) return false;
    if (size !== null && data.size !== size) return false;
    if (query.role && data.role !== query.role) return false;
    if (query.low !== null && data.pv < query.low) return false;
    if (query.high !== null && data.pv > query.high) return false;
    if (query.only === "favourites" && !marks.favourites.has(data.id)) return false;
    if (query.only === "collection" && !marks.owned.has(data.id)) return false;
    if (query.only === "own" && !own) return false;
    if (lists && data.factions?.length && !data.factions.some((one) => lists.has(one))) return false;
    if (over !== null && data.era && (begins.get(data.era) ?? 0) > over) return false;
    if (ability && !carries(codes, ability)) return false;
    return words.every((word) => hay.includes(word));
  });
  return sorted(found, sorting);
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

function sorted(rows: Row[], { column, down }: Sorting): Row[] {
  if (!column) return rows;
  const sign = down ? -1 : 1;
  if (column === "name") return rows.sort((a, b) => sign * (a.order - b.order));
  const key = KEYS[column];
  const keyed = rows.map((row) => ({ row, key: key(row.data) }));
  keyed.sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : a.row.order - b.row.order));
  return keyed.map(({ row }) => row);
}

const bare = (text: string): string => text.normalize("NFKD").replace(/[^A-Za-z0-9]/g, "").toLowerCase();

/** Own units that a file may mean by what it says of a unit. */
export function meantBy(own: readonly UnitData[], missing: readonly { chassis: string; model: string; key: string; mul: number | null }[]): UnitData[] {
  const wanted = new Set(missing.flatMap(({ chassis, model, key }) => [bare(chassis + model), bare(model + chassis), bare(key).slice(2), bare(key)]));
  const numbers = new Set(missing.map((one) => `mul_${one.mul}`));
  return own.filter((one) => numbers.has(one.id) || wanted.has(bare((one.chassis ?? "") + (one.model ?? ""))) || wanted.has(bare(one.name)));
}
