// Short marks for units (1, 2, 3 and A, B, C) and which side is drawn how: colour is never the only difference.
import type { Scene, View } from "./protocol";

export type Livery = "warm" | "cool";

/** Red is warm and blue is cool where sides are called so; otherwise the first is warm. */
export function liveries(sides: readonly { name: string }[]): Record<string, Livery> {
  const [first, second] = sides.map((side) => side.name);
  if (!first) return {};
  const swap = first.toLowerCase() === "blue" || second?.toLowerCase() === "red";
  return { [first]: swap ? "cool" : "warm", ...(second ? { [second]: swap ? "warm" : "cool" } : {}) };
}

const letter = (index: number): string => (index < 26 ? String.fromCharCode(65 + index) : `${letter(index % 26)}${Math.floor(index / 26)}`);

/** One mark for every unit: figures for the first side, letters for the second. */
export function marksOf(scene: Scene, view: View): Record<string, string> {
  const marks: Record<string, string> = {};
  scene.sides.forEach((side, which) => {
    const own = Object.keys(view.units).filter((id) => view.units[id]?.side === side.name);
    own.forEach((id, index) => (marks[id] = which === 0 ? String(index + 1) : letter(index)));
  });
  return marks;
}
