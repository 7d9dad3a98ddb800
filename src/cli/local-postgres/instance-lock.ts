import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { identifyProcess, isRunning, signal, waitForExit } from "./process-table.ts";
import { readFileIfPresent } from "../../platform/crypto/secret-file.ts";

const Identity = z.object({ pid: z.int().min(1), startedAt: z.string() });
const Holder = z.object({
  /** the process that uses the data folder */
  holder: Identity,
  /** those that started it and wait for it (npm, launch.mjs): when one is gone, the holder is about to stop */
  launchers: z.array(Identity),
  address: z.string(),
});
type Holder = z.infer<typeof Holder>;

export interface InstanceLock {
  /** Gives the folder free. May be called twice. */
  release(): void;
}

/** In-flight requests get 10 s, PostgreSQL some more. */
const gracefulStopMilliseconds = 25_000;

/**
 * Claims a data folder for this process. A lock whose process has ended is ignored, also if another process has its pid
 * now. An instance whose launcher was killed is already stopping: it gets another signal and is awaited.
 *
 * @param launchers the processes without which this one would stop
 * @param address where this instance will listen; named in the error of a rejected start
 *   Throws when another instance is at work there; the message names its pid and address.
 */
export async function claimInstance(
  dataFolder: string,
  launchers: Holder["launchers"],
  address: string,
): Promise<InstanceLock> {
  const file = join(dataFolder, "instance.lock");
  const self = identifyProcess(process.pid);
  if (self === null) throw new Error("This process cannot be found in the process table.");
  const text = `${JSON.stringify({ holder: self, launchers, address } satisfies Holder)}\n`;
  while (!placeFile(file, text)) {
    const found = readFileIfPresent(file);
    if (found === null) continue;
    await waitForLeaving(found, dataFolder);
    removeStale(file, found);
  }
  return {
    release: () => {
      if (readFileIfPresent(file) === text) rmSync(file, { force: true });
    },
  };
}

/** Returns when the process of a found lock is gone. */
async function waitForLeaving(found: string, dataFolder: string): Promise<void> {
  const other = readHolder(found);
  if (other === null || !isRunning(other.holder)) return;
  if (other.launchers.every(isRunning)) {
    throw new Error(
      `Caseport is running already on ${dataFolder}: process ${other.holder.pid}, ${other.address}. ` +
        "Stop it first, or set CASEPORT_DATA_DIR and PORT for a second one.",
    );
  }
  signal(other.holder.pid, "SIGTERM");
  if (await waitForExit(other.holder, gracefulStopMilliseconds)) return;
  signal(other.holder.pid, "SIGKILL");
  await waitForExit(other.holder, 3_000);
}

function readHolder(text: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Creates the file with its whole content at once; false when there is one already. */
function placeFile(file: string, text: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Another start may have replaced the stale lock meanwhile: then its lock is put back. */
function removeStale(file: string, stale: string): void {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (readFileSync(aside, "utf8") !== stale) renameSync(aside, file);
  else rmSync(aside, { force: true });
}
