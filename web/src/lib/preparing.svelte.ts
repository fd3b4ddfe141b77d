// The table before a battle: what Strategic Command and engineers (pp. 107-108) do to it, wish by wish.
import { lookAtTable, type Piece, type Preparer, type PreparedTable, type Quick } from "./api";
import { sentence } from "./words";

type Point = [number, number];
type Tool = "move" | "build" | "mines";

const LOT = 5; // densities of mines in one lot

const written = (at: Point): string => `${at[0].toFixed(1)}, ${at[1].toFixed(1)}`;

export class Preparing {
  table = $state.raw<PreparedTable | null>(null);
  wishes = $state.raw<string[]>([]);
  trouble = $state("");
  busy = $state(false);
  side = $state("red");
  tool = $state<Tool>("move");
  picked = $state<string | null>(null); // the piece that is to be moved
  density = $state(LOT);
  mines = $state.raw<{ density: number; at: Point }[]>([]); // fields of a lot that is not complete yet
  private of = ""; // the battle that the table belongs to

  readonly able = $derived<Preparer[]>((this.table?.sides ?? []).filter((one) => one.command || one.works > 0));
  readonly own = $derived(this.able.find((one) => one.name === this.side) ?? null);
  readonly left = $derived(LOT - this.mines.reduce((sum, one) => sum + one.density, 0));

  /** What goes with the order for a battle; nothing where the battle is another one by now. */
  wanted(quick: Quick): Quick {
    const same = JSON.stringify(quick) === this.of && this.table && this.wishes.length > 0;
    return same ? { map_seed: this.table!.map_seed, prepare: this.wishes } : {};
  }

  /** A fresh look, at the same table if the battle is the same. */
  async look(quick: Quick): Promise<void> {
    if (JSON.stringify(quick) !== this.of) {
      this.of = JSON.stringify(quick);
      [this.table, this.wishes, this.mines] = [null, [], []];
    }
    await this.ask(this.wishes);
    this.side = this.able[0]?.name ?? this.side;
    this.tool = this.own?.command ? "move" : "build";
  }

  takeEdge(side: string, edge: string): Promise<void> {
    const others = this.wishes.filter((wish) => !wish.startsWith(`${side}: home `));
    return this.ask([`${side}: home ${edge}`, ...others]);
  }

  pick(piece: Piece): void {
    if (this.tool === "move" && this.own?.command) this.picked = this.picked === piece.id ? null : piece.id;
  }

  /** A click on the table: the piece goes there, or something is placed. */
  async point(at: Point): Promise<void> {
    if (this.tool === "move" && this.picked) {
      await this.wish(`${this.picked} to ${written(at)}`);
      this.picked = null;
    } else if (this.tool === "build") await this.wish(`build at ${written(at)}`);
    else if (this.tool === "mines") await this.lay(at);
  }

  private async lay(at: Point): Promise<void> {
    this.mines = [...this.mines, { density: Math.min(this.density, this.left), at }];
    if (this.left > 0) return;
    const lot = this.mines.map((one) => `${one.density} at ${written(one.at)}`).join("; ");
    this.mines = [];
    await this.wish(`mines ${lot}`);
  }

  back(): Promise<void> {
    if (this.mines.length) {
      this.mines = this.mines.slice(0, -1);
      return Promise.resolve();
    }
    return this.ask(this.wishes.slice(0, -1));
  }

  private wish(words: string): Promise<void> {
    return this.ask([...this.wishes, `${this.side}: ${words}`]);
  }

  /** Ask for the table with these wishes; one that is refused is not kept. */
  private async ask(wishes: string[]): Promise<void> {
    this.busy = true;
    this.trouble = "";
    try {
      const seed = this.table ? { map_seed: this.table.map_seed } : {};
      this.table = await lookAtTable({ ...(JSON.parse(this.of) as Quick), ...seed, prepare: wishes });
      this.wishes = wishes;
    } catch (error) {
      this.trouble = sentence(error instanceof Error ? error.message : String(error));
    } finally {
      this.busy = false;
    }
  }
}
