// A force in the making: units with Skills, checked by the server for points and faults.
import { checkForce, readForce, type CheckedForce } from "./api";
import type { Kept } from "./ownforces";
import type { Card, Json } from "./protocol";

type Recruit = { key: number; unit: string; name: string; skill: number };

const PAUSE = 200;
export const BEST_SKILL = 0;
export const WORST_SKILL = 8;

export class Muster {
  name = $state("My force");
  recruits = $state<Recruit[]>([]);
  checked = $state.raw<CheckedForce | null>(null);
  trouble = $state<string | null>(null);
  private whole: Json = null; // a force as its file had it, until its units are changed
  private next = 1;
  private timer: number | null = null;
  private asked = 0;

  add(card: Card, skill = 4): void {
    this.set([...this.recruits, { key: this.next++, unit: card.id, name: card.name, skill }]);
  }

  remove(key: number): void {
    this.set(this.recruits.filter((one) => one.key !== key));
  }

  setSkill(key: number, skill: number): void {
    this.set(this.recruits.map((one) => (one.key === key ? { ...one, skill } : one)));
  }

  rename(name: string): void {
    this.name = name;
    this.soon();
  }

  /** Take a kept force in hand, with its formations and pilots. */
  load(kept: Kept): void {
    this.set(kept.units.map((one) => ({ ...one, key: this.next++ })));
    this.whole = kept.force;
    this.name = kept.name;
  }

  /** Take the force of a file in hand. */
  async open(text: string): Promise<void> {
    const ask = (this.asked += 1);
    try {
      const read = await readForce(text);
      if (ask === this.asked) this.load(read);
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }

  clear(): void {
    this.name = "My force";
    this.set([]);
  }

  /** The force as it stands now, checked by the server; null when there is none or it cannot be. */
  async check(): Promise<CheckedForce | null> {
    const ask = (this.asked += 1);
    if (this.timer !== null) clearTimeout(this.timer);
    if (!this.recruits.length) return (this.checked = null);
    const name = this.name.trim() || "My force";
    const units = this.recruits.map(({ unit, skill }) => ({ unit, skill }));
    try {
      const checked = await checkForce(this.whole !== null ? { force: { ...(this.whole as object), name } } : { name, units });
      if (ask !== this.asked) return null;
      this.trouble = null;
      return (this.checked = checked);
    } catch (error) {
      if (ask === this.asked) this.trouble = error instanceof Error ? error.message : String(error);
      return null;
    }
  }

  /** Answer what is left open in it: the force as the server has it then. */
  async choose(choice: string): Promise<void> {
    if (!this.checked) return;
    const ask = (this.asked += 1);
    try {
      const chosen = await checkForce({ force: this.checked.force as object, choices: [choice] });
      if (ask !== this.asked) return;
      this.whole = chosen.force;
      this.checked = chosen;
      this.trouble = null;
    } catch (error) {
      if (ask === this.asked) this.trouble = error instanceof Error ? error.message : String(error);
    }
  }

  private set(recruits: Recruit[]): void {
    this.recruits = recruits;
    this.whole = null;
    this.soon();
  }

  private soon(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.check(), PAUSE);
  }
}
