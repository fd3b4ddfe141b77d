// A file, a link or a text on its way into the page: the server reads it, own units are kept, and the report stays in view.
import { fileGiven, importFile, searchUnitList, type FileGiven, type Imported } from "./api";
import type { Collection } from "./collection.svelte";
import { meantBy } from "./units";

const LARGEST = 3_500_000; // bytes; what is no text grows by a third on its way

export class Importing {
  report = $state.raw<Imported | null>(null);
  source = $state("");
  trouble = $state<string | null>(null);
  busy = $state(false);

  constructor(private readonly collection: Collection) {}

  clear(): void {
    this.report = null;
    this.trouble = null;
  }

  async files(files: Iterable<File>): Promise<void> {
    for (const file of files)
      await this.take(file.name, async () => {
        if (file.size > LARGEST) throw new Error(`this file is larger than ${LARGEST / 1e6} MB; units and forces take far less room: is it the right one?`);
        return this.read(await fileGiven(file));
      });
  }
  paste(text: string): Promise<void> {
    return this.take("What was pasted", () => this.read({ name: "", text }));
  }
  search(name: string): Promise<void> {
    return this.take("The Master Unit List", () => searchUnitList(name));
  }

  /** Read it, and once more with one's own units if it names some that the server has not got. */
  private async read(file: FileGiven): Promise<Imported> {
    const first = await importFile(file);
    const mine = meantBy(this.collection.units, first.missing);
    return mine.length ? importFile(file, mine.slice(0, 500)) : first;
  }

  private async take(source: string, act: () => Promise<Imported>): Promise<void> {
    this.busy = true;
    this.clear();
    this.source = source;
    try {
      const report = await act();
      await this.collection.take(report.taken.map((one) => one.card));
      this.report = report;
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    } finally {
      this.busy = false;
    }
  }
}
