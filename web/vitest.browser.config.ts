import { defineConfig } from "vitest/config";

/** Tests in a real browser against a real server: one after the other, on a machine that others use too. */
export default defineConfig({
  test: { include: ["tests/browser/**/*.test.ts"], testTimeout: 600_000, hookTimeout: 60_000, fileParallelism: false },
});
