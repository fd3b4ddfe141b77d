import { describe, expect, it } from "vitest";
import { bestOf, gainsNothing } from "../src/alphastrike/attacking.svelte";
import { liveries, marked, marksOf } from "../src/alphastrike/marks";
import { isBattle } from "../src/lib/ownforces";
import type { AttackPreview, Scene, Targets, View } from "../src/lib/protocol";
import { parse } from "../src/lib/routes";
import * as w from "../src/lib/words";

describe("words", () => {
  it("call terrain by its kind and number", () => {
    expect(w.pieceWords({ id: "building3", kind: "building" })).toBe("building 3");
    expect(w.pieceWords({ id: "town_hall", kind: "building" })).toBe("building town_hall");
  });

  it("question heat that gains nothing", () => {
    const odds = (expected_damage: number, legal = true) => ({ legal, expected_damage }) as AttackPreview;
    expect(gainsNothing(odds(2), odds(2))).toBe(true);
    expect(gainsNothing(odds(2.5), odds(2))).toBe(false);
    expect(gainsNothing(odds(2), null)).toBe(false);
    expect(gainsNothing(odds(2, false), odds(2))).toBe(false);
  });

  it("call units as the table does", () => {
    expect(marked("r1 cannot reach b1: its weapons (r10) do no damage", { r1: "R1", b1: "B1" })).toBe("R1 cannot reach B1: its weapons (r10) do no damage");
    expect(marked("the light of the ship shows Union (ship)", { ship: "U1", light: "L1" })).toBe("the light of the ship shows Union (U1)");
  });

  it("never call the unlikely impossible nor the likely certain", () => {
    expect(w.percent(0)).toBe("0%");
    expect(w.percent(0.001)).toBe("<1%");
    expect(w.percent(0.5833)).toBe("58%");
    expect(w.percent(0.9991)).toBe(">99%");
    expect(w.percent(1)).toBe("100%");
  });

  it("sum up", () => {
    expect(w.sumWords([{ label: "Skill", value: 4, rule: "" }, { label: "Range", value: 2, rule: "" }, { label: "Still", value: -1, rule: "" }])).toBe("Skill 4, Range +2, Still −1");
  });

  it("name rules with their page", () => {
    const rules = { "AS-COM-052": { title: "Woods", page: 43 }, "AS-X": { title: "Note", page: null } };
    expect(w.ruleWords("AS-COM-052", rules)).toBe("Woods, p. 43");
    expect(w.ruleWords("AS-X", rules)).toBe("Note");
    expect(w.ruleWords("AS-Y", rules)).toBe("AS-Y");
    expect(w.reasonWords({ code: "x", message: "it is too far", rule: "AS-COM-052" }, rules)).toBe("It is too far. (Woods, p. 43)");
  });

  it("set sources apart", () => {
    expect(w.sourced("Blue wins. [AS-INT-064, p. 31]")).toEqual([
      { text: "Blue wins. ", rule: null },
      { text: "(p. 31)", rule: "AS-INT-064" },
    ]);
    expect(w.sourced("No source")).toEqual([{ text: "No source", rule: null }]);
  });

  it("round damage alike everywhere, and never to nothing", () => {
    expect([0, 0.001, 0.06, 1.5].map(w.average)).toEqual(["0", "<0.01", "0.06", "1.5"]);
  });

  it("say who plays where that is worth saying", () => {
    expect(["you", "friend", "recruit", "player", "both", "nobody"].map(w.playerWords)).toEqual(["you", "your friend", "recruit bot", "", "", ""]);
  });

  it("tell the story without coordinates that the table shows", () => {
    expect(w.storyWords('Axe (r1) moves 7.2" to (18, 22.5), facing north.')).toBe("Axe (r1) moves 7.2″, facing north.");
    expect(w.storyWords('Fly (r1) moves 3" to (20, 17) at elevation 2", facing east.')).toBe("Fly (r1) moves 3″ at elevation 2″, facing east.");
    expect(w.storyWords("Axe (r1) takes its place at (3, 4), facing north.")).toBe("Axe (r1) takes its place, facing north.");
    expect(w.storyWords('Axe (r1) stays at (3, 4) and spends 2".')).toBe("Axe (r1) stays and spends 2″.");
    expect(w.storyWords("Foot (r2) leaves APC (r1) at (3, 4).")).toBe("Foot (r2) leaves APC (r1).");
    expect(w.storyWords("The shot at (20, 20) scatters to (22, 21.5) (direction 2, distance 3).")).toBe(
      "The shot at 20″ east, 20″ north scatters to 22″ east, 21.5″ north (direction 2, distance 3).",
    );
  });
});

