// A frame of a film, or a picture to send around: the painted table with its miniatures, what is happening on it, and beside
// it the title, the turn, how many are left and what the story says. Knows how things look; is told what to show.
import { countryOf } from "../land/country";
import { paint } from "../land/painting";
import { reliefOf } from "../land/relief";
import { Sheet } from "../lib/drawing";
import { along } from "../lib/geometry";
import type { Batch, Point, Scene, Unit, View } from "../lib/protocol";
import type { Space } from "../lib/space";
import type { Beat } from "../lib/stage";
import { capital } from "../lib/words";
import { miniatureOf, wreckOf } from "../miniatures";
import type { Paint } from "../miniatures/paints";
import { spriteOf, turnOf } from "../miniatures/sprite";
import { placed, type Asked } from "../table/chips";

export type Look = { title: string; space: Space; paints: Record<string, Paint>; called: (id: string) => string; told: (text: string) => string };
export type Moment = { scene: Scene; view: View; batch: Batch | null; beat: Beat | null; share: number };

export const SIZE = { width: 1280, height: 720 };
const [EDGE, STRIP] = [18, 400]; // pixels: around the table, and of what stands beside it
const INK = { ground: "#171b22", panel: "#20262f", words: "#f2ede1", quiet: "#a8b0ba", warm: "#f0a04b", cool: "#79b6e8", wreck: "#8a8580", bad: "#ff8f77", good: "#9fe0b0" };
const FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif";
const BEAMS = { warm: "#ffd9a0", cool: "#bfe3ff", wreck: "#dddddd" };

type Ink = CanvasRenderingContext2D;

const LETTERS = 13; // pixels
const SOURCES = / (\(p\. \d+\)|\[[A-Z]+-[A-Z]+-\d+(, p\. \d+)?\])/g; // who watches a film looks nothing up

export class Screen {
  private land: { key: string; canvas: HTMLCanvasElement } | null = null;
  private sheet = new Sheet(48);
  private scale = 10;
  private corner: Point = [EDGE, EDGE];

  constructor(readonly canvas: HTMLCanvasElement, private readonly look: Look) {
    [canvas.width, canvas.height] = [SIZE.width, SIZE.height];
  }

  draw(moment: Moment): void {
    const ink = this.canvas.getContext("2d");
    if (!ink) return;
    this.fit(moment.scene);
    ink.fillStyle = INK.ground;
    ink.fillRect(0, 0, SIZE.width, SIZE.height);
    ink.drawImage(this.painted(moment), ...this.corner);
    ink.save();
    ink.translate(...this.corner);
    ink.scale(this.scale, this.scale);
    this.stand(ink, moment);
    if (moment.beat) this.happen(ink, moment, moment.beat);
    ink.restore();
    this.tell(ink, moment);
  }

  private fit({ map }: Scene): void {
    this.sheet = new Sheet(map.depth, map.width);
    this.scale = Math.min((SIZE.width - STRIP - 2 * EDGE) / map.width, (SIZE.height - 2 * EDGE) / map.depth);
    this.corner = [(SIZE.width - STRIP - map.width * this.scale) / 2, (SIZE.height - map.depth * this.scale) / 2];
  }

