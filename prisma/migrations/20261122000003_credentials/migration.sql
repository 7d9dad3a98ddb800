-- API keys with their secrets and scope requests, and the credentials of the API before this one.

CREATE TABLE "IntegrationKey" (
  "organizationId"                  text           NOT NULL,
  id                                text           NOT NULL,
  name                              text           NOT NULL,
  "actorName"                       text           NOT NULL,
  scopes                            text[],
  "actingAttorneyId"                text,
  "reportIncludeChildOrganizations" boolean        NOT NULL DEFAULT true,
  "webhookAllowedHosts"             text[]         DEFAULT ARRAY[]::text[],
  "allowedNetworks"                 text[]         DEFAULT ARRAY[]::text[],
  "expiresAt"                       timestamptz(3) NOT NULL,
  "expirySetAt"                     timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "noticedDays"                     integer,
  "pausedAt"                        timestamptz(3),
  "revokedAt"                       timestamptz(3),
  "revokeReason"                    text,
  "createdBy"                       jsonb,
  "revokedBy"                       jsonb,
  revision                          integer        NOT NULL DEFAULT 1,
  "lastUsedAt"                      timestamptz(3),
  "lastUsedAddress"                 text,
  "lastUsedRoute"                   text,
  "createdAt"                       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"                       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "IntegrationKey_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "IntegrationKey_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "IntegrationKey_organizationId_actingAttorneyId_fkey" FOREIGN KEY ("organizationId", "actingAttorneyId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "IntegrationKey_expiry_ceiling" CHECK ("expiresAt" <= "expirySetAt" + interval '2 years'),
  CONSTRAINT "IntegrationKey_elevated_expiry_ceiling" CHECK (NOT (scopes && ARRAY['medical:read', 'medical:write', 'clients:pii', 'settlements:write'])
    OR "expiresAt" <= "expirySetAt" + interval '1 year'),
  CONSTRAINT "IntegrationKey_revoked_with_reason" CHECK ("revokedAt" IS NULL OR "revokeReason" IS NOT NULL),
  CONSTRAINT "IntegrationKey_name_length" CHECK (char_length(name) BETWEEN 1 AND 200),
  CONSTRAINT "IntegrationKey_noticed_days" CHECK ("noticedDays" IN (30, 14, 7, 1)),
  CONSTRAINT "IntegrationKey_revision" CHECK (revision >= 1)
);
CREATE INDEX "IntegrationKey_organizationId_actingAttorneyId_idx" ON "IntegrationKey" ("organizationId", "actingAttorneyId");
CREATE INDEX "IntegrationKey_organizationId_expiresAt_id_idx" ON "IntegrationKey" ("organizationId", "expiresAt", id);
CREATE INDEX "IntegrationKey_expiresAt_idx" ON "IntegrationKey" ("expiresAt");

CREATE TABLE "IntegrationKeySecret" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "keyId"          text           NOT NULL,
  prefix           text           NOT NULL,
  digest           bytea          NOT NULL,
  "expiresAt"      timestamptz(3),
  "issuedTo"       jsonb,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "IntegrationKeySecret_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "IntegrationKeySecret_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId")
    REFERENCES "IntegrationKey" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "IntegrationKeySecret_digest" CHECK (octet_length(digest) = 32)
);
CREATE UNIQUE INDEX "IntegrationKeySecret_digest_key" ON "IntegrationKeySecret" (digest);
CREATE INDEX "IntegrationKeySecret_organizationId_keyId_createdAt_idx" ON "IntegrationKeySecret" ("organizationId", "keyId", "createdAt" DESC);

CREATE TABLE "ScopeRequest" (
  "organizationId"    text           NOT NULL,
  id                  text           NOT NULL,
  "keyId"             text           NOT NULL,
  scope               text           NOT NULL,
  purpose             text           NOT NULL,
  status              text           NOT NULL DEFAULT 'pending',
  "requestedBy"       jsonb          NOT NULL,
  "requestedByUserId" text,
  "requestedAt"       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "lapsesAt"          timestamptz(3) NOT NULL,
  "decidedBy"         jsonb,
  "decidedAt"         timestamptz(3),
  note                text,
  "latestExpiryAt"    timestamptz(3),
  CONSTRAINT "ScopeRequest_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "ScopeRequest_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId")
    REFERENCES "IntegrationKey" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "ScopeRequest_status" CHECK (status IN ('pending', 'granted', 'denied', 'lapsed', 'withdrawn')),
  CONSTRAINT "ScopeRequest_scope" CHECK (scope IN ('medical:read', 'medical:write', 'clients:pii', 'settlements:write')),
  CONSTRAINT "ScopeRequest_purpose_length" CHECK (char_length(purpose) BETWEEN 1 AND 1000),
  CONSTRAINT "ScopeRequest_lapses_within_fourteen_days" CHECK ("lapsesAt" <= "requestedAt" + interval '14 days'),
  CONSTRAINT "ScopeRequest_decided" CHECK ((status IN ('granted', 'denied')) = ("decidedBy" IS NOT NULL))
);
CREATE INDEX "ScopeRequest_organizationId_keyId_id_idx" ON "ScopeRequest" ("organizationId", "keyId", id);
CREATE INDEX "ScopeRequest_status_lapsesAt_idx" ON "ScopeRequest" (status, "lapsesAt");
CREATE INDEX "ScopeRequest_status_id_idx" ON "ScopeRequest" (status, id);

