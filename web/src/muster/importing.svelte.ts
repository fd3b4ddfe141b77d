// Files, a link or a text on their way into the page: the server reads them part by part, own units are kept, and the
// report stays in view.
import { Refused } from "../lib/api";
import { fileGiven, importFile, searchUnitList, type FileGiven, type Imported } from "./api";
import type { Collection } from "./collection.svelte";
import { meant, partsOf, type Part } from "./parts";
import { meantBy } from "./units";

const LARGEST = 3_500_000; // bytes of a file that goes as it is; what is no text grows by a third on its way
const LARGEST_LIST = 300_000_000; // of one that is cut into parts here
const MOST_CARDS = 2_000; // own ones that come along
const PAUSE = 4_000; // milliseconds, when the server is asked too fast
const PAUSES = 30;

export type Progress = { done: number; of: number }; // units

const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

export class Importing {
  report = $state.raw<Imported | null>(null);
  source = $state("");
  trouble = $state<string | null>(null);
  busy = $state(false);
  progress = $state.raw<Progress | null>(null);
  private stopped = false;

  constructor(private readonly collection: Collection) {}

  clear(): void {
    this.report = null;
    this.trouble = null;
  }

  /** What has been taken stays; the rest is left. */
  stop(): void {
    this.stopped = true;
  }

  async files(files: Iterable<File>): Promise<void> {
    const given = [...files];
    if (!given.length) return;
    await this.take(given.map((file) => file.name).join(", "), async () => {
      const read = await Promise.all(given.map((file) => this.opened(file)));
      const parts = partsOf(read);
      for (const part of parts) {
        const length = part.given.text?.length ?? part.given.base64?.length ?? 0;
        if (length > LARGEST * 1.34) throw new Error(`${part.given.name || "this file"} is larger than ${LARGEST / 1e6} MB; units and forces take far less room: is it the right one?`);
      }
      return this.readAll(parts);
    });
  }
  paste(text: string): Promise<void> {
    return this.take("What was pasted", () => this.readAll(partsOf([{ name: "", text }])));
  }
  search(name: string): Promise<void> {
    return this.take("The Master Unit List", async () => {
      const report = await searchUnitList(name);
      await this.keep(report);
      return report;
    });
  }

  private opened(file: File): Promise<FileGiven> {
    if (file.size > LARGEST_LIST) throw new Error(`${file.name} is larger than ${LARGEST_LIST / 1e6} MB: is it the right one?`);
    return fileGiven(file);
  }

  private async readAll(parts: readonly Part[]): Promise<Imported> {
    const of = parts.reduce((sum, part) => sum + part.units, 0);
    const reports: Imported[] = [];
    let done = 0;
    for (const part of parts) {
      if (this.stopped) break;
      if (of) this.progress = { done, of };
      const report = await this.read(part);
      await this.keep(report);
      reports.push(report);
      done += part.units;
    }
    const whole = joined(reports);
    return this.stopped ? { ...whole, notes: [`Stopped after ${done.toLocaleString("en")} of ${of.toLocaleString("en")} units.`, ...whole.notes] } : whole;
  }

  /** Read it beside one's own units that it may mean: those of the same number or name, and those that it only names. */
  private async read(part: Part): Promise<Imported> {
    const known = meant(this.collection.units, part).slice(0, MOST_CARDS);
    const first = await this.patiently(() => importFile(part.given, known));
    if (part.units) return first;
    const again = new Set(first.taken.map((one) => one.card.id));
    const mine = [...meantBy(this.collection.units, first.missing), ...this.collection.units.filter((one) => again.has(one.id))];
    return mine.length ? this.patiently(() => importFile(part.given, [...new Set(mine)].slice(0, MOST_CARDS))) : first;
  }

  /** A server that is asked too fast is asked again after a while. */
  private async patiently(ask: () => Promise<Imported>): Promise<Imported> {
    for (let pause = 0; ; pause++) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== "too_fast" || pause >= PAUSES || this.stopped) throw error;
        await wait(PAUSE);
      }
    }
  }

  private keep(report: Imported): Promise<void> {
    return this.collection.take(report.taken.map((one) => one.card));
  }

  private async take(source: string, act: () => Promise<Imported>): Promise<void> {
    this.busy = true;
    this.stopped = false;
    this.clear();
    this.source = source;
    try {
      this.report = await act();
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    } finally {
      this.busy = false;
      this.progress = null;
    }
  }
}

/** Several reports as one; of several forces the last one. */
export function joined(reports: readonly Imported[]): Imported {
  const [only] = reports;
  if (only && reports.length === 1) return only;
  const taken = reports.flatMap((one) => one.taken);
  const refused = reports.flatMap((one) => one.refused);
  const counted = (number: number): string => `${number.toLocaleString("en")} unit${number === 1 ? "" : "s"}`;
  return {
    seems: only?.seems ?? "",
    summary: `${counted(taken.length)} taken${refused.length ? `, ${refused.length.toLocaleString("en")} refused` : ""}.`,
    notes: [...new Set(reports.flatMap((one) => one.notes))],
    taken,
    enlisted: reports.flatMap((one) => one.enlisted),
    refused,
    missing: reports.flatMap((one) => one.missing),
    force: reports.findLast((one) => one.force)?.force ?? null,
  };
}
