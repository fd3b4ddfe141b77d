// One place at a table talk: what the server has told, kept fresh, and what is said back. Knows no form.
import { Refused, type ForceChoice } from "./api";
import * as lobby from "./tabletalk";
import { sentence } from "./words";

const AGAIN = 3000; // milliseconds before the next try after trouble

export class TableTalk {
  state = $state.raw<lobby.TalkState | null>(null);
  trouble = $state<string | null>(null); // of what was said last
  lost = $state(false); // the server does not answer
  busy = $state(false);
  private stop = new AbortController();

  readonly me = $derived(this.state?.seats.find((seat) => seat.place === this.state?.you));
  readonly other = $derived(this.state?.seats.find((seat) => seat.place !== this.state?.you));

  constructor(readonly talk: string, readonly token: string) {}

  /** Ask for news until the page is left; the server answers when there are some. */
  async follow(): Promise<void> {
    const { signal } = this.stop;
    while (!signal.aborted) {
      try {
        this.take(await lobby.lookAtTalk(this.talk, this.token, this.state?.n ?? null, signal));
        this.lost = false;
        if (this.state?.game) return;
      } catch (error) {
        if (signal.aborted) return;
        const told = sentence(error instanceof Error ? error.message : String(error));
        this.lost = !(error instanceof Refused && error.code === "no_token");
        if (!this.lost) {
          this.trouble = told;
          return; // asking again would not help
        }
        if (!this.state) this.trouble = told;
        await new Promise((later) => setTimeout(later, AGAIN));
      }
    }
  }

  leave(): void {
    this.stop.abort();
  }

  propose(terms: lobby.Terms, side?: string): Promise<boolean> {
    return this.say("terms", { terms, ...(side ? { side } : {}) });
  }
  bring(force: ForceChoice): Promise<boolean> {
    return this.say("force", { force });
  }
  ready(ready: boolean): Promise<boolean> {
    return this.say("ready", { stamp: this.state?.stamp ?? 0, ready });
  }
  remark(text: string): Promise<boolean> {
    return this.say("say", { text });
  }

  private async say(what: "terms" | "force" | "ready" | "say", data: object): Promise<boolean> {
    this.busy = true;
    this.trouble = null;
    try {
      this.take(await lobby.sayAtTalk(this.talk, this.token, what, data));
      return true;
    } catch (error) {
      this.trouble = sentence(error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      this.busy = false;
    }
  }

  private take(state: lobby.TalkState): void {
    if (!this.state || state.n >= this.state.n) this.state = state;
  }
}
