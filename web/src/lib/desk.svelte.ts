// The player's hands: what a click, a hover or a key on the table means at this moment.
import { isStructure } from "../alphastrike/buildings";
import { Attacking } from "../alphastrike/attacking.svelte";
import { Deploying } from "../alphastrike/deploying.svelte";
import { Supporting } from "../alphastrike/supporting.svelte";
import type { Socket } from "./connection";
import { Game } from "./game.svelte";
import { Sheet, turnsFor } from "./drawing";
import { bearing, onTable, simplified } from "./geometry";
import { Moving } from "../alphastrike/moving.svelte";
import { endOf, landingsOf } from "../alphastrike/orders";
import type { Doing, Point } from "./protocol";
import { Ruler } from "./ruler.svelte";

const SPOT = 0.75; // of the map's measure around a place that is offered

/** What lies under the pointer; of a mobile structure, which section. */
export type Hit = { unit: string | null; feature: string | null; section?: string | null };

export class Desk {
  readonly moving: Moving;
  readonly attacking: Attacking;
  readonly deploying: Deploying;
  readonly supporting: Supporting;
  readonly ruler: Ruler;
  hovered = $state<string | null>(null);
  cursor = $state.raw<Point | null>(null); // moved with the arrow keys
  landing = $state<string | null>(null); // the passenger whose landing place the next click is
  help = $state(false);

  /** What this seat is doing now. */
  readonly doing = $derived.by<Doing>(() => {
    const guide = this.game.shown?.view.guide;
    return this.game.mayAct && guide ? guide.do : "wait";
  });

  /** The drawing of the table: whoever plays one side has it below. */
  readonly sheet = $derived.by<Sheet>(() => {
    const { map, sides } = this.game.shown?.scene ?? { map: { width: 48, depth: 48 }, sides: [] };
    const seat = this.game.seat;
    const home = seat?.kind === "player" ? sides.find((one) => one.name === seat.side)?.home : null;
    return new Sheet(map.depth, map.width, turnsFor(home));
  });

  /** The places among which this player has to decide, when the choices are places. */
  readonly spots = $derived.by<{ choice: string; at: Point }[]>(() => {
    const decision = this.doing === "decide" ? this.game.shown?.view.decision : null;
    return (decision?.choices ?? []).flatMap((choice) => {
      const found = /^(-?[\d.]+), (-?[\d.]+)$/.exec(choice);
      return found ? [{ choice, at: [Number(found[1]), Number(found[2])] as Point }] : [];
    });
  });

  /** Terrain among which this player has to decide. */
  readonly offered = $derived.by<Set<string>>(() => {
    const choices = (this.doing === "decide" ? this.game.shown?.view.decision?.choices : null) ?? [];
    return new Set(this.game.shown?.scene.terrain.map((one) => one.id).filter((id) => choices.includes(id)));
  });

  constructor(readonly game: Game) {
    this.moving = new Moving(game);
    this.attacking = new Attacking(game);
    this.deploying = new Deploying(game);
    this.supporting = new Supporting(game);
    this.ruler = new Ruler(game);
  }

  /** Lay out what belongs to the selected unit and the moment. */
  sync(selected: string | null, doing: Doing): void {
    const ready = selected !== null && this.game.mayOrder(selected);
    if (ready && doing === "move") this.moving.open(selected);
    else this.moving.close();
    if (ready && doing === "attack") this.attacking.open(selected);
    else this.attacking.close();
    if (ready && doing === "deploy") this.deploying.open(selected);
    else this.deploying.close();
    if (doing !== "attack" || ready) this.supporting.close();
    this.landing = null;
    if (!ready && !this.supporting.buying) this.cursor = null;
  }

  // -- pointer ------------------------------------------------------------------------------------------------------

