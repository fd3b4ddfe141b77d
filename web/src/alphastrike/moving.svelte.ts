// A move in preparation: asks the server where the unit can go, what the way costs and why, and sends it when confirmed.
import type { Game } from "../lib/game.svelte";
import { bearing, turned } from "../lib/geometry";
import { goesUp, structureAt } from "./buildings";
import * as orders from "./orders";
import type { Said } from "../lib/offers";
import type { Choice, Mode, MovePreview, Offer, Plan, Point, Reach } from "../lib/protocol";
import { cellAt, type Cell } from "./reach";

const PAUSE = 60; // milliseconds between a change and the question what it costs
const LATER = 1000; // milliseconds until a move is asked about again that got no answer

export class Moving {
  draft = $state.raw<orders.MoveDraft | null>(null);
  reach = $state.raw<Reach | null>(null);
  preview = $state.raw<MovePreview | null>(null);
  choices = $state.raw<Choice[]>([]); // what may be said with the move
  forms = $state.raw<Offer[]>([]); // moves that begin with taking another form
  pointed = $state.raw<Point | null>(null); // where the pointer is
  plan = $state.raw<Plan | null>(null); // what the place in hand, or under the pointer, would bring
  nearest = $state(false); // the way leads to the nearest place in reach, not to the one that was clicked
  drawing = $state(false); // clicks add points instead of asking for the best way
  sliding = $state(false); // the next click is where a flight begins, along the edge
  sending = $state(false);
  private judged = $state.raw<orders.MoveDraft | null>(null); // what the preview is of
  private routes = 0;
  private timer: number | null = null;
  private planning: number | null = null;
  private readonly reaches = new Map<string, Reach>();

  readonly pointedCell = $derived.by<Cell | null>(() => {
    const end = this.draft?.path.at(-1);
    if (!this.reach || !this.pointed || (end && this.game.space.apart(end, 0, this.pointed, 0) < 1.5)) return null; // the panel tells of the end
    return cellAt(this.reach, this.pointed, this.game.space);
  });
  readonly ready = $derived(this.draft !== null && orders.isOrder(this.draft) && this.judged === this.draft && this.preview?.legal === true && !this.sending);

  constructor(private readonly game: Game) {}

  /** The modes a unit may ask for, in the order of the server. */
  modes(unit: string): Mode[] {
    return (this.game.unit(unit)?.modes ?? []).map((name) => this.game.wayTo(name));
  }

  open(id: string): void {
    if (this.draft?.unit === id) return;
    const unit = this.game.unit(id);
    const modes = this.modes(id);
    if (!unit) {
      this.close();
      return;
    }
    this.reaches.clear();
    const waits = unit.place !== "table"; // it comes on, or steps off, at the first point that is clicked
    const mode = (waits ? modes.find((one) => !one.stays) : modes[0]) ?? this.game.wayTo(waits ? "ground" : "standstill");
    this.draft = orders.blankMove(id, waits ? null : unit.at, unit.facing, mode);
    this.drawing = waits && !mode.flown;
    this.sliding = false;
    this.choices = [];
    this.forms = [];
    void this.askChoices(id);
    this.changed(true);
  }

  close(): void {
    this.draft = null;
    this.reach = null;
    this.preview = null;
    this.pointed = null;
    this.plan = null;
    this.nearest = false;
    this.drawing = false;
  }

  /** Take another form first, as an offer says. */
  setForm(offer: Offer): void {
    if (!this.draft || !("move" in offer.command)) return;
    const order = offer.command.move;
    this.draft = orders.withForm(this.draft, order, this.game.wayTo(order.mode ?? "ground"));
    this.choices = offer.choose;
    this.drawing = !this.draft.flown; // the best ways are known for the form it has
    this.changed(true);
  }

  setMode(mode: Mode): void {
    if (!this.draft) return;
    this.draft = orders.withMode(this.draft, mode);
    void this.askChoices(this.draft.unit);
    this.changed(true);
  }

