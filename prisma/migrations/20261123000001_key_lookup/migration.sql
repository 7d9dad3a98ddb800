-- The lookup of a key runs before every request, and SET search_path cost more than its queries. Without it every table and type is
-- named with its schema: a caller's temporary table comes first in the search otherwise. Functions and operators are never found in
-- pg_temp, and the application role can create nothing in another schema.
GRANT caseport_definer TO CURRENT_USER;
CREATE OR REPLACE FUNCTION public.find_integration_key(secret_digest bytea)
RETURNS TABLE (
  "organizationId" text, "keyId" text, prefix text, name text, "actorName" text, scopes text[], "allowedNetworks" text[],
  "expiresAt" timestamptz, "actingAttorneyId" text, "actingAttorneyActive" boolean,
  "rateLimitRead" integer, "rateLimitWrite" integer, "rateLimitSensitive" integer
)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1
AS $$
#variable_conflict use_column
DECLARE key pg_catalog.record; attorney_active boolean := false;
BEGIN
  SELECT k."organizationId", k.id, s.prefix, k.name, k."actorName", k.scopes, k."allowedNetworks", k."expiresAt", k."actingAttorneyId",
         o."rateLimitRead", o."rateLimitWrite", o."rateLimitSensitive"
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
    key."expiresAt"::pg_catalog.timestamptz, key."actingAttorneyId", coalesce(attorney_active, false),
    key."rateLimitRead", key."rateLimitWrite", key."rateLimitSensitive";
END $$;
REVOKE caseport_definer FROM CURRENT_USER;