  private painted({ scene, view }: Moment): HTMLCanvasElement {
    const key = JSON.stringify([scene.terrain, scene.map]);
    if (this.land?.key === key) return this.land.canvas;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.round(scene.map.width * this.scale), Math.round(scene.map.depth * this.scale)];
    const ink = canvas.getContext("2d");
    const [space, place] = [this.look.space, this.sheet.at.bind(this.sheet)];
    const country = countryOf(scene.terrain, view.weather);
    const relief = reliefOf(scene.terrain, scene.map, space, place);
    if (ink) paint(ink, { terrain: scene.terrain, map: scene.map, space, relief, country, place }, { scale: this.scale, standing: true, sun: 1 });
    this.land = { key, canvas };
    return canvas;
  }

  // -- the table ----------------------------------------------------------------------------------------------------

  private stand(ink: Ink, moment: Moment): void {
    const units = Object.entries(moment.view.units).filter(([, unit]) => unit.wreck || (unit.at && unit.place === "table"));
    const pieces = units.map(([id, unit]) => ({ id, unit, ...whereIs(id, unit, moment) })).toSorted((a, b) => this.sheet.at(a.at)[1] - this.sheet.at(b.at)[1]);
    for (const { id, unit, at, facing, lift } of pieces) {
      const card = moment.scene.units[id];
      if (!card) continue;
      const paint = unit.destroyed ? "wreck" : (this.look.paints[unit.side] ?? "cool");
      const [x, y] = this.sheet.at(at);
      ink.save();
      ink.translate(x, y);
      ink.scale(unit.radius * 1.25, unit.radius * 1.25);
      ink.fillStyle = "rgba(10, 12, 16, 0.42)";
      ink.beginPath();
      ink.ellipse(0.12, 0.1, 0.95, 0.78, 0, 0, 7);
      ink.fill();
      ink.translate(0, -lift / unit.radius);
      for (const stroke of spriteOf(unit.destroyed ? wreckOf(card) : miniatureOf(card), paint, turnOf(this.sheet.heading(facing)))) {
        ink.fillStyle = stroke.fill;
        ink.fill(new Path2D(stroke.d));
      }
      ink.restore();
    }
    this.names(ink, pieces.filter(({ id, unit }) => !unit.destroyed && moment.scene.units[id]), moment);
  }

  /** A name for everybody, where it covers nobody else's. */
  private names(ink: Ink, pieces: readonly { id: string; unit: Unit; at: Point }[], moment: Moment): void {
    const { scale } = this;
    ink.font = `700 ${LETTERS / scale}px ${FONT}`;
    const asked = pieces.map(({ id, unit, at }): Asked => {
      const [[x, y], wide] = [this.sheet.at(at), (ink.measureText(this.look.called(id)).width + LETTERS * 0.7 / scale) * scale];
      return { id, x: x * scale, y: y * scale, reach: unit.radius * 1.35 * scale, tall: unit.radius * 1.35 * scale, full: wide, short: wide, high: LETTERS * 1.6, rank: 1 };
    });
    const places = placed(asked);
    for (const { id, unit, at } of pieces) {
      const [spot, card, [x, y]] = [places.get(id), moment.scene.units[id], this.sheet.at(at)];
      if (spot && card) this.name(ink, this.look.called(id), this.look.paints[unit.side] ?? "cool", [x + spot.dx / scale, y + (spot.dy - LETTERS * 0.8) / scale], unit, card.armor + card.structure);
    }
  }

  private name(ink: Ink, text: string, paint: Paint, [x, y]: Point, unit: Unit, whole: number): void {
    const size = LETTERS / this.scale;
    ink.font = `700 ${size}px ${FONT}`;
    ink.textAlign = "center";
    ink.textBaseline = "top";
    const width = ink.measureText(text).width + size * 0.7;
    ink.fillStyle = "rgba(18, 21, 26, 0.82)";
    ink.fillRect(x - width / 2, y, width, size * 1.55);
    ink.fillStyle = INK[paint];
    ink.fillText(text, x, y + size * 0.18);
    const left = Math.max(0, Math.min(1, ((unit.armor ?? whole) + (unit.structure ?? 0)) / Math.max(1, whole)));
    ink.fillStyle = left > 0.5 ? INK.good : left > 0.25 ? INK.warm : INK.bad;
    ink.fillRect(x - width / 2, y + size * 1.4, width * left, size * 0.22);
  }

  // -- what happens -------------------------------------------------------------------------------------------------

  private happen(ink: Ink, { view, share }: Moment, beat: Beat): void {
    if (beat.kind === "attack") {
      const [from, to] = [view.units[beat.attacker]?.at, (beat.target ? view.units[beat.target]?.at : null) ?? beat.point];
      if (to) this.shoot(ink, from ? this.sheet.at(from) : null, this.sheet.at(to), beat.hit, share, this.look.paints[view.units[beat.attacker]?.side ?? ""] ?? "wreck", Number(beat.event.damage ?? 0));
    } else if (beat.kind === "loss") {
      const at = view.units[beat.unit]?.at;
      if (at) this.burst(ink, this.sheet.at(at), share, 3.2);
    }
  }

  private shoot(ink: Ink, from: Point | null, to: Point, hit: boolean, share: number, paint: Paint, damage: number): void {
    const end: Point = hit || !from ? to : [to[0] + (to[1] - from[1]) * 0.12, to[1] - (to[0] - from[0]) * 0.12];
    if (from && share < 0.5) {
      const [head, tail] = [Math.min(1, share * 2.6), Math.max(0, share * 2.6 - 0.35)];
      const on = (part: number): Point => [from[0] + (end[0] - from[0]) * part, from[1] + (end[1] - from[1]) * part];
      ink.lineCap = "round";
      for (const [width, alpha] of [[0.5, 0.25], [0.2, 0.95]] as const) {
        ink.globalAlpha = alpha;
        ink.strokeStyle = BEAMS[paint];
        ink.lineWidth = width;
        ink.beginPath();
        ink.moveTo(...on(tail));
        ink.lineTo(...on(head));
        ink.stroke();
      }
      ink.globalAlpha = 1;
    }
    if (share < 0.38) return;
    const after = (share - 0.38) / 0.62;
    if (hit) this.burst(ink, end, after, 1.6);
    const size = 24 / this.scale;
    ink.globalAlpha = Math.max(0, 1 - after * 0.8);
    ink.font = `800 ${size}px ${FONT}`;
    ink.textAlign = "center";
    ink.lineWidth = size * 0.16;
    ink.strokeStyle = "#14161a";
    ink.fillStyle = hit ? INK.bad : INK.quiet;
    const words = hit ? `−${damage}` : "miss";
    ink.strokeText(words, to[0], to[1] - 1.4 - after * 1.2);
    ink.fillText(words, to[0], to[1] - 1.4 - after * 1.2);
    ink.globalAlpha = 1;
  }

  private burst(ink: Ink, [x, y]: Point, share: number, most: number): void {
    const glow = ink.createRadialGradient(x, y, 0, x, y, most * (0.3 + share));
    glow.addColorStop(0, `rgba(255, 244, 200, ${0.95 * (1 - share)})`);
    glow.addColorStop(0.4, `rgba(255, 150, 50, ${0.8 * (1 - share)})`);
    glow.addColorStop(1, "rgba(80, 40, 20, 0)");
    ink.fillStyle = glow;
    ink.fillRect(x - most * 1.4, y - most * 1.4, most * 2.8, most * 2.8);
  }

  // -- beside the table ---------------------------------------------------------------------------------------------

  private tell(ink: Ink, { scene, view, batch }: Moment): void {
    const left = SIZE.width - STRIP;
    ink.fillStyle = INK.panel;
    ink.fillRect(left, 0, STRIP, SIZE.height);
    ink.textAlign = "left";
    ink.textBaseline = "top";
    let y = 34;
    y = this.words(ink, this.look.title, left + 24, y, 24, INK.words, 800, 3);
    const phase = view.phases.find((one) => one.name === view.phase)?.title ?? "";
    y = this.words(ink, `Turn ${view.turn}${phase ? ` · ${phase}` : ""}`, left + 24, y + 4, 16, INK.quiet, 600, 1) + 16;
    for (const side of scene.sides) {
      const units = Object.values(view.units).filter((unit) => unit.side === side.name);
      const alive = units.filter((unit) => !unit.destroyed).length;
      y = this.words(ink, `${capital(side.name)}: ${alive} of ${units.length} left`, left + 24, y, 17, INK[this.look.paints[side.name] ?? "wreck"], 700, 1) + 4;
    }
    y += 18;
    for (const line of (batch?.lines ?? []).filter((one) => !["quiet", "sum"].includes(one.tone)).slice(0, 9)) {
      if (y > SIZE.height - 110) break;
      const colour = line.tone === "hit" ? INK.good : ["wound", "loss"].includes(line.tone) ? INK.bad : INK.words;
      y = this.words(ink, this.look.told(line.text).replace(SOURCES, ""), left + 24, y, 16, colour, 500, 4) + 6;
    }
    if (view.outcome) this.words(ink, view.outcome.winner ? `${capital(view.outcome.winner)} wins` : "A draw", left + 24, SIZE.height - 92, 26, INK.warm, 800, 1);
    this.words(ink, "Lancemate", left + 24, SIZE.height - 42, 15, INK.quiet, 700, 1);
  }

  /** Words that break where the strip ends; where the next ones begin. */
  private words(ink: Ink, text: string, x: number, y: number, size: number, colour: string, weight: number, most: number): number {
    ink.font = `${weight} ${size}px ${FONT}`;
    ink.fillStyle = colour;
    const lines: string[] = [];
    for (const word of text.split(" ")) {
      const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
      if (lines.length && ink.measureText(longer).width <= STRIP - 48) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    for (const line of lines.slice(0, most)) {
      ink.fillText(line, x, y);
      y += size * 1.3;
    }
    return y;
  }
}

/** Where a unit is at this share of a beat. */
function whereIs(id: string, unit: Unit, { beat, share }: Moment): { at: Point; facing: number; lift: number } {
  if (beat?.kind !== "move" || beat.unit !== id) return unit.wreck ? { ...unit.wreck, lift: 0 } : { at: unit.at as Point, facing: unit.facing, lift: 0 };
  const { at, bearing } = along(beat.path, share);
  return { at, facing: beat.jump ? beat.facing : (bearing ?? beat.facing), lift: beat.jump ? 8 * share * (1 - share) : 0 };
}
