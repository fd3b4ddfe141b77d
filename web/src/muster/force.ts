// A force in the making, in the keys of a force file, with a handle for each part. Pure functions: each gives a new draft.
import type { Json } from "../lib/protocol";
import { inOrder } from "./groups";
import type { UnitData } from "./units";

export type MemberFile = {
  unit?: string;
  card?: UnitData;
  skill?: number;
  name?: string;
  rank?: string;
  callsign?: string;
  command?: string;
  granted?: string[];
  bought?: string[];
  state?: Json;
};
export type FormationFile = { name: string; type?: string; choice?: string; supports?: string; units: MemberFile[] };
export type GroupFile = { kind: string; name: string; formations?: string[]; groups?: string[]; detachments?: string[] };
type Head = {
  name: string;
  faction?: string;
  era?: string;
  organisation?: string;
  limit?: number;
  colours?: string;
  command_abilities?: Json[];
  groups?: GroupFile[];
  support?: string[];
  lancemate?: string;
  version?: number;
  pv?: number;
};
export type ForceFile = Head & { formations: FormationFile[] };
/** What is given as undefined is forgotten. */
export type Change<T> = { [Key in keyof T]?: T[Key] | undefined };

export type Member = { key: number; title: string; data: MemberFile };
export type Troop = { key: number; data: Omit<FormationFile, "units">; members: Member[] };
export type Draft = { head: Head; troops: Troop[] };

export const NAMES = ["Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India", "Juliett", "Kilo", "Lima"];
export const REGULAR = 4;

let last = 0;
const key = (): number => (last += 1);

export const emptyDraft = (): Draft => ({ head: { name: "My force" }, troops: [] });

/** A unit as a member; one of the catalogue by its id, one's own with its card. */
export const recruit = (unit: UnitData, own: boolean, skill = REGULAR): Member => ({
  key: key(),
  title: unit.name,
  data: { ...(own ? { card: unit } : { unit: unit.id }), skill },
});

/** The draft of a force file; `titles` are the names of its units, in order. */
export function draftOf({ formations, ...head }: ForceFile, titles: readonly string[] = []): Draft {
  let at = 0;
  const troops = formations.map(({ units, ...data }): Troop => ({
    key: key(),
    data,
    members: units.map((one): Member => ({ key: key(), title: titles[at++] ?? one.card?.name ?? one.unit ?? "?", data: one })),
  }));
  return { head: without<Head>({ ...head, lancemate: undefined, version: undefined, pv: undefined }), troops };
}

/** As the server wants it: formations without units are left out, and groups name what is there. */
export function fileOf({ head, troops }: Draft): ForceFile {
  const filled = troops.filter((one) => one.members.length);
  const names = new Set(filled.map((one) => one.data.name));
  const formations = filled.map(({ data, members }): FormationFile => {
    const { supports, ...rest } = data;
    return { ...rest, ...(supports && names.has(supports) && supports !== data.name ? { supports } : {}), units: members.map((one) => one.data) };
  });
  const groups = known(head.groups ?? [], names);
  const whole: ForceFile = { ...head, name: head.name.trim() || "My force", formations };
  delete whole.groups;
  return groups.length ? { ...whole, groups } : whole;
}

function known(groups: readonly GroupFile[], formations: ReadonlySet<string>): GroupFile[] {
  const result: GroupFile[] = [];
  for (const group of inOrder(groups)) {
    const before = new Set(result.map((one) => one.name));
    const own = (group.formations ?? []).filter((one) => formations.has(one));
    const attached = (group.detachments ?? []).filter((one) => formations.has(one));
    const inner = (group.groups ?? []).filter((one) => before.has(one));
    if (own.length || inner.length)
      result.push({ kind: group.kind, name: group.name, ...(own.length ? { formations: own } : {}), ...(inner.length ? { groups: inner } : {}), ...(attached.length ? { detachments: attached } : {}) });
  }
  return result;
}

export const membersOf = (draft: Draft): Member[] => draft.troops.flatMap((one) => one.members);
export const troopOf = (draft: Draft, member: number): Troop | undefined => draft.troops.find((one) => one.members.some((two) => two.key === member));

export function freshName(draft: Draft, word: string): string {
  const taken = new Set(draft.troops.map((one) => one.data.name));
  for (let number = 0; ; number += 1) {
    const name = `${NAMES[number] ?? number + 1} ${word}`;
    if (!taken.has(name)) return name;
  }
}

