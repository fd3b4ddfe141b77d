// What this player likes: theme, pace, motion, sound, the view of the table, hints. Kept in the browser.
export type ThemeName = "system" | "dark" | "light";
export type Pace = "cinema" | "normal" | "fast" | "off";
export type ViewName = "auto" | "flat" | "standing";
export type Motion = "system" | "full" | "still";

type Stored = { theme: ThemeName; pace: Pace; name: string; costs: boolean; view: ViewName; motion: Motion; sound: boolean; notify: boolean };

const KEY = "lancemate.settings";
const DEFAULTS: Stored = { theme: "system", pace: "normal", name: "", costs: false, view: "auto", motion: "system", sound: true, notify: true };

const STILL = window.matchMedia("(prefers-reduced-motion: reduce)");
const LIGHT = window.matchMedia("(prefers-color-scheme: light)");

function load(): Stored {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Stored>) };
  } catch {
    return DEFAULTS;
  }
}

class Settings {
  #values = $state<Stored>(load());

  get theme(): ThemeName {
    return this.#values.theme;
  }
  set theme(theme: ThemeName) {
    this.#set({ theme });
    this.apply();
  }

  get pace(): Pace {
    return this.#values.pace;
  }
  set pace(pace: Pace) {
    this.#set({ pace });
  }

  get name(): string {
    return this.#values.name;
  }
  set name(name: string) {
    this.#set({ name });
  }

  /** Show what each place costs in the reachable overlay, not only under the pointer. */
  get costs(): boolean {
    return this.#values.costs;
  }
  set costs(costs: boolean) {
    this.#set({ costs });
  }

  /** How the table is looked at: flat, standing, or as the machine can. */
  get view(): ViewName {
    return this.#values.view;
  }
  set view(view: ViewName) {
    this.#set({ view });
  }

  get motion(): Motion {
    return this.#values.motion;
  }
  set motion(motion: Motion) {
    this.#set({ motion });
    this.apply();
  }

  /** Nothing is to move by itself. */
  get still(): boolean {
    return this.motion === "still" || (this.motion === "system" && STILL.matches);
  }

  get sound(): boolean {
    return this.#values.sound;
  }
  set sound(sound: boolean) {
    this.#set({ sound });
  }

  /** A notification when it is this player's move, where the browser allows it. */
  get notify(): boolean {
    return this.#values.notify;
  }
  set notify(notify: boolean) {
    this.#set({ notify });
  }

  /** How much longer or shorter things are acted out; 0 is not at all. */
  get factor(): number {
    return { cinema: this.still ? 0.5 : 1.8, normal: this.still ? 0.4 : 1, fast: 0.35, off: 0 }[this.pace];
  }

  /** Put the theme on the page, and follow the system where that is wished. */
  apply(): void {
    const system = LIGHT.matches ? "light" : "dark";
    document.documentElement.dataset.theme = this.theme === "system" ? system : this.theme;
    document.documentElement.dataset.motion = this.still ? "still" : "full";
  }

  #set(change: Partial<Stored>): void {
    this.#values = { ...this.#values, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#values));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }
}

export const settings = new Settings();
LIGHT.addEventListener("change", () => settings.apply());
STILL.addEventListener("change", () => settings.apply());
