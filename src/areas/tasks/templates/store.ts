import { sql, type Insertable, type RawBuilder, type Updateable } from "kysely";
import { rejectDuplicates } from "../../../platform/database/duplicate-entry.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { organizationToday } from "../../../platform/database/organization-day.ts";
import { isOneOf, selectRecord, selectRows, updateRecord } from "../../../platform/database/records.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Standing } from "./domain.drafts.ts";
import type { TaskTemplate, TaskTemplateChanges, TaskTemplateFilter } from "./schema.ts";

export type TemplateRow = Row<"TaskTemplate"> & Pick<TaskTemplate, "applicationCount" | "lastAppliedAt">;

/** With how often they were applied. The caller appends conditions on `t`. */
function selectTemplates({ organizationId }: Pick<Context, "organizationId">): RawBuilder<TemplateRow> {
  return sql<TemplateRow>`
    SELECT t.*, a."applicationCount", a."lastAppliedAt"
    FROM "TaskTemplate" t CROSS JOIN LATERAL (
      SELECT count(*)::integer AS "applicationCount", max("createdAt") AS "lastAppliedAt" FROM "TaskTemplateApplication"
      WHERE "organizationId" = ${organizationId} AND "templateId" = t.id) a
    WHERE t."organizationId" = ${organizationId} AND t."deletedAt" IS NULL`;
}

/** An organization's templates are few: they are read whole and sorted. */
export function selectTemplatePage(
  context: Pick<Context, "organizationId">,
  { isActive, caseType, updatedSince }: TaskTemplateFilter,
  page: SortedPage,
): RawBuilder<TemplateRow> {
  const conditions = [
    page.after,
    ...(updatedSince === undefined ? [] : [sql`t."updatedAt" >= ${updatedSince}::timestamptz`]),
    ...(isActive === undefined ? [] : [sql`t."isActive" = ${isActive}`]),
    ...(caseType === undefined ? [] : [sql`(t."caseTypes" = '{}' OR ${caseType} = ANY (t."caseTypes"))`]),
  ];
  return sql<TemplateRow>`${selectTemplates(context)} AND ${sql.join(conditions, sql` AND `)} ORDER BY ${page.order}
    LIMIT ${page.limit}::integer`;
}

export async function findTemplate(context: Context, templateId: string): Promise<TemplateRow | undefined> {
  const { rows } = await sql<TemplateRow>`${selectTemplates(context)} AND t.id = ${templateId}`.execute(
    context.transaction,
  );
  return rows[0];
}

export async function lockTemplateRowForUpdate(context: Context, templateId: string): Promise<boolean> {
  return (
    (await selectRecord(context, "TaskTemplate", templateId)
      .select("id")
      .where("deletedAt", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst()) !== undefined
  );
}

export async function countLiveTemplates(context: Context): Promise<number> {
  const { templates } = await selectRows(context, "TaskTemplate")
    .select(sql<number>`count(*)::integer`.as("templates"))
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return templates;
}

const rejections = {
  TaskTemplate_live_name: "name: used by another task template",
  TaskTemplate_organizationId_externalId_key: "externalId: used by another task template",
};

function describeColumns({ items, triggers, ...values }: TaskTemplateChanges): Updateable<Tables["TaskTemplate"]> {
  return {
    ...values,
    ...(items !== undefined && { items: JSON.stringify(items) }),
    ...(triggers !== undefined && { triggers: JSON.stringify(triggers) }),
  };
}

/** @throws DUPLICATE_ENTRY when a live template has the name, or any the externalId */
export async function insertTemplate(
  { organizationId, transaction }: Context,
  id: string,
  values: TaskTemplateChanges,
): Promise<void> {
  const row = { organizationId, id, ...describeColumns(values) } as Insertable<Tables["TaskTemplate"]>;
  await rejectDuplicates(rejections, transaction.insertInto("TaskTemplate").values(row).execute(), values);
}

/**
 * Changes a template whose revision is one that the caller expects; undefined where it is not.
 *
 * @throws as {@link insertTemplate}
 */
export function updateTemplateRow(
  context: Context,
  templateId: string,
  values: TaskTemplateChanges | "delete",
): Promise<Row<"TaskTemplate"> | undefined> {
  const columns = values === "delete" ? { deletedAt: sql<string>`now()` } : describeColumns(values);
  return rejectDuplicates(
    rejections,
    updateRecord(context, "TaskTemplate", templateId, columns).returningAll().executeTakeFirst(),
    values === "delete" ? {} : values,
  );
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
