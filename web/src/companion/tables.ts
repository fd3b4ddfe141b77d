// Reads the tables that the engine has worked out for two forces (docs/decisions/0020): looks rows up and adds them.
// There is no rule in here: what a row says, when one is rolled and what comes of it stand in the tables.
import type { Card, Part, Rules } from "../lib/protocol";
import type { Blast, Gun } from "./artillery";

export type Row = Part & { key: string };
/** What a way to attack needs and does. An area is aimed at a place, and what is aimed at no section strikes the first; running into somebody hurts oneself as well. */
type Rows = { need: Row[]; damage: Row[]; area?: boolean; first?: boolean; recoil?: { hit: number; miss: number }; control?: Record<string, number>; heat?: { values: Record<string, number>; rule: string } };
export type No = { no: string; rule: string | null };
type Change = { drop: string[]; put: Row[] };
type Effect = { need?: Change; damage?: Change } | No;
export type Step = {
  type: "roll" | "die" | "damage" | "heated" | "wounded" | "doomed" | "destroyed" | "stunned" | "shutdown" | "check";
  result?: string;
  armor?: number;
  structure?: number;
  points?: number; // of a hit: shared out again where another came before it
  effect?: string;
  heat?: number;
  at_once?: boolean;
  faces?: Record<string, Results>; // of one more die, which is thrown again where it shows none of them
  through?: boolean; // a check where what came before went through the armor
  reason?: string;
  rule: string | null;
};
/** What comes of a roll, by the hits that were suffered before: which of them matter, and what follows upon each row of them. */
type Results = { after: string[]; then: Record<string, Step[]> };
/** What is rolled for: two dice, or one that finds an arc. */
export type Roll = "critical" | "motive" | "arc";
/** How many rolls follow a hit. */
type Checks = { motive: number; structure: number; twelve: number; armor: number; threshold?: number; pierced?: number };
export type UnitTables = {
  modes: string[];
  attacks: Record<string, Record<string, Effect>>;
  artillery?: Record<string, Gun>; // by the piece, and its arc
  spots: Record<string, Effect>;
  reach: Record<string, number>; // inches that it runs or jumps into somebody at most
  hottest: number; // the heat at which it shuts down
  attacked: { moved: Record<string, Effect>; ground: Record<string, Record<string, Effect>> };
  condition: Record<string, { tmm: number; move: Record<string, number> }>;
  slows: string[]; // hits that leave less of its Move
  aims: string[]; // hits that make it aim worse
  wears: string[]; // hits that leave less of its weapons
  boxes: Record<string, number>; // of critical hits
  lasting: string[]; // hits that are felt from the End Phase on
  passing: string[]; // of these, what is over after a turn
  falls: Step[];
  checks: Record<string, Checks>; // by what it is hit with
  cancels: string | null; // lets the first chance of a critical hit come to nothing
  criticals: Record<string, Results>;
  motives: Record<string, Step[]>;
  cooling: Record<string, { after: number; parts: Part[] }>; // by heat, overheating, engine, fire and what others gave
  again: Partial<Record<"hit" | "miss", { left: number; rule: string | null }>>; // rolls that may be thrown again
  breaks?: Record<string, Step[]>; // of a mobile structure: what becomes of it, by the sections that are gone
  turns?: { degrees: number; rule: string } | null; // and how far it turns about
};
export type PacketUnit = { id: string; card: Card; skill: number; group: string | null; abilities: string[] };
export type PacketSide = { name: string; force: string; pv: number; units: PacketUnit[] };
export type Packet = {
  format: number;
  phases: { name: string; title: string }[];
  sides: PacketSide[];
  units: Record<string, UnitTables>;
  pairs: Record<string, Record<string, Rows | No>>;
  blasts?: Record<string, Record<string, Blast>>; // what the shells of one unit do to another
  rules: Rules;
};

