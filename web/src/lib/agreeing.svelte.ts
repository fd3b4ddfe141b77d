// What people agree on besides the battle itself: points, secrecy, who may come and watch, a clock.
import type { Clock, ClockKind, Terms } from "./tabletalk";

type Agreed = Pick<Terms, "title" | "points" | "secret" | "listed" | "watched" | "clock">;

/** How long: minutes in a turn or for the whole battle, days for a move. */
export const SPANS: Record<ClockKind, { seconds: number; words: string }[]> = {
  turn: [2, 5, 10, 20, 30].map((n) => ({ seconds: n * 60, words: `${n} minutes` })),
  side: [15, 30, 45, 60, 90, 120, 180].map((n) => ({ seconds: n * 60, words: `${n} minutes` })),
  move: [1, 2, 3, 5, 7, 14].map((n) => ({ seconds: n * 86400, words: n === 1 ? "1 day" : `${n} days` })),
};

export class Agreeing {
  title = $state("");
  points = $state<number | null>(null);
  secret = $state(false);
  listed = $state(false);
  watched = $state(false);
  private chosen = $state<ClockKind | "">("");
  seconds = $state(600);
  atEnd = $state<Clock["at_end"]>("pass");

  get clock(): ClockKind | "" {
    return this.chosen;
  }
  /** Another kind of clock begins with a middling time. */
  set clock(kind: ClockKind | "") {
    this.chosen = kind;
    if (kind) this.seconds = SPANS[kind][2]?.seconds ?? 600;
  }

  /** The spans to choose from; one of another kind that was agreed on stays to be chosen. */
  readonly spans = $derived.by(() => (this.chosen ? SPANS[this.chosen] : []));

  agreed(): Agreed {
    const { title, secret, listed, watched, chosen, seconds, atEnd } = this;
    const points = this.points && this.points > 0 ? Math.round(this.points) : null;
    return { title: title.trim(), points, secret, listed, watched, clock: chosen ? { kind: chosen, seconds, at_end: atEnd } : null };
  }

  fill({ title, points, secret, listed, watched, clock }: Agreed): void {
    Object.assign(this, { title, points, secret, listed, watched });
    this.chosen = clock?.kind ?? "";
    if (clock) [this.seconds, this.atEnd] = [clock.seconds, clock.at_end];
  }
}
