// One small explanation at a time, beside whatever the pointer or the keyboard is on.
import type { RuleTable } from "../lib/api";

type Note = { title: string; text: string; source: string; tables?: RuleTable[] };
type Shown = { note: Note; x: number; y: number; above: boolean };

class Explained {
  shown = $state.raw<Shown | null>(null);

  show(node: Element, note: Note): void {
    const box = node.getBoundingClientRect();
    const above = box.top > window.innerHeight / 2; // where more room is
    this.shown = { note, x: Math.min(box.left, window.innerWidth - 330), y: above ? box.top : box.bottom, above };
  }

  hide(): void {
    this.shown = null;
  }
}

export const explained = new Explained();

/** Explain an element on hover and focus: `<button {@attach explain(note)}>`. */
export function explain(note: Note) {
  return (node: HTMLElement | SVGElement): (() => void) => {
    const show = (): void => explained.show(node, note);
    const hide = (): void => explained.hide();
    const on: [string, () => void][] = [["pointerenter", show], ["focus", show], ["click", show], ["pointerleave", hide], ["blur", hide]];
    for (const [name, run] of on) node.addEventListener(name, run);
    return () => {
      for (const [name, run] of on) node.removeEventListener(name, run);
      hide();
    };
  };
}
