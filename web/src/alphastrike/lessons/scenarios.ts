// Scenarios: a battle is about something, and points decide it.
import type { Desk } from "../../lib/desk.svelte";
import type { Lesson } from "../../lib/lessons";
import { later, turn } from "./watching";

const someMoved = (desk: Desk): boolean =>
  Object.values(desk.game.shown?.view.units ?? {}).some((unit) => unit.side === "red" && unit.moved !== "none") || later(desk);

export const SCENARIOS: Lesson = {
  id: "scenarios",
  title: "Scenarios",
  about: "A hill to hold: how a battle is won without shooting everybody.",
  game: {
    mode: "bot",
    level: "recruit",
    side: "red",
    title: "Lesson: scenarios",
    quick: { scenario: "king-of-the-hill", theme: "plain", map_seed: 4 },
  },
  steps: [
    { title: "What it is about", text: "This battle is King of the Hill. The panel of the scenario says in a few lines how it is won, and the marks on the table show where. Read “How to win”; later it is folded into the list of forces." },
    { title: "Move towards the hill", text: "Take a unit (N) and move it towards the marked place. Quick units get there first; heavy ones hold it.", done: someMoved },
    { title: "Points", text: "The score stands at the top of the list of forces. Points come at the end of a turn for whoever holds the place, so it is enough to be there: you need not destroy anybody." },
    { title: "Play a turn", text: "Move the others, shoot at whom you can, and see what the End Phase brings.", done: (desk) => later(desk) },
    { title: "Go on", text: "Hold the hill until the last turn. In the start page every scenario can be chosen, with variations: flags to steal, a line to hold, buildings to search, somebody to hunt.", done: (desk) => turn(desk) > 2 || desk.game.over !== null },
  ],
};