  /** A click on the table: a point of the way, or the best way to there. */
  async go(point: Point): Promise<void> {
    const draft = this.draft;
    if (!draft || draft.stays) return;
    if (draft.flown) {
      this.fly(draft, point);
      return;
    }
    if (this.drawing || draft.leaps) {
      this.set(orders.withPoint(draft, this.drawing ? point : (this.pointedOr(point))));
      return;
    }
    const ask = (this.routes += 1);
    try {
      const wanted = { unit: draft.unit, mode: draft.mode, ...orders.heightsOf(draft) };
      const { move } = await this.game.ask("route", { ...wanted, to: point });
      const closest = move ? null : this.closest(point);
      const instead = closest && (await this.game.ask("route", { ...wanted, to: closest })).move;
      if (ask !== this.routes || this.draft !== draft) return;
      const way = move ?? instead;
      this.set(way ? orders.withPath(draft, way.path) : orders.withPoint(draft, point));
      this.nearest = !move && way !== null;
    } catch {
      if (this.draft === draft) this.set(orders.withPoint(draft, point));
    }
  }

  /** A click while a flight is planned. Flights begin on the edge: at home for whoever comes on. */
  private fly(draft: orders.MoveDraft, point: Point): void {
    const enters = draft.start === null && !draft.path.length;
    const begins = enters || this.sliding;
    this.sliding = false;
    const at = begins ? this.edgePoint(point, enters ? (this.game.home(draft.unit) ?? null) : null) : point;
    let next = begins ? orders.beginAt(draft, at) : orders.withFlight(draft, at);
    if (begins) next = { ...next, facing: Math.round(bearing(at, this.middle())) % 360 };
    this.draft = next;
    this.changed(false);
  }

  private middle(): Point {
    const map = this.game.shown?.scene.map;
    return [(map?.width ?? 0) / 2, (map?.depth ?? 0) / 2];
  }

  /** The point of an edge next to a place: of the home edge, or of the nearest one. */
  private edgePoint([x, y]: Point, home: string | null): Point {
    const { width, depth } = this.game.shown?.scene.map ?? { width: 0, depth: 0 };
    const at: Record<string, Point> = { south: [x, 0], north: [x, depth], west: [0, y], east: [width, y] };
    const away: Record<string, number> = { south: y, north: depth - y, west: x, east: width - x };
    const nearest = Object.keys(away).toSorted((a, b) => (away[a] ?? 0) - (away[b] ?? 0))[0] ?? "south";
    return this.game.space.snap(at[home ?? nearest] ?? [x, y]);
  }

  /** A line drawn by hand replaces the way. */
  drawn(path: Point[]): void {
    if (this.draft && path.length) this.set(orders.withPath(this.draft, path));
  }

  /** Look towards a point. */
  face(degrees: number, dragging = false): void {
    if (!this.draft) return;
    this.draft = dragging ? orders.draggedFacing(this.draft, degrees) : orders.withFacing(this.draft, degrees);
    this.changed(false);
  }

  beginFacing(): void {
    if (this.draft) this.draft = orders.withFacing(this.draft, orders.facingOf(this.draft));
  }

  turn(by: number): void {
    if (this.draft) this.face(turned(orders.facingOf(this.draft), by));
  }

  /** Say something with the move. */
  change(extras: Said): void {
    if (!this.draft) return;
    this.draft = orders.withExtras(this.draft, extras);
    this.changed("elevation" in extras || "cruise" in extras);
  }

  undo(): void {
    if (!this.draft) return;
    const before = reachKey(this.draft);
    this.draft = orders.undone(this.draft);
    this.changed(reachKey(this.draft) !== before);
  }

  /** Send the move; whoever is quicker than the preview waits for it. */
  async confirm(): Promise<void> {
    const { draft } = this;
    if (draft && this.judged !== draft) await this.askPreview();
    if (!draft || this.draft !== draft || !this.ready) return;
    this.sending = true;
    const done = await this.game.send({ move: orders.orderOf(draft, this.choices, this.game.space) });
    this.sending = false;
    if (done) {
      this.close();
      this.game.select(null);
    }
  }

  /** The place in reach that is nearest to a point. */
  private closest(point: Point): Point | null {
    const places = this.reach?.places ?? [];
    const far = (place: readonly [number, number, number]): number => this.game.space.distance([place[0], place[1]], point);
    const best = places.reduce<[number, number, number] | null>((known, place) => (known === null || far(place) < far(known) ? place : known), null);
    return best && [best[0], best[1]];
  }

  /** Where the pointer is, once it rests there. */
  hover(point: Point | null): void {
    this.pointed = point;
    this.askPlanSoon();
  }

