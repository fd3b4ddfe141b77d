// The start page in hand: what a game can be made of, what has been chosen, and making it.
import { byGroup, remember, remembered } from "./modules";
import * as api from "./api";
import { fielded, isBattle, keepForce, keptForces } from "./ownforces";
import { begin } from "./rematch";
import { goTo } from "./router.svelte";
import { rolesOf, varied } from "./scenarios";
import { heldGames, hold, letGo, ownSeat } from "./seats";
import { sentence } from "./words";

const TERRA = "terra"; // has every kind of country

/** Where on the page something was tried, and where its trouble is told. */
type Corner = "start" | "form" | "file";
type LobbyForce = { key: string; name: string; pv: number; units: { name: string }[] };

const OWN = "red"; // the side of whoever makes the game
const THEIRS = "blue";

const QUICK = "skirmish"; // ten turns around the middle of the table

export class Lobby {
  start = $state.raw<api.Quickstart | null>(null);
  switches = $state.raw<api.Option[]>([]);
  trouble = $state.raw<{ where: Corner; text: string } | null>(null);
  opened = $state<string | null>(null); // what came of a force file
  busy = $state(false);
  games = $state.raw(heldGames());
  private own = $state.raw(keptForces());

  mode = $state<"bot" | "hotseat" | "friend">("bot");
  level = $state("");
  private chosenScenario = $state("");
  variations = $state.raw<string[]>([]);
  attacks = $state(true); // you attack, where somebody does
  theme = $state("");
  private chosenPlanet = $state("");
  map = $state("table"); // or hex
  board = $state.raw<{ name: string; text: string } | null>(null); // a map of the player's own
  boardRead = $state.raw<api.BoardRead | null>(null); // what of it can be played
  boardTrouble = $state("");
  mine = $state("");
  theirs = $state("");
  deploy = $state(false);
  abilities = $state(false); // formations and pilots bring theirs
  support = $state(""); // the level of battlefield support, if any
  edition = $state(""); // another printing of the rules than the Commander's Edition
  options = $state<string[]>([]);
  presets = $state.raw<Record<string, string[]>>({}); // sets of options for an evening
  readonly groups = $derived(byGroup(this.switches));
  private file = ""; // the name of the one opened last
  importMode = $state<api.Mode>("replay");

  readonly forces = $derived<LobbyForce[]>([
    ...this.own.map(({ name, pv, units }) => ({ key: `own:${name}`, name, pv, units })),
    ...(this.start?.forces ?? []).map(({ id, name, pv, units }) => ({ key: id, name, pv, units })),
  ]);
  readonly plan = $derived(this.start?.scenarios.find((one) => one.id === this.chosenScenario));
  readonly roles = $derived(rolesOf(this.plan, this.variations));

  get scenario(): string {
    return this.chosenScenario;
  }
  set scenario(id: string) {
    this.chosenScenario = id;
    this.variations = [];
  }

  async load(): Promise<void> {
    api.options().then(
      (got) => {
        this.switches = got.options;
        this.presets = got.presets ?? {};
        const known = new Set(got.options.map((one) => one.name));
        this.options = remembered().filter((name) => known.has(name));
      },
      () => (this.switches = []),
    );
    try {
      const got = await api.quickstart();
      this.start = got;
      this.level = got.bots[0]?.level ?? "recruit";
      this.chosenScenario = got.scenarios[0]?.id ?? "";
      this.theme = got.themes[0]?.id ?? "";
      this.mine = got.matches[0]?.[0] ?? got.forces[0]?.id ?? "";
      this.theirs = got.matches[0]?.[1] ?? got.forces[1]?.id ?? "";
    } catch (error) {
      this.complain("start", error);
    }
  }

  get planet(): string {
    return this.chosenPlanet;
  }
  /** A world brings its own country with it; another one may still be chosen. */
  set planet(id: string) {
    this.chosenPlanet = id;
    const land = this.start?.planets.find((one) => one.id === id)?.theme;
    if (land && id !== TERRA) this.theme = land;
  }

  vary(id: string): void {
    if (this.plan) this.variations = varied(this.plan, this.variations, id);
  }

