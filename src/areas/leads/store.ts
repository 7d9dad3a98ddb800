import { sql, type Insertable, type RawBuilder, type Updateable } from "kysely";
import { hasWords } from "../../platform/database/lists/search-terms.ts";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { Row, Tables } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import { isOneOf, selectRecord, selectRows, updateRecord } from "../../platform/database/records.ts";
import type { SearchWord } from "../../platform/names/record-words.ts";
import type { LeadListQuery, LeadStatus } from "./schema.ts";

export interface LeadRow extends Row<"Lead"> {
  status: LeadStatus;
  assignedTo: { id: string; firstName: string; lastName: string } | null;
  assignedTeam: { id: string; name: string } | null;
}

/** The organization's leads that are not deleted; the caller appends conditions that begin with AND. */
function selectLeads({ organizationId }: Pick<Context, "organizationId">): RawBuilder<LeadRow> {
  return sql<LeadRow>`
    SELECT l.*, CASE WHEN m.id IS NULL THEN NULL
      ELSE jsonb_build_object('id', m.id, 'firstName', m."firstName", 'lastName', m."lastName") END AS "assignedTo",
      CASE WHEN t.id IS NULL THEN NULL ELSE jsonb_build_object('id', t.id, 'name', t.name) END AS "assignedTeam"
    FROM "Lead" l
    LEFT JOIN "Member" m ON m."organizationId" = l."organizationId" AND m.id = l."assignedToMemberId"
    LEFT JOIN "Team" t ON t."organizationId" = l."organizationId" AND t.id = l."assignedTeamId"
    WHERE l."organizationId" = ${organizationId} AND l."deletedAt" IS NULL`;
}

export async function findLeads(context: Context, leadIds: readonly string[]): Promise<LeadRow[]> {
  const { rows } = await sql<LeadRow>`${selectLeads(context)} AND ${isOneOf("l.id", leadIds)} ORDER BY l.id`.execute(
    context.transaction,
  );
  return rows;
}

export async function findLead(context: Context, leadId: string): Promise<LeadRow | undefined> {
  return (await findLeads(context, [leadId]))[0];
}

/**
 * Locks leads FOR UPDATE until commit, in the order of IDs, then reads them in a second statement: joined rows would
 * show the state before the wait.
 */
export async function lockLeadRowsForUpdate(context: Context, leadIds: readonly string[]): Promise<LeadRow[]> {
  await selectRows(context, "Lead").select("id").where("id", "in", leadIds).orderBy("id").forUpdate().execute();
  return findLeads(context, leadIds);
}

/** As {@link lockLeadRowsForUpdate}, of one. */
export async function lockLeadRowForUpdate(context: Context, leadId: string): Promise<LeadRow | undefined> {
  return (await lockLeadRowsForUpdate(context, [leadId]))[0];
}

/** What other areas need to know of a lead that is not deleted: the records that its conversion created. */
export type LiveLead = Pick<Row<"Lead">, "id" | "convertedCaseId" | "convertedClientId">;

const selectLiveLead = (context: Context, leadId: string) =>
  selectRecord(context, "Lead", leadId)
    .select(["id", "convertedCaseId", "convertedClientId"])
    .where("deletedAt", "is", null);

export function findLiveLead(context: Context, leadId: string): Promise<LiveLead | undefined> {
  return selectLiveLead(context, leadId).executeTakeFirst();
}

/** FOR KEY SHARE until commit: the lead is neither deleted nor converted meanwhile. */
export function lockLeadRowForShare(context: Context, leadId: string): Promise<LiveLead | undefined> {
  return selectLiveLead(context, leadId).forKeyShare().executeTakeFirst();
}

export interface LeadFilters extends Partial<
  Omit<LeadListQuery, "after" | "limit" | "sort" | "q" | "phone" | "email">
> {
  phoneE164?: string | undefined;
  emailKey?: string | undefined;
  words?: readonly SearchWord[] | undefined;
}

const equalities = [
  "status",
  "qualification",
  "caseType",
  "source",
  "assignedToMemberId",
  "assignedTeamId",
  "externalId",
  "phoneE164",
  "emailKey",
] as const;

export function selectLeadPage(
  context: Pick<Context, "organizationId">,
  filters: LeadFilters,
  page: SortedPage,
): RawBuilder<LeadRow> {
  const { after, order, limit } = page;
  const { nextFollowUpBefore, updatedSince, words } = filters;
  const conditions: RawBuilder<unknown>[] = equalities.flatMap((name) =>
    filters[name] === undefined ? [] : [sql`${sql.ref(`l.${name}`)} = ${filters[name]}`],
  );
  if (nextFollowUpBefore !== undefined) conditions.push(sql`l."nextFollowUpAt" < ${nextFollowUpBefore}::timestamptz`);
  if (updatedSince !== undefined) conditions.push(sql`l."updatedAt" >= ${updatedSince}::timestamptz`);
  if (words !== undefined)
    conditions.push(
      hasWords({ organizationId: context.organizationId, entity: "lead", id: sql.ref("l.id"), words, page }),
    );
  return sql<LeadRow>`
    ${selectLeads(context)} AND ${after} ${sql.join(
      conditions.map((condition) => sql` AND ${condition}`),
      sql``,
    )}
    ORDER BY ${order} LIMIT ${limit}`;
}

type NewLeadRow = Omit<Insertable<Tables["Lead"]>, "organizationId">;

/** @throws the unique violations of externalId, and of vendorId with vendorLeadId */
export async function insertLead({ organizationId, transaction }: Context, row: NewLeadRow): Promise<void> {
  await transaction
    .insertInto("Lead")
    .values({ organizationId, ...row })
    .execute();
}

export type LeadColumns = Updateable<Tables["Lead"]>;
export type LeadStamp = "statusChangedAt" | "retainerSentAt" | "retainerSignedAt" | "convertedAt";

/**
 * Updates a locked lead.
 *
 * @param stamps the columns that get the time of now, by the database's clock
 * @returns false when If-Match names another revision
 */
export async function updateLeadRow(
  context: Context,
  leadId: string,
  columns: LeadColumns,
  stamps: readonly LeadStamp[] = [],
): Promise<boolean> {
  // One instant for all stamps, later than the lock: clock_timestamp() would differ between columns, and now() is the
  // start of the transaction.
  const now = sql<string>`date_trunc('milliseconds', statement_timestamp())`;
  const changes = { ...columns, ...Object.fromEntries(stamps.map((name) => [name, now])) };
  return (await updateRecord(context, "Lead", leadId, changes).executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}
