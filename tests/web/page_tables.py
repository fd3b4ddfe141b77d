"""How the page reads a companion's tables (web/src/companion/tables.ts), run by the Node.js that builds it."""

from __future__ import annotations

import importlib.util
import json
import subprocess
from typing import Any

from web.conftest import ROOT

Json = Any

SCRIPT = """
import { readFileSync } from "node:fs";
const { needOf, struck, marked, tablesOf } = await import(process.argv[1]);
const { packet, needs, hits } = JSON.parse(readFileSync(0, "utf8"));
const answers = {
  needs: needs.map(({ by, at, said }) => needOf(packet, "r1", "b1", by, at, said)),
  hits: hits.map(({ of, unit, points, dice, rolls, cause }) => {
    const later = [...rolls];
    const roll = (what) => (what === "arc" ? later.shift() : later.shift() + later.shift());
    return struck(tablesOf(packet, of, unit), unit, points, dice, roll, cause).reduce(marked, unit);
  }),
};
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
    tables = (ROOT / "web" / "src" / "companion" / "tables.ts").as_uri()
    command = [node(), "--experimental-strip-types", "--no-warnings", "--input-type=module", "-e", SCRIPT, tables]
    given = json.dumps({"packet": packet, "needs": needs, "hits": hits})
    done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
