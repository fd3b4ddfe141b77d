// Placing a unit before the first turn: where, which way it looks, and the order to put it there.
import type { Game } from "../lib/game.svelte";
import { onTable, roundedPoint, turned } from "../lib/geometry";
import type { Choice, Offer, Point } from "../lib/protocol";

const SLACK = 0.001; // inches
const TOWARDS: Record<string, number> = { south: 0, west: 90, north: 180, east: 270 };

export class Deploying {
  unit = $state<string | null>(null);
  at = $state.raw<Point | null>(null);
  facing = $state(0);
  hidden = $state(false); // its place is only written down
  laying = $state<number | null>(null); // density of the minefield that the next click lays
  sending = $state(false);

  /** Why the place will not do, as far as the marked zone tells; or null. */
  readonly why = $derived.by<string | null>(() => {
    const unit = this.game.unit(this.unit);
    const zone = unit && this.game.shown?.view.zones?.[unit.side];
    if (!unit || !zone || !this.at) return null;
    const [[x, y], [left, low, width, depth]] = [this.at, zone];
    const inside = x >= left - SLACK && y >= low - SLACK && x <= left + width + SLACK && y <= low + depth + SLACK;
    if (!inside) return "This place is outside the marked zone.";
    const other = Object.entries(this.game.shown?.view.units ?? {}).find(([id, one]) => id !== this.unit && one.place === "table" && one.at && this.game.space.apart(this.at as Point, unit.radius, one.at, one.radius) < -SLACK);
    return other ? `${this.game.called(other[0])} stands there already.` : null;
  });

  constructor(private readonly game: Game) {}

  open(id: string): void {
    if (this.unit === id) return;
    const side = this.game.unit(id)?.side;
    const home = this.game.shown?.scene.sides.find((one) => one.name === side)?.home;
    this.unit = id;
    this.at = null;
    this.hidden = false;
    this.laying = null;
    this.facing = this.game.space.facing(TOWARDS[home ?? ""] ?? 0, 1);
  }

  close(): void {
    this.unit = null;
    this.at = null;
    this.laying = null;
  }

  /** Minefields that its side has still to lay in secret, one offer for each density. */
  get mines(): { density: number; offer: Offer }[] {
    return (this.game.unit(this.unit)?.offers ?? []).flatMap((offer) => ("deploy" in offer.command && offer.command.deploy.mines ? [{ density: offer.command.deploy.mines, offer }] : []));
  }

  /** What may be said besides the place and the facing, as the rules offer it. */
  get mayHide(): Choice | undefined {
    const offers = this.game.unit(this.unit)?.offers ?? [];
    return offers.find((offer) => offer.kind === "deploy")?.choose.find((choice) => choice.name === "hidden");
  }

  place(point: Point): void {
    const map = this.game.shown?.scene.map;
    if (!map) return;
    const at = roundedPoint(this.game.space.snap(onTable(point, map.width, map.depth)), 4);
    if (this.laying === null) this.at = at;
    else void this.lay(at, this.laying);
  }

  private async lay(at: Point, density: number): Promise<void> {
    if (!this.unit || this.sending) return;
    this.sending = true;
    await this.game.send({ deploy: { unit: this.unit, at, facing: 0, mines: density } });
    this.sending = false;
    if (!this.mines.some((one) => one.density === density)) this.laying = null;
  }

  turn(by: number): void {
    this.facing = turned(this.facing, by);
  }

  face(degrees: number): void {
    this.facing = turned(degrees, 0);
  }

  async confirm(): Promise<void> {
    if (!this.unit || !this.at || this.sending || this.why) return;
    this.sending = true;
    const said = this.hidden && this.mayHide ? { hidden: true } : {};
    const done = await this.game.send({ deploy: { unit: this.unit, at: this.at, facing: this.facing, ...said } });
    this.sending = false;
    if (done) {
      this.close();
      this.game.select(null);
    }
  }
}
