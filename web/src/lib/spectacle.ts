// What is seen while a beat is acted out: beams, shells, missiles, flashes, dust, and numbers over the target, all as a
// function of how far the beat has come; and the smoke of whoever is hurt. Pure, and drawn by both tables.
import { chance } from "../land/noise";
import { traitsOf, type Looks } from "../miniatures";
import { lit } from "../miniatures/paints";
import { luckOf } from "../miniatures/traits";
import type { Point } from "./protocol";
import type { Beat } from "./stage";

type Spot = readonly [number, number, number]; // east, north, up
export type Spark =
  | { shape: "beam"; from: Spot; to: Spot; width: number; colour: string; opacity: number }
  | { shape: "ball"; at: Spot; radius: number; colour: string; opacity: number; glows?: boolean } // fire and light, or smoke and earth
  | { shape: "ring"; at: Spot; radius: number; colour: string; opacity: number } // of dust, along the ground
  | { shape: "jolt"; by: number } // how far the eye is shaken, in inches
  | { shape: "word"; at: Spot; text: string; tone: "hit" | "miss" | "critical" | "loss"; opacity: number };

/** Who stands where: as much as a shot needs to know. */
export type Body = { at: Point; high: number; tall: number; card: Looks | undefined; livery: string };
export type Finder = (id: string) => Body | null;
export type Bolt = "laser" | "cannon" | "missile" | "shell" | "flame" | "blow";

export const SETTLED = 0.35; // the share of a beat after which the dice lie still, and nobody knows before
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
  const ground = target?.high ?? 0;
  const high = target ? ground + target.tall * 0.6 : 0.3;
  const goal: Spot = [place[0], place[1], high];
  const words: Spark[] = share > FLIGHT ? [{ shape: "word", at: [place[0], place[1], high + 0.8 + (share - FLIGHT) * 2], text: beat.hit ? `−${damage}` : "miss", tone: beat.hit ? "hit" : "miss", opacity: fade(share, 0.85, 1) }] : [];
  const size = 0.6 + Math.min(1.3, damage * 0.2);
  const burst = beat.hit ? [...blast(goal, share, size), ...shock([place[0], place[1], ground], share, size), ...jolted(share, damage)] : [];
  if (!from) return [...words, ...burst];
  const bolts = boltsOf(String(beat.event.kind ?? ""), String(beat.event.using ?? ""), damage, from.card);
  const muzzle: Spot = [from.at[0], from.at[1], from.high + from.tall * 0.62];
  const aims = bolts.map((_, i) => astray(goal, ground, beat.hit, i, beat.attacker));
  const flying = bolts.flatMap((bolt, i) => fly(bolt, muzzle, aims[i] as Spot, share, i / (bolts.length * 3), LASERS[from.livery] ?? "#ffffff"));
  const dust = beat.hit || bolts.includes("blow") ? [] : aims.flatMap((aim, i) => plough(aim, share, i / (bolts.length * 8)));
  return [...flash(muzzle, goal, share, bolts), ...flying, ...dust, ...burst, ...words];
}

/** A miss ploughs the ground beside the target; a hit strikes somewhere on it. */
function astray(goal: Spot, ground: number, hit: boolean, i: number, seed: string): Spot {
  const luck = luckOf(seed);
  const off = (k: number): number => chance(i, k, luck) - 0.5;
  if (hit) return [goal[0] + off(1) * 0.5, goal[1] + off(2) * 0.5, goal[2] + off(3) * 0.6];
  const [angle, far] = [chance(0, 4, luck) * Math.PI * 2 + off(1), 2 + chance(i, 2, luck) * 1.2];
  return [goal[0] + Math.cos(angle) * far, goal[1] + Math.sin(angle) * far, ground + 0.1];
}

