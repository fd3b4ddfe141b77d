// 'Mechs and ProtoMechs: on two legs or four, thin or broad, with what they carry in arms and on shoulders.
import { chance } from "../land/noise.ts";
import { block, limb, mirrored, moved, pair, tube, type Solid, type Vec } from "./solids.ts";
import type { Traits } from "./traits.ts";

type Build = { hip: number; wide: number; high: number; deep: number; leg: number; arm: number };
/** From light to assault: taller, and broader still. */
const BUILDS: Record<number, Build> = {
  1: { hip: 0.98, wide: 0.66, high: 0.5, deep: 0.5, leg: 0.22, arm: 0.17 },
  2: { hip: 1.08, wide: 0.82, high: 0.6, deep: 0.6, leg: 0.28, arm: 0.21 },
  3: { hip: 1.16, wide: 0.98, high: 0.72, deep: 0.68, leg: 0.34, arm: 0.26 },
  4: { hip: 1.2, wide: 1.16, high: 0.86, deep: 0.8, leg: 0.42, arm: 0.32 },
};

type Style = "soldier" | "brawler" | "lancer" | "walker" | "beast";
type Arm = "fist" | "gun" | "rack";

/** How a design is built: by what it carries, and otherwise by its name. */
function styleOf({ quad, missiles, cannon, melee, luck }: Traits): { style: Style; right: Arm; left: Arm } {
  if (quad) return { style: "beast", right: "gun", left: "gun" };
  const style = (["soldier", "walker", "brawler", "lancer", "soldier", "walker"] as const)[Math.floor(chance(luck, 1) * 6)] as Style;
  const racks = missiles && !cannon && !melee && chance(luck, 2) < 0.4;
  if (racks) return { style, right: "rack", left: "rack" };
  const guns = style === "walker" || chance(luck, 3) < 0.3;
  const [right, left] = guns ? (["gun", "gun"] as const) : chance(luck, 4) < 0.5 ? (["gun", "fist"] as const) : (["fist", "fist"] as const);
  return { style, right: melee ? "fist" : right, left };
}

export function mech(traits: Traits): Solid[] {
  const build = BUILDS[traits.size] as Build;
  const { style, right, left } = styleOf(traits);
  if (style === "beast") return [...fourLegs(build), ...hull(build, traits), ...carried(build, traits)];
  const stride = 0.1 + chance(traits.luck, 5) * 0.1; // nobody stands to attention
  const leg = style === "walker" ? birdLeg : manLeg;
  const torso = { soldier: chest, brawler: barrel, lancer: wedge, walker: hull }[style](build, traits);
  return [
    ...hips(build),
    ...leg(build, stride),
    ...leg(build, -stride).map(mirrored),
    ...torso,
    ...armOf(build, traits, right, style, true),
    ...armOf(build, traits, left, style, false).map(mirrored),
    ...carried(build, traits),
  ];
}

const hips = ({ hip, wide, leg }: Build): Solid[] => [
  block("shade", [0, hip, 0], [wide * 0.5, 0.2, 0.32]),
  limb("paint", [0, hip + 0.08, 0.17], [0, hip - 0.2, 0.24], [wide * 0.26, 0.07], [wide * 0.16, 0.05]),
  ...pair(tube("metal", [wide * 0.2, hip, 0], [wide * 0.3 + leg * 0.45, hip, 0], leg * 0.36, leg * 0.36, 8)),
];

/** The right leg, so far ahead of the other. */
const manLeg = ({ hip, leg, wide }: Build, ahead: number): Solid[] => {
  const x = wide * 0.3;
  const [knee, foot]: [Vec, Vec] = [[x * 1.15, hip * 0.53, 0.14 + ahead * 0.7], [x * 1.28, 0.14, -0.06 + ahead]];
  return [
    limb("paint", [x, hip - 0.02, 0], knee, [leg * 0.9, leg * 1.05], [leg * 0.72, leg * 0.8]),
    tube("metal", [knee[0] - leg * 0.45, knee[1], knee[2]], [knee[0] + leg * 0.45, knee[1], knee[2]], leg * 0.3, leg * 0.3, 8),
    block("trim", [knee[0], knee[1] + 0.02, knee[2] + leg * 0.42], [leg * 0.72, hip * 0.17, 0.07], [leg * 0.5, 0.05]),
    limb("paint", [knee[0], knee[1] - 0.05, knee[2]], foot, [leg * 0.72, leg * 0.8], [leg * 1.15, leg * 1.2]),
    limb("shade", [knee[0], knee[1] - 0.1, knee[2] - leg * 0.4], [foot[0], foot[1] + 0.12, foot[2] - leg * 0.55], [leg * 0.5, 0.06], [leg * 0.7, 0.1]),
    ...footOf(foot, leg),
  ];
};

