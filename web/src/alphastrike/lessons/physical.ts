// Physical attacks: fists and feet for whoever stands base to base.
import type { Lesson } from "../../lib/lessons";
import { fired, later } from "./watching";

export const PHYSICAL: Lesson = {
  id: "physical",
  title: "Physical attacks",
  about: "Fists and feet, when you stand base to base.",
  game: {
    mode: "bot",
    level: "recruit",
    side: "red",
    title: "Lesson: physical attacks",
    script: {
      game: "alpha-strike",
      map: { kind: "table", width: 24, depth: 24 },
      terrain: [{ id: "wood", kind: "woods", circle: [5, 14, 3] }],
      sides: [
        { name: "red", home: "south", units: [{ id: "r1", unit: "TDR-5S Thunderbolt", skill: 3, at: [12, 10], facing: 0 }] },
        { name: "blue", home: "north", units: [{ id: "b1", unit: "PNT-9R Panther", skill: 6, at: [12, 11.4], facing: 180 }] },
      ],
      start: { turn: 1, phase: "combat", first: "red" },
    },
  },
  steps: [
    { title: "Base to base", text: "Your Thunderbolt stands base to base with the Panther. Instead of firing its weapons it may strike with its limbs: one or the other, not both." },
    { title: "Take your ’Mech", text: "Click your Thunderbolt R1, or press N, and then the Panther.", done: (desk) => desk.attacking.target !== null || fired(desk) || later(desk) },
    { title: "Choose your fists", text: "Choose Punch or kick instead of Weapons. Its damage is the Size of your ’Mech; it makes no heat and needs no range.", done: (desk) => desk.attacking.choice?.kind === "physical" || fired(desk) || later(desk) },
    { title: "Strike", text: "Press Attack.", done: (desk) => fired(desk) || later(desk) },
    { title: "Charges and leaps", text: "Two more attacks are announced with the move: a charge runs into its target, Death From Above falls on it. Both hurt whoever makes them, too. The panel of a move offers them where they are allowed." },
    { title: "When to strike", text: "A heavy ’Mech with empty racks, much heat or a small enemy at its feet strikes; with good guns it fires. Press Done attacking to end the turn.", done: (desk) => later(desk) },
  ],
};
