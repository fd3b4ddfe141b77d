// Numbers and names as players say them. Knows words only.
import type { Card, Part, Reason, Rules, Unit } from "./protocol";

/** So many points of Move, which are inches on every map. */
export const moves = (value: number): string => `${trimmed(value, 2)}″`;

export const trimmed = (value: number, digits = 2): string => String(Number(value.toFixed(digits)));

export const percent = (chance: number): string => {
  if (chance > 0 && chance < 0.005) return "<1%";
  if (chance < 1 && chance > 0.995) return ">99%";
  return `${Math.round(chance * 100)}%`;
};

/** Points of damage on average; what may happen is never called nothing. */
export const average = (points: number): string => (points > 0 && points < 0.005 ? "<0.01" : trimmed(points, 2));

export const signed = (value: number): string => (value < 0 ? `−${trimmed(-value)}` : `+${trimmed(value)}`);

export const plural = (count: number, word: string, many = `${word}s`): string => `${count} ${count === 1 ? word : many}`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const uncapital = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Names one after another: a, b and c. */
export const listed = (names: readonly string[]): string => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? ""));

export const plain = (name: string): string => name.replaceAll("_", " ");

/** A message as a sentence of its own. */
export function sentence(text: string): string {
  const told = capital(text.trim());
  return /[.!?]\)?$|[.!?] \(.*\)$/.test(told) ? told : `${told}.`;
}

/** " (p. 43)" after a sentence, never broken between lines. */
export const pageWords = (page: number | null): string => (page === null ? "" : ` (p.\u00a0${page})`);

/** "Woods, p. 43" for a rule whose title is known. */
export function ruleWords(rule: string | null | undefined, rules: Rules): string {
  if (!rule) return "";
  const known = rules[rule];
  if (!known) return rule;
  return known.page === null ? known.title : `${known.title}, p. ${known.page}`;
}

const NO_MODIFIER = 6; // the face of the die beside a unit that stands for none

/** What the die beside a unit says. */
export const dieWords = ({ badge, moved_words }: Unit): string =>
  badge ? `${capital(moved_words)}: ${badge.number === NO_MODIFIER ? "nothing" : `+${badge.number}`} to hit it for that` : "";

const ARC = "weapon:"; // a hit on the weapons of one arc

const EFFECTS: Record<string, string> = {
  engine: "engine hit",
  fire_control: "fire control hit",
  mp: "movement hit",
  weapon: "weapon hit",
  motive_2: "motive damage (−2″ and TMM −1)",
  motive_half: "motive damage (half Move and TMM)",
  motive_0: "immobilised",
  crew_stunned: "crew stunned",
  crew_killed: "crew killed",
  ammo: "ammunition hit",
  fuel: "fuel hit",
  crew: "crew hit",
  thruster: "thruster hit",
  door: "the doors of a bay jam",
  docking_collar: "docking collar hit",
  dock_collar: "docking collar hit",
  kf_boom: "K-F boom hit",
};
export const effectWords = (effect: string): string => EFFECTS[effect] ?? (effect.startsWith(ARC) ? `weapon hit in the ${effect.slice(ARC.length)} arc` : plain(effect));

const CRIT_NAMES: Record<string, string> = {
  engine: "Engine",
  fire_control: "Fire control",
  mp: "Move",
  weapon: "Weapon",
  motive_2: "Motive −2″",
  motive_half: "Motive ½",
  motive_0: "Immobilised",
  kf_boom: "K-F boom",
};
export const critWords = (crit: string): string => CRIT_NAMES[crit] ?? (crit.startsWith(ARC) ? `Weapon ${crit.slice(ARC.length)}` : capital(plain(crit)));

/** What a section of a mobile structure fires: its damage, and that of its arcs. */
export const firesWords = ({ damage, arcs }: { damage: string; arcs: Record<string, { damage: string }> }): string => {
  const aimed = Object.entries(arcs).map(([arc, one]) => `${arc} ${one.damage}`);
  return (aimed.length && /^[0/-]+$/.test(damage) ? aimed : [damage, ...aimed]).join(", ");
};

/** What stands in the way, with the rule that says so. */
export function reasonWords(reason: Reason | null, rules: Rules): string {
  if (!reason) return "";
  const rule = ruleWords(reason.rule, rules);
  return rule ? `${sentence(reason.message)} (${rule})` : sentence(reason.message);
}

/** The parts of a number as one line of text: "Skill 4, Range: medium +2". */
export const sumWords = (parts: readonly Part[]): string =>
  parts.map((part, i) => `${part.label} ${i ? signed(part.value) : trimmed(part.value)}`).join(", ");

/** What a screen reader says of a unit on the table. */
export function unitWords(mark: string, unit: Unit, card: Card | undefined, facing: string): string {
  const name = card?.name ?? unit.name;
  const state = unit.status.filter((word) => word !== "active").map(plain);
  const facts = [
    `${unit.side} ${mark}, ${name}`,
    ...(unit.armor === null || unit.structure === null
      ? ["record sheet unknown"]
      : [`armor ${unit.armor} of ${card?.armor ?? unit.armor}`, `structure ${unit.structure} of ${card?.structure ?? unit.structure}`]),
    unit.heat ? `heat ${unit.heat}` : "",
    `facing ${facing}`,
    ...state,
    unit.pending.length ? `waiting for the End Phase: ${unit.pending.map(effectWords).join(", ")}` : "",
  ];
  return facts.filter(Boolean).join(", ");
}

/** Who plays a side, or nothing where that goes without saying. */
export function playerWords(by: string): string {
  if (by === "you") return "you";
  if (by === "friend") return "your friend";
  return ["player", "both", "nobody", ""].includes(by) ? "" : `${by} bot`;
}

/** A line of the story for those who see the table: inches with their sign, places only where no unit shows them. */
export const storyWords = (text: string): string =>
  text
    .replace(/(\d)"/g, "$1″")
    .replace(/ (?:to|at) \(-?[\d.]+, -?[\d.]+\)(?=,? (?:at elevation|facing|and spends)|\.$)/, "")
    .replace(/\((-?[\d.]+), (-?[\d.]+)\)/g, "$1″ east, $2″ north");

type Sourced = { text: string; rule: string | null };

/** A line of the story with its sources set apart: "[AS-COM-052, p. 43]" becomes a small "(p. 43)". */
export function sourced(text: string): Sourced[] {
  return text.split(/(\[[A-Z0-9]+(?:-[A-Z]+)?-\d+(?:, p\. \d+)?\])/).flatMap((part): Sourced[] => {
    const found = /^\[([A-Z0-9-]+)(?:, (p\. \d+))?\]$/.exec(part);
    if (found) return [{ text: found[2] ? `(${found[2]})` : "", rule: found[1] as string }];
    return part ? [{ text: part, rule: null }] : [];
  });
}

/** A piece of terrain as players call it: building3 is building 3, one with a name of its own keeps it. */
export function pieceWords(piece: { id: string; kind: string }): string {
  const number = piece.id.startsWith(piece.kind) ? piece.id.slice(piece.kind.length).replace(/^[-_ ]/, "") : null;
  const kind = piece.kind.replaceAll("_", " ");
  return number === null ? `${kind} ${piece.id}` : `${kind} ${number}`.trim();
}