/** What lights up at the muzzle. */
function flash([x, y, z]: Spot, goal: Spot, share: number, bolts: readonly Bolt[]): Spark[] {
  const t = share / FLIGHT;
  if (t > 0.75 || bolts[0] === "blow") return [];
  const far = Math.hypot(goal[0] - x, goal[1] - y) || 1;
  const at: Spot = [x + ((goal[0] - x) / far) * 0.5, y + ((goal[1] - y) / far) * 0.5, z];
  const flicker = 0.7 + 0.3 * Math.cos(t * 40);
  return [{ shape: "ball", at, radius: 0.55 * flicker, colour: "#ffdf9e", opacity: fade(t, 0.35, 0.75), glows: true }];
}

function fly(bolt: Bolt, from: Spot, to: Spot, share: number, late: number, laser: string): Spark[] {
  const t = (share / FLIGHT - late) / (1 - late);
  if (t < 0 || t > 1.35) return [];
  const gone = Math.min(1, t);
  if (bolt === "laser") {
    if (t > 1.25) return [];
    const beam = (width: number, colour: string, strength: number, end: number): Spark => ({ shape: "beam", from, to, width, colour, opacity: strength * fade(t, 0.7, end) });
    return [beam(0.5, laser, 0.28, 1.25), beam(0.24, laser, 0.75, 1.25), beam(0.09, "#ffffff", 1, 1.15), { shape: "ball", at: to, radius: 0.5, colour: laser, opacity: fade(t, 0.7, 1.25), glows: true }];
  }
  if (bolt === "flame") return Array.from({ length: 9 }, (_, i): Spark => ({ shape: "ball", at: mix(from, to, gone * (i / 9)), radius: 0.2 + 0.5 * (i / 9) * gone, colour: i % 2 ? "#ffb347" : "#ff6a2a", opacity: 0.85 * fade(t, 0.8, 1.35), glows: true }));
  if (bolt === "blow") return t < 0.6 ? [] : [{ shape: "ball", at: to, radius: 1.6 * (t - 0.6), colour: "#fff3c4", opacity: fade(t, 0.7, 1.3), glows: true }];
  if (t > 1) return [];
  const arch = bolt === "shell" ? 9 : bolt === "missile" ? 1.6 : 0.1;
  const at = (k: number): Spot => {
    const [x, y, z] = mix(from, to, Math.max(0, k));
    return [x, y, z + arch * 4 * Math.max(0, k) * (1 - k)];
  };
  if (bolt === "cannon") return [0, 0.12, 0.24].map((behind, i): Spark => ({ shape: "beam", from: at(gone - behind - 0.07), to: at(gone - behind), width: 0.16 - i * 0.03, colour: i ? "#ffb85c" : "#fff0bd", opacity: 1 }));
  const trail = Array.from({ length: 10 }, (_, i): Spark => ({ shape: "ball", at: at(gone - (i + 1) * 0.03), radius: 0.16 + i * 0.035, colour: "#ded9d0", opacity: 0.55 - i * 0.05 }));
  return [...trail, { shape: "ball", at: at(gone), radius: bolt === "shell" ? 0.5 : 0.34, colour: "#ffcf6b", opacity: 1, glows: true }];
}

