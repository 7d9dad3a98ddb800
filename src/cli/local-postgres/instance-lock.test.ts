import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { claimInstance } from "./instance-lock.ts";
import { identifyProcess, type ProcessIdentity } from "./process-table.ts";

const address = "http://localhost:3000";
let folder = "";
let other: ChildProcess;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "caseport-lock-"));
  other = spawn("sleep", ["60"]);
});

afterEach(() => {
  other.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

function identityOf(child: ChildProcess): ProcessIdentity {
  const identity = identifyProcess(child.pid ?? 0);
  if (identity === null) throw new Error("the process is gone");
  return identity;
}

function writeLock(holder: ProcessIdentity, launchers: ProcessIdentity[]): void {
  writeFileSync(join(folder, "instance.lock"), JSON.stringify({ holder, launchers, address }));
}

test("locks a free folder and releases it", async () => {
  const lock = await claimInstance(folder, [], address);
  expect(existsSync(join(folder, "instance.lock"))).toBe(true);
  lock.release();
  lock.release();
  expect(existsSync(join(folder, "instance.lock"))).toBe(false);
});

test("rejects a second instance and names the process ID and address of the first", async () => {
  writeLock(identityOf(other), []);
  await expect(claimInstance(folder, [], address)).rejects.toThrow(`process ${other.pid}, ${address}`);
  expect(other.exitCode).toBeNull();
});

test("ignores a process ID that now belongs to another program", async () => {
  writeLock({ ...identityOf(other), startedAt: "earlier" }, []);
  (await claimInstance(folder, [], address)).release();
});

test("replaces an unreadable lock", async () => {
  writeFileSync(join(folder, "instance.lock"), "{");
  (await claimInstance(folder, [], address)).release();
});

test("stops an instance whose launcher has exited, and continues", async () => {
  const holder = identityOf(other);
  writeLock(holder, [{ ...holder, startedAt: "earlier" }]);
  (await claimInstance(folder, [], address)).release();
  expect(identifyProcess(holder.pid)).toBeNull();
});

test("lets one of several concurrent instances lock the folder", async () => {
  writeLock({ ...identityOf(other), startedAt: "earlier" }, []);
  const claims = await Promise.allSettled([1, 2, 3].map(() => claimInstance(folder, [], address)));
  expect(claims.filter((claim) => claim.status === "fulfilled")).toHaveLength(1);
});