const birdLeg = ({ hip, leg, wide }: Build, ahead: number): Solid[] => {
  const x = wide * 0.34;
  const [knee, foot]: [Vec, Vec] = [[x * 1.1, hip * 0.56, -0.3 + ahead * 0.6], [x * 1.2, 0.15, 0.06 + ahead]];
  return [
    limb("paint", [x, hip + 0.05, 0.06], knee, [leg * 0.95, leg * 1.1], [leg * 0.7, leg * 0.8]),
    tube("metal", [knee[0] - leg * 0.42, knee[1], knee[2]], [knee[0] + leg * 0.42, knee[1], knee[2]], leg * 0.34, leg * 0.34, 8),
    limb("paint", knee, foot, [leg * 0.66, leg * 0.72], [leg * 0.95, leg]),
    limb("metal", [knee[0], knee[1] - 0.04, knee[2] - leg * 0.36], [foot[0], foot[1] + 0.06, foot[2] - leg * 0.5], [0.05, 0.05]),
    ...footOf(foot, leg),
  ];
};

/** A sole, two toes and a heel. */
const footOf = ([x, y, z]: Vec, leg: number): Solid[] => [
  block("shade", [x, y * 0.45, z + leg * 0.05], [leg * 1.2, y * 0.9, leg * 1.2], [leg * 1.05, leg]),
  ...[-1, 1].map((side) => limb("paint", [x + side * leg * 0.32, y * 0.5, z + leg * 0.5], [x + side * leg * 0.46, y * 0.28, z + leg * 1.25], [leg * 0.46, y * 0.9], [leg * 0.36, y * 0.5])),
  limb("metal", [x, y * 0.4, z - leg * 0.5], [x, y * 0.25, z - leg * 0.95], [leg * 0.5, y * 0.6], [leg * 0.34, y * 0.4]),
];

const fourLegs = ({ hip, leg, wide }: Build): Solid[] => {
  const at = (x: number, z: number): Solid[] => [
    limb("paint", [x, hip, z * 0.7], [x * 1.5, hip * 0.62, z], [leg * 0.85, leg * 0.85], [leg * 0.65, leg * 0.65]),
    tube("metal", [x * 1.3, hip * 0.63, z], [x * 1.7, hip * 0.63, z], leg * 0.34, leg * 0.34, 8),
    limb("shade", [x * 1.5, hip * 0.64, z], [x * 1.55, 0.1, z * 1.25], [leg * 0.75, leg * 0.75], [leg * 0.6, leg * 0.6]),
    block("paint", [x * 1.55, 0.07, z * 1.3], [leg * 1.15, 0.14, leg * 1.45], [leg * 0.8, leg]),
  ];
  return [...pair(...at(wide * 0.36, 0.42)), ...pair(...at(wide * 0.36, -0.42))];
};

const waist = ({ hip, wide, deep }: Build): Solid => limb("shade", [0, hip + 0.04, 0], [0, hip + 0.22, 0], [wide * 0.42, deep * 0.5]);

/** What a torso has on its back: a pack with slits that let the heat out. */
const pack = ({ wide, high, deep }: Build, y: number): Solid[] => [
  block("shade", [0, y, -deep * 0.52], [wide * 0.6, high * 0.66, 0.2], [wide * 0.48, 0.14]),
  ...[-0.16, 0, 0.16].map((dy) => block("gun", [0, y + dy * high, -deep * 0.52 - 0.1], [wide * 0.36, high * 0.07, 0.04])),
];

