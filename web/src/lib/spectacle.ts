// What is seen while a beat is acted out: beams, shells, missiles, flashes, dust, and numbers over the target, all as a
// function of how far the beat has come. Pure, and drawn by both tables.
import { chance } from "../land/noise";
import { traitsOf, type Looks } from "../miniatures";
import { luckOf } from "../miniatures/traits";
import type { Point } from "./protocol";
import type { Beat } from "./stage";

type Spot = readonly [number, number, number]; // east, north, up
export type Spark =
  | { shape: "beam"; from: Spot; to: Spot; width: number; colour: string; opacity: number }
  | { shape: "ball"; at: Spot; radius: number; colour: string; opacity: number }
  | { shape: "word"; at: Spot; text: string; tone: "hit" | "miss" | "critical" | "loss"; opacity: number };

/** Who stands where: as much as a shot needs to know. */
export type Body = { at: Point; high: number; tall: number; card: Looks | undefined; livery: string };
export type Finder = (id: string) => Body | null;
export type Bolt = "laser" | "cannon" | "missile" | "shell" | "flame" | "blow";

const FLIGHT = 0.38; // the share of a beat that shots fly
const LASERS: Record<string, string> = { warm: "#ff5a3c", cool: "#57d0ff" };
const PHYSICAL = /physical|charge|dfa|death|melee|grapple|club|kick|anti|swarm|ram/;

/** What is fired in an attack, by what the attack and the card say. */
export function boltsOf(kind: string, using: string, damage: number, card: Looks | undefined): Bolt[] {
  if (PHYSICAL.test(kind)) return ["blow"];
  if (/art|bomb|shell/i.test(`${kind} ${using}`)) return ["shell"];
  if (/^HT|flame/i.test(using)) return ["flame", "flame"];
  const traits = card ? traitsOf(card) : null;
  const count = Math.max(1, Math.min(4, Math.ceil(damage / 2)));
  if (/LRM|SRM|IF|TOR/.test(using) || kind === "indirect") return Array<Bolt>(count + 1).fill("missile");
  if (/AC|FLK/.test(using)) return Array<Bolt>(count + 1).fill("cannon");
  const found: Bolt[] = [...(traits?.cannon ? (["cannon", "cannon"] as const) : []), ...(traits?.missiles ? (["missile", "missile", "missile"] as const) : [])];
  const infantry = traits?.kind === "infantry";
  return [...found, ...Array<Bolt>(found.length ? 1 : count).fill(infantry ? "cannon" : "laser")];
}

const mix = (a: Spot, b: Spot, t: number): Spot => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
const fade = (share: number, from: number, to: number): number => Math.max(0, Math.min(1, (to - share) / (to - from)));

export function sparksOf(beat: Beat, share: number, find: Finder): Spark[] {
  if (beat.kind === "attack") return attack(beat, share, find);
  if (beat.kind === "loss") return loss(find(beat.unit), share);
  if (beat.kind === "dice" && beat.unit) return critical(find(beat.unit), beat.label, beat.result, share);
  return [];
}

function attack(beat: Extract<Beat, { kind: "attack" }>, share: number, find: Finder): Spark[] {
  const from = find(beat.attacker);
  const target = beat.target ? find(beat.target) : null;
  const place = target?.at ?? beat.point;
  if (!place) return [];
  const damage = typeof beat.event.damage === "number" ? beat.event.damage : 1;
  const high = target ? target.high + target.tall * 0.6 : 0.3;
  const goal: Spot = [place[0], place[1], high];
  const words: Spark[] = share > FLIGHT ? [{ shape: "word", at: [place[0], place[1], high + 0.8 + (share - FLIGHT) * 2], text: beat.hit ? `−${damage}` : "miss", tone: beat.hit ? "hit" : "miss", opacity: fade(share, 0.85, 1) }] : [];
  if (!from) return [...words, ...(beat.hit ? blast(goal, share, 0.9) : [])];
  const bolts = boltsOf(String(beat.event.kind ?? ""), String(beat.event.using ?? ""), damage, from.card);
  const muzzle: Spot = [from.at[0], from.at[1], from.high + from.tall * 0.62];
  const flying = bolts.flatMap((bolt, i) => fly(bolt, muzzle, astray(goal, beat.hit, i, beat.attacker), share, i / (bolts.length * 3), LASERS[from.livery] ?? "#ffffff"));
  return [...flying, ...(beat.hit ? blast(goal, share, 0.5 + Math.min(1, damage * 0.12)) : []), ...words];
}

/** A miss passes by; a hit strikes somewhere on the target. */
function astray(goal: Spot, hit: boolean, i: number, seed: string): Spot {
  const luck = luckOf(seed);
  const off = (k: number): number => chance(i, k, luck) - 0.5;
  return hit ? [goal[0] + off(1) * 0.5, goal[1] + off(2) * 0.5, goal[2] + off(3) * 0.6] : [goal[0] + off(1) * 3.4 + 0.8, goal[1] + off(2) * 3.4, Math.max(0.1, goal[2] + off(3) * 1.6)];
}

