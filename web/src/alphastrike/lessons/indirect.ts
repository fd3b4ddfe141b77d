// Indirect fire: missiles over a hill at somebody a friend can see.
import type { Lesson } from "../../lib/lessons";
import { aims, fired, later } from "./watching";

export const INDIRECT: Lesson = {
  id: "indirect-fire",
  title: "Indirect fire",
  about: "Missiles over a hill, at somebody only a friend can see.",
  game: {
    mode: "bot",
    level: "recruit",
    side: "red",
    title: "Lesson: indirect fire",
    script: {
      game: "alpha-strike",
      map: { kind: "table", width: 36, depth: 24 },
      terrain: [{ id: "ridge", kind: "hill", height: 3, polygon: [[8, 9], [22, 9], [22, 13], [8, 13]] }],
      sides: [
        {
          name: "red",
          home: "south",
          units: [
            { id: "r1", unit: "ARC-2R Archer", skill: 3, at: [15, 4], facing: 0 },
            { id: "r2", unit: "LCT-1V Locust", skill: 4, at: [26, 14], facing: 315 },
          ],
        },
        { name: "blue", home: "north", units: [{ id: "b1", unit: "PNT-9R Panther", skill: 6, at: [15, 20], facing: 180 }] },
      ],
      start: { turn: 1, phase: "combat", first: "red" },
    },
  },
  steps: [
    { title: "Behind the hill", text: "The ridge hides the Panther from your Archer. But your Locust R2 sees it from the side, and the Archer’s card says IF2: it fires indirectly for 2 points at what a friend sees." },
    { title: "Take the Archer", text: "Click your Archer R1, or press N.", done: (desk) => aims(desk) },
    { title: "Aim over the hill", text: "Click the Panther. The panel says with what you would fire: Indirect fire, and with whom as the spotter.", done: (desk) => desk.attacking.choice?.spotter === "r2" || fired(desk) || later(desk) },
    { title: "Read the sum", text: "The Archer’s own view does not count; what lies between the Locust and the Panther does. Indirect fire adds one. If the spotter also attacks in this turn, it costs one more: unless the panel says that it does not attack." },
    { title: "Fire", text: "Press Attack.", done: (desk) => fired(desk) || later(desk) },
    { title: "Spotters", text: "Fast light units make good spotters: they see much and lose little by not firing. Press Done attacking; the Locust holds its fire.", done: (desk) => later(desk) },
  ],
};
