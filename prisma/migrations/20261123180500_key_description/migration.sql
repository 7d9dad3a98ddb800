ALTER TABLE "IntegrationKey" ADD COLUMN description text,
  ADD CONSTRAINT "IntegrationKey_description_length" CHECK (char_length(description) BETWEEN 1 AND 500);

-- Whether the old secret of a rotation is still used.
ALTER TABLE "IntegrationKeySecret" ADD COLUMN "lastUsedAt" timestamptz(3);
GRANT UPDATE ("lastUsedAt") ON "IntegrationKeySecret" TO caseport_definer;
CREATE POLICY definer_updates ON "IntegrationKeySecret" FOR UPDATE TO caseport_definer USING (true);

-- As before, and of the secret that was used: [{ organizationId, keyId, prefix, at, address, route }], one entry of each secret. Only its
-- owner may replace it.
GRANT caseport_definer TO CURRENT_USER;
CREATE OR REPLACE FUNCTION record_key_uses(uses jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE used record;
BEGIN
  FOR used IN
    SELECT * FROM jsonb_to_recordset(uses) AS u("organizationId" text, "keyId" text, prefix text, at timestamptz, address text, route text)
    ORDER BY u."organizationId", u."keyId", u.prefix
  LOOP
    UPDATE "IntegrationKey" k
    SET "lastUsedAt" = used.at, "lastUsedAddress" = used.address, "lastUsedRoute" = used.route
    WHERE k."organizationId" = used."organizationId" AND k.id = used."keyId"
      AND (k."lastUsedAt" IS NULL OR k."lastUsedAt" < used.at);
    UPDATE "IntegrationKeySecret" s
    SET "lastUsedAt" = used.at
    WHERE s."organizationId" = used."organizationId" AND s."keyId" = used."keyId" AND s.prefix = used.prefix
      AND (s."lastUsedAt" IS NULL OR s."lastUsedAt" < used.at);
  END LOOP;
END $$;
REVOKE caseport_definer FROM CURRENT_USER;
