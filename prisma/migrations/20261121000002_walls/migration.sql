-- The walls between organizations: who may touch which table (roles, grants) and which rows (row-level security).
-- See src/decisions/0004-three-walls.md.

-- Roles belong to the cluster, so another database may have made them already.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'caseport_application') THEN
    CREATE ROLE caseport_application NOLOGIN;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'caseport_keeper') THEN
    CREATE ROLE caseport_keeper NOLOGIN;
  END IF;
END $$;

-- Grants. The application may delete where a row is a mere link or counter, and nowhere else.
GRANT USAGE ON SCHEMA public TO caseport_application, caseport_keeper;
GRANT SELECT ON "_prisma_migrations" TO caseport_application;
GRANT SELECT, INSERT, UPDATE ON
  "Organization", "Member", "IntegrationKey", "Case", "CaseAttorney", "Tag", "CaseTag", "Client", "Contact", "Folder",
  "IntakeAnswer", "Invoice", "InvoiceLineItem", "MedicalFacility", "RetrievalRequest", "RetrievalRequestStep",
  "EventCounter", "IdempotencyRecord"
TO caseport_application;
GRANT DELETE ON "CaseAttorney", "CaseTag" TO caseport_application;
GRANT SELECT, INSERT, UPDATE ("expiresAt") ON "IntegrationKeySecret" TO caseport_application;
GRANT SELECT, INSERT ON "Event", "AuditEntry" TO caseport_application;

-- Row-level security, also for the tables' owner (FORCE). Without the setting no row is visible and none can be written.
DO $$
DECLARE tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY[
    'Member', 'IntegrationKey', 'IntegrationKeySecret', 'Case', 'CaseAttorney', 'Tag', 'CaseTag', 'Client', 'Contact',
    'Folder', 'IntakeAnswer', 'Invoice', 'InvoiceLineItem', 'MedicalFacility', 'RetrievalRequest', 'RetrievalRequestStep',
    'EventCounter', 'Event', 'AuditEntry', 'IdempotencyRecord'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY own_organization ON %I USING ("organizationId" = current_setting(''caseport.organization'', true))
         WITH CHECK ("organizationId" = current_setting(''caseport.organization'', true))', tenant_table);
  END LOOP;
END $$;

ALTER TABLE "Organization" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "Organization" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "Organization"
  USING (id = current_setting('caseport.organization', true))
  WITH CHECK (id = current_setting('caseport.organization', true));

-- The few things that must cross organizations are functions of the keeper, a role that nobody can log in as.
-- Its policies and grants reach just the tables and columns that these functions need.
CREATE POLICY keeper_reads ON "IntegrationKeySecret" FOR SELECT TO caseport_keeper USING (true);
CREATE POLICY keeper_reads ON "IntegrationKey" FOR SELECT TO caseport_keeper USING (true);
CREATE POLICY keeper_updates ON "IntegrationKey" FOR UPDATE TO caseport_keeper USING (true);
CREATE POLICY keeper_reads ON "Member" FOR SELECT TO caseport_keeper USING (true);
CREATE POLICY keeper_reads ON "IdempotencyRecord" FOR SELECT TO caseport_keeper USING (true);
CREATE POLICY keeper_deletes ON "IdempotencyRecord" FOR DELETE TO caseport_keeper USING (true);
GRANT SELECT ON "IntegrationKeySecret", "IntegrationKey", "Member", "IdempotencyRecord" TO caseport_keeper;
GRANT UPDATE ("lastUsedAt", "lastUsedAddress", "lastUsedRoute") ON "IntegrationKey" TO caseport_keeper;
GRANT DELETE ON "IdempotencyRecord" TO caseport_keeper;
-- The purge picks its rows with FOR UPDATE SKIP LOCKED, for which PostgreSQL wants the right to update a column and a policy
-- for updates. The keeper may lock rows and still change none.
GRANT UPDATE ("expiresAt") ON "IdempotencyRecord" TO caseport_keeper;
CREATE POLICY keeper_locks ON "IdempotencyRecord" FOR UPDATE TO caseport_keeper USING (true) WITH CHECK (false);

-- The live key behind a secret's digest: not expired by this clock, not paused, not revoked. One round trip a request.
CREATE FUNCTION find_integration_key(secret_digest bytea)
RETURNS TABLE (
  "organizationId" text, "keyId" text, "prefix" text, "name" text, "actorName" text, "scopes" text[],
  "allowedNetworks" text[], "expiresAt" timestamptz, "actingAttorneyId" text, "actingAttorneyActive" boolean
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp ROWS 1
AS $$
  SELECT k."organizationId", k.id, s.prefix, k.name, k."actorName", k.scopes, k."allowedNetworks", k."expiresAt",
         k."actingAttorneyId", coalesce(m.status = 'active' AND m."isAttorney", false)
  FROM "IntegrationKeySecret" s
  JOIN "IntegrationKey" k ON k."organizationId" = s."organizationId" AND k.id = s."keyId"
  LEFT JOIN "Member" m ON m."organizationId" = k."organizationId" AND m.id = k."actingAttorneyId"
  WHERE s.digest = secret_digest
    AND (s."expiresAt" IS NULL OR s."expiresAt" > now())
    AND k."expiresAt" > now() AND k."pausedAt" IS NULL AND k."revokedAt" IS NULL
$$;

-- Last use of keys, buffered by the server: [{ organizationId, keyId, at, address, route }].
CREATE FUNCTION record_key_uses(uses jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  UPDATE "IntegrationKey" k
  SET "lastUsedAt" = u.at, "lastUsedAddress" = u.address, "lastUsedRoute" = u.route
  FROM jsonb_to_recordset(uses) AS u("organizationId" text, "keyId" text, at timestamptz, address text, route text)
  WHERE k."organizationId" = u."organizationId" AND k.id = u."keyId"
    AND (k."lastUsedAt" IS NULL OR k."lastUsedAt" < u.at)
$$;

-- Deletes at most `batch` expired answers, so that no call holds many locks for long. Returns how many it deleted.
CREATE FUNCTION purge_idempotency_records(batch integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH due AS (
    SELECT ctid FROM "IdempotencyRecord" WHERE "expiresAt" <= now() ORDER BY "expiresAt" LIMIT batch FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM "IdempotencyRecord" r USING due WHERE r.ctid = due.ctid RETURNING 1
  )
  SELECT count(*)::integer FROM gone
$$;

DO $$
DECLARE signature text;
BEGIN
  -- Handing a function over needs membership in the new owner and its right to create; neither is kept.
  EXECUTE format('GRANT caseport_keeper TO %I', current_user);
  GRANT CREATE ON SCHEMA public TO caseport_keeper;
  FOREACH signature IN ARRAY ARRAY[
    'find_integration_key(bytea)', 'record_key_uses(jsonb)', 'purge_idempotency_records(integer)'
  ] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', signature);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO caseport_application', signature);
    EXECUTE format('ALTER FUNCTION %s OWNER TO caseport_keeper', signature);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM caseport_keeper;
  EXECUTE format('REVOKE caseport_keeper FROM %I', current_user);
END $$;
