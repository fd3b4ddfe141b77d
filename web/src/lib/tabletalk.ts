// The lobby of the server: tables to join and to watch, table talk, one's own games, rematches.
import type { RunningClock } from "./protocol";
import { call, post, type ForceChoice, type Mode, type Quick, type Troops } from "./api";

export type ClockKind = "turn" | "side" | "move";
export type Clock = { kind: ClockKind; seconds: number; at_end: "pass" | "lose" };
export type Terms = {
  game: "alpha-strike" | "battletroops";
  title: string;
  points: number | null;
  secret: boolean;
  listed: boolean;
  watched: boolean;
  clock: Clock | null;
  quick: Quick | null;
  troops: Troops | null;
};
export type Brought = {
  secret: boolean;
  name?: string;
  pv?: number | null;
  units?: { name: string; skill?: number; pv?: number }[];
  faults?: { text: string; rule: string | null; page: number | null }[];
};
export type TalkSeat = {
  place: "host" | "guest";
  side: string;
  name: string;
  taken: boolean;
  here: boolean;
  ready: boolean;
  force: Brought | null;
  lacks: string | null;
};
export type TalkState = {
  talk: string;
  n: number;
  you: "host" | "guest";
  side: string;
  title: string;
  terms: Terms;
  stamp: number;
  seats: TalkSeat[];
  said: { place: string; text: string; at: number }[];
  changed: string | null;
  trouble: string | null;
  game: string | null;
  watch: string | null;
};
export type Opened = { talk: string; token: string; invitation: string | null; state: TalkState };
export type PlayerSide = { name: string; by: string; player: string };
export type OpenTable = { talk: string; title: string; host: string; here: boolean; terms: Terms; side: string; updated: number };
export type WatchTable = { game: string; title: string; sides: PlayerSide[]; turn: number; phase: string; to_act: string | null; updated: number; link: string };
export type HeldGame = {
  kind: "game" | "talk";
  id: string;
  title: string;
  mode: Mode;
  side: string | null;
  sides: PlayerSide[];
  turn: number;
  phase: string;
  to_act: string | null;
  yours: boolean;
  over: boolean;
  outcome: { winner: string | null; reason: string } | null;
  clock: RunningClock | null;
  updated: number;
};

const path = (talk: string, what = ""): string => `/api/talks/${encodeURIComponent(talk)}${what}`;
const key = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

export const tables = (): Promise<{ open: OpenTable[]; watch: WatchTable[] }> => call("/api/lobby");
export const mine = (tokens: string[]): Promise<{ held: (HeldGame | null)[] }> => post("/api/mine", { tokens });
export const openTable = (given: { terms: Partial<Terms>; side?: string; name: string; force?: ForceChoice }): Promise<Opened> =>
  post("/api/talks", given);
export const joinTable = (talk: string, invitation: string | null, name: string): Promise<Opened> =>
  post(path(talk, "/join"), { invitation, name });
export const lookAtTalk = (talk: string, token: string, seen: number | null, stop?: AbortSignal): Promise<TalkState> =>
  call(path(talk, seen === null ? "" : `?seen=${seen}`), { headers: key(token), ...(stop ? { signal: stop } : {}) });
export const sayAtTalk = (talk: string, token: string, what: "terms" | "force" | "ready" | "say", data: object): Promise<TalkState> =>
  post(path(talk, `/${what}`), data, key(token));
export const rematch = (game: string, token: string, swap: boolean): Promise<{ talk: string; token: string; state: TalkState }> =>
  post(`/api/games/${encodeURIComponent(game)}/rematch`, { swap }, key(token));

const HOUR = 3600;
const DAY = 86400;

/** A span of time as people say it: "10 minutes", "3 days". */
export function spanWords(seconds: number): string {
  const [count, unit] = seconds % DAY === 0 ? [seconds / DAY, "day"] : seconds % HOUR === 0 ? [seconds / HOUR, "hour"] : seconds % 60 === 0 ? [seconds / 60, "minute"] : [seconds, "second"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** What is left on a clock: 4:05, 1:02:30, "2 days". */
export function leftWords(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole >= 2 * DAY) return `${Math.floor(whole / DAY)} days`;
  const [h, m, s] = [Math.floor(whole / HOUR), Math.floor((whole % HOUR) / 60), whole % 60];
  const two = (n: number): string => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** A clock in one sentence, with what happens when it has run out. */
export function clockWords(clock: Clock | null): string {
  if (!clock) return "No clock: take your time.";
  const span = spanWords(clock.seconds);
  const time = { turn: `${span} for each side in every turn`, side: `${span} for each side in the whole battle`, move: `${span} each time the table waits for a side` }[clock.kind];
  return `${time}; whoever runs out ${clock.at_end === "lose" ? "loses the battle" : "passes: the server does the least for that side"}.`;
}
