// What is asked in one line: words, values and tags, as `atlas pv<=52 l>=2 if>=1 role:sniper faction:davion in:3052`.
// The same as muster/searching/query.py; a test holds the two together.
import { available, nameFolded, spanNamed, type Answer, type Span, type Times } from "./availability.ts";
import { plain, RANGES, squeezed, type Facts } from "./facts.ts";

const NUMBERS: { [word: string]: string } = {
  pv: "pv", points: "pv", size: "size", tmm: "tmm", move: "move", mv: "move", jump: "jump", armor: "armor", armour: "armor", structure: "structure",
  ov: "ov", threshold: "threshold", tons: "tons", year: "year", damage: "damage", dmg: "damage",
  s: "s", m: "m", l: "l", e: "e", short: "s", medium: "m", long: "l", extreme: "e",
};
const TEXTS: { [word: string]: string } = {
  name: "name", chassis: "chassis", model: "model", role: "role", tech: "tech", level: "level", rules: "level", type: "type", book: "book", source: "book",
};
const TYPES: { [word: string]: string[] } = {
  mech: ["bm", "im"], battlemech: ["bm"], industrialmech: ["im"], protomech: ["pm"], vehicle: ["cv", "sv"], tank: ["cv", "sv"],
  infantry: ["ci", "ba"], battlearmor: ["ba"], fighter: ["af", "cf"], aero: ["af", "cf", "sc", "da", "ds"], dropship: ["da", "ds"],
};
const FACTION = "faction";
const TIMES = ["era", "in"];

