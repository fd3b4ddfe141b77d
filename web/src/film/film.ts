// A short film of a battle: every command that stands is acted out before a camera, fast enough to be over in a minute.
import type { Game } from "../lib/game.svelte";
import type { Batch } from "../lib/protocol";
import { beatsOf, type Beat } from "../lib/stage";
import { Screen, type Look, type Moment } from "./frame";

const LONGEST = 50_000; // milliseconds
const [OPENING, ENDING, PAUSE] = [1200, 2500, 220]; // milliseconds: of the first picture, of the last, after each command
const FRAME = 33;
const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];

export type Clip = { moment: Moment; time: number };

export const canFilm = (): boolean => typeof MediaRecorder !== "undefined" && TYPES.some((type) => MediaRecorder.isTypeSupported(type));

export const lookOfGame = (game: Game): Look => ({ title: game.title || "A battle", space: game.space, paints: { ...game.liveries }, called: (id) => game.called(id), told: (text) => game.told(text) });

/** How long each beat takes, so that the whole is no longer than it may be. */
export function paced(clips: readonly Clip[], longest = LONGEST): Clip[] {
  const whole = clips.reduce((sum, clip) => sum + clip.time, 0);
  const factor = Math.min(1, longest / Math.max(1, whole));
  return clips.map((clip) => ({ ...clip, time: clip.time * factor }));
}

/** What is shown of one command: its beats on the table as it stood before, then how it stands. */
export function clipsOf(batch: Batch, before: Moment, after: Moment): Clip[] {
  const seen = beatsOf(batch, before.view).filter((beat: Beat) => beat.kind !== "dice");
  const beats = seen.map((beat) => ({ moment: { ...before, batch, beat, share: 0 }, time: beat.time }));
  return [...beats, { moment: { ...after, batch }, time: PAUSE }];
}

/** The picture of a moment, as a file. */
export function picture(game: Game): Promise<Blob> {
  const screen = new Screen(document.createElement("canvas"), lookOfGame(game));
  const shown = game.shown;
  if (!shown) return Promise.reject(new Error("There is nothing to be seen yet."));
  const batch = game.standing.findLast((one) => one.n <= game.moment) ?? null;
  screen.draw({ ...shown, batch, beat: null, share: 0 });
  return new Promise((resolve, reject) => screen.canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("The picture could not be made."))), "image/png"));
}

/** The whole battle as a film. `told` hears how far it is; `stopped` ends it early. */
export async function film(game: Game, told: (share: number) => void, stopped: () => boolean): Promise<Blob | null> {
  const clips = await script(game, (share) => told(share * 0.2), stopped);
  const screen = new Screen(document.createElement("canvas"), lookOfGame(game));
  const first = clips[0];
  if (!first || stopped()) return null;
  screen.draw(first.moment);
  const type = TYPES.find((one) => MediaRecorder.isTypeSupported(one)) ?? "";
  const recorder = new MediaRecorder(screen.canvas.captureStream(30), { mimeType: type, videoBitsPerSecond: 4_000_000 });
  const parts: Blob[] = [];
  recorder.ondataavailable = (event) => parts.push(event.data);
  const ended = new Promise((done) => (recorder.onstop = done));
  recorder.start(1000);
  const whole = clips.reduce((sum, clip) => sum + clip.time, 0);
  let past = 0;
  for (const clip of clips) {
    const start = performance.now();
    for (let share = 0; !stopped(); share = (performance.now() - start) / clip.time) {
      screen.draw({ ...clip.moment, share: Math.min(1, share) });
      if (share >= 1) break;
      await new Promise((next) => setTimeout(next, FRAME));
    }
    past += clip.time;
    told(0.2 + 0.8 * (past / whole));
  }
  recorder.stop();
  await ended;
  return stopped() ? null : new Blob(parts, { type: "video/webm" });
}

/** Every clip of the battle, from the first command that stands to the last. */
async function script(game: Game, told: (share: number) => void, stopped: () => boolean): Promise<Clip[]> {
  const batches = game.standing.filter((batch) => batch.n > 0).toSorted((a, b) => a.n - b.n);
  const opening = await game.positionAt(0);
  let before: Moment = { scene: opening.scene, view: opening.view, batch: null, beat: null, share: 0 };
  const clips: Clip[] = [{ moment: before, time: OPENING }];
  for (const [i, batch] of batches.entries()) {
    if (stopped()) return [];
    const { scene, view } = await game.positionAt(batch.n);
    const after: Moment = { scene, view, batch, beat: null, share: 0 };
    clips.push(...clipsOf(batch, before, after));
    before = after;
    told((i + 1) / batches.length);
  }
  const last = clips.at(-1);
  return [...paced(clips), ...(last ? [{ ...last, time: ENDING }] : [])];
}
