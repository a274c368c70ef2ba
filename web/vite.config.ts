import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: "../src/tilewise/server/http/static",
    emptyOutDir: true,
    target: "es2022",
    // The page's policy allows no data: scripts or styles, and small files compress well on their own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8013", ws: true } } },
  test: { include: ["tests/unit/**/*.test.ts"] },
});
