-- When a key and each of its secrets was last used; the row with an empty prefix is of the key as a whole. A table of its own, because a
-- cluster has IntegrationKey on every node, and each node takes part in writing it.
CREATE TABLE "KeyUse" (
  "organizationId" text NOT NULL,
  "keyId"          text NOT NULL,
  prefix           text NOT NULL,
  "usedAt"         timestamptz(3) NOT NULL,
  address          text,
  route            text,
  CONSTRAINT "KeyUse_pkey" PRIMARY KEY ("organizationId", "keyId", prefix),
  CONSTRAINT "KeyUse_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId")
    REFERENCES "IntegrationKey" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);

ALTER TABLE "IntegrationKey" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "IntegrationKeySecret" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "KeyUse" ("organizationId", "keyId", prefix, "usedAt", address, route)
SELECT "organizationId", id, '', "lastUsedAt", "lastUsedAddress", "lastUsedRoute" FROM "IntegrationKey" WHERE "lastUsedAt" IS NOT NULL;
INSERT INTO "KeyUse" ("organizationId", "keyId", prefix, "usedAt")
SELECT "organizationId", "keyId", prefix, "lastUsedAt" FROM "IntegrationKeySecret" WHERE "lastUsedAt" IS NOT NULL;
ALTER TABLE "IntegrationKey" FORCE ROW LEVEL SECURITY;
ALTER TABLE "IntegrationKeySecret" FORCE ROW LEVEL SECURITY;

CALL isolate_tenants('KeyUse');
GRANT SELECT ON "KeyUse" TO caseport_application;
CREATE POLICY definer_writes ON "KeyUse" FOR ALL TO caseport_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON "KeyUse" TO caseport_definer;

-- "lastUsedAt", "lastUsedAddress" and "lastUsedRoute" of the two tables stay, unwritten, for servers of the version before.
GRANT caseport_definer TO CURRENT_USER;
CREATE OR REPLACE FUNCTION record_key_uses(uses jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  used record;
  part text;
BEGIN
  -- In one order in every process, so that two that write at once wait for each other and do not deadlock. Not of an organization that was deleted since.
  FOR used IN
    SELECT u.* FROM jsonb_to_recordset(uses) AS u("organizationId" text, "keyId" text, prefix text, at timestamptz, address text, route text)
    JOIN "IntegrationKey" k ON k."organizationId" = u."organizationId" AND k.id = u."keyId"
    ORDER BY u."organizationId", u."keyId", u.prefix
  LOOP
    FOREACH part IN ARRAY ARRAY['', used.prefix] LOOP
      CONTINUE WHEN part IS NULL;
      INSERT INTO "KeyUse" AS u ("organizationId", "keyId", prefix, "usedAt", address, route)
      VALUES (used."organizationId", used."keyId", part, used.at, used.address, used.route)
      ON CONFLICT ("organizationId", "keyId", prefix) DO UPDATE
      SET "usedAt" = excluded."usedAt", address = excluded.address, route = excluded.route WHERE u."usedAt" < excluded."usedAt";
    END LOOP;
  END LOOP;
END $$;

-- As before; the last use is read from KeyUse.
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
    counted AS (
      SELECT h."organizationId", h."keyId",
        (sum(h.requests) FILTER (WHERE h.result = 'succeeded'))::integer AS succeeded, (sum(h.requests) FILTER (WHERE h.result = 'refused'))::integer AS refused,
        (sum(h.requests) FILTER (WHERE h.result = 'limited'))::integer AS limited, (sum(h.requests) FILTER (WHERE h.result = 'failed'))::integer AS failed
      FROM visible v JOIN "KeyUsageHour" h ON h."organizationId" = v.id AND h.hour >= since GROUP BY 1, 2
    ),
    used AS (SELECT u."organizationId", u."keyId", u."usedAt" FROM visible v JOIN "KeyUse" u ON u."organizationId" = v.id AND u.prefix = '')
    SELECT k."organizationId", k.id, k.name, k.scopes, k."expiresAt", k."pausedAt", k."revokedAt", u."usedAt", m.status, m."canActForKeys",
      coalesce(c.succeeded, 0), coalesce(c.refused, 0), coalesce(c.limited, 0), coalesce(c.failed, 0)
    FROM visible v JOIN "IntegrationKey" k ON k."organizationId" = v.id AND k."revokedAt" IS NULL
    LEFT JOIN "Member" m ON m."organizationId" = k."organizationId" AND m.id = k."actingAttorneyId"
    LEFT JOIN counted c ON c."organizationId" = k."organizationId" AND c."keyId" = k.id
    LEFT JOIN used u ON u."organizationId" = k."organizationId" AND u."keyId" = k.id;
END $$;
REVOKE caseport_definer FROM CURRENT_USER;

DROP POLICY definer_updates ON "IntegrationKey";
DROP POLICY definer_updates ON "IntegrationKeySecret";
REVOKE UPDATE ("lastUsedAt", "lastUsedAddress", "lastUsedRoute") ON "IntegrationKey" FROM caseport_definer;
REVOKE UPDATE ("lastUsedAt") ON "IntegrationKeySecret" FROM caseport_definer;