  click(point: Point, hit: Hit): void {
    if (this.ruler.on) {
      const unit = this.game.unit(hit.unit);
      this.ruler.click({ at: unit?.at ?? point, unit: hit.unit });
      return;
    }
    if (this.supporting.aiming) {
      this.supporting.click(this.kept(this.game.unit(hit.unit)?.at ?? point), hit.unit);
      return;
    }
    if (this.attacking.aiming) {
      this.attacking.setPoint(this.game.unit(hit.unit)?.at ?? this.kept(point));
      return;
    }
    if (this.landing) {
      this.land(this.kept(point));
      return;
    }
    const spot = this.spots.find((one) => this.game.space.distance(one.at, point) < SPOT);
    if (spot) this.decide(spot.choice);
    else if (hit.feature && this.offered.has(hit.feature)) this.decide(hit.feature);
    else if (hit.unit) this.clickUnit(hit.unit, hit.section ?? null);
    else if (this.deploying.unit) this.deploying.place(point);
    else if (this.moving.draft) void this.moving.go(this.kept(point));
    else if (this.attacking.unit && this.isTarget(hit.feature)) this.attacking.aimAtFeature(hit.feature as string);
    else if (!this.attacking.unit) this.game.select(null);
  }

  /** A building, or a section of a wall: what a click on the table aims at. */
  private isTarget(feature: string | null): boolean {
    const terrain = this.game.shown?.scene.terrain ?? [];
    return isStructure(terrain.find((one) => one.id === feature || feature?.startsWith(`${one.id}/`)));
  }

  /** The tape is pulled out from here. */
  beginTape(point: Point, hit: Hit): void {
    this.ruler.begin({ at: this.game.unit(hit.unit)?.at ?? point, unit: hit.unit });
  }

  decide(choice: string): void {
    const side = this.game.shown?.view.decision?.side;
    if (side) void this.game.send({ decide: { side, choice } });
  }

  clickUnit(id: string, section: string | null = null): void {
    const unit = this.game.unit(id);
    if (this.attacking.unit && unit && !this.game.mayOrder(id) && id !== this.attacking.unit) {
      if (this.isEnemy(id)) this.attacking.aim(this.aimedAt(id, section));
      else this.game.select(id);
      return;
    }
    this.game.select(id);
  }

  /** What an attack on a unit names: the unit, or a section of it; the one that promises most where none is pointed at. */
  private aimedAt(id: string, section: string | null): string {
    const sections = Object.keys(this.game.unit(id)?.sections ?? {});
    if (!sections.length) return id;
    const names = sections.map((name) => `${id}/${name}`);
    const promises = (name: string): number => this.attacking.best[name]?.expected_damage ?? -1;
    return section ? `${id}/${section}` : (names.toSorted((a, b) => promises(b) - promises(a))[0] ?? id);
  }

  hover(point: Point | null, hit: Hit): void {
    this.hovered = hit.unit;
    if (this.ruler.on && point) this.ruler.stretch({ at: this.game.unit(hit.unit)?.at ?? point, unit: hit.unit });
    this.moving.hover(this.moving.draft ? point : null);
    if (this.supporting.aiming) this.supporting.hover(point && this.kept(point));
    else if (this.attacking.aiming) this.attacking.lookAtPoint(point && (this.game.unit(hit.unit)?.at ?? this.kept(point)));
    else if (this.attacking.unit) this.attacking.look(hit.unit && this.isEnemy(hit.unit) ? this.aimedAt(hit.unit, hit.section ?? null) : null);
  }

  /** A line drawn by hand on the table. */
  drew(path: Point[]): void {
    const draft = this.moving.draft;
    if (!draft) return;
    const points = draft.start ? simplified([draft.start, ...path], 0.12).slice(1) : simplified(path, 0.12);
    this.moving.drawn(points.map((point) => this.kept(point)));
  }

  /** Where the facing handle has been dragged to. */
  dragFacing(point: Point, snap: number): void {
    const from = this.moving.draft ? endOf(this.moving.draft) : this.deploying.at;
    if (!from) return;
    const degrees = this.game.space.facing(bearing(from, point), snap);
    if (this.moving.draft) this.moving.face(degrees, true);
    else this.deploying.face(degrees);
  }

  isEnemy(id: string): boolean {
    const unit = this.game.unit(id);
    const own = this.game.unit(this.attacking.unit ?? this.game.selected);
    return unit !== undefined && own !== undefined && unit.side !== own.side;
  }

  private land(point: Point): void {
    const { draft } = this.moving;
    if (!draft || !this.landing) return;
    const others = landingsOf(draft).filter((landing) => landing.unit !== this.landing);
    this.moving.change({ unload: [...others, { unit: this.landing, at: point }] });
    this.landing = null;
  }