/** A torso like a man's: broad above, a head between the shoulders. */
function chest(build: Build, { industrial, luck }: Traits): Solid[] {
  const { hip, wide, high, deep } = build;
  const top = hip + 0.12 + high;
  const tone = industrial ? "trim" : "paint";
  return [
    waist(build),
    limb(tone, [0, hip + 0.16, 0], [0, hip + high * 0.72, 0.02], [wide * 0.6, deep * 0.7], [wide * 0.98, deep]),
    limb(tone, [0, hip + high * 0.71, 0.02], [0, top, 0], [wide * 0.98, deep], [wide * 0.78, deep * 0.78]),
    limb("shade", [0, top - 0.02, 0], [0, top + 0.06, 0], [wide * 0.6, deep * 0.7], [wide * 0.46, deep * 0.5]),
    ...pair(limb("trim", [wide * 0.24, hip + high * 0.45, deep * 0.42], [wide * 0.25, hip + high * 0.8, deep * 0.52], [wide * 0.3, 0.08], [wide * 0.36, 0.08])),
    ...pack(build, hip + high * 0.66),
    ...head([0, top + 0.14, 0.08], 0.22 + chance(luck, 6) * 0.08, luck),
  ];
}

/** A round chest with its cockpit in front, and no neck. */
function barrel(build: Build, { industrial, luck }: Traits): Solid[] {
  const { hip, wide, high, deep } = build;
  const [middle, top] = [hip + high * 0.6, hip + 0.16 + high];
  const tone = industrial ? "trim" : "paint";
  return [
    waist(build),
    limb(tone, [0, hip + 0.12, 0], [0, middle, 0.04], [wide * 0.68, deep * 0.78], [wide * 1.08, deep * 1.14]),
    limb(tone, [0, middle - 0.01, 0.04], [0, top, -0.02], [wide * 1.08, deep * 1.14], [wide * 0.7, deep * 0.66]),
    limb("glass", [0, middle + high * 0.14, deep * 0.5], [0, middle + high * 0.36, deep * 0.36], [wide * 0.34, 0.1], [wide * 0.26, 0.1]),
    limb("trim", [0, middle - high * 0.34, deep * 0.5], [0, middle + high * 0.02, deep * 0.6], [wide * 0.4, 0.07], [wide * 0.6, 0.07]),
    block("shade", [0, top + 0.04, -deep * 0.05], [wide * 0.5, 0.12, deep * 0.5], [wide * 0.32, deep * 0.3]),
    ...(luck % 2 ? [tube("gun", [wide * 0.2, top - 0.02, 0.1], [wide * 0.2, top, 0.1 + deep * 0.75], 0.08, 0.07, 7)] : []),
    ...pack(build, hip + high * 0.62),
  ];
}

/** Narrow at the waist and broad at the shoulders, with a crest. */
function wedge(build: Build, { industrial, luck }: Traits): Solid[] {
  const { hip, wide, high, deep } = build;
  const top = hip + 0.16 + high;
  const tone = industrial ? "trim" : "paint";
  const crest = chance(luck, 7) < 0.6;
  return [
    waist(build),
    limb(tone, [0, hip + 0.14, 0], [0, top, 0], [wide * 0.44, deep * 0.5], [wide * 1.04, deep * 0.86]),
    limb("trim", [0, hip + high * 0.34, deep * 0.28], [0, top - 0.05, deep * 0.44], [wide * 0.14, 0.08], [wide * 0.44, 0.1]),
    ...pair(limb("shade", [wide * 0.2, top - 0.02, 0], [wide * 0.44, top + 0.1, -0.04], [deep * 0.7, 0.14], [deep * 0.5, 0.08])),
    ...pack(build, hip + high * 0.72),
    ...head([0, top + 0.13, 0.06], 0.2 + chance(luck, 8) * 0.06, luck),
    ...(crest ? [limb("trim", [0, top + 0.2, 0.14], [0, top + 0.36, -0.14], [0.05, 0.12], [0.03, 0.08])] : []),
  ];
}

const head = ([x, y, z]: Vec, wide: number, luck: number): Solid[] => [
  block("paint", [x, y, z], [wide, 0.24, wide * 1.1], [wide * 0.7, wide * 0.7]),
  block("shade", [x, y - 0.07, z + wide * 0.5], [wide * 0.6, 0.08, 0.08]),
  ...(luck % 3 ? [block("glass", [x, y + 0.02, z + wide * 0.5], [wide * 0.78, 0.08, 0.07])] : pair(block("glass", [x + wide * 0.22, y + 0.02, z + wide * 0.5], [wide * 0.26, 0.08, 0.07]))),
];

