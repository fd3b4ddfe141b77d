// The seats this browser holds: tokens are told once, so they are kept here to come back to a game.
import type { MadeGame, Mode, NewSeat } from "./api";
import type { Opened, TalkState } from "./tabletalk";

export type Held = { game: string; title: string; mode: Mode; made: string; seats: NewSeat[] };

const KEY = "lancemate.games";
const MOST = 30;

export function heldGames(): Held[] {
  try {
    const games = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown;
    return Array.isArray(games) ? (games as Held[]) : [];
  } catch {
    return [];
  }
}

export const heldGame = (game: string): Held | undefined => heldGames().find((held) => held.game === game);

export function hold(made: MadeGame): void {
  const held: Held = { game: made.game, title: made.title, mode: made.mode, made: new Date().toISOString(), seats: made.seats };
  store([held, ...heldGames().filter((other) => other.game !== made.game)].slice(0, MOST));
}

const place = (state: TalkState, token: string, link: string): NewSeat => ({ seat: state.side, kind: "player", for: "you", token, invitation: null, link });

/** A place at a table talk, with the invitation to the other one. */
export function holdTalk({ talk, token, invitation, state }: Opened): void {
  const other = state.seats.find((seat) => seat.place !== state.you)?.side ?? "";
  const invited: NewSeat[] = invitation ? [{ seat: other, kind: "player", for: "friend", token: null, invitation, link: `/#/meet/${talk}/${invitation}` }] : [];
  hold({ game: talk, mode: "friend", title: state.title, sides: [], seats: [place(state, token, `/#/talk/${talk}/${token}`), ...invited] });
}

/** The talk has led to a battle: its seat takes the place of the talk's. */
export function holdBattle(state: TalkState, token: string): void {
  if (!state.game) return;
  const watch: NewSeat[] = state.watch ? [{ seat: "spectator", kind: "spectator", for: "anyone", token: state.watch.split("/").at(-1) ?? null, invitation: null, link: state.watch }] : [];
  letGo(state.talk);
  hold({ game: state.game, mode: "friend", title: state.title, sides: [], seats: [place(state, token, `/#/game/${state.game}/${token}`), ...watch] });
}

export const letGo = (game: string): void => store(heldGames().filter((held) => held.game !== game));

/** The seat to sit down on: one's own, else one to watch from. */
export const ownSeat = (seats: readonly NewSeat[]): NewSeat | undefined =>
  seats.find((seat) => seat.for === "you") ?? seats.find((seat) => seat.kind === "spectator");

function store(games: Held[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(games));
  } catch {
    // A browser that keeps nothing still plays; only the list of games stays empty.
  }
}
