// Paints a map as seen from straight above: the ground in its light, then everything that lies and stands on it, one brush
// for each kind. Knows a canvas; must not know a battle. The flat table hangs it up, the standing one spreads it out.
import { luckOf } from "../miniatures/traits";
import { lit } from "../miniatures/paints";
import { labelPlace, levelOf } from "../alphastrike/levels";
import { heightLabel, hexPlaces, lookOf } from "../lib/drawing";
import type { Feature, MapData, Point } from "../lib/protocol";
import type { Space } from "../lib/space";
import { groundPixels } from "./ground";
import type { Country } from "./country";
import { dice } from "./noise";
import { polygonsOf, type Place } from "./outlines";
import type { Relief } from "./relief";
import { scattered } from "./scatter";

export type Subject = { terrain: readonly Feature[]; map: MapData; space: Space; relief: Relief; country: Country; place: Place };
/** What stands up is left out where something else stands it up. */
export type Wish = { scale: number; standing: boolean; sun: number };
export type Ink = CanvasRenderingContext2D;

type Brush = { ink: Ink; country: Country; feature: Feature; shapes: Point[][]; line: Point[]; seed: number; wish: Wish };
type Stroke = (brush: Brush) => void;

const GROUND_SCALE = 10; // pixels of an inch of bare ground: it is soft, and is spread

export function paint(ink: Ink, subject: Subject, wish: Wish): void {
  const { map, terrain, country } = subject;
  spreadGround(ink, subject, wish);
  ink.save();
  ink.scale(wish.scale, wish.scale);
  const brushes = terrain.map((feature): Brush => ({
    ink, country, feature, wish, seed: luckOf(feature.id), line: (feature.line ?? []).map(subject.place), shapes: polygonsOf(feature, subject.space).map((shape) => shape.map(subject.place)),
  }));
  for (const brush of brushes) (LYING[lookOf(brush.feature)] ?? rough)(brush);
  if (wish.standing) {
    for (const brush of brushes) STANDING[lookOf(brush.feature)]?.(brush);
    frame(ink, map);
  }
  ink.restore();
}

/** Outlines of everything and the lines of hexes, for where nothing else is drawn over the land. */
export function inscribe(ink: Ink, { terrain, space, place }: Subject, scale: number, home: number): void {
  ink.save();
  ink.scale(scale, scale);
  ink.strokeStyle = "rgba(18, 14, 6, 0.5)";
  ink.lineWidth = 0.07;
  for (const feature of terrain.filter((one) => !["road", "rail"].includes(lookOf(one)))) {
    const shapes = polygonsOf(feature, space).map((shape) => shape.map(place));
    if (feature.hexes) {
      trace(ink, shapes);
      ink.stroke();
    } else banks(ink, shapes, shapes, () => ink.stroke());
  }
  ink.strokeStyle = "rgba(14, 18, 10, 0.42)";
  ink.lineWidth = 0.05;
  trace(ink, space.cells.map((cell) => cell.corners.map(place)));
  ink.stroke();
  terrain.forEach((feature, i) => {
    const deep = feature.role === "hill" || feature.role === "water";
    const places = deep ? (feature.hexes ? hexPlaces(feature, space) : [labelPlace(terrain, i)]) : [];
    const words = feature.role === "hill" && !feature.hexes ? space.mark(levelOf(terrain, i)) : heightLabel(feature, space);
    for (const at of words ? places : []) if (at) write(ink, place(at), words, home);
  });
  ink.restore();
}

/** A number on the ground, read from one edge of the table. */
function write(ink: Ink, [x, y]: Point, words: string, home: number): void {
  ink.save();
  ink.translate(x, y);
  ink.rotate((home * Math.PI) / 180);
  ink.font = "700 0.95px sans-serif";
  [ink.textAlign, ink.textBaseline] = ["center", "middle"];
  ink.fillStyle = "rgba(20, 14, 4, 0.6)";
  ink.fillText(words, 0.05, 0.05);
  ink.fillStyle = "rgba(255, 250, 235, 0.9)";
  ink.fillText(words, 0, 0);
  ink.restore();
}

