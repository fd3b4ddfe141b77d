// Works out beforehand what the first search would have to: a little at a time, so that nobody waits for it.
import type { Row } from "./units";

const SLICE = 6; // milliseconds
const PAUSE = 30;

/** Give every row its words; the answer stops it. */
export function warmed(rows: readonly Row[]): () => void {
  let [at, timer] = [0, 0];
  const some = (): void => {
    const until = performance.now() + SLICE;
    for (; at < rows.length && performance.now() < until; at += 1) {
      const facts = (rows[at] as Row).facts;
      void [facts.hay, facts.order, facts.tight, facts.half, facts.whole];
    }
    if (at < rows.length) timer = window.setTimeout(some, PAUSE);
  };
  timer = window.setTimeout(some, PAUSE);
  return () => clearTimeout(timer);
}
