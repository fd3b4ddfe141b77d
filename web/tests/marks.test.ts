import { describe, expect, it } from "vitest";
import { standing, together, undoneNext, type Mark } from "../src/companion/marks";
import { waysOf, type Packet } from "../src/companion/tables";

let minute = 0;
const mark = (made: object, words = "something"): Mark => ({ at: `2026-11-18T00:${String((minute += 1)).padStart(2, "0")}:00.000Z`, words, ...made }) as Mark;
const next = (turn: number, phase: number): Mark => mark({ do: "next", from: [turn, phase] });
const hit = (armor: number): Mark => mark({ do: "attack", by: "b1", unit: "r1", fired: true, overheat: 0, steps: [{ type: "damage", armor, structure: 0, rule: null }] });
const unit = (id: string): object => ({ id, card: { armor: 5, structure: 3 } });
const packet = {
  sides: [{ units: [unit("r1")] }, { units: [unit("b1")] }],
  units: { r1: { modes: ["ground"] }, b1: { modes: ["ground"] } },
  phases: [{ name: "initiative" }, { name: "movement" }, { name: "combat" }],
} as unknown as Packet;
const armor = (marks: Mark[]): number | undefined => standing(packet, marks).units.r1?.armor;

describe("marks of several telephones", () => {
  it("count once, though the answer to them was lost", () => {
    const [first, mine] = [hit(1), hit(2)];
    const undo = mark({ do: "undo", n: 1 });
    const back = together([first, mine, undo], 1, [mark({ do: "set", unit: "b1", set: { heat: 1 } }), mine]);
    expect(back.map((one) => one.do)).toEqual(["attack", "set", "attack", "undo"]);
    expect(back.at(-1)).toMatchObject({ n: 2 });
    expect(armor(back)).toBe(4);
  });

  it("lie behind those of others, and take back what they took back before", () => {
    const mine = hit(2);
    const back = together([hit(1), mine, mark({ do: "undo", n: 1 }), mark({ do: "undo", n: 0 })], 1, [next(1, 0), next(1, 1)]);
    expect(back.slice(-2)).toMatchObject([{ n: 3 }, { n: 0 }]);
    expect(armor(back)).toBe(5);
    expect(undoneNext(back, [])).toEqual([2]);
  });

  it("bring the next phase once where two ask for it at once", () => {
    expect(standing(packet, [next(1, 0), next(1, 0)])).toMatchObject({ turn: 1, phase: 1 });
    expect(standing(packet, [next(1, 0), next(1, 0), next(1, 1), next(1, 2)])).toMatchObject({ turn: 2, phase: 0 });
    expect(standing(packet, [mark({ do: "next" }), mark({ do: "next" })])).toMatchObject({ turn: 1, phase: 2 });
  });

  it("take a phase back at one tap, though two had asked for it", () => {
    const twice = [next(1, 0), next(1, 1), next(1, 1)];
    const back = undoneNext(twice, standing(packet, twice).idle);
    expect(back).toEqual([2, 1]);
    const after = [...twice, ...back.map((n) => mark({ do: "undo", n }))];
    expect(standing(packet, after)).toMatchObject({ turn: 1, phase: 1, idle: [] });
    expect(undoneNext(after, [])).toEqual([0]);
    expect(undoneNext([], [])).toEqual([]);
  });

  it("let a hit go on to the structure where another has taken the armor, and owe a roll for that", () => {
    const points = (armor: number, structure: number): Mark => mark({ do: "attack", by: "b1", unit: "r1", fired: true, overheat: 0, steps: [{ type: "damage", armor, structure, points: armor + structure, rule: null }] });
    const [first, second] = [points(4, 0), points(3, 0)]; // each telephone saw five boxes of armor
    const both = standing(packet, [first, second]);
    expect(both.units.r1).toMatchObject({ armor: 0, structure: 1 });
    expect(both.owed).toEqual([{ id: `${second.at} r1`, unit: "r1" }]);
    const settled = mark({ do: "attack", by: "r1", unit: "r1", fired: false, overheat: 0, steps: [{ type: "wounded", effect: "engine", rule: null }], settles: `${second.at} r1` });
    expect(standing(packet, [first, second, settled])).toMatchObject({ owed: [], units: { r1: { pending: ["engine"], fired: false } } });
    expect(standing(packet, [first, points(1, 2)]).owed).toEqual([]); // one that went through is rolled for by who marks it
    expect(standing(packet, [first, second, mark({ do: "undo", n: 0 })])).toMatchObject({ owed: [], units: { r1: { armor: 2, structure: 3 } } });
  });

  it("know what artillery has fired, what is on its way, and whom it hits", () => {
    const flies = { id: "one", by: "b1", gun: "ART-LT", way: "offboard", place: "the hill", rows: [{ key: "k", label: "Skill", value: 4, rule: "AS-COM-034" }], lands: 2 };
    const fired = mark({ do: "shell", by: "b1", slot: "artillery:LT", spotter: "r1", flies, blows: [] });
    const after = standing(packet, [fired]);
    expect(after.flying).toEqual([flies]);
    expect(after.units).toMatchObject({ b1: { fired: true, shells: ["artillery:LT"] }, r1: { fired: false, shells: ["spots"] } });
    const step = { type: "damage", armor: 1, structure: 0, points: 1, rule: null };
    const lands = mark({ do: "shell", by: "b1", landed: "one", blows: [{ unit: "r1", steps: [step] }, { unit: "b1", steps: [step] }] });
    expect(standing(packet, [fired, lands])).toMatchObject({ flying: [], units: { r1: { armor: 4 }, b1: { armor: 4, shells: ["artillery:LT"] } } });
    expect(standing(packet, [fired, lands, mark({ do: "undo", n: 1 })]).flying).toHaveLength(1);
    const twice = standing(packet, [fired, lands, { ...lands, at: "later" }]); // both have tapped that it lands
    expect(twice).toMatchObject({ idle: [2], units: { r1: { armor: 4 }, b1: { armor: 4 } } });
    expect(undoneNext([fired, lands, lands], twice.idle)).toEqual([2, 1]);
  });

  it("are passed over when they make no sense", () => {
    const nonsense = [
      mark({ do: "attack", by: "b1", unit: "r1", steps: 5 }), mark({ do: "attack", by: "b1", unit: "r1", steps: [null] }), mark({ do: "attack", by: "b1", unit: "r1", steps: [{ type: "wounded", effect: 7 }] }),
      mark({ do: "set", unit: "r1", set: { crits: 5 } }), mark({ do: "set", unit: "r1", set: { armor: "none", doomed: 3 } }), mark({ do: "set", unit: "r1", set: { pending: [{}] } }),
      mark({ do: "set", unit: "nobody", set: {} }), mark({ do: "set" }), mark({ do: "undo", n: "all" }), mark({ do: "next", from: 7 }), mark({ do: "dance" }),
      mark({ do: "shell", by: "b1", blows: [null, { unit: "r1", steps: 3 }, { unit: ["r1"], steps: [] }], flies: { id: "x" } }), mark({ do: "shell", by: "r1", slot: 7, spotter: ["r1"], flies: 5, landed: {} }),
      mark({ do: "shell", by: "b1", flies: { id: "x", by: "b1", gun: "g", way: "offboard", place: "", lands: 2, rows: [null] } }),
      mark({ do: "set", unit: ["r1"], set: { armor: 1 } }), mark({ do: "set", unit: "constructor", set: { armor: 1 } }), mark({ do: "attack", by: "__proto__", unit: ["b1"], steps: [] }),
    ];
    expect(standing(packet, nonsense).units).toEqual(standing(packet, []).units);
    expect(standing(packet, nonsense)).toMatchObject({ flying: [], owed: [] });
    expect(armor([...nonsense, hit(2)])).toBe(3);
  });
});

