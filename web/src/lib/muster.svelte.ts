// A force in the making: units with Skills, checked by the server for points and faults.
import { checkForce, type CheckedForce, type OwnForce } from "./api";
import type { Card } from "./protocol";

type Recruit = { key: number; unit: string; name: string; skill: number };

const PAUSE = 200;
export const BEST_SKILL = 0;
export const WORST_SKILL = 8;

export class Muster {
  name = $state("My force");
  recruits = $state<Recruit[]>([]);
  checked = $state.raw<CheckedForce | null>(null);
  trouble = $state<string | null>(null);
  private next = 1;
  private timer: number | null = null;
  private asked = 0;

  readonly force = $derived<OwnForce>({
    name: this.name.trim() || "My force",
    units: this.recruits.map(({ unit, skill }) => ({ unit, skill })),
  });

  add(card: Card, skill = 4): void {
    this.recruits = [...this.recruits, { key: this.next++, unit: card.id, name: card.name, skill }];
    this.changed();
  }

  remove(key: number): void {
    this.recruits = this.recruits.filter((one) => one.key !== key);
    this.changed();
  }

  setSkill(key: number, skill: number): void {
    this.recruits = this.recruits.map((one) => (one.key === key ? { ...one, skill } : one));
    this.changed();
  }

  /** Take a force in hand, as one kept or opened from a file. */
  load(force: OwnForce): void {
    this.name = force.name;
    this.recruits = force.units.map(({ unit, skill }) => ({ key: this.next++, unit, name: unit, skill }));
    this.changed();
  }

  clear(): void {
    this.name = "My force";
    this.recruits = [];
    this.changed();
  }

  private changed(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.check(), PAUSE);
  }

  private async check(): Promise<void> {
    const ask = (this.asked += 1);
    if (!this.recruits.length) {
      this.checked = null;
      return;
    }
    try {
      const checked = await checkForce(this.force);
      if (ask !== this.asked) return;
      this.checked = checked;
      this.trouble = null;
      this.recruits = this.recruits.map((one, i) => ({ ...one, name: checked.units[i]?.name ?? one.name }));
    } catch (error) {
      if (ask === this.asked) this.trouble = error instanceof Error ? error.message : String(error);
    }
  }
}
