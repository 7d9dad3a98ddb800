import { sql, type Insertable, type Updateable } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import { withoutIfMatch, type Context } from "../../rpc/context.ts";
import type { NamedMember } from "./schema.portal.ts";
import type { ReportRow } from "./store.ts";
import { selectRecord, selectRows, updateRecord } from "../../platform/database/records.ts";

/**
 * Serializes the creation of reports in the organization until commit.
 *
 * @returns the number of reports
 */
export async function lockReportCountForUpdate({ organizationId, transaction }: Context): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`reports of ${organizationId}`}, 0))`.execute(transaction);
  const { count } = await selectRows({ organizationId, transaction }, "Report")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

type Columns =
  | "name"
  | "description"
  | "category"
  | "entity"
  | "visibility"
  | "sharedWith"
  | "sharedWithTeamIds"
  | "apiVisible";
type NewReport = Required<Pick<Insertable<Tables["Report"]>, Columns | "id" | "ownerMemberId">> & {
  definition: object;
};

export async function insertReport(
  { organizationId, transaction }: Context,
  { definition, ...columns }: NewReport,
): Promise<void> {
  await transaction
    .insertInto("Report")
    .values({ organizationId, ...columns, definition: JSON.stringify(definition) })
    .execute();
}

export function lockReportRowForUpdate(context: Context, reportId: string): Promise<ReportRow | undefined> {
  return selectRecord(context, "Report", reportId)
    .selectAll()
    .where("deletedAt", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

type ReportValues = Pick<Updateable<Tables["Report"]>, Exclude<Columns, "entity">> & {
  definition?: object | undefined;
  deletedAt?: "now";
};

export async function changeReport(
  context: Context,
  reportId: string,
  { definition, deletedAt, ...columns }: ReportValues,
): Promise<void> {
  const changes = {
    ...columns,
    ...(definition !== undefined && { definition: JSON.stringify(definition) }),
    ...(deletedAt !== undefined && { deletedAt: sql<string>`now()` }),
  };
  await updateRecord(withoutIfMatch(context), "Report", reportId, changes).execute();
}

/** Sets whether API keys see a report of any owner; null removes the setting. */
export async function saveApiVisibility(
  { organizationId, transaction }: Context,
  reportId: string,
  apiVisible: boolean | null,
): Promise<void> {
  await transaction
    .insertInto("ReportSetting")
    .values({ organizationId, reportId, apiVisible })
    .onConflict((conflict) => conflict.columns(["organizationId", "reportId"]).doUpdateSet({ apiVisible }))
    .execute();
}

/**
 * Active members by name.
 *
 * @param ids only these
 */
export async function listActiveMembers(context: Context, ids?: readonly string[]): Promise<NamedMember[]> {
  return selectRows(context, "Member")
    .select(["id", sql<string>`concat("firstName", ' ', "lastName")`.as("name")])
    .where("status", "=", "active")
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = ANY(${[...(ids ?? [])]}::text[])`))
    .orderBy("lastName")
    .orderBy("firstName")
    .orderBy("id")
    .limit(2_000)
    .execute();
}

export function findMember(context: Pick<Context, "organizationId" | "transaction">, memberId: string) {
  return selectRecord(context, "Member", memberId)
    .select(["status", "userId", "firstName", "lastName", "role", "permissions", "isAttorney"])
    .executeTakeFirst();
}
