import { describe, expect, it } from "vitest";
import * as o from "../src/alphastrike/orders";
import type { Choice, Mode } from "../src/lib/protocol";
import { spaceOf } from "../src/lib/space";

const choice = (name: string, kind: Choice["kind"]): Choice => ({
  name,
  label: name,
  kind,
  rule: "AS-MOV-001",
  among: [],
  least: 0,
  most: 0,
  needed: false,
  modes: [],
  within: null,
  beside: null,
  general: false,
  note: "",
});
const CHOICES = [choice("charge", "unit"), choice("dfa", "unit"), choice("hull_down", "flag")];
const mode = (name: string, stays = false, leaps = false): Mode => ({ name, words: name, done: name, stays, leaps });
const [ground, jump, standstill] = [mode("ground"), mode("jump", false, true), mode("standstill", true)];
const space = spaceOf({ kind: "table", measure: "inches", width: 48, depth: 36 });
const blank = o.blankMove("r1", [10, 10], 90, ground);

describe("a move on paper", () => {
  it("is no order until something is decided", () => {
    expect(o.isOrder(blank)).toBe(false);
    expect(o.isOrder(o.withMode(blank, standstill))).toBe(true);
    expect(o.isOrder(o.withFacing(blank, 45))).toBe(true);
    expect(o.isOrder(o.withPoint(blank, [10, 12]))).toBe(true);
  });

  it("takes another form first, until it moves in its own again", () => {
    const winged = o.withForm(blank, { unit: "r1", path: [], mode: "ground", convert: "airmech" }, ground);
    expect(o.isOrder(winged)).toBe(true);
    expect(o.orderOf(o.withPoint(winged, [10, 12]), CHOICES, space)).toMatchObject({ convert: "airmech", mode: "ground", path: [[10, 12]] });
    expect(o.orderOf(o.withMode(winged, ground), CHOICES, space).convert).toBeUndefined();
  });

  it("looks where it goes unless it is told otherwise", () => {
    expect(o.facingOf(blank)).toBe(90);
    const north = o.withPoint(blank, [10, 12]);
    expect(o.facingOf(north)).toBe(0);
    expect(o.facingOf(o.withPoint(north, [8, 12]))).toBe(270);
    expect(o.facingOf(o.withFacing(north, -90))).toBe(270);
  });

  it("goes back step by step", () => {
    const one = o.withPoint(blank, [10, 12]);
    const two = o.withFacing(o.withPoint(one, [12, 12]), 45);
    expect(o.undone(two).facing).toBeNull();
    expect(o.undone(o.undone(two))).toBe(one);
    expect(o.undone(blank)).toBe(blank);
    expect(o.isBlank(o.undone(one))).toBe(true);
  });

  it("undoes a dragged facing in one step", () => {
    const begun = o.withFacing(blank, 90);
    const dragged = o.draggedFacing(o.draggedFacing(begun, 100), 120);
    expect(dragged.facing).toBe(120);
    expect(o.undone(dragged)).toBe(blank);
  });

  it("has one landing place when it jumps, and a new way in another mode", () => {
    const leap = o.withPoint(o.withPoint(o.withMode(blank, jump), [12, 12]), [14, 10]);
    expect(leap.path).toEqual([[14, 10]]);
    expect(o.withMode(leap, ground).path).toEqual([]);
  });

  it("becomes the command of the battle scripts, with only what was chosen", () => {
    const draft = o.withPoint(blank, [10.123456, 12]);
    expect(o.orderOf(draft, CHOICES, space)).toEqual({ unit: "r1", path: [[10.1235, 12]], mode: "ground", facing: 4 });
    const charge = o.withExtras(draft, { charge: "b1", hull_down: true, dfa: null });
    expect(o.orderOf(charge, CHOICES, space)).toMatchObject({ charge: "b1", hull_down: true });
    expect(o.orderOf(charge, CHOICES, space)).not.toHaveProperty("dfa");
  });

  it("begins at its first point when the unit is not on the table yet", () => {
    const entering = o.blankMove("r2", null, 0, ground);
    expect(o.endOf(entering)).toBeNull();
    expect(o.facingOf(o.withPoint(entering, [5, 0]))).toBe(0);
    expect(o.facingOf(o.withPoint(o.withPoint(entering, [5, 0]), [10, 0]))).toBe(90);
  });
});
