import { interfaceVersion } from "../../contract/interface-version.ts";
import { findStartOfDay } from "../../contract/portal/usage.ts";
import { isStorageAvailable, isWorkerRunning } from "../../platform/observability/installation-health.ts";
import type { PersonContext } from "../../rpc/portal-context.ts";
import { readQueue } from "./domain.ts";
import type { InstallationOverview } from "./schema.ts";
import { listTraffic, readHealth } from "./store.ts";

const maxRequests = 5;
const maxOrganizations = 10;

/** What waits for an administrator, who uses the installation, and how it is. */
export async function describeInstallation(person: PersonContext): Promise<InstallationOverview> {
  const { requests, pendingCount } = await readQueue(person, { status: "pending", limit: maxRequests });
  return {
    requests,
    pendingCount,
    traffic: await listTraffic(person, findStartOfDay().toISOString(), maxOrganizations),
    health: await describeHealth(person),
  };
}

async function describeHealth(person: PersonContext): Promise<InstallationOverview["health"]> {
  const begin = performance.now();
  const row = await readHealth(person);
  const databaseMs = Math.round((performance.now() - begin) * 10) / 10;
  return {
    version: interfaceVersion,
    node: process.versions.node,
    migration: row?.migration ?? null,
    databaseVersion: row?.databaseVersion ?? "",
    databaseMs,
    workerSeenAt: row?.workerSeenAt ?? null,
    isWorkerRunning: row !== undefined && isWorkerRunning(row),
    oldestJobAt: row?.oldestJobAt ?? null,
    oldestDeliveryAt: row?.oldestDeliveryAt ?? null,
    missingPartitions: row?.missingPartitions ?? [],
    isStorageAvailable: await isStorageAvailable(person.files.storage),
  };
}
