// How long the muster page takes to search ten thousand units, or (`units`) to have its first rows of what the server sends:
// prints milliseconds. Run by `lancemate bench`.
import { faceOf } from "./src/miniatures/faces.ts";
import { AZURE, looksOf } from "./src/muster/looks.ts";
import { EVERYTHING, indexed, search } from "./src/muster/units.ts";

const COUNT = 10_000;
const ROLES = ["Brawler", "Sniper", "Striker", "Scout", "Missile Boat"];
const units = Array.from({ length: COUNT }, (_, at) => ({
  id: `mul_${at}`,
  name: `Machine ${(at * 7919) % COUNT} MX-${at % 97}`,
  type: "BM",
  size: 1 + (at % 4),
  move: `${6 + (at % 12)}"`,
  role: ROLES[at % ROLES.length],
  damage: `${at % 6}/${at % 5}/${at % 4}`,
  armor: at % 11,
  structure: 1 + (at % 9),
  pv: 10 + (at % 60),
  specials: ["CASE", `IF${at % 3}`, "ECM"].slice(at % 3),
  chassis: `Machine ${(at * 7919) % COUNT}`,
  model: `MX-${at % 97}`,
  fielded: { Mercenary: "3020-", "Federated Suns": `${3000 + (at % 80)}-3150` },
  factions: ["Inner Sphere General", "Mercenary"],
  era: "Clan Invasion",
}));
const rows = indexed(units, []);
const eras = [{ name: "Clan Invasion", begins: 3050, ends: 3061 }];
const factions = [{ name: "Mercenary", aliases: [], lists: ["Mercenary"] }];
const marks = { favourites: new Set(), owned: new Map() };
const queries = [
  [{ ...EVERYTHING, text: "machine mx-1" }, { column: "name", down: false }],
  [{ ...EVERYTHING, text: "sniper", ability: "ECM", era: eras[0] }, { column: "pv", down: true }],
  [EVERYTHING, { column: "role", down: false }],
  [{ ...EVERYTHING, text: "m" }, { column: "", down: false }],
  [{ ...EVERYTHING, text: "machine pv<=40 l>=2 if>=1 faction:mercenary in:3052" }, { column: "", down: false }],
];
if (process.argv[2] === "units") {
  const sent = JSON.stringify({ units });
  const begin = process.cpuUsage();
  const first = search(indexed(JSON.parse(sent).units, []), EVERYTHING, eras, marks, { column: "", down: false }, factions).slice(0, 30);
  for (const { data } of first) faceOf(looksOf(data), AZURE);
  const used = process.cpuUsage(begin);
  console.log((used.user + used.system) / 1000);
  process.exit();
}
const times = [];
for (let round = 0; round < 7; round += 1)
  for (const [query, sorting] of queries) {
    const begin = process.cpuUsage();
    if (!search(rows, query, eras, marks, sorting, factions).length) throw new Error("nothing was found");
    const used = process.cpuUsage(begin);
    if (round > 1) times.push((used.user + used.system) / 1000);
  }
console.log(Math.max(...queries.map((_, at) => times.filter((__, i) => i % queries.length === at).sort((a, b) => a - b)[2])));
