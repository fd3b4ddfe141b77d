// The lessons of Alpha Strike, in the order to take them in.
import type { Lesson } from "../../lib/lessons";
import { FIRST } from "./first";
import { HEAT } from "./heat";
import { INDIRECT } from "./indirect";
import { JUMPING } from "./jumping";
import { PHYSICAL } from "./physical";
import { QUICK_START } from "./quickstart";
import { SCENARIOS } from "./scenarios";

export const LESSONS: readonly Lesson[] = [FIRST, HEAT, JUMPING, INDIRECT, PHYSICAL, SCENARIOS];

/** Beside the others: whoever has learned it goes on with the first of them. */
export { QUICK_START };

/** The lesson of a name, or the first one. */
export const lessonNamed = (name: string | null): Lesson => [...LESSONS, QUICK_START].find((one) => one.id === name) ?? FIRST;

/** The one after it, if there is one. */
export const lessonAfter = (id: string): Lesson | null => LESSONS[LESSONS.findIndex((one) => one.id === id) + 1] ?? null;
