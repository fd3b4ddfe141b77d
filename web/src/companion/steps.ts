// What is marked on a card, in words.
import { effectWords } from "../lib/words";
import type { Step } from "./tables";

export const stepWords = (step: Step): string => {
  if (step.type === "damage") return `${step.armor ?? 0} armor and ${step.structure ?? 0} structure lost`;
  if (step.type === "wounded") return `${effectWords(step.effect ?? "")}${step.at_once ? "" : ", felt from the End Phase on"}`;
  if (step.type === "heated") return `${step.heat ?? 0} heat, felt from the End Phase on`;
  if (step.type === "roll") return step.result === "none" ? "nothing comes of it" : effectWords(step.result ?? "");
  return step.reason ?? step.type;
};
