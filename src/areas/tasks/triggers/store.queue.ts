import { sql } from "kysely";
import { insertJobs } from "../../../platform/jobs/job-rows.ts";
import type { Context } from "../../../rpc/context.ts";
import type { StageEntered } from "../../cases/domain.followers.ts";

/** A job applies a template to a case because of a trigger. */
export const templateQueue = {
  name: "apply-task-templates",
  options: {
    retryLimit: 20,
    retryDelay: 30,
    expireInSeconds: 300,
    retentionSeconds: 7 * 86_400,
    deleteAfterSeconds: 86_400,
  },
} as const;

export interface TriggeredTemplate {
  organizationId: string;
  templateId: string;
  caseId: string;
  trigger: "case_created" | "stage_entered";
  stage: string | null;
  /** Once per template and case. */
  triggerKey: string;
}

/**
 * Enqueues, in the case's transaction, a job for each active template that a trigger applies to it.
 *
 * @throws if the queue is not installed and one matches
 */
export async function enqueueTemplates(
  { organizationId, transaction }: Context,
  { caseId, caseType, stage, entryId, isNewCase }: StageEntered,
): Promise<void> {
  const source = sql`(
    SELECT md5(concat_ws(' ', t.id, ${caseId}::text, k.key))::uuid AS id, t."organizationId" AS "groupId", now() AS due,
      jsonb_build_object('organizationId', t."organizationId", 'templateId', t.id, 'caseId', ${caseId}::text,
        'trigger', k.type, 'stage', k.stage, 'triggerKey', k.key) AS data
    FROM "TaskTemplate" t
    JOIN (VALUES ('case_created', NULL, 'created', ${isNewCase}::boolean),
      ('stage_entered', ${stage}::text, ${entryId}::text, true)) k (type, stage, key, happened)
      ON k.happened AND t.triggers @> jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('type', k.type,
        'stage', k.stage)))
    WHERE t."organizationId" = ${organizationId} AND t."deletedAt" IS NULL AND t."isActive"
      AND (t."caseTypes" = '{}' OR ${caseType} = ANY (t."caseTypes")))`;
  await sql`${insertJobs(templateQueue.name, source)} ON CONFLICT DO NOTHING`.execute(transaction);
}
