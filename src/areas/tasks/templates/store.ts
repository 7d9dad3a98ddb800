import { sql, type RawBuilder } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { organizationToday } from "../../../platform/database/organization-day.ts";
import { isOneOf, selectRows } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Standing } from "./domain.drafts.ts";
import type { TaskTemplate, TaskTemplateFilter } from "./schema.ts";

export type TemplateRow = Row<"TaskTemplate"> & Pick<TaskTemplate, "applicationCount" | "lastAppliedAt">;

/** Templates with how often and when they were applied. */
export function selectTemplates(organizationId: string, from: RawBuilder<unknown>): RawBuilder<TemplateRow> {
  return sql<TemplateRow>`
    SELECT t.*, a."applicationCount", a."lastAppliedAt"
    FROM ${from} t CROSS JOIN LATERAL (
      SELECT count(*)::integer AS "applicationCount", max("createdAt") AS "lastAppliedAt" FROM "TaskTemplateApplication"
      WHERE "organizationId" = ${organizationId} AND "templateId" = t.id) a`;
}

/** An organization has at most 200 templates: they are read whole and sorted. */
export function selectTemplatePage(
  { organizationId }: Pick<Context, "organizationId">,
  { isActive, caseType, updatedSince }: TaskTemplateFilter,
  page: SortedPage,
): RawBuilder<TemplateRow> {
  const conditions = [
    page.after,
    ...(updatedSince === undefined ? [] : [sql`t."updatedAt" >= ${updatedSince}::timestamptz`]),
    ...(isActive === undefined ? [] : [sql`t."isActive" = ${isActive}`]),
    ...(caseType === undefined ? [] : [sql`(t."caseTypes" = '{}' OR ${caseType} = ANY (t."caseTypes"))`]),
  ];
  const from = sql`(SELECT t.* FROM "TaskTemplate" t
    WHERE t."organizationId" = ${organizationId} AND t."deletedAt" IS NULL AND ${sql.join(conditions, sql` AND `)}
    ORDER BY ${page.order} LIMIT ${page.limit}::integer)`;
  return sql<TemplateRow>`${selectTemplates(organizationId, from)} ORDER BY ${page.order}`;
}

export async function countLiveTemplates(context: Context): Promise<number> {
  const { templates } = await selectRows(context, "TaskTemplate")
    .select(sql<number>`count(*)::integer`.as("templates"))
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return templates;
}

/** Those of these members who are active, and of these teams that are not deleted. */
export async function findAssignable(
  { organizationId, transaction }: Context,
  memberIds: readonly string[],
  teamIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM "Member" WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", memberIds)}
      AND status = 'active'
    UNION ALL SELECT id FROM "Team"
    WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", teamIds)} AND "deletedAt" IS NULL`.execute(
    transaction,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Today in the organization's time zone, and the anchor dates, stages and attorneys of a case.
 *
 * @param caseId null without a case: then there are no anchors, and `attorneys` is null
 */
export async function findStanding(
  { organizationId, transaction }: Context,
  caseId: string | null,
): Promise<Pick<Standing, "todayOn" | "anchors" | "stageDays" | "attorneys">> {
  const { rows } = await sql<Pick<Standing, "todayOn" | "anchors" | "stageDays" | "attorneys">>`
    SELECT to_char(${organizationToday(organizationId)}, 'YYYY-MM-DD') AS "todayOn",
      coalesce((
        SELECT jsonb_build_object('case_created', (c."createdAt" AT TIME ZONE o.timezone)::date,
          'case_opened', c."openedOn", 'date_of_incident', c."dateOfIncident",
          'retainer_signed', c."engagedOn", 'statute_of_limitations', c."statuteOfLimitationsOn")
        FROM "Case" c WHERE c."organizationId" = ${organizationId} AND c.id = ${caseId}), '{}') AS anchors,
      coalesce((
        SELECT jsonb_object_agg(h.stage, h.day) FROM (
          SELECT DISTINCT ON ("toStage") "toStage" AS stage,
            coalesce("effectiveOn", ("enteredAt" AT TIME ZONE o.timezone)::date) AS day FROM "CaseStageEntry"
          WHERE "organizationId" = ${organizationId} AND "caseId" = ${caseId} AND "fromStage" IS DISTINCT FROM "toStage"
          ORDER BY "toStage", id DESC) h), '{}') AS "stageDays",
      CASE WHEN ${caseId}::text IS NULL THEN NULL ELSE coalesce((
        SELECT jsonb_agg(jsonb_build_object('attorneyId', a."attorneyId", 'role', a.role, 'status', m.status)
        ORDER BY a."attorneyId")
        FROM "CaseAttorney" a JOIN "Member" m ON m."organizationId" = a."organizationId" AND m.id = a."attorneyId"
        WHERE a."organizationId" = ${organizationId} AND a."caseId" = ${caseId}), '[]') END AS attorneys
    FROM "Organization" o WHERE o.id = ${organizationId}`.execute(transaction);
  const [standing] = rows;
  if (standing === undefined) throw new Error("the organization has no calendar");
  return standing;
}
