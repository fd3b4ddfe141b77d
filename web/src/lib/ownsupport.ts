// A list of battlefield support that one has put together beforehand: kept in the browser, taken along into battles.
const KEY = "lancemate.support";

export type SupportPlan = { level: string; types: string[] };
const NOTHING: SupportPlan = { level: "", types: [] };

export function plannedSupport(): SupportPlan {
  try {
    const plan = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<SupportPlan> | null;
    const types = Array.isArray(plan?.types) ? plan.types.filter((one) => typeof one === "string") : [];
    return { level: typeof plan?.level === "string" ? plan.level : "", types };
  } catch {
    return NOTHING;
  }
}

export function planSupport(plan: SupportPlan): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(plan));
  } catch {
    // A browser that keeps nothing can still buy in the battle.
  }
}

/** What of a list so many points buy, in its order; without an agreement all of it. */
export function affordable(types: readonly string[], costs: Record<string, number>, points: number | null): string[] {
  let left = points ?? Infinity;
  return types.filter((type) => {
    const cost = costs[type];
    if (cost === undefined || cost > left) return false;
    left -= cost;
    return true;
  });
}
