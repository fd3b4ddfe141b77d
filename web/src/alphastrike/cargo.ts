// Things that units carry outside, as far as they lie on the table.
import type { Point, View } from "../lib/protocol";
import { plural } from "../lib/words";

export type Thing = { id: string; at: Point; words: string };

/** What lies about to be lifted, with its Size and what it can take. */
export const lyingAbout = (view: View): Thing[] =>
  Object.entries(view.items ?? {}).flatMap(([id, one]) =>
    one.at && !one.destroyed ? [{ id, at: one.at, words: `${id}: cargo ${one.size === null ? "too large for anybody" : `of Size ${one.size}`}, ${plural(one.structure, "point")} left` }] : [],
  );
