// Where the chips of units go, so that none lies on another or on a miniature. Works in pixels. Pure.
export type Box = { x: number; y: number; width: number; height: number };
export type Asked = { id: string; x: number; y: number; reach: number; tall: number; full: number; short: number; high: number; rank: number };
export type Placed = { dx: number; dy: number; width: number; full: boolean };

const NARROW = /[iljtfrI1.,'’ -]/;
const BROAD = /[mwMW]/;
/** About how many pixels words take up in the letters of a chip. */
const spread = (words: string): number => [...words].reduce((sum, letter) => sum + (BROAD.test(letter) ? 10 : NARROW.test(letter) ? 4.8 : /[A-Z]/.test(letter) ? 7.8 : 6.9), 0);

/** How large the parts of a chip are, in pixels. */
export const CHIP = { high: 23, die: 18, mark: (mark: string): number => mark.length * 7.4 + 8 };

const CROWD = 16; // units
const BORDER = 2; // pixels between a chip and the border of the window
const LONGEST = 15; // letters of a name

/** The name on a chip: short, for what is said in full elsewhere. */
export function shortName(name: string): string {
  const bare = name.replace(/^Training /, "");
  return bare.length > LONGEST ? `${bare.slice(0, LONGEST - 1).trimEnd()}…` : bare;
}

/** How wide a chip is with its name and without, with the die beside it. */
export function widthsOf(mark: string, name: string, die: boolean): { full: number; short: number } {
  const plain = CHIP.mark(mark) + (die ? CHIP.die : 0);
  return { full: plain + spread(shortName(name)) + 10, short: Math.max(26, plain) };
}

const meets = (a: Box, b: Box): boolean => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const shared = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** Offsets of the middle of a chip from the middle of its base: below, above, right, left. */
function spots(one: Asked, width: number, first: "below" | "above"): [number, number][] {
  const [down, up] = [one.reach + one.high / 2 + 2, -(one.tall + one.high / 2 + 2)];
  const aside = one.reach + width / 2 + 3;
  const all: [number, number][] = [[0, down], [aside, 0], [-aside, 0], [0, up], [aside * 0.7, down], [-aside * 0.7, down]];
  return first === "below" ? all : [[0, up], [0, up - one.high], [aside * 0.7, up], [-aside * 0.7, up], ...all];
}

/** A place moved so far that nothing of the chip is cut off at the border; whoever is out of sight has its chip there too. */
function kept(one: Asked, spot: Placed, window: Box | null): Placed {
  if (!window || !meets({ x: one.x, y: one.y, width: 1, height: 1 }, window)) return spot;
  const within = (middle: number, half: number, from: number, size: number): number => (size < 2 * half ? middle : Math.max(from + half, Math.min(from + size - half, middle)));
  const x = within(one.x + spot.dx, spot.width / 2 + BORDER, window.x, window.width);
  const y = within(one.y + spot.dy, one.high / 2 + BORDER, window.y, window.height);
  return { ...spot, dx: x - one.x, dy: y - one.y };
}

/** Whoever ranks first chooses first; who finds no room for the long form takes the short one. */
export function placed(asked: readonly Asked[], window: Box | null = null, first: "below" | "above" = "below"): Map<string, Placed> {
  const figures = new Map(asked.map((one) => [one.id, { x: one.x - one.reach, y: one.y - one.tall, width: one.reach * 2, height: one.tall + one.reach }]));
  const taken: Box[] = [];
  const found = new Map<string, Placed>();
  for (const one of asked.toSorted((a, b) => a.rank - b.rank)) {
    const others = [...taken, ...[...figures].filter(([id]) => id !== one.id).map(([, box]) => box)];
    const forms = asked.length > CROWD && one.rank > 1 ? [false] : [true, false]; // in a crowd only those in hand have names
    const tries = forms.flatMap((full) => spots(one, full ? one.full : one.short, first).map(([dx, dy]) => kept(one, { dx, dy, width: full ? one.full : one.short, full }, window)));
    const box = (spot: Placed): Box => ({ x: one.x + spot.dx - spot.width / 2, y: one.y + spot.dy - one.high / 2, width: spot.width, height: one.high });
    const hidden = (spot: Placed): number => (window ? box(spot).width * one.high - shared(box(spot), window) : 0);
    const cost = (spot: Placed): number => others.reduce((sum, other) => sum + shared(box(spot), other), 4 * hidden(spot));
    const free = tries.find((spot) => hidden(spot) < 1 && !others.some((other) => meets(box(spot), other)));
    const leads = one.rank === 0; // it is told in full, whatever it covers
    const best = (free && (free.full || !leads) ? free : undefined) ?? tries.filter((spot) => spot.full === leads).reduce((a, b) => (cost(b) < cost(a) ? b : a));
    taken.push(box(best));
    found.set(one.id, best);
  }
  return found;
}
