import { existsSync } from "node:fs";
import { chromium, type LaunchOptions } from "@playwright/test";
import bundled from "@sparticuz/chromium";
import { findTemporaryFolder } from "../src/testing/harness/temporary-folder.ts";

/** As root there is no sandbox; without the rest Chromium talks to its maker's hosts, which a closed network rejects. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Pages of one context share a process, which has the scripts compiled.
  "--process-per-site",
  // A page lives for seconds: TurboFan's optimizing took more CPU than it saved, and so did interpreting scripts before the baseline compiler. Maglev saves more than it takes.
  "--js-flags=--no-turbofan,--always-sparkplug",
];

/**
 * A Chromium to test with, the first there is of: the one named in CHROMIUM_PATH, the system's, Playwright's own, and
 * the one that comes from npm.
 */
export async function chooseChromium(): Promise<LaunchOptions> {
  const named = process.env["CHROMIUM_PATH"];
  const installed = [
    named,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    chromium.executablePath(),
  ];
  const found = installed.find((path) => path !== undefined && path !== "" && existsSync(path));
  // Playwright has Chromium share memory by files of the temporary folder, at every frame: on disk that was 4 % of the CPU.
  const env = { ...process.env, TMPDIR: findTemporaryFolder() };
  // Without the package's arguments: --single-process is meant for one page, and a second one ends the browser.
  return { executablePath: found ?? (await bundled.executablePath()), args: flags, env };
}
