import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The page is served by the Python server and travels inside the wheel. Nothing is inlined: the server's content
// security policy allows scripts, styles and pictures from itself only.
export default defineConfig({
  plugins: [svelte()],
  base: "/",
  build: {
    rolldownOptions: { checks: { pluginTimings: false } },
    outDir: "../src/lancemate/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700, // the standing table, which is fetched only where it is used
  },
  server: {
    proxy: { "/api": { target: "http://127.0.0.1:8642", ws: true } },
  },
});
