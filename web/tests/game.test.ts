import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Socket } from "../src/lib/connection";
import { Game } from "../src/lib/game.svelte";

vi.mock("../src/lib/settings.svelte", () => ({ settings: { name: "", factor: 0 } }));
vi.stubGlobal("window", { setTimeout: () => 0, clearTimeout: () => undefined });

type Sent = { type: string; id: string; n: number };

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: Sent[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }
  close(): void {}
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** Answer the oldest question that waits. */
  answer(): void {
    const asked = this.sent.shift();
    if (asked) this.say({ type: "answer", id: asked.id, n: 9, position: { n: asked.n } });
  }
}

const VIEW = { n: 9, units: {}, guide: { text: "", do: "wait", yours: false }, outcome: null };
let socket: FakeSocket;
let game: Game;

function sit(kind: string, side: string | null, mode = "friend"): void {
  socket = new FakeSocket();
  game = new Game("g", "token", () => socket);
  game.start();
  socket.onopen?.();
  socket.sent = [];
  const seat = { seat: side ?? kind, kind, side };
  socket.say({ type: "welcome", title: "", mode, seat, sides: [], n: 9, scene: {}, view: VIEW, batches: [], chat: [], presence: [], draw: null });
}

beforeEach(() => sit("player", "red"));

describe("looking back", () => {
  it("loses no step when pressed quickly, and asks only for what is wanted last", async () => {
    for (let press = 0; press < 5; press += 1) void game.lookAt(game.moment - 1);
    expect(game.moment).toBe(4);
    expect(socket.sent.map((one) => one.n)).toEqual([8]);
    socket.answer();
    await vi.waitFor(() => expect(socket.sent.map((one) => one.n)).toEqual([4]));
    expect(game.past).toBeNull();
    socket.answer();
    await vi.waitFor(() => expect(game.past?.n).toBe(4));
    for (const moment of [8, 4, 8]) void game.lookAt(moment); // known by now
    expect(game.past?.n).toBe(8);
    void game.lookAt(99);
    expect(game.moment).toBe(9);
    await vi.waitFor(() => expect(game.past).toBeNull());
  });

  it("asks again when the server is busy", async () => {
    void game.lookAt(3);
    const asked = socket.sent.shift();
    socket.say({ type: "refused", id: asked?.id, code: "busy", message: "too many questions at once", rule: null, n: 9 });
    await vi.waitFor(() => expect(socket.sent).toHaveLength(1));
    socket.answer();
    await vi.waitFor(() => expect(game.past?.n).toBe(3));
    expect(game.notice).toBeNull();
  });
});

describe("a draw", () => {
  it("that a bot declines at once is told of", () => {
    socket.say({ type: "draw", id: null, side: null, why: "declined" });
    expect(game.news).toBe("Your offer of a draw is declined.");
  });

  it("is answered by the other side, not by whoever offers it", () => {
    socket.say({ type: "draw", id: null, side: "red", why: "offered" });
    expect(game.drawAsked).toBe(false);
    socket.say({ type: "draw", id: null, side: null, why: "lapsed" });
    expect(game.news).toContain("forgotten");
    socket.say({ type: "draw", id: null, side: "blue", why: "offered" });
    expect([game.drawAsked, game.news]).toEqual([true, null]);
    socket.say({ type: "draw", id: null, side: null, why: "declined" });
    expect(game.news).toBe("The draw is declined.");
  });

  it("can be agreed on at one screen", () => {
    sit("hotseat", null, "hotseat");
    socket.say({ type: "draw", id: null, side: "red", why: "offered" });
    expect(game.drawAsked).toBe(true);
  });
});

describe("saving", () => {
  it("is offered to those who may", () => {
    expect(game.whyNotSaved).toContain("two people");
    sit("spectator", null, "bot");
    expect(game.whyNotSaved).toContain("watches");
    sit("spectator", null, "replay");
    expect(game.whyNotSaved).toBeNull();
    sit("player", "red", "bot");
    expect(game.whyNotSaved).toBeNull();
  });
});

describe("a recording", () => {
  it("is seen from its beginning, and plays to its end", async () => {
    sit("spectator", null, "replay");
    expect(game.moment).toBe(0);
    socket.answer();
    await vi.waitFor(() => expect(game.past?.n).toBe(0));
    const played = game.replay.play();
    expect(game.replay.playing).toBe(true);
    for (let n = 1; n < 9; n += 1) {
      await vi.waitFor(() => expect(socket.sent.length).toBe(1), 3000);
      socket.answer();
    }
    await played;
    expect(game.past).toBeNull();
    expect(game.replay.playing).toBe(false);
  }, 20000);

  it("stops where it is told to", async () => {
    sit("spectator", null, "replay");
    socket.answer();
    await vi.waitFor(() => expect(game.past?.n).toBe(0));
    void game.replay.play();
    await vi.waitFor(() => expect(socket.sent.length).toBe(1), 3000);
    socket.answer();
    game.replay.stop();
    await vi.waitFor(() => expect(game.past?.n).toBe(1));
    expect(game.replay.playing).toBe(false);
  });
});

describe("names", () => {
  it("are said of terrain too, without what only a file says", () => {
    game["scene"] = { terrain: [{ id: "building3" }, { id: "stone_wall1" }], units: {}, sides: [] } as never;
    expect(game.called("building3")).toBe("building 3");
    expect(game.called("stone_wall1")).toBe("stone wall 1");
    expect(game.called("nothing7")).toBe("nothing7");
  });
});
