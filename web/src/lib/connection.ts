// One seat's line to the server: says hello, asks questions, sends commands, and comes back after a lost line.
//
// Commands that were on their way when the line broke are sent again with the same id; the server does each id once.
// Questions are not: whoever asked hears that the line was lost. Knows messages, not what they mean for the table.
import type { Command, Questions, Refused, ServerMessage, Welcome } from "./protocol";

export type LineStatus = "connecting" | "open" | "lost" | "closed";

export type Socket = {
  send(text: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason?: string }) => void) | null;
};

type Timers = {
  after(milliseconds: number, run: () => void): number;
  cancel(timer: number): void;
};

type ConnectionOptions = {
  token: string;
  name: string | null;
  open: () => Socket;
  lastSeen: () => number | null;
  hear: (message: ServerMessage) => void;
  status: (status: LineStatus, why: string | null) => void;
  timers?: Timers;
};

// Closing codes after which trying again is useless, in words.
const FINAL: Record<number, string> = {
  4400: "The server did not understand this page. Reload it.",
  4401: "This link opens no seat. Ask for a new one.",
  4409: "This game cannot be opened any more.",
};
const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
const SILENCE = 25000; // a ping goes out after so long without a word
const PATIENCE = 10000; // and an answer must come within this

export class CommandRefused extends Error {
  constructor(readonly refusal: Refused) {
    super(refusal.message);
  }
}

export class LineLost extends Error {}

type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void; text: string; again: boolean; key: string };

export class Connection {
  private socket: Socket | null = null;
  private ready = false;
  private tries = 0;
  private ended = false;
  private number = 0;
  private readonly mark = Math.floor(Math.random() * 2 ** 40).toString(36);
  private readonly waiting = new Map<string, Waiting>();
  private readonly timers: Timers;
  private retry: number | null = null;
  private watch: number | null = null;

  constructor(private readonly options: ConnectionOptions) {
    this.timers = options.timers ?? {
      after: (milliseconds, run) => window.setTimeout(run, milliseconds),
      cancel: (timer) => window.clearTimeout(timer),
    };
  }

  start(): void {
    this.ended = false;
    this.connect();
  }

  stop(): void {
    this.ended = true;
    if (this.retry !== null) this.timers.cancel(this.retry);
    this.rest();
    this.socket?.close(1000);
    this.socket = null;
    this.fail(true);
  }

  /** Try at once instead of waiting for the next attempt. */
  hurry(): void {
    if (this.ended || this.ready || this.retry === null) return;
    this.timers.cancel(this.retry);
    this.connect();
  }

  command(n: number, command: Command): Promise<number> {
    return this.post({ type: "command", n, command }, "n", true) as Promise<number>;
  }

  ask<Q extends keyof Questions>(question: Q, ask: Questions[Q]["ask"]): Promise<Questions[Q]["answer"]> {
    return this.post({ type: question, ...ask }, question, false) as Promise<Questions[Q]["answer"]>;
  }

  /** Anything else that is acknowledged by id: chat, resign, draws. */
  say(message: { type: string; [key: string]: unknown }): Promise<unknown> {
    return this.post(message, "n", ["chat", "resign", "undo"].includes(message.type));
  }

  private post(message: object, key: string, again: boolean): Promise<unknown> {
    this.number += 1;
    const id = `${this.mark}-${this.number}`;
    const text = JSON.stringify({ ...message, id });
    return new Promise((resolve, reject) => {
      if (this.ended || (!this.ready && !again)) {
        reject(new LineLost("There is no connection to the server at the moment."));
        return;
      }
      this.waiting.set(id, { resolve, reject, text, again, key });
      if (this.ready) this.socket?.send(text);
    });
  }

  private connect(): void {
    this.retry = null;
    this.options.status(this.tries ? "lost" : "connecting", null);
    const socket = this.options.open();
    this.socket = socket;
    socket.onopen = () => {
      const { token, name } = this.options;
      socket.send(JSON.stringify({ type: "hello", token, last_seen: this.options.lastSeen(), ...(name ? { name } : {}) }));
    };
    socket.onmessage = (event) => {
      if (socket === this.socket && typeof event.data === "string") this.take(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lose(event.code);
    };
  }

  private take(message: ServerMessage): void {
    this.listen();
    if (message.type === "welcome") this.welcomed(message);
    else if (message.type === "answer") this.settle(message.id, (one) => one.resolve(message[one.key] as never));
    else if (message.type === "accepted") this.settle(message.id, (one) => one.resolve(message.n as never));
    else if (message.type === "refused") this.settle(message.id, (one) => one.reject(new CommandRefused(message)));
    else if (message.type === "chat" && message.id) this.settle(message.id, (one) => one.resolve(message.message.n as never));
    else if ((message.type === "draw" || message.type === "undo") && message.id) this.settle(message.id, (one) => one.resolve(null as never));
    else if (message.type === "error" && message.id)
      this.settle(message.id, (one) => one.reject(new Error(message.message)));
    this.options.hear(message);
  }

  private welcomed(_: Welcome): void {
    this.ready = true;
    this.tries = 0;
    this.options.status("open", null);
    for (const one of this.waiting.values()) this.socket?.send(one.text);
  }

  private settle(id: string, finish: (one: Waiting) => void): void {
    const one = this.waiting.get(id);
    if (!one) return;
    this.waiting.delete(id);
    finish(one);
  }

  private lose(code: number): void {
    this.ready = false;
    this.socket = null;
    this.rest();
    const final = FINAL[code];
    if (final !== undefined) this.ended = true;
    this.fail(this.ended);
    if (this.ended) {
      this.options.status("closed", final ?? null);
      return;
    }
    this.tries += 1;
    this.options.status("lost", null);
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(this.tries - 1, 6));
    this.retry = this.timers.after(wait, () => this.connect());
  }

  /** Tell whoever waits that no answer will come; commands wait for the next connection unless all is over. */
  private fail(all: boolean): void {
    for (const [id, one] of this.waiting) {
      if (one.again && !all) continue;
      this.waiting.delete(id);
      one.reject(new LineLost("The connection to the server was lost."));
    }
  }

  // A line can die without a word (a tablet that slept): ping into the silence, and give up when nothing comes back.
  private listen(): void {
    this.rest();
    this.watch = this.timers.after(SILENCE, () => {
      this.socket?.send(JSON.stringify({ type: "ping", id: `${this.mark}-ping` }));
      this.watch = this.timers.after(PATIENCE, () => {
        const socket = this.socket;
        this.lose(4000);
        socket?.close(4000);
      });
    });
  }

  private rest(): void {
    if (this.watch !== null) this.timers.cancel(this.watch);
    this.watch = null;
  }
}
