// Heat: more damage now, slower and less certain later, and how to get rid of it.
import type { Lesson } from "../../lib/lessons";
import { aims, fired, later, own, turn } from "./watching";

export const HEAT: Lesson = {
  id: "heat",
  title: "Heat",
  about: "Fire more than is good for you, and pay for it next turn.",
  game: {
    mode: "bot",
    level: "recruit",
    side: "red",
    title: "Lesson: heat",
    script: {
      game: "alpha-strike",
      map: { kind: "table", width: 30, depth: 24 },
      terrain: [
        { id: "wood", kind: "woods", polygon: [[4, 10], [9, 9], [10, 14], [5, 15]] },
        { id: "hill", kind: "hill", height: 1, polygon: [[21, 9], [27, 8], [28, 13], [22, 14]] },
      ],
      sides: [
        { name: "red", home: "south", units: [{ id: "r1", unit: "MAD-3R Marauder", skill: 3, at: [15, 8], facing: 0 }] },
        { name: "blue", home: "north", units: [{ id: "b1", unit: "TDR-5S Thunderbolt", skill: 6, at: [15, 17], facing: 180 }] },
      ],
      start: { turn: 1, phase: "combat", first: "red" },
    },
  },
  steps: [
    { title: "Overheat", text: "Your Marauder has an overheat value of 1 on its card: it may fire one point harder than its damage says. The price is heat. You begin in the Combat Phase." },
    { title: "Take your ’Mech", text: "Click your Marauder R1 on the table, or press N.", done: (desk) => aims(desk) },
    { title: "Choose to overheat", text: "In the panel press +1 beside Overheat (or H). The damage beside the target goes up by one.", done: (desk) => (desk.attacking.general.overheat ?? 0) > 0 || fired(desk) || later(desk) },
    { title: "Fire", text: "Click the Thunderbolt, then press Attack. The chance to hit is the same; a hit marks one point more.", done: (desk) => fired(desk) || later(desk) },
    { title: "End your attacks", text: "Press Done attacking. The Thunderbolt answers, then the End Phase counts the heat: watch the heat scale on your card.", done: (desk) => later(desk) },
    {
      title: "What heat does",
      text: "A hot ’Mech moves 2 inches less for each point and needs one more to hit for each. At four it shuts down and stands there for a turn. The numbers in the panels count it in, with the page.",
    },
    {
      title: "Cool down",
      text: "A ’Mech that fires no weapons in a turn is cool again at its end, and standing in water helps. Move, then choose between Hold fire and a shot with a worse number. Overheat for a kill, not for a scratch.",
      done: (desk) => turn(desk) > 2 || (turn(desk) === 2 && own(desk)?.heat === 0) || desk.game.over !== null,
    },
  ],
};
