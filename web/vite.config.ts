import { createHash } from "node:crypto";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { type Plugin, build } from "vite";
import { defineConfig } from "vitest/config";

const SERVICE_WORKERS = { "sw.js": "src/worker/serviceWorker.ts", "site-sw.js": "src/worker/siteWorker.ts" };

/** Build each service worker as one file that imports nothing, as not all browsers start modules. It is told the files of this build. */
function serviceWorkers(): Plugin {
  return {
    name: "service-workers",
    apply: "build",
    // After the plugin that removes empty files.
    enforce: "post",
    async generateBundle(_, bundle) {
      // Names contain a digest of the content, so the names determine the version.
      const files = Object.keys(bundle).filter((name) => /^(assets|worker)\//.test(name)).sort();
      const version = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 12);
      for (const [fileName, input] of Object.entries(SERVICE_WORKERS)) {
        const built = await build({ configFile: false, publicDir: false, logLevel: "warn", build: { write: false, target: TARGET, rolldownOptions: { input, output: { format: "iife" } } } });
        const chunk = "output" in built ? built.output[0] : null;
        if (!chunk) throw new Error(`${input} was not built.`);
        this.emitFile({ type: "asset", fileName, source: chunk.code.replace("__FILES__", JSON.stringify(files).replaceAll('"', '\\"')).replace("__VERSION__", version) });
      }
    },
  };
}

const TARGET = "es2022";

/** The page that the first part of the address opens, where it is worth loading before the page has started. */
const FIRST_PAGES: Record<string, string> = { "": "home/HomePage.svelte", table: "table/TablePage.svelte", t: "table/TablePage.svelte" };

const LANGUAGES = ["en", "de", "pl"];

/** Load the files of the opened page and its texts while the page starts, instead of after it; the policy allows no inline script. */
function preloadFirstPage(): Plugin {
  let script = "";
  return {
    name: "preload-first-page",
    apply: "build",
    enforce: "pre",
    generateBundle(_, bundle) {
      const filesOf = (fileName: string, found = new Set<string>()): Set<string> => {
        const chunk = bundle[fileName];
        if (chunk?.type !== "chunk" || chunk.name === "start" || found.has(fileName)) return found;
        found.add(fileName);
        for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
        for (const other of chunk.imports) filesOf(other, found);
        return found;
      };
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const filesFor = (module: string): string[] => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
        if (!chunk) throw new Error(`There is no ${module}.`);
        return [...filesOf(chunk.fileName)].map((file) => file.replace("assets/", ""));
      };
      const pages = Object.fromEntries(Object.entries(FIRST_PAGES).map(([word, page]) => [word, filesFor(page)]));
      const texts = Object.fromEntries(LANGUAGES.map((language) => [language, filesFor(`words/${language}.ts`)]));
      const source = `const pages = ${JSON.stringify(pages)};
const texts = ${JSON.stringify(texts)};
let language;
try {
  language = JSON.parse(localStorage.getItem("tilewise.preferences")).language;
} catch {}
language ??= navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((word) => word in texts) ?? "en";
for (const file of [...(texts[language] ?? []), ...(pages[location.hash.split("/")[1] ?? ""] ?? [])]) {
  const isStyle = file.endsWith(".css");
  document.head.append(Object.assign(document.createElement("link"), { rel: isStyle ? "preload" : "modulepreload", as: isStyle ? "style" : "", crossOrigin: "", href: new URL(file, document.currentScript.src).href }));
}
`;
      script = `assets/preload-${createHash("sha256").update(source).digest("hex").slice(0, 8)}.js`;
      this.emitFile({ type: "asset", fileName: script, source });
    },
    transformIndexHtml: { order: "post", handler: () => [{ tag: "script", attrs: { async: true, src: `./${script}` }, injectTo: "head-prepend" }] },
  };
}

export default defineConfig({
  base: "./",
  plugins: [preloadFirstPage(), svelte(), serviceWorkers()],
  build: {
    // `make web` makes one archive of it, which is committed.
    outDir: "built",
    emptyOutDir: true,
    target: TARGET,
    // The page's policy allows no data: scripts or styles, and small files compress well on their own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html" },
      output: {
        // A request costs more than a few kilobytes, so what pages share is in few files: what every page needs, what most of
        // them need, and the board.
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"], test: /src\/(?!worker\/)|node_modules/, priority: 2 },
            { name: "parts", test: /src\/(look|person|rules|server|tiles|words)\/|src\/engine\/(files|running)/, minShareCount: 2, priority: 1 },
            { name: "board", test: /src\/(board|table)\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
  // The server allows WebAssembly only to the scripts in this folder.
  worker: { format: "es", rolldownOptions: { output: { entryFileNames: "worker/[name]-[hash].js", chunkFileNames: "worker/[name]-[hash].js" } } },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8013", ws: true } } },
  test: { include: ["tests/unit/**/*.test.ts"], setupFiles: ["tests/unit/english.ts"] },
});
