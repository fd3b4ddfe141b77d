// What was marked at a real table, in its order, and how everything stands after it.
import { SPOTS } from "./artillery";
import { afterTheTurn, broken, marked, partsOf, tablesOf, wholeOf, type Condition, type Packet, type PacketUnit, type Row, type Step } from "./tables";

/** A shell on its way: who has fired it with what, what it needs, and the turn it lands in; `sure` is why it needs no roll. */
export type Flying = { id: string; by: string; gun: string; way: string; place: string; rows: Row[]; lands: number; sure?: string };
export type Mark = { at: string; words: string } & (
  | { do: "set"; unit: string; set: Partial<Condition> }
  | { do: "attack"; by: string; unit: string; fired: boolean; overheat: number; steps: Step[]; own?: Step[]; settles?: string }
  | { do: "shell"; by: string; slot?: string; spotter?: string; flies?: Flying; landed?: string; blows: { unit: string; steps: Step[] }[] }
  | { do: "next"; from?: [turn: number, phase: number] }
  | { do: "undo"; n: number }
);

const fresh = ({ armor, structure }: { armor: number; structure: number }): Condition => ({
  armor, structure, heat: 0, crits: [], pending: [], doomed: null, destroyed: false, moved: "ground", fired: false, overheat: 0, heated: 0, prey: [], thrown: [], shells: [],
});
/** A unit at the beginning, and its sections where it has some. */
function begun(packet: Packet, unit: PacketUnit): [string, Condition][] {
  const moved = packet.units[unit.id]?.modes[0] ?? "ground";
  const cards = [unit.card, ...(unit.card.sections ?? [])];
  return [...new Set([unit.id, ...partsOf(unit)])].map((id, n) => [id, { ...fresh(cards[n] ?? unit.card), moved }]);
}

/** Somebody with the link may send anything: what makes no sense is passed over. */
function tried<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
function isSound(unit: Condition, before: Condition): boolean {
  return Object.entries(before).every(([name, was]) => {
    const is: unknown = unit[name as keyof Condition];
    if (name === "doomed") return is === null || typeof is === "string";
    return Array.isArray(was) ? Array.isArray(is) && is.every((one) => typeof one === "string") : typeof is === typeof was && !Number.isNaN(is);
  });
}

const isShell = (shell: Flying): boolean => [shell.id, shell.by, shell.gun, shell.way, shell.place].every((word) => typeof word === "string") && typeof (shell.sure ?? "") === "string" && typeof shell.lands === "number" && Array.isArray(shell.rows) && shell.rows.every((row) => typeof row?.label === "string" && typeof row.value === "number");
const isGone = (unit: Condition | undefined): boolean => (unit?.structure ?? 0) <= 0;

/** Whoever loses the last of its structure falls, be it marked by hand or by two who hit it at once. */
const fallen = (packet: Packet, id: string, before: Condition, unit: Condition): Condition =>
  isGone(unit) && !isGone(before) && unit.doomed === null ? (tablesOf(packet, id, unit)?.falls ?? []).reduce(marked, unit) : unit;

/** A roll for a critical hit that nobody has made yet: two telephones hit one unit at once, and the later hit went through its armor. */
export type Owed = { id: string; unit: string };
function goesDeeper(unit: Condition, steps: readonly Step[]): boolean {
  let now = unit;
  for (const step of steps) {
    const next = marked(now, step);
    if (step.type === "damage" && !step.structure && next.structure < now.structure) return next.structure > 0 && unit.doomed === null;
    now = next;
  }
  return false;
}

/** How everything stands; `idle` are taps that came too late: for a phase that had begun already, for a shell that had landed. */
export type Standing = { turn: number; phase: number; units: Record<string, Condition>; flying: Flying[]; owed: Owed[]; idle: number[] };

/** Where two tap for the next phase at once, it comes once. */
const isFrom = (now: Standing, from: readonly number[] | undefined): boolean => !from || (from[0] === now.turn && from[1] === now.phase);

