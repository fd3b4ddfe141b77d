// Choosing a scenario: which variations go together, and whether somebody attacks.
import type { ScenarioChoice } from "./api";

/** The variations after one of them has been ticked or unticked: those it excludes make way. */
export function varied(scenario: ScenarioChoice, chosen: readonly string[], id: string): string[] {
  if (chosen.includes(id)) return chosen.filter((other) => other !== id);
  const excludes = (one: string, other: string): boolean => scenario.variations.find((known) => known.id === one)?.excludes.includes(other) ?? false;
  return [...chosen.filter((other) => !excludes(id, other) && !excludes(other, id)), id];
}

/** The parts the two sides play, the attacker first; none where both want the same. */
export function rolesOf(scenario: ScenarioChoice | undefined, chosen: readonly string[]): string[] {
  const picked = scenario?.variations.filter((one) => chosen.includes(one.id)) ?? [];
  const different = picked.find((one) => one.roles.join() !== scenario?.roles.join());
  return (different ?? scenario)?.roles ?? [];
}
