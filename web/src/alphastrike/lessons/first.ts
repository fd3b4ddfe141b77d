// The first battle, step by step: where it is fought, what each step says, and when it is done.
import type { Lesson } from "../../lib/lessons";
import { later, own, phase } from "./watching";

const game: Lesson["game"] = {
  mode: "bot",
  level: "recruit",
  side: "red",
  title: "First battle",
  script: {
    game: "alpha-strike",
    map: { kind: "table", width: 36, depth: 24 },
    terrain: [
      { id: "wood", kind: "woods", polygon: [[12, 10], [17, 9], [18, 14], [13, 15]] },
      { id: "hill", kind: "hill", height: 1, polygon: [[26, 9], [33, 7], [35, 12], [30, 15], [26, 13]] },
      { id: "knoll", kind: "hill", height: 1, polygon: [[30.5, 9.5], [32.5, 9], [33.5, 11.5], [31, 12.5]] },
      { id: "pond", kind: "water", depth: 1, circle: [10, 20, 2] },
    ],
    sides: [
      { name: "red", home: "south", units: [{ id: "r1", unit: "WHM-6R Warhammer", skill: 3, at: [24, 3], facing: 0 }] },
      { name: "blue", home: "north", units: [{ id: "b1", unit: "PNT-9R Panther", skill: 5, at: [24, 20], facing: 180 }] },
    ],
    start: { turn: 1, phase: "movement", first: "red" },
  },
};

const steps: Lesson["steps"] = [
  {
    title: "Welcome",
    text: "The orange miniature R1 is your Warhammer, the blue one is an enemy Panther; the arrow of each base shows where it looks. Destroy it. The line at the top always says what to do next; you can drag the table and zoom with the wheel or two fingers.",
  },
  {
    title: "Take your ’Mech",
    text: "It is the Movement Phase. Click your Warhammer on the table or in the list of forces.",
    done: (desk) => desk.moving.draft !== null || (own(desk)?.moved ?? "none") !== "none",
  },
  {
    title: "Read its card",
    text: "Move is how many inches it may go. TMM makes it harder to hit when it moves. The three damage numbers count at short, medium and long range. Damage takes armor first, then structure; at no structure it is lost. Point at any ability to read what it does.",
  },
  {
    title: "Choose where to go",
    text: "The coloured places are within reach; stronger colour costs more of the Move. Woods cost extra but make you harder to hit. Click a place towards the enemy: the panel shows what each inch costs and why.",
    done: (desk) => (desk.moving.draft?.path.length ?? 0) > 0 || (own(desk)?.moved ?? "none") !== "none",
  },
  {
    title: "Look at the enemy",
    text: "Weapons reach only what is in the front arc, and a hit in the rear hurts more. Turn with the round handle, the buttons, or Q and E, until the arc covers the Panther. Undo takes a step back.",
  },
  {
    title: "Confirm the move",
    text: "Nothing has happened so far. Press Confirm move (or Enter). Then the bot moves its Panther.",
    done: (desk) => (own(desk)?.moved ?? "none") !== "none" || later(desk),
  },
  {
    title: "Aim",
    text: "It is the Combat Phase. Click your Warhammer, then the Panther: the number over it is what two dice must reach. If it cannot be attacked the panel says why: press Done attacking then, and try again next turn.",
    done: (desk) => desk.attacking.target !== null || (own(desk)?.attacks.length ?? 0) > 0 || later(desk) || (phase(desk) === "combat" && desk.doing === "wait" && !desk.game.busy),
  },
  {
    title: "Every number explains itself",
    text: "The target number is a sum: your Skill, your own movement, the enemy’s, terrain, range. Point at a rule’s name to read it. Below are the chance to hit, the damage, and the chance to cripple or destroy.",
  },
  {
    title: "Fire",
    text: "Press Attack. You see the dice, and the damage on the Panther’s card. Critical hits marked with stripes count only from the End Phase on: whoever is hit still shoots back this turn.",
    done: (desk) => (own(desk)?.attacks.length ?? 0) > 0 || later(desk),
  },
  {
    title: "End your attacks and go on",
    text: "Press Done attacking. The Panther shoots, the End Phase takes effect, and a new turn begins. You know enough now: go on until one of you is destroyed. The story at the side keeps every roll; click a line to see that moment again.",
    done: (desk) => later(desk),
  },
];

export const FIRST: Lesson = { id: "first", title: "First battle", about: "Move, aim and fire: a whole turn with one ’Mech against another.", game, steps };
