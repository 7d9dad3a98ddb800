-- A sandbox is an organization of its own that belongs to a firm. It has no place in a hierarchy.
ALTER TABLE "Organization" ADD COLUMN "sandboxOfOrganizationId" TEXT,
    ADD COLUMN "sandboxState" TEXT,
    ADD COLUMN "sandboxContents" TEXT,
    ADD COLUMN "sandboxResetAt" TIMESTAMPTZ(3);
ALTER TABLE "Organization" ADD CONSTRAINT "Organization_sandboxOfOrganizationId_fkey" FOREIGN KEY ("sandboxOfOrganizationId")
    REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;
ALTER TABLE "Organization" ADD CONSTRAINT "Organization_sandbox" CHECK (
    ("sandboxOfOrganizationId" IS NULL AND num_nonnulls("sandboxState", "sandboxContents", "sandboxResetAt") = 0)
    OR ("sandboxOfOrganizationId" IS NOT NULL AND "sandboxOfOrganizationId" <> id AND "sandboxState" IS NOT NULL AND "sandboxContents" IS NOT NULL
      AND "parentOrganizationId" IS NULL AND NOT "isHeadquarters")) NOT VALID;
ALTER TABLE "Organization" ADD CONSTRAINT "Organization_sandboxState" CHECK ("sandboxState" = ANY ('{filling,ready,resetting,deleted}'::text[])) NOT VALID;
ALTER TABLE "Organization" ADD CONSTRAINT "Organization_sandboxContents" CHECK ("sandboxContents" = ANY ('{empty,examples}'::text[])) NOT VALID;

-- The sandbox that is the transaction's organization, or that of the transaction's organization.
CREATE FUNCTION find_sandbox()
RETURNS TABLE (
  id text, "liveOrganizationId" text, name text, slug text, state text, contents text, "resetAt" timestamptz,
  "rateLimitRead" integer, "rateLimitWrite" integer, "rateLimitSensitive" integer, revision integer, "createdAt" timestamptz, "updatedAt" timestamptz
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp ROWS 1
AS $$
#variable_conflict use_column
DECLARE organization CONSTANT text := current_setting('caseport.organization', true);
BEGIN
  RETURN QUERY
    SELECT o.id, o."sandboxOfOrganizationId", o.name, o.slug, o."sandboxState", o."sandboxContents", o."sandboxResetAt"::timestamptz,
      o."rateLimitRead", o."rateLimitWrite", o."rateLimitSensitive", o.revision, o."createdAt"::timestamptz, o."updatedAt"::timestamptz
    FROM "Organization" o
    WHERE o."sandboxState" <> 'deleted' AND (o."sandboxOfOrganizationId" = organization OR (o.id = organization AND o."sandboxOfOrganizationId" IS NOT NULL));
END $$;
CALL run_as_definer('find_sandbox()');

-- All sandboxes of the transaction's organization, also deleted ones: they go with it.
CREATE FUNCTION list_sandboxes() RETURNS TABLE (id text, slug text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT o.id, o.slug FROM "Organization" o WHERE o."sandboxOfOrganizationId" = current_setting('caseport.organization', true);
END $$;
CALL run_as_definer('list_sandboxes()');

-- A secret says whether it is of a sandbox, and is of no other organization: the digest that a request is compared with includes the prefix.
CREATE FUNCTION check_secret_prefix() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF starts_with(NEW.prefix, 'cpk_test_') <> EXISTS (
    SELECT 1 FROM "Organization" o WHERE o.id = NEW."organizationId" AND o."sandboxOfOrganizationId" IS NOT NULL)
  THEN RAISE EXCEPTION 'The prefix of a secret is not that of its organization' USING ERRCODE = 'check_violation', CONSTRAINT = 'IntegrationKeySecret_prefix';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER check_prefix BEFORE INSERT ON "IntegrationKeySecret" FOR EACH ROW EXECUTE FUNCTION check_secret_prefix();

-- Somebody belongs to a sandbox as long as they are an active member of its firm, with the rights that they have there. Two statements,
-- because on a cluster the rows of two organizations are not joined.
GRANT caseport_definer TO CURRENT_USER;
DROP FUNCTION list_memberships(text);
REVOKE caseport_definer FROM CURRENT_USER;
CREATE FUNCTION list_memberships(person text)
RETURNS TABLE (
  "organizationId" text, "organizationName" text, slug text, timezone text, "isHeadquarters" boolean, "isOffice" boolean, "memberId" text,
  "firstName" text, "lastName" text, role text, permissions text[], "isAttorney" boolean, "isSandbox" boolean
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
      m."isAttorney", o."sandboxOfOrganizationId" IS NOT NULL
    FROM "Member" m JOIN "Organization" o ON o.id = m."organizationId"
    WHERE m."userId" = person AND m.status = 'active'
      AND (o."sandboxOfOrganizationId" IS NULL OR (o."sandboxState" <> 'deleted' AND given ? o."sandboxOfOrganizationId"))
    ORDER BY o.name, o.id;
END $$;
CALL run_as_definer('list_memberships(text)');

-- A firm finds firms by their codes, and a sandbox finds sandboxes.
GRANT caseport_definer TO CURRENT_USER;
CREATE OR REPLACE FUNCTION find_referral_firm(given text)
RETURNS TABLE ("organizationId" text, "displayName" text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE "inSandbox" boolean;
BEGIN
  SELECT o."sandboxOfOrganizationId" IS NOT NULL INTO "inSandbox" FROM "Organization" o WHERE o.id = current_setting('caseport.organization', true);
  RETURN QUERY
    SELECT p."organizationId", p."displayName" FROM "ReferralProfile" p JOIN "Organization" o ON o.id = p."organizationId"
    WHERE p.code = given AND (o."sandboxOfOrganizationId" IS NOT NULL) = "inSandbox" LIMIT 2;
END $$;
REVOKE caseport_definer FROM CURRENT_USER;