function spreadGround(ink: Ink, { relief, country, map }: Subject, { scale, sun }: Wish): void {
  const { data, columns, rows } = groundPixels(relief, country, map.width, map.depth, GROUND_SCALE, sun);
  const small = document.createElement("canvas");
  [small.width, small.height] = [columns, rows];
  small.getContext("2d")?.putImageData(new ImageData(data as Uint8ClampedArray<ArrayBuffer>, columns, rows), 0, 0);
  ink.imageSmoothingQuality = "high";
  ink.drawImage(small, 0, 0, map.width * scale, map.depth * scale);
}

/** The rim of the table in shade. */
function frame(ink: Ink, { width, depth }: MapData): void {
  ink.strokeStyle = "rgba(20, 16, 8, 0.35)";
  ink.lineWidth = 0.35;
  ink.strokeRect(0, 0, width, depth);
}

// -- shapes ---------------------------------------------------------------------------------------------------------

const FAR = 1000; // inches: beyond every table

function trace(ink: Ink, shapes: readonly (readonly Point[])[]): void {
  ink.beginPath();
  for (const shape of shapes) {
    shape.forEach(([x, y], i) => (i ? ink.lineTo(x, y) : ink.moveTo(x, y)));
    ink.closePath();
  }
}

function flat({ ink, shapes }: Brush, fill: string, alpha = 1): void {
  trace(ink, shapes);
  ink.globalAlpha = alpha;
  ink.fillStyle = fill;
  ink.fill();
  ink.globalAlpha = 1;
}

/** Something inside the outline only. */
function within({ ink, shapes }: Brush, draw: () => void): void {
  ink.save();
  trace(ink, shapes);
  ink.clip();
  draw();
  ink.restore();
}

/** Each outline as far as it lies outside the others: a river of many legs has two banks and no seams. */
function banks(ink: Ink, shapes: readonly (readonly Point[])[], others: readonly (readonly Point[])[], draw: () => void): void {
  for (const shape of shapes) {
    ink.save();
    for (const other of others.filter((one) => one !== shape)) {
      trace(ink, [other, [[-FAR, -FAR], [FAR, -FAR], [FAR, FAR], [-FAR, FAR]]]);
      ink.clip("evenodd");
    }
    trace(ink, [shape]);
    draw();
    ink.restore();
  }
}

/** A soft rim inside the outline. */
function rim(brush: Brush, colour: string, wide: number, alpha: number): void {
  const { ink, shapes } = brush;
  within(brush, () => {
    ink.strokeStyle = colour;
    ink.globalAlpha = alpha;
    const soft = (): void => {
      for (const share of [2, 1.3, 0.6]) {
        ink.lineWidth = wide * share;
        ink.stroke();
      }
    };
    if (brush.feature.hexes) {
      trace(ink, shapes);
      soft();
    } else banks(ink, shapes, shapes, soft);
  });
}

const spots = (brush: Brush, gap: number, room = 0.1): ReturnType<typeof scattered> => brush.shapes.flatMap((shape, i) => scattered(shape, gap, brush.seed + i, room));

function blob(ink: Ink, [x, y]: Point, radius: number, fill: string, seed: number): void {
  const next = dice(seed);
  ink.beginPath();
  for (let i = 0; i < 7; i += 1) {
    const angle = (i / 7) * Math.PI * 2;
    const r = radius * (0.8 + next() * 0.35);
    const [px, py] = [x + r * Math.cos(angle), y + r * Math.sin(angle)];
    if (i) ink.lineTo(px, py);
    else ink.moveTo(px, py);
  }
  ink.closePath();
  ink.fillStyle = fill;
  ink.fill();
}

function disc(ink: Ink, [x, y]: Point, radius: number, fill: string): void {
  ink.beginPath();
  ink.arc(x, y, radius, 0, Math.PI * 2);
  ink.fillStyle = fill;
  ink.fill();
}

