// Stands of infantry and squads of battle armor.
import { block, limb, moved, pair, tube, type Solid, type Vec } from "./solids.ts";
import type { Traits } from "./traits.ts";

const MEN: Vec[] = [[0, 0, 0.55], [-0.42, 0, 0.34], [0.42, 0, 0.34], [-0.66, 0, -0.1], [0, 0, 0.02], [0.66, 0, -0.1], [-0.36, 0, -0.44], [0.36, 0, -0.44], [0, 0, -0.66]];
const SUITS: Vec[] = [[0, 0, 0.5], [-0.52, 0, 0.06], [0.52, 0, 0.06], [-0.3, 0, -0.5], [0.3, 0, -0.5]];

export const infantry = (traits: Traits): Solid[] => MEN.slice(0, traits.men).flatMap((at, i) => moved(man(i % 4 === 1 && traits.missiles), at, 1));

export const armored = (traits: Traits): Solid[] => SUITS.slice(0, Math.max(4, traits.men)).flatMap((at) => moved(suit(traits), at, 1));

const man = (tubeOnShoulder: boolean): Solid[] => [
  ...pair(limb("cloth", [0.05, 0.3, 0], [0.08, 0, 0.02], [0.08, 0.1])),
  limb("paint", [0, 0.28, 0], [0, 0.52, 0.02], [0.16, 0.12], [0.22, 0.14]),
  block("trim", [0, 0.6, 0.02], [0.12, 0.13, 0.13], [0.09, 0.1]),
  tubeOnShoulder ? tube("gun", [0.1, 0.55, -0.2], [0.1, 0.6, 0.3], 0.04, 0.04, 5) : limb("gun", [0.07, 0.4, 0.02], [-0.02, 0.44, 0.28], [0.04, 0.05]),
];

const suit = ({ jumps, missiles }: Traits): Solid[] => [
  ...pair(
    limb("paint", [0.09, 0.4, 0], [0.14, 0.06, 0.02], [0.13, 0.15], [0.17, 0.2]),
    block("shade", [0.14, 0.04, 0.05], [0.17, 0.08, 0.24]),
    limb("paint", [0.24, 0.66, 0], [0.28, 0.36, 0.1], [0.13, 0.14], [0.12, 0.12]),
    block("trim", [0.24, 0.68, 0], [0.17, 0.16, 0.2]),
  ),
  limb("paint", [0, 0.36, 0], [0, 0.78, 0.02], [0.26, 0.22], [0.38, 0.3]),
  block("glass", [0, 0.7, 0.17], [0.18, 0.07, 0.04]),
  tube("gun", [0.29, 0.38, 0.08], [0.29, 0.4, 0.42], 0.05, 0.045, 6),
  ...(jumps ? pair(block("metal", [0.1, 0.62, -0.2], [0.12, 0.34, 0.14])) : []),
  ...(missiles ? [block("metal", [-0.16, 0.9, 0], [0.18, 0.14, 0.26])] : []),
];
