// The paints of miniatures: two sides that every kind of eye tells apart, bare parts alike, and what fire leaves.
import type { Livery } from "../alphastrike/marks";
import type { Tone } from "./solids.ts";

export type Paint = Livery | "wreck";
/** The colours of a force, where it has some of its own: of the bare parts nothing changes. */
export type Colours = { paint: string; trim: string; shade: string };
export type Rgb = readonly [number, number, number];

const BARE: Record<Exclude<Tone, "paint" | "trim" | "shade">, string> = {
  metal: "#868d92", gun: "#33383d", glass: "#9fe8ff", glow: "#ffd27a", cloth: "#6b6a52", wall: "#a09a8e", roof: "#7f7a70",
};
const COLOURS: Record<Paint, Record<Tone, string>> = {
  warm: { ...BARE, paint: "#cf5f1c", trim: "#f4c98e", shade: "#5b3727" },
  cool: { ...BARE, paint: "#2b70b8", trim: "#c3dcf0", shade: "#22384f" },
  wreck: { paint: "#3f3b38", trim: "#4c4743", shade: "#2c2927", metal: "#514d49", gun: "#26231f", glass: "#2a2825", glow: "#26231f", cloth: "#35322c", wall: "#5a554d", roof: "#48443e" },
};

export const rgb = (hex: string): Rgb => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)) as unknown as Rgb;
export const hex = (colour: Rgb): string => `#${colour.map((part) => Math.max(0, Math.min(255, Math.round(part))).toString(16).padStart(2, "0")).join("")}`;
export const paintOf = (tone: Tone, paint: Paint | Colours): string => (typeof paint === "string" ? COLOURS[paint][tone] : { ...BARE, ...paint }[tone]);

/** A colour in so much light: 1 is as it is, less is darker, more is paler. */
export function lit(colour: string, light: number): string {
  const parts = rgb(colour).map((part) => (light <= 1 ? part * light : part + (255 - part) * (light - 1)));
  return hex(parts as unknown as Rgb);
}
