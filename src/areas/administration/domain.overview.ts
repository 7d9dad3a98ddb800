import { interfaceVersion } from "../../contract/interface-version.ts";
import { findStartOfDay } from "../../contract/portal/usage.ts";
import type { PersonContext } from "../../rpc/portal-context.ts";
import { readQueue } from "./domain.ts";
import type { InstallationOverview } from "./schema.ts";
import { listTraffic, readHealth } from "./store.ts";

const maxRequests = 5;
const maxOrganizations = 10;
/** A worker looks for scheduled jobs every half minute. */
const workerSilence = 3 * 60_000;
const storageTimeout = 2_000;

/** What waits for an administrator, who uses the installation, and how it is. */
export async function describeInstallation(person: PersonContext): Promise<InstallationOverview> {
  const { requests, pendingCount } = await readQueue(person, { status: "pending", limit: maxRequests });
  return { requests, pendingCount, traffic: await listTraffic(person, findStartOfDay().toISOString(), maxOrganizations), health: await describeHealth(person) };
}

async function describeHealth(person: PersonContext): Promise<InstallationOverview["health"]> {
  const begin = performance.now();
  const row = await readHealth(person);
  const databaseMs = Math.round((performance.now() - begin) * 10) / 10;
  const workerSeenAt = row?.workerSeenAt ?? null;
  return {
    version: interfaceVersion,
    node: process.versions.node,
    migration: row?.migration ?? null,
    databaseVersion: row?.databaseVersion ?? "",
    databaseMs,
    workerSeenAt,
    isWorkerRunning: workerSeenAt !== null && Date.now() - Date.parse(workerSeenAt) < workerSilence,
    oldestJobAt: row?.oldestJobAt ?? null,
    oldestDeliveryAt: row?.oldestDeliveryAt ?? null,
    isStorageAvailable: await isStorageAvailable(person),
  };
}

/** Looks for an object that does not exist: the storage responds, whatever it responds. */
async function isStorageAvailable({ files }: PersonContext): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), storageTimeout);
  files.storage.sizeOf("installation/none").then(() => resolve(true), () => resolve(false));
  return promise.finally(() => clearTimeout(timer));
}
