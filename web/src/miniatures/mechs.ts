// 'Mechs and ProtoMechs: on two legs or four, thin or broad, with what they carry in arms and on shoulders.
import { block, limb, moved, pair, tube, type Solid, type Vec } from "./solids";
import type { Traits } from "./traits";

type Build = { hip: number; wide: number; high: number; deep: number; leg: number; arm: number };
/** From light to assault: taller, and broader still. */
const BUILDS: Record<number, Build> = {
  1: { hip: 0.98, wide: 0.66, high: 0.5, deep: 0.5, leg: 0.22, arm: 0.17 },
  2: { hip: 1.08, wide: 0.82, high: 0.6, deep: 0.6, leg: 0.28, arm: 0.21 },
  3: { hip: 1.16, wide: 0.98, high: 0.72, deep: 0.68, leg: 0.34, arm: 0.26 },
  4: { hip: 1.2, wide: 1.16, high: 0.86, deep: 0.8, leg: 0.42, arm: 0.32 },
};

export function mech(traits: Traits): Solid[] {
  const build = BUILDS[traits.size] as Build;
  const walker = traits.luck % 3 === 0; // knees that bend backwards, a hull in the place of a chest
  const legs = traits.quad ? fourLegs(build) : walker ? birdLegs(build) : manLegs(build);
  const body = traits.quad ? hull(build, traits) : walker ? hull(build, traits) : chest(build, traits);
  const arms = traits.quad ? [] : walker ? gunArms(build, traits) : manArms(build, traits);
  return [...legs, ...body, ...arms, ...carried(build, traits)];
}

const manLegs = ({ hip, leg, wide }: Build): Solid[] => {
  const x = wide * 0.3;
  return [
    block("shade", [0, hip, 0], [wide * 0.62, 0.2, 0.34]),
    ...pair(
      limb("paint", [x, hip, 0], [x * 1.15, hip * 0.52, 0.12], [leg * 0.8, leg * 0.95], [leg * 0.75, leg * 0.85]),
      limb("metal", [x * 1.15, hip * 0.6, 0.14], [x * 1.15, hip * 0.45, 0.14], [leg * 0.9, leg * 0.9]),
      limb("paint", [x * 1.15, hip * 0.5, 0.1], [x * 1.28, 0.12, -0.06], [leg * 0.85, leg], [leg * 1.15, leg * 1.25]),
      block("shade", [x * 1.28, 0.07, 0.06], [leg * 1.25, 0.14, leg * 2.2], [leg, leg * 1.5]),
    ),
  ];
};

const birdLegs = ({ hip, leg, wide }: Build): Solid[] => {
  const x = wide * 0.34;
  return [
    block("metal", [0, hip, 0], [wide * 0.7, 0.18, 0.3]),
    ...pair(
      limb("paint", [x, hip + 0.05, 0.05], [x * 1.1, hip * 0.55, -0.3], [leg * 0.9, leg], [leg * 0.7, leg * 0.8]),
      limb("metal", [x * 1.1, hip * 0.62, -0.3], [x * 1.1, hip * 0.48, -0.3], [leg * 0.85, leg * 0.85]),
      limb("paint", [x * 1.1, hip * 0.52, -0.3], [x * 1.2, 0.14, 0.06], [leg * 0.7, leg * 0.8], [leg, leg]),
      block("shade", [x * 1.2, 0.07, 0.14], [leg * 1.3, 0.14, leg * 2.3], [leg, leg * 1.4]),
    ),
  ];
};

const fourLegs = ({ hip, leg, wide }: Build): Solid[] => {
  const at = (x: number, z: number): Solid[] => [
    limb("paint", [x, hip, z * 0.7], [x * 1.5, hip * 0.62, z], [leg * 0.8, leg * 0.8], [leg * 0.65, leg * 0.65]),
    limb("shade", [x * 1.5, hip * 0.66, z], [x * 1.55, 0.1, z * 1.25], [leg * 0.75, leg * 0.75], [leg * 0.6, leg * 0.6]),
    block("metal", [x * 1.55, 0.06, z * 1.3], [leg * 1.1, 0.12, leg * 1.4]),
  ];
  return [...pair(...at(wide * 0.36, 0.42)), ...pair(...at(wide * 0.36, -0.42))];
};

