// What this player likes: theme, pace, hints. Kept in the browser.
export type ThemeName = "system" | "dark" | "light";
export type Pace = "normal" | "fast" | "off";

type Stored = { theme: ThemeName; pace: Pace; name: string; costs: boolean };

const KEY = "lancemate.settings";
const DEFAULTS: Stored = { theme: "system", pace: "normal", name: "", costs: false };

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

  /** How much longer or shorter things are acted out; 0 is not at all. */
  get factor(): number {
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    return { normal: still ? 0.4 : 1, fast: 0.35, off: 0 }[this.pace];
  }

  /** Put the theme on the page, and follow the system where that is wished. */
  apply(): void {
    const system = LIGHT.matches ? "light" : "dark";
    document.documentElement.dataset.theme = this.theme === "system" ? system : this.theme;
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
