// Searches with the page's own code: units, factions, eras and lines on standard input, what was found on standard output.
import { readFileSync } from "node:fs";
import { EVERYTHING, indexed, look } from "../../web/src/muster/units.ts";

const { units, factions, eras, lines } = JSON.parse(readFileSync(0, "utf-8"));
const rows = indexed(units, []);
const marks = { favourites: new Set(), owned: new Map() };
const answers = lines.map((text) => {
  const found = look(rows, { ...EVERYTHING, text, training: true }, eras, marks, { column: "", down: false }, factions);
  return { ids: found.rows.map((row) => row.data.id), unsettled: found.unsettled, troubles: found.troubles };
});
console.log(JSON.stringify(answers));
