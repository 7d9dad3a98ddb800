import { sql } from "kysely";
import type { Pool } from "pg";
import type { Database } from "../database/database.ts";
import type { Environment } from "../environment.ts";
import { readInstallationHealth } from "./installation-health.ts";
import { certificateGauge, diskGauge } from "./machine-gauges.ts";
import type { GaugeSource, Sample } from "./metrics.ts";

/** Keys that expire within this time are counted. */
const expiringDays = 7;

/** What servers and workers show alike. */
export function sharedGauges(
  environment: Pick<Environment, "dataDirectory" | "baseUrl">,
  database: Database,
): GaugeSource[] {
  return [installationGauges(database), diskGauge(environment), certificateGauge(environment)];
}

/** What the database knows of the installation: the same from every process. */
function installationGauges(database: Database): GaugeSource {
  return {
    gauges: {
      caseport_webhook_queue_age_seconds: { help: "For how long the oldest webhook delivery has been due." },
      caseport_webhooks_due: { help: "Webhook deliveries that are due; 100,000 at most." },
      caseport_job_queue_age_seconds: { help: "For how long the oldest job has been due." },
      caseport_jobs: { help: "Jobs by queue: waiting, and active, which a worker runs.", labels: ["queue", "state"] },
      caseport_worker_silence_seconds: { help: "Since when no worker has looked for scheduled jobs." },
      caseport_partitions_missing: { help: "Partitions of this month and the next that do not exist." },
      caseport_keys_expiring: { help: `API keys that expire within ${expiringDays} days.` },
    },
    read: async () => {
      const [health, backlog, jobs] = await Promise.all([
        readInstallationHealth(database, null),
        readBacklog(database),
        readJobs(database),
      ]);
      if (health === undefined) throw new Error("The database returned no row.");
      const age = (at: string | null) =>
        at === null ? 0 : Math.max(0, Date.parse(health.readAt) - Date.parse(at)) / 1_000;
      return [
        { name: "caseport_webhook_queue_age_seconds", value: age(health.oldestDeliveryAt) },
        { name: "caseport_job_queue_age_seconds", value: age(health.oldestJobAt) },
        { name: "caseport_partitions_missing", value: health.missingPartitions.length },
        ...(health.workerSeenAt === null
          ? []
          : [{ name: "caseport_worker_silence_seconds", value: age(health.workerSeenAt) }]),
        ...backlog,
        ...jobs,
      ];
    },
  };
}

async function readBacklog({ withoutTenant }: Database): Promise<Sample[]> {
  const { rows } = await sql<{ name: string; value: number }>`
    SELECT v.name, v.value FROM count_installation_backlog(${expiringDays}::integer) b
    CROSS JOIN LATERAL (VALUES ('caseport_webhooks_due', b."dueDeliveries"), ('caseport_keys_expiring', b."expiringKeys")) v(name, value)`.execute(
    withoutTenant,
  );
  return rows;
}

async function readJobs({ withoutTenant }: Database): Promise<Sample[]> {
  const { rows } = await sql<{ queue: string; waiting: number; active: number }>`
    SELECT q.name AS queue, count(j.id) FILTER (WHERE j.state < 'active') AS waiting, count(j.id) FILTER (WHERE j.state = 'active') AS active
    FROM pgboss.queue q LEFT JOIN pgboss.job j ON j.name = q.name AND j.state <= 'active' GROUP BY q.name`.execute(
    withoutTenant,
  );
  return rows.flatMap(({ queue, ...states }) =>
    Object.entries(states).map(([state, value]) => ({ name: "caseport_jobs", labels: { queue, state }, value })),
  );
}

/** @param pools by what they are for; of a database also those who wait for its pool in turn */
export function poolGauges(
  pools: Readonly<Record<string, Pool | Pick<Database, "pool" | "countWaiting">>>,
): GaugeSource {
  return {
    gauges: {
      caseport_pool_connections: { help: "Database connections by pool: in use, and idle.", labels: ["pool", "state"] },
      caseport_pool_waiting: { help: "Who waits for a database connection, by pool.", labels: ["pool"] },
    },
    read: () =>
      Object.entries(pools).flatMap(([pool, opened]) => {
        const [{ totalCount, idleCount, waitingCount }, inTurn] =
          "pool" in opened ? [opened.pool, opened.countWaiting()] : [opened, 0];
        return [
          { name: "caseport_pool_connections", labels: { pool, state: "in_use" }, value: totalCount - idleCount },
          { name: "caseport_pool_connections", labels: { pool, state: "idle" }, value: idleCount },
          { name: "caseport_pool_waiting", labels: { pool }, value: waitingCount + inTurn },
        ];
      }),
  };
}
