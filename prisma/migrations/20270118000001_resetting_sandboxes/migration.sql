-- A reset that gave up leaves the records as they were. Elevated scopes of keys are granted at once where a platform administrator allowed it.
ALTER TABLE "Organization" ADD COLUMN "sandboxElevatedScopes" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Organization" DROP CONSTRAINT "Organization_sandboxState";
ALTER TABLE "Organization" ADD CONSTRAINT "Organization_sandboxState"
    CHECK ("sandboxState" = ANY ('{filling,ready,resetting,failed,deleted}'::text[])) NOT VALID;
ALTER TABLE "Organization" ADD CONSTRAINT "Organization_sandboxElevatedScopes" CHECK (NOT "sandboxElevatedScopes" OR "sandboxOfOrganizationId" IS NOT NULL) NOT VALID;

-- Only their owner replaces them. Each as before, and whether the organization is a sandbox that is being reset.
GRANT caseport_definer TO CURRENT_USER;
CREATE OR REPLACE FUNCTION public.find_integration_key(secret_digest bytea) RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
DECLARE key pg_catalog.record;
BEGIN
  SELECT k."organizationId", k.id AS "keyId", s.prefix, k.name, k."actorName", k.scopes, k."allowedNetworks",
         k."expiresAt"::pg_catalog.timestamptz, k."vendorContactId", k."mcpSensitiveRecords", k."actingAttorneyId", false AS "actingAttorneyActive",
         o."rateLimitRead", o."rateLimitWrite", o."rateLimitSensitive", coalesce(o."sandboxState" = 'resetting', false) AS "isResetting"
  INTO key
  FROM public."IntegrationKeySecret" s
  JOIN public."IntegrationKey" k ON k."organizationId" = s."organizationId" AND k.id = s."keyId"
  JOIN public."Organization" o ON o.id = k."organizationId"
  WHERE s.digest = secret_digest
    AND (s."expiresAt" IS NULL OR s."expiresAt" > now())
    AND k."expiresAt" > now() AND k."pausedAt" IS NULL AND k."revokedAt" IS NULL;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF key."actingAttorneyId" IS NOT NULL THEN
    key."actingAttorneyActive" := EXISTS (
      SELECT 1 FROM public."Member" m
      WHERE m."organizationId" = key."organizationId" AND m.id = key."actingAttorneyId" AND m."canActForKeys");
  END IF;
  RETURN pg_catalog.row_to_json(key);
END $$;
DROP FUNCTION list_memberships(text);
DROP FUNCTION find_sandbox();
DROP FUNCTION list_organizations(text, text, integer);
REVOKE caseport_definer FROM CURRENT_USER;

CREATE FUNCTION list_memberships(person text)
RETURNS TABLE (
  "organizationId" text, "organizationName" text, slug text, timezone text, "isHeadquarters" boolean, "isOffice" boolean, "memberId" text,
  "firstName" text, "lastName" text, role text, permissions text[], "isAttorney" boolean, "isSandbox" boolean, "isResetting" boolean
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE given jsonb;
BEGIN
  SELECT jsonb_object_agg(m."organizationId", jsonb_build_object('role', m.role, 'permissions', m.permissions)) INTO given
  FROM "Member" m WHERE m."userId" = person AND m.status = 'active';
  RETURN QUERY
    SELECT o.id, o.name, o.slug, o.timezone, o."isHeadquarters", o."parentOrganizationId" IS NOT NULL, m.id, m."firstName", m."lastName",
      coalesce(given->o."sandboxOfOrganizationId"->>'role', m.role),
      CASE WHEN o."sandboxOfOrganizationId" IS NULL THEN m.permissions
        ELSE ARRAY(SELECT jsonb_array_elements_text(given->o."sandboxOfOrganizationId"->'permissions')) END,
      m."isAttorney", o."sandboxOfOrganizationId" IS NOT NULL, coalesce(o."sandboxState" = 'resetting', false)
    FROM "Member" m JOIN "Organization" o ON o.id = m."organizationId"
    WHERE m."userId" = person AND m.status = 'active'
      AND (o."sandboxOfOrganizationId" IS NULL OR (o."sandboxState" <> 'deleted' AND given ? o."sandboxOfOrganizationId"))
    ORDER BY o.name, o.id;
END $$;

CREATE FUNCTION find_sandbox()
RETURNS TABLE (
  id text, "liveOrganizationId" text, name text, slug text, state text, contents text, "resetAt" timestamptz, "elevatedScopesAllowed" boolean,
  "rateLimitRead" integer, "rateLimitWrite" integer, "rateLimitSensitive" integer, revision integer, "createdAt" timestamptz, "updatedAt" timestamptz
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp ROWS 1
AS $$
#variable_conflict use_column
DECLARE organization CONSTANT text := current_setting('caseport.organization', true);
BEGIN
  RETURN QUERY
    SELECT o.id, o."sandboxOfOrganizationId", o.name, o.slug, o."sandboxState", o."sandboxContents", o."sandboxResetAt"::timestamptz,
      o."sandboxElevatedScopes", o."rateLimitRead", o."rateLimitWrite", o."rateLimitSensitive", o.revision, o."createdAt"::timestamptz, o."updatedAt"::timestamptz
    FROM "Organization" o
    WHERE o."sandboxState" <> 'deleted' AND (o."sandboxOfOrganizationId" = organization OR (o.id = organization AND o."sandboxOfOrganizationId" IS NOT NULL));
END $$;

-- Sandboxes say whose they are; deleted ones are left out.
CREATE FUNCTION list_organizations(administrator text, after_id text, page integer)
RETURNS TABLE (
  id text, name text, "legalName" text, slug text, "parentOrganizationId" text, "isHeadquarters" boolean, timezone text, "reportsToHeadquarters" boolean,
  "createdAt" timestamptz, "rateLimitRead" integer, "rateLimitWrite" integer, "rateLimitSensitive" integer,
  "sandboxOfOrganizationId" text, "sandboxElevatedScopes" boolean, "activeMembers" integer, "liveKeys" integer
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  IF NOT EXISTS (SELECT 1 FROM "PlatformAdministrator" a WHERE a."userId" = administrator) THEN RETURN; END IF;
  FOR id, name, "legalName", slug, "parentOrganizationId", "isHeadquarters", timezone, "reportsToHeadquarters", "createdAt",
      "rateLimitRead", "rateLimitWrite", "rateLimitSensitive", "sandboxOfOrganizationId", "sandboxElevatedScopes" IN
    SELECT o.id, o.name, o."legalName", o.slug, o."parentOrganizationId", o."isHeadquarters", o.timezone, o."reportsToHeadquarters", o."createdAt",
           o."rateLimitRead", o."rateLimitWrite", o."rateLimitSensitive", o."sandboxOfOrganizationId", o."sandboxElevatedScopes"
    FROM "Organization" o
    WHERE (after_id IS NULL OR o.id > after_id) AND o."sandboxState" IS DISTINCT FROM 'deleted' ORDER BY o.id LIMIT page
  LOOP
    "activeMembers" := (SELECT count(*) FROM "Member" m WHERE m."organizationId" = list_organizations.id AND m.status = 'active');
    "liveKeys" := (SELECT count(*) FROM "IntegrationKey" k
      WHERE k."organizationId" = list_organizations.id AND k."revokedAt" IS NULL AND k."pausedAt" IS NULL AND k."expiresAt" > now());
    RETURN NEXT;
  END LOOP;
END $$;
CALL run_as_definer('list_memberships(text)', 'find_sandbox()', 'list_organizations(text, text, integer)');
