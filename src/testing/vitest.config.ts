import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { listDatedFiles } from "./dated-files.ts";
import { LongFilesFirst } from "./harness/long-files-first.ts";
import { findTemporaryFolder } from "./harness/temporary-folder.ts";

// Workers and their child processes inherit it.
process.env["TMPDIR"] ??= findTemporaryFolder();

const all = ["src/**/*.test.ts", "prisma/**/*.test.ts"];
const dated = listDatedFiles();
/** `npm test` runs the files whose result can depend on the day at another instant than the others. */
const files = process.env["CASEPORT_TEST_FILES"] ?? "all";
const report = ["vitest", process.env["CASEPORT_TEST_REPORT"]].filter(Boolean).join("-");

/** Every *.test.ts under src and prisma, on a real PostgreSQL that global-setup brings up. */
export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  test: {
    include: files === "dated" ? dated : all,
    exclude: files === "undated" ? [...configDefaults.exclude, ...dated] : configDefaults.exclude,
    globalSetup: ["src/testing/harness/global-setup.ts"],
    reporters: ["default", ["json", { outputFile: `.test/${report}.json` }]],
    // Time is measured by the bench, never by a test: this ends what hangs, also on a machine that is busy with something else.
    testTimeout: 240_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 120_000 } },
    // A worker keeps its modules: loading the product again for each file took as long as the tests. No test mocks a module, and what a
    // test changes in the process it restores.
    isolate: false,
    unstubEnvs: true,
    // PostgreSQL wants a core as well; some tests mostly wait for it or for a process, so three at least.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongFilesFirst },
    // A test that hangs on an open socket must not hang the run.
    teardownTimeout: 10_000,
  },
});