function fly(bolt: Bolt, from: Spot, to: Spot, share: number, late: number, laser: string): Spark[] {
  const t = (share / FLIGHT - late) / (1 - late);
  if (t < 0 || t > 1.35) return [];
  const gone = Math.min(1, t);
  if (bolt === "laser") return t > 1.2 ? [] : [{ shape: "beam", from, to, width: 0.16, colour: laser, opacity: fade(t, 0.5, 1.2) }, { shape: "beam", from, to, width: 0.05, colour: "#ffffff", opacity: fade(t, 0.5, 1.1) }];
  if (bolt === "flame") return Array.from({ length: 6 }, (_, i): Spark => ({ shape: "ball", at: mix(from, to, gone * (i / 6)), radius: 0.12 + 0.3 * (i / 6) * gone, colour: i % 2 ? "#ffb347" : "#ff6a2a", opacity: fade(t, 0.8, 1.35) }));
  if (bolt === "blow") return t < 0.6 ? [] : [{ shape: "ball", at: to, radius: 0.9 * (t - 0.6), colour: "#fff3c4", opacity: fade(t, 0.7, 1.3) }];
  if (t > 1) return [];
  const arch = bolt === "shell" ? 9 : bolt === "missile" ? 1.6 : 0.1;
  const at = (k: number): Spot => {
    const [x, y, z] = mix(from, to, Math.max(0, k));
    return [x, y, z + arch * 4 * Math.max(0, k) * (1 - k)];
  };
  if (bolt === "cannon") return [{ shape: "beam", from: at(gone - 0.09), to: at(gone), width: 0.1, colour: "#ffe39a", opacity: 1 }];
  const trail = Array.from({ length: 6 }, (_, i): Spark => ({ shape: "ball", at: at(gone - (i + 1) * 0.035), radius: 0.1 + i * 0.035, colour: "#e8e4dc", opacity: 0.5 - i * 0.07 }));
  return [{ shape: "ball", at: at(gone), radius: bolt === "shell" ? 0.22 : 0.13, colour: "#ffcf6b", opacity: 1 }, ...trail];
}

/** A flash, then fire, then smoke. */
function blast(at: Spot, share: number, size: number, from = FLIGHT): Spark[] {
  const t = (share - from) / 0.4;
  if (t < 0 || t > 1) return [];
  const flash: Spark[] = t < 0.3 ? [{ shape: "ball", at, radius: size * (0.4 + t * 2), colour: "#fff6d8", opacity: fade(t, 0.05, 0.3) }] : [];
  const fire = Array.from({ length: 7 }, (_, i): Spark => {
    const [angle, rise] = [(i / 7) * Math.PI * 2, chance(i, 5) * 0.7];
    const far = size * t * (0.6 + chance(i, 9) * 0.7);
    return { shape: "ball", at: [at[0] + Math.cos(angle) * far, at[1] + Math.sin(angle) * far, at[2] + rise * t * 1.4], radius: size * (0.34 - t * 0.16), colour: i % 2 ? "#ff8a2b" : t > 0.5 ? "#4a4440" : "#ffc04d", opacity: fade(t, 0.3, 1) };
  });
  return [...flash, ...fire];
}

function loss(body: Body | null, share: number): Spark[] {
  if (!body) return [];
  const at: Spot = [body.at[0], body.at[1], body.high + body.tall * 0.5];
  const word: Spark = { shape: "word", at: [body.at[0], body.at[1], body.high + body.tall + 0.6 + share], text: "destroyed", tone: "loss", opacity: fade(share, 0.85, 1) };
  const smoke = Array.from({ length: 8 }, (_, i): Spark => ({ shape: "ball", at: [at[0] + (chance(i, 1) - 0.5) * share * 1.6, at[1] + (chance(i, 2) - 0.5) * share * 1.6, at[2] + share * (1 + chance(i, 3) * 2.6)], radius: 0.25 + share * 0.6, colour: "#3a3633", opacity: 0.6 * fade(share, 0.5, 1) }));
  return [...blast(at, share, 1.9, 0), ...blast([at[0] + 0.4, at[1] - 0.3, at[2]], share, 1.3, 0.25), ...smoke, word];
}

function critical(body: Body | null, label: string, result: string, share: number): Spark[] {
  if (!body || !/critical|motive/i.test(label) || !result || /^no |nothing|none/.test(result)) return [];
  const top = body.high + body.tall;
  const sparks = Array.from({ length: 9 }, (_, i): Spark => {
    const angle = (i / 9) * Math.PI * 2;
    const [near, far] = [0.3 + share * 0.9, 0.5 + share * 1.3];
    const spot = (r: number): Spot => [body.at[0] + Math.cos(angle) * r, body.at[1] + Math.sin(angle) * r, body.high + body.tall * 0.6 + Math.sin(share * Math.PI) * 0.9];
    return { shape: "beam", from: spot(near), to: spot(far), width: 0.05, colour: "#ffd166", opacity: fade(share, 0.3, 0.7) };
  });
  return [...sparks, { shape: "word", at: [body.at[0], body.at[1], top + 0.8 + share], text: result, tone: "critical", opacity: fade(share, 0.85, 1) }];
}
