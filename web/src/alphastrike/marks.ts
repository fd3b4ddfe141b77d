// Short marks for units (R1, B3) and which side is drawn how: colour is never the only difference.
import type { Scene, View } from "../lib/protocol";

export type Livery = "warm" | "cool";

/** Red is warm and blue is cool where sides are called so; otherwise the first is warm. */
export function liveries(sides: readonly { name: string }[]): Record<string, Livery> {
  const [first, second] = sides.map((side) => side.name);
  if (!first) return {};
  const swap = first.toLowerCase() === "blue" || second?.toLowerCase() === "red";
  return { [first]: swap ? "cool" : "warm", ...(second ? { [second]: swap ? "warm" : "cool" } : {}) };
}

/** One mark for every unit: its id where that is short, as in the story; else its side's letter and a number. */
export function marksOf(scene: Scene, view: View): Record<string, string> {
  const marks: Record<string, string> = {};
  for (const side of scene.sides) {
    const own = Object.keys(view.units).filter((id) => view.units[id]?.side === side.name);
    own.forEach((id, index) => (marks[id] = (id.length <= 3 ? id : `${side.name.charAt(0)}${index + 1}`).toUpperCase()));
  }
  return marks;
}

/** A sentence of the server with the ids of units as their marks: "r1 has 12" becomes "R1 has 12". */
export function marked(text: string, marks: Record<string, string>): string {
  return text.replace(/[\w-]+/g, (word) => marks[word] ?? word);
}
