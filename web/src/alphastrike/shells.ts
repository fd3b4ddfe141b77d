// Shells on their way, as far as their own side may know, and points that are plotted for artillery for all to see.
import type { Game } from "../lib/game.svelte";
import type { Point } from "../lib/protocol";

export type ShellMark = { key: string; side: string; at: Point; label: string; words: string };

export function fallingShells(game: Game): ShellMark[] {
  return (game.shown?.view.in_flight ?? []).flatMap((shell, i) => {
    const at = typeof shell.target === "string" ? game.unit(shell.target)?.at : shell.target.point;
    const words = `${game.called(shell.unit)}: a shell of its ${shell.weapon} lands here in turn ${shell.lands}`;
    return at ? [{ key: `shell ${i}`, side: game.unit(shell.unit)?.side ?? "", at, label: `turn ${shell.lands}`, words }] : [];
  });
}

export const plottedPoints = (game: Game): ShellMark[] =>
  (game.shown?.scene.sides ?? []).flatMap((side) =>
    (side.preplotted ?? []).map((at, i) => ({ key: `${side.name} ${i}`, side: side.name, at, label: "plotted", words: `Artillery of ${side.name} hits this point by itself: it was plotted beforehand` })),
  );
