// A battle at a real table as a companion keeps it: two forces with their tables, and the list of all that was marked.
// How the units stand follows from the list, so that anything can be undone and several telephones can share it.
import { call, post, Refused, type ForceChoice } from "../lib/api";
import { folded, unfolded } from "./folding";
import { standing, together, undoneNext, type Mark } from "./marks";
import type { Packet } from "./tables";

type Made<M> = M extends unknown ? Omit<M, "at" | "words"> : never;
type Link = { battle: string; key: string; n: number };
type Kept = { packet: Packet; forces: ForceChoice[]; marks: Mark[]; link: Link | null };

const KEY = "lancemate.companion";
const FORMAT = 6; // of the tables; what an older page has kept is asked for anew
const OLDER = "this battle was begun with an older companion: whoever shared it opens it here once more and shares it anew";
const WAITS = "Your battle is kept as it is. It was begun with an older companion and goes on as soon as the server answers: reload this page then";
const ALONE = "This battle was begun with an older companion. What was marked stands; share it anew, for the link of before is no more good";
const PASSING = ["stale", "too_fast"]; // the next look may do
const AGAIN = 2500; // milliseconds between two looks at what others have marked

export class Companion {
  packet = $state.raw<Packet | null>(null);
  marks = $state.raw<Mark[]>([]);
  link = $state.raw<Link | null>(null);
  trouble = $state<string | null>(null);
  busy = $state(false);
  away = $state(false); // the others cannot be reached now
  asked = $state.raw<{ battle: string; key: string } | null>(null); // a battle that would take the place of one's own
  private forces: ForceChoice[] = [];
  private timer = 0;
  private sending = false;
  private written: { of: Packet; text: string } | null = null; // the tables as they are kept: they are large, and stay as they are

  readonly now = $derived(this.packet ? standing(this.packet, this.marks) : null);
  readonly undoable = $derived(undoneNext(this.marks, this.now?.idle ?? []));

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Kept | null;
      if (kept?.packet?.format === FORMAT) [this.packet, this.forces, this.marks, this.link] = [unfolded(kept.packet), kept.forces, kept.marks, kept.link];
      else if (kept?.forces?.length === 2) void this.renew(kept);
      else if (kept?.packet) this.trouble = OLDER; // of others, who have the forces
    } catch {
      // What cannot be read is forgotten; a new battle can be begun.
    }
  }

  /** Fetch the tables of two forces and begin. */
  async begin(forces: [ForceChoice, ForceChoice]): Promise<void> {
    await this.try(async () => {
      const packet = await post<Packet>("/api/companion", { forces });
      [this.packet, this.forces, this.marks, this.link] = [packet, forces, [], null];
      this.keep();
    });
  }

  /** Go on with a battle whose tables are of an older make: what was marked stands. */
  private async renew(kept: Kept): Promise<void> {
    await this.try(async () => {
      const { forces, link } = kept;
      const packet = await post<Packet>("/api/companion", { forces }).catch((error: unknown) => {
        throw error instanceof Refused ? error : new Error(WAITS);
      });
      const others = link ? await this.ask(link.battle, link.key, link.n).catch(() => null) : null; // what they have marked meanwhile
      const marks = link && others ? together(kept.marks, link.n, others.marks) : kept.marks;
      [this.packet, this.forces, this.marks, this.link] = [packet, forces, marks, null];
      this.keep();
      if (link) this.trouble = ALONE;
    });
  }

  /** Join a battle that somebody shares. One that is under way here is not forgotten for it unasked. */
  async join(battle: string, key: string, sure = false): Promise<void> {
    this.asked = null;
    if (this.link?.battle === battle) return this.follow();
    if (this.marks.length && !sure) {
      this.asked = { battle, key };
      return this.follow();
    }
    this.stop();
    await this.try(async () => {
      const got = await this.ask(battle, key, null);
      if (got.packet.format !== FORMAT) throw new Error(OLDER);
      [this.packet, this.forces, this.marks, this.link] = [got.packet, [], got.marks, { battle, key, n: got.n }];
      this.keep();
      this.follow();
    });
  }

  /** Let others join by a link. */
  async share(): Promise<void> {
    await this.try(async () => {
      const opened = await post<{ battle: string; key: string; n: number }>("/api/companion/battles", { forces: this.forces, marks: this.marks });
      this.link = opened;
      this.keep();
      this.follow();
    });
  }

  get canShare(): boolean {
    return this.link === null && this.forces.length === 2;
  }

  end(): void {
    this.stop();
    [this.packet, this.marks, this.link, this.forces] = [null, [], null, []];
    localStorage.removeItem(KEY);
  }

  mark(made: Made<Mark>, words: string): void {
    this.marks = [...this.marks, { ...made, words, at: new Date().toISOString() } as Mark];
    this.keep();
    void this.send();
  }

  undo(): void {
    for (const n of this.undoable) this.mark({ do: "undo", n }, `Undone: ${this.marks[n]?.words ?? ""}`);
  }

  // -- together with others -----------------------------------------------------------------------------------------

  follow(): void {
    this.stop();
    if (this.link) this.timer = window.setInterval(() => void this.send(), AGAIN);
  }

  stop(): void {
    window.clearInterval(this.timer);
  }

  /** Fetch what others have marked, put one's own behind it, and send that. */
  private async send(): Promise<void> {
    const link = this.link;
    if (!link || this.sending) return;
    this.sending = true;
    try {
      const got = await this.ask(link.battle, link.key, link.n);
      if (this.link !== link) return; // it was ended meanwhile
      if (got.marks.length) this.marks = together(this.marks, link.n, got.marks);
      const here = (this.link = { ...link, n: got.n });
      const own = this.marks.slice(got.n);
      if (own.length) {
        const head = { Authorization: `Bearer ${link.key}` };
        const sent = await post<{ n: number }>(`/api/companion/battles/${link.battle}/marks`, { n: got.n, marks: own.slice(0, 500) }, head);
        if (this.link !== here) return;
        this.link = { ...link, n: sent.n };
      }
      this.away = false;
      this.keep();
    } catch (error) {
      this.away = true; // what is marked meanwhile waits here
      if (error instanceof Refused && !PASSING.includes(error.code)) this.trouble = `this battle is no longer shared: ${error.message}`;
    } finally {
      this.sending = false;
    }
  }

  private ask(battle: string, key: string, seen: number | null): Promise<{ n: number; marks: Mark[]; packet: Packet }> {
    return call(`/api/companion/battles/${encodeURIComponent(battle)}${seen === null ? "" : `?seen=${seen}`}`, { headers: { Authorization: `Bearer ${key}` } });
  }

  private async try(act: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.trouble = null;
    try {
      await act();
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    } finally {
      this.busy = false;
    }
  }

  private keep(): void {
    if (!this.packet) return;
    try {
      if (this.written?.of !== this.packet) this.written = { of: this.packet, text: folded(this.packet) };
      const more = JSON.stringify({ forces: this.forces, marks: this.marks, link: this.link } satisfies Omit<Kept, "packet">);
      localStorage.setItem(KEY, `{"packet":${this.written.text},${more.slice(1)}`);
    } catch {
      this.trouble = "This browser keeps nothing: the battle is lost when the page is closed.";
    }
  }
}
