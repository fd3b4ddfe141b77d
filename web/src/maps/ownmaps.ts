// Maps one has drawn, kept in the browser; and the one on the drawing board, so that nothing is lost.
import { groundOf, type Ground } from "./ground";

const KEY = "lancemate.maps";
const BOARD = "lancemate.drawing";

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as unknown;
  } catch {
    return null;
  }
}
function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // A browser that keeps nothing can still write the map to a file.
  }
}

/** How a map of one's own is called among themes. */
export const ownMap = (ground: Ground): string => `map:${ground.title}`;

export const ownMaps = (): Ground[] => {
  const found = read(KEY);
  return Array.isArray(found) ? found.map(groundOf).filter((one) => one !== null) : [];
};
export const keepMap = (ground: Ground): boolean => write(KEY, [ground, ...ownMaps().filter((one) => one.title !== ground.title)]);
export const dropMap = (title: string): boolean => write(KEY, ownMaps().filter((one) => one.title !== title));
export const onTheBoard = (): Ground | null => groundOf(read(BOARD));
export const leaveOnTheBoard = (ground: Ground): boolean => write(BOARD, ground);
