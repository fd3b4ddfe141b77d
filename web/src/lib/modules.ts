// The optional rules of a game: in groups as the server lists them, and the choice of the last time.

import type { Option } from "./api";

const KEY = "lancemate.options";

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

export function remember(options: string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(options));
  } catch {
    // a browser that keeps nothing
  }
}
