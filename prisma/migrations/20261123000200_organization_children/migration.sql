-- The tree that reports cover also shows what GET /organization and GET /organization/children return: depth, and the parent's name.
-- A function's columns cannot be replaced, and only its owner may drop it.
GRANT caseport_definer TO CURRENT_USER;
DROP FUNCTION list_report_organizations();
REVOKE caseport_definer FROM CURRENT_USER;

-- The organization itself (depth 0) and, of a headquarters, all below it that report to it: one that does not report cuts off what is
-- below it. Ends also where the hierarchy has become a ring.
CREATE FUNCTION list_report_organizations()
RETURNS TABLE (
  id text, name text, timezone text, "isHeadquarters" boolean, "parentOrganizationId" text, "parentOrganizationName" text, depth integer
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH RECURSIVE tree AS (
      SELECT o.id, o."isHeadquarters" AS reaches, ARRAY[o.id] AS path
      FROM "Organization" o WHERE o.id = current_setting('caseport.organization', true)
      UNION ALL
      SELECT o.id, t.reaches, t.path || o.id FROM tree t JOIN "Organization" o ON o."parentOrganizationId" = t.id
      WHERE t.reaches AND o."reportsToHeadquarters" AND o.id <> ALL (t.path)
    )
    SELECT o.id, o.name, o.timezone, o."isHeadquarters", o."parentOrganizationId", p.name, cardinality(tree.path) - 1
    FROM tree JOIN "Organization" o ON o.id = tree.id LEFT JOIN "Organization" p ON p.id = o."parentOrganizationId";
END $$;
CALL run_as_definer('list_report_organizations()');