export const withTroop = (draft: Draft, name: string, members: Member[] = []): Draft => ({
  ...draft,
  troops: [...draft.troops, { key: key(), data: { name }, members }],
});

const inTroop = (draft: Draft, troop: number, change: (one: Troop) => Troop): Draft => ({
  ...draft,
  troops: draft.troops.map((one) => (one.key === troop ? change(one) : one)),
});

export const added = (draft: Draft, troop: number, member: Member): Draft =>
  inTroop(draft, troop, (one) => ({ ...one, members: [...one.members, member] }));

export const removed = (draft: Draft, member: number): Draft => ({
  ...draft,
  troops: draft.troops.map((one) => ({ ...one, members: one.members.filter((two) => two.key !== member) })),
});

export const withoutTroop = (draft: Draft, troop: number): Draft => ({ ...draft, troops: draft.troops.filter((one) => one.key !== troop) });

/** Put a member into a formation, before another one or at its end. */
export function moved(draft: Draft, member: number, troop: number, before: number | null = null): Draft {
  const found = membersOf(draft).find((one) => one.key === member);
  if (!found || before === member) return draft;
  return inTroop(removed(draft, member), troop, (one) => {
    const at = before === null ? -1 : one.members.findIndex((two) => two.key === before);
    const members = [...one.members];
    members.splice(at < 0 ? members.length : at, 0, found);
    return { ...one, members };
  });
}

/** One step up or down, into the next formation where its own ends. */
export function stepped(draft: Draft, member: number, by: 1 | -1): Draft {
  const here = draft.troops.findIndex((one) => one.members.some((two) => two.key === member));
  const troop = draft.troops[here];
  if (!troop) return draft;
  const at = troop.members.findIndex((one) => one.key === member);
  if (by === -1 && at > 0) return moved(draft, member, troop.key, troop.members[at - 1]?.key ?? null);
  if (by === 1 && at < troop.members.length - 1) return moved(draft, member, troop.key, troop.members[at + 2]?.key ?? null);
  const next = draft.troops[here + by];
  if (!next) return draft;
  return moved(draft, member, next.key, by === 1 ? (next.members[0]?.key ?? null) : null);
}

/** Change what is known of a member. */
export function changed(draft: Draft, member: number, change: Change<MemberFile>): Draft {
  return {
    ...draft,
    troops: draft.troops.map((one) => ({
      ...one,
      members: one.members.map((two) => (two.key === member ? { ...two, data: without<MemberFile>({ ...two.data, ...change }) } : two)),
    })),
  };
}

/** A force has one commander: whoever was it before is not any more. */
export function commanded(draft: Draft, member: number, command: string | undefined): Draft {
  const before = command === "commander" ? membersOf(draft).filter((one) => one.data.command === command) : [];
  return changed(before.reduce((now, one) => changed(now, one.key, { command: undefined }), draft), member, { command });
}

export function reformed(draft: Draft, troop: number, change: Change<Troop["data"]>): Draft {
  const before = draft.troops.find((one) => one.key === troop);
  if (!before) return draft;
  const after = inTroop(draft, troop, (one) => ({ ...one, data: without<Troop["data"]>({ ...one.data, ...change }) }));
  return change.name !== undefined && change.name !== before.data.name ? renamed(after, before.data.name, change.name) : after;
}

/** Whoever names a formation goes on naming it. */
function renamed(draft: Draft, from: string, to: string): Draft {
  const swap = (names: string[] | undefined): string[] | undefined => names?.map((one) => (one === from ? to : one));
  const groups = draft.head.groups?.map((one) => without<GroupFile>({ ...one, formations: swap(one.formations), detachments: swap(one.detachments) }));
  return {
    head: groups ? { ...draft.head, groups } : draft.head,
    troops: draft.troops.map((one) => (one.data.supports === from ? { ...one, data: { ...one.data, supports: to } } : one)),
  };
}

export const headed = (draft: Draft, change: Change<Head>): Draft => ({ ...draft, head: without<Head>({ ...draft.head, ...change }) });

function without<T extends object>(data: Change<T>): T {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as T;
}

/** How many of each unit are in a force, by id. */
export function counted(draft: Draft): Map<string, number> {
  const count = new Map<string, number>();
  for (const { data } of membersOf(draft)) {
    const id = data.card?.id ?? data.unit ?? "";
    count.set(id, (count.get(id) ?? 0) + 1);
  }
  return count;
}
