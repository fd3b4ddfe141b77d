// The force on the page: every change is kept in the browser at once and checked by the server soon after.
import { checkForce, type CheckedForce } from "../lib/api";
import { buildForce, suggest, tuneForce, type Proposal, type Suggestions, type Wishes } from "./api";
import * as force from "./force";
import type { Change, Draft, ForceFile, Member, MemberFile, Troop } from "./force";
import type { UnitData } from "./units";

const KEY = "lancemate.muster";
const PAUSE = 200; // milliseconds before a change is checked
const STEPS = 60; // changes that can be taken back

type Kept = { draft: Draft; at: number };

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export class Builder {
  draft = $state.raw<Draft>(force.emptyDraft());
  checked = $state.raw<CheckedForce | null>(null);
  suggestions = $state.raw<Suggestions | null>(null);
  trouble = $state<string | null>(null);
  busy = $state(false);
  past = $state.raw<Draft[]>([]);
  active = $state<number | null>(null); // the formation that new units join
  word = $state("Lance"); // what a formation is called here
  private timer: number | null = null;
  private asked = 0;

  readonly members = $derived(force.membersOf(this.draft));
  readonly name = $derived(this.draft.head.name);
  /** What the server said of each member and each formation, by key. */
  readonly told = $derived(new Map(this.members.map((one, at) => [one.key, this.checked?.units[at]])));
  readonly toldTroops = $derived(
    new Map(this.draft.troops.filter((one) => one.members.length).map((one, at) => [one.key, this.checked?.formations?.[at]])),
  );

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Kept | null;
      if (kept?.draft?.troops) this.draft = force.draftOf(force.fileOf(kept.draft), force.membersOf(kept.draft).map((one) => one.title));
    } catch {
      // Nothing was kept, or something that is none of ours.
    }
    if (this.members.length) this.soon();
  }

  /** Change the force; the way back is kept. */
  set(draft: Draft): void {
    if (draft === this.draft) return;
    this.past = [...this.past.slice(-STEPS + 1), this.draft];
    this.put(draft);
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.put(before);
  }

  private put(draft: Draft): void {
    this.draft = draft;
    this.suggestions = null;
    try {
      localStorage.setItem(KEY, JSON.stringify({ draft, at: Date.now() } satisfies Kept));
    } catch {
      // A browser that keeps nothing can still write the force to a file.
    }
    this.soon();
  }

  private soon(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.check(), PAUSE);
  }

  // -- changes --------------------------------------------------------------------------------------------------

  add(unit: UnitData, own: boolean, troop: number | null = null): void {
    const member = force.recruit(unit, own);
    const place = this.draft.troops.find((one) => one.key === (troop ?? this.active)) ?? this.draft.troops.at(-1);
    this.set(place ? force.added(this.draft, place.key, member) : force.withTroop(this.draft, force.freshName(this.draft, this.word), [member]));
  }

  addTroop(member: number | null = null): void {
    let draft = force.withTroop(this.draft, force.freshName(this.draft, this.word));
    const fresh = draft.troops.at(-1);
    if (fresh && member !== null) draft = force.moved(draft, member, fresh.key);
    this.set(draft);
    this.active = fresh?.key ?? null;
  }

  addToNew(unit: UnitData, own: boolean): void {
    this.set(force.withTroop(this.draft, force.freshName(this.draft, this.word), [force.recruit(unit, own)]));
    this.active = this.draft.troops.at(-1)?.key ?? null;
  }

  remove(member: number): void {
    const left = force.removed(this.draft, member);
    this.set(left);
  }
  copy(member: Member): void {
    const troop = force.troopOf(this.draft, member.key);
    const { unit, card, skill } = member.data;
    const twin = { ...force.recruit({ id: unit ?? "", name: member.title } as UnitData, false), data: { ...(card ? { card } : { unit: unit ?? "" }), skill: skill ?? force.REGULAR } };
    if (troop) this.set(force.added(this.draft, troop.key, twin));
  }
  removeTroop(troop: number): void {
    this.set(force.withoutTroop(this.draft, troop));
  }
  move(member: number, troop: number, before: number | null = null): void {
    this.set(force.moved(this.draft, member, troop, before));
  }
  step(member: number, by: 1 | -1): void {
    this.set(force.stepped(this.draft, member, by));
  }
  change(member: number, change: Change<MemberFile>): void {
    this.set(force.changed(this.draft, member, change));
  }
  command(member: number, command: string): void {
    this.set(force.commanded(this.draft, member, command || undefined));
  }
  reform(troop: number, change: Change<Troop["data"]>): void {
    this.set(force.reformed(this.draft, troop, change));
  }
  head(change: Change<Draft["head"]>): void {
    this.set(force.headed(this.draft, change));
  }
  clear(): void {
    this.set(force.emptyDraft());
    this.active = null;
  }

  /** Take a whole force in hand. */
  load(file: ForceFile, titles: readonly string[] = []): void {
    this.set(force.draftOf(file, titles));
    this.active = null;
  }
  private take(checked: CheckedForce): void {
    this.load(checked.force as unknown as ForceFile, checked.units.map((one) => one.name));
    this.checked = checked;
  }

  // -- what the server says -------------------------------------------------------------------------------------

  get file(): ForceFile {
    return force.fileOf(this.draft);
  }

  /** The force as it stands now, checked by the server; null when there is none or it cannot be. */
  async check(): Promise<CheckedForce | null> {
    const ask = (this.asked += 1);
    if (this.timer !== null) clearTimeout(this.timer);
    if (!this.members.length) {
      this.trouble = null;
      return (this.checked = null);
    }
    try {
      const checked = await checkForce({ force: this.file });
      if (ask !== this.asked) return null;
      this.trouble = null;
      return (this.checked = checked);
    } catch (error) {
      if (ask === this.asked) this.trouble = wordsOf(error);
      return null;
    }
  }

  private async work(act: () => Promise<void>): Promise<void> {
    this.busy = true;
    try {
      await act();
      this.trouble = null;
    } catch (error) {
      this.trouble = wordsOf(error);
    } finally {
      this.busy = false;
    }
  }

  /** Answer what is left open in it: the force as the server has it then. */
  choose(choice: string): Promise<void> {
    return this.work(async () => this.take(await checkForce({ force: this.file, choices: [choice] })));
  }
  build(wishes: Wishes): Promise<void> {
    return this.work(async () => this.take(await buildForce(wishes)));
  }
  tune(points: number, skills: [number, number]): Promise<void> {
    return this.work(async () => this.take(await tuneForce(this.file, points, skills)));
  }
  ask(cards: UnitData[]): Promise<void> {
    return this.work(async () => void (this.suggestions = await suggest(this.file, cards)));
  }

  /** Make a formation what was proposed for it. */
  accept(troop: Troop, proposal: Proposal, isOwn: (id: string) => boolean): void {
    let draft = this.draft;
    for (const change of proposal.changes) {
      const member = troop.members[change.place];
      if (!member) continue;
      if (change.card === null) draft = force.commanded(draft, member.key, change.command ?? undefined);
      else {
        const { title, data } = force.recruit(change.card, isOwn(change.card.id));
        draft = force.changed(draft, member.key, { unit: data.unit, card: data.card });
        draft = { ...draft, troops: draft.troops.map((one) => ({ ...one, members: one.members.map((two) => (two.key === member.key ? { ...two, title } : two)) })) };
      }
    }
    this.set(force.reformed(draft, troop.key, { type: proposal.type }));
  }
}
