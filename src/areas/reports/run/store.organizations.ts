import { sql } from "kysely";
import { classifyFailure } from "../../../platform/database/database-errors.ts";
import type { Context } from "../../../rpc/context.ts";
import { asReader } from "./store.reader.ts";
import { selectRecord } from "../../../platform/database/records.ts";

export interface ReportOrganization {
  id: string;
  name: string;
}

/**
 * Checks and rows must come from one snapshot: an organization that moves meanwhile is in all of them or in none. Call
 * it before the first statement that reads.
 */
export async function setRepeatableRead({ transaction }: Context): Promise<void> {
  await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(transaction);
}

/** The organization and, for a headquarters, its reporting child organizations, by id. */
export async function listReportOrganizations({ transaction }: Context): Promise<ReportOrganization[]> {
  const { rows } =
    await sql<ReportOrganization>`SELECT id, name FROM list_report_organizations() ORDER BY id COLLATE "C"`.execute(
      transaction,
    );
  return rows;
}

export async function isHeadquarters({ organizationId, transaction }: Context): Promise<boolean> {
  const found = await transaction
    .selectFrom("Organization")
    .select("isHeadquarters")
    .where("id", "=", organizationId)
    .executeTakeFirst();
  return found?.isHeadquarters === true;
}

/** Whether the key's runs include child organizations, and its acting attorney. */
export function findKeyForRun(context: Context, keyId: string) {
  return selectRecord(context, "IntegrationKey", keyId)
    .select(["reportIncludeChildOrganizations", "actingAttorneyId"])
    .executeTakeFirst();
}

/**
 * Acquires one of the organization's run slots, across all processes, until commit.
 *
 * @returns whether one was free
 */
export async function acquireRunSlot({ organizationId, transaction }: Context, places: number): Promise<boolean> {
  // CASE stops at the first free slot, so a run takes only one.
  const tries = Array.from(
    { length: places },
    (_, place) =>
      sql`WHEN pg_try_advisory_xact_lock(hashtextextended(${`report run ${place} ${organizationId}`}, 0)) THEN true`,
  );
  const { rows } = await sql<{
    taken: boolean;
  }>`SELECT CASE ${sql.join(tries, sql` `)} ELSE false END AS taken`.execute(transaction);
  return rows[0]?.taken === true;
}

export async function listOrganizationsHiding(
  { transaction }: Context,
  reportId: string,
  organizationIds: readonly string[],
): Promise<string[]> {
  const rows = await asReader(transaction, organizationIds, () =>
    transaction
      .selectFrom("ReportSetting")
      .select("organizationId")
      .where("organizationId", "in", organizationIds)
      .where("reportId", "=", reportId)
      .where("apiVisible", "=", false)
      .execute(),
  );
  return rows.map(({ organizationId }) => organizationId);
}

/** If a concurrent run updates it too, the other update wins. */
export async function updateLastRunAt({ organizationId, transaction }: Context, reportId: string): Promise<void> {
  await sql`SAVEPOINT mark`.execute(transaction);
  try {
    await sql`
      INSERT INTO "ReportSetting" ("organizationId", "reportId", "lastRunAt") VALUES (${organizationId}, ${reportId}, now())
      ON CONFLICT ("organizationId", "reportId") DO UPDATE SET "lastRunAt" = excluded."lastRunAt"`.execute(transaction);
  } catch (error) {
    // Not visible in this snapshot; the run need not be repeated for it.
    if (classifyFailure(error) !== "conflict") throw error;
    await sql`ROLLBACK TO SAVEPOINT mark`.execute(transaction);
  }
}

export function isStatementTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "57014";
}
