// How a unit of a list looks: its miniature is made of the same keys as that of a card. And what its force wears.
import type { Looks } from "../miniatures";
import type { Colours } from "../miniatures/paints";
import type { Book } from "./api";
import type { UnitData } from "./units";

export const AZURE: Colours = { paint: "#2b70b8", trim: "#c3dcf0", shade: "#22384f" };

export const looksOf = (data: UnitData): Looks => ({
  name: data.name,
  type: data.type,
  size: data.size,
  move: data.move,
  specials: (data.specials ?? []).map((text) => ({ text })),
  ...(data.chassis ? { chassis: data.chassis } : {}),
  ...(data.damage ? { damage: data.damage } : {}),
  ...(data.legs ? { legs: data.legs } : {}),
});

/** The colours of a scheme by its name; without one, those of everybody. */
export function coloursOf(book: Book | null, name: string | undefined): Colours {
  const found = name ? book?.colours[name] : undefined;
  return found ? { paint: found[0], trim: found[1], shade: found[2] } : AZURE;
}
