// Chance that is the same every time: smooth noise for ground, and numbers for what is scattered over it. Pure.

/** A number between 0 and 1 for a place of a lattice. */
export function chance(x: number, y: number, seed = 0): number {
  let h = Math.imul(x | 0, 374761393) ^ Math.imul(y | 0, 668265263) ^ Math.imul(seed | 0, 1442695041);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

const smooth = (t: number): number => t * t * (3 - 2 * t);

/** Smooth noise between 0 and 1. */
export function noise(x: number, y: number, seed = 0): number {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [smooth(x - i), smooth(y - j)];
  const low = chance(i, j, seed) * (1 - u) + chance(i + 1, j, seed) * u;
  const high = chance(i, j + 1, seed) * (1 - u) + chance(i + 1, j + 1, seed) * u;
  return low * (1 - v) + high * v;
}

/** Noise of several sizes upon each other. */
export const rolling = (x: number, y: number, seed = 0): number =>
  noise(x, y, seed) * 0.55 + noise(x * 2.1, y * 2.1, seed + 1) * 0.28 + noise(x * 4.7, y * 4.7, seed + 2) * 0.17;

/** Numbers one after another. */
export function dice(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
