import { defineConfig } from "vitest/config";

/** Tests in a real browser: pages against recorded messages (`page`), and whole games with a server (`games`). */
export default defineConfig({
  test: {
    include: ["tests/page/**/*.test.ts", "tests/games/**/*.test.ts"],
    // One server for all files, and one Chromium for each process; tests isolate themselves with a browser context each.
    globalSetup: ["tests/stage/setup.ts"],
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine is slow: conditions are waited for, as long as the stage lets Playwright wait for elements.
    expect: { poll: { timeout: 60_000 } },
    // In the log of a CI run, failures must not drown in the names of what passed.
    reporters: [process.env["CI"] ? "dot" : "default", "./tests/stage/slowest.ts"],
    maxWorkers: Number(process.env["BROWSERS"] ?? 2),
  },
});
