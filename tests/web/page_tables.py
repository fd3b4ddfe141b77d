"""How the page reads a companion's tables (web/src/companion), run by the Node.js that builds it."""

from __future__ import annotations

import importlib.util
import json
import subprocess
from pathlib import Path
from typing import Any

from web.conftest import ROOT

Json = Any
COMPANION = ROOT / "web" / "src" / "companion"

SCRIPT = """
import { readFileSync } from "node:fs";
const { needOf, struck, marked, tablesOf } = await import(process.argv[1]);
const { packet, needs, hits } = JSON.parse(readFileSync(0, "utf8"));
const answers = {
  needs: needs.map(({ by, at, said }) => needOf(packet, "r1", "b1", by, at, said)),
  hits: hits.map(({ of, unit, points, dice, rolls, cause }) => {
    const later = [...rolls];
    const roll = (what) => {
      if (!later.length) throw new Error("it wants to roll once more");
      return what === "arc" ? later.shift() : later.shift() + later.shift();
    };
    const now = struck(tablesOf(packet, of, unit), unit, points, dice, roll, cause).reduce(marked, unit);
    return { ...now, left: later };
  }),
};
process.stdout.write(JSON.stringify(answers));
"""


SHOTS = """
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
registerHooks({ resolve: (name, from, next) => next(/^[.].*[/][a-z]+$/.test(name) ? `${name}.ts` : name, from) });
const { needOf, marked, tablesOf, hits } = await import(`${process.argv[1]}/tables.ts`);
const { blastOf, blown, drifted, flightOf, spent, shotsLeft } = await import(`${process.argv[1]}/artillery.ts`);
const { packet, needs, shots } = JSON.parse(readFileSync(0, "utf8"));
const gunOf = (by, unit, gun) => tablesOf(packet, by, unit).artillery[gun];
const answers = {
  needs: needs.map(({ one, at, by, unit, said }) => needOf(packet, one, at, by, unit, said)),
  shots: shots.map(({ by, gun, way, range, at, said, units, dice, drift, under, rolls, aimed, inches }) => {
    const [me, piece] = [units[by], gunOf(by, units[by], gun)];
    const left = [shotsLeft(piece, me), spent(piece, me), inches === undefined ? null : flightOf(piece, inches)];
    const need = needOf(packet, by, at, me, units[at] ?? { ...me, moved: "" }, said);
    const hit = dice !== null && hits(need.number, dice);
    const there = under.map((one) => {
      const unit = units[one.id];
      return { under: one, blast: blastOf(packet, by, gun, way, range, one, me, unit), unit };
    });
    const later = Object.fromEntries(Object.entries(rolls).map(([name, list]) => [name, [...list]]));
    const roll = (what, whose) => {
      const own = later[whose];
      if (!own?.length) throw new Error(`it wants to roll once more: ${what} of ${whose}`);
      return ["arc", "minimal"].includes(what) ? own.shift() : own.shift() + own.shift();
    };
    const cause = way === "flak" ? "weapon" : "artillery";
    const blows = blown(packet, there, units, hit && dice === 12 ? aimed : null, roll, cause);
    const after = ({ unit, parts, steps }) => ({ unit, parts, now: steps.reduce(marked, units[unit]) });
    const lands = drift ? drifted(piece, ...drift) : null;
    return { need, hit, left, lands, over: Object.values(later).flat(), blows: blows.map(after) };
  }),
};
process.stdout.write(JSON.stringify(answers));
"""


FIGHT = """
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
registerHooks({ resolve: (name, from, next) => next(/^[.].*[/][a-z]+$/.test(name) ? `${name}.ts` : name, from) });
const { struck, tablesOf, conditionOf } = await import(`${process.argv[1]}/tables.ts`);
const { standing } = await import(`${process.argv[1]}/marks.ts`);
const { packet, turns } = JSON.parse(readFileSync(0, "utf8"));
const marks = [];
const next = (times) => { for (let i = 0; i < times; i += 1) marks.push({ do: "next" }); };
next(2);
const answers = turns.map((hits) => {
  for (const { of, points, dice, rolls } of hits) {
    const unit = conditionOf(standing(packet, marks).units, of);
    const later = [...rolls];
    const steps = struck(tablesOf(packet, of, unit), unit, points, dice, () => later.shift());
    if (later.length) throw new Error(`rolls are left over: ${later}`);
    marks.push({ do: "attack", by: "nobody", unit: of, fired: true, overheat: 0, steps });
  }
  next(1);
  const { units } = standing(packet, marks);
  next(3);
  return units;
});
process.stdout.write(JSON.stringify(answers));
"""


def node() -> str:
    spec = importlib.util.spec_from_file_location("build", ROOT / "web" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    npm = build.npm_command()
    assert npm is not None, "the page is built with Node.js"
    return str(npm[0]) if len(npm) > 1 else "node"


def read_by_the_page(packet: Json, needs: list[Json], hits: list[Json]) -> Json:
    """What the page makes of a packet, for all that is said."""
    return _run(SCRIPT, COMPANION / "tables.ts", {"packet": packet, "needs": needs, "hits": hits})


def shelled_by_the_page(packet: Json, needs: list[Json], shots: list[Json]) -> Json:
    """What the page makes of artillery: what it needs, and shots that are fought out."""
    return _run(SHOTS, COMPANION, {"packet": packet, "needs": needs, "shots": shots})


def marked_by_the_page(packet: Json, turns: list[Json]) -> Json:
    """How everything stands after each turn in which these hits were marked."""
    return _run(FIGHT, COMPANION, {"packet": packet, "turns": turns})


def _run(script: str, code: Path, given: Json) -> Json:
    flags = "--experimental-strip-types", "--no-warnings", "--input-type=module"
    command = [node(), *flags, "-e", script, code.as_uri()]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
