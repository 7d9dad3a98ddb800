import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectFolder } from "../run-program.ts";

/** An instant, as ISO text, at which tests run. */
export interface Instant {
  at: string;
  /** What is special about it. */
  reason: string;
}

/** In UTC and in time zones of the United States it is often not the same day, month or year. */
export const setInstants: readonly Instant[] = [
  { at: "2027-01-31T12:00:00Z", reason: "the last day of a long month" },
  { at: "2027-02-28T23:59:00Z", reason: "the last minute of February" },
  { at: "2027-03-01T00:01:00Z", reason: "March in UTC, February in the United States" },
  { at: "2028-02-29T12:00:00Z", reason: "the leap day" },
  { at: "2028-03-01T03:30:00Z", reason: "the leap day's evening in the United States" },
  { at: "2027-03-14T06:55:00Z", reason: "just before clocks go forward in New York" },
  { at: "2027-03-14T10:30:00Z", reason: "clocks went forward in New York and Los Angeles" },
  { at: "2027-11-07T05:55:00Z", reason: "just before clocks go back in New York" },
  { at: "2027-11-07T08:30:00Z", reason: "clocks went back in New York, not in Los Angeles" },
  { at: "2026-12-31T10:01:00Z", reason: "New Year at +14:00" },
  { at: "2027-01-01T00:01:00Z", reason: "New Year in UTC, the old year in the United States" },
  { at: "2027-01-01T05:01:00Z", reason: "New Year in New York" },
  { at: "2027-01-01T10:01:00Z", reason: "New Year in Honolulu" },
  { at: "2027-08-31T22:30:00Z", reason: "120 days after the first of a long month" },
  { at: "2027-06-19T02:30:00Z", reason: "Saturday and a holiday in UTC, Friday in the United States" },
  { at: "2027-11-29T09:00:00Z", reason: "a year ahead" },
];

/** One of {@link setInstants}, drawn anew in each run. */
export function chooseInstant(): Instant {
  const chosen = setInstants[randomInt(setInstants.length)];
  if (chosen === undefined) throw new Error("there is no instant");
  return chosen;
}

/** A view of /etc of its own: arguments are a folder and a command, which sees the folder as /etc. */
const withEtc = ["--mount", "sh", "-c", 'mount --bind "$1" /etc && shift && exec "$@"', "sh"];

/** What this machine lacks to run a program at a set instant; null where it can. */
export function findMissingTool(): string | null {
  if (process.platform !== "linux") return "Linux";
  const missing = ["cc", "unshare"].find((tool) => spawnSync(tool, ["--version"]).status !== 0);
  if (missing !== undefined) return missing;
  return spawnSync("unshare", [...withEtc, "/etc", "true"]).status === 0 ? null : "the right to mount";
}

/**
 * Runs a JavaScript program at an instant: every process that it starts, PostgreSQL included, reads the set clock. The
 * program has a view of /etc of its own, in which the loader preloads set-clock.c with one offset for all.
 *
 * @throws when the program fails, or where {@link findMissingTool} names something
 */
export async function runAtInstant(
  instant: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const offsetSeconds = Math.round((Date.parse(instant) - Date.now()) / 1000);
  if (Number.isNaN(offsetSeconds)) throw new Error(`${instant} is not an instant, such as 2028-02-29T12:00:00Z`);
  const view = mkdtempSync(join(tmpdir(), "caseport-clock-"));
  try {
    const etc = join(view, "etc");
    cpSync("/etc", etc, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    const library = join(etc, "set-clock.so");
    execFileSync("cc", ["-shared", "-fPIC", "-O2", "-o", library, join(projectFolder, "src/testing/set-clock.c")]);
    writeFileSync(join(etc, "ld.so.preload"), "/etc/set-clock.so\n");
    writeFileSync(join(etc, "caseport-test-clock"), `${offsetSeconds}\n`);
    await runVisibly("unshare", [...withEtc, etc, process.execPath, ...words], environment);
  } finally {
    rmSync(view, { recursive: true, force: true });
  }
}

/** Runs a program whose output is worth watching. Rejects when it fails. */
export function runVisibly(
  command: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, {
      cwd: projectFolder,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...environment },
    });
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`${command} failed`))));
  });
}