describe("marks and liveries", () => {
  const scene = { sides: [{ name: "red" }, { name: "blue" }] } as unknown as Scene;
  const view = { units: { r1: { side: "red" }, "blue-long-name": { side: "blue" } } } as unknown as View;

  it("are the ids where they are short, as in the story", () => {
    expect(marksOf(scene, view)).toEqual({ r1: "R1", "blue-long-name": "B1" });
  });

  it("make red warm and blue cool, whoever comes first", () => {
    expect(liveries([{ name: "blue" }, { name: "red" }])).toEqual({ blue: "cool", red: "warm" });
    expect(liveries([{ name: "Wolf" }, { name: "Jaguar" }])).toEqual({ Wolf: "warm", Jaguar: "cool" });
  });
});

describe("links", () => {
  it("carry seats behind the #", () => {
    expect(parse("#/game/abc/token")).toEqual({ page: "game", game: "abc", token: "token" });
    expect(parse("")).toEqual({ page: "lobby" });
    expect(parse("#/muster")).toEqual({ page: "muster", force: null, find: null });
    expect(parse("#/muster/find/pv%3C%3D30")).toEqual({ page: "muster", force: null, find: "pv<=30" });
    expect(parse("#/game/abc")).toEqual({ page: "lost", path: "#/game/abc" });
  });
});

describe("files", () => {
  it("are battles when they have sides, in JSON and in YAML", () => {
    expect(isBattle('{"game": "alpha-strike", "sides": []}')).toBe(true);
    expect(isBattle("game: alpha-strike\nsides:\n  - name: red")).toBe(true);
    expect(isBattle("lancemate: force\nname: Both sides\nformations: []")).toBe(false);
    expect(isBattle("\uFEFF# mine\r\n---\r\n  game: alpha-strike\r\n  'sides' :\r\n    - name: red")).toBe(true);
    expect(isBattle("{game: alpha-strike, sides: [{name: red}]}")).toBe(true);
  });

  it("are forces whatever their notes say of sides", () => {
    expect(isBattle("lancemate: force\nname: Both sides: a force\nnotes: |\n  for two\n  sides: red and blue\nformations: []")).toBe(false);
    expect(isBattle('{"lancemate": "force", "notes": "two sides: red and blue", "units": [{"sides": 2}]}')).toBe(false);
    expect(isBattle('{lancemate: force, notes: "two sides: red", "more": \'its sides: two\'}')).toBe(false);
    expect(isBattle("Name,Skill\nLocust,4\nsides,4")).toBe(false);
    expect(isBattle("")).toBe(false);
  });
});

describe("targets", () => {
  it("offer for each enemy the attack that promises most", () => {
    const offer = (target: string, kind: string, expected_damage: number) => ({ target, kind, expected_damage });
    const targets = { attacks: [offer("b1", "weapon", 1), offer("b1", "physical", 2), offer("b2", "weapon", 0.5)] } as unknown as Targets;
    expect(Object.fromEntries(Object.entries(bestOf(targets)).map(([id, best]) => [id, best.kind]))).toEqual({ b1: "physical", b2: "weapon" });
  });
});