/** How a unit stands: what is left of it, what it has suffered and is yet to feel, what it did this turn. */
export type Condition = {
  armor: number;
  structure: number;
  heat: number;
  crits: string[]; // felt, in the order suffered
  pending: string[]; // suffered this turn, felt from the End Phase on
  doomed: string | null;
  destroyed: boolean;
  moved: string;
  fired: boolean;
  overheat: number;
  heated: number; // by others, felt from the End Phase on
  prey: string[]; // whom its pilot hunts
  thrown: string[]; // rolls that were thrown again: hit, miss
  shells?: string[]; // what its artillery has fired this turn, and that it has spotted for artillery
};
export type Spotter = { id: string; unit: Pick<Condition, "moved" | "crits" | "heat" | "shells">; attacks: boolean; within?: string }; // of so many inches from the place
export type Said = {
  kind: string;
  range: string; // of an attack from above, the altitude
  arc?: string | null; // the weapons that fire, of a unit with several arcs or a turret
  overheat: number;
  ground: string[];
  aside?: boolean; // the target is not ahead
  inches?: number; // run or jumped into the target
  spotter?: Spotter | null;
  lent?: string | null; // the range of a friend of its C3 network
  abilities?: string[]; // that its pilot calls upon
};
export type Need = {
  number: number;
  rows: Part[];
  damage: number;
  parts: Part[];
  recoil: { hit: number; miss: number } | null;
  control: Record<string, number> | null;
  heat: Step | null; // what a hit brings on the target besides
  first: boolean; // of a mobile structure the first section that stands is struck
};

/** Thrown by whoever rolls for a player that has not rolled yet. */
export class RollWanted extends Error {
  readonly what: Roll;
  constructor(what: Roll) {
    super(what);
    this.what = what;
  }
}

const refused = (effect: object): effect is No => "no" in effect;
const count = (list: readonly string[], what: string): number => list.filter((one) => one === what).length;
const FORMS = ["landed", "hover"]; // of a craft that does not fly along
const PART = "/"; // between a mobile structure and one of its sections, which are looked up like units of their own
/** The unit that an id means, or whose section it means. */
export const wholeOf = (id: string): string => id.split(PART)[0] as string;
/** The ids of what is hit and fires: the unit, or each of its sections. */
export const partsOf = ({ id, card }: { id: string; card: Pick<Card, "sections"> }): string[] => (card.sections?.length ? card.sections.map(({ name }) => `${id}${PART}${name}`) : [id]);
/** How a unit stands; a section moves, hunts and falls with the whole. */
export function conditionOf(units: Record<string, Condition>, id: string): Condition | undefined {
  const [part, whole] = [units[id], units[wholeOf(id)]];
  if (!part || !whole || part === whole) return part;
  return { ...part, moved: whole.moved, prey: whole.prey, thrown: whole.thrown, doomed: part.doomed ?? whole.doomed, destroyed: part.destroyed || whole.destroyed };
}
/** What becomes of a mobile structure with these sections gone. */
export function broken(whole: UnitTables, parts: readonly string[], isGone: (part: string) => boolean): Step[] {
  return whole.breaks?.[parts.filter(isGone).map((part) => part.slice(part.indexOf(PART) + 1)).join(PART)] ?? [];
}
/** The names by which tables know a unit: a craft on the ground or one that hovers is looked up like another one. */
export const known = (id: string, unit: Pick<Condition, "moved">): string => (FORMS.includes(unit.moved) ? `${id} ${unit.moved}` : id);
export const tablesOf = (packet: Packet, id: string, unit: Pick<Condition, "moved">): UnitTables | undefined => packet.units[known(id, unit)] ?? packet.units[id];
export const pairOf = (packet: Packet, one: string, other: string, by: Pick<Condition, "moved">, at: Pick<Condition, "moved">): Record<string, Rows | No> | undefined =>
  packet.pairs[`${known(one, by)}>${known(other, at)}`];
export const shotOf = ({ kind, arc, range }: Pick<Said, "kind" | "arc" | "range">): string => `${kind}${arc ? `@${arc}` : ""}:${range}`;

const named = (hits: readonly string[]): string => hits.join("+") || "-";
/** As much of what was suffered as a table knows: what it does not know is cut short. */
function asKnown(hits: readonly string[], isKnown: (name: string) => boolean): string {
  for (let kept = hits.length; kept > 0; kept -= 1) if (isKnown(named(hits.slice(0, kept)))) return named(hits.slice(0, kept));
  return named([]);
}
const slowedBy = (tables: UnitTables, crits: readonly string[]): string[] => crits.filter((hit) => tables.slows.includes(hit));

/** The name by which tables know what is left of a unit's Move. */
export function conditionKey(tables: UnitTables, unit: Pick<Condition, "crits" | "heat">): string {
  const key = `${asKnown(slowedBy(tables, unit.crits), (hits) => `${hits} ${unit.heat}` in tables.condition)} ${unit.heat}`;
  return key in tables.condition ? key : "- 0";
}

