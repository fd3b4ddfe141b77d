// The form of BattleTroops on the start page: what there is to choose, what has been chosen, and making it.
import { Agreeing } from "../lib/agreeing.svelte";
import * as api from "../lib/api";
import { goTo } from "../lib/router.svelte";
import { hold, holdTalk, ownSeat } from "../lib/seats";
import { settings } from "../lib/settings.svelte";
import { openTable, type Terms } from "../lib/tabletalk";
import { sentence } from "../lib/words";

export class TroopsLobby {
  start = $state.raw<api.TroopsStart | null>(null);
  mode = $state<"bot" | "hotseat" | "friend">("bot");
  level = $state("");
  what = $state("squads"); // squads, platoons, or a scenario's name
  side = $state("");
  ground = $state("");
  mine = $state("");
  theirs = $state("");
  options = $state<string[]>([]);
  readonly agree = new Agreeing();
  talk = $state.raw<{ side: string } | null>(null); // two people talk about it, and this one plays that side
  trouble = $state<string | null>(null);
  busy = $state(false);

  // Plain getters: what is loaded may arrive when the page that asked for it has been left.
  /** The scenario that is chosen, if it is one. */
  get scenario(): api.TroopsStart["scenarios"][number] | undefined {
    return this.start?.scenarios.find((one) => one.id === this.what);
  }
  get forces(): api.TroopsStart["squads"] {
    return (this.what === "platoons" ? this.start?.platoons : this.start?.squads) ?? [];
  }

  /** After another kind of fight is chosen: the first of what there is for it. */
  choose(): void {
    this.mine = this.theirs = this.forces[0]?.id ?? "";
    this.side = this.scenario?.sides[0] ?? "";
  }

  async load(): Promise<void> {
    try {
      const got = await api.troops();
      this.start = got;
      this.level = got.bots[0]?.level ?? "";
      this.ground = got.grounds[0]?.id ?? "";
      this.choose();
    } catch (error) {
      this.complain(error);
    }
  }

  /** What two people are to agree on, as it is chosen here; each brings a squad of their own. */
  terms(): Terms {
    const { scenario, ground, options } = this;
    const troops = scenario ? { scenario: scenario.id } : { theme: ground, options };
    return { game: "battletroops", ...this.agree.agreed(), points: null, quick: null, troops };
  }

  /** Choose what stands in the terms. */
  fill(terms: Terms, side: string): void {
    const { troops } = terms;
    this.agree.fill(terms);
    [this.mode, this.talk, this.side] = ["friend", { side }, side];
    if (!troops) return;
    if (troops.scenario) this.what = troops.scenario;
    else if (this.scenario) this.what = "squads";
    this.ground = troops.theme ?? this.ground;
    this.options = [...(troops.options ?? [])];
  }

  private async invite(): Promise<void> {
    const { scenario, side, mine } = this;
    const opened = await openTable({ terms: this.terms(), name: settings.name, ...(scenario ? { side } : { force: mine }) });
    holdTalk(opened);
    goTo(`/talk/${opened.talk}/${opened.token}`);
  }

  /** A first squad against a bot, as the form stands when it is opened. */
  async quick(): Promise<void> {
    [this.mode, this.what, this.options] = ["bot", "squads", []];
    this.choose();
    await this.make();
  }

  async make(): Promise<void> {
    const { mode, level, ground, mine, theirs, options, scenario, side } = this;
    const troops = scenario ? { scenario: scenario.id } : { theme: ground, squads: [mine, theirs], options };
    this.busy = true;
    this.trouble = null;
    try {
      if (mode === "friend") return await this.invite();
      const made = await api.makeGame({ mode, ...(mode === "bot" ? { level } : {}), ...(scenario ? { side } : {}), troops });
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