const PIECE = /[-!]?(?:[^\s"]*"[^"]*"|[^\s"]+)|"/g;
const JOINED = /([A-Za-z][A-Za-z0-9.-]*)\s*(>=|<=|≥|≤|>|<|=)\s*(?=\S)/g;
const TERM = /^([a-z][a-z0-9-]*?)(?:\.([smle]))?(>=|<=|≥|≤|>|<|=|:)(.*)$/;
const RANGE = /^([0-9]+(?:\.[0-9]+)?\*?)?(-|\.\.|\+)?([0-9]+(?:\.[0-9]+)?)?"?$/;

export type FactionWords = { name: string; aliases: readonly string[]; lists: readonly string[] };
type Test = (facts: Facts) => boolean;
type Inside = (value: number) => boolean;
export type Where = { lists: Set<string> | null; span: Span | null; unsure: boolean };
/** One line, read. What makes no sense in it is told in `troubles`. */
export type Query = { words: string[]; tests: Test[]; where: Where; troubles: string[] };

export const fits = ({ words, tests }: Query, facts: Facts): boolean => words.every((word) => facts.hay.includes(word)) && tests.every((test) => test(facts));

export function answerOf(facts: Facts, { lists, span }: Where, times: Times): Answer {
  return available(facts.record(times), lists, span);
}

const has = (table: { [word: string]: unknown }, key: string): boolean => Object.hasOwn(table, key);
const isKey = (key: string): boolean => has(NUMBERS, key) || has(TEXTS, key) || key === FACTION || TIMES.includes(key) || key === "ability";

export function readQuery(text: string, factions: readonly FactionWords[], times: Times): Query {
  const query: Query = { words: [], tests: [], where: { lists: null, span: null, unsure: false }, troubles: [] };
  const pieces = text.replace(JOINED, (_, key: string, sign: string) => key + sign.replace("≥", ">=").replace("≤", "<=")).match(PIECE) ?? [];
  const add = (test: Test | null, turned: boolean): void => {
    if (test) query.tests.push(turned ? (facts) => !test(facts) : test);
  };
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at] as string;
    const turned = /^[-!]/.test(piece) && piece.length > 1;
    const bare = turned ? piece.slice(1) : piece;
    const found = TERM.exec(plain(bare));
    const known = !found && has(NUMBERS, plain(bare)) ? NUMBERS[plain(bare)] : undefined;
    if (known !== undefined && bare.length > 1 && at + 1 < pieces.length) {
      const inside = within(pieces[at + 1] as string, "=");
      if (inside) {
        add(numeric(known, inside), turned);
        at += 1;
        continue;
      }
    }
    const [, key = "", range, sign = "", value = ""] = found ?? [];
    if (!found || (sign === ":" && !isKey(key)) || !value.replace(/^"+|"+$/g, "")) {
      const word = plain(bare.replaceAll('"', "")).split(/\s+/).filter(Boolean).join(" ");
      if (word && turned) query.tests.push((facts) => !facts.hay.includes(word));
      else if (word) query.words.push(word);
      continue;
    }
    const wanted = value.replaceAll('"', "");
    if (key === FACTION || TIMES.includes(key)) {
      if (turned) query.troubles.push(`“${piece}”: ask for a faction or a time without a minus`);
      else where(query, key, wanted, factions, times);
    } else add(testOf(query, key, range, sign, wanted), turned);
  }
  return query;
}

/** Who, or when; a question mark wants those of whom nobody knows as well. */
function where(query: Query, key: string, asked: string, factions: readonly FactionWords[], times: Times): void {
  const value = asked.replace(/\?+$/, "");
  if (value !== asked) query.where.unsure = true;
  if (TIMES.includes(key)) {
    const span = spanNamed(value, times);
    if (span) query.where.span = span;
    else query.troubles.push(`there is no era “${value}”`);
    return;
  }
  query.where.lists ??= new Set();
  for (const part of value.split(",")) {
    const meant = factionsMeant(part, factions);
    if (!meant.length) query.troubles.push(`there is no faction “${part}”`);
    for (const one of meant) for (const name of [one.name, ...one.aliases, ...one.lists]) query.where.lists.add(nameFolded(name));
  }
}

/** The faction of this name, or those that have these words in their names; `wolf` is Clan Wolf. */
export function factionsMeant(text: string, factions: readonly FactionWords[]): FactionWords[] {
  const wanted = nameFolded(text);
  if (!wanted) return [];
  for (const exact of [wanted, `clan ${wanted}`, `house ${wanted}`]) {
    const found = factions.find((one) => [one.name, ...one.aliases].some((name) => nameFolded(name) === exact));
    if (found) return [found];
  }
  return factions.filter((one) => [one.name, ...one.aliases].some((name) => ` ${nameFolded(name)}`.includes(` ${wanted}`)));
}

function testOf(query: Query, key: string, range: string | undefined, sign: string, value: string): Test | null {
  const number = has(NUMBERS, key) && range === undefined ? NUMBERS[key] : undefined;
  const inside = within(value, sign);
  if (number !== undefined) {
    if (inside) return numeric(number, inside);
    if (number === "move") return (facts) => facts.moves.some(([, way]) => way === value);
  } else if (has(TEXTS, key)) return written(TEXTS[key] as string, value.split(",").filter(Boolean));
  else if (key === "ability") return (facts) => facts.ability(value.toUpperCase()).length > 0;
  else if (inside) {
    const code = key.toUpperCase();
    const place = range === undefined ? null : (RANGES as readonly string[]).indexOf(range);
    return (facts) => facts.ability(code).some((values) => inside(atRange(values, place)));
  }
  query.troubles.push(`“${value}” is no number to compare ${key} with`);
  return null;
}

/** Of several values the best, or that of one range; a single value holds at every range but Extreme. */
function atRange(values: readonly number[], place: number | null): number {
  if (place === null) return Math.max(...values);
  if (values.length === 1) return place < RANGES.length - 1 ? (values[0] ?? 0) : 0;
  return values[place] ?? 0;
}

const numeric = (key: string, inside: Inside): Test => (facts) => {
  const value = facts.value(key);
  return value !== null && inside(value);
};

/** A comparison with a number, or whether a number lies in a range: 30, 20-30, 20..30, 20+, 20-, -30. */
function within(text: string, sign: string): Inside | null {
  const [all, low, way, high] = RANGE.exec(text.trim()) ?? [];
  if (all === undefined || (low === undefined && high === undefined)) return null;
  if (sign !== "=" && sign !== ":") {
    if (way !== undefined || low === undefined) return null;
    const limit = limitOf(low);
    if (sign === ">=" || sign === "≥") return (value) => value >= limit;
    if (sign === "<=" || sign === "≤") return (value) => value <= limit;
    return sign === ">" ? (value) => value > limit : (value) => value < limit;
  }
  if (low !== undefined && way === undefined) {
    if (high !== undefined) return null;
    const exact = limitOf(low);
    return (value) => value === exact;
  }
  if (way === "+" && high !== undefined) return null;
  const [least, most] = [low === undefined ? -Infinity : limitOf(low), high === undefined ? Infinity : Number(high)];
  return (value) => least <= value && value <= most;
}

const limitOf = (text: string): number => (text === "0*" ? 0.5 : Number(text.replaceAll("*", "")));

/** What is written under a key: one of several words will do. */
function written(key: string, wanted: readonly string[]): Test {
  if (key === "type") {
    const codes = new Set(wanted.flatMap((word) => (has(TYPES, squeezed(word)) ? (TYPES[squeezed(word)] as string[]) : [word])));
    return (facts) => codes.has(facts.text("type"));
  }
  if (key === "book") return (facts) => wanted.some((word) => facts.books.includes(word));
  if (key === "name" || key === "chassis" || key === "model") return (facts) => wanted.some((word) => facts.text(key).includes(word));
  const beginnings = wanted.map(squeezed);
  return (facts) => beginnings.some((one) => squeezed(facts.text(key)).startsWith(one));
}
