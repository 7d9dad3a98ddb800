import { sql, type RawBuilder } from "kysely";
import { invalidInput } from "../../contract/errors/error-codes.ts";
import type { Transaction } from "./database.ts";

/**
 * Today in the organization's time zone, as an SQL expression: in the evening it differs from UTC's. Null if the
 * organization does not exist.
 */
export function organizationToday(organizationId: string): RawBuilder<string> {
  return sql<string>`(now() AT TIME ZONE (SELECT timezone FROM "Organization" WHERE id = ${organizationId}))::date`;
}

/** The same as a value, for statements that change rows: on a cluster none may compute it. */
export async function readToday({
  organizationId,
  transaction,
}: {
  organizationId: string;
  transaction: Transaction;
}): Promise<string> {
  const { rows } = await sql<{ today: string }>`SELECT ${organizationToday(organizationId)} AS today`.execute(
    transaction,
  );
  return rows[0]?.today ?? "";
}

/** No zone is further behind UTC; a day that has begun there has begun everywhere. */
const lastZoneMilliseconds = 12 * 3_600_000;

/**
 * Requires days, by the paths of their fields, not to be in the future of the organization's time zone. Only a day that
 * has not begun everywhere takes a statement.
 *
 * @throws VALIDATION_FAILED
 */
export async function assertNotFuture(
  of: { organizationId: string; transaction: Transaction },
  days: Readonly<Record<string, string | null | undefined>>,
): Promise<void> {
  const begun = new Date(Date.now() - lastZoneMilliseconds).toISOString().slice(0, 10);
  const doubtful = Object.entries(days).filter(([, on]) => typeof on === "string" && on > begun);
  if (doubtful.length === 0) return;
  const today = await readToday(of);
  const future = doubtful.find(([, on]) => (on ?? "") > today);
  if (future !== undefined) throw invalidInput({ path: future[0], message: "must not be in the future" });
}

/**
 * The first and the last day of a list's filter, null where it bounds nothing. In time zones east or west of UTC the
 * first day of the calendar begins, and the last one ends, outside of the instants that are stored.
 */
export function boundDays(
  from: string | undefined,
  to: string | undefined,
): { from: string | null; to: string | null } {
  return {
    from: from === undefined || from <= "0001-01-01" ? null : from,
    to: to === undefined || to >= "9999-12-31" ? null : to,
  };
}

/** Shares the organization's row until commit: its time zone stays, so that what is computed with it does. */
export async function lockOrganizationForShare({
  organizationId,
  transaction,
}: {
  organizationId: string;
  transaction: Transaction;
}): Promise<void> {
  // By itself: beside a firm's tables a cluster locks the copy on the firm's node (0074).
  await sql`SELECT FROM "Organization" WHERE id = ${organizationId} FOR SHARE`.execute(transaction);
}

/** The organization's time zone. */
export async function readTimezone({
  organizationId,
  transaction,
}: {
  organizationId: string;
  transaction: Transaction;
}): Promise<string> {
  const { timezone } = await transaction
    .selectFrom("Organization")
    .select("timezone")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return timezone;
}
