-- Platform administrators see the time zone of each organization, and make hierarchies.
-- A function's columns cannot be replaced, and only its owner may drop it.
GRANT caseport_definer TO CURRENT_USER;
DROP FUNCTION list_organizations(text, text, integer);
REVOKE caseport_definer FROM CURRENT_USER;

-- Every organization with its counts, by id, a page at a time; empty for anybody who is not a platform administrator.
CREATE FUNCTION list_organizations(administrator text, after_id text, page integer)
RETURNS TABLE (
  id text, name text, "legalName" text, slug text, "parentOrganizationId" text, "isHeadquarters" boolean, timezone text, "reportsToHeadquarters" boolean,
  "createdAt" timestamptz, "rateLimitRead" integer, "rateLimitWrite" integer, "rateLimitSensitive" integer, "activeMembers" integer, "liveKeys" integer
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  IF NOT EXISTS (SELECT 1 FROM "PlatformAdministrator" a WHERE a."userId" = administrator) THEN RETURN; END IF;
  FOR id, name, "legalName", slug, "parentOrganizationId", "isHeadquarters", timezone, "reportsToHeadquarters", "createdAt",
      "rateLimitRead", "rateLimitWrite", "rateLimitSensitive" IN
    SELECT o.id, o.name, o."legalName", o.slug, o."parentOrganizationId", o."isHeadquarters", o.timezone, o."reportsToHeadquarters", o."createdAt",
           o."rateLimitRead", o."rateLimitWrite", o."rateLimitSensitive"
    FROM "Organization" o WHERE after_id IS NULL OR o.id > after_id ORDER BY o.id LIMIT page
  LOOP
    "activeMembers" := (SELECT count(*) FROM "Member" m WHERE m."organizationId" = list_organizations.id AND m.status = 'active');
    "liveKeys" := (SELECT count(*) FROM "IntegrationKey" k
      WHERE k."organizationId" = list_organizations.id AND k."revokedAt" IS NULL AND k."pausedAt" IS NULL AND k."expiresAt" > now());
    RETURN NEXT;
  END LOOP;
END $$;

-- The organization with an id or slug (height 0), and those above it. Empty for anybody who is not a platform administrator; an operator's
-- command gives no administrator. Ends also where the hierarchy has become a ring.
CREATE FUNCTION list_organizations_above(administrator text, given text)
RETURNS TABLE (id text, name text, height integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  IF administrator IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "PlatformAdministrator" a WHERE a."userId" = administrator) THEN RETURN; END IF;
  RETURN QUERY
    WITH RECURSIVE above AS (
      SELECT o.id, o.name, o."parentOrganizationId" AS parent, ARRAY[o.id] AS path FROM "Organization" o WHERE o.id = given OR o.slug = given
      UNION ALL
      SELECT o.id, o.name, o."parentOrganizationId", a.path || o.id FROM above a JOIN "Organization" o ON o.id = a.parent
      WHERE o.id <> ALL (a.path)
    )
    SELECT a.id, a.name, cardinality(a.path) - 1 FROM above a ORDER BY 3;
END $$;
CALL run_as_definer('list_organizations(text, text, integer)', 'list_organizations_above(text, text)');
