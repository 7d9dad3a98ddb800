import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/** Today by the firm's calendar, for a statement: not by UTC's, in the evening they differ. Null when there is no such organization. */
export function organizationToday(organizationId: string): RawBuilder<string> {
  return sql<string>`(now() AT TIME ZONE (SELECT timezone FROM "Organization" WHERE id = ${organizationId}))::date`;
}