/** A flash, then fire, sparks that fly and fall, then smoke. */
function blast(at: Spot, share: number, size: number, from = FLIGHT): Spark[] {
  const t = (share - from) / 0.55;
  if (t < 0 || t > 1) return [];
  const first: Spark[] = t < 0.35 ? [{ shape: "ball", at, radius: size * (0.9 + t * 3), colour: "#fff3cf", opacity: fade(t, 0.05, 0.35), glows: true }] : [];
  const fire = Array.from({ length: 8 }, (_, i): Spark => {
    const [angle, rise] = [(i / 8) * Math.PI * 2, chance(i, 5) * 0.8];
    const far = size * Math.sqrt(t) * (0.35 + chance(i, 9) * 0.6);
    return { shape: "ball", at: [at[0] + Math.cos(angle) * far, at[1] + Math.sin(angle) * far, at[2] + rise * t * 1.6], radius: size * (0.62 - t * 0.25), colour: i % 2 ? "#ff7a1f" : "#ffb63d", opacity: fade(t, 0.15, 0.65), glows: true };
  });
  const smoke = Array.from({ length: 6 }, (_, i): Spark => {
    const angle = (i / 6) * Math.PI * 2 + 0.4;
    const far = size * t * 0.7;
    return { shape: "ball", at: [at[0] + Math.cos(angle) * far, at[1] + Math.sin(angle) * far, at[2] + t * (0.8 + chance(i, 7) * 1.3)], radius: size * (0.35 + t * 0.45), colour: "#3b3634", opacity: 0.7 * Math.min(1, t * 4) * fade(t, 0.45, 1) };
  });
  const scraps = Array.from({ length: 9 }, (_, i): Spark => {
    const angle = chance(i, 11) * Math.PI * 2;
    const spot = (k: number): Spot => [at[0] + Math.cos(angle) * k * size * (1.2 + chance(i, 13)), at[1] + Math.sin(angle) * k * size * (1.2 + chance(i, 13)), Math.max(0.05, at[2] + k * (1.5 + chance(i, 17) * 2) - 4.2 * k * k)];
    return { shape: "beam", from: spot(Math.max(0, t - 0.09)), to: spot(t), width: 0.07, colour: "#ffd98a", opacity: fade(t, 0.4, 0.9) };
  });
  return [...smoke, ...fire, ...scraps, ...first];
}

/** Dust that runs along the ground from under a blast. */
function shock(at: Spot, share: number, size: number, from = FLIGHT): Spark[] {
  const t = (share - from) / 0.3;
  return t < 0 || t > 1 ? [] : [{ shape: "ring", at, radius: size * (0.5 + 2 * Math.sqrt(t)), colour: "#fff0d0", opacity: 0.7 * fade(t, 0.1, 1) }];
}

/** Hard hits are felt. */
function jolted(share: number, damage: number, from = FLIGHT): Spark[] {
  const t = (share - from) / 0.22;
  return damage < 2 || t < 0 || t > 1 ? [] : [{ shape: "jolt", by: Math.min(0.5, damage * 0.07) * (1 - t) * Math.cos(t * 26) }];
}

/** Earth thrown up where a shot goes into the ground. */
function plough(at: Spot, share: number, late: number): Spark[] {
  const t = (share - FLIGHT - late) / 0.35;
  if (t < 0 || t > 1) return [];
  return Array.from({ length: 5 }, (_, i): Spark => ({ shape: "ball", at: [at[0] + (chance(i, 21) - 0.5) * t, at[1] + (chance(i, 22) - 0.5) * t, at[2] + Math.sin(Math.min(1, t * 1.3) * Math.PI) * (0.3 + chance(i, 23) * 0.9)], radius: 0.16 + t * 0.3, colour: i % 2 ? "#8a7250" : "#6e5a40", opacity: 0.75 * fade(t, 0.4, 1) }));
}

function loss(body: Body | null, share: number): Spark[] {
  if (!body) return [];
  const at: Spot = [body.at[0], body.at[1], body.high + body.tall * 0.5];
  const word: Spark = { shape: "word", at: [body.at[0], body.at[1], body.high + body.tall + 0.6 + share], text: "destroyed", tone: "loss", opacity: fade(share, 0.85, 1) };
  const smoke = Array.from({ length: 10 }, (_, i): Spark => ({ shape: "ball", at: [at[0] + (chance(i, 1) - 0.5) * share * 1.6, at[1] + (chance(i, 2) - 0.5) * share * 1.6, at[2] + share * (1 + chance(i, 3) * 3.2)], radius: 0.35 + share * 0.8, colour: "#2e2a28", opacity: 0.65 * fade(share, 0.6, 1) }));
  return [...smoke, ...blast(at, share, 2.1, 0), ...blast([at[0] + 0.4, at[1] - 0.3, at[2]], share, 1.5, 0.25), ...shock([at[0], at[1], body.high], share, 2, 0.02), ...jolted(share, 6, 0), word];
}

