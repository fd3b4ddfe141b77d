// One seat at one battle: what the server has told, what is shown of it, and what is being acted out.
//
// `now` is the newest state; `shown` what the table draws, which lags behind while a batch is acted out and lies in the
// past while one looks back. Orders are prepared elsewhere (moving, attacking); this only sends them.
import { Connection, type LineStatus, CommandRefused, type Socket } from "./connection";
import { along } from "./geometry";
import { liveries, marked, marksOf, type Livery } from "../alphastrike/marks";
import type {
  Batch,
  Card,
  ChatMessage,
  Command,
  MapData,
  Mode,
  Position,
  Presence,
  Questions,
  Reason,
  Rules,
  RunningClock,
  Scene,
  Seat,
  ServerMessage,
  Unit,
  Update,
  View,
  Welcome,
} from "./protocol";
import { settings } from "./settings.svelte";
import { Replay } from "./replay.svelte";
import { play } from "./sound";
import { spaceOf, type Space } from "./space";
import { beatsOf, type Beat } from "./stage";
import { capital, plain, reasonWords } from "./words";

type Actor = { unit: string; at: [number, number]; facing: number; lift: number };
const RESTING = 0.6; // the share of a beat that a picture without motion shows

/** Where a unit is after a share of its move: on the ground, or on the arc of a jump. */
function onTheWay(beat: Extract<Beat, { kind: "move" }>, share: number): Actor {
  const { at, bearing } = along(beat.path, share);
  const walking = share < 1 && !beat.jump;
  return { unit: beat.unit, at, facing: walking ? (bearing ?? beat.facing) : beat.facing, lift: beat.jump ? LEAP * 4 * share * (1 - share) : 0 };
}
const LEAP = 2.2; // inches at the top of a jump

type Now = { scene: Scene; view: View };

const MOST_WAITING = 12; // updates acted out one by one; a longer queue is skipped through
const BUSY_TRIES = 6; // a server that has too many questions at once is asked again
const BUSY_WAIT = 150; // milliseconds

const NOWHERE: MapData = { kind: "table", measure: "inches", width: 48, depth: 48 };

export class Game {
  status = $state<LineStatus>("connecting");
  promise = $state<string | null>(null); // the hash of the secret that all dice are made of
  trouble = $state<string | null>(null); // why the line is closed for good
  title = $state("");
  mode = $state<Welcome["mode"]>("bot");
  seat = $state.raw<Seat | null>(null);
  players = $state.raw<Welcome["sides"]>([]);
  n = $state(0);
  batches = $state.raw<Batch[]>([]);
  chat = $state.raw<ChatMessage[]>([]);
  presence = $state.raw<Presence[]>([]);
  draw = $state<string | null>(null);
  undoing = $state<string | null>(null); // the side that asks to take back
  clock = $state.raw<RunningClock | null>(null);
  clockAt = $state(0); // when it was told, by this browser's time
  rematch = $state<string | null>(null); // the talk about the next battle
  thinking = $state<string | null>(null);
  rules = $state<Rules>({});
  notice = $state<string | null>(null); // the last refusal or failure, in words
  selected = $state<string | null>(null);
  beat = $state.raw<Beat | null>(null);
  share = $state(0); // how far the beat has come, from 0 to 1
  lastDice = $state.raw<Beat[]>([]); // the attack and rolls of the batch acted out last
  actor = $state.raw<Actor | null>(null); // a unit on its way
  struck = $state<string | null>(null); // who was attacked last: its card shows what came of it
  past = $state.raw<Position | null>(null);
  news = $state<string | null>(null); // what became of an offer of a draw

  private scene = $state.raw<Scene | null>(null);
  private view = $state.raw<View | null>(null);
  private waiting: Update[] = [];
  private acting = $state(false);
  private hurried = false;
  readonly replay: Replay;
  private readonly line: Connection;
  private readonly positions = new Map<number, Position>();
  private wanted = $state<number | null>(null); // the moment to be looked at, while it is being fetched
  private seeking: Promise<void> = Promise.resolve();
  private seeks = false;

