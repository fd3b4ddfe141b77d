import { describe, expect, it } from "vitest";
import { homeOf, placed, regrouped, withGroup, withoutGroup } from "../src/muster/groups";
import * as force from "../src/muster/force";
import { packed, unpacked } from "../src/muster/sharing";
import { codesOf } from "../src/muster/searching/facts";
import { EVERYTHING, indexed, meantBy, search, type Query, type Sorting, type UnitData } from "../src/muster/units";

const unit = (name: string, more: Partial<UnitData> = {}): UnitData => ({
  id: name.toLowerCase().replaceAll(" ", "_"), name, type: "BM", size: 2, move: '8"', armor: 4, structure: 3, pv: 20, ...more,
});
const ERAS = [
  { name: "Star League", begins: 2571, ends: 2780 },
  { name: "Clan Invasion", begins: 3050, ends: 3061 },
  { name: "ilClan", begins: 3151, ends: null },
];
const MERCENARY = { name: "Mercenary", scheme: "Inner Sphere", aliases: [], lists: ["Mercenary", "Inner Sphere General"] };
const CATALOGUE = [
  unit("Wolverine", { role: "Skirmisher", pv: 30, specials: ["LRM1/1/-", "CASE"], factions: ["Mercenary"], era: "Star League" }),
  unit("Atlas", { size: 4, pv: 52, damage: "5/5/1", specials: ["TUR(2/2/-, SNARC1)", "C3M2"], factions: ["Clan General"], era: "Clan Invasion" }),
  unit("Locust 10", { size: 1, pv: 18, era: "ilClan", move: '16"' }),
  unit("Locust 9", { size: 1, pv: 18, training: true }),
];
const rows = indexed(CATALOGUE, [unit("Own Bird", { pv: 24 }), unit("Atlas", { pv: 50 })]);
const none = { favourites: new Set<string>(), owned: new Map<string, number>() };
const found = (query: Partial<Query>, sorting: Sorting = { column: "", down: false }, marks = none): string[] =>
  search(rows, { ...EVERYTHING, ...query }, ERAS, marks, sorting).map((row) => row.data.name);

describe("units in the page", () => {
  it("are found by words, by what is on their cards, by faction and era", () => {
    expect(found({ text: "wolv skir" })).toEqual(["Wolverine"]);
    expect(found({ text: "case" })).toEqual(["Wolverine"]);
    expect(found({ ability: "lrm" })).toEqual(["Wolverine"]);
    expect(found({ ability: "C3" })).toEqual([]);
    expect(found({ size: "1", training: true })).toEqual(["Locust 10", "Locust 9"]);
    expect(found({ low: 25, high: 40 })).toEqual(["Wolverine"]);
    expect(found({ faction: MERCENARY })).toEqual(["Wolverine"]);
    expect(found({ faction: MERCENARY, unsure: true })).toEqual(["Wolverine", "Locust 10", "Own Bird", "Atlas"]);
    expect(found({ era: ERAS[1] ?? null })).toEqual(["Wolverine"]);
    expect(found({ era: ERAS[1] ?? null, unsure: true })).toEqual(["Wolverine", "Own Bird", "Atlas"]);
    expect(found({ only: "own" })).toEqual(["Own Bird", "Atlas"]);
    expect(found({ only: "favourites" }, undefined, { favourites: new Set(["wolverine"]), owned: new Map() })).toEqual(["Wolverine"]);
    expect(found({ only: "collection" }, undefined, { favourites: new Set(), owned: new Map([["own_bird", 2]]) })).toEqual(["Own Bird"]);
    expect(codesOf(["TUR(2/2/-, SNARC1)"])).toEqual(["TUR2/2/-", "SNARC1"]);
  });
  it("ten thousand of them are searched and sorted within 50 ms", () => {
    const many = indexed(Array.from({ length: 10_000 }, (_, n) => unit(`Unit ${n}`, { role: n % 2 ? "Scout" : "Sniper", pv: 10 + (n % 50), specials: ["ECM", `LRM${n % 4}/1/1`], factions: ["Mercenary"], move: `${n % 20}"` })), []);
    const took = Array.from({ length: 8 }, () => {
      const began = performance.now();
      const hits = search(many, { ...EVERYTHING, text: "unit scout", ability: "lrm", low: 20, high: 55 }, ERAS, none, { column: "pv", down: true });
      expect(hits.length).toBeGreaterThan(1000);
      return performance.now() - began;
    });
    expect(Math.min(...took)).toBeLessThan(50);
  });
  it("one's own takes the place of that of the catalogue", () => {
    expect(rows.filter((row) => row.data.name === "Atlas").map((row) => [row.own, row.data.pv])).toEqual([[true, 50]]);
  });
  it("are sorted by any column, numbers as numbers", () => {
    expect(found({ training: true }, { column: "name", down: false })).toEqual(["Atlas", "Locust 9", "Locust 10", "Own Bird", "Wolverine"]);
    expect(found({}, { column: "pv", down: true })).toEqual(["Atlas", "Wolverine", "Own Bird", "Locust 10"]);
    expect(found({}, { column: "move", down: true })[0]).toBe("Locust 10");
  });
  it("are known again in files that name them otherwise", () => {
    const own = [unit("Greenfinch GF-1", { id: "mul_77", chassis: "Greenfinch", model: "GF-1" })];
    const named = (key: string, mul: number | null = null) => [{ chassis: "", model: "", key, mul }];
    expect(meantBy(own, named("BMGreenfinch_GF1"))).toEqual(own);
    expect(meantBy(own, named("", 77))).toEqual(own);
    expect(meantBy(own, named("BMOther_X"))).toEqual([]);
  });
});

