import { beforeEach, describe, expect, it } from "vitest";
import { CommandRefused, Connection, LineLost, type LineStatus, type Socket } from "../src/lib/connection";
import type { ServerMessage } from "../src/lib/protocol";

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: { type: string; id?: string; [key: string]: unknown }[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const WELCOME = { type: "welcome", n: 3 };
let sockets: FakeSocket[];
let heard: ServerMessage[];
let told: [LineStatus, string | null][];
let timers: { wait: number; run: () => void }[];
let seen: number | null;
let line: Connection;

const last = (): FakeSocket => sockets[sockets.length - 1] as FakeSocket;
const open = (): FakeSocket => {
  last().onopen?.();
  last().say(WELCOME);
  return last();
};

beforeEach(() => {
  [sockets, heard, told, timers, seen] = [[], [], [], [], null];
  line = new Connection({
    token: "secret",
    name: "Ada",
    open: () => {
      sockets.push(new FakeSocket());
      return last();
    },
    lastSeen: () => seen,
    hear: (message) => heard.push(message),
    status: (status, why) => told.push([status, why]),
    timers: {
      after: (wait, run) => timers.push({ wait, run }),
      cancel: (timer) => {
        const one = timers[timer - 1];
        if (one) one.run = () => undefined;
      },
    },
  });
  line.start();
});

describe("a seat's line", () => {
  it("says hello with the token and what it has seen", () => {
    last().onopen?.();
    expect(last().sent[0]).toEqual({ type: "hello", token: "secret", last_seen: null, name: "Ada" });
    last().say(WELCOME);
    expect(told.map(([status]) => status)).toEqual(["connecting", "open"]);
    expect(heard).toHaveLength(1);
  });

  it("brings each answer to its question", async () => {
    const socket = open();
    const first = line.ask("position", { n: 1 });
    const second = line.ask("position", { n: 2 });
    const [a, b] = socket.sent.slice(1);
    socket.say({ type: "answer", id: b?.id, n: 3, position: "two" });
    socket.say({ type: "answer", id: a?.id, n: 3, position: "one" });
    expect([await first, await second]).toEqual(["one", "two"]);
  });

  it("tells a refusal apart from an accepted command", async () => {
    const socket = open();
    const good = line.command(3, { end_phase: {} });
    const bad = line.command(3, { end_phase: {} });
    socket.say({ type: "accepted", id: socket.sent[1]?.id, n: 4 });
    socket.say({ type: "refused", id: socket.sent[2]?.id, code: "stale", message: "too late", n: 4 });
    expect(await good).toBe(4);
    await expect(bad).rejects.toBeInstanceOf(CommandRefused);
  });

  it("sends a command again after a lost line, with the same id, and asks for what it missed", async () => {
    const socket = open();
    const done = line.command(3, { end_phase: {} });
    const id = socket.sent[1]?.id;
    seen = 3;
    socket.onclose?.({ code: 1006 });
    timers[timers.length - 1]?.run();
    const next = open();
    expect(next).not.toBe(socket);
    expect(next.sent[0]).toMatchObject({ type: "hello", last_seen: 3 });
    expect(next.sent[1]).toMatchObject({ type: "command", id });
    next.say({ type: "accepted", id, n: 4 });
    expect(await done).toBe(4);
  });

  it("tells whoever asked that a question was lost", async () => {
    const socket = open();
    const asked = line.ask("position", { n: 1 });
    socket.onclose?.({ code: 1006 });
    await expect(asked).rejects.toBeInstanceOf(LineLost);
    await expect(line.ask("position", { n: 1 })).rejects.toBeInstanceOf(LineLost);
  });

  it("waits longer with every failed attempt, but never very long", () => {
    for (let i = 0; i < 9; i += 1) {
      last().onclose?.({ code: 1006 });
      timers[timers.length - 1]?.run();
    }
    const waits = timers.map((timer) => timer.wait);
    expect(waits.slice(0, 3)).toEqual([300, 600, 1200]);
    expect(Math.max(...waits)).toBe(8000);
  });

  it("gives up when the seat does not exist, and says why", () => {
    last().onclose?.({ code: 4401 });
    expect(told[told.length - 1]).toEqual(["closed", "This link opens no seat. Ask for a new one."]);
    expect(timers).toHaveLength(0);
  });

  it("pings into silence and connects again when nothing comes back", () => {
    const socket = open();
    timers[timers.length - 1]?.run();
    expect(socket.sent[socket.sent.length - 1]?.type).toBe("ping");
    timers[timers.length - 1]?.run();
    expect(told[told.length - 1]?.[0]).toBe("lost");
  });
});
