// Vehicles: on tracks, wheels, an air cushion, rails or water, and what flies low.
import { block, limb, pair, slab, tube, type Solid } from "./solids.ts";
import type { Traits } from "./traits.ts";

const GROUND: Partial<Record<Traits["going"], (traits: Traits) => Solid[]>> = { tracks, wheels, hover, vtol, wige, boat, submarine, rail };

export const vehicle = (traits: Traits): Solid[] => (GROUND[traits.going] ?? tracks)(traits);

const wide = ({ size }: Traits): number => 0.34 + size * 0.07;
const high = ({ size }: Traits): number => 0.2 + size * 0.05;

function tracks(traits: Traits): Solid[] {
  const [w, h] = [wide(traits), high(traits)];
  return [
    ...pair(
      limb("gun", [w + 0.12, 0.16, -0.86], [w + 0.12, 0.16, 0.86], [0.24, 0.3]),
      limb("shade", [w + 0.12, 0.33, -0.82], [w + 0.12, 0.33, 0.78], [0.28, 0.07]),
      ...[-0.6, -0.2, 0.2, 0.6].map((z) => tube("metal", [w + 0.23, 0.15, z], [w + 0.26, 0.15, z], 0.11, 0.11, 8)),
    ),
    limb("paint", [0, 0.22 + h / 2, -0.84], [0, 0.22 + h / 2, 0.5], [w * 2, h], [w * 2, h]),
    limb("trim", [0, 0.22 + h / 2, 0.48], [0, 0.16 + h * 0.3, 0.92], [w * 2, h], [w * 1.7, h * 0.4]),
    block("metal", [0, 0.24 + h, -0.66], [w * 1.3, 0.05, 0.26]),
    ...weapons(traits, 0.22 + h),
  ];
}

function wheels(traits: Traits): Solid[] {
  const [w, h] = [wide(traits) * 0.95, high(traits)];
  const axles = traits.size > 2 ? [-0.64, -0.22, 0.22, 0.64] : [-0.56, 0, 0.56];
  return [
    ...pair(...axles.flatMap((z) => [tube("gun", [w * 0.8, 0.2, z], [w + 0.16, 0.2, z], 0.2, 0.2, 10), tube("metal", [w + 0.15, 0.2, z], [w + 0.18, 0.2, z], 0.09, 0.08, 8)])),
    limb("paint", [0, 0.28 + h / 2, -0.88], [0, 0.28 + h / 2, 0.46], [w * 1.9, h * 1.1], [w * 1.9, h * 1.1]),
    limb("trim", [0, 0.28 + h / 2, 0.45], [0, 0.24 + h * 0.3, 0.94], [w * 1.9, h * 1.1], [w * 1.3, h * 0.5]),
    limb("glass", [0, 0.3 + h * 0.82, 0.52], [0, 0.3 + h * 0.52, 0.74], [w * 1.1, 0.1], [w * 0.9, 0.1]),
    ...weapons(traits, 0.28 + h * 1.05),
  ];
}

function hover(traits: Traits): Solid[] {
  const [w, h] = [wide(traits), high(traits)];
  return [
    slab("gun", [[-w - 0.18, -0.85], [w + 0.18, -0.85], [w + 0.22, 0.35], [w * 0.55, 0.98], [-w * 0.55, 0.98], [-w - 0.22, 0.35]], 0.03, 0.2),
    slab("paint", [[-w, -0.8], [w, -0.8], [w + 0.04, 0.3], [w * 0.42, 0.86], [-w * 0.42, 0.86], [-w - 0.04, 0.3]], 0.2, 0.22 + h * 0.8),
    limb("glass", [0, 0.24 + h * 0.8, 0.3], [0, 0.2 + h * 0.6, 0.68], [w * 0.8, 0.14], [w * 0.5, 0.08]),
    ...pair(
      tube("metal", [w * 0.5, 0.46 + h * 0.6, -0.82], [w * 0.5, 0.46 + h * 0.6, -0.6], 0.22, 0.22, 10),
      tube("gun", [w * 0.5, 0.46 + h * 0.6, -0.6], [w * 0.5, 0.46 + h * 0.6, -0.57], 0.17, 0.17, 10),
    ),
    ...weapons(traits, 0.22 + h * 0.8),
  ];
}

function vtol(traits: Traits): Solid[] {
  const w = 0.16 + traits.size * 0.05;
  const y = 1;
  return [
    ...stand(y - 0.2),
    limb("paint", [0, y, -0.3], [0, y, 0.34], [w * 1.8, w * 2.1], [w * 1.7, w * 1.9]),
    limb("glass", [0, y, 0.33], [0, y - w * 0.3, 0.72], [w * 1.6, w * 1.7], [w * 0.7, w * 0.8]),
    limb("paint", [0, y + w * 0.4, -0.28], [0, y + w * 0.7, -0.98], [w, w], [w * 0.45, w * 0.5]),
    limb("trim", [0, y + w * 0.5, -0.9], [0, y + w * 2.4, -1.04], [0.05, 0.24], [0.05, 0.16]),
    ...pair(limb("shade", [w * 0.9, y - w * 0.3, 0.06], [w * 2.6, y - w * 0.5, 0], [0.28, 0.07], [0.2, 0.06]), tube("gun", [w * 2.3, y - w * 0.7, -0.1], [w * 2.3, y - w * 0.7, 0.34], 0.08, 0.07, 6)),
    tube("metal", [0, y + w, 0], [0, y + w * 1.7, 0], 0.06, 0.05, 6),
    ...[20, 110].map((degrees) => {
      const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
      return limb("gun", [-1.02 * c, y + w * 1.75, -1.02 * s], [1.02 * c, y + w * 1.75, 1.02 * s], [0.09, 0.025]);
    }),
  ];
}

