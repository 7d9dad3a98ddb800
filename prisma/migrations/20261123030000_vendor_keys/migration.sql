-- A key may be bound to a vendor, whose retrieval requests alone it sees.
ALTER TABLE "IntegrationKey" ADD COLUMN "vendorContactId" text,
  ADD CONSTRAINT "IntegrationKey_organizationId_vendorContactId_fkey" FOREIGN KEY ("organizationId", "vendorContactId")
    REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT;
CREATE INDEX "IntegrationKey_organizationId_vendorContactId_idx" ON "IntegrationKey" ("organizationId", "vendorContactId");

-- The lookup of a key shows the binding. A function's columns cannot be replaced, and only its owner may drop it.
GRANT caseport_definer TO CURRENT_USER;
DROP FUNCTION public.find_integration_key(bytea);
REVOKE caseport_definer FROM CURRENT_USER;

-- The live key behind a secret's digest, as before. Every table and type is named with its schema (see 20261123000001_key_lookup).
CREATE FUNCTION public.find_integration_key(secret_digest bytea)
RETURNS TABLE (
  "organizationId" text, "keyId" text, prefix text, name text, "actorName" text, scopes text[], "allowedNetworks" text[],
  "expiresAt" timestamptz, "vendorContactId" text, "actingAttorneyId" text, "actingAttorneyActive" boolean,
  "rateLimitRead" integer, "rateLimitWrite" integer, "rateLimitSensitive" integer
)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1
AS $$
#variable_conflict use_column
DECLARE key pg_catalog.record; attorney_active boolean := false;
BEGIN
  SELECT k."organizationId", k.id, s.prefix, k.name, k."actorName", k.scopes, k."allowedNetworks", k."expiresAt", k."vendorContactId",
         k."actingAttorneyId", o."rateLimitRead", o."rateLimitWrite", o."rateLimitSensitive"
  INTO key
  FROM public."IntegrationKeySecret" s
  JOIN public."IntegrationKey" k ON k."organizationId" = s."organizationId" AND k.id = s."keyId"
  JOIN public."Organization" o ON o.id = k."organizationId"
  WHERE s.digest = secret_digest
    AND (s."expiresAt" IS NULL OR s."expiresAt" > now())
    AND k."expiresAt" > now() AND k."pausedAt" IS NULL AND k."revokedAt" IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  IF key."actingAttorneyId" IS NOT NULL THEN
    SELECT m.status = 'active' AND m."isAttorney" INTO attorney_active
    FROM public."Member" m WHERE m."organizationId" = key."organizationId" AND m.id = key."actingAttorneyId";
  END IF;
  RETURN QUERY SELECT
    key."organizationId", key.id, key.prefix, key.name, key."actorName", key.scopes, key."allowedNetworks",
    key."expiresAt"::pg_catalog.timestamptz, key."vendorContactId", key."actingAttorneyId", coalesce(attorney_active, false),
    key."rateLimitRead", key."rateLimitWrite", key."rateLimitSensitive";
END $$;
CALL run_as_definer('find_integration_key(bytea)');
