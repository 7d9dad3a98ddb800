import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { chooseChromium } from "./chromium.ts";

const port = Number(process.env["E2E_PORT"] ?? 3987);
// Playwright loads this file in every worker: the first one chooses the folder, the others inherit it.
process.env["E2E_DATA_DIR"] ??= mkdtempSync(join(tmpdir(), "caseport-e2e-"));

/** People and journeys in a real browser, on the built application as `npm start` runs it. */
export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  reporter: [["list"], ["json", { outputFile: "../.test/playwright.json" }]],
  timeout: 60_000,
  workers: 1,
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: await chooseChromium(),
    trace: "retain-on-failure",
  },
  webServer: {
    command: "npm start",
    cwd: "..",
    url: `http://localhost:${port}/api/health/ready`,
    timeout: 300_000,
    env: { PORT: String(port), CASEPORT_DATA_DIR: process.env["E2E_DATA_DIR"], CASEPORT_LOG_LEVEL: "warn" },
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
  },
});