function wige(traits: Traits): Solid[] {
  const w = 0.2 + traits.size * 0.05;
  return [
    ...stand(0.34),
    limb("paint", [0, 0.52, -0.9], [0, 0.52, 0.5], [w * 1.6, w * 1.3], [w * 1.7, w * 1.5]),
    limb("glass", [0, 0.54, 0.48], [0, 0.46, 0.98], [w * 1.5, w * 1.2], [w * 0.5, w * 0.5]),
    ...pair(limb("trim", [w * 0.7, 0.5, -0.1], [0.94, 0.36, -0.3], [0.7, 0.1], [0.44, 0.07]), limb("shade", [0.94, 0.36, -0.52], [0.94, 0.36, 0.1], [0.08, 0.24], [0.06, 0.16])),
    limb("trim", [0, 0.6, -0.8], [0, 1.02, -0.98], [0.06, 0.34], [0.06, 0.2]),
    limb("trim", [-0.4, 1, -0.98], [0.4, 1, -0.98], [0.2, 0.05]),
    ...(traits.turret ? weapons(traits, 0.7) : []),
  ];
}

function boat(traits: Traits): Solid[] {
  const w = wide(traits) * 0.95;
  return [
    slab("shade", [[-w * 0.8, -1.1], [w * 0.8, -1.1], [w, 0.2], [0, 1.25], [-w, 0.2]], 0.02, 0.16),
    slab("paint", [[-w * 0.86, -1.14], [w * 0.86, -1.14], [w * 1.08, 0.25], [0, 1.36], [-w * 1.08, 0.25]], 0.16, 0.36),
    block("trim", [0, 0.52, -0.36], [w * 1.1, 0.34, 0.62], [w * 0.9, 0.5]),
    block("glass", [0, 0.58, -0.03], [w * 0.8, 0.12, 0.06]),
    tube("metal", [0, 0.68, -0.5], [0, 1.15, -0.5], 0.04, 0.02, 5),
    ...weapons({ ...traits, turret: true }, 0.36, 0.42),
  ];
}

function submarine(traits: Traits): Solid[] {
  const r = 0.22 + traits.size * 0.04;
  return [
    tube("shade", [0, 0.24, -1.1], [0, 0.24, -0.6], r * 0.3, r, 9),
    tube("paint", [0, 0.24, -0.6], [0, 0.24, 0.7], r, r, 9),
    tube("trim", [0, 0.24, 0.7], [0, 0.24, 1.15], r, r * 0.35, 9),
    limb("shade", [0, 0.4, 0.1], [0, 0.82, 0.06], [r * 0.7, 0.5], [r * 0.5, 0.36]),
    tube("metal", [0, 0.8, 0.06], [0, 1.1, 0.06], 0.03, 0.03, 5),
    ...pair(limb("metal", [0.05, 0.24, -0.95], [0.42, 0.24, -1.02], [0.2, 0.04])),
  ];
}

function rail(traits: Traits): Solid[] {
  const w = wide(traits);
  return [
    ...pair(...[-0.7, -0.35, 0.35, 0.7].map((z) => tube("gun", [w * 0.6, 0.14, z], [w * 0.75, 0.14, z], 0.14, 0.14, 8))),
    block("metal", [0, 0.26, 0], [w * 1.6, 0.14, 2]),
    block("paint", [0, 0.58, -0.2], [w * 1.6, 0.5, 1.4], [w * 1.4, 1.3]),
    limb("trim", [0, 0.55, 0.5], [0, 0.42, 0.98], [w * 1.5, 0.5], [w * 1.1, 0.24]),
    ...weapons(traits, 0.84),
  ];
}

/** A turret where the card has one, otherwise guns in the hull. */
function weapons(traits: Traits, y: number, z = -0.12): Solid[] {
  const { size, cannon, missiles, artillery, turret, armed, sensors } = traits;
  const w = 0.24 + size * 0.05;
  const found: Solid[] = [];
  if (turret || artillery) {
    found.push(block("trim", [0, y + 0.13, z], [w * 2, 0.26, w * 2.1], [w * 1.5, w * 1.5]));
    found.push(limb("paint", [0, y + 0.14, z + w * 0.9], [0, y + 0.14, z + w * 1.3], [w * 1.1, 0.18]));
  }
  const muzzle = y + (turret || artillery ? 0.15 : -0.05);
  const from = z + (turret ? w * 1.1 : 0.5);
  if (artillery) found.push(tube("gun", [0, y + 0.2, z], [0, y + 0.62, z + 1.25], 0.09, 0.07, 8));
  else if (armed && (cannon || (turret && !missiles))) found.push(tube("gun", [0, muzzle, from], [0, muzzle + 0.02, from + 0.55 + size * 0.08], 0.06 + size * 0.008, 0.05, 6));
  else if (armed && !missiles) found.push(...pair(tube("gun", [0.16, muzzle, from], [0.16, muzzle, from + 0.42], 0.045, 0.04, 6)));
  if (missiles) found.push(...pair(block("metal", [w * 1.05, y + 0.26, z - 0.05], [0.26, 0.24, 0.46]), block("gun", [w * 1.05, y + 0.26, z + 0.19], [0.2, 0.18, 0.04])));
  if (sensors) found.push(tube("metal", [-w * 0.7, y + 0.2, z - 0.3], [-w * 0.7, y + 0.8, z - 0.34], 0.02, 0.012, 4));
  return found;
}

/** The rod that holds up what flies. */
export const stand = (to: number): Solid[] => [tube("glass", [0, 0, 0], [0, to, 0], 0.05, 0.035, 5)];
