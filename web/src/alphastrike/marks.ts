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

const SHORT = /^[a-z]{1,2}\d{1,2}$/i; // r1, b12: an id that reads as a mark

/** One mark for every unit: its id where that reads like one, as in the story; else its side's letter and a number. */
export function marksOf(scene: Scene, view: View): Record<string, string> {
  const marks: Record<string, string> = {};
  const ids = Object.keys(view.units);
  const taken = new Set(ids.filter((id) => SHORT.test(id)).map((id) => id.toUpperCase()));
  for (const side of scene.sides) {
    let count = 0;
    for (const id of ids.filter((one) => view.units[one]?.side === side.name)) {
      count += 1;
      if (SHORT.test(id)) {
        marks[id] = id.toUpperCase();
        continue;
      }
      const letter = side.name.charAt(0).toUpperCase();
      while (taken.has(`${letter}${count}`)) count += 1;
      marks[id] = `${letter}${count}`;
      taken.add(`${letter}${count}`);
    }
  }
  return marks;
}

/** A sentence of the server with the ids of units as their marks: "r1 has 12" becomes "R1 has 12". */
export function marked(text: string, marks: Record<string, string>): string {
  return text.replace(/(?<=\()[\w-]+(?=\))|[\w-]*\d[\w-]*/g, (word) => marks[word] ?? word);
}
