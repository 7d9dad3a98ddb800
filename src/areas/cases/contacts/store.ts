import { sql, type RawBuilder } from "kysely";

/**
 * The contact of a joined row as a record of a case shows it; null where the join found none.
 *
 * @param alias of the joined Contact
 */
export function summarizeContact(alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`CASE WHEN ${column("id")} IS NOT NULL THEN jsonb_build_object('id', ${column("id")}, 'name', ${column("name")}, 'type', ${column("type")}) END`;
}
