import { describe, expect, it } from "vitest";
import type { ScenarioChoice } from "../src/lib/api";
import { rolesOf, varied } from "../src/lib/scenarios";

const variation = (id: string, roles: string[], excludes: string[] = []) => ({ id, name: id, text: "", page: 130, roles, excludes });
const flag: ScenarioChoice = {
  id: "flag",
  name: "Flag",
  text: "",
  page: 128,
  roles: [],
  matches: [],
  variations: [variation("one", [], ["many"]), variation("many", []), variation("extraction", ["attacker", "defender"]), variation("timed", [])],
};
const recon: ScenarioChoice = { ...flag, roles: ["attacker", "defender"], variations: [variation("limit", ["attacker", "defender"]), variation("hunt", [])] };

describe("variations", () => {
  it("are ticked and unticked", () => {
    expect(varied(flag, [], "one")).toEqual(["one"]);
    expect(varied(flag, ["one", "timed"], "one")).toEqual(["timed"]);
  });

  it("that exclude one another make way, whichever of them says so", () => {
    expect(varied(flag, ["many", "timed"], "one")).toEqual(["timed", "one"]);
    expect(varied(flag, ["one"], "many")).toEqual(["many"]);
  });
});

describe("roles", () => {
  it("are those of the scenario unless a variation gives others", () => {
    expect(rolesOf(flag, ["timed"])).toEqual([]);
    expect(rolesOf(flag, ["timed", "extraction"])).toEqual(["attacker", "defender"]);
    expect(rolesOf(recon, ["limit"])).toEqual(["attacker", "defender"]);
    expect(rolesOf(recon, ["limit", "hunt"])).toEqual([]);
    expect(rolesOf(undefined, [])).toEqual([]);
  });
});
