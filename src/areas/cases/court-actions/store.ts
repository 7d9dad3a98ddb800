import { sql, type RawBuilder } from "kysely";
import { selectRecord, selectRows } from "../../../platform/database/records.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { lockRowForUpdate, updateRow, type ResourceStatements, type Written } from "../../../rpc/resource/store.ts";
import { summarizeContact } from "../contacts/store.ts";
import type { CourtAction, CourtActionQuery } from "./schema.ts";

export type CourtActionRow = Omit<Row<"CourtAction">, "status"> & Pick<CourtAction, "status" | "court" | "judge">;

function selectCourtActions(organizationId: string, from: RawBuilder<unknown>): RawBuilder<CourtActionRow> {
  return sql<CourtActionRow>`
    SELECT t.*, ${summarizeContact("c")} AS court, ${summarizeContact("j")} AS judge
    FROM ${from} t
    LEFT JOIN "Contact" c ON c."organizationId" = ${organizationId} AND c.id = t."courtContactId"
    LEFT JOIN "Contact" j ON j."organizationId" = ${organizationId} AND j.id = t."judgeContactId"`;
}

/** What the resource kernel needs to know. */
export const courtActionStatements = {
  table: "CourtAction",
  select: selectCourtActions,
  liveOwners: ["caseId"],
  unique: {
    CourtAction_docket: "docketNumber: another court action of the case has it",
    CourtAction_primary: "isPrimary: another court action of the case is already primary",
    CourtAction_external_id: "externalId: used by another court action",
  },
} as const satisfies ResourceStatements<"CourtAction", CourtActionRow>;

/** Locks a court action of the case FOR NO KEY UPDATE until commit; undefined when there is none. */
export const lockCourtActionForUpdate = (
  context: Context,
  key: { caseId: string; id: string },
): Promise<CourtActionRow | undefined> => lockRowForUpdate(context, courtActionStatements, key, "FOR NO KEY UPDATE");

/**
 * Changes a locked court action.
 *
 * @returns it afterwards
 * @throws DUPLICATE_ENTRY
 */
export const changeCourtAction = (
  context: Context,
  courtActionId: string,
  columns: Written<"CourtAction">,
): Promise<CourtActionRow | undefined> => updateRow(context, courtActionStatements, courtActionId, columns);

/** How many court actions a case has that are not deleted. */
export async function countCourtActions(context: Context, caseId: string): Promise<number> {
  const { count } = await selectRows(context, "CourtAction")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("caseId", "=", caseId)
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function findCaseState(context: Context, caseId: string): Promise<string | null> {
  const found = await selectRecord(context, "Case", caseId).select("caseState").executeTakeFirst();
  return found?.caseState ?? null;
}

/** @property docketKey the docket number as `foldName` makes it */
type CourtActionFilters = Omit<CourtActionQuery, "after" | "limit" | "sort" | "docketNumber"> & {
  docketKey?: string | undefined;
};

/** A page of court actions of all cases that are not deleted. */
export function selectCourtActionPage(
  { organizationId }: Pick<Context, "organizationId">,
  { docketKey, status, trialFrom, trialTo, updatedSince }: CourtActionFilters,
  page: SortedPage,
): RawBuilder<CourtActionRow> {
  const conditions = [
    sql`t."organizationId" = ${organizationId} AND t."deletedAt" IS NULL`,
    ...(docketKey === undefined ? [] : [sql`t."docketKey" = ${docketKey}`]),
    ...(status === undefined ? [] : [sql`t.status = ${status}`]),
    ...(trialFrom === undefined ? [] : [sql`t."trialOn" >= ${trialFrom}::date`]),
    ...(trialTo === undefined ? [] : [sql`t."trialOn" <= ${trialTo}::date`]),
    ...(updatedSince === undefined ? [] : [sql`t."updatedAt" >= ${updatedSince}::timestamptz`]),
    hasLiveOwners(organizationId, "t", courtActionStatements.liveOwners),
  ];
  const from = sql`(SELECT t.* FROM "CourtAction" t WHERE ${sql.join(conditions, sql` AND `)} AND ${page.after}
    ORDER BY ${page.order} LIMIT ${page.limit}::integer)`;
  return sql<CourtActionRow>`${selectCourtActions(organizationId, from)} ORDER BY ${page.order}`;
}
