// An attack in preparation: whom the unit may attack with what, what it would need and why, and the order to fire.
import type { Game } from "../lib/game.svelte";
import { roundedPoint } from "../lib/geometry";
import { saidIn, unsaid, type Said } from "../lib/offers";
import type { Area, AttackChoice, AttackOrder, AttackPreview, Choice, Json, Offer, Point, Reason, Run, Targets } from "../lib/protocol";

const PAUSE = 60; // milliseconds the pointer rests before the point under it is asked about
const LATER = 1000; // milliseconds until an order is asked about again that got no answer

export class Attacking {
  unit = $state<string | null>(null);
  targets = $state.raw<Targets | null>(null);
  target = $state<string | null>(null); // chosen
  looked = $state<string | null>(null); // under the pointer or focused
  choice = $state.raw<AttackChoice | null>(null);
  general = $state.raw<Record<string, number>>({}); // what is said of any target, by choice
  said = $state.raw<Said>({}); // what is said with it besides, by choice
  point = $state.raw<Point | null>(null); // an artillery point, or
  feature = $state<string | null>(null); // terrain aimed at, and
  deed = $state.raw<Offer | null>(null); // what is done to it, where that is no plain attack
  run = $state.raw<Run | null>(null); // an attack on several at once
  aiming = $state(false); // the next click on the table is where the shell goes
  pointed = $state.raw<Point | null>(null); // where it would go just now
  area = $state.raw<Area[]>([]); // the templates of its shell
  piece = $state.raw<Offer | null>(null); // what is aimed at a point
  preview = $state.raw<AttackPreview | null>(null); // of whoever the panel speaks of
  aimed = $state.raw<AttackPreview | null>(null); // of the order in preparation
  wasted = $state(false); // the order overheats and gains nothing by it
  doubted = $state(false); // which has been pointed out: firing again means it
  sending = $state(false);
  private judged = ""; // the order that `aimed` is of
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly previews = new Map<string, Promise<AttackPreview | null>>();

  /** Whom the panel speaks of: who is looked at, else who is chosen. */
  readonly about = $derived(this.looked ?? this.target);
  readonly refusal = $derived<Reason | null>(this.about ? (this.targets?.refusals[this.about] ?? null) : null);
  readonly best = $derived<Record<string, AttackChoice>>(this.targets ? bestOf(this.targets) : {});
  /** What may be said with the attack in preparation; what goes for all targets has a control of its own. */
  readonly choices = $derived.by<Choice[]>(() => {
    const open = this.aiming ? this.piece?.choose : this.choice?.choose;
    return (open ?? []).filter((choice) => !choice.general && choice.kind !== "point");
  });
  readonly ready = $derived(!this.sending && this.aimed?.legal === true);

  constructor(private readonly game: Game) {}

  /** The attack on a unit, or on one of its sections, that promises most. */
  bestAt(id: string): AttackChoice | undefined {
    const sections = Object.values(this.best).filter((choice) => choice.target.startsWith(`${id}/`) && !this.game.unit(choice.target));
    return this.best[id] ?? sections.toSorted((a, b) => b.expected_damage - a.expected_damage)[0];
  }

  open(id: string): void {
    if (this.unit === id) return;
    this.close();
    this.unit = id;
    void this.askTargets();
  }

  close(): void {
    this.unit = null;
    this.targets = null;
    this.general = {};
    this.clear();
  }

  /** Drop the target, keep the attacker. */
  clear(): void {
    this.target = this.looked = this.feature = null;
    this.deed = this.run = null;
    this.said = {};
    this.choice = null;
    this.point = this.pointed = null;
    this.area = [];
    this.preview = this.aimed = null;
    this.wasted = this.doubted = false;
    this.aiming = false;
    this.previews.clear();
    this.asked += 1;
  }

  look(target: string | null): void {
    if (this.looked === target) return;
    this.looked = target;
    void this.askPreview();
  }

  aim(target: string): void {
    this.looked = this.run = null;
    this.point = null;
    this.feature = null;
    this.aiming = false;
    this.target = target;
    this.said = {};
    this.choice = this.best[target] ?? null;
    void this.askPreview();
  }

  /** Aim at the next target that can be hit, in the order of the chances. */
  aimNext(): void {
    const order = Object.values(this.best).sort((a, b) => b.expected_damage - a.expected_damage);
    const at = order.findIndex((choice) => choice.target === this.target);
    const next = order[(at + 1) % order.length];
    if (next) this.aim(next.target);
  }

  choose(choice: AttackChoice): void {
    this.choice = choice;
    this.said = {};
    this.target = choice.target;
    this.looked = null;
    void this.askPreview();
  }

  /** Say something of all targets. */
  sayOfAll(choice: Choice, value: number): void {
    this.general = { ...this.general, [choice.name]: Math.max(choice.least, Math.min(choice.most, value)) };
    this.previews.clear();
    void this.askTargets();
  }

  /** One more of the first thing that may be said of all targets, and from the most back to nothing. */
  raise(): boolean {
    const choice = this.targets?.general[0];
    if (!this.unit || !choice) return false;
    this.sayOfAll(choice, ((this.general[choice.name] ?? 0) + 1) % (choice.most + 1));
    return true;
  }

  /** Say something with the attack. */
  say(key: string, value: Json): void {
    this.said = { ...this.said, [key]: value };
    void this.askPreview();
  }

  /** Begin to aim at a point, or stop. */
  aimAtPoint(piece: Offer | null): void {
    this.clear();
    this.aiming = piece !== null;
    this.piece = piece;
  }

