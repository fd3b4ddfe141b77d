// The measuring tape: from a unit or a point to another. Between units the server also tells sight and range.
import type { Game } from "./game.svelte";
import type { Measure, Point } from "./protocol";

export type End = { at: Point; unit: string | null };

export class Ruler {
  on = $state(false);
  from = $state.raw<End | null>(null);
  to = $state.raw<End | null>(null);
  fixed = $state(false); // both ends are set
  measure = $state.raw<Measure | null>(null);
  private asked = 0;

  /** Between base edges where a unit stands at an end, as the server measures; else between the points. */
  readonly far = $derived.by(() => this.measure?.distance ?? (this.from && this.to ? this.game.space.distance(this.from.at, this.to.at) : 0));

  constructor(private readonly game: Game) {}

  toggle(): void {
    this.on = !this.on;
    this.clear();
  }

  private clear(): void {
    this.from = this.to = null;
    this.measure = null;
    this.fixed = false;
  }

  /** A click sets the first end, the next one the second, the one after begins anew. */
  click(end: End): void {
    if (!this.from || this.fixed) {
      this.begin(end);
      return;
    }
    this.stretch(end);
    this.fixed = true;
  }

  begin(end: End): void {
    this.clear();
    this.from = end;
  }

  stretch(end: End): void {
    if (!this.from || this.fixed) return;
    this.to = end;
    void this.ask();
  }

  private async ask(): Promise<void> {
    const { from, to } = this;
    const ask = (this.asked += 1);
    this.measure = null;
    const start = from?.unit ?? to?.unit;
    if (!from || !to || !start) return;
    const end = from.unit ? to : from;
    await new Promise((later) => setTimeout(later, 80));
    if (ask !== this.asked) return;
    try {
      const measure = await this.game.ask("measure", { from: start, to: end.unit ?? { point: end.at } });
      if (ask === this.asked) this.measure = measure;
    } catch {
      // Units that are not on the table cannot be measured; the tape between points still can.
    }
  }
}
