// The lie of the land as a lattice of heights: hills one upon the other, beds of water, hollows, with slopes at their rims.
import type { Feature, MapData } from "../lib/protocol";
import type { Space } from "../lib/space";
import { fill, polygonsOf, type Place } from "./outlines";

export type Relief = { columns: number; rows: number; step: number; heights: Float32Array; wet: Uint8Array };

/** How far a feature lifts the ground, or digs into it. */
export function liftOf(feature: Feature): number {
  if (feature.role === "hill") return feature.height;
  if (feature.role === "water") return -Math.max(0.35, feature.depth);
  if (feature.role === "hollow") return -Math.max(0.5, feature.depth || feature.height);
  return 0;
}

export function reliefOf(terrain: readonly Feature[], map: MapData, space: Space, place: Place = (point) => point, step = 0.25): Relief {
  const [columns, rows] = [Math.ceil(map.width / step), Math.ceil(map.depth / step)];
  const heights = new Float32Array(columns * rows);
  const wet = new Uint8Array(columns * rows);
  const mask = new Uint8Array(columns * rows);
  for (const feature of terrain) {
    const lift = liftOf(feature);
    if (!lift) continue;
    mask.fill(0);
    for (const polygon of polygonsOf(feature, space)) fill(polygon.map(place), step, columns, rows, (i) => (mask[i] = 1));
    const water = feature.role === "water";
    for (let i = 0; i < mask.length; i += 1) {
      if (!mask[i] || (water && wet[i])) continue;
      heights[i] = (heights[i] as number) + lift;
      if (water) wet[i] = 1;
    }
  }
  return { columns, rows, step, heights: softened(softened(heights, columns, rows), columns, rows), wet };
}

/** Each height the mean of its neighbourhood: sheer steps become slopes. */
function softened(heights: Float32Array, columns: number, rows: number): Float32Array {
  const across = new Float32Array(heights.length);
  const found = new Float32Array(heights.length);
  const at = (from: Float32Array, column: number, row: number): number => from[Math.max(0, Math.min(rows - 1, row)) * columns + Math.max(0, Math.min(columns - 1, column))] as number;
  for (let row = 0; row < rows; row += 1) for (let column = 0; column < columns; column += 1) across[row * columns + column] = (at(heights, column - 1, row) + at(heights, column, row) + at(heights, column + 1, row)) / 3;
  for (let row = 0; row < rows; row += 1) for (let column = 0; column < columns; column += 1) found[row * columns + column] = (at(across, column, row - 1) + at(across, column, row) + at(across, column, row + 1)) / 3;
  return found;
}

/** The height at a point, between the lattice's own. */
export function heightAt(relief: Relief, x: number, y: number): number {
  const { columns, rows, step, heights } = relief;
  const [u, v] = [x / step - 0.5, y / step - 0.5];
  const [i, j] = [Math.floor(u), Math.floor(v)];
  const at = (column: number, row: number): number => heights[Math.max(0, Math.min(rows - 1, row)) * columns + Math.max(0, Math.min(columns - 1, column))] as number;
  const low = at(i, j) * (1 - (u - i)) + at(i + 1, j) * (u - i);
  const high = at(i, j + 1) * (1 - (u - i)) + at(i + 1, j + 1) * (u - i);
  return low * (1 - (v - j)) + high * (v - j);
}
