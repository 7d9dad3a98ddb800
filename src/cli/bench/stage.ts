import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findCaseDetail } from "../../areas/cases/store.ts";
import { prepareDatabase } from "../../platform/database/application-role.ts";
import { connectionOptions } from "../../platform/database/connection-pool.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { withServerOptions } from "../../platform/database/connection-url.ts";
import { startEmbeddedPostgres } from "../local-postgres/embedded-postgres.ts";
import { createId } from "../../platform/database/ids.ts";
import { jobQueues } from "../../job-queues.ts";
import { installJobQueue } from "../../platform/jobs/job-queue.ts";
import type { Context } from "../../rpc/context.ts";
import { createCase, createTenant, createKey } from "../../testing/harness/tenant.ts";
import type { TestTenant } from "../../testing/harness/tenant.ts";

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
  caseId: string;
  /** Other clients than that of the case. */
  clientIds: string[];
  /** The statement of GET case, for the floors: with the owner's URL, so without row-level security's condition. */
  floor: { BENCH_DATABASE_URL: string; BENCH_STATEMENT: string; BENCH_VALUES: string };
  /** Stops PostgreSQL and removes the folder. */
  close(): Promise<void>;
}

const clientCount = 100;

/**
 * A PostgreSQL of its own in a temporary folder with the settings of `npm start` (fsync on: commits cost what they cost),
 * migrated, with one firm.
 */
export async function createBenchSetup(): Promise<BenchSetup> {
  const folder = await mkdtemp(join(tmpdir(), "caseport-bench-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    // Five servers with sixteen connections each, of which one alone is busy at a time.
    const postgres = await startEmbeddedPostgres({ dataDirectory: join(folder, "data"), settings: { max_connections: "200" } });
    const close = () => postgres.stop().then(remove);
    try {
      const { ownerUrl } = postgres;
      const { applicationUrl } = await prepareDatabase(ownerUrl);
      await installJobQueue(ownerUrl, jobQueues);
      const tenant = await createBenchTenant(applicationUrl, ownerUrl);
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

type Firm = Pick<BenchSetup, "organizationId" | "secret" | "eventsSecret" | "caseId" | "clientIds" | "floor" | "postgresVersion">;

async function createBenchTenant(applicationUrl: string, ownerUrl: string): Promise<Firm> {
  const database = openDatabase(applicationUrl, 2);
  try {
    const tenant = await createTenant(database);
    const { caseId } = await createCase(tenant, { attorneyId: tenant.attorneyId });
    await describeCase(tenant, caseId);
    const clientIds: string[] = [];
    while (clientIds.length < clientCount) clientIds.push((await createCase(tenant)).clientId);
    const { rows } = await database.pool.query<{ version: string }>("SELECT current_setting('server_version') AS version");
    return {
      organizationId: tenant.organizationId,
      secret: tenant.secret,
      eventsSecret: (await createKey(tenant, { scopes: ["events:read"] })).secret,
      caseId,
      clientIds,
      floor: { BENCH_DATABASE_URL: withServerOptions(ownerUrl, connectionOptions), ...(await recordStatement(applicationUrl, tenant, caseId)) },
      postgresVersion: rows[0]?.version ?? "",
    };
  } finally {
    await database.close();
  }
}

/** An attorney and two tags, so that the case has everything that its statement joins. */
async function describeCase(tenant: TestTenant, caseId: string): Promise<void> {
  const { organizationId, attorneyId } = tenant;
  const tags = ["VIP", "Litigation"].map((name) => ({ organizationId, id: createId("tag"), name, color: "#2563eb" }));
  await tenant.inside(async (transaction) => {
    await transaction.insertInto("Tag").values(tags).execute();
    await transaction.insertInto("CaseTag").values(tags.map(({ id }) => ({ organizationId, caseId, tagId: id }))).execute();
    await transaction.insertInto("CaseAttorney").values({ organizationId, caseId, attorneyId, role: "lead" }).execute();
  });
}

/** The SQL of GET case as the store sends it, so that the floors' statement cannot grow apart from it. */
async function recordStatement(applicationUrl: string, tenant: TestTenant, caseId: string) {
  const { organizationId } = tenant;
  const recorded: [string, unknown[]][] = [];
  const database = openDatabase(applicationUrl, 1);
  database.pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
    client.query = ((...parameters: unknown[]) => {
      const [sentQuery] = parameters as [{ text?: string; values?: unknown[] }];
      const { text, values } = sentQuery;
      if (text !== undefined && values !== undefined) recorded.push([text, values]);
      return query(...parameters);
    }) as typeof client.query;
  });
  try {
    await database.withTenantTransaction(organizationId, (transaction) => findCaseDetail({ organizationId, transaction } as Context, caseId));
  } finally {
    await database.close();
  }
  const [text, values] = recorded.find(([sent]) => sent.includes('FROM "Case"')) ?? [];
  if (text === undefined || values === undefined) throw new Error("The statement of GET case was not seen.");
  return { BENCH_STATEMENT: text, BENCH_VALUES: JSON.stringify(values) };
}
