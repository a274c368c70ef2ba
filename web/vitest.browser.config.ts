import { defineConfig } from "vitest/config";

/** Tests in a real browser against a real server: two files at a time, each with a browser and a server of its own. */
export default defineConfig({
  test: {
    include: ["tests/browser/**/*.test.ts"],
    testTimeout: 1_200_000,
    hookTimeout: 180_000,
    // A busy machine is slow: conditions are waited for, as long as the stage lets Playwright wait for elements.
    expect: { poll: { timeout: 60_000 } },
    // In the log of a CI run, failures must not drown in the names of what passed.
    reporters: process.env["CI"] ? ["dot"] : ["default"],
    maxWorkers: Number(process.env["BROWSERS"] ?? 2),
  },
});
