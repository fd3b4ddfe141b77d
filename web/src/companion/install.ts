// Makes the companion a page that can be installed and opened without a line: a worker keeps its parts.
import { worker } from "../lib/worker";

/** Register the worker and let it keep what this page is made of. */
export async function install(): Promise<void> {
  if (!(await worker())) return;
  try {
    const parts = performance.getEntriesByType("resource").map((entry) => new URL(entry.name).pathname);
    const own = parts.filter((path) => path.startsWith("/assets/"));
    const kept = await caches.open("lancemate-companion");
    await kept.addAll(["/companion", "/icon.svg", "/companion.webmanifest", ...new Set(own)]);
  } catch {
    // Without it the companion needs a line to be opened, and works all the same.
  }
}
