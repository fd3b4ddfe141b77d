// A collection as a table: loose miniatures and boxes. The same columns as muster/collection.py reads and writes. Pure.
import type { UnitData } from "./units";

export const COLUMNS = ["box", "boxes", "id", "name", "count"] as const;
export const MOST = 99; // of one miniature, or of one box

/** What is in a box, by id of the unit, and how many of the box there are. */
export type Box = { have: number; units: { [id: string]: number } };
export type Boxes = { [name: string]: Box };
export type Table = { loose: { [id: string]: number }; boxes: Boxes; refused: string[] };

/** All there is of each unit. */
export function totalsOf(loose: ReadonlyMap<string, number>, boxes: Boxes): Map<string, number> {
  const total = new Map(loose);
  for (const { have, units } of Object.values(boxes))
    if (have > 0) for (const [id, count] of Object.entries(units)) total.set(id, (total.get(id) ?? 0) + count * have);
  return total;
}

/** Units that are needed beyond what there is, with how many. */
export const lackingOf = (needed: ReadonlyMap<string, number>, have: ReadonlyMap<string, number>): [string, number][] =>
  [...needed].map(([id, count]): [string, number] => [id, count - (have.get(id) ?? 0)]).filter(([, count]) => count > 0);

const cell = (text: string): string => {
  const safe = /^[=+@]/.test(text) ? `'${text}` : text;
  return /[",;\n\r\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export function tableText(loose: ReadonlyMap<string, number>, boxes: Boxes, nameOf: (id: string) => string): string {
  const rows: string[][] = [[...COLUMNS]];
  for (const [id, count] of loose) rows.push(["", "", id, nameOf(id), String(count)]);
  for (const [name, { have, units }] of Object.entries(boxes)) {
    if (!Object.keys(units).length) rows.push([name, String(have), "", "", ""]);
    for (const [id, count] of Object.entries(units)) rows.push([name, String(have), id, nameOf(id), String(count)]);
  }
  return `${rows.map((row) => row.map(cell).join(",")).join("\n")}\n`;
}

/** Read a table; rows that make no sense are refused one by one, the rest counts. `find` knows ids and names. */
export function readTable(text: string, find: (name: string) => UnitData | undefined): Table {
  const whole = text.replace(/^\uFEFF/, "");
  const first = whole.split("\n", 1)[0] ?? "";
  const [delimiter] = [",", ";", "\t"].map((sign) => [sign, first.split(sign).length] as const).toSorted((a, b) => b[1] - a[1])[0] as readonly [string, number];
  const [head = [], ...rows] = cellsOf(whole, delimiter);
  const columns = head.map((one) => one.trim().toLowerCase());
  if (!columns.includes("name") && !columns.includes("id")) throw new Error(`the first line names the columns: ${COLUMNS.join(", ")}; name or id has to be there`);
  const table: Table = { loose: {}, boxes: {}, refused: [] };
  rows.forEach((row, at) => {
    const value = (column: string): string => (row[columns.indexOf(column)] ?? "").trim().replace(/^'(?=[=+@])/, "");
    if (!row.some((one) => one.trim())) return;
    const [boxName, id, name] = [value("box"), value("id"), value("name")];
    const refuse = (why: string): void => void table.refused.push(`line ${at + 2}: ${why}`);
    const count = numberOf(value("count") || "1", 1);
    const have = numberOf(value("boxes") || "0", 0);
    let units = table.loose;
    if (boxName) {
      if (have === null) return refuse(`“${value("boxes")}” is no number from 0 to ${MOST}`);
      const box = Object.hasOwn(table.boxes, boxName) ? (table.boxes[boxName] as Box) : (table.boxes[boxName] = { have: 0, units: {} });
      box.have = have;
      units = box.units;
      if (!id && !name) return;
    }
    const unit = (id && find(id)) || (name && find(name)) || undefined;
    if (!unit) return refuse(id || name ? `no unit “${name || id}” here` : "no unit is named");
    if (count === null) return refuse(`“${value("count")}” is no number from 1 to ${MOST}`);
    units[unit.id] = Math.min(MOST, (units[unit.id] ?? 0) + count);
  });
  return table;
}

const numberOf = (text: string, least: number): number | null => (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= MOST ? Number(text) : null);

function cellsOf(text: string, delimiter: string): string[][] {
  const rows: string[][] = [[]];
  let [value, quoted] = ["", false];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] as string;
    if (quoted) {
      if (letter !== '"') value += letter;
      else if (text[at + 1] === '"') [value, at] = [`${value}"`, at + 1];
      else quoted = false;
    } else if (letter === '"' && !value) quoted = true;
    else if (letter === delimiter || letter === "\n") {
      rows.at(-1)?.push(value.replace(/\r$/, ""));
      value = "";
      if (letter === "\n") rows.push([]);
    } else value += letter;
  }
  rows.at(-1)?.push(value.replace(/\r$/, ""));
  return rows;
}
