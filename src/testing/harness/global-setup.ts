import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { prepareDatabase } from "../../platform/database/application-role.ts";
import { jobQueues } from "../../job-queues.ts";
import { installJobQueue } from "../../platform/jobs/job-queue.ts";
import { startTemporaryPostgres } from "../servers/temporary-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The owner's URL of the migrated template database, which test files copy. */
    templateUrl: string;
    /** The URL of the role that servers under test connect as. */
    templateApplicationUrl: string;
    /** Where servers under test put mails that are not sent. */
    dataDirectory: string;
  }
}

/** One PostgreSQL for the whole run, with one migrated database that every test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTemporaryPostgres();
  const { applicationUrl } = await prepareDatabase(postgres.url);
  await installJobQueue(postgres.url, jobQueues);
  project.provide("templateUrl", postgres.url);
  project.provide("templateApplicationUrl", applicationUrl);
  const dataDirectory = mkdtempSync(join(tmpdir(), "caseport-tests-"));
  project.provide("dataDirectory", dataDirectory);
  return async () => {
    rmSync(dataDirectory, { recursive: true, force: true });
    await postgres.remove();
  };
}