/** Whether the tables know all that has befallen a unit's Move. */
export const isCutShort = (tables: UnitTables, unit: Condition): boolean => conditionKey(tables, unit).split(" ")[0] !== named(slowedBy(tables, unit.crits));

/** What one unit needs to hit another, and what it does then; or why it cannot. */
export function needOf(packet: Packet, one: string, other: string, by: Condition, at: Condition, said: Said): Need | No | null {
  const pair = pairOf(packet, one, other, by, at);
  const [attacker, target] = [tablesOf(packet, one, by), tablesOf(packet, other, at)]; // a place has no tables
  if (!pair || !attacker) return null;
  const shot = shotOf(said);
  const attacks = attacker.attacks[shot] ?? {};
  const lost = by.crits.filter((hit) => attacker.wears.includes(hit) && (!hit.includes(":") || hit.endsWith(`:${said.arc}`)));
  const weapons = asKnown(lost, (hits) => `worn ${hits}` in attacks || `${shot} worn ${hits}` in pair);
  const down = target && at.heat > 0 && at.heat >= target.hottest && `${shot} down` in pair ? " down" : "";
  const rear = said.ground.includes("rear") ? " rear" : "";
  const called = (said.abilities ?? []).map((name) => ` ${name}`).join("");
  const hot = said.overheat ? ` hot:${said.overheat}` : "";
  const seen = `${shot}${down} worn ${weapons}${hot}${rear}`; // weapons, heat, defence, back and pilot seen together
  const damaged = (called ? undefined : pair[`${seen} ${by.moved}`]) ?? pair[`${seen}${called}`];
  const linked = said.lent ? pair[`${shot}${down} c3:${said.lent}`] : undefined;
  const plain = pair[`${shot}${down}`];
  for (const one of [plain, damaged, linked]) if (one && refused(one)) return one;
  if (!plain || refused(plain)) return null;
  const base = { ...plain, need: (linked as Rows | undefined)?.need ?? plain.need, damage: (damaged as Rows | undefined)?.damage ?? plain.damage };
  const moving = attacker.attacks[Object.keys(attacker.attacks).find((way) => way.split(/[@:]/)[0] === said.kind) ?? shot] ?? attacks;
  const ground = target?.attacked.ground[`${said.kind.split(" ")[0]}:${said.range}`] ?? {};
  const spotter = said.spotter ? tablesOf(packet, said.spotter.id, said.spotter.unit) : undefined;
  const effects = [
    moving[`${by.moved} ${conditionKey(attacker, by)}`],
    attacks[`overheat:${said.overheat}`],
    attacks[`inches:${said.inches ?? 0}`],
    ...attacker.aims.map((hit) => (said.aside ? attacks[`${hit}:${count(by.crits, hit)} ${ASIDE}`] : undefined) ?? attacks[`${hit}:${count(by.crits, hit)}`]),
    attacks[`worn ${weapons}`],
    by.prey?.length ? attacks[by.prey.includes(wholeOf(other)) ? "prey" : "not prey"] : undefined,
    ...(said.abilities ?? []).map((name) => attacks[`${name} ${by.moved}`]),
    ...(spotter && said.spotter ? spottedBy(spotter, said.spotter, said.kind.split(" ")[0] as string) : []),
    ...(base.area || !target ? said.ground.map((name) => attacks[name]) : [target.attacked.moved[`${at.moved} ${conditionKey(target, at)}`], ...said.ground.map((name) => ground[name])]),
  ];
  const rows = { need: new Map(base.need.map((row) => [row.key, row])), damage: new Map(base.damage.map((row) => [row.key, row])) };
  for (const effect of effects) {
    if (!effect) continue;
    if (refused(effect)) return effect;
    for (const what of ["need", "damage"] as const) {
      if (damaged && what === "damage") continue;
      for (const key of effect[what]?.drop ?? []) rows[what].delete(key);
      for (const row of effect[what]?.put ?? []) rows[what].set(row.key, row);
    }
  }
  const [parts, damage] = [[...rows.need.values()], [...rows.damage.values()]];
  const sum = (list: Part[]): number => list.reduce((all, row) => all + row.value, 0);
  return { number: sum(parts), rows: parts, damage: Math.max(0, sum(damage)), parts: damage, recoil: base.recoil ?? null, control: base.control ?? null, heat: heatOf(base.heat, weapons), first: base.first ?? false };
}

