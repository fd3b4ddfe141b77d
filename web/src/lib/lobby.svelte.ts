// The start page in hand: what a game can be made of, what has been chosen, and making it.
import { Agreeing } from "./agreeing.svelte";
import { byGroup, COMMANDER, remember, remembered, rememberedEdition } from "./modules";
import { groundData } from "../maps/ground";
import { ownMap, ownMaps } from "../maps/ownmaps";
import * as api from "./api";
import { textOf, whyNot, type Wanted } from "./files";
import { atHand, fielded, isBattle, keepBeside, keptForces } from "./ownforces";
import { Preparing } from "./preparing.svelte";
import { begin } from "./rematch";
import { goTo } from "./router.svelte";
import { rolesOf, varied } from "./scenarios";
import { hold, holdTalk, ownSeat } from "./seats";
import { settings } from "./settings.svelte";
import { openTable, type Terms } from "./tabletalk";
import { listed, plural, sentence } from "./words";

const TERRA = "terra"; // has every kind of country

/** Where on the page something was tried, and where its trouble is told. */
type Corner = "start" | "form" | "file";
type LobbyForce = { key: string; name: string; pv: number; units: { name: string }[] };

const FORCE: Wanted = { kinds: ["force"], words: "a force, as the muster saves it" };
const FORCE_OR_BATTLE: Wanted = { kinds: ["force", "battle"], words: "a saved battle, a battle script or a force" };
const BOARD: Wanted = { kinds: ["board"], words: "a map of hexes (.board)" };
const OWN = "red"; // the side of whoever makes the game
const THEIRS = "blue";

const QUICK = "skirmish"; // ten turns around the middle of the table

export class Lobby {
  start = $state.raw<api.Quickstart | null>(null);
  switches = $state.raw<api.Option[]>([]);
  trouble = $state.raw<{ where: Corner; text: string } | null>(null);
  opened = $state<string | null>(null); // what came of a force file
  busy = $state(false);
  readonly agree = new Agreeing();
  talk = $state.raw<{ side: string } | null>(null); // two people talk about it, and this one plays that side
  private own = $state.raw(keptForces());