const SHADOW = "rgba(10, 14, 8, 0.34)";

// -- what lies ------------------------------------------------------------------------------------------------------

/** Hachures run down the slope, and the edge is drawn: a height is seen without a number. */
const hill: Stroke = ({ ink, shapes, feature, country, seed }) => {
  const next = dice(seed);
  if (feature.hexes) return;
  ink.strokeStyle = lit(country.rock, 0.55);
  ink.lineWidth = 0.045;
  ink.globalAlpha = 0.55;
  ink.beginPath();
  for (const shape of shapes) {
    const turn = Math.sign(shape.reduce((sum, a, i) => sum + a[0] * (shape[(i + 1) % shape.length] as Point)[1] - (shape[(i + 1) % shape.length] as Point)[0] * a[1], 0)) || 1;
    shape.forEach((a, i) => {
      const b = shape[(i + 1) % shape.length] as Point;
      const far = Math.hypot(b[0] - a[0], b[1] - a[1]);
      const [nx, ny] = [((b[1] - a[1]) / (far || 1)) * turn, (-(b[0] - a[0]) / (far || 1)) * turn];
      for (let along = 0.1; along < far; along += 0.22 + next() * 0.12) {
        const [x, y] = [a[0] + ((b[0] - a[0]) * along) / far, a[1] + ((b[1] - a[1]) * along) / far];
        const long = (0.18 + next() * 0.22) * Math.min(1.8, 0.7 + feature.height * 0.35);
        ink.moveTo(x - nx * 0.05, y - ny * 0.05);
        ink.lineTo(x + nx * long, y + ny * long);
      }
    });
  }
  ink.stroke();
  ink.globalAlpha = 1;
};

const woods: Stroke = (brush) => {
  flat(brush, lit(brush.country.leaves[0], 0.72), 0.55);
  rim(brush, lit(brush.country.leaves[0], 0.5), 0.35, 0.2);
};

const water: Stroke = (brush) => {
  const { ink, country, feature } = brush;
  const [shallow, deep] = country.water;
  flat(brush, feature.depth > 1.5 ? deep : feature.depth > 0.7 ? lit(deep, 1.12) : lit(shallow, 0.92));
  rim(brush, lit(shallow, 1.25), 0.5, 0.22);
  within(brush, () => {
    ink.strokeStyle = lit(shallow, 1.55);
    ink.lineWidth = 0.05;
    ink.globalAlpha = 0.55;
    for (const { at, size } of spots(brush, 1.3)) {
      ink.beginPath();
      ink.arc(at[0], at[1] + 0.3, 0.42 * size, Math.PI * 1.2, Math.PI * 1.8);
      ink.stroke();
    }
  });
};

const stones = (brush: Brush, gap: number, size: number, colour: string): void => {
  const { ink, seed } = brush;
  spots(brush, gap, size * 0.6).forEach((one, i) => {
    blob(ink, [one.at[0] + size * 0.25, one.at[1] + size * 0.3], size * one.size, SHADOW, seed + i);
    blob(ink, one.at, size * one.size, lit(colour, 0.85 + (one.size - 0.75) * 0.6), seed + i);
    blob(ink, [one.at[0] - size * 0.16, one.at[1] - size * 0.18], size * one.size * 0.5, lit(colour, 1.22), seed + i);
  });
};

const rough: Stroke = (brush) => {
  flat(brush, lit(brush.country.rock, 1.12), 0.42);
  stones(brush, 0.62, 0.17, lit(brush.country.rock, 1.1));
};
const rubble: Stroke = (brush) => {
  flat(brush, "#6f6a63", 0.5);
  stones(brush, 0.5, 0.15, "#97918a");
  stones({ ...brush, seed: brush.seed + 9 }, 1.1, 0.22, "#a8795f");
};
const gravel: Stroke = (brush) => {
  flat(brush, "#857d70", 0.6);
  stones(brush, 0.8, 0.26, "#9c9384");
};
const crags: Stroke = (brush) => {
  flat(brush, lit(brush.country.rock, 0.85), 0.7);
  stones(brush, 0.85, 0.34, brush.country.rock);
};

