import { sql } from "kysely";
import type { Queue } from "../../../platform/jobs/job-queue.ts";
import { insertJobs, nextTurn } from "../../../platform/jobs/job-rows.ts";
import type { Context } from "../../../rpc/context.ts";

/** Renders the PDF of a statement that was issued. */
export const renderingQueue: Queue = {
  name: "statement-render",
  options: {
    // A storage that is away for a day holds up the file, and loses nothing.
    retryLimit: 200,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 300,
    heartbeatSeconds: 30,
    retentionSeconds: 7 * 86_400,
    deleteAfterSeconds: 3_600,
  },
};

export interface RenderingJob {
  organizationId: string;
  statementId: string;
}

/** Enqueues the PDF of a statement in the transaction that issues it. Organizations take turns. */
export async function enqueueRendering(
  { organizationId, transaction }: Pick<Context, "organizationId" | "transaction">,
  statementId: string,
): Promise<void> {
  const data = JSON.stringify({ organizationId, statementId } satisfies RenderingJob);
  const source = sql`(SELECT gen_random_uuid() AS id, ${data}::jsonb AS data, ${organizationId}::text AS "groupId",
    ${nextTurn(renderingQueue.name, organizationId)} AS due)`;
  await insertJobs(renderingQueue.name, source).execute(transaction);
}
