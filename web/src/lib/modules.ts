// The rules of a game: editions, optional rules in groups as the server lists them, and the choice of the last time.

import type { Option } from "./api";

const KEY = "lancemate.options";
const EDITION = "lancemate.edition";

export const COMMANDER = "commander";
export const EDITIONS: Record<string, { name: string; about: string }> = {
  [COMMANDER]: { name: "Commander's Edition", about: "" },
  first: { name: "First edition", about: "The standard rules of the first printing." },
  "quick-start": { name: "Quick-start rules", about: "BattleMechs alone, and no optional rules." },
};

export function byGroup(options: Option[]): [string, Option[]][] {
  const groups = new Map<string, Option[]>();
  for (const option of options) {
    const group = option.group ?? "";
    groups.set(group, [...(groups.get(group) ?? []), option]);
  }
  return [...groups];
}

export function remembered(): string[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown;
    return Array.isArray(found) ? found.filter((name): name is string => typeof name === "string") : [];
  } catch {
    return [];
  }
}

/** The edition of the last time; none that is not known here. */
export function rememberedEdition(): string {
  try {
    const found = localStorage.getItem(EDITION) ?? COMMANDER;
    return found in EDITIONS ? found : COMMANDER;
  } catch {
    return COMMANDER;
  }
}

export function remember(options: string[], edition: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(options));
    localStorage.setItem(EDITION, edition);
  } catch {
    // a browser that keeps nothing
  }
}