/** What a spotter does to the number: how it moved, how near it is to the place, that it attacks as well. */
function spottedBy(tables: UnitTables, spotter: Spotter, kind: string): (Effect | undefined)[] {
  const left = conditionKey(tables, spotter.unit);
  const told = (name: string): Effect | undefined => tables.spots[`${name} ${left}`] ?? tables.spots[name];
  const again = kind !== "indirect" && spotter.unit.shells?.includes("spots") ? tables.spots["served"] : undefined;
  if (kind === "offboard") return [again, told(kind), spotter.attacks ? tables.spots[`${kind} attacks`] : undefined];
  return [again, tables.spots[`${spotter.unit.moved} ${left}`], spotter.within ? told(`within:${spotter.within}`) : undefined, spotter.attacks ? tables.spots["attacks"] : undefined];
}

function heatOf(heat: Rows["heat"], weapons: string): Step | null {
  const points = heat?.values[weapons] ?? 0;
  return heat && points ? { type: "heated", heat: points, rule: heat.rule } : null;
}

const ASIDE = "aside";
/** Whether it matters that the target is not ahead: some weapons cannot be turned any more. */
export const mustLookAhead = (tables: UnitTables, shot: string, unit: Condition): boolean =>
  tables.aims.some((hit) => unit.crits.includes(hit) && `${hit}:${count(unit.crits, hit)} ${ASIDE}` in (tables.attacks[shot] ?? {}));

/** How often a pilot may still have a roll thrown again. */
export const againLeft = (tables: UnitTables, unit: Condition, what: "hit" | "miss"): number => (tables.again[what]?.left ?? 0) - count(unit.thrown ?? [], what);

/** A unit with a step marked on its card. */
export function marked(unit: Condition, step: Step): Condition {
  switch (step.type) {
    case "damage": {
      const { armor = 0, structure = 0 } = step.points === undefined ? step : shared(unit, step.points, null);
      return { ...unit, armor: Math.max(0, unit.armor - armor), structure: Math.max(0, unit.structure - structure) };
    }
    case "wounded":
      if (!step.effect) return unit;
      return step.at_once ? { ...unit, crits: [...unit.crits, step.effect] } : { ...unit, pending: [...unit.pending, step.effect] };
    case "heated":
      return { ...unit, heated: (unit.heated ?? 0) + (step.heat ?? 0) };
    case "doomed":
      return { ...unit, doomed: unit.doomed ?? step.reason ?? "" };
    case "destroyed":
      return { ...unit, destroyed: true };
    default:
      return unit;
  }
}

/** The ways in which one unit can attack another, each with its arcs and their ranges or altitudes; where there is none, its weapons. */
export function waysOf(pair: Record<string, Rows | No>): Map<string, Map<string, string[]>> {
  const ways = new Map<string, Map<string, string[]>>();
  const open = new Set<string>();
  let plain: string | null = null;
  for (const [shot, answer] of Object.entries(pair)) {
    if (plain !== null && shot.startsWith(`${plain} `)) continue; // the same with something more said
    plain = shot;
    const [, kind = "", arc = "", range = ""] = /^([^@:]*)(?:@(.*))?:(.*)$/.exec(shot) ?? [];
    const arcs = ways.get(kind) ?? new Map<string, string[]>();
    ways.set(kind, arcs.set(arc, [...(arcs.get(arc) ?? []), range]));
    if (!refused(answer)) open.add(kind);
  }
  return open.size ? new Map([...ways].filter(([kind]) => open.has(kind))) : ways;
}

/** The abilities that a pilot may call upon for an attack, having moved so. */
export function calledUpon(tables: UnitTables, shot: string, moved: string, abilities: readonly string[]): string[] {
  return abilities.filter((name) => `${name} ${moved}` in (tables.attacks[shot] ?? {}));
}

/** What befalls a unit, step by step, with the rolls that the tables call for. */
class Suffering {
  readonly steps: Step[] = [];
  readonly tables: UnitTables;
  readonly roll: (what: Roll) => number;
  now: Condition;
  constructor(tables: UnitTables, unit: Condition, roll: (what: Roll) => number) {
    [this.tables, this.now, this.roll] = [tables, unit, roll];
  }

  take(list: readonly Step[]): void {
    for (const step of list) {
      this.steps.push(step);
      this.now = marked(this.now, step);
    }
    if (this.now.structure <= 0 && this.now.doomed === null) this.take(this.tables.falls);
  }

