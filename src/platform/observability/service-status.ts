import { isStorageAvailable, isWorkerRunning, type InstallationHealth } from "./installation-health.ts";
import type { Storage } from "../storage/storage.ts";

/** How a part of the service does: it works, is late, or does not work. */
export type PartStatus = "operational" | "degraded" | "outage";

export interface ServiceStatus {
  /** The worst of its parts. */
  status: PartStatus;
  parts: { name: "api" | "database" | "files" | "jobs" | "webhooks"; status: PartStatus }[];
  checkedAt: string;
}

/** The limit of the alerts of `guides/monitoring/alerts.yaml`. */
const lateAfterMilliseconds = 600_000;
/** Everybody may ask: the database is asked this often at most, in milliseconds. */
const keptMilliseconds = 10_000;
/** A database that says nothing for so long does not work. */
const patienceMilliseconds = 5_000;

/** What is asked. */
export interface StatusSources {
  /** Whether the database responds and is migrated. */
  isMigrated: () => Promise<boolean>;
  readHealth: () => Promise<InstallationHealth | undefined>;
  storage: Storage;
  stopping: AbortSignal;
}

/** Creates what reads how the service does; a reading is kept for 10 seconds. It never rejects. */
export function createStatusReader(sources: StatusSources, now = Date.now): () => Promise<ServiceStatus> {
  let known: { at: number; status: Promise<ServiceStatus> } | undefined;
  return () => {
    if (known === undefined || now() - known.at >= keptMilliseconds) known = { at: now(), status: readStatus(sources) };
    return known.status;
  };
}

async function readStatus({ isMigrated, readHealth, storage, stopping }: StatusSources): Promise<ServiceStatus> {
  const [isReady, health, hasFiles] = await Promise.all([
    withPatience(isMigrated(), false),
    withPatience(readHealth(), undefined),
    isStorageAvailable(storage),
  ]);
  // Without the database nobody knows of the queues: nothing is worked on.
  const ofQueue = (oldestAt: string | null | undefined): PartStatus => {
    if (health === undefined || oldestAt === undefined) return "outage";
    return isLate(health.readAt, oldestAt) || !isWorkerRunning(health) ? "degraded" : "operational";
  };
  const parts: ServiceStatus["parts"] = [
    { name: "api", status: stopping.aborted ? "degraded" : "operational" },
    { name: "database", status: isReady ? "operational" : "outage" },
    { name: "files", status: hasFiles ? "operational" : "outage" },
    { name: "jobs", status: ofQueue(health?.oldestJobAt) },
    { name: "webhooks", status: ofQueue(health?.oldestDeliveryAt) },
  ];
  return { status: worstOf(parts.map(({ status }) => status)), parts, checkedAt: new Date().toISOString() };
}

const isLate = (readAt: string, oldestAt: string | null) =>
  oldestAt !== null && Date.parse(readAt) - Date.parse(oldestAt) > lateAfterMilliseconds;

function worstOf(statuses: readonly PartStatus[]): PartStatus {
  if (statuses.includes("outage")) return "outage";
  return statuses.includes("degraded") ? "degraded" : "operational";
}

/** @param otherwise where it rejects, or does not come in time */
async function withPatience<Value>(promise: Promise<Value>, otherwise: Value): Promise<Value> {
  const { promise: late, resolve } = Promise.withResolvers<Value>();
  const timer = setTimeout(() => resolve(otherwise), patienceMilliseconds);
  return Promise.race([promise.catch(() => otherwise), late]).finally(() => clearTimeout(timer));
}
