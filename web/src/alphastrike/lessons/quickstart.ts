// The first battle by the quick-start rules: the same table and steps, and what those rules count otherwise.
import type { Lesson } from "../../lib/lessons";
import { FIRST } from "./first";

const otherwise: Record<string, string> = {
  Welcome:
    "This is the game of the introduction: ’Mechs alone, and fewer rules. The orange miniature R1 is your Warhammer, the blue one is an enemy Panther. Destroy it. The line at the top always says what to do next; you can drag the table and zoom with the wheel or two fingers.",
  "Read its card":
    "Move is how many inches it may go; the more it could go, the harder it is to hit, even if it stays where it is. The three damage numbers count at short, medium and long range. Damage takes armor first, then structure; at no structure it is lost. Sprints, indirect fire and overheating come later.",
  "Choose where to go":
    "The coloured places are within reach; stronger colour costs more of the Move. An inch of woods, water or rough ground costs one more, and so does each inch up or down. Woods make you harder to hit by 2. Click a place towards the enemy: the panel shows what each inch costs and why.",
  "Every number explains itself":
    "The target number is a sum: your Skill, the enemy’s Move, terrain, range, your heat. How you moved yourself does not count here. Point at a rule’s name to read it. Below are the chance to hit, the damage, and the chance to cripple or destroy.",
};

export const QUICK_START: Lesson = {
  id: "quick-start",
  title: "First battle, quick-start rules",
  about: "The same battle by the few rules of the introduction.",
  game: { ...FIRST.game, title: "First battle, quick-start rules", script: { ...FIRST.game.script, edition: "quick-start" } },
  steps: FIRST.steps.map((step) => ({ ...step, text: otherwise[step.title] ?? step.text })),
};