/** A hull that lies over the legs, with its cockpit in the nose. */
function hull({ hip, wide, high, deep }: Build, { quad }: Traits): Solid[] {
  const y = hip + 0.1 + high * 0.45;
  const far = deep * (quad ? 1.1 : 0.95);
  return [
    limb("shade", [0, hip, 0], [0, y - high * 0.2, 0], [wide * 0.5, deep * 0.6]),
    limb("paint", [0, y, -far * 0.62], [0, y, far * 0.35], [wide * 0.74, high * 0.66], [wide * 0.86, high * 0.82]),
    limb("shade", [0, y - 0.02, -far * 0.6], [0, y - 0.02, -far * 0.86], [wide * 0.6, high * 0.5], [wide * 0.4, high * 0.3]),
    limb("paint", [0, y, far * 0.33], [0, y - high * 0.08, far * 0.95], [wide * 0.7, high * 0.74], [wide * 0.3, high * 0.34]),
    limb("glass", [0, y + high * 0.24, far * 0.5], [0, y + high * 0.1, far * 0.92], [wide * 0.34, 0.16], [wide * 0.18, 0.12]),
    block("trim", [0, y + high * 0.43, -far * 0.18], [wide * 0.5, 0.1, far * 0.66], [wide * 0.36, far * 0.46]),
    ...pair(limb("metal", [wide * 0.42, y - high * 0.05, -far * 0.36], [wide * 0.44, y - high * 0.05, far * 0.12], [0.1, high * 0.36], [0.12, high * 0.44]), block("gun", [wide * 0.45, y - high * 0.05, far * 0.14], [0.08, high * 0.34, 0.04])),
    tube("gun", [0, y - high * 0.42, far * 0.4], [0, y - high * 0.44, far * 0.84], 0.05, 0.04, 6),
  ];
}

/** A right arm: with a hand, a weapon in its place, or a box of missiles. */
function armOf(build: Build, traits: Traits, kind: Arm, style: Style, first: boolean): Solid[] {
  const { hip, wide, high, deep, arm } = build;
  const { melee, cannon, size } = traits;
  const low = style === "walker";
  const [x, y] = [wide * 0.5 + arm * 0.74, low ? hip + 0.12 + high * 0.5 : hip + high * 0.94];
  if (kind === "rack") return rack(build, x, y);
  const raised = first ? 0.1 : -0.04; // the one aims, the other hangs
  const shoulder = low
    ? [limb("metal", [wide * 0.36, y, 0], [x, y, 0], [0.18, 0.18])]
    : [block("trim", [x, y + 0.08, 0], [arm * 1.5, arm * 1.1, deep * 0.8], [arm * 1.05, deep * 0.5]), limb("shade", [wide * 0.42, y - 0.02, 0], [x, y - 0.02, 0], [arm * 0.8, arm * 0.8])];
  if (kind === "gun") {
    const long = (cannon ? 0.72 : 0.46) + size * 0.06;
    const [from, to]: [Vec, Vec] = low ? [[x, y - 0.02, -deep * 0.45], [x, y - 0.02, deep * 0.4]] : [[x * 1.04, y - high * 0.42, -0.14], [x * 1.05, y - high * 0.46 + raised, 0.42]];
    const muzzle = (dy: number, share: number, thick: number): Solid[] => [
      tube("gun", [to[0], to[1] + dy, to[2] - 0.04], [to[0], to[1] + dy, to[2] + long * share], thick, thick * 0.85, 7),
      tube("metal", [to[0], to[1] + dy, to[2] + long * share - 0.09], [to[0], to[1] + dy, to[2] + long * share + 0.02], thick * 1.25, thick * 1.2, 7),
    ];
    return [
      ...shoulder,
      ...(low ? [] : [limb("paint", [x, y, 0], [x * 1.04, y - high * 0.46, -0.04], [arm * 0.8, arm * 0.85], [arm * 0.66, arm * 0.7])]),
      limb("paint", from, to, [arm * 1.15, arm * 1.3], [arm * 0.95, arm * 1.05]),
      limb("trim", [from[0], from[1] + arm * 0.62, from[2] + 0.06], [to[0], to[1] + arm * 0.5, to[2] - 0.08], [arm * 0.6, 0.06], [arm * 0.5, 0.05]),
      ...(cannon && first ? muzzle(0, 1, arm * 0.34) : [...muzzle(arm * 0.24, 1, arm * 0.2), ...muzzle(-arm * 0.26, 0.66, arm * 0.17)]),
    ];
  }
  const [elbow, wrist]: [Vec, Vec] = [[x * 1.08, y - high * 0.56, -0.06], [x * 1.05, y - high * 0.64 + raised, 0.42]];
  const hand: Vec = [wrist[0], wrist[1], wrist[2] + arm * 0.34];
  return [
    ...shoulder,
    limb("paint", [x, y, 0], elbow, [arm * 0.82, arm * 0.9], [arm * 0.7, arm * 0.75]),
    tube("metal", [elbow[0] - arm * 0.45, elbow[1], elbow[2]], [elbow[0] + arm * 0.45, elbow[1], elbow[2]], arm * 0.34, arm * 0.34, 7),
    limb("paint", elbow, wrist, [arm * 0.9, arm * 0.95], [arm * 1.12, arm * 1.12]),
    block("shade", hand, [arm * 0.8, arm * 0.8, arm * 0.6], [arm * 0.7, arm * 0.5]),
    ...(first && melee ? hatchet(hand, high) : [tube("gun", [wrist[0] + arm * 0.3, wrist[1] + arm * 0.5, wrist[2] - 0.3], [wrist[0] + arm * 0.3, wrist[1] + arm * 0.5, wrist[2] + 0.24 + size * 0.04], arm * 0.2, arm * 0.17, 6)]),
  ];
}

