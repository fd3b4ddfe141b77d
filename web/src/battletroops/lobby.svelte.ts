// The form of BattleTroops on the start page: what there is to choose, what has been chosen, and making it.
import * as api from "../lib/api";
import { goTo } from "../lib/router.svelte";
import { hold, ownSeat } from "../lib/seats";
import { sentence } from "../lib/words";

export class TroopsLobby {
  start = $state.raw<api.TroopsStart | null>(null);
  mode = $state<"bot" | "hotseat" | "friend">("bot");
  level = $state("");
  ground = $state("");
  mine = $state("");
  theirs = $state("");
  options = $state<string[]>([]);
  trouble = $state<string | null>(null);
  busy = $state(false);

  async load(): Promise<void> {
    try {
      const got = await api.troops();
      this.start = got;
      this.level = got.bots[0]?.level ?? "";
      this.ground = got.grounds[0]?.id ?? "";
      this.mine = this.theirs = got.squads[0]?.id ?? "";
    } catch (error) {
      this.complain(error);
    }
  }

  async make(): Promise<void> {
    const { mode, level, ground, mine, theirs, options } = this;
    this.busy = true;
    this.trouble = null;
    try {
      const made = await api.makeGame({ mode, ...(mode === "bot" ? { level } : {}), troops: { theme: ground, squads: [mine, theirs], options } });
      hold(made);
      const seat = ownSeat(made.seats);
      if (made.mode === "friend") goTo(`/invite/${made.game}`);
      else if (seat) goTo(`/game/${made.game}/${seat.token}`);
    } catch (error) {
      this.complain(error);
    } finally {
      this.busy = false;
    }
  }

  private complain(error: unknown): void {
    this.trouble = sentence(error instanceof Error ? error.message : String(error));
  }
}