  readonly shown = $derived.by<Now | null>(() => {
    if (this.past) return this.past;
    return this.scene && this.view ? { scene: this.scene, view: this.view } : null;
  });
  readonly marks = $derived<Record<string, string>>(this.shown ? marksOf(this.shown.scene, this.shown.view) : {});
  readonly space = $derived<Space>(spaceOf(this.shown?.scene.map ?? NOWHERE));
  readonly liveries = $derived<Record<string, Livery>>(this.shown ? liveries(this.shown.scene.sides) : {});
  readonly busy = $derived(this.acting);
  /** This seat is asked to do something, and nothing hinders it. */
  readonly mayAct = $derived(
    !this.acting && !this.past && this.status === "open" && this.view !== null && this.view.guide.yours && !this.view.outcome,
  );
  /** The newest view, whatever is shown. */
  readonly now = $derived(this.view);
  readonly over = $derived(this.view?.outcome ?? null);
  /** The moment that is looked at, or will be at once: so many commands after the beginning. */
  readonly moment = $derived(this.wanted ?? this.past?.n ?? this.n);
  /** An offer of a draw waits for this seat's answer; at one screen whoever is asked sits here too. */
  readonly drawAsked = $derived(
    this.draw !== null && !this.over && (this.seat?.kind === "hotseat" || (this.seat?.kind === "player" && this.seat.side !== this.draw)),
  );
  /** What this seat may take back now, as a label; null where there is nothing. */
  readonly undo = $derived(this.past || this.acting || this.status !== "open" || this.over ? null : (this.view?.undo ?? null));
  readonly undoAsked = $derived(this.undoing !== null && !this.over && this.seat?.kind === "player" && this.seat.side !== this.undoing);
  /** The numbers of what was taken back, and of the taking back: whoever tells the story leaves them out. */
  readonly undone = $derived(new Set(this.batches.flatMap((batch) => (batch.takes_back ? [batch.n, ...batch.takes_back] : []))));
  readonly standing = $derived<Batch[]>(this.undone.size ? this.batches.filter((batch) => !this.undone.has(batch.n)) : this.batches);
  /** Why the battle cannot be saved now, or null: a file would show what is planned in secret. */
  readonly whyNotSaved = $derived.by(() => {
    if (this.over || this.mode === "replay") return null;
    if (this.seat?.kind === "spectator") return "Whoever watches can save the battle when it is over.";
    return this.mode === "friend" ? "A battle of two people can be saved when it is over." : null;
  });

  constructor(readonly id: string, readonly token: string, open: () => Socket) {
    this.replay = new Replay(this);
    this.line = new Connection({
      token,
      name: settings.name || null,
      open,
      lastSeen: () => this.batches[this.batches.length - 1]?.n ?? null,
      hear: (message) => this.hear(message),
      status: (status, why) => {
        this.status = status;
        if (why) this.trouble = why;
      },
    });
  }

  start(): void {
    this.line.start();
  }

  stop(): void {
    this.line.stop();
  }

  hurry(): void {
    this.line.hurry();
  }

  // -- asking and telling -----------------------------------------------------------------------------------------

