import { sql, type RawBuilder } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { selectRecord, selectRows } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { ItemWarning, TaskTemplate } from "../templates/schema.ts";

export type ApplicationRow = Row<"TaskTemplateApplication"> & { taskIds: string[] };

/** Of cases that are not deleted. The caller appends conditions on `a`. */
function selectApplications({ organizationId }: Pick<Context, "organizationId">): RawBuilder<ApplicationRow> {
  return sql<ApplicationRow>`
    SELECT a.*, ARRAY(SELECT t.id FROM "Task" t
    WHERE t."organizationId" = ${organizationId} AND t."applicationId" = a.id AND t."deletedAt" IS NULL
    ORDER BY t.id) AS "taskIds"
    FROM "TaskTemplateApplication" a
    JOIN "Case" c ON c."organizationId" = a."organizationId" AND c.id = a."caseId" AND c."deletedAt" IS NULL
    WHERE a."organizationId" = ${organizationId}`;
}

export async function listApplicationRows(
  context: Context,
  caseId: string,
  page: SortedPage,
): Promise<ApplicationRow[]> {
  const { rows } = await sql<ApplicationRow>`${selectApplications(context)} AND a."caseId" = ${caseId} AND ${page.after}
      ORDER BY ${page.order} LIMIT ${page.limit}`.execute(context.transaction);
  return rows;
}

export async function findApplication(context: Context, applicationId: string): Promise<ApplicationRow | undefined> {
  const { rows } = await sql<ApplicationRow>`${selectApplications(context)} AND a.id = ${applicationId}`.execute(
    context.transaction,
  );
  return rows[0];
}

export async function lockApplicationForUpdate(context: Context, applicationId: string): Promise<void> {
  await selectRecord(context, "TaskTemplateApplication", applicationId).select("id").forNoKeyUpdate().execute();
}

/** Whether the template is applied to the case, and not canceled. */
export async function isApplied(context: Context, templateId: string, caseId: string): Promise<boolean> {
  const found = await selectRows(context, "TaskTemplateApplication")
    .select("id")
    .where("templateId", "=", templateId)
    .where("caseId", "=", caseId)
    .where("cancelledAt", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export type NewApplication = Pick<
  Row<"TaskTemplateApplication">,
  "id" | "caseId" | "trigger" | "triggerKey" | "stage"
> & { appliedBy: object; template: Pick<TaskTemplate, "id" | "revision" | "name"> };

/** @returns whether it is the first of its trigger */
export async function insertApplication(
  { organizationId, transaction }: Context,
  { template, appliedBy, ...row }: NewApplication,
): Promise<boolean> {
  const inserted = await transaction
    .insertInto("TaskTemplateApplication")
    .values({
      organizationId,
      ...row,
      templateId: template.id,
      templateRevision: template.revision,
      templateName: template.name,
      appliedBy: JSON.stringify(appliedBy),
    })
    .onConflict((conflict) => conflict.columns(["organizationId", "templateId", "caseId", "triggerKey"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function keepWarnings(
  { organizationId, transaction }: Context,
  applicationId: string,
  warnings: readonly ItemWarning[],
): Promise<void> {
  await transaction
    .updateTable("TaskTemplateApplication")
    .set({ warnings: JSON.stringify(warnings) })
    .where("organizationId", "=", organizationId)
    .where("id", "=", applicationId)
    .execute();
}

export async function markCancelled({ organizationId, transaction }: Context, applicationId: string): Promise<void> {
  await transaction
    .updateTable("TaskTemplateApplication")
    .set({ cancelledAt: new Date().toISOString() })
    .where("organizationId", "=", organizationId)
    .where("id", "=", applicationId)
    .execute();
}

/** The application's tasks that have not ended. */
export async function listOpenTasks(
  { organizationId, transaction }: Context,
  applicationId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM "Task" WHERE "organizationId" = ${organizationId} AND "applicationId" = ${applicationId} AND "isOpen"
      AND "deletedAt" IS NULL ORDER BY id`.execute(transaction);
  return rows.map(({ id }) => id);
}
