// A soldier in hand: where he could go, the way and the arc that are being laid out, the place a grenade is meant for.
import type { Game } from "../lib/game.svelte";
import type { Json, Point } from "../lib/protocol";
import { asCommand, directionTo, isMachine, same, sceneOf, steps, stepTo, viewOf, type Arc, type Arms, type Hideout, type ShotPreview, type Soldier, type Spot } from "./troops";

export type Tool = "move" | "watch" | "throw" | "enter";
const USUAL = 8; // what a hidden man waits for, unless it is noted

export class Soldiering {
  level = $state(0); // the floor that is looked at
  light = $state(true); // what the soldier sees, as light and shade
  tool = $state<Tool>("move");
  mode = $state("walk"); // how a machine shall move, until it has begun
  spots = $state.raw<Spot[]>([]);
  draft = $state.raw<Spot | null>(null);
  arc = $state.raw<Arc | null>(null);
  size = $state(4);
  aim = $state.raw<Point | null>(null);
  place = $state(""); // where a shot at a 'Mech shall land, if that is chosen
  preview = $state.raw<ShotPreview | null>(null);
  seen = $state("");
  shots = $state.raw<Record<string, ShotPreview>>({});
  ambush = $state.raw<Record<string, number>>({}); // what hidden men shall wait for: handed in when the side has moved
  hides = $state.raw<Record<string, Hideout>>({}); // where men shall hide: handed in before the battle
  arms = $state.raw<Record<string, Arms>>({}); // what they shall carry: handed in likewise
  sender = $state<string | null>(null); // who shall send the message, likewise
  most = $state(12); // the highest number for which one is asked who fires
  private asked = 0;

  constructor(readonly game: Game) {}

  readonly id = $derived.by(() => this.game.selected);
  readonly hiding = $derived.by(() => viewOf(this.game)?.phase === "hiding");
  readonly soldier = $derived.by<Soldier | null>(() => {
    const unit = this.id ? viewOf(this.game)?.units[this.id] : undefined;
    return this.id && unit ? this.asHidden(this.id, unit) : null;
  });
  readonly mine = $derived.by(() => this.id !== null && this.game.isReady(this.id));
  /** Where he would stand at the end of what is laid out. */
  readonly end = $derived<Point | null>(this.draft?.at ?? this.soldier?.at ?? null);
  readonly endLevel = $derived(this.draft?.level ?? this.soldier?.elevation ?? 0);
  readonly cost = $derived((this.draft?.cost ?? 0) + (this.arc?.size ?? 0));
  readonly left = $derived((this.soldier?.left ?? 0) - this.cost);
  readonly width = $derived.by(() => sceneOf(this.game)?.arcs.find((one) => one.size === this.size)?.width ?? 60);

  /** The enemy 'Mech or vehicle that is aimed at: whoever clicks on its template means it, not the dot. */
  readonly machine = $derived.by(() => {
    const [aim, side] = [this.aim, this.soldier?.side];
    if (!aim) return null;
    const found = Object.entries(viewOf(this.game)?.units ?? {}).find(([, unit]) => isMachine(unit) && unit.side !== side && !!unit.at && steps(unit.at, aim) <= (unit.kind === "mech" ? 2 : 1));
    return found ? { id: found[0], kind: found[1].kind } : null;
  });

  /** Another soldier, or another moment: begin anew. */
  async open(): Promise<void> {
    this.draft = this.arc = this.aim = this.preview = null;
    this.tool = "move";
    this.spots = [];
    if (this.soldier?.at) this.level = this.soldier.elevation;
    await Promise.all([this.reach(), this.look()]);
  }

  private async reach(): Promise<void> {
    const id = this.id;
    if (!id || !this.mine) return;
    try {
      const answer = (await this.game.ask("reach", { unit: id, mode: this.mode })) as unknown as { spots: Spot[] };
      if (this.id === id) this.spots = answer.spots;
    } catch (error) {
      this.game.notice = error instanceof Error ? error.message : String(error);
    }
  }

  /** What he sees of the floor that is looked at, from where he would be. */
  async look(): Promise<void> {
    const turn = (this.asked += 1);
    const { id, end } = this;
    if (!id || !end || !this.light || !this.soldier) {
      this.seen = "";
      return;
    }
    try {
      const ask = { unit: id, level: this.level, at: end, elevation: this.endLevel, prone: this.draft?.prone ?? this.soldier.prone };
      const answer = await this.game.ask("sight", ask);
      if (turn === this.asked) this.seen = answer.seen;
    } catch {
      if (turn === this.asked) this.seen = "";
    }
  }