describe("a mobile structure", () => {
  const parts = ["bow", "core", "stern"];
  const card = { armor: 3, structure: 6, sections: parts.map((name) => ({ name, armor: 1, structure: 2 })) };
  const falls = [{ type: "doomed", reason: "it has broken apart", rule: null }];
  const tables = { modes: ["ground"], lasting: ["gunners_stunned"], passing: ["gunners_stunned"], cooling: {} };
  const mill = {
    sides: [{ units: [{ id: "r1", card }] }],
    units: { r1: { ...tables, breaks: { core: falls, "bow/stern": falls } }, ...Object.fromEntries(parts.map((name) => [`r1/${name}`, tables])) },
    phases: [{ name: "combat" }, { name: "end" }],
  } as unknown as Packet;
  const left = (part: string, structure: number): Mark => mark({ do: "set", unit: `r1/${part}`, set: { structure } });
  const doomed = (...marks: Mark[]): string | null | undefined => standing(mill, marks).units.r1?.doomed;

  it("is lost with certain sections, in whatever way they are marked", () => {
    expect(doomed(left("bow", 0))).toBeNull();
    expect(doomed(left("core", 0))).toBe("it has broken apart");
    expect(doomed(left("stern", 0), left("bow", 0))).toBe("it has broken apart");
    expect(standing(mill, [left("core", 0), mark({ do: "next" })]).units.r1?.destroyed).toBe(true);
  });

  it("holds when a slip of the thumb is mended, and is lost though what broke it off is lost as well", () => {
    expect(doomed(left("core", 0), left("core", 1))).toBeNull();
    expect(doomed(left("core", 0), left("bow", 0))).toBe("it has broken apart");
    expect(doomed(left("bow", 0), left("core", 0), left("core", 1))).toBeNull();
  });

  it("loses a section whose last box is marked by hand, or by two who hit it at once", () => {
    const lost = [{ type: "doomed", reason: "the section is lost", rule: null }];
    const packet = { ...mill, units: { ...mill.units, "r1/bow": { ...tables, falls: lost } } } as unknown as Packet;
    const bow = (...marks: Mark[]): object | undefined => standing(packet, marks).units["r1/bow"];
    const point = (): Mark => mark({ do: "attack", by: "b1", unit: "r1/bow", fired: true, overheat: 0, steps: [{ type: "damage", armor: 0, structure: 1, rule: null }] });
    expect(bow(left("bow", 0))).toMatchObject({ doomed: "the section is lost", destroyed: false });
    expect(bow(point(), point(), mark({ do: "next" }))).toMatchObject({ structure: 0, destroyed: true });
    expect(bow(left("bow", 0), mark({ do: "set", unit: "r1/bow", set: { doomed: null } }))).toMatchObject({ doomed: null });
    expect(bow(left("bow", 0), mark({ do: "undo", n: 0 }))).toMatchObject({ structure: 2, doomed: null });
  });

  it("has sections with whatever names their owner gave them", () => {
    const rows = { need: [], damage: [] };
    const ways = waysOf({ "weapon@deck 1: fore:S": rows, "weapon@deck 1: fore:S c3:M": rows, "weapon@deck 1: fore:L": rows, "weapon@c@d:M": rows, "barrage MSL edge@c@d:low": rows, "physical:S": rows, "physical:S down": rows });
    expect([...ways.keys()]).toEqual(["weapon", "barrage MSL edge", "physical"]);
    expect([...(ways.get("weapon") ?? [])]).toEqual([["deck 1: fore", ["S", "L"]], ["c@d", ["M"]]]);
    expect([...(ways.get("physical") ?? [])]).toEqual([["", ["S"]]]);
  });

  it("has gunners who are stunned for a turn", () => {
    const stunned = mark({ do: "attack", by: "b1", unit: "r1/bow", fired: true, overheat: 0, steps: [{ type: "wounded", effect: "gunners_stunned", at_once: false, rule: null }] });
    const crits = (turns: number): string[] | undefined => standing(mill, [stunned, ...Array.from({ length: 2 * turns }, () => mark({ do: "next" }))]).units["r1/bow"]?.crits;
    expect([crits(0), crits(1), crits(2)]).toEqual([[], ["gunners_stunned"], []]);
  });
});
