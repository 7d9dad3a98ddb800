import { buildBulkJob } from "../../../prisma/seed/builders/bulk-jobs.ts";
import type { Values } from "../../../prisma/seed/builders/records.ts";
import { readKeySecret } from "../../platform/identity/credentials/integration-key.ts";
import {
  anInstant,
  readId,
  type Arrangement,
  type ResponseBody,
  type Scenario,
} from "../../testing/harness/requests/example-request.ts";
import { actorOf, changeRow, insertFor, type TestTenant } from "../../testing/harness/tenant.ts";
import { changeShown } from "../../testing/harness/tenant-requests.ts";

/**
 * A job of the tenant's key with one pending item that no worker can decrypt, and no place in the queue.
 *
 * @returns its ID
 */
export async function createBulkJob(tenant: TestTenant, values: Partial<Values<"BulkJob">> = {}): Promise<string> {
  const { organizationId, keyId } = tenant;
  const createdBy = actorOf(tenant);
  const place = { keyId, keyPrefix: "cpk_test", address: "127.0.0.1" };
  const records = buildBulkJob({ organizationId, ...place, createdBy, ...values }, [
    { request: Buffer.from("sealed") },
  ]);
  return (await insertFor(tenant, records)).BulkJob.id;
}

/** A row in each table of the area. */
export async function createBulkRows(tenant: TestTenant): Promise<void> {
  await createBulkJob(tenant);
}

const touch = (id: string) => ({ entity: "bulk_job", id, relatedIds: [{ entity: "bulk_job", id }] });

/** Jobs are seen by their key alone. */
const giveTo = (tenant: TestTenant, jobId: string) => async (secret: string) => {
  const digest = readKeySecret(secret)?.digest ?? Buffer.alloc(0);
  const key = await tenant.inside((transaction) =>
    transaction.selectFrom("IntegrationKeySecret").select("keyId").where("digest", "=", digest).executeTakeFirst(),
  );
  // A legacy credential has no jobs.
  if (key !== undefined) await changeRow(tenant, "BulkJob", jobId, { keyId: key.keyId });
};

const onJob =
  (more: Partial<Arrangement> = {}): Scenario =>
  async (tenant) => {
    const jobId = await createBulkJob(tenant);
    return { pathValues: { jobId }, revision: 1, giveTo: giveTo(tenant, jobId), ...more };
  };

export const bulkScenarios = {
  "bulk.create": (tenant) =>
    Promise.resolve({
      standsAlone: true,
      change: changeShown(tenant, "BulkJob", "bulkJob", { name: "Changed" }),
      touched: (response: ResponseBody) => touch(readId(response, "bulkJob")),
      diff: {},
    }),
  "bulk.list": async (tenant) => {
    await createBulkJob(tenant);
    return { query: { status: "queued", sort: "oldest" } };
  },
  "bulk.get": onJob(),
  "bulk.results.list": onJob({ revision: null, query: { status: "pending" } }),
  "bulk.cancel": async (tenant) => {
    const arranged = await onJob()(tenant);
    const id = String(arranged.pathValues?.["jobId"]);
    return {
      ...arranged,
      standsAlone: true,
      change: () => changeRow(tenant, "BulkJob", id, { name: "Changed" }),
      touched: () => touch(id),
      diff: {
        status: { from: "queued", to: "cancelled" },
        statusReason: { from: null, to: "cancelled" },
        pending: { from: 1, to: 0 },
        skipped: { from: 0, to: 1 },
        finishedAt: { from: null, to: anInstant },
        expiresAt: { from: null, to: anInstant },
      },
    };
  },
} satisfies Record<string, Scenario>;
