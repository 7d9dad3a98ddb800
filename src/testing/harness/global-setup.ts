import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { prepareDatabase } from "../../platform/database/application-role.ts";
import { distribute } from "../../cli/distribution/distribute.ts";
import { planDistribution } from "../../cli/distribution/plan.ts";
import { jobQueues } from "../../composition/job-queues.ts";
import { installJobQueue } from "../../platform/jobs/job-queue.ts";
import { copyCluster, startTemporaryPostgres, type TemporaryPostgres } from "../servers/temporary-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The owner's URL of the migrated template database, which test files copy. */
    templateUrl: string;
    /** The URL of the role that servers under test connect as. */
    templateApplicationUrl: string;
    /** Where servers under test put mails that are not sent. */
    dataDirectory: string;
    /**
     * The data directory of a stopped PostgreSQL with the migrated database, which a test's own one copies; null with
     * CASEPORT_CITUS_URL.
     */
    migratedCluster: string | null;
  }
}

/**
 * One PostgreSQL for the whole run, with one migrated database that every test file clones; with CASEPORT_CITUS_URL
 * that cluster's, which all share.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = process.env["CASEPORT_CITUS_URL"];
  const temporary = cluster === undefined ? await startTemporaryPostgres() : null;
  const postgres = temporary ?? (await openCluster(cluster ?? ""));
  const { applicationUrl } = await prepareDatabase(postgres.url);
  await installJobQueue(postgres.url, jobQueues);
  project.provide("templateUrl", postgres.url);
  project.provide("templateApplicationUrl", applicationUrl);
  const dataDirectory = mkdtempSync(join(tmpdir(), "caseport-tests-"));
  project.provide("dataDirectory", dataDirectory);
  project.provide(
    "migratedCluster",
    temporary === null ? null : await keepCopy(temporary, join(dataDirectory, "cluster")),
  );
  // Vitest in watch mode keeps the run's folder; the programs have changed.
  project.onTestsRerun(() => {
    for (const made of ["bundled-programs", "recorded-stores"])
      rmSync(join(dataDirectory, `${made}.json`), { force: true });
  });
  return async () => {
    rmSync(dataDirectory, { recursive: true, force: true });
    await postgres.remove();
  };
}

/** Copies the cluster while it is stopped. */
async function keepCopy(postgres: TemporaryPostgres, folder: string): Promise<string> {
  mkdirSync(folder);
  await postgres.stop();
  copyCluster(postgres.dataDirectory, folder);
  await postgres.start();
  return folder;
}

/** Distributes the cluster's database, unless it is distributed. Its rows stay, and so do those of the tests. */
async function openCluster(url: string): Promise<{ url: string; remove(): Promise<void> }> {
  await prepareDatabase(url);
  await installJobQueue(url, jobQueues);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await distribute(client, await planDistribution(client));
  } finally {
    await client.end();
  }
  return { url, remove: () => Promise.resolve() };
}