const hatchet = ([x, y, z]: Vec, high: number): Solid[] => [
  limb("metal", [x, y - 0.1, z], [x + 0.03, y + high, z + 0.14], [0.07, 0.07]),
  limb("glow", [x + 0.03, y + high * 0.72, z + 0.12], [x + 0.03, y + high * 1.14, z + 0.16], [0.06, 0.52], [0.06, 0.32]),
];

/** A box of tubes in the place of an arm. */
function rack({ wide, arm, deep }: Build, x: number, y: number): Solid[] {
  const [w, h, d] = [arm * 1.7, arm * 1.6, deep * 1.1];
  const tubes = [-0.26, 0.26].flatMap((i) => [-0.26, 0.26].map((j) => tube("gun", [x + i * w, y + 0.06 + j * h, d * 0.5], [x + i * w, y + 0.06 + j * h, d * 0.5 + 0.04], arm * 0.26, arm * 0.24, 6)));
  return [
    limb("metal", [wide * 0.38, y, 0], [x, y, 0], [0.18, 0.18]),
    block("paint", [x, y + 0.06, 0], [w, h, d], [w * 0.86, d * 0.96]),
    block("trim", [x, y + 0.06 + h * 0.52, 0], [w * 0.6, 0.05, d * 0.7]),
    ...tubes,
  ];
}

/** Launchers on the shoulders, jump jets on the back, dishes and long guns. */
function carried({ hip, wide, high, deep }: Build, { missiles, jumps, sensors, artillery, luck, size, quad }: Traits): Solid[] {
  const top = hip + 0.14 + high;
  const found: Solid[] = [];
  if (missiles) {
    const pod = [block("trim", [wide * 0.36, top + 0.16, 0.02], [0.26 + size * 0.03, 0.24 + size * 0.02, 0.42]), block("gun", [wide * 0.36, top + 0.16, 0.25], [0.2 + size * 0.02, 0.17, 0.05])];
    found.push(...(luck % 2 ? pair(...pod) : pod));
  }
  if (jumps) found.push(...pair(tube("metal", [wide * 0.22, hip + high * 0.9, -deep * 0.55], [wide * 0.24, hip + high * 0.2, -deep * 0.66], 0.09, 0.13, 6)));
  if (sensors) found.push(tube("metal", [-wide * 0.34, top, -0.08], [-wide * 0.4, top + 0.55, -0.1], 0.02, 0.012, 4), tube("trim", [-wide * 0.2, top + 0.04, -0.14], [-wide * 0.2, top + 0.12, -0.05], 0.05, 0.13, 8));
  if (artillery || (quad && !missiles)) found.push(tube("gun", [0.08, top + 0.06, -0.2], [0.08, top + 0.3, 0.85], 0.09, 0.07, 7));
  return found;
}

/** Several small ones on one base. */
export function protos(traits: Traits): Solid[] {
  const one = mech({ ...traits, size: 1, luck: traits.luck + 1 });
  const places: Vec[] = [[0, 0, 0.42], [-0.48, 0, 0.05], [0.48, 0, 0.05], [-0.26, 0, -0.46], [0.26, 0, -0.46]];
  return places.flatMap((at) => moved(one, at, 0.5));
}
