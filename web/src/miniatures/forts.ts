// What does not go anywhere, or very slowly: gun emplacements and the sections of mobile structures.
import { block, pair, slab, tube, type Solid } from "./solids.ts";
import type { Traits } from "./traits.ts";

const RING = Array.from({ length: 8 }, (_, i) => ((i + 0.5) * Math.PI) / 4);
const ring = (radius: number): [number, number][] => RING.map((angle) => [radius * Math.cos(angle), radius * Math.sin(angle)]);

export function fort({ armed, missiles }: Traits): Solid[] {
  return [
    slab("wall", ring(0.85), 0, 0.45),
    slab("roof", ring(0.7), 0.45, 0.6),
    block("paint", [0, 0.8, 0], [0.7, 0.4, 0.7], [0.5, 0.5]),
    ...(armed ? pair(tube("gun", [0.14, 0.82, 0.3], [0.14, 0.86, 1.05], 0.07, 0.06, 6)) : []),
    ...(missiles ? pair(block("metal", [0.46, 0.9, 0], [0.2, 0.24, 0.44])) : []),
  ];
}

export function section(traits: Traits): Solid[] {
  return [
    ...pair(block("gun", [0.6, 0.12, 0], [0.3, 0.24, 1.7])),
    slab("wall", ring(0.92), 0.2, 0.7),
    slab("paint", ring(0.6), 0.7, 1.1),
    block("trim", [0, 1.3, 0], [0.5, 0.4, 0.5], [0.34, 0.34]),
    ...(traits.armed ? [tube("gun", [0, 1.3, 0.2], [0, 1.36, 1], 0.08, 0.06, 6)] : []),
  ];
}
