// Battlefield support in hand: what a side buys before the battle, and what it aims at units, points and strips.
import { affordable, plannedSupport } from "../lib/ownsupport";
import type { Game } from "../lib/game.svelte";
import { roundedPoint } from "../lib/geometry";
import type { Laid, Minefield, Point, SupportOrder, SupportPreview, SupportTable, SupportType } from "../lib/protocol";

const PAUSE = 60; // milliseconds the pointer rests before the place under it is asked about
const BUYING = "secret_support"; // the question before the first turn

export type Strip = [Point, Point];

export class Supporting {
  using = $state<string | null>(null); // what is being aimed
  target = $state<string | null>(null);
  point = $state.raw<Point | null>(null); // of impact, or the first end of a strip
  end = $state.raw<Point | null>(null); // the other end
  pointed = $state.raw<Point | null>(null); // under the pointer
  preview = $state.raw<SupportPreview | null>(null);
  sending = $state(false);

  bought = $state.raw<(string | Laid)[]>([]);
  laying = $state<string | null>(null); // the next click on the table is where it lies
  hide = $state(false);
  private planned = false; // the list made beforehand is being bought

  private asked = 0;
  private judged = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  readonly table = $derived.by<SupportTable | null>(() => this.game.shown?.scene.support ?? null);
  /** The side whose support this player uses now. */
  readonly side = $derived.by<string | null>(() => {
    const view = this.game.shown?.view;
    const acting = view?.decision ? view.decision.side : (view?.to_act ?? null);
    return this.game.mayAct && this.game.mine(acting) ? acting : null;
  });
  readonly buying = $derived.by<boolean>(() => this.side !== null && this.game.shown?.view.decision?.kind === BUYING);
  /** What may be used now: each type once, with how many are left. */
  readonly left = $derived.by<{ type: SupportType; count: number }[]>(() => {
    const view = this.game.shown?.view;
    const own = this.side !== null && view?.for === "attack" && !view.decision ? (view.support?.[this.side]?.left ?? []) : [];
    return (this.table?.types ?? []).flatMap((type) => {
      const count = own.filter((one) => one === type.type).length;
      return count ? [{ type, count }] : [];
    });
  });
  readonly usable = $derived(this.left.filter(({ type }) => type.family !== "air_cover" && type.family !== "minefield"));
  readonly type = $derived(this.table?.types.find((one) => one.type === this.using) ?? null);
  readonly spent = $derived(this.bought.reduce((sum, one) => sum + this.costOf(one), 0));
  readonly over = $derived(this.table?.points != null && this.spent > this.table.points);
  /** The next click on the table is for support. */
  readonly aiming = $derived(this.laying !== null || this.using !== null);
  readonly strip = $derived.by<Strip | null>(() => {
    if (this.type?.family !== "strafing" || !this.point) return null;
    const to = this.end ?? this.pointed;
    return to ? this.stripTo(this.point, to) : null;
  });
  /** Minefields that are being bought, to be drawn with those that lie there. */
  readonly draft = $derived<Minefield[]>(
    this.bought.flatMap((one) =>
      typeof one === "string" ? [] : [{ side: this.side ?? "", type: one.type, at: one.at, hidden: one.hidden ?? false, radius: this.radiusOf(one.hidden ?? false) }],
    ),
  );
  readonly ready = $derived(!this.sending && this.preview?.legal === true && this.orderNow() !== null);

  constructor(private readonly game: Game) {}

  radiusOf(hidden: boolean): number {
    return (hidden ? this.table?.hidden_radius : this.table?.radius) ?? 3;
  }

  costOf(one: string | Laid): number {
    const type = typeof one === "string" ? one : one.type;
    return this.table?.types.find((known) => known.type === type)?.cost ?? 0;
  }

  close(): void {
    this.take(null);
    this.laying = null;
    if (!this.buying) this.bought = [];
  }

  // -- aiming -------------------------------------------------------------------------------------------------------

  take(using: string | null): void {
    this.using = this.using === using ? null : using;
    this.target = this.point = this.end = this.pointed = null;
    this.preview = null;
    this.judged = "";
    this.asked += 1;
  }

  click(point: Point, unit: string | null): void {
    const at = this.place(point);
    if (this.laying) this.lay(at);
    else if (this.type?.family === "strike") this.target = unit ?? this.target;
    else if (this.type?.family !== "strafing") this.point = at;
    else if (this.point && !this.end && this.game.space.distance(this.point, at) > 0.1) this.end = at;
    else [this.point, this.end] = [at, null];
    this.pointed = null;
    void this.foresee();
  }

