import { withConnection } from "../../cli/backup/tables.ts";

/**
 * What the catalog says of a database's tables: constraints, triggers, policies, indexes, columns and grants. Whether a
 * foreign key was checked for all rows is left out.
 */
export const readSchema = (url: string) =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ line: string }>(`
      SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS line FROM pg_constraint WHERE connamespace = 'public'::regnamespace
      UNION ALL SELECT tgrelid::regclass || ' ' || tgenabled::text || ' ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
      UNION ALL SELECT schemaname || '.' || tablename || ' ' || policyname || ' ' || coalesce(qual, '') FROM pg_policies
      UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname IN ('public', 'pgboss')
      UNION ALL SELECT oid::regclass || ' ' || relkind::text || relrowsecurity || relforcerowsecurity || coalesce(relacl::text, '') FROM pg_class WHERE relnamespace = 'public'::regnamespace
      UNION ALL SELECT attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || attnotnull || attgenerated::text FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relnamespace = 'public'::regnamespace AND attnum > 0`);
    return rows
      .map(({ line }) => line.replaceAll(/owner_\w+|postgres/g, "owner").replace(/ NOT VALID$/, ""))
      .toSorted();
  });
