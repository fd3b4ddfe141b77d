// The HTTP part of the server: what a game can be made of, making one, files, catalogue, rules.
import type { Card, Command, Effect, Json, SupportType } from "./protocol";

type Trouble = { error?: { code?: string; message?: string } } | null;

/** The server has answered, and says no. */
export class Refused extends Error {
  constructor(message: string, readonly code: string) {
    super(message);
  }
}

type Choice = { id: string; name: string; text: string };
type Bot = { level: string; name: string; text: string };
type Variation = Choice & { page: number | null; roles: string[]; excludes: string[] };
export type ScenarioChoice = Choice & { page: number | null; roles: string[]; variations: Variation[]; matches: [string, string][] };
export type Theme = Choice & { width: number; depth: number; world?: string | null };
/** A map of the player's own: how large it is, and what of its file cannot be played. */
export type BoardRead = { columns: number; rows: number; left_out: string[]; lines: number };
export type Planet = Choice & { theme: string; effects: Effect[] };
type ForceUnit = { unit: string; name: string; skill: number; pv: number };
export type Force = { id: string; name: string; faction: string | null; pv: number; units: ForceUnit[] };
export type Quickstart = {
  bots: Bot[];
  scenarios: ScenarioChoice[];
  themes: Theme[];
  planets: Planet[];
  forces: Force[];
  matches: [string, string][];
  support: { id: string; name: string; points: number }[];
  support_types?: SupportType[];
};

type OwnForce = { name: string; units: { unit: string; skill: number }[] };
export type ForceChoice = string | OwnForce | { force: Json };
export type Quick = {
  scenario?: string;
  variations?: string[];
  support?: string;
  attacker?: string;
  theme?: string;
  planet?: string;
  map?: string;
  board?: string;
  ground?: Ground;
  forces?: ForceChoice[];
  options?: string[];
  edition?: string;
  deploy?: boolean;
  abilities?: boolean;
  prepare?: string[]; // what Strategic Command and engineers do to the table
  map_seed?: number;
};
export type Preparer = { name: string; home: string | null; command: boolean; works: number };
export type Piece = { id: string; kind: string; at: [number, number]; parts: { polygon?: [number, number][]; circle?: [number, number, number] }[] };
export type PreparedTable = { map_seed: number; kind: string; width: number; depth: number; sides: Preparer[]; terrain: Piece[] };
export type Ground = { map: Json; terrain: Json }; // a map that a player has drawn
type Squad = Choice & { men: string[] };
type TroopScenario = Choice & { page: number | null; sides: string[] };
export type TroopsStart = { bots: Bot[]; grounds: Choice[]; squads: Squad[]; platoons: Squad[]; scenarios: TroopScenario[]; options: Option[] };
export type Troops = { scenario?: string; theme?: string; squads?: string[]; options?: string[]; map_seed?: number };
export type Mode = "bot" | "hotseat" | "friend" | "replay";
export type NewGame = {
  mode: Mode;
  level?: string;
  side?: string;
  title?: string;
  name?: string;
  quick?: Quick;
  troops?: Troops;
  script?: { [key: string]: Json | Command[] };
  save?: Json;
};
export type NewSeat = {
  seat: string;
  kind: "player" | "hotseat" | "spectator";
  for: "you" | "friend" | "anyone";
  token: string | null; // none of a friend's seat: that has an invitation, which works once
  invitation: string | null;
  link: string;
};
export type MadeGame = {
  game: string;
  mode: Mode;
  title: string;
  sides: { name: string; by: string }[];
  seats: NewSeat[];
};
export type CatalogueQuery = {
  text?: string;
  type?: string;
  size?: number;
  role?: string;
  move?: string;
  ability?: string;
  pv_min?: number;
  pv_max?: number;
  training?: boolean;
  limit?: number;
  offset?: number;
};
/** A choice that is still to be made; `users` is null where it is for all. */
export type ForceQuestion = {
  of: string;
  text: string;
  rule: string;
  page: number | null;
  abilities: { name: string; words: string; page: number | null }[];
  users: number | null;
  units: { number: number; name: string }[];
};
export type CheckedForce = {
  name: string;
  pv: number;
  legal: boolean;
  size: string;
  units: { unit: string; name: string; pilot: string | null; skill: number; skill_name: string; pv: number; allowance?: [number, number]; card: Card }[];
  formations?: { name: string; type: string | null; title: string; pv: number; earned: string[]; bonuses: string[] }[];
  groups?: { name: string; kind: string; pv: number; mission: string | null }[];
  faults: { severity: string; where: string; message: string; rule: string | null; page: number | null }[];
  questions: ForceQuestion[];
  force: Json; // as data, and
  file: string; // as the text of a file
};
export type RuleText = {
  id: string;
  title: string;
  page: number | null;
  text: string;
  ruling: string | null;
  related: string[];
  tables: RuleTable[];
};
/** Exact numbers; without a head the rows are pairs. */
export type RuleTable = { title: string; head: string[]; rows: string[][] };
export type RuleHeading = { id: string; title: string; page: number | null; kind: string; layer: string };
export type Chapter = { id: string; title: string; rules: number };
export type Option = { name: string; title: string; text: string; rule: string | null; page: number | null; group?: string };
/** What to agree on for an evening. */
export type Preset = { options: string[]; edition: string };
export type Options = { options: Option[]; presets?: Record<string, Preset> };

