// A force as a link: its file, packed, behind the #, where no server sees it.
import type { ForceFile } from "./force";

export const LONGEST = 60_000;

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

export async function packed(force: ForceFile): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(force)), new CompressionStream("deflate-raw"));
  let text = "";
  for (const one of bytes) text += String.fromCharCode(one);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The force of a link; null when it is none, or broken off. */
export async function unpacked(text: string): Promise<ForceFile | null> {
  try {
    if (text.length > LONGEST) return null;
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    const whole = await through(bytes, new DecompressionStream("deflate-raw"));
    if (whole.length > 2_000_000) return null;
    const data = JSON.parse(new TextDecoder().decode(whole)) as ForceFile;
    return Array.isArray(data?.formations) ? data : null;
  } catch {
    return null;
  }
}

/** The force of a link as somebody has pasted it, or of its last part. */
export const forceOf = (link: string): Promise<ForceFile | null> => unpacked(link.trim().split("/").at(-1) ?? "");
