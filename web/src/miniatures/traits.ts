// What a card says of how its unit looks: what it is, how large, on what it goes, what it carries. Pure.
import type { Card } from "../lib/protocol";

export type Traits = {
  kind: "mech" | "proto" | "vehicle" | "infantry" | "armor" | "fighter" | "aerodyne" | "spheroid" | "fort" | "structure";
  going: "legs" | "tracks" | "wheels" | "hover" | "vtol" | "wige" | "boat" | "submarine" | "rail" | "air" | "none";
  size: number; // 1 to 4
  quad: boolean;
  industrial: boolean;
  jumps: boolean;
  missiles: boolean;
  cannon: boolean;
  melee: boolean;
  sensors: boolean;
  turret: boolean;
  artillery: boolean;
  armed: boolean;
  men: number; // of a stand of infantry
  luck: number; // what makes one design unlike another
};

/** What is known of a card: of an unit not seen closely little more than its type. */
export type Looks = Pick<Card, "name" | "type"> & Partial<Pick<Card, "chassis" | "size" | "move" | "damage" | "legs">> & { specials?: readonly { text: string }[] };

const KINDS: Record<string, Traits["kind"]> = {
  BM: "mech", IM: "mech", PM: "proto", CV: "vehicle", SV: "vehicle", CI: "infantry", BA: "armor", AF: "fighter", CF: "fighter", SC: "aerodyne", DA: "aerodyne", DS: "spheroid", MS: "structure", BD: "fort",
};
const GOING: [RegExp, Traits["going"]][] = [
  [/"q?t/, "tracks"], [/"q?w/, "wheels"], [/"h/, "hover"], [/"v/, "vtol"], [/"g/, "wige"], [/"n/, "boat"], [/"s/, "submarine"], [/"r/, "rail"],
];

/** A number for a name, the same every time. */
export function luckOf(name: string): number {
  let sum = 2166136261;
  for (const letter of name) sum = Math.imul(sum ^ letter.charCodeAt(0), 16777619) >>> 0;
  return sum;
}

export function traitsOf(card: Looks): Traits {
  const kind = KINDS[card.type] ?? "vehicle";
  const codes = (card.specials ?? []).map((one) => one.text);
  const has = (pattern: RegExp): boolean => codes.some((code) => pattern.test(code));
  const move = card.move ?? "";
  const going = kind === "vehicle" ? (/^0"?$/.test(move) ? "none" : (GOING.find(([pattern]) => pattern.test(move))?.[1] ?? "tracks")) : kind === "fighter" || kind === "aerodyne" || kind === "spheroid" ? "air" : "legs";
  return {
    kind: kind === "vehicle" && going === "none" ? "fort" : kind,
    going,
    size: Math.max(1, Math.min(4, card.size ?? 2)),
    quad: card.legs === "quad",
    industrial: card.type === "IM",
    jumps: /j/.test(move),
    missiles: has(/^(LRM|SRM|IF|TUR\(.*(LRM|SRM|IF))/),
    cannon: has(/^(AC|FLK|TUR\(.*(AC|FLK))/),
    melee: has(/^(MEL|TSM)/),
    sensors: has(/^(L?ECM|AECM|WECM|PRB|LPRB|BH|RCN|C3M|MHQ)/),
    turret: has(/^TUR/),
    artillery: has(/ART/),
    armed: !/^0\/0\/0$|^-|^$/.test(card.damage ?? "1"),
    men: kind === "armor" ? 4 : 9,
    luck: luckOf(card.chassis || card.name),
  };
}