  unitsOf(key: string): string {
    return this.forces.find((force) => force.key === key)?.units.map((unit) => unit.name).join(", ") ?? "";
  }

  /** The next pair of forces that are about even. */
  even(): void {
    const pairs = this.start?.matches ?? [];
    const at = pairs.findIndex(([a, b]) => a === this.mine && b === this.theirs);
    const next = pairs[(at + 1) % pairs.length];
    if (next) [this.mine, this.theirs] = next;
  }

  /** The first even match against the easiest bot, for a place to hold and with an end in sight. */
  quick(): Promise<void> {
    const { matches, bots } = this.start ?? { matches: [], bots: [] };
    const forces = matches[0];
    return this.enter(
      "start",
      begin({ mode: "bot", title: "A quick battle", ...(bots[0] ? { level: bots[0].level } : {}), quick: { scenario: QUICK, ...(forces ? { forces: [...forces] } : {}) } }),
    );
  }

  make(): Promise<void> {
    const { mode, level, scenario, variations, theme, deploy, abilities, options } = this;
    remember(options);
    return this.enter(
      "form",
      begin({
        mode,
        ...(mode === "bot" ? { level } : {}),
        quick: {
          scenario,
          variations,
          ...(this.roles.length ? { attacker: this.attacks ? OWN : THEIRS } : {}),
          theme,
          ...(this.chosenPlanet ? { planet: this.chosenPlanet } : {}),
          ...(this.map === "hex" ? { map: "hex" } : {}),
          ...(this.map === "hex" && this.board ? { board: this.board.text } : {}),
          forces: [this.named(this.mine), this.named(this.theirs)],
          deploy,
          abilities,
          ...(this.support ? { support: this.support } : {}),
          ...(this.edition ? { edition: this.edition } : {}),
          options,
        },
      }),
    );
  }

  /** A map of the player's own: it is read at once, and what of it cannot be played is told. */
  async bring(file: File | undefined): Promise<void> {
    const text = file ? await file.text() : "";
    [this.board, this.boardRead, this.boardTrouble] = [null, null, ""];
    if (!file) return;
    try {
      this.boardRead = await api.readBoard(text);
      this.board = { name: file.name, text };
    } catch (error) {
      this.boardTrouble = `${file.name}: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  /** A file of any kind: a battle is opened, a force is kept and chosen. */
  async open(file: string, text: string): Promise<void> {
    this.file = file;
    this.opened = null;
    if (isBattle(text)) {
      await this.enter("file", api.importBattle(text, this.importMode, this.importMode === "bot" ? this.level : undefined));
      return;
    }
    try {
      const force = await api.readForce(text);
      keepForce(force);
      this.own = keptForces();
      this.mine = `own:${force.name}`;
      this.trouble = null;
      this.opened = `${force.name} is your force now: ${force.units.length} units, ${force.pv} points.`;
    } catch (error) {
      this.complain("file", error);
    }
  }

  /** What went wrong in a corner of the page, if anything did. */
  troubleAt(where: Corner): string | null {
    return this.trouble?.where === where ? this.trouble.text : null;
  }

  forget(game: string): void {
    letGo(game);
    this.games = heldGames();
  }

  private named(key: string): api.ForceChoice {
    const kept = this.own.find((force) => `own:${force.name}` === key);
    return kept ? fielded(kept) : key;
  }

  private complain(where: Corner, error: unknown): void {
    const text = sentence(error instanceof Error ? error.message : String(error));
    this.trouble = { where, text: where === "file" ? `${this.file}: ${text}` : text };
  }

  private async enter(where: Corner, making: Promise<api.MadeGame>): Promise<void> {
    this.busy = true;
    this.trouble = null;
    try {
      const made = await making;
      hold(made);
      const seat = ownSeat(made.seats);
      if (made.mode === "friend") goTo(`/invite/${made.game}`);
      else if (seat) goTo(`/game/${made.game}/${seat.token}`);
    } catch (error) {
      this.complain(where, error);
    } finally {
      this.busy = false;
    }
  }
}