/** How far a figure is thrown back by what strikes it at this moment, in degrees: a hit rocks it, a loss fells it. */
export function tiltOf(beat: Beat | null, share: number): { unit: string; degrees: number } | null {
  if (beat?.kind === "loss") return { unit: beat.unit, degrees: 82 * Math.min(1, share * 1.4) ** 2 };
  if (beat?.kind !== "attack" || !beat.hit || !beat.target || share <= FLIGHT) return null;
  const t = (share - FLIGHT) / (1 - FLIGHT);
  const damage = typeof beat.event.damage === "number" ? beat.event.damage : 1;
  return { unit: beat.target, degrees: Math.min(24, 6 + damage * 4) * Math.exp(-5 * t) * Math.sin(t * 12) };
}

export type Hurt = "holed" | "doomed" | "wreck";
/** What a unit shows that is hurt, as long as it is: a wisp of smoke, flames, or the smoulder of a wreck. It stands still. */
export function plumeOf(id: string, [x, y]: Point, high: number, tall: number, hurt: Hurt): Spark[] {
  const luck = luckOf(id);
  const [count, wide, dark, thick] = ({ holed: [7, 0.4, "#4a4542", 0.8], doomed: [12, 0.5, "#171412", 0.95], wreck: [11, 0.48, "#221e1b", 0.9] } as const)[hurt];
  const base = high + (hurt === "wreck" ? 0.4 : tall * 0.85);
  const puff = (i: number): Spark => {
    const drift = i * 0.11 + i * i * 0.016; // one wind for all, from the west
    return { shape: "ball", at: [x + drift + (chance(i, 1, luck) - 0.5) * 0.2, y + (chance(i, 2, luck) - 0.5) * 0.2, base + i * (0.2 + wide * 0.42)], radius: wide * (1 + i * 0.16), colour: lit(dark, 1 + 0.5 * (i / count)), opacity: thick * (1 - (i / count) ** 2) };
  };
  const smoke = Array.from({ length: count }, (_, i) => puff(i));
  const flames = hurt === "holed" ? [] : Array.from({ length: hurt === "doomed" ? 6 : 3 }, (_, i): Spark => ({ shape: "ball", at: [x + (chance(i, 3, luck) - 0.5) * 0.6, y + (chance(i, 4, luck) - 0.5) * 0.6, base - 0.15 + chance(i, 6, luck) * (hurt === "doomed" ? 0.5 : 0.15)], radius: hurt === "doomed" ? 0.42 - i * 0.03 : 0.24, colour: i % 2 ? "#ffb63d" : "#ff6a1f", opacity: hurt === "doomed" ? 0.9 : 0.65, glows: true }));
  return [...smoke, ...flames];
}

function critical(body: Body | null, label: string, result: string, share: number): Spark[] {
  if (!body || !/critical|motive/i.test(label) || !result || /^no |nothing|none/.test(result)) return [];
  const top = body.high + body.tall;
  const sparks = Array.from({ length: 9 }, (_, i): Spark => {
    const angle = (i / 9) * Math.PI * 2;
    const [near, far] = [0.3 + share * 0.9, 0.5 + share * 1.3];
    const spot = (r: number): Spot => [body.at[0] + Math.cos(angle) * r, body.at[1] + Math.sin(angle) * r, body.high + body.tall * 0.6 + Math.sin(share * Math.PI) * 0.9];
    return { shape: "beam", from: spot(near), to: spot(far), width: 0.09, colour: "#ffd166", opacity: fade(share, 0.3, 0.7) };
  });
  const glow: Spark = { shape: "ball", at: [body.at[0], body.at[1], body.high + body.tall * 0.6], radius: 0.6 + share * 0.9, colour: "#ff9d5c", opacity: fade(share, 0.1, 0.5), glows: true };
  return [glow, ...sparks, { shape: "word", at: [body.at[0], body.at[1], top + 0.8 + share], text: result, tone: "critical", opacity: fade(share, 0.85, 1) }];
}
