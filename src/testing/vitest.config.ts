import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { flakyTestReporter } from "./harness/flaky-test-reporter.ts";

/** Every *.test.ts under src and prisma, on a real PostgreSQL that global-setup brings up. */
export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  test: {
    include: ["src/**/*.test.ts", "prisma/**/*.test.ts"],
    globalSetup: ["src/testing/harness/global-setup.ts"],
    reporters: ["default", ["json", { outputFile: ".test/vitest.json" }], flakyTestReporter()],
    // Real sockets, processes and databases on a machine that others use: what passes at its second try is counted and named, not hidden.
    retry: process.env["TEST_RETRIES"] === undefined ? 0 : Number(process.env["TEST_RETRIES"]),
    // Time is measured by the bench, never by a test: this ends what hangs, also on a machine that is busy with something else.
    testTimeout: 240_000,
    hookTimeout: 180_000,
    // PostgreSQL wants a core as well; many tests wait for a clock, so two at least.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A test that hangs on an open socket must not hang the run.
    teardownTimeout: 10_000,
  },
});
