import { sql } from "kysely";
import { classifyFailure } from "../../../platform/database/database-errors.ts";
import type { Context } from "../../../rpc/context.ts";
import { asReader } from "./store.reader.ts";

/** An organization over which a report may run. */
export interface ReportOrganization {
  id: string;
  name: string;
}

/**
 * Lets all that the transaction reads from here on be of one instant: whoever is checked, the hierarchy and the rows belong together,
 * and an organization that moves meanwhile is in all of them or in none. Before the first statement that reads.
 */
export async function setRepeatableRead({ transaction }: Context): Promise<void> {
  await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(transaction);
}

/** The organization itself and, of a headquarters, all below it that report to it, by id. */
export async function listReportOrganizations({ transaction }: Context): Promise<ReportOrganization[]> {
  const { rows } = await sql<ReportOrganization>`SELECT id, name FROM list_report_organizations() ORDER BY id COLLATE "C"`.execute(transaction);
  return rows;
}

/** Whether the organization is a headquarters, as it stands now. */
export async function isHeadquarters({ organizationId, transaction }: Context): Promise<boolean> {
  const found = await transaction.selectFrom("Organization").select("isHeadquarters").where("id", "=", organizationId).executeTakeFirst();
  return found?.isHeadquarters === true;
}

/** What the key says now: whether its runs go over the organizations below, and for whom it acts. */
export function findKeyForRun({ organizationId, transaction }: Context, keyId: string) {
  return transaction
    .selectFrom("IntegrationKey")
    .select(["reportIncludeChildOrganizations", "actingAttorneyId"])
    .where("organizationId", "=", organizationId)
    .where("id", "=", keyId)
    .executeTakeFirst();
}

/**
 * Takes one of the places for runs of the organization, over all processes, to the transaction's end.
 * @returns whether there was one left
 */
export async function acquireRunSlot({ organizationId, transaction }: Context, places: number): Promise<boolean> {
  // CASE ends at the first that is free: nobody takes two.
  const tries = Array.from({ length: places }, (_, place) => sql`WHEN pg_try_advisory_xact_lock(hashtextextended(${`report run ${place} ${organizationId}`}, 0)) THEN true`);
  const { rows } = await sql<{ taken: boolean }>`SELECT CASE ${sql.join(tries, sql` `)} ELSE false END AS taken`.execute(transaction);
  return rows[0]?.taken === true;
}

/** The organizations that hide the report from keys. */
export async function listOrganizationsHiding({ transaction }: Context, reportId: string, organizationIds: readonly string[]): Promise<string[]> {
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

/** Writes down that the report was run just now; where another run does so at the same time, that one has. */
export async function updateLastRunAt({ organizationId, transaction }: Context, reportId: string): Promise<void> {
  await sql`SAVEPOINT mark`.execute(transaction);
  try {
    await sql`
      INSERT INTO "ReportSetting" ("organizationId", "reportId", "lastRunAt") VALUES (${organizationId}, ${reportId}, now())
      ON CONFLICT ("organizationId", "reportId") DO UPDATE SET "lastRunAt" = excluded."lastRunAt"`.execute(transaction);
  } catch (error) {
    // Of a snapshot in which the other run is not: this one need not be run again for that.
    if (classifyFailure(error) !== "conflict") throw error;
    await sql`ROLLBACK TO SAVEPOINT mark`.execute(transaction);
  }
}

/** Whether PostgreSQL ended the statement because it took longer than a statement may. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "57014";
}
