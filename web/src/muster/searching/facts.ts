// What a search can ask of a unit: its words, its numbers, its abilities. The same as muster/searching/facts.py.
// Each part is worked out when somebody asks for it, and once: thousands of units are searched as somebody types.
import type { UnitData } from "../units.ts";
import { recordOf, type Record, type Times } from "./availability.ts";

export const RANGES = ["s", "m", "l", "e"] as const;
const MINIMAL = 0.5; // what 0* counts as: more than nothing, less than one
const VALUES = /[0-9.]+\*?(?:\/(?:[0-9.]+\*?|-))*|-(?:\/(?:[0-9.]+\*?|-))+/;

type Weapons = { damage?: unknown; specials?: unknown; arcs?: unknown };

/** Small letters without accents: what is compared. */
export const plain = (text: string): string => (/^[\x00-\x7f]*$/.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "")).toLowerCase();
/** Letters and digits alone: as7d for AS7-D. */
export const squeezed = (text: string): string => text.replace(/[^a-z0-9]/g, "");

export class Facts {
  readonly data: UnitData;
  private held: { [key: string]: unknown } = {};

  constructor(data: UnitData) {
    this.data = data;
  }

  private once<T>(key: string, make: () => T): T {
    return (key in this.held ? this.held[key] : (this.held[key] = make())) as T;
  }

  text(key: string): string {
    const value = this.data[key];
    return plain(value === undefined || value === null || value === false || value === 0 ? "" : String(value));
  }
  private several(key: string): string[] {
    const value = this.data[key];
    return Array.isArray(value) ? value.map(String) : value && typeof value === "object" ? Object.keys(value) : [];
  }
  get name(): string {
    return this.once("name", () => this.text("name").split(/\s+/).filter(Boolean).join(" "));
  }
  /** The words of its name, without brackets. */
  get tokens(): string[] {
    return this.once("tokens", () => this.name.replace(/[()[\]]/g, " ").split(/\s+/).filter(Boolean));
  }
  get tight(): string[] {
    return this.once("tight", () => this.tokens.map(squeezed));
  }
  /** Ways to name it completely, squeezed. */
  get whole(): string[] {
    return this.once("whole", () => {
      const [chassis, model] = [squeezed(this.text("chassis")), squeezed(this.text("model"))];
      return [squeezed(this.name), chassis + model, model + chassis].filter(Boolean);
    });
  }
  get half(): string[] {
    return this.once("half", () => [squeezed(this.text("chassis")), squeezed(this.text("model"))].filter(Boolean));
  }
  /** How many words its chassis has, or its name. */
  get long(): number {
    return this.once("long", () => this.text("chassis").split(/\s+/).filter(Boolean).length || this.tokens.length);
  }
  /** Its name as names are put in order: numbers as numbers. */
  get order(): string {
    return this.once("order", () => this.name.replace(/[0-9]+/g, (found) => found.padStart(6, "0")));
  }
  /** Everything words are looked for in, a line for each thing. */
  get hay(): string {
    return this.once("hay", () => {
      const lines = ["name", "id", "role", "era", "note"].map((key) => String(this.data[key] || ""));
      return `${plain([...lines, ...this.several("specials"), ...this.several("factions"), ...this.several("books")].join("\n"))}\n${squeezed(this.name)}`;
    });
  }
  get books(): string {
    return this.once("books", () => plain([...this.several("books"), String(this.data["source"] || "")].join("\n")));
  }
  /** How far it goes, and how; the first is its usual way. */
  get moves(): [number, string][] {
    return this.once("moves", () =>
      this.text("move").split("/").flatMap((part): [number, string][] => {
        const found = /^([0-9.]+)"?([a-z()]*)/.exec(part.trim());
        return found ? [[Number.parseFloat(found[1] ?? "0") || 0, found[2] ?? ""]] : [];
      }),
    );
  }
  record(times: Times): Record {
    return this.once("record", () => recordOf(this.data, times));
  }
  /** The most it does at each range, in any arc or section. */
  get damage(): number[] {
    return this.once("damage", () => {
      const rows = this.weapons().map((one) => strengths(String(one.damage || "")));
      return RANGES.map((_, at) => Math.max(0, ...rows.map((row) => row[at] ?? 0)));
    });
  }
  /** Its abilities with their values, those in turrets, arcs and sections too. */
  get codes(): string[] {
    return this.once("codes", () => codesOf(this.weapons().flatMap((one) => listed(one.specials))));
  }
  private weapons(): Weapons[] {
    const inner = this.data["sections"];
    const sections = (Array.isArray(inner) ? inner : []) as Weapons[];
    return [this.data as Weapons, ...sections].flatMap((place) => [place, ...Object.values((place.arcs ?? {}) as { [arc: string]: Weapons })]);
  }
  /** A number of the card; null where nobody knows it. */
  value(key: string): number | null {
    const range = (RANGES as readonly string[]).indexOf(key);
    if (range >= 0) return this.damage[range] ?? 0;
    if (key === "damage") return Math.max(...this.damage);
    if (key === "move") return this.moves[0]?.[0] ?? 0;
    if (key === "jump") return this.moves.find(([, way]) => way.includes("j"))?.[0] ?? 0;
    const found = this.data[key];
    return typeof found === "number" ? found : key === "tons" || key === "year" || key === "threshold" ? null : 0;
  }
  /** The values of each ability that a code names, with or without its own values: LRM, LRM1/1/1. */
  ability(wanted: string): number[][] {
    return this.codes.flatMap((code) => {
      if (code === wanted) return [orOne(valuesOf(code))];
      return code.startsWith(wanted) && !/[A-Z]/.test(code[wanted.length] ?? "") ? [orOne(valuesOf(code.slice(wanted.length)))] : [];
    });
  }
}

const orOne = (values: number[]): number[] => (values.length ? values : [1]);
const valuesOf = (text: string): number[] => {
  const found = VALUES.exec(text);
  return found ? strengths(found[0]) : [];
};
const strengths = (text: string): number[] => text.split("/").map(strength);
const strength = (text: string): number => (text.trim() === "0*" ? MINIMAL : Number(text.trim().replace(/\*+$/, "")) || 0);
const listed = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : typeof value === "string" ? [value] : []);

/** Each ability alone; the damage of a turret stays with it. */
export function codesOf(specials: readonly string[]): string[] {
  return specials.flatMap((text) => {
    const found: string[] = [];
    for (const piece of text.split(/[(),]/)) {
      const code = piece.trim().toUpperCase();
      if (code && found.length && !/^\p{L}/u.test(code)) found[found.length - 1] += code;
      else if (code) found.push(code);
    }
    return found;
  });
}
