import { existsSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { embeddedUrl, readPassword } from "./postgres-cluster.ts";
import { identifyProcess, worksIn } from "./process-table.ts";
import { readFileIfPresent } from "../../platform/crypto/secret-file.ts";

/** The owner's URL of the embedded database that another process runs in this folder; null when none runs there. */
export function findRunningPostgres(dataDirectory: string): string | null {
  const dataFolder = resolve(dataDirectory);
  const folder = join(dataFolder, "postgres");
  // Of its lock file: line 1 is the process, line 4 the port, line 5 the socket's folder, line 8 "ready" once it takes connections.
  const lines = readFileIfPresent(join(folder, "postmaster.pid"))?.split("\n") ?? [];
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  const socketFolder = (lines[4] ?? "") === "" ? null : folder;
  const password = readPassword(dataFolder);
  if (!Number.isInteger(pid) || pid <= 0 || lines[7]?.trim() !== "ready" || password === null || !existsSync(folder))
    return null;
  return identifyProcess(pid) !== null && worksIn(pid, realpathSync(folder))
    ? embeddedUrl(password, { port, socketFolder })
    : null;
}
