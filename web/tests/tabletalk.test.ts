import { describe, expect, it } from "vitest";
import { Agreeing } from "../src/lib/agreeing.svelte";
import { clockWords, leftWords, spanWords } from "../src/lib/tabletalk";
import { parse } from "../src/lib/routes";

describe("clocks in words", () => {
  it("says spans as people do", () => {
    expect([90, 600, 3600, 86400, 3 * 86400].map(spanWords)).toEqual(["90 seconds", "10 minutes", "1 hour", "1 day", "3 days"]);
  });
  it("counts down", () => {
    expect([0, 4.2, 65, 3600 + 62, 3 * 86400].map(leftWords)).toEqual(["0:00", "0:05", "1:05", "1:01:02", "3 days"]);
  });
  it("says beforehand what happens", () => {
    expect(clockWords({ kind: "side", seconds: 1800, at_end: "lose" })).toBe("30 minutes for each side in the whole battle; whoever runs out loses the battle.");
    expect(clockWords(null)).toContain("No clock");
  });
});

describe("what is agreed on", () => {
  it("comes back as it was said", () => {
    const agree = new Agreeing();
    const terms = { title: "Friday", points: 200, secret: true, listed: false, watched: true, clock: { kind: "move" as const, seconds: 86400, at_end: "lose" as const } };
    agree.fill(terms);
    expect(agree.agreed()).toEqual(terms);
    agree.clock = "";
    agree.points = null;
    expect(agree.agreed()).toMatchObject({ clock: null, points: null });
  });
});

describe("the ways to a table", () => {
  it("has one for who sits there, one for who is invited and one for anybody", () => {
    expect(parse("#/talk/a/b")).toEqual({ page: "talk", talk: "a", token: "b" });
    expect(parse("#/meet/a/c")).toEqual({ page: "meet", talk: "a", invitation: "c" });
    expect(parse("#/meet/a")).toEqual({ page: "meet", talk: "a", invitation: null });
    expect(parse("#/meet").page).toBe("lost");
  });
});
