// The bare ground as pixels: colours of the country, lighter uphill, with the light of a low sun on its slopes. Pure.
import { rgb } from "../miniatures/paints";
import type { Country } from "./country";
import { rolling } from "./noise";
import { heightAt, type Relief } from "./relief";

const mixed = (a: readonly number[], b: readonly number[], share: number): [number, number, number] => [0, 1, 2].map((i) => (a[i] as number) * (1 - share) + (b[i] as number) * share) as [number, number, number];
const LOW = 6; // inches of height at which hills have their own colour altogether

/** RGBA of so many pixels an inch. `sun` is how much slopes are lit and shaded. */
export function groundPixels(relief: Relief, country: Country, width: number, depth: number, scale: number, sun = 1): { data: Uint8ClampedArray; columns: number; rows: number } {
  const [columns, rows] = [Math.round(width * scale), Math.round(depth * scale)];
  const data = new Uint8ClampedArray(columns * rows * 4);
  const [bare, lush, high, rock] = [rgb(country.ground[0]), rgb(country.ground[1]), rgb(country.high), rgb(country.rock)];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = [(column + 0.5) / scale, (row + 0.5) / scale];
      const height = heightAt(relief, x, y);
      const [dx, dy] = [heightAt(relief, x + 0.2, y) - heightAt(relief, x - 0.2, y), heightAt(relief, x, y + 0.2) - heightAt(relief, x, y - 0.2)];
      const steep = Math.min(1, Math.hypot(dx, dy) * 1.6);
      const grain = rolling(x * 0.22, y * 0.22, 7);
      const fine = rolling(x * 1.7, y * 1.7, 11);
      let colour = mixed(bare, lush, Math.max(0, Math.min(1, (grain - 0.3) * 2.2)));
      if (height > 0) colour = mixed(colour, high, Math.min(0.85, 0.25 + height / LOW));
      colour = mixed(colour, rock, steep * 0.75);
      const light = 1 + (fine - 0.5) * 0.16 + sun * Math.max(-0.42, Math.min(0.34, (dx + dy) * 0.75)) + sun * Math.min(0.12, Math.max(0, height) * 0.025);
      const at = (row * columns + column) * 4;
      for (let i = 0; i < 3; i += 1) data[at + i] = (colour[i] as number) * light;
      data[at + 3] = 255;
    }
  }
  return { data, columns, rows };
}
