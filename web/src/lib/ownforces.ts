// Forces one has built or opened: kept in the browser, so that battles can be made of them.
import type { CheckedForce, ForceChoice } from "./api";
import type { Json } from "./protocol";

/** `force` is the whole force as its file has it: formations, pilots, abilities. */
export type Kept = { name: string; pv: number; units: { unit: string; name: string; skill: number }[]; force: Json };

const KEY = "lancemate.forces";
const AT_HAND = "lancemate.forces.at-hand";

export function keptForces(): Kept[] {
  try {
    const forces = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown;
    return Array.isArray(forces) ? (forces as Kept[]).filter((one) => one?.name && Array.isArray(one.units) && one.force) : [];
  } catch {
    return [];
  }
}

export function keepForce({ name, pv, units, force }: CheckedForce): void {
  const kept: Kept = { name, pv, units: units.map((one) => ({ unit: one.unit, name: one.name, skill: one.skill })), force };
  write([kept, ...keptForces().filter((other) => other.name !== name)]);
  takeInHand(name);
}

function takeInHand(name: string): void {
  try {
    sessionStorage.setItem(AT_HAND, name);
  } catch {
    // It can still be chosen from the list.
  }
}

/** The force that was built or opened last on this visit: whoever goes on to a table wants to play it. */
export function atHand(): string | null {
  try {
    const name = sessionStorage.getItem(AT_HAND);
    return keptForces().find((one) => one.name === name)?.name ?? null;
  } catch {
    return null;
  }
}

/** Keep a force that came from elsewhere: another one of that name stays, and this one is told apart. Says its name here. */
export function keepBeside(force: CheckedForce): string {
  const others = keptForces().filter((one) => JSON.stringify(one.force) !== JSON.stringify(force.force));
  let name = force.name;
  for (let number = 2; others.some((one) => one.name === name); number += 1) name = `${force.name} (${number})`;
  keepForce({ ...force, name });
  return name;
}

export const dropForce = (name: string): void => write(keptForces().filter((force) => force.name !== name));

/** How the server is told to field it. */
export const fielded = (kept: Kept): ForceChoice => ({ force: kept.force });

/** A file that is a battle or the script of one, and not a force: only battles have sides. What a force's notes say is no matter. */
export function isBattle(text: string): boolean {
  const bare = text.replace(/^\uFEFF/, "").trimStart();
  if (!bare.startsWith("{")) return hasLine(text.replace(/^\uFEFF/, ""), "sides");
  try {
    return Object.hasOwn(JSON.parse(bare) as object, "sides");
  } catch {
    return /[{,\s]["']?sides["']?\s*:/.test(bare.replace(/"(?:[^"\\]|\\.)*"(?!\s*:)|'[^']*'(?!\s*:)/g, "")); // YAML in braces
  }
}

/** YAML says this at its outermost: as far from the margin as its first line. */
function hasLine(text: string, key: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => /^\s*[^\s#]/.test(line) && !/^(---|%)/.test(line));
  const margin = /^ */.exec(lines[0] ?? "")?.[0] ?? "";
  return lines.some((line) => new RegExp(`^${margin}(["']?)${key}\\1\\s*:`).test(line));
}

function write(forces: Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(forces));
  } catch {
    // A browser that keeps nothing can still write the force to a file.
  }
}
