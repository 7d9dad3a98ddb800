import { sql } from "kysely";
import type { Queue } from "../../../platform/jobs/job-queue.ts";
import { hasOpenJob, insertJobs, nextTurn } from "../../../platform/jobs/job-rows.ts";
import type { Context } from "../../../rpc/context.ts";

/** What both jobs of a request have in common: the row fences attempts; a job is retried until its work is done. */
const options = {
  // A storage or a timestamp server that is away for a day holds up the request, and loses nothing.
  retryLimit: 200,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 900,
  // A dead process loses its job after half a minute.
  heartbeatSeconds: 30,
  retentionSeconds: 7 * 86_400,
  deleteAfterSeconds: 3_600,
} as const;

/** Checks and fills the files of a request, and sends it. */
export const preparationQueue: Queue = { name: "esign-prepare", options };
/** Seals the files of a request that all have signed. */
export const sealingQueue: Queue = { name: "esign-seal", options };

export interface EsignJob {
  organizationId: string;
  requestId: string;
}

type Inside = Pick<Context, "organizationId" | "transaction">;

/** Enqueues the preparation of a request in the transaction in which it goes to `preparing`. */
export const enqueuePreparation = (context: Inside, requestId: string) => enqueue(context, preparationQueue, requestId);

/** Enqueues the sealing of a request in the transaction in which it goes to `sealing`. */
export const enqueueSealing = (context: Inside, requestId: string) => enqueue(context, sealingQueue, requestId);

/** Organizations take turns. @throws if the queue is not installed */
async function enqueue({ organizationId, transaction }: Inside, queue: Queue, requestId: string): Promise<void> {
  const data = JSON.stringify({ organizationId, requestId } satisfies EsignJob);
  const source = sql`(SELECT gen_random_uuid() AS id, ${data}::jsonb AS data, ${organizationId}::text AS "groupId",
    ${nextTurn(queue.name, organizationId)} AS due)`;
  await sql`UPDATE "EsignRequest" SET attempts = 0, "workingSince" = NULL
    WHERE "organizationId" = ${organizationId} AND id = ${requestId}`.execute(transaction);
  await insertJobs(queue.name, source).execute(transaction);
}

/** Enqueues the work of a request again, unless its job is queued or running. @returns whether it did */
export async function enqueueIfLost(
  context: Inside,
  { requestId, status }: { requestId: string; status: "preparing" | "sealing" },
): Promise<boolean> {
  const queue = status === "preparing" ? preparationQueue : sealingQueue;
  if (await hasOpenJob(context.transaction, queue.name, "requestId", requestId)) return false;
  await enqueue(context, queue, requestId);
  return true;
}
