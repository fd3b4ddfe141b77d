// A sign that something is asked of this player: in the title, by a sound, and as a notification where that was allowed.
import { chime } from "./sound";
import { settings } from "./settings.svelte";

const MARK = "● ";

const able = (): boolean => "Notification" in window;

class TurnSign {
  permission = $state<NotificationPermission | "none">(able() ? Notification.permission : "none");

  /** Ask the browser whether it may notify. Only ever after a click. */
  async ask(): Promise<void> {
    if (!able()) return;
    this.permission = await Notification.requestPermission();
  }

  /** It is this player's move now. */
  raise(what: string, where: string): void {
    chime();
    if (this.permission !== "granted" || !settings.notify || document.visibilityState === "visible") return;
    const note = new Notification("Your move", { body: what, tag: where });
    note.onclick = () => {
      window.focus();
      window.location.hash = where.replace(/^#/, "");
      note.close();
    };
  }

  /** The title of the page, with a mark while something is asked. */
  title(words: string, asked: boolean): void {
    document.title = `${asked ? MARK : ""}${words}`;
  }
}

export const turnSign = new TurnSign();
