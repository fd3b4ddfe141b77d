// What is told after a battle: who did what, hits against the odds, how far the dice were from their mean, and who was ahead
// when. Worked out from the story of the battle. Pure.
import type { Batch, BattleEvent, Scene, View } from "../lib/protocol";

export type Deeds = { unit: string; side: string; shots: number; hits: number; expected: number; damage: number; promised: number; kills: string[] };
export type Luck = { side: string; hits: number; expected: number; spread: number };
export type Aftermath = { units: Deeds[]; best: Deeds | null; luck: Luck[]; course: { n: number; left: Record<string, number> }[] };

const WAYS = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]; // of 2 to 12 with two dice

/** How likely two dice show at least so much. */
export const chanceOf = (least: number): number => WAYS.reduce((sum, count, i) => (i + 2 >= least ? sum + count : sum), 0) / 36;

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const number = (value: unknown): number => (typeof value === "number" ? value : 0);

export function aftermathOf(batches: readonly Batch[], scene: Scene, view: View): Aftermath {
  const sides = scene.sides.map((side) => side.name);
  const records = new Map<string, Deeds>();
  const of = (unit: string): Deeds => {
    const known = records.get(unit) ?? { unit, side: view.units[unit]?.side ?? "", shots: 0, hits: 0, expected: 0, damage: 0, promised: 0, kills: [] };
    records.set(unit, known);
    return known;
  };
  const strength = new Map(Object.keys(view.units).map((id) => [id, (scene.units[id]?.armor ?? 0) + (scene.units[id]?.structure ?? 0)]));
  const whole = totals(strength, view, sides);
  const luck = new Map(sides.map((side) => [side, { side, hits: 0, expected: 0, variance: 0 }]));
  const blame: Blame = { struck: new Map(), ended: new Map() };
  const course = [{ n: 0, left: shares(whole, whole) }];
  for (const batch of batches.toSorted((a, b) => a.n - b.n)) {
    for (const event of batch.events) tell(event, of, luck, blame, strength, view, scene);
    course.push({ n: batch.n, left: shares(totals(strength, view, sides), whole) });
  }
  const units = [...records.values()].filter((one) => one.side).toSorted((a, b) => worth(b, scene) - worth(a, scene));
  return { units, best: units[0] ?? null, luck: [...luck.values()].map(({ side, hits, expected, variance }) => ({ side, hits, expected, spread: Math.sqrt(variance) })), course };
}

// Who has hit each unit last, and who had when it was lost: shots at what is lost already bring nobody down.
type Blame = { struck: Map<string, string>; ended: Map<string, string> };
type Odds = { hits: number; expected: number; variance: number };

function tell(event: BattleEvent, of: (unit: string) => Deeds, luck: Map<string, Odds>, blame: Blame, strength: Map<string, number>, view: View, scene: Scene): void {
  if (event.type === "attack") shot(event, of, luck, blame, view, scene);
  if (event.type === "damage") strength.set(text(event.unit), number(event.armor_left) + number(event.structure_left));
  const unit = text(event.unit);
  if (event.type === "doomed") blame.ended.set(unit, blame.struck.get(unit) ?? "");
  if (event.type === "destroyed") {
    strength.set(unit, 0);
    const by = blame.ended.get(unit) ?? blame.struck.get(unit);
    if (by) of(by).kills.push(unit);
  }
}

function shot(event: BattleEvent, of: (unit: string) => Deeds, luck: Map<string, Odds>, blame: Blame, view: View, scene: Scene): void {
  const [attacker, target] = [text(event.attacker), text(event.target)];
  if (!attacker) return;
  const [chance, hit] = [chanceOf(number(event.target_number)), event.hit === true];
  const one = of(attacker);
  one.shots += 1;
  one.hits += hit ? 1 : 0;
  one.expected += chance;
  one.damage += hit ? number(event.damage) : 0;
  one.promised += chance * (hit ? number(event.damage) : printed(event, scene.units[attacker]?.damage));
  const dice = luck.get(view.units[attacker]?.side ?? "");
  if (dice) [dice.hits, dice.expected, dice.variance] = [dice.hits + (hit ? 1 : 0), dice.expected + chance, dice.variance + chance * (1 - chance)];
  if (hit && target) blame.struck.set(target, attacker);
}

/** What a shot that missed would have done: what the card says for its range, with the heat it took. */
function printed(event: BattleEvent, damage: string | undefined): number {
  const place = ["short", "medium", "long", "extreme"].indexOf(text(event.range));
  const points = Number.parseInt(damage?.split("/")[place] ?? "", 10) || 0;
  return points && place < 2 ? points + number(event.overheat) : points;
}

/** Damage, and for each enemy brought down half of what it cost. */
const worth = (one: Deeds, scene: Scene): number => one.damage + one.kills.reduce((sum, id) => sum + (scene.units[id]?.pv ?? 0) / 2, 0);

function totals(strength: Map<string, number>, view: View, sides: readonly string[]): Record<string, number> {
  const sum = (side: string): number => [...strength].reduce((all, [id, left]) => (view.units[id]?.side === side ? all + left : all), 0);
  return Object.fromEntries(sides.map((side) => [side, sum(side)]));
}

const shares = (left: Record<string, number>, whole: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(left).map(([side, points]) => [side, whole[side] ? points / (whole[side] as number) : 0]));

/** Luck in words: how many hits more or less than the odds promised, and whether that is much. */
export function luckWords({ hits, expected, spread }: Luck): string {
  const gap = hits - expected;
  if (spread === 0) return "no dice to speak of";
  const size = Math.abs(gap) / spread;
  const how = size < 0.7 ? "as the odds promised" : size < 1.6 ? (gap > 0 ? "a little lucky" : "a little unlucky") : gap > 0 ? "very lucky" : "very unlucky";
  return `${hits} ${hits === 1 ? "hit" : "hits"} where ${expected.toFixed(1)} ± ${spread.toFixed(1)} were to be expected: ${how}`;
}