  /** A machine shall walk, run, cruise ...: where it comes to is another matter then. */
  async moveBy(mode: string): Promise<void> {
    this.mode = mode;
    this.draft = null;
    await this.reach();
  }

  floor(level: number): void {
    this.level = level;
    void this.look();
  }

  /** A dot of the map is pointed at. */
  click(dot: Point): void {
    if (this.hiding) this.hide(dot);
    else if (this.tool === "enter") void this.enter(dot);
    else if (this.tool === "watch") this.watch(dot);
    else if (this.tool === "throw") void this.take(dot);
    else this.go(dot);
  }

  /** One who has just come onto the map begins on another dot of his edge. */
  async enter(dot: Point): Promise<void> {
    const { id, soldier } = this;
    if (id && soldier?.entries?.some((one) => same(one, dot))) await this.game.send(asCommand({ act: { unit: id, do: "enter", what: dot } }));
  }

  primaryOf(id: string): string {
    return this.arms[id]?.primary ?? viewOf(this.game)?.units[id]?.kit?.primary ?? "";
  }

  secondOf(id: string): string {
    return this.arms[id]?.secondary ?? viewOf(this.game)?.units[id]?.kit?.second ?? "none";
  }

  /** Weapons of a squad are dealt out among its men: whoever has this one takes what he had. */
  arm(id: string, primary: string): void {
    const units = viewOf(this.game)?.units ?? {};
    const other = Object.keys(units).find((one) => one !== id && units[one]?.group === units[id]?.group && this.primaryOf(one) === primary);
    const had = this.primaryOf(id);
    const swapped = other ? { [other]: { ...this.arms[other], primary: had } } : {};
    if (other || primary === had) this.arms = { ...this.arms, ...swapped, [id]: { ...this.arms[id], primary } };
  }

  armSecond(id: string, secondary: string): void {
    this.arms = { ...this.arms, [id]: { ...this.arms[id], secondary } };
  }

  /** A point of armour less here, or more. */
  plate(id: string, place: string, points: number): void {
    const armor = { ...(this.arms[id]?.armor ?? viewOf(this.game)?.units[id]?.armor), [place]: points };
    this.arms = { ...this.arms, [id]: { ...this.arms[id], armor } };
  }

  /** A man as he is, or where he is noted to hide before the battle. */
  asHidden(id: string, unit: Soldier): Soldier {
    const place = this.hiding ? this.hides[id] : undefined;
    if (!place || !unit.hidden) return unit;
    return { ...unit, ...place, arc: { size: unit.arc?.size ?? 6, towards: stepTo(place.at, place.hidden) } };
  }

  /** Before the battle: a man is shown another place, or where to look. */
  hide(dot: Point): void {
    const { id, soldier } = this;
    if (!id || !this.mine || !soldier?.at || !soldier.hidden) return;
    const { at, elevation, hidden } = soldier;
    if (this.tool === "watch") {
      if (!same(dot, at)) this.hides = { ...this.hides, [id]: { at, elevation, hidden: directionTo(at, dot) } };
    } else if (this.spots.some((spot) => same(spot.at, dot) && spot.level === this.level)) {
      this.hides = { ...this.hides, [id]: { at: dot, elevation: this.level, hidden } };
      void this.look();
    }
  }

  go(dot: Point, prone = false): void {
    const found = this.spots.filter((spot) => same(spot.at, dot) && spot.prone === prone);
    const spot = found.find((one) => one.level === this.level) ?? found[0];
    if (!spot) return;
    this.draft = spot;
    this.level = spot.level;
    if (this.arc && (this.left < 0 || same(this.arc.towards, dot))) this.arc = null;
    void this.look();
  }

  /** The same place on his belly, or on his feet again. */
  lie(prone: boolean): void {
    if (this.end) this.go(this.end, prone);
  }

  /** The same place one floor up or down. */
  climb(by: number): void {
    const here = this.draft ?? { at: this.soldier?.at ?? [0, 0], level: this.soldier?.elevation ?? 0 };
    const spot = this.spots.find((one) => same(one.at, here.at as Point) && one.level === here.level + by && !one.prone);
    if (!spot) return;
    this.draft = spot;
    this.level = spot.level;
    void this.look();
  }

