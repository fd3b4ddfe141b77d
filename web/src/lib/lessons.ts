// What a lesson is made of, whatever is taught.
import type { NewGame } from "./api";
import type { Desk } from "./desk.svelte";

export type LessonStep = {
  title: string;
  text: string;
  /** Without it the reader says when to go on. */
  done?: (desk: Desk) => boolean;
};

/** A battle to learn one thing in, step by step. */
export type Lesson = { id: string; title: string; about: string; game: NewGame; steps: readonly LessonStep[] };
