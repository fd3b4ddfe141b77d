import { describe, expect, it } from "vitest";
import { meant, MOST, partsOf, type Part } from "../src/muster/parts";

const unit = (id: number | null, model: string): Record<string, unknown> => ({
  name: `BMFinch_${model}`, id, chassis: "Finch", model, as: { TP: "BM" }, comp: [1, 2, 3], fluff: { img: "finch.png" },
});
const file = (name: string, data: unknown): { name: string; text: string } => ({ name, text: JSON.stringify(data) });
const told = (part: Part | undefined): Record<string, any> => JSON.parse(part?.given.text ?? "null");

describe("long lists in parts", () => {
  const eras = file("eras.json", { etag: "e", eras: [{ id: 13, name: "Clan Invasion", years: { from: 3050, to: 3061 }, units: [1, 700, 9999], factions: [34] }] });
  const factions = file("factions.json", { factions: [{ id: 34, name: "Mercenary", eras: { 13: [1, 700], 14: [9999] } }] });

  it("reads the files of a catalogue together and sends what a card needs", () => {
    const units = file("units.json", { version: "1", units: Array.from({ length: 700 }, (_, at) => unit(at + 1, String(at + 1))) });
    const parts = partsOf([factions, units, eras]);
    expect(parts.map((part) => part.units)).toEqual([MOST, 100]);
    const [first, second] = parts.map(told);
    expect(first?.["units"][0]).toEqual({ name: "BMFinch_1", id: 1, chassis: "Finch", model: "1", as: { TP: "BM" } });
    expect(first?.["eras"]).toEqual([{ id: 13, name: "Clan Invasion", years: { from: 3050, to: 3061 }, units: [1] }]);
    expect(second?.["factions"]).toEqual([{ id: 34, name: "Mercenary", eras: { 13: [700] } }]);
  });

  it("asks for the units where there are only factions", () => {
    expect(() => partsOf([eras, factions])).toThrow("choose units.json, eras.json and factions.json together");
  });

  it("keeps units of one number together", () => {
    const units = [unit(5, "first"), ...Array.from({ length: MOST }, (_, at) => unit(at + 100, String(at))), unit(5, "last"), unit(null, "x"), unit(null, "y")];
    const parts = partsOf([file("units.json", { units })]).map(told);
    expect(parts.map((part) => part["units"].filter((one: { id: number }) => one.id === 5).length)).toEqual([2, 0]);
    expect(parts.flatMap((part) => part["units"]).length).toBe(units.length);
  });

  it("cuts MegaMek's table between lines, each part with the heading", () => {
    const rows = Array.from({ length: MOST + 1 }, (_, at) => `${at === MOST ? 1 : at + 1}\tFinch\tF-${at}\tStriker`);
    const [first, second, third] = partsOf([{ name: "all.txt", text: ["Title", "More", "MUL ID\tChassis\tModel\tRole", ...rows, ""].join("\r\n") }]);
    expect(third).toBeUndefined();
    expect(first?.given.text?.split("\n").slice(0, 3)).toEqual(["MUL ID\tChassis\tModel\tRole", "1\tFinch\tF-0\tStriker", `1\tFinch\tF-${MOST}\tStriker`]);
    expect(second?.given.text?.split("\n").length).toBe(2);
  });

  it("cuts long answers of the old list and leaves everything else whole", () => {
    const records = Array.from({ length: MOST + 5 }, (_, at) => ({ Id: at + 1, Name: `Finch ${at}`, BFType: "BM" }));
    expect(partsOf([file("list.json", { Units: records })]).map((part) => part.units)).toEqual([MOST, 5]);
    expect(partsOf([file("list.json", records)]).map((part) => part.units)).toEqual([MOST, 5]);
    const small = [file("list.json", { Units: records.slice(0, 3) }), { name: "force.yaml", text: "formations: []" }, { name: "a.xlsx", base64: "UEs=" }, { name: "", text: "{ no JSON" }];
    expect(partsOf(small).map((part) => part.given)).toEqual(small);
  });

  it("knows which own units a part may bring anew", () => {
    const [part] = partsOf([file("units.json", { units: [unit(7, "F-1"), unit(null, "F-2")] })]);
    const own = ["mul_7", "mul_7_finch_laser", "mul_70", "other"].map((id) => ({ id, name: id === "other" ? " finch  F-2" : id }));
    expect(part && meant(own, part).map((one) => one.id)).toEqual(["mul_7", "mul_7_finch_laser", "other"]);
  });
});