  private kept(point: Point): Point {
    const map = this.game.shown?.scene.map;
    return map ? this.game.space.snap(onTable(point, map.width, map.depth)) : point;
  }

  // -- keys ---------------------------------------------------------------------------------------------------------

  /** Whether the key meant something. Pan and zoom are the table's own. */
  key(key: string, shift: boolean): boolean {
    switch (key) {
      case "Escape":
        return this.escape();
      case "Enter":
        return this.enter();
      case "Backspace":
        if (!this.moving.draft) return false;
        this.moving.undo();
        return true;
      case "q":
      case "Q":
        return this.turn(-this.game.space.turns[shift ? 1 : 0]);
      case "e":
      case "E":
        return this.turn(this.game.space.turns[shift ? 1 : 0]);
      case "n":
        this.game.selectNext();
        return true;
      case "t":
        if (!this.attacking.unit) return false;
        this.attacking.aimNext();
        return true;
      case "m":
        return this.nextMode();
      case "d":
        if (!this.moving.draft) return false;
        this.moving.drawing = !this.moving.drawing;
        return true;
      case "r":
        this.ruler.toggle();
        return true;
      case "h":
        return this.attacking.raise();
      case "?":
        this.help = !this.help;
        return true;
      default:
        return this.arrow(key, shift);
    }
  }

  private escape(): boolean {
    if (this.help) this.help = false;
    else if (this.game.busy) this.game.skip();
    else if (this.ruler.on) this.ruler.toggle();
    else if (this.supporting.laying) this.supporting.laying = null;
    else if (this.supporting.using) this.supporting.take(null);
    else if (this.attacking.target || this.attacking.aiming || this.attacking.feature) this.attacking.clear();
    else if (this.moving.draft?.before) while (this.moving.draft?.before) this.moving.undo();
    else this.game.select(null);
    return true;
  }

  /** Enter goes to the cursor first; where the cursor already is, it confirms. */
  private enter(): boolean {
    const { draft } = this.moving;
    if (this.cursor && (draft || this.deploying.unit || this.attacking.aiming || this.supporting.aiming)) {
      const point = this.cursor;
      this.cursor = null;
      this.click(point, { unit: null, feature: null });
      return true;
    }
    if (this.supporting.buying) void this.supporting.buy();
    else if (this.supporting.using) void this.supporting.fire();
    else if (draft) void this.moving.confirm();
    else if (this.deploying.unit) void this.deploying.confirm();
    else if (this.attacking.unit) void this.attacking.fire();
    else return false;
    return true;
  }

  private turn(by: number): boolean {
    if (this.moving.draft) this.moving.turn(by);
    else if (this.deploying.unit) this.deploying.turn(by);
    else return false;
    return true;
  }

  private nextMode(): boolean {
    const { draft } = this.moving;
    if (!draft) return false;
    const modes = this.moving.modes(draft.unit);
    const next = modes[(modes.findIndex((mode) => mode.name === draft.mode) + 1) % modes.length];
    if (next) this.moving.setMode(next);
    return true;
  }

  private arrow(key: string, shift: boolean): boolean {
    const by: Record<string, Point> = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const move = by[key];
    const { draft } = this.moving;
    if (!move || !(draft || this.deploying.unit || this.attacking.aiming || this.supporting.aiming)) return false;
    const map = this.game.shown?.scene.map;
    const home = draft ? endOf(draft) : (this.deploying.at ?? this.game.unit(this.attacking.unit)?.at);
    const from = this.cursor ?? home ?? [(map?.width ?? 0) / 2, (map?.depth ?? 0) / 2];
    const [right, up] = this.sheet.towards(move[0], move[1]);
    this.cursor = this.kept(this.game.space.step(from, right, up, shift));
    this.moving.hover(draft ? this.cursor : null);
    if (this.supporting.aiming) this.supporting.hover(this.cursor);
    else if (this.attacking.aiming) this.attacking.lookAtPoint(this.cursor);
    return true;
  }
}

/** Take a seat. What is under way when its page is left may still come to its end, so this belongs to no component. */
export function sitDown(game: string, token: string, open: () => Socket): Desk {
  let desk: Desk | undefined;
  $effect.root(() => {
    desk = new Desk(new Game(game, token, open));
  });
  return desk as Desk;
}
