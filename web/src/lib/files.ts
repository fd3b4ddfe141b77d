// Files to and from the player's disk.
import { post } from "./api";

/** Let the browser store something as a file. */
export function download(name: string, contents: string | Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(typeof contents === "string" ? new Blob([contents], { type: "text/plain" }) : contents);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const LARGEST = 1_000_000; // bytes of a force, a battle or a map
const HEAD = 60_000; // bytes by which the server tells what a file seems to be

/** What a place wants of a file, and what the server calls that. */
export type Wanted = { kinds: ("battle" | "force" | "map" | "board")[]; words: string };

/** The text of a file, or what is wrong with it. */
export async function textOf(file: File): Promise<string> {
  if (file.size > LARGEST * 8) throw new Error(`this file has ${Math.round(file.size / 1e6)} MB, and what belongs here is far smaller: is it the right one?`);
  return file.text();
}

/** Why a file will not do: what it seems to be where that is something else than wanted, or else what its reader said. */
export async function whyNot(file: File, wanted: Wanted, error: unknown): Promise<string> {
  const said = error instanceof Error ? error.message : String(error);
  try {
    const seems = await post<{ kind: string | null; words: string | null }>("/api/files/seem", { base64: base64Of(new Uint8Array(await file.slice(0, HEAD).arrayBuffer())) });
    if (seems.words && !wanted.kinds.some((kind) => kind === seems.kind)) return `this is ${seems.words}${seems.words.endsWith("?") ? "" : `. Wanted is ${wanted.words}`}`;
  } catch {
    // Without a line the reader's own words have to do.
  }
  return said;
}

export function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
