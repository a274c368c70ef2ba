import { defineConfig } from "vitest/config";

/** Pictures of every screen for people to look at; not part of the tests. */
export default defineConfig({ test: { include: ["tests/pictures.test.ts"], globalSetup: ["tests/stage/setup.ts"], testTimeout: 1_200_000, hookTimeout: 180_000 } });