const road: Stroke = (brush) => {
  const { ink, country, line, feature } = brush;
  if (!line.length) {
    flat(brush, country.road);
    rim(brush, lit(country.road, 0.7), 0.12, 0.3);
    return;
  }
  ink.lineJoin = "round";
  const lay = (colour: string, width: number, dash: number[] = []): void => {
    ink.beginPath();
    line.forEach(([x, y], i) => (i ? ink.lineTo(x, y) : ink.moveTo(x, y)));
    ink.setLineDash(dash);
    ink.strokeStyle = colour;
    ink.lineWidth = width;
    ink.stroke();
    ink.setLineDash([]);
  };
  const width = feature.width ?? 1;
  lay(lit(country.road, 0.62), width);
  lay(country.road, width * 0.88);
  lay(lit(country.road, 1.3), Math.min(0.08, width * 0.07), [0.55, 0.5]);
};

const rail: Stroke = ({ ink, line, feature }) => {
  const width = feature.width ?? 1;
  const lay = (colour: string, wide: number, dash: number[] = []): void => {
    ink.beginPath();
    line.forEach(([x, y], i) => (i ? ink.lineTo(x, y) : ink.moveTo(x, y)));
    ink.setLineDash(dash);
    ink.strokeStyle = colour;
    ink.lineWidth = wide;
    ink.stroke();
    ink.setLineDash([]);
  };
  lay("#6d655b", width);
  lay("#40342a", width * 0.8, [0.14, 0.22]);
  lay("#b9bcc0", width * 0.5);
  lay("#6d655b", width * 0.42);
  lay("#40342a", width * 0.42, [0.14, 0.22]);
};

const bridge: Stroke = (brush) => {
  road(brush);
  rim(brush, "#4d4439", 0.14, 0.8);
};

const speckled = (colour: string, alpha: number, draw: Stroke): Stroke => (brush) => {
  flat(brush, colour, alpha);
  rim(brush, lit(colour, 0.7), 0.25, 0.16);
  within(brush, () => draw(brush));
};

const ripples = (colour: string): Stroke => (brush) => {
  const { ink } = brush;
  ink.strokeStyle = colour;
  ink.lineWidth = 0.05;
  ink.globalAlpha = 0.6;
  for (const { at, size } of spots(brush, 0.9, 0)) {
    ink.beginPath();
    ink.moveTo(at[0] - 0.5 * size, at[1]);
    ink.quadraticCurveTo(at[0], at[1] - 0.22, at[0] + 0.5 * size, at[1]);
    ink.stroke();
  }
  ink.globalAlpha = 1;
};

const reeds = (colour: string): Stroke => (brush) => {
  const { ink } = brush;
  for (const { at, size } of spots(brush, 1.5, 0.3)) disc(ink, at, 0.34 * size, "rgba(40, 66, 60, 0.55)");
  ink.strokeStyle = colour;
  ink.lineWidth = 0.05;
  for (const { at, size } of spots({ ...brush, seed: brush.seed + 3 }, 0.55, 0)) {
    ink.beginPath();
    for (const lean of [-0.12, 0, 0.12]) {
      ink.moveTo(at[0], at[1]);
      ink.lineTo(at[0] + lean, at[1] - 0.26 * size);
    }
    ink.stroke();
  }
};

const cracks = (colour: string, wide: number): Stroke => (brush) => {
  const { ink, seed } = brush;
  const next = dice(seed);
  ink.strokeStyle = colour;
  ink.lineWidth = wide;
  for (const { at, turn } of spots(brush, 1.2, 0)) {
    ink.beginPath();
    let [x, y] = at;
    let way = turn;
    ink.moveTo(x, y);
    for (let i = 0; i < 4; i += 1) {
      way += (next() - 0.5) * 1.4;
      [x, y] = [x + Math.cos(way) * 0.4, y + Math.sin(way) * 0.4];
      ink.lineTo(x, y);
    }
    ink.stroke();
  }
};

