-- The lookup of a key returns its row as JSON, or null: as a function that returns rows it took 0.075 ms instead of 0.060, at every
-- request. The type of a result cannot be replaced, and only its owner may drop a function.
GRANT caseport_definer TO CURRENT_USER;
DROP FUNCTION public.find_integration_key(bytea);
REVOKE caseport_definer FROM CURRENT_USER;

-- The live key behind a secret's digest, as before. Every table and type is named with its schema (see 20261123000001_key_lookup).
CREATE FUNCTION public.find_integration_key(secret_digest bytea) RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
DECLARE key pg_catalog.record;
BEGIN
  SELECT k."organizationId", k.id AS "keyId", s.prefix, k.name, k."actorName", k.scopes, k."allowedNetworks",
         k."expiresAt"::pg_catalog.timestamptz, k."vendorContactId", k."actingAttorneyId", false AS "actingAttorneyActive",
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
CALL run_as_definer('find_integration_key(bytea)');
