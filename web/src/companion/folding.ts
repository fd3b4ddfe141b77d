// The tables as a browser keeps them: the same few rows stand in them ten thousand times, and a browser has room for five million letters.
import type { Packet } from "./tables";

type Folded = Packet & { rows?: unknown[] };
const OF_ROWS = ["need", "damage", "put"];

/** Written with each row once; where it stood there is its number. */
export function folded(packet: Packet): string {
  const rows = new Map<string, number>();
  const number = (row: unknown): number => {
    const text = JSON.stringify(row);
    return rows.get(text) ?? (rows.set(text, rows.size), rows.size - 1);
  };
  const tables = JSON.stringify({ units: packet.units, pairs: packet.pairs }, (name, value: unknown) => (OF_ROWS.includes(name) && Array.isArray(value) ? value.map(number) : value));
  const { units: _, pairs: __, ...rest } = packet;
  return `{"rows":[${[...rows.keys()].join(",")}],${tables.slice(1, -1)},${JSON.stringify(rest).slice(1)}`;
}

/** The same with all rows where they belong; tables that were never folded stay as they are. */
export function unfolded({ rows, ...packet }: Folded): Packet {
  if (!rows) return packet;
  const put = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, one] of Object.entries(value)) {
      if (OF_ROWS.includes(name) && Array.isArray(one)) one.forEach((number: number, i) => (one[i] = rows[number]));
      else put(one);
    }
  };
  put(packet.units);
  put(packet.pairs);
  return packet;
}
