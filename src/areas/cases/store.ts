import { sql, type Insertable, type RawBuilder, type Updateable } from "kysely";
import { JsonText } from "../../contract/values/json-text.ts";
import { findRecordText, selectAsText } from "../../platform/database/record-text.ts";
import { compileOnce } from "../../platform/database/statements/compile-once.ts";
import { isExpectedInstant } from "../../platform/database/expected-revision.ts";
import { organizationToday } from "../../platform/database/organization-day.ts";
import type { Row, Tables } from "../../platform/database/tables.ts";
import { wireInstant } from "../../platform/database/wire-form.ts";
import type { Context } from "../../rpc/context.ts";
import { CaseDetail } from "./schema.ts";
import { rejectDuplicates } from "../../platform/database/duplicate-entry.ts";
import { isOneOf, selectRecord, selectRows } from "../../platform/database/records.ts";

// JSON rather than jsonb, which would be built and then written as text.
export const selectTags = (organizationId: string) => sql`coalesce((
  SELECT json_agg(json_build_object('name', t.name, 'color', t.color) ORDER BY t.name)
  FROM "CaseTag" l
  JOIN "Tag" t ON t."organizationId" = l."organizationId" AND t.id = l."tagId"
  WHERE l."organizationId" = ${organizationId} AND l."caseId" = c.id), '[]') AS tags`;

/** Everything that a case detail shows, of the case `c` and its client `p`. */
export const selectDetail = (
  organizationId: string,
): RawBuilder<unknown> => sql`c.*, p."firstName", p."lastName", p.email, p.phone, p.city, p.state, p."zipCode", p."dateOfBirth",
  json_build_object('id', p.id, 'firstName', p."firstName", 'lastName', p."lastName", 'email', p.email, 'phone', p.phone,
    'dateOfBirth', p."dateOfBirth", 'ssnFourDigits', p."ssnFourDigits") AS plaintiff,
  coalesce((
    SELECT json_agg(json_build_object('attorneyId', a."attorneyId", 'role', a.role, 'firstName', m."firstName",
        'lastName', m."lastName", 'email', m.email, 'assignedAt', ${wireInstant("a.assignedAt")})
      ORDER BY a."assignedAt", a."attorneyId", a.role)
    FROM "CaseAttorney" a
    JOIN "Member" m ON m."organizationId" = a."organizationId" AND m.id = a."attorneyId"
    WHERE a."organizationId" = ${organizationId} AND a."caseId" = c.id), '[]') AS attorneys,
  ${selectTags(organizationId)}`;

/**
 * The client `p` of each case `c` of a page. By LIMIT it is looked up by its key: a join read all clients of the firm,
 * and row-level security checked each, 1.7 ms for 5,000.
 */
export const joinPlaintiff = (organizationId: string) =>
  sql`CROSS JOIN LATERAL (SELECT * FROM "Client" WHERE "organizationId" = ${organizationId} AND id = c."plaintiffId" LIMIT 1) p`;

interface CaseKey {
  organizationId: string;
  caseId: string;
}

/** The case with plaintiff, attorneys and tags. */
const selectCase = ({ organizationId, caseId }: CaseKey): RawBuilder<CaseDetail> => sql<CaseDetail>`
  SELECT ${selectDetail(organizationId)}
  FROM "Case" c
  ${joinPlaintiff(organizationId)}
  WHERE c."organizationId" = ${organizationId} AND c.id = ${caseId}`;

/** Undefined when it is not in the organization. */
export async function findCaseDetail(context: Context, caseId: string): Promise<CaseDetail | undefined> {
  const { organizationId, transaction } = context;
  const { rows } = await selectCase({ organizationId, caseId }).execute(transaction);
  return rows[0];
}

const selectCaseText = compileOnce((key: CaseKey, compiler) =>
  selectAsText(CaseDetail, ["updatedAt"], selectCase(key).compile(compiler)),
);
const selectLiveCaseText = compileOnce((key: CaseKey, compiler) =>
  selectAsText(CaseDetail, ["updatedAt"], sql`${selectCase(key)} AND c."deletedAt" IS NULL`.compile(compiler)),
);

/** A case as the JSON text of its response, which is sent as it is: a read parses nothing. */
export function findCaseText(
  context: Context,
  caseId: string,
  includeDeleted: boolean,
): Promise<JsonText<CaseDetail> | undefined> {
  const { organizationId, transaction } = context;
  const select = includeDeleted ? selectCaseText : selectLiveCaseText;
  return findRecordText<CaseDetail>(transaction, select({ organizationId, caseId }));
}

/** Those of these cases that are not deleted. */
export async function listCaseTexts(
  { organizationId, transaction }: Context,
  caseIds: readonly string[],
): Promise<JsonText<CaseDetail>[]> {
  const statement = sql<CaseDetail>`SELECT ${selectDetail(organizationId)} FROM "Case" c ${joinPlaintiff(organizationId)}
    WHERE c."organizationId" = ${organizationId} AND ${isOneOf("c.id", caseIds)} AND c."deletedAt" IS NULL ORDER BY c.id`;
  const { rows } = await transaction.executeQuery(selectAsText(CaseDetail, ["id"], statement.compile(transaction)));
  return rows.map(({ json, id }) => new JsonText<CaseDetail>(json, { id }));
}

