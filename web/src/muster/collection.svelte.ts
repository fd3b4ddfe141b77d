// What the browser keeps for a player: own units (in its database, there may be thousands), favourites, and the miniatures
// there are, loose and in boxes.
import { MOST, totalsOf, type Box, type Boxes, type Table } from "./collecting";
import type { UnitData } from "./units";

const BASE = "lancemate";
const STORE = "units";
const FAVOURITES = "lancemate.favourites";
const OWNED = "lancemate.collection";
const BOXES = "lancemate.boxes";
const OPENING = 3000; // milliseconds; a browser that keeps nothing may never answer

function kept<T>(key: string, empty: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? empty;
  } catch {
    return empty;
  }
}

function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing forgets them with the page.
  }
}

function base(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("the browser's database does not answer")), OPENING);
    const asked = indexedDB.open(BASE, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "id" });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error("the browser keeps nothing"));
  });
}

async function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T> | null): Promise<T | null> {
  const found = await base();
  try {
    return await new Promise((resolve, reject) => {
      const work = found.transaction(STORE, mode);
      const asked = act(work.objectStore(STORE));
      work.oncomplete = () => resolve(asked ? asked.result : null);
      work.onerror = () => reject(work.error ?? new Error("the browser could not keep it"));
      work.onabort = work.onerror;
    });
  } finally {
    found.close();
  }
}

export class Collection {
  units = $state.raw<UnitData[]>([]);
  favourites = $state.raw<ReadonlySet<string>>(new Set(kept<string[]>(FAVOURITES, [])));
  owned = $state.raw<ReadonlyMap<string, number>>(new Map(Object.entries(kept<Record<string, number>>(OWNED, {}))));
  boxes = $state.raw<Boxes>(kept<Boxes>(BOXES, {}));
  trouble = $state<string | null>(null);

  /** All there is of each unit. */
  readonly totals = $derived(totalsOf(this.owned, this.boxes));

  async load(): Promise<void> {
    try {
      this.units = (await inStore<UnitData[]>("readonly", (store) => store.getAll() as IDBRequest<UnitData[]>)) ?? [];
    } catch {
      this.trouble = "This browser keeps no units of your own: they are gone when the page is closed.";
    }
  }

  async take(units: readonly UnitData[]): Promise<void> {
    if (!units.length) return;
    const fresh = new Map(units.map((one) => [one.id, one]));
    this.units = [...this.units.filter((one) => !fresh.has(one.id)), ...fresh.values()];
    await this.stored((store) => fresh.forEach((one) => store.put(one)));
  }

  async drop(ids: readonly string[]): Promise<void> {
    const gone = new Set(ids);
    this.units = this.units.filter((one) => !gone.has(one.id));
    await this.stored((store) => gone.forEach((id) => store.delete(id)));
  }

  private async stored(act: (store: IDBObjectStore) => void): Promise<void> {
    try {
      await inStore("readwrite", (store) => (act(store), null));
    } catch {
      this.trouble = "The browser has no room for these units: save them as a file.";
    }
  }

  favour(id: string): void {
    const next = new Set(this.favourites);
    if (!next.delete(id)) next.add(id);
    this.favourites = next;
    keep(FAVOURITES, [...next]);
  }

  own(id: string, count: number): void {
    const next = new Map(this.owned);
    if (count > 0) next.set(id, Math.min(Math.floor(count), MOST));
    else next.delete(id);
    this.owned = next;
    keep(OWNED, Object.fromEntries(next));
  }

  /** Put a box among the others, or in the place of the one with its name. */
  putBox(name: string, box: Box): void {
    this.boxes = { ...this.boxes, [name]: box };
    keep(BOXES, this.boxes);
  }
  dropBox(name: string): void {
    this.boxes = Object.fromEntries(Object.entries(this.boxes).filter(([one]) => one !== name));
    keep(BOXES, this.boxes);
  }

  /** Take over a table: what it says of a unit or a box counts from now on. */
  takeTable({ loose, boxes }: Table): void {
    this.owned = new Map([...this.owned, ...Object.entries(loose)]);
    this.boxes = { ...this.boxes, ...boxes };
    keep(OWNED, Object.fromEntries(this.owned));
    keep(BOXES, this.boxes);
  }
}
