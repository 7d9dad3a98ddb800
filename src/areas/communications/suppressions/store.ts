import { sql, type RawBuilder } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { insertRows, selectRecord } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { ConsentPerson } from "../consents/store.ts";

export type SuppressionRow = Row<"AddressSuppression">;

/** The suppression of an address that has not ended, without a lock. */
export function findLiveSuppression(
  { organizationId, transaction }: Context,
  channel: string,
  address: string,
): Promise<SuppressionRow | undefined> {
  return transaction
    .selectFrom("AddressSuppression")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("channel", "=", channel)
    .where("address", "=", address)
    .where("endedAt", "is", null)
    .executeTakeFirst();
}

/** Suppresses an address, unless it is; of two at once, one waits. */
export async function insertSuppression(
  context: Context,
  row: Pick<SuppressionRow, "id" | "channel" | "address" | "reason" | "at">,
): Promise<void> {
  await insertRows(context, "AddressSuppression", [row], "skip");
}

/** A page of the suppressions of an address; without one, of those that have not ended. */
export function selectSuppressionPage(
  { organizationId }: Pick<Context, "organizationId">,
  address: string | null,
  page: SortedPage,
): RawBuilder<SuppressionRow> {
  const wanted = address === null ? sql`t."endedAt" IS NULL` : sql`t.address = ${address}`;
  return sql<SuppressionRow>`
    SELECT t.* FROM "AddressSuppression" t WHERE t."organizationId" = ${organizationId} AND ${wanted} AND ${page.after}
    ORDER BY ${page.order} LIMIT ${page.limit}::integer`;
}

/** A suppression, without a lock. */
export const findSuppression = (context: Context, id: string): Promise<SuppressionRow | undefined> =>
  selectRecord(context, "AddressSuppression", id).selectAll().executeTakeFirst();

/** Ends suppressions that have not ended. */
export async function endSuppressions(
  { organizationId, transaction }: Context,
  ids: readonly string[],
  endReason: string,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    UPDATE "AddressSuppression" SET "endedAt" = now(), "endReason" = ${endReason}
    WHERE "organizationId" = ${organizationId} AND id = ANY(${[...ids]}::text[]) AND "endedAt" IS NULL RETURNING id`.execute(
    transaction,
  );
  return rows.map(({ id }) => id);
}

/** The live suppressions that STOP made of a person's numbers. */
export async function listStopsOf(
  { organizationId, transaction }: Context,
  { entity, id }: ConsentPerson,
): Promise<string[]> {
  const numbers = {
    client: sql`SELECT unnest(ARRAY[p."phoneE164", p."secondaryPhoneE164"]) FROM "Client" p WHERE p."organizationId" = ${organizationId} AND p.id = ${id}`,
    lead: sql`SELECT p."phoneE164" FROM "Lead" p WHERE p."organizationId" = ${organizationId} AND p.id = ${id}`,
    contact: sql`SELECT p.e164 FROM "ContactPhone" p WHERE p."organizationId" = ${organizationId} AND p."contactId" = ${id}`,
  };
  const { rows } = await sql<{ id: string }>`
    SELECT s.id FROM "AddressSuppression" s WHERE s."organizationId" = ${organizationId} AND s."endedAt" IS NULL
      AND s.channel = 'text' AND s.reason = 'stop_keyword' AND s.address IN (${numbers[entity]})`.execute(transaction);
  return rows.map((row) => row.id);
}