  /** Look what a shell would do at a point. */
  lookAtPoint(point: Point | null): void {
    this.pointed = point && roundedPoint(point, 1);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.askPreview(), PAUSE);
  }

  setPoint(point: Point): void {
    this.point = roundedPoint(point, 4);
    this.pointed = null;
    this.target = this.looked = this.feature = null;
    void this.askPreview();
  }

  aimAtFeature(feature: string, deed: Offer | null = null): void {
    this.clear();
    this.feature = feature;
    this.deed = deed;
    void this.askPreview();
  }

  /** Take an attack on several at once, or drop it. */
  take(run: Run | null): void {
    this.clear();
    this.run = run;
    void this.askPreview();
  }

  /** Send the attack; whoever is quicker than the preview waits for it. */
  async fire(): Promise<void> {
    const order = this.orderFor(null);
    if (!order || this.sending) return;
    const preview = await this.foresee(order);
    const cooler = await this.foresee(cool(order));
    if (!preview?.legal || JSON.stringify(this.orderFor(null)) !== JSON.stringify(order)) return;
    if (gainsNothing(preview, cooler) && !this.doubted) {
      this.wasted = this.doubted = true;
      return;
    }
    const { unit } = this;
    this.sending = true;
    const done = await this.game.send({ attack: order });
    this.sending = false;
    if (!done || this.unit !== unit) return; // the next one may have been taken meanwhile
    this.close();
    if (unit && !this.game.isReady(unit)) this.game.select(null);
  }

  /** The order for whoever is looked at (as it would be offered), or the one being prepared. */
  private orderFor(looked: string | null): AttackOrder | null {
    const unit = this.unit;
    if (!unit) return null;
    if (looked !== null && looked !== this.target) {
      return this.best[looked]?.attack ?? { unit, target: looked, kind: "weapon" };
    }
    if (this.point) return this.shellAt(this.point);
    if (this.run && "attack" in this.run.command && "unit" in this.run.command.attack) return this.run.command.attack;
    if (this.deed && "attack" in this.deed.command && "unit" in this.deed.command.attack) return this.deed.command.attack;
    if (this.feature) return { unit, target: this.feature, kind: "weapon", ...this.general };
    if (this.target === null) return null;
    if (!this.choice) return { unit, target: this.target, kind: "weapon" };
    return saidIn(this.choice.attack, this.choices, this.said);
  }

  private shellAt(point: Point): AttackOrder | null {
    const command = this.piece?.command;
    if (!command || !("attack" in command) || !("unit" in command.attack)) return null;
    return saidIn<AttackOrder>({ ...unsaid(command.attack, this.choices), target: { point } }, this.choices, this.said);
  }

  private async askTargets(): Promise<void> {
    const unit = this.unit;
    const said = this.general;
    if (!unit) return;
    try {
      const targets = await this.game.ask("targets", { unit, said });
      if (this.unit !== unit || this.general !== said) return;
      this.targets = targets;
      const known = this.choice;
      if (known) this.choice = targets.attacks.find((offer) => same(offer, known)) ?? this.best[known.target] ?? null;
      await this.askPreview();
    } catch (error) {
      this.game.notice = error instanceof Error ? error.message : String(error);
    }
  }

  private async askPreview(): Promise<void> {
    const ask = (this.asked += 1);
    const under = this.aiming && this.pointed && this.unit ? this.shellAt(this.pointed) : this.orderFor(this.looked);
    const order = this.orderFor(null);
    const key = JSON.stringify(order);
    if (key !== this.judged) {
      this.aimed = null;
      this.doubted = false;
    }
    this.judged = key;
    const [looked, aimed, cooler] = await Promise.all([this.foresee(under), this.foresee(order), this.foresee(cool(order))]);
    if (ask !== this.asked) return;
    this.wasted = gainsNothing(aimed, cooler);
    this.preview = looked;
    this.aimed = aimed;
    if (looked?.area) this.area = looked.area;
    if (!order || aimed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.askPreview(), LATER); // a busy server, a lost line: the order still waits
  }

  /** Each order is asked about once, however often it is looked at. */
  private foresee(order: AttackOrder | null): Promise<AttackPreview | null> {
    if (!order) return Promise.resolve(null);
    const key = JSON.stringify(order);
    const asked =
      this.previews.get(key) ??
      this.game.ask("preview", { attack: order }).then(
        (preview) => preview as AttackPreview,
        () => {
          this.previews.delete(key);
          return null;
        },
      );
    this.previews.set(key, asked);
    return asked;
  }
}

const same = (a: AttackChoice, b: AttackChoice): boolean =>
  a.target === b.target && a.kind === b.kind && a.using === b.using && a.spotter === b.spotter && a.arc === b.arc;

/** The same attack without extra heat, if it has any. */
function cool(order: AttackOrder | null): AttackOrder | null {
  if (!order?.overheat) return null;
  const { overheat: _, ...rest } = order;
  return rest;
}

/** An attack with extra heat promises no more than the one without it. */
export const gainsNothing = (hot: AttackPreview | null, cooler: AttackPreview | null): boolean =>
  hot?.legal === true && cooler?.legal === true && hot.expected_damage <= cooler.expected_damage + 1e-9;

/** For each target the attack that promises most. */
export function bestOf(targets: Targets): Record<string, AttackChoice> {
  const best: Record<string, AttackChoice> = {};
  for (const offer of targets.attacks) {
    const known = best[offer.target];
    if (!known || offer.expected_damage > known.expected_damage) best[offer.target] = offer;
  }
  return best;
}