CREATE TABLE "LegacyCredential" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  kind             text           NOT NULL,
  name             text           NOT NULL,
  scopes           text[],
  prefix           text,
  digest           bytea,
  issuer           text,
  claim            text,
  value            text,
  "expiresAt"      timestamptz(3),
  "revokedAt"      timestamptz(3),
  "revokeReason"   text,
  revision         integer        NOT NULL DEFAULT 1,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "LegacyCredential_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "LegacyCredential_organizationId_fkey" FOREIGN KEY ("organizationId")
    REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "LegacyCredential_kind" CHECK ((kind = 'partner_key' AND octet_length(digest) = 32 AND prefix IS NOT NULL AND num_nonnulls(issuer, claim, value) = 0)
    OR (kind = 'oidc_client' AND num_nonnulls(prefix, digest) = 0 AND num_nonnulls(issuer, claim, value) = 3 AND claim IN ('client', 'subject'))),
  CONSTRAINT "LegacyCredential_scopes" CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['cases:write', 'leads:write']),
  CONSTRAINT "LegacyCredential_revoked_with_reason" CHECK ("revokedAt" IS NULL OR "revokeReason" IS NOT NULL)
);

-- The portal's list of keys, by name regardless of case.
CREATE INDEX "IntegrationKey_name" ON "IntegrationKey" ("organizationId", lower(name), id);
-- A scope is requested once at a time.
CREATE UNIQUE INDEX "ScopeRequest_pending" ON "ScopeRequest" ("organizationId", "keyId", scope) WHERE status = 'pending';
-- Credentials are found before anybody knows whose they are, so these unique indexes do not contain the organization.
CREATE UNIQUE INDEX "LegacyCredential_digest_key" ON "LegacyCredential" (digest);
CREATE UNIQUE INDEX "LegacyCredential_client_key" ON "LegacyCredential" (issuer, claim, value) WHERE "revokedAt" IS NULL;

-- Tenant isolation and grants. Of a secret, only its end may change.
CALL isolate_tenants('IntegrationKey', 'IntegrationKeySecret', 'ScopeRequest', 'LegacyCredential');
GRANT SELECT, INSERT, UPDATE ON "IntegrationKey", "ScopeRequest", "LegacyCredential" TO caseport_application;
GRANT SELECT, INSERT, UPDATE ("expiresAt") ON "IntegrationKeySecret" TO caseport_application;
CREATE POLICY definer_reads ON "IntegrationKey" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_updates ON "IntegrationKey" FOR UPDATE TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "IntegrationKeySecret" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "ScopeRequest" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "LegacyCredential" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ON "IntegrationKey", "IntegrationKeySecret", "ScopeRequest", "LegacyCredential" TO caseport_definer;
GRANT UPDATE ("lastUsedAt", "lastUsedAddress", "lastUsedRoute") ON "IntegrationKey" TO caseport_definer;

