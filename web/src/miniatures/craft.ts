// What flies high: fighters, small craft, DropShips like a dart and DropShips like an egg.
import { ball, limb, pair, tube, type Solid } from "./solids.ts";
import type { Traits } from "./traits.ts";
import { stand } from "./vehicles.ts";

export function fighter({ size, luck, missiles }: Traits): Solid[] {
  const [w, y] = [0.14 + size * 0.04, 0.8];
  const sweep = luck % 2 ? 0.5 : 0.15;
  return [
    ...stand(y - 0.05),
    limb("paint", [0, y, -0.85], [0, y, 0.35], [w * 2, w * 1.3], [w * 1.5, w * 1.2]),
    limb("trim", [0, y, 0.34], [0, y - 0.04, 1.15], [w * 1.5, w * 1.2], [w * 0.3, w * 0.3]),
    limb("glass", [0, y + w * 0.62, 0.18], [0, y + w * 0.3, 0.62], [w * 0.8, w * 0.6], [w * 0.4, w * 0.2]),
    ...pair(
      limb("paint", [w * 0.8, y - 0.02, -0.2], [0.85 + size * 0.04, y - 0.06, -0.2 - sweep], [0.85, 0.09], [0.36, 0.05]),
      limb("trim", [w * 0.9, y + 0.04, -0.66], [w * 1.5, y + 0.45, -0.92], [0.05, 0.34], [0.04, 0.2]),
      tube("gun", [w * 1.4, y - 0.09, -0.2], [w * 1.4, y - 0.09, 0.42], 0.05, 0.04, 6),
      ...(missiles ? [tube("metal", [0.62, y - 0.14, -0.4], [0.62, y - 0.14, 0.12], 0.07, 0.05, 6)] : []),
      tube("glow", [w * 0.5, y, -0.84], [w * 0.5, y, -0.9], w * 0.42, w * 0.36, 8),
    ),
  ];
}

export function aerodyne({ armed }: Traits): Solid[] {
  return [
    limb("paint", [0, 0.5, -0.85], [0, 0.5, 0.3], [0.8, 0.5], [0.62, 0.42]),
    limb("trim", [0, 0.5, 0.28], [0, 0.4, 1.1], [0.62, 0.42], [0.14, 0.12]),
    limb("glass", [0, 0.68, 0.4], [0, 0.56, 0.72], [0.26, 0.14], [0.14, 0.1]),
    ...pair(
      limb("shade", [0.3, 0.4, -0.3], [1, 0.32, -0.7], [0.95, 0.14], [0.36, 0.07]),
      limb("trim", [0.32, 0.7, -0.62], [0.42, 1.15, -0.9], [0.06, 0.46], [0.05, 0.26]),
      tube("glow", [0.24, 0.5, -0.84], [0.24, 0.5, -0.92], 0.17, 0.15, 8),
      limb("metal", [0.26, 0.3, 0.1], [0.28, 0, 0.12], [0.08, 0.08]),
      ...(armed ? [tube("gun", [0.36, 0.44, 0.3], [0.36, 0.44, 0.7], 0.05, 0.04, 6)] : []),
    ),
    limb("metal", [0, 0.3, -0.6], [0, 0, -0.62], [0.1, 0.1]),
  ];
}

export function spheroid({ luck }: Traits): Solid[] {
  const high = luck % 2 ? 0.95 : 0.8;
  return [
    ...ball("paint", [0, 0.3 + high, 0], 0.82, high, 12),
    tube("trim", [0, 0.28 + high, 0], [0, 0.42 + high, 0], 0.85, 0.85, 12),
    ...[0, 90, 180, 270].flatMap((degrees) => {
      const [s, c] = [Math.sin(((degrees + 45) * Math.PI) / 180), Math.cos(((degrees + 45) * Math.PI) / 180)];
      return [
        limb("metal", [s * 0.5, 0.5, c * 0.5], [s * 0.8, 0, c * 0.8], [0.16, 0.16], [0.22, 0.22]),
        tube("gun", [s * 0.7, 0.35 + high, c * 0.7], [s * 0.98, 0.38 + high, c * 0.98], 0.06, 0.05, 6),
      ];
    }),
    limb("glass", [0, 0.36 + high * 1.5, 0.44], [0, 0.3 + high * 1.3, 0.66], [0.4, 0.12]),
    tube("glow", [0, 0.3, 0], [0, 0.2, 0], 0.34, 0.3, 10),
  ];
}
