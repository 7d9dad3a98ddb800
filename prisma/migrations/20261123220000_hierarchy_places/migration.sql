-- A move is previewed and limited: both need the organizations below one, and which of them report, besides those above it.
-- A function's columns cannot be replaced, and only its owner may drop it.
GRANT caseport_definer TO CURRENT_USER;
DROP FUNCTION list_organizations_above(text, text);
REVOKE caseport_definer FROM CURRENT_USER;

-- The organization with an id or slug (level 0), those above it (level -1, -2, …) and those below it (1, 2, …). Empty for anybody who is not
-- a platform administrator; an operator's command gives no administrator. Ends also where the hierarchy has become a ring.
CREATE FUNCTION read_hierarchy(administrator text, given text)
RETURNS TABLE (id text, name text, "parentOrganizationId" text, "isHeadquarters" boolean, "reportsToHeadquarters" boolean, level integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  IF administrator IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "PlatformAdministrator" a WHERE a."userId" = administrator) THEN RETURN; END IF;
  RETURN QUERY
    WITH RECURSIVE above AS (
      SELECT o.id, o."parentOrganizationId" AS parent, ARRAY[o.id] AS path FROM "Organization" o WHERE o.id = given OR o.slug = given
      UNION ALL
      SELECT o.id, o."parentOrganizationId", a.path || o.id FROM above a JOIN "Organization" o ON o.id = a.parent WHERE o.id <> ALL (a.path)
    ), below AS (
      SELECT a.id, a.path FROM above a WHERE cardinality(a.path) = 1
      UNION ALL
      SELECT o.id, b.path || o.id FROM below b JOIN "Organization" o ON o."parentOrganizationId" = b.id WHERE o.id <> ALL (b.path)
    ), places AS (
      SELECT a.id, 1 - cardinality(a.path) AS level FROM above a
      UNION ALL
      SELECT b.id, cardinality(b.path) - 1 FROM below b WHERE cardinality(b.path) > 1
    )
    SELECT o.id, o.name, o."parentOrganizationId", o."isHeadquarters", o."reportsToHeadquarters", p.level
    FROM places p JOIN "Organization" o ON o.id = p.id ORDER BY p.level, o.id;
END $$;
CALL run_as_definer('read_hierarchy(text, text)');
