// Files to and from the player's disk.

/** Let the browser store something as a file. */
export function download(name: string, contents: string | Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(typeof contents === "string" ? new Blob([contents], { type: "text/plain" }) : contents);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