  mode = $state<"bot" | "hotseat" | "friend">("bot");
  level = $state("");
  private chosenScenario = $state("");
  variations = $state.raw<string[]>([]);
  private attacking = $state(true); // you attack, where somebody does
  theme = $state("");
  readonly maps = ownMaps(); // drawn by the player: themes of their own
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
  edition = $state(COMMANDER); // the printing of the rules
  options = $state<string[]>([]);
  presets = $state.raw<Record<string, api.Preset>>({}); // sets of rules for an evening
  readonly preparing = new Preparing();
  readonly groups = $derived(byGroup(this.switches));
  file = ""; // the name of the one opened last
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
    const fit = this.fit();
    const suggested = this.meets(fit);
    this.chosenScenario = id;
    this.variations = [];
    if (suggested && this.fit() !== fit) this.even();
  }

  async load(): Promise<void> {
    api.options().then(
      (got) => {
        this.switches = got.options;
        this.presets = got.presets ?? {};
        const known = new Set(got.options.map((one) => one.name));
        this.options = remembered().filter((name) => known.has(name));
        this.edition = rememberedEdition();
      },
      () => (this.switches = []),
    );
    try {
      const got = await api.quickstart();
      this.start = got;
      this.level = got.bots[0]?.level ?? "recruit";
      this.chosenScenario = got.scenarios[0]?.id ?? "";
      this.theme = got.themes[0]?.id ?? "";
      const own = atHand();
      this.mine = own ? `own:${own}` : (got.matches[0]?.[0] ?? got.forces[0]?.id ?? "");
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

  /** Agree on a ready set of rules. */
  take({ options, edition }: api.Preset): void {
    [this.options, this.edition] = [[...options], edition];
  }

  vary(id: string): void {
    if (this.plan) this.variations = varied(this.plan, this.variations, id);
  }

  /** The theme that was chosen, or a map of one's own. */
  private get country(): { theme?: string; ground?: api.Ground } {
    const own = this.maps.find((one) => ownMap(one) === this.theme);
    return own ? { ground: groundData(own) } : { theme: this.theme };
  }

  unitsOf(key: string): string {
    return this.forces.find((force) => force.key === key)?.units.map((unit) => unit.name).join(", ") ?? "";
  }

  /** Who attacks changes places with what the scenario has for the attacker. */
  get attacks(): boolean {
    return this.attacking;
  }
  set attacks(mine: boolean) {
    const suited = this.plan?.matches.length && this.meets(this.fit());
    this.attacking = mine;
    if (suited) [this.mine, this.theirs] = [this.theirs, this.mine];
  }

  /** Pairs of forces that suit the scenario, whoever attacks in it first; about even everywhere else. */
  private fit(): [string, string][] {
    return this.plan?.matches.length ? this.plan.matches : (this.start?.matches ?? []);
  }

  /** The two forces in the order of the pairs. */
  private get chosen(): [string, string] {
    const turned = this.plan?.matches.length && !this.attacks;
    return turned ? [this.theirs, this.mine] : [this.mine, this.theirs];
  }

  private meets(pairs: [string, string][]): boolean {
    return pairs.some(([a, b]) => a === this.chosen[0] && b === this.chosen[1]);
  }

  /** The next pair of forces that suit the scenario. */
  even(): void {
    const pairs = this.fit();
    const at = pairs.findIndex(([a, b]) => a === this.chosen[0] && b === this.chosen[1]);
    const next = pairs[(at + 1) % pairs.length];
    if (!next) return;
    const turned = this.plan?.matches.length && !this.attacks;
    [this.mine, this.theirs] = turned ? [next[1], next[0]] : next;
  }

  /** What a quick battle is, for whoever has not pressed the button yet. */
  get quickWords(): string {
    const [mine, theirs] = (this.start?.matches[0] ?? []).map((id) => this.start?.forces.find((one) => one.id === id)?.units.map((unit) => unit.name.replace(/^\S+-\S+ /, "")) ?? []);
    if (!mine?.length || !theirs?.length) return "";
    return `You lead ${listed(mine)} against ${listed(theirs)}: ten turns around the middle of the table.`;
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

  /** The battle as it has been chosen, with the forces of both sides. */
  quickStart(): api.Quick {
    return { ...this.battle(OWN), forces: [this.named(this.mine), this.named(this.theirs)] };
  }

  make(): Promise<void> {
    const { mode, level } = this;
    remember(this.options, this.edition);
    if (mode === "friend") return this.invite();
    const quick = this.quickStart();
    return this.enter("form", begin({ mode, ...(mode === "bot" ? { level } : {}), quick: { ...quick, ...this.preparing.wanted(quick) } }));
  }

  /** The battle as it is chosen, without forces; `own` is the side of whoever chooses. */
  private battle(own: string): api.Quick {
    const { scenario, variations, deploy, abilities, options } = this;
    const other = own === OWN ? THEIRS : OWN;
    return {
      scenario,
      variations,
      ...(this.roles.length ? { attacker: this.attacks ? own : other } : {}),
      ...this.country,
      ...(this.chosenPlanet ? { planet: this.chosenPlanet } : {}),
      ...(this.map === "hex" ? { map: "hex" } : {}),
      ...(this.map === "hex" && this.board ? { board: this.board.text } : {}),
      deploy,
      abilities,
      ...(this.support ? { support: this.support } : {}),
      ...(this.edition === COMMANDER ? {} : { edition: this.edition }),
      options,
    };
  }

  /** What two people are to agree on, as it is chosen here. */
  terms(): Terms {
    return { game: "alpha-strike", ...this.agree.agreed(), quick: this.battle(this.talk?.side ?? OWN), troops: null };
  }

  /** Choose what stands in the terms. */
  fill(terms: Terms, side: string): void {
    const { quick } = terms;
    this.agree.fill(terms);
    [this.mode, this.talk] = ["friend", { side }];
    if (!quick) return;
    this.chosenScenario = quick.scenario ?? this.chosenScenario;
    this.variations = quick.variations ?? [];
    this.attacks = !quick.attacker || quick.attacker === side;
    this.theme = quick.theme ?? this.theme;
    this.chosenPlanet = quick.planet ?? "";
    this.map = quick.map ?? "table";
    this.board = quick.board ? { name: "the map of this table", text: quick.board } : null;
    [this.deploy, this.abilities] = [quick.deploy ?? false, quick.abilities ?? false];
    this.support = quick.support ?? "";
    this.edition = quick.edition ?? COMMANDER;
    this.options = [...(quick.options ?? [])];
  }

  /** Open a table for a friend, or for anybody, and go there. */
  private async invite(): Promise<void> {
    this.busy = true;
    this.trouble = null;
    try {
      const opened = await openTable({ terms: this.terms(), name: settings.name, force: this.named(this.mine) });
      holdTalk(opened);
      goTo(`/talk/${opened.talk}/${opened.token}`);
    } catch (error) {
      this.complain("form", error);
    } finally {
      this.busy = false;
    }
  }

  /** A map of the player's own: it is read at once, and what of it cannot be played is told. */
  async bring(file: File | undefined): Promise<void> {
    [this.board, this.boardRead, this.boardTrouble] = [null, null, ""];
    if (!file) return;
    try {
      const text = await textOf(file);
      this.boardRead = await api.readBoard(text);
      this.board = { name: file.name, text };
    } catch (error) {
      this.boardTrouble = `${file.name}: ${sentence(await whyNot(file, BOARD, error))}`;
    }
  }

  /** A file of the player's: a force is kept and chosen, and a battle is opened where one may be. What will not do is told. */
  async open(file: File, battles: boolean): Promise<void> {
    this.file = file.name;
    try {
      const text = await textOf(file);
      if (battles && isBattle(text)) await this.enter("file", api.importBattle(text, this.importMode, this.importMode === "bot" ? this.level : undefined));
      else await this.enlist(text);
    } catch (error) {
      this.complain("file", new Error(await whyNot(file, battles ? FORCE_OR_BATTLE : FORCE, error)));
    }
  }

  /** A force as text is kept and chosen. */
  async enlist(text: string): Promise<void> {
    this.opened = null;
    const force = await api.readForce(text);
    const name = keepBeside(force);
    this.own = keptForces();
    this.mine = `own:${name}`;
    this.trouble = null;
    this.opened = `${name} is your force now: ${plural(force.units.length, "unit")}, ${force.pv} points.`;
  }

  /** A force by chance against one's own, of about its points: of a faction and a year, if words say so. */
  async drawOpponent(asked: string): Promise<void> {
    const points = this.forces.find((force) => force.key === this.mine)?.pv ?? 0;
    if (!points || this.busy) return;
    this.busy = true;
    try {
      const { drawnAgainst } = await import("../muster/opponents");
      const name = keepBeside(await drawnAgainst(points, asked));
      this.own = keptForces();
      this.theirs = `own:${name}`;
      this.trouble = null;
    } catch (error) {
      this.complain("form", error);
    } finally {
      this.busy = false;
    }
  }

  /** What went wrong in a corner of the page, if anything did. */
  troubleAt(where: Corner): string | null {
    return this.trouble?.where === where ? this.trouble.text : null;
  }

  named(key: string): api.ForceChoice {
    const kept = this.own.find((force) => `own:${force.name}` === key);
    return kept ? fielded(kept) : key;
  }

  complain(where: Corner, error: unknown): void {
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
