import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { chooseChromium } from "./chromium.ts";
import { findTemporaryFolder } from "../src/testing/harness/temporary-folder.ts";
import { prepareReceivers } from "./receivers.ts";

const port = Number(process.env["E2E_PORT"] ?? 3987);
// Playwright loads this file in every worker: the main process chooses the folder and removes it, the workers inherit it.
if (process.env["E2E_DATA_DIR"] === undefined) {
  const folder = mkdtempSync(join(findTemporaryFolder(), "caseport-e2e-"));
  process.env["E2E_DATA_DIR"] = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}

/** People and journeys in a real browser, on the built application as `npm start` runs it. */
export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  reporter: [["list"], ["json", { outputFile: "../.test/playwright.json" }]],
  // These end what hangs, also on a machine that is busy with something else.
  timeout: 300_000,
  expect: { timeout: 90_000 },
  // Files run side by side, and screens too: a test relies on no record that another one changes, and names its own uniquely.
  // They begin in the order of their names, and the longest are in `journeys`: one that begins last runs alone. A project of their own
  // had workers of its own.
  workers: 4,
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: await chooseChromium(),
    screenshot: "only-on-failure",
    contextOptions: { reducedMotion: "reduce" },
  },
  webServer: {
    command: "npm start",
    cwd: "..",
    url: `http://localhost:${port}/api/health/ready`,
    timeout: 900_000,
    stdout: "pipe",
    env: {
      PORT: String(port),
      CASEPORT_DATA_DIR: process.env["E2E_DATA_DIR"],
      CASEPORT_LOG_LEVEL: "warn",
      // Four browsers at once are one person here.
      CASEPORT_RATE_LIMIT_SIGN_IN: "500",
      CASEPORT_RATE_LIMIT_READ: "6000",
      CASEPORT_RATE_LIMIT_WRITE: "6000",
      ...(await prepareReceivers()),
    },
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
  },
});