/** A torso like a man's: broad above, a head between the shoulders. */
function chest({ hip, wide, high, deep }: Build, { industrial, luck }: Traits): Solid[] {
  const top = hip + 0.12 + high;
  const tone = industrial ? "trim" : "paint";
  return [
    limb("shade", [0, hip + 0.06, 0], [0, hip + 0.2, 0], [wide * 0.5, deep * 0.6]),
    limb(tone, [0, hip + 0.16, 0], [0, top, 0.03], [wide * 0.62, deep * 0.72], [wide, deep]),
    limb("shade", [0, top - 0.02, 0], [0, top + 0.07, 0], [wide * 0.9, deep * 0.85], [wide * 0.66, deep * 0.6]),
    block("trim", [0, hip + high * 0.62, deep * 0.46], [wide * 0.42, high * 0.5, 0.14], [wide * 0.5, 0.2]),
    ...head([0, top + 0.12, 0.1], luck % 5 === 0 ? 0.3 : 0.24),
  ];
}

const head = ([x, y, z]: Vec, wide: number): Solid[] => [
  block("paint", [x, y, z], [wide, 0.22, wide], [wide * 0.75, wide * 0.75]),
  block("glass", [x, y + 0.01, z + wide * 0.46], [wide * 0.72, 0.09, 0.07]),
];

/** A hull that lies over the legs, with its cockpit in the nose. */
function hull({ hip, wide, high, deep }: Build, { quad }: Traits): Solid[] {
  const y = hip + 0.1 + high * 0.45;
  const far = deep * (quad ? 1.1 : 0.95);
  return [
    limb("shade", [0, hip, 0], [0, y - high * 0.2, 0], [wide * 0.5, deep * 0.6]),
    limb("paint", [0, y, -far * 0.62], [0, y, far * 0.35], [wide * 0.8, high * 0.72], [wide * 0.86, high * 0.82]),
    limb("trim", [0, y, far * 0.33], [0, y - high * 0.08, far * 0.95], [wide * 0.62, high * 0.74], [wide * 0.3, high * 0.36]),
    limb("glass", [0, y + high * 0.22, far * 0.56], [0, y + high * 0.1, far * 0.9], [wide * 0.3, 0.14], [wide * 0.2, 0.12]),
    block("shade", [0, y + high * 0.44, -far * 0.2], [wide * 0.55, 0.14, far * 0.6], [wide * 0.42, far * 0.4]),
  ];
}

function manArms({ hip, wide, high, deep, arm }: Build, { melee, cannon, size, luck }: Traits): Solid[] {
  const [x, y] = [wide * 0.5 + arm * 0.72, hip + high - 0.02];
  const shoulder = block("trim", [x, y + 0.06, 0], [arm * 1.35, arm * 1.3, deep * 0.72], [arm, deep * 0.5]);
  const upper = limb("paint", [x, y, 0], [x * 1.08, y - high * 0.62, -0.02], [arm * 0.85, arm * 0.9]);
  const fore = limb("paint", [x * 1.08, y - high * 0.58, -0.04], [x * 1.06, y - high * 0.66, 0.46], [arm, arm], [arm * 0.95, arm * 0.95]);
  const barrel = (long: number, thick: number): Solid => tube("gun", [x * 1.06, y - high * 0.65, 0.42], [x * 1.06, y - high * 0.68, 0.46 + long], thick, thick * 0.85, 6);
  const hatchet = [
    limb("metal", [x * 1.06, y - high * 0.66, 0.5], [x * 1.1, y + high * 0.35, 0.62], [0.07, 0.07]),
    limb("glow", [x * 1.1, y + high * 0.2, 0.62], [x * 1.1, y + high * 0.55, 0.64], [0.06, 0.5], [0.06, 0.34]),
  ];
  const left = pair(shoulder, upper, fore).filter((_, i) => i >= 3);
  const right = [shoulder, upper, fore];
  const long = cannon ? 0.55 : 0.24 + size * 0.05;
  const gun = barrel(long, arm * (cannon ? 0.26 : 0.22));
  const both = luck % 2 === 0 || !melee;
  return [...right, ...left, ...(melee ? hatchet : [gun]), ...(both ? pair(gun).slice(1) : [])];
}

/** Arms that are nothing but weapons. */
function gunArms({ hip, wide, high, deep, arm }: Build, { cannon, size }: Traits): Solid[] {
  const [x, y] = [wide * 0.48 + arm * 0.85, hip + 0.1 + high * 0.4];
  const long = (cannon ? 0.75 : 0.5) + size * 0.06;
  return pair(
    limb("metal", [wide * 0.36, y, 0], [x, y, 0], [0.16, 0.16]),
    limb("paint", [x, y - 0.02, -deep * 0.45], [x, y - 0.04, deep * 0.35], [arm * 1.3, arm * 1.5], [arm * 1.15, arm * 1.3]),
    tube("gun", [x, y + 0.04, deep * 0.3], [x, y + 0.03, deep * 0.3 + long], arm * 0.24, arm * 0.2, 6),
    tube("gun", [x, y - arm * 0.42, deep * 0.3], [x, y - arm * 0.42, deep * 0.3 + long * 0.6], arm * 0.18, arm * 0.16, 6),
  );
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