  private askPlanSoon(): void {
    if (this.planning !== null) clearTimeout(this.planning);
    this.planning = window.setTimeout(() => void this.askPlan(), PAUSE);
  }

  /** What the place under the pointer would bring, else the one where the way ends. */
  private async askPlan(): Promise<void> {
    const draft = this.draft;
    const to = this.pointedCell?.at ?? (draft && draft.path.length ? orders.endOf(draft) : null);
    if (!draft || !to || draft.stays) {
      this.plan = null;
      return;
    }
    const facing = draft.facing ?? (draft.start && this.game.space.distance(draft.start, to) > 0.1 ? this.game.space.facing(bearing(draft.start, to), 1) : draft.startFacing);
    try {
      const plan = await this.game.ask("plan", { unit: draft.unit, mode: draft.mode, ...orders.heightsOf(draft), to, facing });
      if (this.draft?.unit === draft.unit) this.plan = plan;
    } catch {
      this.plan = null; // a move can be made without it
    }
  }

  private pointedOr(point: Point): Point {
    const cell = this.reach && cellAt(this.reach, point, this.game.space);
    return cell && this.game.space.distance(cell.at, point) < 0.15 ? cell.at : point;
  }

  private set(draft: orders.MoveDraft): void {
    this.nearest = false;
    this.draft = this.flies(draft) ? draft : orders.onItsFloor(draft, this.houseAt(orders.endOf(draft)));
    this.changed(false);
  }

  /** Whoever flies or dives says how high it ends wherever that is; others choose a floor in a building. */
  private flies(draft: orders.MoveDraft): boolean {
    const card = this.game.shown?.scene.units[draft.unit];
    return !goesUp(card) || this.choices.some((choice) => choice.name === "elevation" && choice.rule !== "AS-URB-007");
  }

  private houseAt(point: Point | null): string | null {
    return point && (structureAt(this.game.shown?.scene.terrain ?? [], point)?.id ?? null);
  }

  private changed(reach: boolean): void {
    if (reach) void this.askReach();
    this.askPlanSoon();
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.askPreview(), PAUSE);
  }

  private async askChoices(unit: string): Promise<void> {
    try {
      const offers = await this.game.ask("offers", { unit });
      if (this.draft?.unit === unit) this.forms = offers.filter(changesForm);
      const open = offers.filter((offer) => offer.kind === "move" && offer.choose.length && !changesForm(offer));
      const mode = this.draft?.mode ?? "";
      const named = open.find((offer) => offer.choose.some((choice) => choice.name === "mode" && choice.among.includes(mode)) || ("move" in offer.command && offer.command.move.mode === mode));
      const move = named ?? open[0];
      if (this.draft?.unit === unit && move) this.choices = move.choose;
    } catch {
      // A plain move can be made without them.
    }
  }

  private async askReach(): Promise<void> {
    const draft = this.draft;
    if (!draft) return;
    const key = reachKey(draft);
    const known = this.reaches.get(key);
    this.reach = known ?? null;
    if (known || draft.stays || draft.flown || draft.form !== null || draft.start === null) return;
    try {
      const reach = await this.game.ask("reach", { unit: draft.unit, mode: draft.mode, ...orders.heightsOf(draft) });
      if (this.draft?.unit !== draft.unit) return;
      this.reaches.set(key, reach);
      if (reachKey(this.draft) === key) this.reach = reach;
    } catch {
      // Without the overlay a way can still be clicked; its price comes with the preview.
    }
  }

  private async askPreview(): Promise<void> {
    const draft = this.draft;
    if (!draft || (draft.start === null && !draft.path.length)) return;
    try {
      const preview = (await this.game.ask("preview", { move: orders.orderOf(draft, this.choices, this.game.space) })) as MovePreview;
      if (this.draft !== draft) return;
      this.preview = preview;
      this.judged = draft;
    } catch {
      if (this.draft !== draft) return;
      this.preview = null;
      if (this.timer !== null) clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.changed(true), LATER); // a busy server, a lost line: the order still waits
    }
  }
}

const changesForm = (offer: Offer): boolean => "move" in offer.command && offer.command.move.convert !== undefined && offer.command.move.convert !== null;

/** What the reachable overlay depends on, for one unit. */
const reachKey = (draft: orders.MoveDraft): string => JSON.stringify([draft.mode, draft.form, orders.heightsOf(draft)]);
