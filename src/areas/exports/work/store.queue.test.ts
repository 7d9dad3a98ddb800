import { expect, onTestFinished, test } from "vitest";
import { ensureApplicationRole } from "../../../platform/database/application-role.ts";
import { openDatabase } from "../../../platform/database/database.ts";
import { startJobQueue } from "../../../platform/jobs/job-queue.ts";
import { cloneDatabase } from "../../../testing/database/clone-database.ts";
import { createExportWorker, enqueueExport } from "./store.queue.ts";
import { hooks } from "../../../composition/transaction-hooks.ts";

test("organizations take turns: a firm's export does not wait for all of two other firms'", async () => {
  const databaseUrl = await ensureApplicationRole(await cloneDatabase());
  const database = openDatabase(databaseUrl, { poolSize: 1, hooks });
  onTestFinished(() => database.close());
  const enqueue = (organizationId: string, count: number) =>
    database.withTenantTransaction(organizationId, async (transaction) => {
      for (let index = 0; index < count; index += 1)
        await enqueueExport(transaction, { organizationId, exportId: `${organizationId} ${index}` });
    });
  await enqueue("org_noisy1", 10);
  await enqueue("org_noisy2", 10);
  await enqueue("org_quiet", 1);
  const begun: string[] = [];
  const worker = createExportWorker(({ exportId }) => Promise.resolve(void begun.push(exportId)));
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const queue = await startJobQueue({ databaseUrl, jobs: [], logger, workers: [{ ...worker, pollSeconds: 0.5 }] });
  onTestFinished(() => queue.stop());
  await expect.poll(() => begun).toContain("org_quiet 0");
  expect(begun.length).toBeLessThanOrEqual(4);
});
