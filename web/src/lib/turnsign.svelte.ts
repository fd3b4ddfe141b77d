// A sign that something is asked of this player: in the title, by a sound, and as a notification where that was allowed.
import { worker } from "./worker";
import { chime } from "./sound";
import { settings } from "./settings.svelte";

const MARK = "● ";
const CALL = "Your move";

const able = (): boolean => "Notification" in window;

class TurnSign {
  #note: Notification | null = null;

  permission = $state<NotificationPermission | "none">(able() ? Notification.permission : "none");

  /** Ask the browser whether it may notify. Only ever after a click. */
  async ask(): Promise<void> {
    if (!able()) return;
    this.permission = await Notification.requestPermission();
    if (this.permission === "granted") void worker();
  }

  /** It is this player's move now. */
  raise(what: string, where: string): void {
    chime();
    if (this.permission !== "granted" || !settings.notify || document.visibilityState === "visible") return;
    this.#note?.close(); // one that only takes another's place is not heard
    const note = { body: what, tag: where, data: where };
    try {
      this.#note = new Notification(CALL, note);
      this.#note.onclick = () => this.#come(where);
    } catch {
      void worker().then((one) => one?.showNotification(CALL, note)); // telephones let only a worker notify
    }
  }

  #come(where: string): void {
    window.focus();
    window.location.hash = where.replace(/^#/, "");
    this.#note?.close();
  }

  /** The title of the page, with a mark while something is asked. */
  title(words: string, asked: boolean): void {
    document.title = `${asked ? MARK : ""}${words}`;
  }
}

export const turnSign = new TurnSign();
