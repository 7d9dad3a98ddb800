import { sql, type RawBuilder } from "kysely";

/** Today in the organization's time zone, as an SQL expression: in the evening it differs from UTC's. Null if the organization does not exist. */
export function organizationToday(organizationId: string): RawBuilder<string> {
  return sql<string>`(now() AT TIME ZONE (SELECT timezone FROM "Organization" WHERE id = ${organizationId}))::date`;
}