  criticals(times: number): void {
    for (let i = 0; i < times && this.now.doomed === null; i += 1) {
      const { cancels } = this.tables;
      if (cancels && !this.now.crits.includes(cancels)) this.take([{ type: "wounded", effect: cancels, at_once: true, rule: null }]);
      else this.follow(this.tables.criticals[String(this.roll("critical"))]);
    }
  }

  private follow(results: Results | undefined): void {
    if (!results) return;
    const before = [...this.now.crits, ...this.now.pending].filter((hit) => results.after.includes(hit));
    const whole = this.now.structure;
    for (const step of results.then[asKnown(before, (hits) => hits in results.then)] ?? []) {
      if (step.type === "check" && step.through && this.now.structure === whole) continue;
      if (step.type === "check") this.criticals(1); // what came of the roll brings another one
      else if (step.type === "die") this.follow(this.thrown(step.faces ?? {}));
      else this.take([step.type === "damage" ? shared(this.now, (step.armor ?? 0) + (step.structure ?? 0), step.rule) : step]);
    }
  }

  private thrown(faces: Record<string, Results>): Results {
    for (;;) {
      const found = faces[String(this.roll("arc"))];
      if (found) return found;
    }
  }
}

/** What a hit does; `cause` is what it was hit with. */
export function struck(tables: UnitTables, unit: Condition, points: number, dice: number, roll: (what: Roll) => number, cause = "weapon"): Step[] {
  const checks = tables.checks[cause] ?? (tables.checks["weapon"] as Checks);
  const victim = new Suffering(tables, unit, roll);
  if (dice === 12) victim.criticals(checks.twelve);
  const hit = shared(victim.now, points, null);
  victim.take([hit]);
  if (victim.now.doomed !== null) return victim.steps;
  const pierced = !hit.structure && points > (checks.threshold ?? Infinity);
  victim.criticals((hit.structure ? checks.structure : points > 0 ? checks.armor : 0) + (pierced ? (checks.pierced ?? 0) : 0));
  if (checks.motive && points > 0 && victim.now.doomed === null) victim.take(tables.motives[String(roll("motive"))] ?? []);
  return victim.steps;
}

/** What is rolled besides for a hit that went through the armor, though it had not seemed so when it was marked. */
export function wentThrough(tables: UnitTables, unit: Condition, roll: (what: Roll) => number): Step[] {
  const checks = tables.checks["weapon"] as Checks;
  const victim = new Suffering(tables, unit, roll);
  victim.criticals(checks.structure - checks.armor);
  return victim.steps;
}

/** Points on a card: armor first, then structure. */
function shared(unit: Condition, points: number, rule: string | null): Step {
  const armor = Math.min(unit.armor, points);
  return { type: "damage", armor, structure: Math.min(unit.structure, points - armor), points, rule };
}

/** Heat after the End Phase, with its parts; null for a unit that has none. */
export function cooled(tables: UnitTables, unit: Condition): { after: number; parts: Part[] } | null {
  const engine = Math.min(1, count(unit.crits, "engine"));
  const key = `${unit.heat} ${unit.fired ? unit.overheat : 0} ${engine} ${unit.fired ? 1 : 0}`;
  for (let given = unit.heated ?? 0; given >= 0; given -= 1) if (`${key} ${given}` in tables.cooling) return tables.cooling[`${key} ${given}`] ?? null;
  return null;
}

/** The End Phase of one unit: what was suffered is felt, what is doomed is lost, heat rises or falls. */
export function afterTheTurn(tables: UnitTables, unit: Condition): Condition {
  if (unit.destroyed) return unit;
  const heat = cooled(tables, unit)?.after ?? unit.heat;
  const felt = unit.pending.filter((effect) => tables.lasting.includes(effect));
  const kept = unit.crits.filter((hit) => !(tables.passing ?? []).includes(hit));
  return { ...unit, crits: [...kept, ...felt], pending: [], destroyed: unit.doomed !== null, heat, moved: FORMS.includes(unit.moved) ? unit.moved : (tables.modes[0] ?? "ground"), fired: false, overheat: 0, heated: 0, shells: [] };
}

/** Whether an attack roll is enough. */
export const hits = (number: number, sum: number): boolean => sum >= number && sum > 2;

const WAYS = [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]; // of 36, by the sum of two dice

/** How likely two dice come to a number. */
export const chance = (number: number): number => WAYS.slice(Math.max(2, Math.min(13, number))).reduce((all, ways) => all + ways, 0) / 36;
