// What a planned place brings, in one line: the best shot from it, and who could shoot back. Pure.
import type { Plan } from "../lib/protocol";

export type Prospect = { best: { enemy: string; number: number; damage: number } | null; against: number; taken: number };

export function prospectOf(plan: Plan): Prospect {
  const all = Object.entries(plan.enemies);
  const shots = all.flatMap(([enemy, { gives }]) => (gives && gives.hit_probability > 0 ? [{ enemy, number: gives.target_number, damage: gives.expected_damage }] : []));
  const against = all.flatMap(([, { takes }]) => (takes && takes.hit_probability > 0 ? [takes.expected_damage] : []));
  return { best: shots.toSorted((a, b) => b.damage - a.damage)[0] ?? null, against: against.length, taken: against.reduce((sum, one) => sum + one, 0) };
}
