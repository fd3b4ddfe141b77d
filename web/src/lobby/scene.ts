// The picture of the start page: a valley with the miniatures of a first battle in it, drawn by the code that makes those of
// the table. Pure, and the same every time.
import { dice, rolling } from "../land/noise";
import { miniatureOf, type Looks } from "../miniatures";
import type { Paint } from "../miniatures/paints";
import { spriteOf, turnOf, type Stroke } from "../miniatures/sprite";

export const [WIDE, HIGH] = [760, 400];
const EYE = 13; // degrees above the ground: one stands on the field

type Spot = readonly [number, number];
export type Actor = { at: Spot; size: number; strokes: Stroke[] };
/** `trees`: those behind and those in front, each row one path. */
export type Ridge = { name: string; d: string; trees: string[] };

const special = (text: string): NonNullable<Looks["specials"]>[number] => ({ text });
const mech = (chassis: string, size: number, move: string, ...codes: string[]): Looks => ({ name: chassis, chassis, type: "BM", size, move, damage: "3/3/2", specials: codes.map(special) });
const actor = (card: Looks, paint: Paint, at: Spot, size: number, facing: number): Actor => ({ at, size, strokes: spriteOf(miniatureOf(card), paint, turnOf(facing), EYE) });

/** Height of a ridge over the width of the picture, in pixels from the top. */
type Land = { name: string; base: number; swing: number; rough: number; seed: number; trees: number; tall: number };
const LANDS: readonly Land[] = [
  { name: "far", base: 205, swing: 160, rough: 0.0062, seed: 11, trees: 0, tall: 0 },
  { name: "mid", base: 240, swing: 90, rough: 0.0071, seed: 4, trees: 70, tall: 15 },
  { name: "near", base: 284, swing: 50, rough: 0.005, seed: 23, trees: 44, tall: 34 },
  { name: "field", base: 346, swing: 26, rough: 0.004, seed: 8, trees: 14, tall: 80 },
];

const top = ({ base, swing, rough, seed }: Land, x: number): number => base + (0.5 - rolling(x * rough, seed, seed)) * swing;

function ridge(land: Land): Ridge {
  const line = Array.from({ length: WIDE / 10 + 1 }, (_, i) => `${i * 10} ${top(land, i * 10).toFixed(1)}`);
  const next = dice(land.seed);
  const rows = ["", ""];
  for (let i = 0; i < land.trees; i += 1) {
    const [x, high, row] = [next() * WIDE, land.tall * (0.65 + next() * 0.6), i % 2];
    const hides = land.tall > 70 && x > 90 && x < 690; // nobody stands before the actors
    if (!hides) rows[row] += pine(x, top(land, x) + high * (0.1 + row * 0.3), high);
  }
  return { name: land.name, d: `M0 ${HIGH}L${line.join("L")}L${WIDE} ${HIGH}Z`, trees: rows.filter(Boolean) };
}

function pine(x: number, y: number, high: number): string {
  const by = (share: number): string => (share * high).toFixed(1);
  return `M${x.toFixed(1)} ${(y - high).toFixed(1)}l${by(0.2)} ${by(0.42)}h${by(-0.09)}l${by(0.18)} ${by(0.42)}h${by(-0.58)}l${by(0.18)} ${by(-0.42)}h${by(-0.09)}z`;
}

export const ridges = (): Ridge[] => LANDS.map(ridge);

/** Those who come, seen from behind, and those who hold the other side. */
export const mechs = (): { near: Actor[]; far: Actor[] } => ({
  far: [
    actor(mech("Wolverine", 2, '10"j', "AC1/1/1"), "cool", [470, 304], 33, 236),
    actor(mech("Thunderbolt", 3, '8"', "LRM1/1/1"), "cool", [588, 308], 40, 242),
    actor(mech("Panther", 1, '8"j'), "cool", [688, 318], 36, 256),
  ],
  near: [
    actor(mech("Griffin", 2, '10"j', "IF1"), "warm", [122, 352], 52, 74),
    actor(mech("Catapult", 3, '8"j', "LRM2/2/2"), "warm", [356, 386], 62, 52),
    actor(mech("Warhammer", 3, '8"', "AC1/1/0"), "warm", [228, 376], 72, 66),
  ],
});

const foot = (chassis: string): Looks => ({ name: chassis, chassis, type: "CI", size: 1, move: '4"f', damage: "1/1/0" });
const suits = (chassis: string): Looks => ({ name: chassis, chassis, type: "BA", size: 1, move: '6"j', damage: "2/1/0" });
const house = (chassis: string): Looks => ({ name: chassis, chassis, type: "BD", size: 2, damage: "0/0/0" });

export const soldiers = (): { near: Actor[]; far: Actor[] } => ({
  far: [actor(house("Barn"), "cool", [572, 304], 56, 215), actor(foot("Guards"), "cool", [470, 310], 38, 240), actor(foot("Scouts"), "cool", [680, 322], 40, 255)],
  near: [actor(suits("Squad of armor"), "warm", [140, 366], 84, 66), actor(foot("Rifles"), "warm", [310, 384], 96, 56)],
});
