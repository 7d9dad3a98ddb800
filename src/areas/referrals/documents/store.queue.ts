import { sql } from "kysely";
import type { Queue } from "../../../platform/jobs/job-queue.ts";
import { hasOpenJob, insertJobs, nextTurn } from "../../../platform/jobs/job-rows.ts";
import type { Context } from "../../../rpc/context.ts";

/** Copies documents that firms of this installation share. */
export const sharingQueue: Queue = {
  name: "referral-documents",
  options: {
    // The tenth failure ends it; what a killed worker leaves is tried again.
    retryLimit: 20,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 900,
    heartbeatSeconds: 30,
    retentionSeconds: 7 * 86_400,
    deleteAfterSeconds: 3_600,
  },
};

/** Of the recipient. */
export interface SharingJob {
  organizationId: string;
  referralDocumentId: string;
}

type Inside = Pick<Context, "organizationId" | "transaction">;

/** Enqueues a copy again, unless its job is queued or running. @returns whether it did */
export async function enqueueIfLost(context: Inside, referralDocumentId: string): Promise<boolean> {
  if (await hasOpenJob(context.transaction, sharingQueue.name, "referralDocumentId", referralDocumentId)) return false;
  await enqueueCopy(context, referralDocumentId);
  return true;
}

/** Enqueues the copy of a document in the transaction that shares it. Organizations take turns. */
export async function enqueueCopy({ organizationId, transaction }: Inside, referralDocumentId: string): Promise<void> {
  const data = JSON.stringify({ organizationId, referralDocumentId } satisfies SharingJob);
  const source = sql`(SELECT gen_random_uuid() AS id, ${data}::jsonb AS data, ${organizationId}::text AS "groupId",
    ${nextTurn(sharingQueue.name, organizationId)} AS due)`;
  await insertJobs(sharingQueue.name, source).execute(transaction);
}