/** How everything stands after these marks. */
export function standing(packet: Packet, marks: readonly Mark[]): Standing {
  const undone = new Set(marks.flatMap((mark) => (mark.do === "undo" ? [mark.n] : [])));
  let now: Standing = { turn: 1, phase: 0, flying: [], owed: [], idle: [], units: Object.fromEntries(packet.sides.flatMap((side) => side.units.flatMap((unit) => begun(packet, unit)))) };
  const put = (id: string, change: (unit: Condition) => Condition): void => {
    const unit = typeof id === "string" && Object.hasOwn(now.units, id) ? now.units[id] : undefined;
    const next = unit && tried(() => fallen(packet, id, unit, change(unit)));
    if (!unit || !next || !isSound(next, unit)) return;
    now = { ...now, units: { ...now.units, [id]: next } };
    if (id !== wholeOf(id) && isGone(unit) !== isGone(next)) hold(wholeOf(id), isGone(next));
  };
  const hit = (id: string, steps: Step[], at: string): void => {
    const unit = typeof id === "string" && Object.hasOwn(now.units, id) ? now.units[id] : undefined;
    if (unit && tried(() => goesDeeper(unit, steps))) now = { ...now, owed: [...now.owed, { id: `${at} ${id}`, unit: id }] };
    put(id, (one) => steps.reduce(marked, one));
  };
  // With a section the whole may be lost; one that is put back, when a slip of the thumb is mended, may hold it together.
  const hold = (id: string, lost: boolean): void => {
    const parts = Object.keys(now.units).filter((part) => part !== id && wholeOf(part) === id);
    const tables = packet.units[id];
    const steps = tables ? broken(tables, parts, (part) => isGone(now.units[part])) : [];
    put(id, (whole) => steps.reduce(marked, lost ? whole : { ...whole, doomed: null, destroyed: false }));
  };
  marks.forEach((mark, n) => {
    if (undone.has(n)) return;
    if (mark.do === "set") put(mark.unit, (unit) => ({ ...unit, ...mark.set }));
    else if (mark.do === "attack") {
      put(mark.by, (unit) => ({ ...unit, fired: unit.fired || mark.fired, overheat: Math.max(unit.overheat, mark.overheat) }));
      hit(mark.unit, mark.steps, mark.at);
      if (mark.settles) now = { ...now, owed: now.owed.filter(({ id }) => id !== mark.settles) };
      put(mark.by, (unit) => (mark.own ?? []).reduce(marked, unit));
    } else if (mark.do === "shell" && mark.landed && !now.flying.some((shell) => shell.id === mark.landed)) now = { ...now, idle: [...now.idle, n] };
    else if (mark.do === "shell") {
      const { slot, spotter, flies, landed, blows } = mark;
      if (slot) put(mark.by, (unit) => ({ ...unit, fired: true, shells: [...(unit.shells ?? []), slot] }));
      if (spotter) put(spotter, (unit) => ({ ...unit, shells: [...(unit.shells ?? []), SPOTS] }));
      if (flies && isShell(flies)) now = { ...now, flying: [...now.flying, flies] };
      if (landed) now = { ...now, flying: now.flying.filter((shell) => shell.id !== landed) };
      for (const blow of Array.isArray(blows) ? blows : []) if (blow) hit(blow.unit, blow.steps, mark.at);
    } else if (mark.do === "next" && !isFrom(now, mark.from)) now = { ...now, idle: [...now.idle, n] };
    else if (mark.do === "next") {
      const last = now.phase === packet.phases.length - 1;
      now = last ? { ...now, turn: now.turn + 1, phase: 0 } : { ...now, phase: now.phase + 1 };
      if (packet.phases[now.phase]?.name === "end")
        now = { ...now, units: Object.fromEntries(Object.entries(now.units).map(([id, unit]) => [id, afterTheTurn(tablesOf(packet, id, unit) as never, unit)])) };
    }
  });
  return now;
}

/** The marks that are undone next: the last one that did something, and idle taps after it. */
export function undoneNext(marks: readonly Mark[], idle: readonly number[]): number[] {
  const undone = new Set(marks.flatMap((mark) => (mark.do === "undo" ? [mark.n] : [])));
  const found: number[] = [];
  for (let n = marks.length - 1; n >= 0; n -= 1) {
    if (marks[n]?.do === "undo" || undone.has(n)) continue;
    found.push(n);
    if (!idle.includes(n)) return found;
  }
  return [];
}

const nameOf = (mark: Mark): string => `${mark.at} ${mark.do} ${mark.words}`;

/** One's own marks after the first `n`, put behind what was found at the server. Those found there have arrived already, though the answer was lost. */
export function together(marks: readonly Mark[], n: number, found: readonly Mark[]): Mark[] {
  const there = new Map(found.map((mark, i) => [nameOf(mark), n + i]));
  let end = n + found.length;
  const places = marks.slice(n).map((mark) => there.get(nameOf(mark)) ?? end++);
  const own = marks.slice(n).filter((mark) => !there.has(nameOf(mark)));
  const moved = own.map((mark) => (mark.do === "undo" ? { ...mark, n: places[mark.n - n] ?? mark.n } : mark));
  return [...marks.slice(0, n), ...found, ...moved];
}