  hover(point: Point | null): void {
    this.pointed = point && this.place(point, 1);
    if (!this.using) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.foresee(), PAUSE);
  }

  /** The attack as it would be sent now. */
  orderNow(): SupportOrder | null {
    const { type, side } = this;
    if (!type || side === null) return null;
    const order = { side, kind: "support" as const, using: type.type };
    if (type.family === "strike") return this.target ? { ...order, target: this.target } : null;
    if (type.family === "strafing") return this.point && this.end ? { ...order, target: { line: this.stripTo(this.point, this.end) } } : null;
    return this.point ? { ...order, target: { point: this.point } } : null;
  }

  async fire(): Promise<void> {
    const order = this.orderNow();
    if (!order || this.sending) return;
    this.sending = true;
    const done = await this.game.send({ attack: order });
    this.sending = false;
    if (done) this.take(null);
  }

  /** What is looked at: the order in preparation, or what it would be at the pointer. */
  private orderSeen(): SupportOrder | null {
    const now = this.orderNow();
    const { type, side, pointed } = this;
    if (now || !type || side === null || !pointed) return now;
    const order = { side, kind: "support" as const, using: type.type };
    if (type.family === "strafing") return this.strip ? { ...order, target: { line: this.strip } } : null;
    return type.family === "strike" ? null : { ...order, target: { point: pointed } };
  }

  private async foresee(): Promise<void> {
    const order = this.orderSeen();
    const key = JSON.stringify(order);
    if (key === this.judged) return;
    this.judged = key;
    const ask = (this.asked += 1);
    if (!order) {
      this.preview = null;
      return;
    }
    try {
      const preview = (await this.game.ask("preview", { attack: order })) as SupportPreview;
      if (ask === this.asked) this.preview = preview;
    } catch {
      if (ask === this.asked) this.preview = null;
    }
  }

  private stripTo(from: Point, to: Point): Strip {
    const length = this.table?.strip[0] ?? 10;
    return [from, roundedPoint(this.game.space.along(from, to, length), 4)];
  }

  /** A place on the table, rounded; on a map of hexes the middle of one. */
  private place(point: Point, digits = 2): Point {
    return this.game.space.cells.length ? roundedPoint(this.game.space.snap(point), 4) : roundedPoint(point, digits);
  }

  // -- buying -------------------------------------------------------------------------------------------------------

  /** One more of a type; a minefield waits for its place. */
  add(type: SupportType): void {
    if (type.family === "minefield") this.laying = this.laying === type.type ? null : type.type;
    else this.bought = [...this.bought, type.type];
  }

  remove(type: string): void {
    const at = this.bought.findLastIndex((one) => (typeof one === "string" ? one : one.type) === type);
    if (at >= 0) this.bought = this.bought.filter((_, i) => i !== at);
  }

  /** What of the list made beforehand these points buy. */
  readonly plan = $derived.by<string[]>(() =>
    affordable(plannedSupport().types, Object.fromEntries((this.table?.types ?? []).map((one) => [one.type, one.cost])), this.table?.points ?? null),
  );

  /** Take that list: all that needs no place at once, and then mine after mine. */
  takePlan(): void {
    const mines = new Set((this.table?.types ?? []).filter((one) => one.family === "minefield").map((one) => one.type));
    this.bought = this.plan.filter((one) => !mines.has(one));
    this.planned = true;
    this.laying = this.next();
  }

  count(type: string): number {
    return this.bought.filter((one) => (typeof one === "string" ? one : one.type) === type).length;
  }

  private lay(at: Point): void {
    if (!this.laying) return;
    this.bought = [...this.bought, { type: this.laying, at, ...(this.hide ? { hidden: true } : {}) }];
    this.laying = this.next();
  }

  /** A mine of the list that has still to be laid. */
  private next(): string | null {
    const kinds = new Set((this.table?.types ?? []).filter((one) => one.family === "minefield").map((one) => one.type));
    const wanted = this.plan.filter((one) => kinds.has(one));
    const laid = this.bought.flatMap((one) => (typeof one === "string" ? [] : [one.type]));
    return this.planned ? (wanted.find((one, i) => wanted.slice(0, i + 1).filter((other) => other === one).length > laid.filter((other) => other === one).length) ?? null) : null;
  }

  async buy(): Promise<void> {
    if (this.side === null || this.sending) return;
    this.sending = true;
    const done = await this.game.send({ buy: { side: this.side, support: this.bought } });
    this.sending = false;
    if (done) {
      this.bought = [];
      this.laying = null;
    }
  }
}