const rows = (colour: string): Stroke => ({ ink, shapes, seed }) => {
  const all = shapes.flat();
  const xs = all.map((point) => point[0]);
  const ys = all.map((point) => point[1]);
  const slope = ((seed % 5) - 2) * 0.12;
  ink.strokeStyle = colour;
  ink.lineWidth = 0.12;
  ink.globalAlpha = 0.5;
  ink.beginPath();
  for (let y = Math.min(...ys) - 3; y < Math.max(...ys) + 3; y += 0.34) {
    ink.moveTo(Math.min(...xs), y);
    ink.lineTo(Math.max(...xs), y + slope * (Math.max(...xs) - Math.min(...xs)));
  }
  ink.stroke();
  ink.globalAlpha = 1;
};

const works: Stroke = (brush) => {
  const { ink, wish } = brush;
  flat(brush, "#8d877b", 0.9);
  rim(brush, "#4f4a41", 0.16, 0.4);
  within(brush, () => {
    ink.strokeStyle = "#5d564b";
    ink.lineWidth = 0.1;
    for (const { at, turn } of spots(brush, 1.6, 0)) {
      ink.beginPath();
      ink.moveTo(at[0] - 0.7, at[1]);
      ink.lineTo(at[0] + 0.4, at[1]);
      ink.lineTo(at[0] + 0.4, at[1] + (turn > 3 ? 0.7 : -0.7));
      ink.stroke();
    }
  });
  if (!wish.standing) return;
  for (const { at, size } of spots({ ...brush, seed: brush.seed + 5 }, 1.5, 0.3)) {
    disc(ink, [at[0] + 0.2, at[1] + 0.22], 0.34 * size, SHADOW);
    disc(ink, at, 0.34 * size, "#a49c8d");
    disc(ink, [at[0] - 0.06, at[1] - 0.07], 0.2 * size, "#c3bbab");
  }
};

const drifts: Stroke = (brush) => {
  const { ink, seed } = brush;
  flat(brush, "#f2f6f9", 0.92);
  spots(brush, 1.1, 0.2).forEach(({ at, size }, i) => {
    blob(ink, [at[0] + 0.08, at[1] + 0.1], 0.42 * size, "rgba(130, 155, 175, 0.35)", seed + i);
    blob(ink, at, 0.4 * size, "#fdfefe", seed + i);
  });
  rim(brush, "#9fb4c4", 0.16, 0.3);
};

const hollow: Stroke = (brush) => {
  flat(brush, lit(brush.country.rock, 0.7), 0.75);
  rim(brush, "#17130e", 0.45, 0.24);
};

const nothing: Stroke = () => undefined;

const LYING: Record<string, Stroke> = {
  hill, woods, water, rough, rubble, road, rail, bridge, hollow,
  jungle: woods,
  pit: hollow,
  gravel_piles: gravel,
  ultra_rough: crags,
  heavy_industrial: works,
  deep_snow: drifts,
  ice: speckled("#c6e0ee", 0.94, cracks("rgba(255, 255, 255, 0.9)", 0.05)),
  tundra: speckled("#b9bfa2", 0.75, reeds("#8c8a5e")),
  sand: speckled("#e3cb90", 0.85, ripples("#b8954f")),
  mud: speckled("#7d6244", 0.85, ripples("#553f28")),
  swamp: speckled("#6c7a4c", 0.85, reeds("#b7b96e")),
  quicksand: speckled("#bfa567", 0.9, ripples("#7a6330")),
  planted_fields: speckled("#b9b65a", 0.85, rows("#7f8a35")),
  magma_crust: speckled("#3a2c28", 0.92, cracks("#ff8a3c", 0.09)),
  magma_liquid: speckled("#f2742c", 0.98, cracks("#ffe08a", 0.12)),
  hazardous_liquid_pool: speckled("#a9c13e", 0.95, ripples("#dcea8c")),
  building: nothing,
  smoke: nothing,
  emi: (brush) => rim(brush, "#ff7ad9", 0.2, 0.5),
};