  canClimb(by: number): boolean {
    const [at, level] = [this.end, this.endLevel];
    return this.spots.some((one) => same(one.at, at) && one.level === level + by && !one.prone);
  }

  watch(towards: Point): void {
    if (this.hiding) {
      this.hide(towards);
      return;
    }
    if (same(towards, this.end)) return;
    this.arc = { size: this.size, towards };
  }

  setSize(size: number): void {
    this.size = size;
    if (this.arc) this.arc = { ...this.arc, size };
  }

  async take(dot: Point): Promise<void> {
    this.aim = dot;
    this.preview = null;
    const attack = this.throwing();
    if (!attack) return;
    try {
      const answer = (await this.game.ask("preview", { attack: attack as never })) as unknown as ShotPreview;
      if (same(this.aim, dot)) this.preview = answer;
    } catch (error) {
      this.game.notice = error instanceof Error ? error.message : String(error);
    }
  }

  private throwing(): Json | null {
    if (!this.id || !this.aim || !this.soldier) return null;
    const kind = this.soldier.prepared === "Hand Grenade" || this.soldier.prepared === "Satchel Charge" ? "throw" : "area";
    const using = this.soldier.prepared === "Satchel Charge" ? { using: "Satchel Charge" } : {};
    if (kind === "area" && this.machine) {
      const placed = this.place && this.machine.kind === "mech" ? { table: this.place } : {};
      return { unit: this.id, kind, target: this.machine.id, ...placed };
    }
    return { unit: this.id, kind, target: { point: this.aim, elevation: this.level }, ...using };
  }

  async placeAt(table: string): Promise<void> {
    this.place = table;
    if (this.aim) await this.take(this.aim);
  }

  /** Carry out what is laid out. */
  async confirm(): Promise<void> {
    const id = this.id;
    if (!id) return;
    if (this.tool === "throw") {
      const attack = this.throwing();
      if (attack) await this.game.send(asCommand({ attack }));
      return;
    }
    if (!this.draft && !this.arc) return;
    const arc = this.arc ? { arc: this.arc } : {};
    const mode = this.draft?.mode ? { mode: this.draft.mode } : {};
    await this.game.send(asCommand({ move: { unit: id, path: this.draft?.path ?? [], ...arc, ...mode } }));
  }

  /** What a hidden man waits for: what is noted for him now, or before. */
  waits(id: string): number {
    return this.ambush[id] ?? viewOf(this.game)?.units[id]?.notes?.ambush ?? USUAL;
  }

  note(id: string, number: number): void {
    this.ambush = { ...this.ambush, [id]: number };
  }

  /** The notes for men of the side to act who still hide. */
  handIn(): { ambush?: Record<string, number>; hide?: Record<string, Hideout>; arm?: Record<string, Arms>; sender?: string } {
    const view = viewOf(this.game);
    const own = <T>(notes: Record<string, T>): Record<string, T> => Object.fromEntries(Object.entries(notes).filter(([id]) => view?.units[id]?.hidden && view.units[id]?.side === view.to_act));
    const [ambush, hide] = [own(this.ambush), this.hiding ? own(this.hides) : {}];
    const arm = this.hiding ? Object.fromEntries(Object.entries(this.arms).filter(([id]) => view?.units[id]?.side === view?.to_act)) : {};
    const sender = this.hiding && this.sender && view?.units[this.sender]?.side === view?.to_act ? { sender: this.sender } : {};
    this.ambush = {};
    return { ...(Object.keys(ambush).length ? { ambush } : {}), ...(Object.keys(hide).length ? { hide } : {}), ...(Object.keys(arm).length ? { arm } : {}), ...sender };
  }

  undo(): void {
    if (this.aim) this.aim = this.preview = null;
    else if (this.arc) this.arc = null;
    else this.draft = null;
    void this.look();
  }

  /** What each of those who may fire would need, with every part of it. */
  async weigh(target: string, shooters: readonly string[]): Promise<void> {
    const found: Record<string, ShotPreview> = {};
    for (const unit of shooters) {
      try {
        found[unit] = (await this.game.ask("preview", { attack: { unit, target } as never })) as unknown as ShotPreview;
      } catch {
        continue;
      }
    }
    this.shots = found;
  }
}
