import { describe, expect, it } from "vitest";
import { goesWith, keyOf, saidIn, unsaid } from "../src/lib/offers";
import type { Choice } from "../src/lib/protocol";

const plain: Choice = { name: "", label: "", kind: "flag", rule: "", among: [], least: 0, most: 0, needed: false, modes: [], within: null, beside: null, general: false, note: "" };
const steady: Choice = { ...plain, name: "abilities", among: ["Steady Hand"] };
const quick: Choice = { ...plain, name: "abilities", among: ["Quick Draw"] };
const heat: Choice = { ...plain, name: "overheat", kind: "number", most: 2 };
const split: Choice = { ...plain, name: "split" };
const order = { unit: "r1", target: "b1" };

describe("what is said with an order", () => {
  it("stands in its field, and words of one list stand together", () => {
    const said = { [keyOf(steady)]: true, [keyOf(quick)]: true, overheat: 2, split: true };
    expect(saidIn(order, [steady, quick, heat, split], said)).toEqual({
      ...order,
      abilities: ["Steady Hand", "Quick Draw"],
      overheat: 2,
      split: true,
    });
  });

  it("is left out when it is not said, or not offered", () => {
    expect(saidIn(order, [steady, split], { [keyOf(steady)]: false, split: null })).toEqual(order);
    expect(saidIn(order, [], { split: true })).toEqual(order);
  });

  it("may be taken out of an order that had it already", () => {
    expect(unsaid({ ...order, split: true }, [split])).toEqual(order);
  });

  it("goes with any mode unless modes are named", () => {
    expect(goesWith(split, "jump")).toBe(true);
    expect(goesWith({ ...split, modes: ["ground"] }, "jump")).toBe(false);
  });
});