describe("a force in the making", () => {
  const lances = (draft: force.Draft): Record<string, string[]> => Object.fromEntries(draft.troops.map((one) => [one.data.name, one.members.map((two) => two.title)]));
  const make = (): force.Draft => {
    let draft = force.emptyDraft();
    for (const [name, titles] of [["Alpha", ["A", "B"]], ["Bravo", ["C"]]] as const)
      draft = force.withTroop(draft, name, titles.map((title) => force.recruit(unit(title), false)));
    return draft;
  };
  const keyOf = (draft: force.Draft, title: string): number => force.membersOf(draft).find((one) => one.title === title)?.key ?? 0;

  it("moves units between formations, by dragging and step by step", () => {
    const draft = make();
    const [alpha, bravo] = draft.troops.map((one) => one.key) as [number, number];
    expect(lances(force.moved(draft, keyOf(draft, "C"), alpha, keyOf(draft, "B")))).toEqual({ Alpha: ["A", "C", "B"], Bravo: [] });
    expect(lances(force.stepped(draft, keyOf(draft, "A"), 1))).toEqual({ Alpha: ["B", "A"], Bravo: ["C"] });
    expect(lances(force.stepped(draft, keyOf(draft, "B"), 1))).toEqual({ Alpha: ["A"], Bravo: ["B", "C"] });
    expect(lances(force.stepped(draft, keyOf(draft, "C"), -1))).toEqual({ Alpha: ["A", "B", "C"], Bravo: [] });
    expect(force.stepped(draft, keyOf(draft, "A"), -1)).toBe(draft);
    expect(lances(force.withoutTroop(draft, bravo))).toEqual({ Alpha: ["A", "B"] });
  });
  it("has one commander, and keeps what names a formation", () => {
    let draft = force.commanded(make(), 0, "commander");
    for (const title of ["A", "C"]) draft = force.commanded(draft, keyOf(draft, title), "commander");
    expect(force.membersOf(draft).map((one) => one.data.command)).toEqual([undefined, undefined, "commander"]);
    draft = force.headed(draft, { groups: [{ kind: "Company", name: "All", formations: ["Alpha", "Bravo"] }] });
    draft = force.reformed(draft, draft.troops[1]?.key ?? 0, { supports: "Alpha", type: "Support Lance" });
    draft = force.reformed(draft, draft.troops[0]?.key ?? 0, { name: "Anvil" });
    const file = force.fileOf(draft);
    expect(file.groups).toEqual([{ kind: "Company", name: "All", formations: ["Anvil", "Bravo"] }]);
    expect(file.formations[1]?.supports).toBe("Anvil");
    const less = force.fileOf(force.withoutTroop(draft, draft.troops[0]?.key ?? 0));
    expect([less.groups?.[0]?.formations, less.formations[0]?.supports]).toEqual([["Bravo"], undefined]);
  });
  it("comes back from its file and from a link", async () => {
    const draft = force.headed(force.changed(make(), 0, {}), { limit: 300 });
    const file = force.fileOf(draft);
    expect(lances(force.draftOf(file, ["A", "B", "C"]))).toEqual(lances(draft));
    expect(await unpacked(await packed(file))).toEqual(file);
    for (const broken of ["", "!!", (await packed(file)).slice(0, 20), btoa("not deflated")]) expect(await unpacked(broken)).toBeNull();
  });
});

describe("larger groups", () => {
  const lances = ["Alpha", "Bravo", "Charlie"].reduce((draft, name) => force.withTroop(draft, name, [force.recruit(unit("x"), false)]), force.emptyDraft());
  const made = withGroup(withGroup(lances, "Company"), "Battalion");
  const company = ["Alpha", "Bravo"].reduce((draft, name) => placed(draft, { sort: "formations", name }, { group: "Company", attached: false }), made);

  it("a formation stands in one place", () => {
    expect(homeOf(company, { sort: "formations", name: "Alpha" })).toEqual({ group: "Company", attached: false });
    const attached = placed(company, { sort: "formations", name: "Alpha" }, { group: "Battalion", attached: true });
    expect(attached.head.groups).toEqual([
      { kind: "Company", name: "Company", formations: ["Bravo"] },
      { kind: "Battalion", name: "Battalion", detachments: ["Alpha"] },
    ]);
    expect(placed(attached, { sort: "formations", name: "Alpha" }, null).head.groups?.[1]).toEqual({ kind: "Battalion", name: "Battalion" });
  });
  it("groups stand in groups, inner ones first, and never in themselves", () => {
    const nested = placed(company, { sort: "groups", name: "Company" }, { group: "Battalion", attached: false });
    expect(placed(nested, { sort: "groups", name: "Battalion" }, { group: "Company", attached: false })).toBe(nested);
    expect(force.fileOf(nested).groups?.map((one) => one.name)).toEqual(["Company", "Battalion"]);
    const other = regrouped(nested, "Company", { name: "Able", kind: "Binary" });
    expect(other.head.groups).toEqual([{ kind: "Binary", name: "Able", formations: ["Alpha", "Bravo"] }, { kind: "Battalion", name: "Battalion", groups: ["Able"] }]);
    expect(regrouped(other, "Able", { name: "Battalion" })).toBe(other);
    expect(withoutGroup(other, "Able").head.groups).toEqual([{ kind: "Battalion", name: "Battalion" }]);
  });
});
