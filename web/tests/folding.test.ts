import { describe, expect, it } from "vitest";
import { folded, unfolded } from "../src/companion/folding";
import type { Packet } from "../src/companion/tables";

describe("tables that a browser keeps", () => {
  const row = (value: number): object => ({ key: "AS-COM-034 range", label: "range", value, rule: "AS-COM-034" });
  const shot = { need: [row(4), row(2)], damage: [row(4)] };
  const packet = {
    format: 5,
    sides: [{ name: "red", units: [{ id: "r1", card: { damage: [1, 2] } }] }],
    units: { r1: { attacks: { "weapon:S": { jump: { need: { drop: ["x"], put: [row(2)] } } } }, falls: [{ type: "doomed" }], modes: ["ground"] } },
    pairs: { "r1>b1": { "weapon:S": shot, "weapon:M": shot, "weapon:L": { no: "too far", rule: null } }, "r1>b2": { "weapon:S": shot } },
    rules: {},
  } as unknown as Packet;

  it("are as they were when they are read again, and every row is written once", () => {
    const text = folded(packet);
    expect(unfolded(JSON.parse(text) as Packet)).toEqual(packet);
    expect(text.match(/AS-COM-034 range/g)).toHaveLength(2);
  });

  it("are read as well where they were kept in full", () => {
    expect(unfolded(JSON.parse(JSON.stringify(packet)) as Packet)).toEqual(packet);
  });
});
