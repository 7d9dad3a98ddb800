import { sql } from "kysely";
import { rejectDuplicates } from "../../../platform/database/duplicate-entry.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { selectRows, updateRecord } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { NewOffice, OfficeChanges } from "./schema.ts";

export type OfficeRow = Row<"Office"> & { memberCount: number };

const countMembers = (organizationId: string, officeId: ReturnType<typeof sql>) =>
  sql<number>`(SELECT count(*)::integer FROM "Member" m
    WHERE m."organizationId" = ${organizationId} AND m."officeId" = ${officeId} AND m.status = 'active')`;

/** A firm's offices are few: they are read whole and sorted. */
export function selectOffices({ organizationId }: Context, page: SortedPage, updatedSince: string | undefined) {
  const changed = updatedSince === undefined ? sql`true` : sql`o."updatedAt" >= ${updatedSince}::timestamptz`;
  return sql<OfficeRow>`
    SELECT o.*, ${countMembers(organizationId, sql`o.id`)} AS "memberCount" FROM "Office" o
    WHERE o."organizationId" = ${organizationId} AND o."deletedAt" IS NULL AND ${changed} AND ${page.after}
    ORDER BY ${page.order} LIMIT ${page.limit}::integer`;
}

export async function findOffice(context: Context, officeId: string): Promise<OfficeRow | undefined> {
  const { rows } = await sql<OfficeRow>`
    SELECT o.*, ${countMembers(context.organizationId, sql`o.id`)} AS "memberCount" FROM "Office" o
    WHERE o."organizationId" = ${context.organizationId} AND o.id = ${officeId} AND o."deletedAt" IS NULL`.execute(
    context.transaction,
  );
  return rows[0];
}

/** Locks all offices FOR UPDATE until commit: which of them is primary is decided among them. */
export function lockOfficesForUpdate(context: Context): Promise<Pick<Row<"Office">, "id" | "isPrimary">[]> {
  return selectRows(context, "Office")
    .select(["id", "isPrimary"])
    .where("deletedAt", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Members who are active or invited: those who would lose their office. */
export async function countBelonging(context: Context, officeId: string): Promise<number> {
  const { count } = await selectRows(context, "Member")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("officeId", "=", officeId)
    .where("status", "in", ["active", "invited"])
    .executeTakeFirstOrThrow();
  return count;
}

const rejections = {
  Office_live_name: "name: used by another office",
  Office_organizationId_externalId_key: "externalId: used by another office",
};

/** @throws DUPLICATE_ENTRY */
export async function insertOffice(
  { organizationId, transaction }: Context,
  values: NewOffice & { id: string; isPrimary: boolean },
): Promise<void> {
  await rejectDuplicates(
    rejections,
    transaction
      .insertInto("Office")
      .values({ organizationId, ...values })
      .execute(),
    values,
  );
}

/**
 * Changes a live office where its revision is one that the caller expects; undefined where it is not.
 *
 * @throws DUPLICATE_ENTRY
 */
export function updateOfficeRow(
  context: Context,
  officeId: string,
  changes: OfficeChanges | "delete",
  expected = context.expectedRevisions,
): Promise<Row<"Office"> | undefined> {
  const values = changes === "delete" ? { deletedAt: sql<string>`now()`, isPrimary: false } : changes;
  return rejectDuplicates(
    rejections,
    updateRecord({ ...context, expectedRevisions: expected }, "Office", officeId, values)
      .where("deletedAt", "is", null)
      .returningAll()
      .executeTakeFirst(),
    values,
  );
}
