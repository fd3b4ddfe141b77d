// What may be said with an order: choices as the server offers them, and the order with what a player has said.
import type { Choice, Json } from "./protocol";

/** What has been said, by choice. */
export type Said = Readonly<Record<string, Json>>;

/** The word that a flag puts into a list of the order. */
const wordOf = (choice: Choice): string | null => (choice.kind === "flag" ? (choice.among[0] ?? null) : null);

/** What a choice is kept under: its field, or field and word where several share a list. */
export function keyOf(choice: Choice): string {
  const word = wordOf(choice);
  return word === null ? choice.name : `${choice.name}: ${word}`;
}

/** Nothing that would have to be sent. */
export const isSilent = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === false || (Array.isArray(value) && !value.length);

/** An order with what was said about it, and nothing that was not. */
export function saidIn<Order extends object>(order: Order, choices: readonly Choice[], said: Said): Order {
  const added: Record<string, Json> = {};
  for (const choice of choices) {
    const value = said[keyOf(choice)];
    const word = wordOf(choice);
    if (value === undefined || isSilent(value)) continue;
    added[choice.name] = word === null ? value : [...((added[choice.name] as string[] | undefined) ?? []), word];
  }
  return { ...order, ...added };
}

/** An order without what is still to be chosen. */
export function unsaid<Order extends object>(order: Order, choices: readonly Choice[]): Order {
  const open = new Set(choices.map((choice) => choice.name));
  return Object.fromEntries(Object.entries(order).filter(([key]) => !open.has(key))) as Order;
}

/** Whether a choice goes with a mode of movement. */
export const goesWith = (choice: Choice, mode: string): boolean => !choice.modes.length || choice.modes.includes(mode);
