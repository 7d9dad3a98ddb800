-- Members as records that programs keep, and the bar admissions by which attorneys act for keys.
ALTER TABLE "Member"
  ADD COLUMN phone text,
  ADD COLUMN title text,
  ADD COLUMN timezone text,
  ADD COLUMN "externalId" text,
  ADD COLUMN "standingReason" text,
  ADD COLUMN "invitedAt" timestamptz(3),
  ADD COLUMN "suspendedAt" timestamptz(3),
  ADD COLUMN "outOfOfficeStartOn" date,
  ADD COLUMN "outOfOfficeEndOn" date,
  ADD COLUMN "outOfOfficeDelegateId" text,
  ADD COLUMN "outOfOfficeNote" text,
  ADD COLUMN "isBarredOnlyInactive" boolean NOT NULL DEFAULT false;
-- Generated, so that it also holds for members that exist already: nobody has recorded admissions yet.
ALTER TABLE "Member" ADD COLUMN "canActForKeys" boolean NOT NULL
  GENERATED ALWAYS AS (status = 'active' AND "isAttorney" AND NOT "isBarredOnlyInactive") STORED;
ALTER TABLE "Member"
  ADD CONSTRAINT "Member_organizationId_outOfOfficeDelegateId_fkey" FOREIGN KEY ("organizationId", "outOfOfficeDelegateId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID,
  ADD CONSTRAINT "Member_out_of_office" CHECK (
    ("outOfOfficeStartOn" IS NULL) = ("outOfOfficeEndOn" IS NULL) AND coalesce("outOfOfficeEndOn" >= "outOfOfficeStartOn", true)
    AND ("outOfOfficeStartOn" IS NOT NULL OR ("outOfOfficeDelegateId" IS NULL AND "outOfOfficeNote" IS NULL))) NOT VALID;

CREATE TABLE "BarAdmission" (
  "organizationId"  text    NOT NULL,
  "memberId"        text    NOT NULL,
  position          integer NOT NULL,
  jurisdiction      text    NOT NULL,
  "barNumber"       text,
  status            text    NOT NULL,
  "admittedOn"      date,
  "statusChangedOn" date,
  CONSTRAINT "BarAdmission_pkey" PRIMARY KEY ("organizationId", "memberId", position),
  CONSTRAINT "BarAdmission_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "BarAdmission_status" CHECK (status = ANY ('{active,pro_hac_vice,inactive,retired,suspended,disbarred,resigned,pending}'))
);
CALL isolate_tenants('BarAdmission');
-- The admissions of a member are replaced as a whole.
GRANT SELECT, INSERT, DELETE ON "BarAdmission" TO caseport_application;

-- An attorney with admissions of which none is active cannot act for keys; without any, nothing is known, and they can.
CREATE FUNCTION note_bar_standing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization text := coalesce(NEW."organizationId", OLD."organizationId");
  member text := coalesce(NEW."memberId", OLD."memberId");
  only_inactive boolean;
BEGIN
  SELECT count(*) > 0 AND NOT coalesce(bool_or(a.status = ANY ('{active,pro_hac_vice}')), false) INTO only_inactive
  FROM "BarAdmission" a WHERE a."organizationId" = organization AND a."memberId" = member;
  UPDATE "Member" SET "isBarredOnlyInactive" = only_inactive
  WHERE "organizationId" = organization AND id = member AND "isBarredOnlyInactive" <> only_inactive;
  RETURN NULL;
END $$;
CREATE TRIGGER note_bar_standing AFTER INSERT OR UPDATE OR DELETE ON "BarAdmission" FOR EACH ROW EXECUTE FUNCTION note_bar_standing();

-- The lookup of a key as before, by canActForKeys. Only its owner may replace it.
GRANT caseport_definer TO CURRENT_USER;
CREATE OR REPLACE FUNCTION public.find_integration_key(secret_digest bytea) RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
DECLARE key pg_catalog.record;
BEGIN
  SELECT k."organizationId", k.id AS "keyId", s.prefix, k.name, k."actorName", k.scopes, k."allowedNetworks",
         k."expiresAt"::pg_catalog.timestamptz, k."vendorContactId", k."mcpSensitiveRecords", k."actingAttorneyId", false AS "actingAttorneyActive",
         o."rateLimitRead", o."rateLimitWrite", o."rateLimitSensitive"
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

-- The keys of offices as before; `isAttorney` is whether the acting attorney can act for keys.
CREATE OR REPLACE FUNCTION list_office_keys(office text, since timestamptz)
RETURNS TABLE (
  "organizationId" text, id text, name text, scopes text[], "expiresAt" timestamptz, "pausedAt" timestamptz, "revokedAt" timestamptz, "lastUsedAt" timestamptz,
  "attorneyStatus" text, "isAttorney" boolean, succeeded integer, refused integer, limited integer, failed integer
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH visible AS MATERIALIZED (SELECT o.id FROM list_offices() o WHERE o."isVisible" AND (office IS NULL OR o.id = office)),
    used AS (
      SELECT h."organizationId", h."keyId",
        (sum(h.requests) FILTER (WHERE h.result = 'succeeded'))::integer AS succeeded, (sum(h.requests) FILTER (WHERE h.result = 'refused'))::integer AS refused,
        (sum(h.requests) FILTER (WHERE h.result = 'limited'))::integer AS limited, (sum(h.requests) FILTER (WHERE h.result = 'failed'))::integer AS failed
      FROM visible v JOIN "KeyUsageHour" h ON h."organizationId" = v.id AND h.hour >= since GROUP BY 1, 2
    )
    SELECT k."organizationId", k.id, k.name, k.scopes, k."expiresAt", k."pausedAt", k."revokedAt", k."lastUsedAt", m.status, m."canActForKeys",
      coalesce(u.succeeded, 0), coalesce(u.refused, 0), coalesce(u.limited, 0), coalesce(u.failed, 0)
    FROM visible v JOIN "IntegrationKey" k ON k."organizationId" = v.id AND k."revokedAt" IS NULL
    LEFT JOIN "Member" m ON m."organizationId" = k."organizationId" AND m.id = k."actingAttorneyId"
    LEFT JOIN used u ON u."organizationId" = k."organizationId" AND u."keyId" = k.id;
END $$;
REVOKE caseport_definer FROM CURRENT_USER;

-- Members whose absence ended before today, by their organization's time zone. The transaction that ends it checks again.
CREATE FUNCTION list_ended_absences(batch integer) RETURNS TABLE ("organizationId" text, "memberId" text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT m."organizationId", m.id FROM "Member" m JOIN "Organization" o ON o.id = m."organizationId"
    WHERE m."outOfOfficeEndOn" < (now() AT TIME ZONE o.timezone)::date ORDER BY m."outOfOfficeEndOn", m.id LIMIT batch;
END $$;
CALL run_as_definer('list_ended_absences(integer)');

-- Scopes that only a platform administrator grants, with members:write.
ALTER TABLE "IntegrationKey" DROP CONSTRAINT "IntegrationKey_elevated_expiry_ceiling",
  ADD CONSTRAINT "IntegrationKey_elevated_expiry_ceiling" CHECK (
    NOT (scopes && '{medical:read,medical:write,clients:pii,settlements:write,members:write}'::text[]) OR "expiresAt" <= "expirySetAt" + interval '1 year') NOT VALID;
ALTER TABLE "ScopeRequest" DROP CONSTRAINT "ScopeRequest_scope",
  ADD CONSTRAINT "ScopeRequest_scope" CHECK (scope = ANY ('{medical:read,medical:write,clients:pii,settlements:write,members:write}'::text[])) NOT VALID;

-- A name that a key was given before the scope existed grants nothing when it begins to exist: a platform administrator grants the scope.
ALTER TABLE "IntegrationKey" NO FORCE ROW LEVEL SECURITY;
UPDATE "IntegrationKey" SET scopes = array_remove(scopes, 'members:write') WHERE 'members:write' = ANY (scopes);
ALTER TABLE "IntegrationKey" FORCE ROW LEVEL SECURITY;