export async function call<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Error("The server does not answer. Is it still running?");
  }
  const body: unknown = await response.json().catch(() => null);
  const said = (body as Trouble)?.error;
  if (!response.ok) throw said?.message ? new Refused(said.message, said.code ?? "") : new Error(`The server answered ${response.status}.`);
  return body as T;
}

export const post = <T>(path: string, data: unknown, more: Record<string, string> = {}): Promise<T> =>
  call<T>(path, { method: "POST", headers: { "Content-Type": "application/json", ...more }, body: JSON.stringify(data) });

/** How the server's rules run; as they are written they are half as fast. */
export const engine = async (): Promise<string> => (await call<{ engine: string }>("/api/health")).engine;
export const quickstart = (): Promise<Quickstart> => call("/api/quickstart");
export const troops = (): Promise<TroopsStart> => call("/api/troops");
export const makeGame = (game: NewGame): Promise<MadeGame> => post("/api/games", game);
export const join = (game: string, invitation: string, name = ""): Promise<MadeGame> =>
  post(`/api/games/${encodeURIComponent(game)}/join`, { invitation, name });
export const options = (): Promise<Options> => call<Options>("/api/options");
export const ruleText = (id: string): Promise<RuleText> => call(`/api/rules/${encodeURIComponent(id)}`);
export const chapters = async (): Promise<Chapter[]> => (await call<{ chapters: Chapter[] }>("/api/chapters")).chapters;
/** Rules by words, by chapter and by page of the book. */
export function findRules(text: string, chapter: string, page: number | null): Promise<{ total: number; rules: RuleHeading[] }> {
  const query = new URLSearchParams({ limit: "200" });
  if (text.trim()) query.set("text", text.trim());
  if (chapter) query.set("chapter", chapter);
  if (page !== null) query.set("on_page", String(page));
  return call(`/api/rules?${query}`);
}
export const readForce = (text: string): Promise<CheckedForce> =>
  call("/api/forces/read", { method: "POST", headers: { "Content-Type": "text/plain" }, body: text });
export const lookAtTable = (quick: Quick): Promise<PreparedTable> => post("/api/table", quick);
export const readBoard = (text: string): Promise<BoardRead> =>
  call("/api/boards/read", { method: "POST", headers: { "Content-Type": "text/plain" }, body: text });
export const checkForce = (force: OwnForce | { force: object; choices?: string[] }): Promise<CheckedForce> =>
  post("/api/forces/check", force);

/** The force sheet and the cards, as a PDF to print. */
export async function printForce(force: OwnForce | { force: object }, paper: "a4" | "letter"): Promise<Blob> {
  const response = await fetch(`/api/forces/print?paper=${paper}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(force),
  });
  if (!response.ok) throw new Error("The cards cannot be printed.");
  return response.blob();
}

export function catalogue(query: CatalogueQuery): Promise<{ total: number; units: Card[] }> {
  const wanted = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  return call(`/api/catalogue?${new URLSearchParams(wanted.map(([key, value]) => [key, String(value)]))}`);
}

/** Make a game of a file's text: a saved battle or a battle script. */
export function importBattle(text: string, mode: Mode, level?: string, side?: string): Promise<MadeGame> {
  const query = new URLSearchParams({ mode, ...(level ? { level } : {}), ...(side ? { side } : {}) });
  return call(`/api/import?${query}`, { method: "POST", headers: { "Content-Type": "text/plain" }, body: text });
}

/** The battle as a file: its name and contents. */
export async function saveFile(game: string, token: string): Promise<{ name: string; text: string }> {
  const response = await fetch(`/api/games/${encodeURIComponent(game)}/save`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  if (!response.ok) throw new Error((JSON.parse(text) as Trouble)?.error?.message ?? "The battle cannot be saved.");
  const name = /filename="?([^";]+)/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  return { name: name ?? "battle.json", text };
}
