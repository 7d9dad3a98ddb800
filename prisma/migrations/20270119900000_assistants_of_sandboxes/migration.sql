-- As before, and whether the organization is a sandbox that is being reset, as find_integration_key(). Only its owner may replace it.
GRANT caseport_definer TO CURRENT_USER;
CREATE OR REPLACE FUNCTION find_assistant_key(token_digest bytea, managers text[]) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE key record;
BEGIN
  SELECT k."organizationId", k.id AS "keyId", c.prefix, k.name, k."actorName", k.scopes, k."allowedNetworks",
         k."expiresAt"::timestamptz, k."vendorContactId", k."mcpSensitiveRecords", k."actingAttorneyId", false AS "actingAttorneyActive",
         o."rateLimitRead", o."rateLimitWrite", o."rateLimitSensitive",
         coalesce(o."sandboxState" = 'resetting', false) AS "isResetting", c."resourcePath"
  INTO key
  FROM "AssistantToken" t
  JOIN "AssistantConnection" c ON c."organizationId" = t."organizationId" AND c.id = t."connectionId"
  JOIN "IntegrationKey" k ON k."organizationId" = c."organizationId" AND k.id = c."keyId"
  JOIN "Organization" o ON o.id = k."organizationId"
  WHERE t.digest = token_digest AND t.kind = 'access' AND t."expiresAt" > now()
    AND is_assistant_connected(t."organizationId", t."connectionId", managers);
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF key."actingAttorneyId" IS NOT NULL THEN
    key."actingAttorneyActive" := EXISTS (
      SELECT 1 FROM "Member" m
      WHERE m."organizationId" = key."organizationId" AND m.id = key."actingAttorneyId" AND m."canActForKeys");
  END IF;
  RETURN row_to_json(key);
END $$;
REVOKE caseport_definer FROM CURRENT_USER;
