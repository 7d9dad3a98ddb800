import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A process that cannot be mistaken for a later one with the same number. */
export interface ProcessIdentity {
  pid: number;
  /** opaque; differs between two processes that had the same pid */
  startedAt: string;
}

const onLinux = process.platform === "linux";

const readFields = (pid: number) => (onLinux ? readStat(pid) : readPs(pid));

/** The identity of a living process, or null when there is none of that number. A zombie is not living. */
export function identifyProcess(pid: number): ProcessIdentity | null {
  const fields = readFields(pid);
  return fields === null || fields.state.startsWith("Z") ? null : { pid, startedAt: fields.startedAt };
}

/** Whether exactly this process is still living. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

/** Number and name of the parent of a living process, or null. */
export function findParent(pid: number): { pid: number; name: string } | null {
  const parent = readFields(pid)?.parent ?? 0;
  const fields = parent > 0 ? readFields(parent) : null;
  return fields === null ? null : { pid: parent, name: fields.name };
}

/** Whether a process works in a folder: its current directory, or an argument of its command line. */
export function worksIn(pid: number, folder: string): boolean {
  if (!onLinux) return runPs(pid, "command=").includes(folder);
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

/** Waits until a process is gone; false when it still lives after that time. */
export async function waitForExit(identity: ProcessIdentity, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (isRunning(identity)) {
    if (Date.now() >= end) return false;
    await sleep(20);
  }
  return true;
}

/** Sends a signal; no error when the process has just gone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

interface ProcessFields {
  name: string;
  state: string;
  parent: number;
  startedAt: string;
}

function readStat(pid: number): ProcessFields | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name stands in brackets and may itself hold brackets and spaces.
    const close = text.lastIndexOf(")");
    const rest = text.slice(close + 2).split(" ");
    // Start time counts from boot, so the boot belongs to it.
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    const name = text.slice(text.indexOf("(") + 1, close);
    return { name, state: rest[0] ?? "", parent: Number(rest[1]), startedAt: `${boot} ${rest[19] ?? ""}` };
  } catch {
    return null;
  }
}

function readPs(pid: number): ProcessFields | null {
  const match = /^\s*(\d+)\s+(\S+)\s+(\w+\s+\w+\s+\d+\s+\S+\s+\d+)\s+(.*)$/.exec(
    runPs(pid, "ppid=,state=,lstart=,comm="),
  );
  if (match === null) return null;
  const name = (match[4] ?? "").split("/").at(-1) ?? "";
  return { name, state: match[2] ?? "", parent: Number(match[1]), startedAt: match[3] ?? "" };
}

function runPs(pid: number, columns: string): string {
  try {
    const environment = { ...process.env, LC_ALL: "C" };
    return execFileSync("ps", ["-p", String(pid), "-o", columns], { encoding: "utf8", env: environment }).trim();
  } catch {
    return "";
  }
}
