// What the muster page asks of the server: the book, imports, new forces, suggestions.
import { call, post, type CheckedForce } from "../lib/api";
import { base64Of } from "../lib/files";
import type { Card, Json } from "../lib/protocol";
import type { ForceFile } from "./force";
import type { UnitData } from "./units";

export type Faction = { name: string; scheme: string; aliases: string[]; lists: string[] };
export type Era = { name: string; begins: number; ends: number | null };
export type FormationType = { name: string; rule: string; page: number | null; ideal: string | null; aerospace: boolean; needs: string[] };
export type PilotAbility = { name: string; words: string; rule: string; page: number | null; cost: number; levels: number; details: string[] };
export type CommandAbility = { name: string; words: string; rule: string; page: number | null; word: boolean; times: number };
export type Book = {
  factions: Faction[];
  eras: Era[];
  wide_eras: Era[]; // those of the primer, by names of their own
  colours: { [name: string]: [string, string, string] }; // schemes of a force: main colour, trim, shade
  roles: string[];
  types: Record<string, string>;
  schemes: Record<string, string>;
  formations: FormationType[];
  overlays: string[];
  groups: Record<string, string[]>; // what larger groups there are, by organisation
  kinds: string[];
  pilot_abilities: PilotAbility[];
  command_abilities: CommandAbility[];
  unit_list: boolean;
  quick_list: string; // where players ask the Master Unit List themselves, with the name behind it
};
export type Imported = {
  seems: string;
  summary: string;
  notes: string[];
  taken: { where: string; remarks: string[]; card: UnitData }[];
  enlisted: { name: string; where: string; formation: string; remarks: string[] }[];
  refused: { name: string; where: string; reason: string }[];
  missing: { chassis: string; model: string; key: string; mul: number | null }[];
  force: CheckedForce | null;
};
export type Change = { text: string; points: number; place: number; card: UnitData | null; command: string | null };
export type Proposal = { type: string; rule: string; page: number | null; points: number; changes: Change[]; bonuses: string[] };
export type Suggestions = { formations: { formation: string; proposals: Proposal[] }[]; swaps: string[] };
export type Wishes = {
  points?: number; // without them, as many as the size that is asked for in words takes
  faction?: string;
  era?: string;
  kind?: string;
  roles?: string;
  training?: boolean;
  by_chance?: boolean;
  unsure?: boolean;
  asked?: string;
  counts?: { [id: string]: number };
  cards?: UnitData[];
  only?: boolean;
};
export type FileGiven = { name: string; text?: string; base64?: string };

export const readBook = (): Promise<Book> => call("/api/muster");
export const catalogueRows = async (): Promise<UnitData[]> => (await call<{ units: UnitData[] }>("/api/catalogue-rows")).units;
export const unitById = (id: string): Promise<Card> => call(`/api/catalogue/${encodeURIComponent(id)}`);
export const showCard = (card: UnitData): Promise<Card> => post("/api/cards/show", { card });
export const importFile = (file: FileGiven, cards: UnitData[] = []): Promise<Imported> => post("/api/imports", { ...file, cards });
export const searchUnitList = (name: string): Promise<Imported> => call(`/api/unit-list?${new URLSearchParams({ name })}`);
export const buildForce = (wishes: Wishes): Promise<CheckedForce> => post("/api/forces/build", wishes);
export const tuneForce = (force: ForceFile, points: number, skills: [number, number]): Promise<CheckedForce> =>
  post("/api/forces/tune", { force: force as Json, points, skills });
export const suggest = (force: ForceFile, cards: UnitData[]): Promise<Suggestions> =>
  post("/api/forces/suggest", { force: force as Json, cards });

/** A file as the server takes it: text as it is, anything else in base64. */
export async function fileGiven(file: File): Promise<FileGiven> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return { name: file.name, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { name: file.name, base64: base64Of(bytes) };
  }
}
