import { describe, expect, it } from "vitest";
import { parse } from "../src/lib/routes";
import { faceKey, faceOf } from "../src/miniatures/faces";
import { lackingOf, readTable, tableText, totalsOf } from "../src/muster/collecting";
import { searchOf, searchText } from "../src/muster/finding";
import { AZURE, coloursOf, looksOf } from "../src/muster/looks";
import { EVERYTHING, indexed, look, type UnitData } from "../src/muster/units";
import type { Book } from "../src/muster/api";

const unit = (name: string, more: Partial<UnitData> = {}): UnitData => ({ id: name.toLowerCase().replaceAll(" ", "_"), name, type: "BM", size: 2, move: '8"', armor: 4, structure: 3, pv: 20, ...more });
const UNITS = [unit("Finch"), unit('Bulwark "Old, Grey"', { type: "CV", move: '6"t', specials: ["TUR(2/2/1)"] }), unit("=Sum")];
const find = (name: string): UnitData | undefined => UNITS.find((one) => one.id === name || one.name === name);
const nameOf = (id: string): string => find(id)?.name ?? id;

describe("a collection", () => {
  const loose = new Map([["finch", 2]]);
  const boxes = { "Old shelf": { have: 2, units: { finch: 1, [UNITS[1]?.id as string]: 3 } }, Crate: { have: 0, units: {} } };

  it("is what lies about and what is in the boxes one has", () => {
    const totals = totalsOf(loose, boxes);
    expect([...totals.values()]).toEqual([4, 6]);
    expect(totalsOf(loose, { ...boxes, "Old shelf": { ...boxes["Old shelf"], have: 0 } })).toEqual(loose);
    expect(lackingOf(new Map([["finch", 5], ["other", 1]]), totals)).toEqual([["finch", 1], ["other", 1]]);
  });
  it("comes back from its table, quotes, commas and what looks like a formula included", () => {
    const text = tableText(new Map([...loose, ["=sum", 1]]), boxes, nameOf);
    expect(text.split("\n")[0]).toBe("box,boxes,id,name,count");
    expect(text).toContain("'=Sum");
    const table = readTable(text, find);
    expect(table).toEqual({ loose: { finch: 2, "=sum": 1 }, boxes, refused: [] });
  });
  it("refuses rows one by one and says which", () => {
    const table = readTable("\uFEFFname;count;box;boxes\r\nFinch;3;;\r\nNobody;1;;\r\nFinch;many;;\r\nFinch;1;Crate;-2\r\n", find);
    expect(table.loose).toEqual({ finch: 3 });
    expect(table.refused.map((one) => one.split(":")[0])).toEqual(["line 3", "line 4", "line 5"]);
    expect(() => readTable("a,b\n1,2\n", find)).toThrow("the first line names the columns");
  });
  it("is looked through box by box", () => {
    const rows = indexed(UNITS, []);
    const marks = { favourites: new Set<string>(), owned: totalsOf(loose, boxes), boxes };
    const shown = (only: typeof EVERYTHING.only): string[] => look(rows, { ...EVERYTHING, only }, [], marks, { column: "", down: false }).rows.map((row) => row.data.id);
    expect(shown("box Old shelf")).toEqual(["finch", UNITS[1]?.id]);
    expect(shown("box Crate")).toEqual([]);
    expect(shown("collection")).toEqual(["finch", UNITS[1]?.id]);
  });
});

describe("a search", () => {
  const book = { factions: [{ name: "Mercenary", scheme: "Inner Sphere", aliases: [], lists: [] }], eras: [{ name: "Jihad", begins: 3068, ends: 3080 }] } as unknown as Book;
  it("goes through a link and comes back", () => {
    for (const query of [
      { ...EVERYTHING, text: "atlas pv<=52 in:3052" },
      { ...EVERYTHING, text: "{odd", low: 20, high: 40, type: "CV", only: "collection" as const, unsure: true, faction: book.factions[0] ?? null, era: book.eras[0] ?? null },
    ]) {
      const route = parse(`#/muster/find/${encodeURIComponent(searchText(query))}`);
      expect(route.page === "muster" && route.find !== null && searchOf(route.find, book)).toEqual(query);
    }
    expect(searchText({ ...EVERYTHING, text: " scout " })).toBe("scout");
    expect(searchOf('{"low":"x","type":5,"faction":"Nobody"}', book)).toEqual(EVERYTHING);
    expect(searchOf("{broken", book)).toEqual(EVERYTHING);
  });
});

describe("a face", () => {
  it("is drawn of what the unit is, in the colours of its force", () => {
    const [finch, tank] = [looksOf(UNITS[0] as UnitData), looksOf(UNITS[1] as UnitData)];
    const crimson = { paint: "#a8262f", trim: "#e9c9c0", shade: "#43181c" };
    expect(faceOf(finch, AZURE)).toMatch(/^<svg .*viewBox="[-.\d ]+".*<path d="M/);
    expect(new Set([faceOf(finch, AZURE), faceOf(tank, AZURE), faceOf(finch, crimson)]).size).toBe(3);
    expect(faceKey(finch, AZURE)).not.toBe(faceKey(finch, crimson));
    expect(faceKey(finch, AZURE)).toBe(faceKey(looksOf(unit("Finch", { id: "other", pv: 99 })), AZURE));
    expect(coloursOf({ colours: { crimson: [crimson.paint, crimson.trim, crimson.shade] } } as unknown as Book, "crimson")).toEqual(crimson);
    expect(coloursOf(null, "no such colours")).toEqual(AZURE);
  });
});
