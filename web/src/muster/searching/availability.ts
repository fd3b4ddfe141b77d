// Who fields a unit, and when: yes, no, or nobody knows. The same as muster/availability.py, which a test sees to.
import type { UnitData } from "../units.ts";

export type Answer = "yes" | "no" | "unknown";
/** Years from the first to the last, both included; without a last one it goes on. */
export type Span = readonly [number, number | null];
export type Times = readonly { name: string; begins: number; ends: number | null }[];
export type Record = { everybodys: boolean; fielded: Map<string, Span[]>; tags: Set<string>; years: Span[]; begins: number | null };

const EXTINCT = "extinct";

export const nameFolded = (text: string): string => text.toLowerCase().split(/\s+/).filter(Boolean).join(" ");

const read = new Map<string, Span[]>();
export function spansOf(text: string | undefined): Span[] {
  if (!text) return [];
  const known = read.get(text);
  if (known) return known;
  const spans: Span[] = [];
  for (const piece of text.replaceAll("–", "-").replaceAll(",", " ").split(/\s+/).filter(Boolean)) {
    const found = /^(\d{1,4})(?:(-)(\d{1,4})?)?$/.exec(piece);
    if (!found) return [];
    spans.push([Number(found[1]), found[3] ? Number(found[3]) : found[2] ? null : Number(found[1])]);
  }
  read.set(text, spans);
  return spans;
}

const meets = (spans: readonly Span[], [first, last]: Span): boolean =>
  spans.some(([begins, ends]) => (last === null || begins <= last) && (ends === null || ends >= first));

export function recordOf(data: UnitData, times: Times): Record {
  const era = data.era;
  const beginning = era === undefined ? null : /^\d+$/.test(era) ? Number(era) : (times.find((one) => nameFolded(one.name) === nameFolded(era))?.begins ?? null);
  return {
    everybodys: Boolean(data.training),
    fielded: new Map(Object.entries(data.fielded ?? {}).map(([name, years]) => [nameFolded(name), spansOf(years)])),
    tags: new Set((data.factions ?? []).map(nameFolded)),
    years: spansOf(data.years),
    begins: typeof data.year === "number" ? data.year : beginning,
  };
}

/** Whether somebody fields it in some year of a span; `lists` are the folded tags that are a faction's own. */
export function available(record: Record, lists: ReadonlySet<string> | null, span: Span | null): Answer {
  if (record.everybodys) return "yes";
  const then = span ? inYears(record, span) : "yes";
  if (!lists) return then;
  if (record.fielded.size) {
    for (const name of lists) {
      const own = record.fielded.get(name);
      if (own && (!span || meets(own, span))) return "yes";
    }
    return "no";
  }
  if (record.tags.size) return [...record.tags].some((tag) => lists.has(tag)) ? then : "no";
  return then === "no" ? "no" : "unknown";
}

function inYears(record: Record, span: Span): Answer {
  if (record.years.length) return meets(record.years, span) ? "yes" : "no";
  const spans = [...record.fielded].filter(([name]) => name !== EXTINCT).map(([, years]) => years);
  if (spans.length) return spans.some((years) => meets(years, span)) ? "yes" : "no";
  if (record.begins !== null) return span[1] !== null && record.begins > span[1] ? "no" : "yes";
  return "unknown";
}

/** The years of an era, or one year; null for what is neither. */
export function spanNamed(text: string, times: Times): Span | null {
  if (/^\d{1,4}$/.test(text)) return [Number(text), Number(text)];
  const found = times.find((one) => nameFolded(one.name) === nameFolded(text));
  return found ? [found.begins, found.ends] : null;
}
