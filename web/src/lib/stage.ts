// How a batch of events is acted out on the table: beats, one after another, each with its time. Knows no clock.
import type { BattleEvent, Batch, Point, View } from "./protocol";

export type Beat =
  | { kind: "move"; unit: string; path: Point[]; facing: number; jump: boolean; time: number }
  | { kind: "attack"; event: BattleEvent; attacker: string; target: string | null; point: Point | null; hit: boolean; time: number }
  | { kind: "dice"; label: string; roll: number[]; result: string; unit: string | null; time: number }
  | { kind: "loss"; unit: string; time: number };

const asPoint = (value: unknown): Point | null =>
  Array.isArray(value) && typeof value[0] === "number" && typeof value[1] === "number" ? [value[0], value[1]] : null;

const asRoll = (value: unknown): number[] => (Array.isArray(value) ? value.filter((face) => typeof face === "number") : []);

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The beats of a batch, given the table as it stood before. */
export function beatsOf(batch: Batch, before: View): Beat[] {
  return batch.events.flatMap((event) => beatOf(event, before));
}

function beatOf(event: BattleEvent, before: View): Beat[] {
  const unit = text(event.unit);
  switch (event.type) {
    case "moved": {
      const start = before.units[unit]?.at;
      const way = (Array.isArray(event.path) ? event.path : []).map(asPoint).filter((point) => point !== null);
      const end = asPoint(event.at);
      const path = [...(start ? [start] : []), ...way, ...(end ? [end] : [])];
      if (path.length < 2 || !start) return [];
      const time = Math.min(1400, 350 + 60 * (typeof event.inches === "number" ? event.inches : 4));
      return [{ kind: "move", unit, path, facing: Number(event.facing), jump: event.mode === "jump", time }];
    }
    case "attack":
      return [
        {
          kind: "attack",
          event,
          attacker: text(event.attacker),
          target: typeof event.target === "string" ? event.target : null,
          point: asPoint(event.point),
          hit: event.hit === true,
          time: 1500,
        },
      ];
    case "air_cover":
      return [dice("Air cover", event, event.stopped === true ? "turned away" : "it gets through", null)];
    case "scattered":
      return [dice("Scatter", event, event.off_table === true ? "off the table" : "it lands elsewhere", null)];
    case "minefield":
      return [dice("Minefield", event, event.hit === true ? `${String(event.damage)} damage` : "nothing happens", unit)];
    case "critical":
      return [dice("Critical", event, text(event.result).replaceAll("_", " "), unit)];
    case "motive":
      return [dice("Motive", event, text(event.result).replaceAll("_", " "), unit)];
    case "hull_down":
      return [dice("Hull down", event, event.hull_down === true ? "hull down" : "no cover found", unit)];
    case "rider_roll":
      return [dice("Rider", event, text(event.struck), text(event.carrier))];
    case "roll":
      return [dice(text(event.purpose), event, text(event.result), unit || null)];
    case "initiative":
      return initiative(event);
    case "destroyed":
      return [{ kind: "loss", unit, time: 700 }];
    default:
      return [];
  }
}

const dice = (label: string, event: BattleEvent, result: string, unit: string | null): Beat => ({
  kind: "dice",
  label,
  roll: asRoll(event.roll),
  result,
  unit,
  time: 900,
});

function initiative(event: BattleEvent): Beat[] {
  const rolls = (event.rolls ?? {}) as Record<string, unknown>;
  return Object.entries(rolls).map(([side, roll]) => ({
    kind: "dice" as const,
    label: `Initiative, ${side}`,
    roll: asRoll(roll),
    result: side === event.winner ? "wins" : "acts first",
    unit: null,
    time: 600,
  }));
}
