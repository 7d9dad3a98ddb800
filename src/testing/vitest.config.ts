import { defineConfig } from "vitest/config";

/** Every *.test.ts under src and prisma, on a real PostgreSQL that global-setup brings up. */
export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  test: {
    include: ["src/**/*.test.ts", "prisma/**/*.test.ts"],
    globalSetup: ["src/testing/global-setup.ts"],
    reporters: ["default", ["json", { outputFile: ".test/vitest.json" }]],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: more workers than that only wait for each other.
    maxWorkers: 2,
    // A test that hangs on an open socket must not hang the run.
    teardownTimeout: 10_000,
  },
});
