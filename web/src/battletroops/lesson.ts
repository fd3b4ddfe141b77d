// The first fight of BattleTroops, step by step: where it is fought, what each step says, and when it is done.
import type { NewGame } from "../lib/api";
import type { Desk } from "../lib/desk.svelte";
import type { LessonStep } from "../lib/lessons";
import { viewOf, type Soldier } from "./troops";

export const TROOPS_LESSON: NewGame = {
  mode: "bot",
  level: "recruit",
  side: "red",
  title: "First squad",
  script: {
    game: "battletroops",
    map: { kind: "lattice", width: 16, depth: 18 },
    terrain: [
      { id: "shop", kind: "building", height: 2, rect: [4.75, 5.5, 6, 5], windows: [[6.25, 5.5, 7.75, 5.5], [6.25, 10.5, 7.75, 10.5]], doors: [[8.75, 5.5, 9.75, 5.5], [8.75, 10.5, 9.75, 10.5]], stairways: [[6, 8]] },
      { id: "hedge", kind: "undergrowth", rect: [1.25, 11.5, 3, 2] },
      { id: "oak", kind: "tree", at: [13.5, 8.5] },
    ],
    sides: [
      { name: "red", home: "south", units: [{ id: "r1", soldier: { primary: "Rifle" }, at: [9.5, 3] }, { id: "r2", soldier: { primary: "SMG" }, at: [7.5, 3] }] },
      { name: "blue", home: "north", units: [{ id: "b1", soldier: { primary: "Rifle" }, at: [8, 16] }, { id: "b2", soldier: { primary: "Rifle" }, at: [3, 16] }] },
    ],
    start: { turn: 1, phase: "movement", first: "red" },
  },
};

const own = (desk: Desk, id = "r1"): Soldier | undefined => viewOf(desk.game)?.units[id];
const turn = (desk: Desk): number => desk.game.shown?.view.turn ?? 1;
const later = (desk: Desk): boolean => turn(desk) > 1 || desk.game.over !== null;
const stirred = (desk: Desk, id: string): boolean => {
  const man = own(desk, id);
  return later(desk) || (man !== undefined && (man.moved !== "none" || man.arc !== null || desk.game.shown?.view.ready.includes(id) === false));
};

export const STEPS: readonly LessonStep[] = [
  {
    title: "Man to man",
    text: "You lead two soldiers, red, in the south; two riflemen come from the north. Every dot is a place for one man, about a yard and a half from the next. Whoever has nobody left loses.",
  },
  {
    title: "Choose a soldier",
    text: "Click R1. The light part of the map is what he sees, the dark what is hidden from him; half shade is behind cover. The strip of blocks is his health: damage crosses blocks from a block that the dice choose, and further down he slows, aims worse and falls.",
    done: (desk) => desk.game.selected === "r1" || stirred(desk, "r1"),
  },
  {
    title: "Go to the door",
    text: "Each dot shows what it costs of his 8 movement points: doors 2, windows 4, stairs 3. Click a dot near the south door of the house, then press Go. On every dot he enters, an enemy who watches it may fire: so go where nobody looks.",
    done: (desk) => stirred(desk, "r1"),
  },
  {
    title: "Watch",
    text: "Soldiers do not shoot in their own movement. They set an arc, and fire when somebody moves in it. If R1 has 2 points or more left press Watch, choose how wide, and drag towards the enemy: 30, 60 or 90 degrees. That ends his turn.",
    done: (desk) => own(desk)?.arc != null || desk.game.shown?.view.ready.includes("r1") === false || later(desk),
  },
  {
    title: "The other one",
    text: "Now R2. An SMG is automatic: it fires at every chance, a rifle once in a turn. To stay and watch with a wide arc is often better than to run. Lying down makes him harder to hit and his aim better.",
    done: (desk) => stirred(desk, "r2"),
  },
  {
    title: "End your movement",
    text: "Press End your movement. Men who have not left their dot may be shot at now, then what was thrown explodes, and the others move.",
    done: (desk) => viewOf(desk.game)?.to_act === "blue" || later(desk),
  },
  {
    title: "Three can shoot: who does?",
    text: "When an enemy comes into an arc of yours and into sight, the game stops and asks. You see what each shooter needs and why. Fire, choose some, or hold for a better chance: one that is passed up is gone.",
    done: (desk) => later(desk),
  },
  {
    title: "Grenades",
    text: "Close to an enemy, prepare a hand grenade (3 points, under Also), press Throw and click a dot: the distance is the number to reach. A miss scatters along one of the six lines. It explodes when your side has moved: 6 points where it lies, 3 one dot away, 1 two dots away, and who is knocked down loses his next turn.",
  },
  {
    title: "Floors",
    text: "On a stairway, Up the stairs takes him a floor higher; the buttons at the edge of the map step through the floors. From upstairs he sees only through the windows he stands next to, and he is seen only there.",
  },
  {
    title: "Go on",
    text: "You know enough now. Use cover, watch the doors, let them come. The story at the side keeps every roll; a click on a line shows that moment again.",
  },
];
