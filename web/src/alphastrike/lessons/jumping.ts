// Jumping: over what stands in the way, harder to hit and to hit with.
import type { Lesson } from "../../lib/lessons";
import { fired, later, moved } from "./watching";

export const JUMPING: Lesson = {
  id: "jumping",
  title: "Jumping",
  about: "Over a wall of rock into the enemy’s flank, and what it costs.",
  game: {
    mode: "bot",
    level: "recruit",
    side: "red",
    title: "Lesson: jumping",
    script: {
      game: "alpha-strike",
      map: { kind: "table", width: 30, depth: 24 },
      terrain: [
        { id: "ridge", kind: "hill", height: 4, polygon: [[4, 8], [26, 8], [26, 10], [4, 10]] },
        { id: "wood", kind: "woods", polygon: [[10, 13], [14, 12.5], [15, 16], [11, 16.5]] },
      ],
      sides: [
        { name: "red", home: "south", units: [{ id: "r1", unit: "GRF-1N Griffin", skill: 3, at: [15, 4.5], facing: 0 }] },
        { name: "blue", home: "north", units: [{ id: "b1", unit: "PNT-9R Panther", skill: 6, at: [22, 19], facing: 180 }] },
      ],
      start: { turn: 1, phase: "movement", first: "red" },
    },
  },
  steps: [
    { title: "A ridge in the way", text: "The ridge before your Griffin is four inches high: too steep to walk over, and nobody sees through it. But the j in its Move means that it can jump." },
    { title: "Take your ’Mech", text: "Click your Griffin R1, or press N. The coloured places are those it can walk to: none beyond the ridge.", done: (desk) => desk.moving.draft !== null || moved(desk) },
    { title: "Choose to jump", text: "Press Jump in the panel, or M until it says so. Now the places beyond the ridge are coloured, too.", done: (desk) => desk.moving.draft?.mode === "jump" || moved(desk) },
    { title: "Choose where to land", text: "Click the wood beyond the ridge, or any other place there. A jump has no way, only an end: woods and heights in between cost nothing.", done: (desk) => (desk.moving.draft?.mode === "jump" && desk.moving.draft.path.length > 0) || moved(desk) },
    { title: "Jump", text: "Turn towards the Panther with Q and E or the round handle, then press Confirm move.", done: (desk) => moved(desk) || later(desk) },
    { title: "What it costs", text: "Whoever jumps is one harder to hit than its TMM says, and needs two more to hit with its own weapons. The small die beside it shows the number others add." },
    { title: "Fire after a jump", text: "Click your Griffin, then the Panther: the sum has a line for the jump. Fire, or hold fire if the number is too high.", done: (desk) => fired(desk) || later(desk) },
    { title: "When to jump", text: "Jump to get behind somebody, out of an arc, onto a height or into woods; walk where you only want to shoot. Press Done attacking to end the turn.", done: (desk) => later(desk) },
  ],
};
