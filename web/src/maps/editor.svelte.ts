// The drawing board: what is drawn, with which tool, and the way back.
import { call, post } from "../lib/api";
import type { Json, Point } from "../lib/protocol";
import * as land from "./ground";
import type { Ground, Piece, Shape } from "./ground";
import { leaveOnTheBoard, onTheBoard } from "./ownmaps";

const STEPS = 100;
const PAUSE = 300; // milliseconds before a change is checked
export type Tool = "select" | Shape | "paint" | "erase";

export class Editor {
  ground = $state.raw<Ground>(onTheBoard() ?? land.freshGround("table"));
  past = $state.raw<Ground[]>([]);
  future = $state.raw<Ground[]>([]);
  tool = $state<Tool>("select");
  kind = $state("woods");
  roles = $state.raw<Record<string, string>>({});
  selected = $state<string | null>(null);
  points = $state.raw<Point[]>([]); // of a polygon or line under way
  trouble = $state<string | null>(null);
  wrong = $state<string | null>(null); // the piece that is complained of
  said = $state<string | null>(null);
  private timer: number | null = null;
  private asked = 0;
  private stroke: string | null = null; // the piece that is painted just now

  readonly hex = $derived(this.ground.map.kind === "hex");
  readonly piece = $derived(this.ground.terrain.find((one) => one.id === this.selected) ?? null);

  async load(): Promise<void> {
    try {
      this.roles = (await call<{ kinds: Record<string, string> }>("/api/maps/kinds")).kinds;
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
    this.soon();
  }

  set(ground: Ground): void {
    if (ground === this.ground) return;
    this.past = [...this.past.slice(1 - STEPS), this.ground];
    this.future = [];
    this.put(ground);
  }
  /** A change that belongs to the one before: a drag that goes on. */
  adjust(ground: Ground): void {
    this.put(ground);
  }
  private put(ground: Ground): void {
    this.ground = ground;
    this.said = null;
    leaveOnTheBoard(ground);
    this.soon();
  }
  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.future = [...this.future, this.ground];
    this.put(before);
  }
  redo(): void {
    const after = this.future.at(-1);
    if (!after) return;
    this.future = this.future.slice(0, -1);
    this.past = [...this.past, this.ground];
    this.put(after);
  }

  begin(kind: "table" | "hex"): void {
    this.set(land.freshGround(kind));
    this.tool = kind === "hex" ? "paint" : "polygon";
    this.selected = null;
  }
  open(ground: Ground): void {
    this.set(ground);
    this.selected = null;
    this.tool = "select";
  }
  take(tool: Tool): void {
    this.tool = tool;
    this.points = [];
    if (tool !== "select") this.selected = null;
  }

  add(shape: Partial<Piece>): void {
    const made = land.piece(land.freshId(this.ground, this.kind), this.kind, shape, land.measuresOf(this.kind, this.roles[this.kind] ?? ""));
    this.set({ ...this.ground, terrain: [...this.ground.terrain, made] });
    this.selected = made.id;
  }
  /** End a polygon or a line. */
  close(): void {
    const points = this.points;
    this.points = [];
    if (this.tool === "polygon" && points.length >= 3) this.add({ polygon: points });
    if (this.tool === "line" && points.length >= 2) this.add({ line: points });
  }
  change(change: Partial<Piece>): void {
    this.set({ ...this.ground, terrain: this.ground.terrain.map((one) => (one.id === this.selected ? { ...one, ...change } : one)) });
  }
  remove(id: string | null = this.selected): void {
    if (!id) return;
    this.set({ ...this.ground, terrain: this.ground.terrain.filter((one) => one.id !== id) });
    this.selected = null;
  }
  /** Move the chosen piece by whole steps: half inches, or hexes. */
  nudge(dx: number, dy: number): void {
    const piece = this.piece;
    if (!piece) return;
    const moved = piece.hexes ? land.shiftedHexes(piece, dx, -dy, this.ground) : land.shifted(piece, dx * 0.5, dy * 0.5);
    this.set({ ...this.ground, terrain: this.ground.terrain.map((one) => (one.id === piece.id ? moved : one)) });
  }
  /** Draw it later, over the others, or earlier. */
  restack(by: 1 | -1): void {
    const at = this.ground.terrain.findIndex((one) => one.id === this.selected);
    const to = at + by;
    if (at < 0 || to < 0 || to >= this.ground.terrain.length) return;
    const terrain = [...this.ground.terrain];
    const [piece] = terrain.splice(at, 1);
    if (piece) terrain.splice(to, 0, piece);
    this.set({ ...this.ground, terrain });
  }

  /** Paint or clear a hex; a stroke of the brush is one piece and one step back. */
  touch(name: string, first: boolean): void {
    if (this.tool === "erase") {
      const cleared = land.unpainted(this.ground, name);
      if (first) this.set(cleared);
      else this.adjust(cleared);
      return;
    }
    if (first || !this.ground.terrain.some((one) => one.id === this.stroke)) {
      this.add({ hexes: [name] });
      this.stroke = this.selected;
      this.tool = "paint";
    } else if (this.stroke) this.adjust(land.painted(this.ground, name, this.stroke));
  }

  private soon(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.check(), PAUSE);
  }
  /** Whether a battle can be fought on it; what is wrong is told with its piece. */
  async check(): Promise<void> {
    const ask = (this.asked += 1);
    const response = await fetch("/api/maps/check", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(land.groundData(this.ground)) }).catch(() => null);
    if (ask !== this.asked || !response) return;
    const body = (await response.json().catch(() => null)) as { error?: { message: string; key: string | null } } | null;
    const key = body?.error?.key ?? "";
    const at = /^terrain\.(\d+)/.exec(key);
    this.wrong = at ? (this.ground.terrain[Number(at[1])]?.id ?? null) : null;
    this.trouble = body?.error ? `${this.wrong ? `${this.wrong}: ` : ""}${body.error.message}` : null;
  }

  /** Keep it on the server; the answer is its id. */
  async publish(): Promise<string | null> {
    try {
      const kept = await post<{ id: string }>("/api/maps", { title: this.ground.title, ...land.groundData(this.ground) });
      return kept.id;
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
      return null;
    }
  }
  async fetch(id: string): Promise<void> {
    try {
      const found = land.groundOf(await call<Json>(`/api/maps/${encodeURIComponent(id)}`));
      if (found) this.open(found);
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }
}