/** What a case's records need of it: the client, and whether it accepts changes. */
export type LiveCase = Pick<Row<"Case">, "id" | "plaintiffId" | "matterStatus">;

const selectLiveCase = (context: Context, caseId: string) =>
  selectRecord(context, "Case", caseId).select(["id", "plaintiffId", "matterStatus"]).where("deletedAt", "is", null);

/** A case that is not deleted, without a lock. */
export function findLiveCase(context: Context, caseId: string): Promise<LiveCase | undefined> {
  return selectLiveCase(context, caseId).executeTakeFirst();
}

/** Locks a case that is not deleted FOR SHARE until commit. */
export function lockCaseRowForShare(context: Context, caseId: string): Promise<LiveCase | undefined> {
  return selectLiveCase(context, caseId).forShare().executeTakeFirst();
}

/**
 * Locks the case that a record belongs to FOR SHARE until commit, unless it is deleted: one statement, where the record
 * would have to be read first. A record that can change its case must be locked before.
 *
 * @param table has the column `caseId`
 */
export async function lockCaseRowOfForShare(
  { organizationId, transaction }: Context,
  table: keyof Tables,
  recordId: string,
): Promise<LiveCase | undefined> {
  const { rows } = await sql<LiveCase>`
    SELECT id, "plaintiffId", "matterStatus" FROM "Case"
    WHERE "organizationId" = ${organizationId} AND "deletedAt" IS NULL
      AND id = (SELECT "caseId" FROM ${sql.table(table)} WHERE "organizationId" = ${organizationId} AND id = ${recordId})
    FOR SHARE`.execute(transaction);
  return rows[0];
}

/** Locks a case that is not deleted FOR NO KEY UPDATE until commit. */
export function lockCaseRowForUpdate(context: Context, caseId: string): Promise<LiveCase | undefined> {
  return selectLiveCase(context, caseId).forNoKeyUpdate().executeTakeFirst();
}

/** Whether a case that is not closed names a calendar as its court's. */
export async function isNamedByCase(context: Context, calendarId: string): Promise<boolean> {
  const named = selectRows(context, "Case")
    .select("id")
    .where("courtCalendarId", "=", calendarId)
    .where("matterStatus", "not in", ["closed", "archived"])
    .where("deletedAt", "is", null);
  return (await named.limit(1).executeTakeFirst()) !== undefined;
}

type NewCaseRow = Omit<Insertable<Tables["Case"]>, "organizationId" | "stageEnteredAt" | "customFields"> & {
  customFields: Record<string, unknown>;
};

/** @throws DUPLICATE_ENTRY when another case has the externalId */
export async function insertCase(context: Context, values: NewCaseRow): Promise<void> {
  const inserted = context.transaction
    .insertInto("Case")
    .values({
      ...values,
      customFields: JSON.stringify(values.customFields),
      organizationId: context.organizationId,
      stageEnteredAt: sql<string>`now()`,
    })
    .execute();
  await rejectDuplicates(rejections, inserted, values);
}

const rejections = { Case_organizationId_externalId_key: "externalId: used by another case" };

/**
 * Updates or soft-deletes the case if `updatedAt` matches If-Match; sets `stageEnteredAt` if the stage changes.
 *
 * @returns whether it matched
 * @throws DUPLICATE_ENTRY when another case has the externalId
 */
export async function updateCaseRow(
  context: Context,
  caseId: string,
  changes: Updateable<Tables["Case"]> | "delete",
): Promise<boolean> {
  const { organizationId, expectedRevisions } = context;
  const changed = context.transaction
    .updateTable("Case")
    .set(
      changes === "delete"
        ? { deletedAt: sql<string>`now()` }
        : { ...changes, ...(changes.matterStage !== undefined && { stageEnteredAt: sql<string>`now()` }) },
    )
    .where("organizationId", "=", organizationId)
    .where("id", "=", caseId)
    .where("deletedAt", "is", null)
    .where(isExpectedInstant("updatedAt", expectedRevisions))
    .returning("id")
    .executeTakeFirst();
  return (await rejectDuplicates(rejections, changed, changes === "delete" ? {} : changes)) !== undefined;
}

export interface Statute {
  on: string | null;
  status: string;
}

/** Writes what a case shows of its statutes of limitations. */
export async function writeStatute(
  { organizationId, transaction }: Context,
  caseId: string,
  { on, status }: Statute,
): Promise<void> {
  const columns = { statuteOfLimitationsOn: on, statuteOfLimitationsStatus: status };
  await transaction
    .updateTable("Case")
    .set(columns)
    .where("organizationId", "=", organizationId)
    .where("id", "=", caseId)
    .execute();
}

/** Today in the organization's time zone, `YYYY-MM-DD`. */
export async function findToday({ organizationId, transaction }: Context): Promise<string> {
  const { rows } = await sql<{ today: string | null }>`SELECT ${organizationToday(organizationId)} AS today`.execute(
    transaction,
  );
  const today = rows[0]?.today ?? null;
  if (today === null) throw new Error("the organization has no calendar");
  return today;
}
