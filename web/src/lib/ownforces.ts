// Forces one has built: kept in the browser, written to and read from files.
import type { OwnForce } from "./api";

const KEY = "lancemate.forces";

export function ownForces(): OwnForce[] {
  try {
    const forces = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown;
    return Array.isArray(forces) ? forces.flatMap((force) => readForce(force) ?? []) : [];
  } catch {
    return [];
  }
}

export function keepForce(force: OwnForce): void {
  write([force, ...ownForces().filter((other) => other.name !== force.name)]);
}

export const dropForce = (name: string): void => write(ownForces().filter((force) => force.name !== name));

function write(forces: OwnForce[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(forces));
  } catch {
    // A browser that keeps nothing can still write the force to a file.
  }
}

/** A force file, or null when it is something else (a battle, say). */
export function parseForce(text: string): OwnForce | null {
  try {
    return readForce(JSON.parse(text));
  } catch {
    return null;
  }
}

function readForce(data: unknown): OwnForce | null {
  if (typeof data !== "object" || data === null) return null;
  const { name, units } = data as { name?: unknown; units?: unknown };
  if (!Array.isArray(units)) return null;
  const read = units.map((one: unknown) => {
    const { unit, skill } = (one ?? {}) as { unit?: unknown; skill?: unknown };
    return typeof unit === "string" ? { unit, skill: typeof skill === "number" ? skill : 4 } : null;
  });
  if (!read.length || read.some((one) => one === null)) return null;
  return { name: typeof name === "string" && name ? name : "Force", units: read.filter((one) => one !== null) };
}