// -- what stands ----------------------------------------------------------------------------------------------------

const trees: Stroke = (brush) => {
  const { ink, country, seed } = brush;
  const [dark, light] = country.leaves;
  const pine = country.tree === "pine";
  const gap = country.tree === "bare" ? 1.1 : 0.78;
  const all = spots(brush, gap, 0.16).toSorted((a, b) => a.at[1] - b.at[1]);
  all.forEach(({ at, size }, i) => blob(ink, [at[0] + 0.24, at[1] + 0.26], 0.44 * size, SHADOW, seed + i));
  all.forEach(({ at, size, turn }, i) => {
    const r = (pine ? 0.34 : 0.44) * size;
    blob(ink, at, r, lit(dark, 0.8 + (turn % 1) * 0.25), seed + i);
    blob(ink, [at[0] - r * 0.18, at[1] - r * 0.2], r * 0.68, i % 3 ? lit(dark, 1.12) : light, seed + i + 50);
    blob(ink, [at[0] - r * 0.3, at[1] - r * 0.34], r * 0.3, lit(light, pine ? 1.4 : 1.14), seed + i + 90);
  });
};

const ROOFS = ["#9a8f84", "#a47a63", "#8c949c", "#a39b83", "#7f8a8c"];

const house: Stroke = (brush) => {
  const { ink, shapes, feature, seed, line } = brush;
  const high = Math.max(0.5, feature.height);
  const far = Math.min(1.6, 0.22 + high * 0.16);
  const roof = feature.kind === "wall" ? "#9b958a" : (ROOFS[seed % ROOFS.length] as string);
  ink.fillStyle = SHADOW;
  for (let step = 1; step <= 6; step += 1) {
    trace(ink, shapes.map((shape) => shape.map(([x, y]): Point => [x + (far * step) / 6, y + (far * step) / 6])));
    ink.globalAlpha = 0.45;
    ink.fill();
  }
  ink.globalAlpha = 1;
  trace(ink, shapes);
  ink.fillStyle = roof;
  ink.fill();
  within(brush, () => {
    ink.translate(-0.1, -0.1);
    trace(ink, shapes);
    ink.translate(0.1, 0.1);
    ink.strokeStyle = lit(roof, 1.35);
    ink.lineWidth = 0.14;
    ink.stroke();
    ink.translate(0.1, 0.1);
    trace(ink, shapes);
    ink.translate(-0.1, -0.1);
    ink.strokeStyle = lit(roof, 0.6);
    ink.lineWidth = 0.2;
    ink.stroke();
  });
  if (!line.length && !feature.hexes) furnish(brush, roof);
};

/** Vents and hatches, so that a roof is a roof. */
function furnish(brush: Brush, roof: string): void {
  const { ink } = brush;
  spots(brush, 1.5, 0.4).forEach(({ at, size, turn }) => {
    const [w, d] = [0.28 * size, turn > 3 ? 0.28 : 0.44];
    ink.fillStyle = SHADOW;
    ink.fillRect(at[0] - w / 2 + 0.1, at[1] - d / 2 + 0.1, w, d);
    ink.fillStyle = lit(roof, turn > 4 ? 1.25 : 0.82);
    ink.fillRect(at[0] - w / 2, at[1] - d / 2, w, d);
  });
}

const smoke: Stroke = (brush) => {
  spots(brush, 0.6, 0).forEach(({ at, size }) => disc(brush.ink, at, 0.5 * size, "rgba(215, 215, 215, 0.3)"));
};

const STANDING: Record<string, Stroke> = { woods: trees, jungle: trees, building: house, smoke };
