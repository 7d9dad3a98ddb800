import { sql } from "kysely";
import type { Queue } from "../../../platform/jobs/job-queue.ts";
import { insertJobs } from "../../../platform/jobs/job-rows.ts";
import type { Context } from "../../../rpc/context.ts";

/** Posts the phase of a referral whose case entered another. */
export const phaseQueue: Queue = {
  name: "referral-phases",
  options: {
    retryLimit: 20,
    retryDelay: 30,
    expireInSeconds: 300,
    retentionSeconds: 7 * 86_400,
    deleteAfterSeconds: 3_600,
  },
};

export interface PhaseJob {
  organizationId: string;
  referralId: string;
}

/**
 * Enqueues, in the case's transaction, a job for each referral of the case that the firm took from another of this
 * installation, if its profile chose that.
 *
 * @throws if the queue is not installed and there is one
 */
export async function enqueuePhase(
  { organizationId, transaction }: Pick<Context, "organizationId" | "transaction">,
  { caseId }: { caseId: string },
): Promise<void> {
  const source = sql`(
    SELECT gen_random_uuid() AS id, r."organizationId" AS "groupId", now() AS due,
      jsonb_build_object('organizationId', r."organizationId", 'referralId', r.id) AS data
    FROM "Referral" r JOIN "ReferralProfile" p ON p."organizationId" = ${organizationId} AND p."autoUpdates"
    WHERE r."organizationId" = ${organizationId} AND r."caseId" = ${caseId} AND r.direction = 'inbound'
      AND r.channel = 'network' AND r.status IN ('accepted', 'engaged'))`;
  await insertJobs(phaseQueue.name, source).execute(transaction);
}
