// What comes first of the units that words fit: the very model, then the chassis, then names that hold the words.
// The same as muster/searching/ranking.py.
import { squeezed, type Facts } from "./facts.ts";

export type Rank = readonly [number, number, number, number, string];
const [EXACT, BEGINS, INSIDE, ELSEWHERE] = [0, 1, 2, 3];
const NOWHERE = 99;

/** The smaller, the earlier. */
export function rank(facts: Facts, words: readonly string[], tight: readonly string[] = words.map(squeezed)): Rank {
  const told = tight.join("");
  const whole = facts.whole.includes(told) ? 0 : facts.half.includes(told) ? 1 : 2;
  const qualities = words.map((word, at) => quality(facts, word, tight[at] ?? ""));
  const matched = qualities.filter((one) => one === EXACT).length;
  const first = words.length ? facts.tokens.findIndex((token) => token.includes(words[0] as string)) : 0;
  return [qualities.reduce((sum, one) => sum + one, 0), whole, first < 0 ? NOWHERE : first, Math.max(0, facts.long - matched), facts.order];
}

function quality(facts: Facts, word: string, tight: string): number {
  if (facts.tokens.includes(word) || (tight && facts.tight.includes(tight)) || (word.includes(" ") && word === facts.name)) return EXACT;
  if (facts.tokens.some((token) => token.startsWith(word)) || (tight && facts.tight.some((one) => one.startsWith(tight)))) return BEGINS;
  return facts.name.includes(word) ? INSIDE : ELSEWHERE;
}

export function compared(a: Rank, b: Rank): number {
  for (let at = 0; at < a.length; at += 1) {
    const [one, two] = [a[at] as number | string, b[at] as number | string];
    if (one !== two) return one < two ? -1 : 1;
  }
  return 0;
}
