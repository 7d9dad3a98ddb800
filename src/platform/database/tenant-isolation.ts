/** Selects `oid` and `relname` of the tables with rows of organizations. */
export const tenantTables = `
  SELECT c.oid, c.relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
    AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organizationId' AND NOT a.attisdropped)`;

/**
 * Selects as `name` the tenant tables, and Organization, of which the application could see another organization's
 * rows: row-level security is not enabled and forced, the policy own_organization is absent or compares with nothing,
 * or another policy shows the application more.
 */
export const unisolatedTables = `
  SELECT c.relname AS name FROM pg_class c
  WHERE c.oid IN (SELECT oid FROM (${tenantTables}) t UNION SELECT to_regclass('"Organization"'))
    AND NOT (c.relrowsecurity AND c.relforcerowsecurity AND (
      SELECT array_agg(p.polname::text) = '{own_organization}' AND bool_and(pg_get_expr(p.polqual, c.oid) LIKE '%current_setting(''caseport.organization''%')
      FROM pg_policy p WHERE p.polrelid = c.oid AND p.polroles && ARRAY[0, 'caseport_application'::regrole::oid]) IS TRUE)
  ORDER BY 1`;
