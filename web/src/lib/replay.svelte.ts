// A battle played again: from any moment on, command after command, acted out as it was the first time.
import type { Game } from "./game.svelte";

const PAUSE = 350; // milliseconds between two commands

export class Replay {
  playing = $state(false);
  private round = 0; // a play that was stopped goes no further

  constructor(private readonly game: Game) {}

  stop(): void {
    this.playing = false;
    this.round += 1;
    this.game.skip();
  }

  async toggle(): Promise<void> {
    if (this.playing) this.stop();
    else await this.play();
  }

  /** From the moment that is looked at; from the beginning where that is the last one. */
  async play(from: number = this.game.moment >= this.game.n ? 0 : this.game.moment): Promise<void> {
    const round = (this.round += 1);
    this.playing = true;
    if (from !== this.game.moment) await this.game.lookAt(from);
    while (this.playing && round === this.round && this.game.moment < this.game.n) {
      await this.game.onward();
      await new Promise((next) => setTimeout(next, PAUSE));
    }
    if (round === this.round) this.playing = false;
  }
}