  async ask<Q extends keyof Questions>(question: Q, ask: Questions[Q]["ask"]): Promise<Questions[Q]["answer"]> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.line.ask(question, ask);
      } catch (error) {
        if (!(error instanceof CommandRefused) || error.refusal.code !== "busy" || tries === BUSY_TRIES) throw error;
      }
      await new Promise((later) => setTimeout(later, BUSY_WAIT * tries));
    }
  }

  /** Send a command; true when it was accepted. A refusal is put into words. */
  async send(command: Command): Promise<boolean> {
    this.notice = null;
    return this.attempt(() => this.line.command(this.n, command));
  }

  say(text: string): Promise<boolean> {
    return this.attempt(() => this.line.say({ type: "chat", text }));
  }

  resign(): Promise<boolean> {
    const side = this.seat?.kind === "hotseat" ? { side: this.view?.to_act ?? this.players[0]?.name } : {};
    return this.attempt(() => this.line.say({ type: "resign", n: this.n, ...side }));
  }

  aboutDraw(what: "offer_draw" | "accept_draw" | "decline_draw"): Promise<boolean> {
    return this.attempt(() => this.line.say({ type: what }));
  }

  /** Take back the last order; between people the other one is asked. */
  takeBack(): Promise<boolean> {
    this.notice = null;
    return this.attempt(() => this.line.say({ type: "undo", n: this.n }));
  }

  aboutUndo(what: "allow_undo" | "decline_undo"): Promise<boolean> {
    this.undoing = null;
    return this.attempt(() => this.line.say({ type: what }));
  }

  private async attempt(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      if (error instanceof CommandRefused) {
        const { code, message, rule } = error.refusal;
        if (rule && error.refusal.title) this.learn({ [rule]: { title: error.refusal.title, page: error.refusal.page } });
        this.notice = this.why({ code, message, rule });
      } else {
        this.notice = error instanceof Error ? error.message : String(error);
      }
      return false;
    }
  }

  // -- looking up ---------------------------------------------------------------------------------------------------

  unit(id: string | null): Unit | undefined {
    return id === null ? undefined : this.shown?.view.units[id];
  }

  card(id: string | null): Card | undefined {
    return id === null ? undefined : this.shown?.scene.units[id];
  }

  /** A way to move, as the rules describe it. */
  /** The home edge of whoever leads a unit. */
  home(id: string): string | null {
    const side = this.unit(id)?.side;
    return this.shown?.scene.sides.find((one) => one.name === side)?.home ?? null;
  }

  wayTo(name: string): Mode {
    return this.shown?.scene.modes.find((mode) => mode.name === name) ?? { name, words: capital(plain(name)), done: plain(name), stays: false, leaps: false };
  }

  /** A word of the rules as players say it: "Swarm-I", "heat shutdown". */
  worded(word: string): string {
    return this.shown?.scene.names?.[word] ?? plain(word);
  }

  /** The name with its mark: "Marauder 1". */
  called(id: string | null): string {
    if (id === null) return "nobody";
    const slash = id.lastIndexOf("/");
    if (slash > 0 && !this.unit(id)) return `${this.called(id.slice(0, slash))}, ${id.slice(slash + 1)}`;
    const card = this.card(id);
    const name = card?.chassis || card?.name || this.pieceWords(id);
    return this.marks[id] ? `${name} ${this.marks[id]}` : name;
  }

  /** A piece of terrain as players say it: "building 3". */
  private pieceWords(id: string): string {
    const known = this.shown?.scene.terrain?.some((feature) => feature.id === id || id.startsWith(`${feature.id}/`));
    return known ? plain(id).replace(/([a-z])(\d+)/, "$1 $2").replace("/", ", section ") : id;
  }

  /** What the server says, with units called as on the table. */
  told(text: string): string {
    return marked(text, this.marks);
  }

  /** The same with the full names of units, for a button. */
  named(text: string): string {
    return marked(text, Object.fromEntries(Object.keys(this.shown?.view.units ?? {}).map((id) => [id, this.called(id)])));
  }

  /** What stands in the way, and by which rule. */
  why(reason: Reason | null): string {
    return this.told(reasonWords(reason, this.rules));
  }

  /** This seat commands the side. */
  mine(side: string | null | undefined): boolean {
    return side != null && (this.seat?.kind === "hotseat" || (this.seat?.kind === "player" && this.seat.side === side));
  }

  /** The unit waits for an order at this moment. */
  isReady(id: string): boolean {
    return this.mayAct && (this.view?.ready.includes(id) ?? false);
  }

  /** It may be given one, though nothing waits for it: a passenger may step off, artillery fires besides other weapons. */
  mayOrder(id: string): boolean {
    const unit = this.view?.units[id];
    if (this.isReady(id)) return true;
    if (!this.mayAct || !this.view || !unit || unit.side !== this.view.to_act) return false;
    if (this.view.for === "move") return unit.place === "aboard" && unit.moved === "none" && this.view.moving_group === null;
    const artillery = this.card(id)?.specials.some((one) => one.text.includes("ART-")) ?? false;
    return this.view.for === "attack" && unit.place === "table" && artillery;
  }

  select(id: string | null): void {
    this.selected = id;
    this.struck = null;
    this.notice = null;
  }

  /** The next unit that waits for an order, after the selected one. */
  selectNext(): void {
    const ready = this.mayAct ? (this.view?.ready ?? []) : [];
    if (!ready.length) return;
    const at = this.selected ? ready.indexOf(this.selected) : -1;
    this.select(ready[(at + 1) % ready.length] ?? null);
  }

  // -- hearing ------------------------------------------------------------------------------------------------------

  private learn(rules: Rules | undefined): void {
    if (rules) this.rules = { ...this.rules, ...rules };
  }

  private hear(message: ServerMessage): void {
    if ("rules" in message) this.learn(message.rules as Rules | undefined);
    switch (message.type) {
      case "welcome":
        return this.welcomed(message);
      case "update":
        return this.updated(message);
      case "chat":
        if (!this.chat.some((known) => known.n === message.message.n)) this.chat = [...this.chat, message.message];
        return;
      case "presence":
        this.presence = message.presence;
        return;
      case "draw":
        this.news = this.drawWords(message.why, this.draw);
        this.draw = message.side;
        return;
      case "undo":
        if (message.why === "declined" && this.undoing && this.undoing === this.seat?.side) this.news = "The other side would rather not have it taken back.";
        this.undoing = message.side;
        return;
      case "clock":
        if (message.out) this.news = message.clock?.at_end === "lose" ? null : this.timeWords(message.out);
        return this.setClock(message.clock);
      case "rematch":
        this.rematch = message.talk;
        return;
      case "thinking":
        this.thinking = message.on ? message.side : null;
        return;
      case "error":
        if (!message.id) this.notice = message.message;
    }
  }

  private setClock(clock: RunningClock | null): void {
    this.clock = clock;
    this.clockAt = performance.now();
  }

  private timeWords(side: string): string {
    return this.seat?.kind === "player" && this.mine(side) ? "Your time is up: the server has done the least for you." : `${capital(side)} has run out of time: the server passes for them.`;
  }

  /** What whoever plays a side is called, if it is known. */
  playerOf(side: string | null | undefined): string {
    const here = this.presence.find((one) => one.seat === side)?.name;
    return this.players.find((player) => player.name === side)?.player || here || "";
  }

  /** What became of an offer of a draw. `offered`: the side whose offer stood, or null of an offer just made. */
  private drawWords(why: string, offered: string | null): string | null {
    const own = this.seat?.kind === "player" && (offered === null || offered === this.seat.side);
    if (why === "declined") return own ? "Your offer of a draw is declined." : "The draw is declined.";
    if (why === "lapsed") return "The battle goes on, and the offer of a draw is forgotten.";
    return null;
  }

  private welcomed(message: Welcome): void {
    this.title = message.title;
    this.mode = message.mode;
    this.seat = message.seat;
    this.players = message.sides;
    this.chat = message.chat;
    this.presence = message.presence;
    this.draw = message.draw;
    this.undoing = message.undo ?? null;
    this.rematch = message.rematch ?? null;
    this.setClock(message.clock ?? null);
    this.promise = message.dice;
    this.n = message.n;
    this.thinking = null;
    this.waiting = [];
    this.batches = [...this.batches, ...message.batches.filter((batch) => !this.batches.some((known) => known.n === batch.n))];
    const first = this.view === null;
    this.scene = message.scene;
    this.view = message.view;
    this.tidy();
    if (first && message.mode === "replay") void this.lookAt(0); // a recording is seen from its beginning
  }

  private updated(message: Update): void {
    const { batch } = message;
    if (message.n < this.n || (batch && this.batches.some((known) => known.n === batch.n))) return;
    this.n = message.n;
    this.undoing = null; // whoever plays on lets it stand
    this.waiting.push(message);
    if (!this.acting) void this.actOut();
  }

  // -- acting out ---------------------------------------------------------------------------------------------------

  /** Show the rest of what is being acted out at once. */
  skip(): void {
    this.hurried = true;
  }

  private async actOut(): Promise<void> {
    this.acting = true;
    try {
      for (let update = this.waiting.shift(); update; update = this.waiting.shift()) {
        await this.perform(update);
      }
    } finally {
      this.acting = false;
      this.hurried = false;
      this.beat = null;
      this.actor = null;
    }
  }

  private async perform(update: Update): Promise<void> {
    const before = this.view;
    const beats = before && update.batch ? beatsOf(update.batch, before) : [];
    const told = beats.filter((beat) => beat.kind !== "move");
    if (told.length) this.lastDice = told;
    this.struck = beats.find((beat) => beat.kind === "attack")?.target ?? this.struck;
    const patient = settings.factor > 0 && !this.past && this.waiting.length < MOST_WAITING;
    if (patient) for (const beat of beats) await this.play(beat);
    this.beat = null;
    this.actor = null;
    this.take(update);
  }

  /** Make an update the present, unless a new welcome has told of a later one meanwhile. */
  private take({ n, batch, scene, view }: Update): void {
    if (this.view && n < this.view.n) return;
    if (batch && !this.batches.some((known) => known.n === batch.n)) this.batches = [...this.batches, batch];
    if (scene) this.scene = scene;
    this.view = view;
    this.tidy();
  }

  /** Act a beat out; whoever wants nothing to move sees how it begins and how it ends. */
  private async play(beat: Beat): Promise<void> {
    if (this.hurried) return;
    this.beat = beat;
    this.share = settings.still ? RESTING : 0;
    play(beat);
    const [start, time] = [performance.now(), beat.time * settings.factor];
    for (let share = 0; share < 1 && !this.hurried; share = Math.min(1, (performance.now() - start) / time)) {
      if (!settings.still) this.share = share;
      if (beat.kind === "move" && !settings.still) this.actor = onTheWay(beat, share);
      await new Promise((next) => setTimeout(next, settings.still ? 40 : 16));
    }
    if (beat.kind === "move") this.actor = onTheWay(beat, 1);
  }

  /** Let go of what has left the table. */
  private tidy(): void {
    if (this.selected && !this.view?.units[this.selected]) this.selected = null;
  }

  // -- looking back -------------------------------------------------------------------------------------------------

  /** Show the table as it stood after so many commands; the newest one is the present. The last wish counts. */
  lookAt(n: number): Promise<void> {
    this.wanted = Math.max(0, Math.min(this.n, n));
    if (!this.seeks) this.seeking = this.seek();
    return this.seeking;
  }

  /** One command on, acted out from the moment that is looked at. */
  async onward(): Promise<void> {
    const before = this.past;
    let n = this.moment + 1;
    while (this.undone.has(n) && n < this.n) n += 1;
    const batch = this.standing.find((one) => one.n === n);
    this.hurried = false;
    if (before && batch && settings.factor > 0) await this.enact(beatsOf(batch, before.view));
    if (this.past === before) await this.lookAt(n);
    this.beat = this.actor = null;
  }

  private async enact(beats: readonly Beat[]): Promise<void> {
    const told = beats.filter((beat) => beat.kind !== "move");
    if (told.length) this.lastDice = told;
    for (const beat of beats) await this.play(beat);
  }

  /** The table as it stood after so many commands, as this seat may know it. */
  async positionAt(n: number): Promise<Position> {
    const known = this.positions.get(n) ?? (await this.ask("position", { n }));
    this.positions.set(n, known);
    return known;
  }

  backToNow(): void {
    this.wanted = null;
    this.past = null;
  }

  private async seek(): Promise<void> {
    this.seeks = true;
    while (this.wanted !== null) {
      const n = this.wanted;
      try {
        const position = n >= this.n ? null : (this.positions.get(n) ?? (await this.positionAt(n))); // one that is known at once
        if (this.wanted !== n) continue; // another wish came meanwhile
        this.past = position;
      } catch (error) {
        this.notice = error instanceof Error ? error.message : String(error);
      }
      if (this.wanted === n) this.wanted = null;
    }
    this.seeks = false;
  }
}