-- The live key behind a secret's digest, that is neither expired by the database's clock nor paused nor revoked, with its organization's
-- own rate limits. Every request calls it. The member is read in a statement of its own: keys and organizations are on every node of
-- Citus, members on their organization's shard.
CREATE FUNCTION find_integration_key(secret_digest bytea)
RETURNS TABLE (
  "organizationId" text, "keyId" text, prefix text, name text, "actorName" text, scopes text[], "allowedNetworks" text[],
  "expiresAt" timestamptz, "actingAttorneyId" text, "actingAttorneyActive" boolean,
  "rateLimitRead" integer, "rateLimitWrite" integer, "rateLimitSensitive" integer
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp ROWS 1
AS $$
#variable_conflict use_column
DECLARE key record; attorney_active boolean := false;
BEGIN
  SELECT k."organizationId", k.id, s.prefix, k.name, k."actorName", k.scopes, k."allowedNetworks", k."expiresAt", k."actingAttorneyId",
         o."rateLimitRead", o."rateLimitWrite", o."rateLimitSensitive"
  INTO key
  FROM "IntegrationKeySecret" s
  JOIN "IntegrationKey" k ON k."organizationId" = s."organizationId" AND k.id = s."keyId"
  JOIN "Organization" o ON o.id = k."organizationId"
  WHERE s.digest = secret_digest
    AND (s."expiresAt" IS NULL OR s."expiresAt" > now())
    AND k."expiresAt" > now() AND k."pausedAt" IS NULL AND k."revokedAt" IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  IF key."actingAttorneyId" IS NOT NULL THEN
    SELECT m.status = 'active' AND m."isAttorney" INTO attorney_active
    FROM "Member" m WHERE m."organizationId" = key."organizationId" AND m.id = key."actingAttorneyId";
  END IF;
  RETURN QUERY SELECT
    key."organizationId", key.id, key.prefix, key.name, key."actorName", key.scopes, key."allowedNetworks",
    key."expiresAt"::timestamptz, key."actingAttorneyId", coalesce(attorney_active, false),
    key."rateLimitRead", key."rateLimitWrite", key."rateLimitSensitive";
END $$;

-- The live credentials behind a partner key's digest, or behind the client and the subject that a verified token names. Two rows mean
-- that the token does not say for whom it speaks.
CREATE FUNCTION find_legacy_credentials(secret_digest bytea, token_issuer text, token_client text, token_subject text)
RETURNS TABLE (
  "organizationId" text, "keyId" text, kind text, "keyPrefix" text, "actorName" text, scopes text[], "expiresAt" timestamptz,
  "rateLimitRead" integer, "rateLimitWrite" integer, "rateLimitSensitive" integer
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp ROWS 1
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT c."organizationId", c.id, c.kind, c.prefix, c.name, c.scopes, c."expiresAt"::timestamptz,
           o."rateLimitRead", o."rateLimitWrite", o."rateLimitSensitive"
    FROM (
      SELECT * FROM "LegacyCredential" WHERE digest = secret_digest
      UNION ALL
      SELECT * FROM "LegacyCredential" WHERE issuer = token_issuer AND claim = 'client' AND value = token_client
      UNION ALL
      SELECT * FROM "LegacyCredential" WHERE issuer = token_issuer AND claim = 'subject' AND value = token_subject
    ) c
    JOIN "Organization" o ON o.id = c."organizationId"
    WHERE c."revokedAt" IS NULL AND (c."expiresAt" IS NULL OR c."expiresAt" > now());
END $$;

-- The last use of keys, which the server buffers: [{ organizationId, keyId, at, address, route }]. In one order in every process, so
-- that two that write at once wait for each other and do not deadlock.
CREATE FUNCTION record_key_uses(uses jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE used record;
BEGIN
  FOR used IN
    SELECT * FROM jsonb_to_recordset(uses) AS u("organizationId" text, "keyId" text, at timestamptz, address text, route text)
    ORDER BY u."organizationId", u."keyId"
  LOOP
    UPDATE "IntegrationKey" k
    SET "lastUsedAt" = used.at, "lastUsedAddress" = used.address, "lastUsedRoute" = used.route
    WHERE k."organizationId" = used."organizationId" AND k.id = used."keyId"
      AND (k."lastUsedAt" IS NULL OR k."lastUsedAt" < used.at);
  END LOOP;
END $$;

-- Live keys whose next notice (30, 14, 7 or 1 days before they expire) is due and was not given. The transaction that gives it checks again.
CREATE FUNCTION list_due_expiry_notices(batch integer)
RETURNS TABLE ("organizationId" text, "keyId" text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT k."organizationId", k.id FROM "IntegrationKey" k
    WHERE k."expiresAt" > now() AND k."expiresAt" <= now() + interval '30 days' AND k."revokedAt" IS NULL
      AND (k."noticedDays" IS NULL OR k."noticedDays" > CASE
        WHEN k."expiresAt" <= now() + interval '1 day' THEN 1
        WHEN k."expiresAt" <= now() + interval '7 days' THEN 7
        WHEN k."expiresAt" <= now() + interval '14 days' THEN 14
        ELSE 30 END)
    ORDER BY k."expiresAt" LIMIT batch;
END $$;

-- The platform administrators' queue, a page at a time: pending requests oldest first, decided ones newest first. Empty for anybody else.
CREATE FUNCTION list_scope_requests(administrator text, wanted_status text, after_id text, page integer)
RETURNS TABLE (
  "organizationId" text, "organizationName" text, id text, "keyId" text, "keyName" text, "keyPrefix" text, "keyExpiresAt" timestamptz,
  "keyScopes" text[], scope text, purpose text, status text, "requestedBy" jsonb, "requestedByUserId" text, "requestedAt" timestamptz,
  "lapsesAt" timestamptz, "decidedBy" jsonb, "decidedAt" timestamptz, note text, "latestExpiryAt" timestamptz
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  IF NOT EXISTS (SELECT 1 FROM "PlatformAdministrator" a WHERE a."userId" = administrator) THEN RETURN; END IF;
  RETURN QUERY
    SELECT r."organizationId", o.name, r.id, k.id, k.name,
           (SELECT s.prefix FROM "IntegrationKeySecret" s WHERE s."organizationId" = k."organizationId" AND s."keyId" = k.id
            ORDER BY s."createdAt" DESC LIMIT 1),
           k."expiresAt"::timestamptz, k.scopes, r.scope, r.purpose, r.status, r."requestedBy", r."requestedByUserId",
           r."requestedAt"::timestamptz, r."lapsesAt"::timestamptz, r."decidedBy", r."decidedAt"::timestamptz, r.note,
           r."latestExpiryAt"::timestamptz
    FROM (
      (SELECT * FROM "ScopeRequest" w
       WHERE wanted_status = 'pending' AND w.status = 'pending' AND w."lapsesAt" > now() AND w.id > coalesce(after_id, '')
       ORDER BY w.id LIMIT page)
      UNION ALL
      (SELECT * FROM "ScopeRequest" d
       WHERE wanted_status <> 'pending' AND d.status = wanted_status AND d.id < coalesce(after_id, 'zzzz')
       ORDER BY d.id DESC LIMIT page)
    ) r
    JOIN "Organization" o ON o.id = r."organizationId"
    JOIN "IntegrationKey" k ON k."organizationId" = r."organizationId" AND k.id = r."keyId"
    ORDER BY CASE WHEN wanted_status = 'pending' THEN r.id END, r.id DESC;
END $$;

-- How many requests wait for a platform administrator; none for anybody else.
CREATE FUNCTION count_pending_scope_requests(administrator text) RETURNS integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM "PlatformAdministrator" a WHERE a."userId" = administrator) THEN RETURN 0; END IF;
  RETURN (SELECT count(*)::integer FROM "ScopeRequest" r WHERE r.status = 'pending' AND r."lapsesAt" > now());
END $$;

-- Pending requests whose fourteen days are over.
CREATE FUNCTION list_lapsed_scope_requests(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT r."organizationId", r.id FROM "ScopeRequest" r
    WHERE r.status = 'pending' AND r."lapsesAt" <= now() ORDER BY r."lapsesAt" LIMIT batch;
END $$;

-- Every organization with its counts, by id, a page at a time; empty for anybody who is not a platform administrator.
CREATE FUNCTION list_organizations(administrator text, after_id text, page integer)
RETURNS TABLE (
  id text, name text, "legalName" text, slug text, "parentOrganizationId" text, "isHeadquarters" boolean, "reportsToHeadquarters" boolean,
  "createdAt" timestamptz, "rateLimitRead" integer, "rateLimitWrite" integer, "rateLimitSensitive" integer, "activeMembers" integer, "liveKeys" integer
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  IF NOT EXISTS (SELECT 1 FROM "PlatformAdministrator" a WHERE a."userId" = administrator) THEN RETURN; END IF;
  FOR id, name, "legalName", slug, "parentOrganizationId", "isHeadquarters", "reportsToHeadquarters", "createdAt",
      "rateLimitRead", "rateLimitWrite", "rateLimitSensitive" IN
    SELECT o.id, o.name, o."legalName", o.slug, o."parentOrganizationId", o."isHeadquarters", o."reportsToHeadquarters", o."createdAt",
           o."rateLimitRead", o."rateLimitWrite", o."rateLimitSensitive"
    FROM "Organization" o WHERE after_id IS NULL OR o.id > after_id ORDER BY o.id LIMIT page
  LOOP
    "activeMembers" := (SELECT count(*) FROM "Member" m WHERE m."organizationId" = list_organizations.id AND m.status = 'active');
    "liveKeys" := (SELECT count(*) FROM "IntegrationKey" k
      WHERE k."organizationId" = list_organizations.id AND k."revokedAt" IS NULL AND k."pausedAt" IS NULL AND k."expiresAt" > now());
    RETURN NEXT;
  END LOOP;
END $$;
CALL run_as_definer(
  'find_integration_key(bytea)', 'find_legacy_credentials(bytea, text, text, text)', 'record_key_uses(jsonb)', 'list_due_expiry_notices(integer)',
  'list_scope_requests(text, text, text, integer)', 'count_pending_scope_requests(text)', 'list_lapsed_scope_requests(integer)',
  'list_organizations(text, text, integer)');

CREATE TRIGGER touch BEFORE UPDATE ON "LegacyCredential" FOR EACH ROW EXECUTE FUNCTION touch_row();
