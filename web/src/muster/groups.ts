// Companies, Binaries and beyond: groups of formations and of groups, as a force file names them. Pure functions; what a
// group may be made of is asked of the server.
import type { Draft, GroupFile } from "./force";

/** A formation or a group, by name. */
export type Piece = { sort: "formations" | "groups"; name: string };
/** Where a piece stands: in a group, as part of its core or attached to it. */
export type Home = { group: string; attached: boolean };

export const groupsOf = (draft: Draft): GroupFile[] => draft.head.groups ?? [];

const put = (draft: Draft, groups: GroupFile[]): Draft => {
  const { groups: _, ...head } = draft.head;
  return { ...draft, head: groups.length ? { ...head, groups: inOrder(groups) } : head };
};

/** Groups name those that stand before them: the inner ones first, otherwise as they were. */
export function inOrder(groups: readonly GroupFile[]): GroupFile[] {
  const result: GroupFile[] = [];
  const names = new Set(groups.map((one) => one.name));
  let left = [...groups];
  while (left.length) {
    const before = new Set(result.map((one) => one.name));
    const ready = left.filter((one) => (one.groups ?? []).every((name) => before.has(name) || !names.has(name)));
    const next = ready.length ? ready : left; // a ring, which nobody can make here
    result.push(...next);
    left = left.filter((one) => !next.includes(one));
  }
  return result;
}

export function freshGroup(draft: Draft, kind: string): string {
  const taken = new Set(groupsOf(draft).map((one) => one.name));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? kind : `${kind} ${number}`;
    if (!taken.has(name)) return name;
  }
}

export const withGroup = (draft: Draft, kind: string): Draft => put(draft, [...groupsOf(draft), { kind, name: freshGroup(draft, kind) }]);

/** Without a group; what was in it stands by itself. */
export const withoutGroup = (draft: Draft, name: string): Draft =>
  put(draft, taken(groupsOf(draft), { sort: "groups", name }).filter((one) => one.name !== name));

export function regrouped(draft: Draft, name: string, change: { kind?: string; name?: string }): Draft {
  const to = change.name?.trim() || name;
  if (to !== name && groupsOf(draft).some((one) => one.name === to)) return draft;
  return put(
    draft,
    groupsOf(draft).map((one) => ({
      ...one,
      ...(one.groups ? { groups: one.groups.map((inner) => (inner === name ? to : inner)) } : {}),
      ...(one.name === name ? { kind: change.kind ?? one.kind, name: to } : {}),
    })),
  );
}

export function homeOf(draft: Draft, piece: Piece): Home | null {
  for (const group of groupsOf(draft)) {
    if (group[piece.sort]?.includes(piece.name)) return { group: group.name, attached: false };
    if (piece.sort === "formations" && group.detachments?.includes(piece.name)) return { group: group.name, attached: true };
  }
  return null;
}

/** Whether a group stands somewhere inside another one, or is that one. */
export function isWithin(draft: Draft, inner: string, outer: string): boolean {
  if (inner === outer) return true;
  const group = groupsOf(draft).find((one) => one.name === outer);
  return (group?.groups ?? []).some((one) => isWithin(draft, inner, one));
}

/** Put a formation or a group into a group, or by itself; a group does not go into itself. */
export function placed(draft: Draft, piece: Piece, home: Home | null): Draft {
  if (piece.sort === "groups" && home && (home.attached || isWithin(draft, home.group, piece.name))) return draft;
  const groups = taken(groupsOf(draft), piece);
  if (!home) return put(draft, groups);
  const key = home.attached ? "detachments" : piece.sort;
  return put(draft, groups.map((one) => (one.name === home.group ? { ...one, [key]: [...(one[key] ?? []), piece.name] } : one)));
}

const taken = (groups: readonly GroupFile[], piece: Piece): GroupFile[] =>
  groups.map((one) => {
    const out = (names: string[] | undefined): string[] | undefined => names?.filter((name) => name !== piece.name);
    const own = piece.sort === "groups" ? { groups: out(one.groups) } : { formations: out(one.formations), detachments: out(one.detachments) };
    return Object.fromEntries(Object.entries({ ...one, ...own }).filter(([, value]) => value !== undefined && !(Array.isArray(value) && !value.length))) as GroupFile;
  });
