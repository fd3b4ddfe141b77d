// What a lesson is made of, whatever is taught.
import type { Desk } from "./desk.svelte";

export type LessonStep = {
  title: string;
  text: string;
  /** Without it the reader says when to go on. */
  done?: (desk: Desk) => boolean;
};
