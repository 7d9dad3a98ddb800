-- AlterTable
ALTER TABLE "IntegrationKey" ADD COLUMN     "mcpSensitiveRecords" BOOLEAN NOT NULL DEFAULT false;

-- The lookup of a key as before, with the switch. Only its owner may replace it.
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
      WHERE m."organizationId" = key."organizationId" AND m.id = key."actingAttorneyId" AND m.status = 'active' AND m."isAttorney");
  END IF;
  RETURN pg_catalog.row_to_json(key);
END $$;
REVOKE caseport_definer FROM CURRENT_USER;
