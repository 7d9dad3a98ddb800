import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareDatabase } from "../../platform/database/application-role.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { startEmbeddedPostgres } from "../local-postgres/embedded-postgres.ts";
import { jobQueues } from "../../composition/job-queues.ts";
import { installJobQueue } from "../../platform/jobs/job-queue.ts";
import { createKey, createTenant } from "../../testing/harness/tenant.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/** What the measured requests are about. */
export interface BenchSetup {
  /** A folder that is removed at the end. */
  folder: string;
  ownerUrl: string;
  applicationUrl: string;
  /** The installation's, which encrypts what is kept encrypted. */
  installationSecret: string;
  postgresPid: number;
  postgresVersion: string;
  organizationId: string;
  secret: string;
  /** Of a key with `events:read` alone: it sees every event, redacted. */
  eventsSecret: string;
  /** Stops PostgreSQL and removes the folder. */
  close(): Promise<void>;
}

/**
 * A PostgreSQL of its own in a temporary folder with the settings of `npm start` (fsync on: commits cost what they
 * cost), migrated, with one firm.
 */
export async function createBenchSetup(): Promise<BenchSetup> {
  const folder = await mkdtemp(join(tmpdir(), "caseport-bench-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    // Four servers with sixteen connections each, of which one alone is busy at a time.
    const postgres = await startEmbeddedPostgres({
      dataDirectory: join(folder, "data"),
      settings: { max_connections: "200" },
    });
    const close = () => postgres.stop().then(remove);
    try {
      const { ownerUrl } = postgres;
      const { applicationUrl } = await prepareDatabase(ownerUrl);
      await installJobQueue(ownerUrl, jobQueues);
      const tenant = await createFirm(applicationUrl);
      const installationSecret = randomBytes(32).toString("base64url");
      return { folder, ownerUrl, applicationUrl, installationSecret, postgresPid: postgres.pid(), ...tenant, close };
    } catch (error) {
      await postgres.stop();
      throw error;
    }
  } catch (error) {
    await remove();
    throw error;
  }
}

type Firm = Pick<BenchSetup, "organizationId" | "secret" | "eventsSecret" | "postgresVersion">;

async function createFirm(applicationUrl: string): Promise<Firm> {
  const database = openDatabase(applicationUrl, { poolSize: 1, hooks });
  try {
    const tenant = await createTenant(database);
    const { rows } = await database.pool.query<{ version: string }>(
      "SELECT current_setting('server_version') AS version",
    );
    return {
      organizationId: tenant.organizationId,
      secret: tenant.secret,
      eventsSecret: (await createKey(tenant, { scopes: ["events:read"] })).secret,
      postgresVersion: rows[0]?.version ?? "",
    };
  } finally {
    await database.close();
  }
}
