// Lists of thousands of units in parts that a server takes: cut between units, and of a catalogue only what a card needs.
// Knows how the lists are written, no card.
import type { FileGiven } from "./api";

/** A piece of a source: what is sent, how many units are in it, and by what own ones of the player may be meant. */
export type Part = { given: FileGiven; units: number; ids: string[]; names: string[] };

export const MOST = 600; // units in a part
const NEEDED = ["name", "id", "chassis", "model", "year", "tons", "techBase", "level", "role", "source", "published", "canon", "as"];

type Found = Record<string, unknown>;
type Catalogue = { units: Found[]; eras: Found[]; factions: Found[]; names: string[] };

const isObject = (value: unknown): value is Found => typeof value === "object" && value !== null && !Array.isArray(value);
const objects = (value: unknown): Found[] => (Array.isArray(value) ? value.filter(isObject) : []);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch {
    return null;
  }
}

/** Files in parts; those of one catalogue are read together, whatever their order. */
export function partsOf(files: readonly FileGiven[]): Part[] {
  const catalogue: Catalogue = { units: [], eras: [], factions: [], names: [] };
  const parts: Part[] = [];
  for (const file of files) {
    const start = file.text?.slice(0, 300).trimStart() ?? "";
    const data = /^\uFEFF?[{[]/.test(start) ? parsed(file.text ?? "") : null;
    if (isObject(data) && joins(catalogue, data)) catalogue.names.push(file.name);
    else parts.push(...(recordsOf(file, data) ?? rowsOf(file) ?? [whole(file)]));
  }
  return [...catalogueParts(catalogue), ...parts];
}

const whole = (given: FileGiven): Part => ({ given, units: 0, ids: [], names: [] });

/** MekBay's units, eras or factions join the catalogue; anything else does not. */
function joins(catalogue: Catalogue, data: Found): boolean {
  const units = objects(data["units"]).filter((one) => "as" in one);
  const eras = objects(data["eras"]);
  const factions = objects(data["factions"]);
  if (!units.length && !eras.length && !factions.length) return false;
  catalogue.units.push(...units.map((one) => Object.fromEntries(NEEDED.filter((key) => key in one).map((key) => [key, one[key]]))));
  catalogue.eras.push(...eras);
  catalogue.factions.push(...factions);
  return true;
}

function catalogueParts({ units, eras, factions, names }: Catalogue): Part[] {
  const name = names.join(", ");
  if (!units.length) {
    if (!names.length) return [];
    throw new Error(`${name}: who fields what, and no units; choose units.json, eras.json and factions.json together`);
  }
  return cut(units, (one) => one["id"]).map((some) => {
    const numbers = new Set(some.map((one) => one["id"]));
    const here = (list: unknown): unknown[] => (Array.isArray(list) ? list.filter((one) => numbers.has(one)) : []);
    const told = {
      version: "1",
      units: some,
      eras: eras.map((era) => ({ id: era["id"], name: era["name"], years: era["years"], units: here(era["units"]) })),
      factions: factions.map((one) => ({ ...one, eras: mapped(one["eras"], here) })),
    };
    return {
      given: { name: "", text: JSON.stringify(told) },
      units: some.length,
      ids: some.map((one) => idOf(one["id"])),
      names: some.map((one) => named(one["chassis"], one["model"])),
    };
  });
}

const mapped = (value: unknown, change: (list: unknown) => unknown[]): Found =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, list]) => [key, change(list)]).filter(([, list]) => (list as unknown[]).length)) : {};

/** Answers of the old list, if there are many units in them. */
function recordsOf(file: FileGiven, data: unknown): Part[] | null {
  const records = objects(isObject(data) ? data["Units"] : data);
  if (records.length <= MOST || !records.some((one) => "BFType" in one)) return null;
  return cut(records, (one) => one["Id"]).map((some) => ({
    given: { name: file.name, text: JSON.stringify({ Units: some }) },
    units: some.length,
    ids: some.map((one) => idOf(one["Id"])),
    names: some.map((one) => named(one["Name"])),
  }));
}

/** A long table of MegaMek, cut between its lines: none of its cells goes over several. */
function rowsOf(file: FileGiven): Part[] | null {
  const lines = file.text?.split(/\r?\n/) ?? [];
  const at = lines.slice(0, 10).findIndex((line) => line.startsWith("MUL ID\t"));
  const rows = lines.slice(at + 1).filter((line) => line.trim());
  if (at < 0 || rows.length <= MOST) return null;
  const head = lines[at] ?? "";
  return cut(rows, (line) => Number(line.slice(0, line.indexOf("\t")))).map((some) => ({
    given: { name: file.name, text: [head, ...some].join("\n") },
    units: some.length,
    ids: some.map((line) => idOf(Number(line.slice(0, line.indexOf("\t"))))),
    names: some.map((line) => named(...line.split("\t").slice(1, 3))),
  }));
}

const idOf = (number: unknown): string =>
  typeof number === "number" && number > 0 ? `mul_${number}` : typeof number === "string" ? `mul_${number.trim().toLowerCase()}` : "";

export const named = (...words: unknown[]): string =>
  words.filter((word): word is string => typeof word === "string").join(" ").split(/\s+/).filter(Boolean).join(" ").toLowerCase();

/** In parts; units with one number stay together, since they are told apart beside one another. */
function cut<T>(units: readonly T[], number: (one: T) => unknown): T[][] {
  const together = new Map<unknown, T[]>();
  units.forEach((one, at) => {
    const key = number(one);
    const mark = (typeof key === "number" && key > 0) || (typeof key === "string" && key) ? key : `alone ${at}`;
    const others = together.get(mark);
    if (others) others.push(one);
    else together.set(mark, [one]);
  });
  const parts: T[][] = [];
  for (const some of together.values()) {
    const last = parts.at(-1);
    if (last && last.length + some.length <= MOST) last.push(...some);
    else parts.push([...some]);
  }
  return parts;
}

/** Own units that a part may bring anew: a server that knows them says which card counts. */
export function meant<T extends { id: string; name: string }>(own: readonly T[], part: Part): T[] {
  const ids = new Set(part.ids.filter(Boolean));
  const names = new Set(part.names);
  return own.filter((one) => ids.has(one.id) || ids.has(one.id.split("_").slice(0, 2).join("_")) || names.has(named(one.name)));
}
