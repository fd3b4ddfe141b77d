// Searches that are kept and shared: what was asked, as one line that a link can carry.
import type { Book } from "./api";
import { EVERYTHING, type Query } from "./units";

const KEY = "lancemate.searches";
const MOST = 40;

type Plain = { [Key in Exclude<keyof Query, "faction" | "era">]?: Query[Key] } & { faction?: string; era?: string };
export type Search = { name: string; text: string };

/** Only what is asked: a search for words alone is those words. */
export function searchText(query: Query): string {
  const { faction, era, text, ...rest } = query;
  const changed = Object.entries(rest).filter(([key, value]) => value !== EVERYTHING[key as keyof Query]);
  if (!changed.length && !faction && !era && !text.startsWith("{")) return text.trim();
  return JSON.stringify({ ...Object.fromEntries(changed), ...(text.trim() ? { text: text.trim() } : {}), ...(faction ? { faction: faction.name } : {}), ...(era ? { era: era.name } : {}) });
}

/** The search of a link; what makes no sense in it is left out. */
export function searchOf(text: string, book: Book): Query {
  if (!text.startsWith("{")) return { ...EVERYTHING, text: text.slice(0, 500) };
  let asked: Plain;
  try {
    asked = JSON.parse(text) as Plain;
  } catch {
    return EVERYTHING;
  }
  const query: { [key: string]: unknown } = { ...EVERYTHING };
  for (const key of Object.keys(EVERYTHING)) {
    const [value, usual] = [asked[key as keyof Plain], EVERYTHING[key as keyof Query]];
    const fits = key === "low" || key === "high" ? typeof value === "number" : typeof value === typeof usual && usual !== null;
    if (fits) query[key] = value;
  }
  query["faction"] = book.factions.find((one) => one.name === asked.faction) ?? null;
  query["era"] = book.eras.find((one) => one.name === asked.era) ?? null;
  return query as Query;
}

export const searchLink = (query: Query): string => `${window.location.origin}${window.location.pathname}#/muster/find/${encodeURIComponent(searchText(query))}`;

export function keptSearches(): Search[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown;
    return Array.isArray(found) ? (found as Search[]).filter((one) => typeof one?.name === "string" && typeof one.text === "string") : [];
  } catch {
    return [];
  }
}

/** Keep a search under a name; one of that name gives way. */
export function keepSearch(search: Search): Search[] {
  return written([search, ...keptSearches().filter((one) => one.name !== search.name)].slice(0, MOST));
}
export const dropSearch = (name: string): Search[] => written(keptSearches().filter((one) => one.name !== name));

function written(searches: Search[]): Search[] {
  try {
    localStorage.setItem(KEY, JSON.stringify(searches));
  } catch {
    // A browser that keeps nothing can still copy the link.
  }
  return searches;
}
