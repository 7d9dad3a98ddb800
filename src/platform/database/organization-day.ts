import { sql, type RawBuilder } from "kysely";
import type { Transaction } from "./database.ts";

/** Today in the organization's time zone, as an SQL expression: in the evening it differs from UTC's. Null if the organization does not exist. */
export function organizationToday(organizationId: string): RawBuilder<string> {
  return sql<string>`(now() AT TIME ZONE (SELECT timezone FROM "Organization" WHERE id = ${organizationId}))::date`;
}

/** The same as a value, for statements that change rows: on a cluster none may compute it. */
export async function readToday({ organizationId, transaction }: { organizationId: string; transaction: Transaction }): Promise<string> {
  const { rows } = await sql<{ today: string }>`SELECT ${organizationToday(organizationId)} AS today`.execute(transaction);
  return rows[0]?.today ?? "";
}

/** The organization's time zone. */
export async function readTimezone({ organizationId, transaction }: { organizationId: string; transaction: Transaction }): Promise<string> {
  const { timezone } = await transaction.selectFrom("Organization").select("timezone").where("id", "=", organizationId).executeTakeFirstOrThrow();
  return timezone;
}
