-- AlterTable
ALTER TABLE "Organization" ADD COLUMN     "rateLimitRead" INTEGER,
ADD COLUMN     "rateLimitSensitive" INTEGER,
ADD COLUMN     "rateLimitWrite" INTEGER;

-- AlterTable
ALTER TABLE "Member" ADD COLUMN     "acceptedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "userId" TEXT;

-- AlterTable
ALTER TABLE "IntegrationKey" ADD COLUMN     "createdBy" JSONB,
ADD COLUMN     "noticedDays" INTEGER,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "revokedBy" JSONB;

-- AlterTable
ALTER TABLE "IntegrationKeySecret" ADD COLUMN     "issuedTo" JSONB;

-- AlterTable
ALTER TABLE "AuditEntry" ADD COLUMN     "changes" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "User" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "emailVerified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "twoFactorEnabled" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "ipAddress" TEXT,
    "userAgent" TEXT,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "secondFactorAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Account" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "accessToken" TEXT,
    "refreshToken" TEXT,
    "idToken" TEXT,
    "accessTokenExpiresAt" TIMESTAMPTZ(3),
    "refreshTokenExpiresAt" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TwoFactor" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "backupCodes" TEXT NOT NULL,
    "verified" BOOLEAN DEFAULT true,
    "failedVerificationCount" INTEGER DEFAULT 0,
    "lockedUntil" TIMESTAMPTZ(3),
    "lastStep" BIGINT,

    CONSTRAINT "TwoFactor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PlatformAdministrator" (
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PlatformAdministrator_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "ScopeRequest" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "requestedBy" JSONB NOT NULL,
    "requestedByUserId" TEXT,
    "requestedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lapsesAt" TIMESTAMPTZ(3) NOT NULL,
    "decidedBy" JSONB,
    "decidedAt" TIMESTAMPTZ(3),
    "note" TEXT,
    "latestExpiryAt" TIMESTAMPTZ(3),

    CONSTRAINT "ScopeRequest_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "Notification" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "parameters" JSONB NOT NULL DEFAULT '{}',
    "keyId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "readAt" TIMESTAMPTZ(3),

    CONSTRAINT "Notification_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "RequestLog" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "occurredAt" TIMESTAMPTZ(3) NOT NULL,
    "keyId" TEXT NOT NULL,
    "keyPrefix" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT,
    "operation" TEXT,
    "status" INTEGER NOT NULL,
    "code" TEXT,
    "refusedBy" TEXT,
    "keyState" TEXT,
    "scope" TEXT,
    "idempotency" TEXT,
    "durationMicros" INTEGER NOT NULL,
    "address" TEXT NOT NULL,

    CONSTRAINT "RequestLog_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "RequestLogGap" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "fromAt" TIMESTAMPTZ(3) NOT NULL,
    "untilAt" TIMESTAMPTZ(3) NOT NULL,
    "lost" INTEGER NOT NULL,

    CONSTRAINT "RequestLogGap_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "KeyUsageDay" (
    "organizationId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "succeeded" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "limited" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "durationBuckets" INTEGER[],

    CONSTRAINT "KeyUsageDay_pkey" PRIMARY KEY ("organizationId","keyId","day")
);

-- CreateTable
CREATE TABLE "KeyScopeUse" (
    "organizationId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "KeyScopeUse_pkey" PRIMARY KEY ("organizationId","keyId","scope")
);

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE UNIQUE INDEX "Session_token_key" ON "Session"("token");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

-- CreateIndex
CREATE INDEX "Account_userId_idx" ON "Account"("userId");

-- CreateIndex
CREATE INDEX "Verification_identifier_idx" ON "Verification"("identifier");

-- CreateIndex
CREATE INDEX "Verification_expiresAt_idx" ON "Verification"("expiresAt");

-- CreateIndex
CREATE INDEX "TwoFactor_userId_idx" ON "TwoFactor"("userId");

-- CreateIndex
CREATE INDEX "ScopeRequest_organizationId_keyId_id_idx" ON "ScopeRequest"("organizationId", "keyId", "id");

-- CreateIndex
CREATE INDEX "ScopeRequest_status_lapsesAt_idx" ON "ScopeRequest"("status", "lapsesAt");

-- CreateIndex
CREATE INDEX "ScopeRequest_status_id_idx" ON "ScopeRequest"("status", "id");

-- CreateIndex
CREATE INDEX "Notification_organizationId_memberId_id_idx" ON "Notification"("organizationId", "memberId", "id");

-- CreateIndex
CREATE INDEX "Notification_createdAt_idx" ON "Notification"("createdAt");

-- CreateIndex
CREATE INDEX "RequestLog_organizationId_keyId_id_idx" ON "RequestLog"("organizationId", "keyId", "id");

-- CreateIndex
CREATE INDEX "RequestLog_organizationId_requestId_id_idx" ON "RequestLog"("organizationId", "requestId", "id");

-- CreateIndex
CREATE INDEX "RequestLog_occurredAt_idx" ON "RequestLog"("occurredAt");

-- CreateIndex
CREATE INDEX "RequestLogGap_untilAt_idx" ON "RequestLogGap"("untilAt");

-- CreateIndex
CREATE INDEX "KeyUsageDay_day_idx" ON "KeyUsageDay"("day");

-- CreateIndex
CREATE INDEX "Member_userId_idx" ON "Member"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Member_organizationId_userId_key" ON "Member"("organizationId", "userId");

-- CreateIndex
CREATE INDEX "IntegrationKey_organizationId_expiresAt_id_idx" ON "IntegrationKey"("organizationId", "expiresAt", "id");

-- CreateIndex
CREATE INDEX "IntegrationKey_expiresAt_idx" ON "IntegrationKey"("expiresAt");

-- DropIndex
DROP INDEX "AuditEntry_organizationId_entity_entityId_idx";

-- CreateIndex
CREATE INDEX "AuditEntry_organizationId_entity_entityId_id_idx" ON "AuditEntry"("organizationId", "entity", "entityId", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_organizationId_entity_id_idx" ON "AuditEntry"("organizationId", "entity", "id");

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Account" ADD CONSTRAINT "Account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TwoFactor" ADD CONSTRAINT "TwoFactor_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "PlatformAdministrator" ADD CONSTRAINT "PlatformAdministrator_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ScopeRequest" ADD CONSTRAINT "ScopeRequest_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId") REFERENCES "IntegrationKey"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "KeyUsageDay" ADD CONSTRAINT "KeyUsageDay_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId") REFERENCES "IntegrationKey"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "KeyScopeUse" ADD CONSTRAINT "KeyScopeUse_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId") REFERENCES "IntegrationKey"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Member" ADD CONSTRAINT "Member_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- By hand from here on: what the database itself keeps true, the walls, and what crosses them.

-- Tables of people: no organization's. The application reads and writes them; who may do what is decided above.
GRANT SELECT, INSERT, UPDATE, DELETE ON "User", "Session", "Account", "Verification", "TwoFactor" TO caseport_application;
GRANT SELECT, INSERT ON "PlatformAdministrator" TO caseport_application;

-- Tables of organizations.
GRANT SELECT, INSERT, UPDATE ON "ScopeRequest", "Notification" TO caseport_application;
GRANT SELECT ON "RequestLog", "RequestLogGap", "KeyUsageDay", "KeyScopeUse" TO caseport_application;
DO $$
DECLARE tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY[
    'ScopeRequest', 'Notification', 'RequestLog', 'RequestLogGap', 'KeyUsageDay', 'KeyScopeUse'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY own_organization ON %I USING ("organizationId" = current_setting(''caseport.organization'', true))
         WITH CHECK ("organizationId" = current_setting(''caseport.organization'', true))', tenant_table);
  END LOOP;
END $$;

ALTER TABLE "ScopeRequest"
  ADD CONSTRAINT "ScopeRequest_status" CHECK (status IN ('pending', 'granted', 'denied', 'lapsed', 'withdrawn')),
  ADD CONSTRAINT "ScopeRequest_scope" CHECK (scope IN ('medical:read', 'medical:write', 'clients:pii', 'settlements:write')),
  ADD CONSTRAINT "ScopeRequest_purpose_length" CHECK (char_length(purpose) BETWEEN 1 AND 1000),
  ADD CONSTRAINT "ScopeRequest_lapses_within_fourteen_days" CHECK ("lapsesAt" <= "requestedAt" + interval '14 days'),
  ADD CONSTRAINT "ScopeRequest_decided" CHECK ((status IN ('granted', 'denied')) = ("decidedBy" IS NOT NULL));
-- Asked once at a time.
CREATE UNIQUE INDEX "ScopeRequest_pending" ON "ScopeRequest" ("organizationId", "keyId", scope) WHERE status = 'pending';
ALTER TABLE "IntegrationKey"
  ADD CONSTRAINT "IntegrationKey_noticed_days" CHECK ("noticedDays" IN (30, 14, 7, 1)),
  ADD CONSTRAINT "IntegrationKey_revision" CHECK (revision >= 1);
ALTER TABLE "Organization" ADD CONSTRAINT "Organization_rate_limits" CHECK (
  coalesce("rateLimitRead", 1) BETWEEN 1 AND 1000000 AND coalesce("rateLimitWrite", 1) BETWEEN 1 AND 1000000
  AND coalesce("rateLimitSensitive", 1) BETWEEN 1 AND 1000000);

-- E-mail addresses of people are compared in lower case by Better Auth; the database holds to it.
ALTER TABLE "User" ADD CONSTRAINT "User_email_lower" CHECK (email = lower(email));
-- Nobody is made a member by others alone: whoever was invited has accepted before.
ALTER TABLE "Member" ADD CONSTRAINT "Member_accepted" CHECK (status <> 'active' OR "acceptedAt" IS NOT NULL);

-- Keys in the order of their names, whatever the case: the portal's list.
CREATE INDEX "IntegrationKey_name" ON "IntegrationKey" ("organizationId", lower(name), id);
-- A firm's audit trail holds a million reads of records; its acts of security are found without walking over them. The list of
-- entities is that of src/areas/audit/store.ts, written out in both: a planned statement with parameters would not find the index.
CREATE INDEX "AuditEntry_security" ON "AuditEntry" ("organizationId", id)
  WHERE entity IN ('integration_key', 'scope_request', 'member', 'user', 'organization', 'audit_trail', 'webhook_subscription');
CREATE INDEX "AuditEntry_security_actor" ON "AuditEntry" ("organizationId", "actorId", id)
  WHERE entity IN ('integration_key', 'scope_request', 'member', 'user', 'organization', 'audit_trail', 'webhook_subscription');
-- Members in the order of their names, whatever the case: the portal's team.
CREATE INDEX "Member_name" ON "Member" ("organizationId", lower("lastName"), lower("firstName"), id);

-- What a key caused, newest first.
CREATE INDEX "Event_actor" ON "Event" ("organizationId", (actor->>'id'), number);

-- What the keeper's functions need beyond what it has.
CREATE POLICY keeper_reads ON "Organization" FOR SELECT TO caseport_keeper USING (true);
CREATE POLICY keeper_reads ON "ScopeRequest" FOR SELECT TO caseport_keeper USING (true);
CREATE POLICY keeper_writes ON "RequestLog" FOR INSERT TO caseport_keeper WITH CHECK (true);
CREATE POLICY keeper_reads ON "RequestLog" FOR SELECT TO caseport_keeper USING (true);
CREATE POLICY keeper_deletes ON "RequestLog" FOR DELETE TO caseport_keeper USING (true);
CREATE POLICY keeper_writes ON "RequestLogGap" FOR INSERT TO caseport_keeper WITH CHECK (true);
CREATE POLICY keeper_reads ON "RequestLogGap" FOR SELECT TO caseport_keeper USING (true);
CREATE POLICY keeper_deletes ON "RequestLogGap" FOR DELETE TO caseport_keeper USING (true);
CREATE POLICY keeper_writes ON "KeyUsageDay" FOR ALL TO caseport_keeper USING (true) WITH CHECK (true);
CREATE POLICY keeper_writes ON "KeyScopeUse" FOR ALL TO caseport_keeper USING (true) WITH CHECK (true);
CREATE POLICY keeper_reads ON "Notification" FOR SELECT TO caseport_keeper USING (true);
CREATE POLICY keeper_deletes ON "Notification" FOR DELETE TO caseport_keeper USING (true);
GRANT SELECT ON "Organization", "ScopeRequest", "PlatformAdministrator", "Notification" TO caseport_keeper;
GRANT SELECT, INSERT, DELETE ON "RequestLog", "RequestLogGap" TO caseport_keeper;
GRANT SELECT, INSERT, UPDATE, DELETE ON "KeyUsageDay" TO caseport_keeper;
GRANT SELECT, INSERT, UPDATE ON "KeyScopeUse" TO caseport_keeper;
GRANT DELETE ON "Notification" TO caseport_keeper;

-- The live key behind a digest, now with its organization's own rate limits.
DROP FUNCTION find_integration_key(bytea);
CREATE FUNCTION find_integration_key(secret_digest bytea)
RETURNS TABLE (
  "organizationId" text, "keyId" text, "prefix" text, "name" text, "actorName" text, "scopes" text[],
  "allowedNetworks" text[], "expiresAt" timestamptz, "actingAttorneyId" text, "actingAttorneyActive" boolean,
  "rateLimitRead" integer, "rateLimitWrite" integer, "rateLimitSensitive" integer
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp ROWS 1
AS $$
  SELECT k."organizationId", k.id, s.prefix, k.name, k."actorName", k.scopes, k."allowedNetworks", k."expiresAt",
         k."actingAttorneyId", coalesce(m.status = 'active' AND m."isAttorney", false),
         o."rateLimitRead", o."rateLimitWrite", o."rateLimitSensitive"
  FROM "IntegrationKeySecret" s
  JOIN "IntegrationKey" k ON k."organizationId" = s."organizationId" AND k.id = s."keyId"
  JOIN "Organization" o ON o.id = k."organizationId"
  LEFT JOIN "Member" m ON m."organizationId" = k."organizationId" AND m.id = k."actingAttorneyId"
  WHERE s.digest = secret_digest
    AND (s."expiresAt" IS NULL OR s."expiresAt" > now())
    AND k."expiresAt" > now() AND k."pausedAt" IS NULL AND k."revokedAt" IS NULL
$$;

-- The organizations that a person is an active member of, by name: what sign-in and "choose organization" ask.
CREATE FUNCTION list_memberships(person text)
RETURNS TABLE (
  "organizationId" text, "organizationName" text, slug text, timezone text, "memberId" text, "firstName" text, "lastName" text,
  role text, permissions text[], "isAttorney" boolean
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT o.id, o.name, o.slug, o.timezone, m.id, m."firstName", m."lastName", m.role, m.permissions, m."isAttorney"
  FROM "Member" m JOIN "Organization" o ON o.id = m."organizationId"
  WHERE m."userId" = person AND m.status = 'active'
  ORDER BY o.name, o.id
$$;

-- Where a person was invited and has not accepted yet.
CREATE FUNCTION list_invitations(person text)
RETURNS TABLE ("organizationId" text, "organizationName" text, "memberId" text, "firstName" text, "lastName" text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT o.id, o.name, m.id, m."firstName", m."lastName"
  FROM "Member" m JOIN "Organization" o ON o.id = m."organizationId"
  WHERE m."userId" = person AND m.status = 'invited'
  ORDER BY o.name, o.id
$$;

-- The administrators' queue, a page at a time: what waits oldest first, what was decided newest first; nothing for anybody who
-- is no platform administrator.
CREATE FUNCTION list_scope_requests(administrator text, wanted_status text, after_id text, page integer)
RETURNS TABLE (
  "organizationId" text, "organizationName" text, id text, "keyId" text, "keyName" text, "keyPrefix" text, "keyExpiresAt" timestamptz,
  "keyScopes" text[], scope text, purpose text, status text, "requestedBy" jsonb, "requestedByUserId" text, "requestedAt" timestamptz,
  "lapsesAt" timestamptz, "decidedBy" jsonb, "decidedAt" timestamptz, note text, "latestExpiryAt" timestamptz
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT r."organizationId", o.name, r.id, k.id, k.name,
         (SELECT s.prefix FROM "IntegrationKeySecret" s WHERE s."organizationId" = k."organizationId" AND s."keyId" = k.id
          ORDER BY s."createdAt" DESC LIMIT 1),
         k."expiresAt", k.scopes, r.scope, r.purpose, r.status, r."requestedBy", r."requestedByUserId", r."requestedAt",
         r."lapsesAt", r."decidedBy", r."decidedAt", r.note, r."latestExpiryAt"
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
  WHERE EXISTS (SELECT FROM "PlatformAdministrator" a WHERE a."userId" = administrator)
  ORDER BY CASE WHEN wanted_status = 'pending' THEN r.id END, r.id DESC
$$;

-- How many requests wait for a platform administrator; none for anybody else.
CREATE FUNCTION count_pending_scope_requests(administrator text) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT count(*)::integer FROM "ScopeRequest" r
  WHERE r.status = 'pending' AND r."lapsesAt" > now()
    AND EXISTS (SELECT FROM "PlatformAdministrator" a WHERE a."userId" = administrator)
$$;

-- Pending requests whose fourteen days are over: [organization, request], a batch at a time.
CREATE FUNCTION list_lapsed_scope_requests(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT r."organizationId", r.id FROM "ScopeRequest" r
  WHERE r.status = 'pending' AND r."lapsesAt" <= now() ORDER BY r."lapsesAt" LIMIT batch
$$;

-- Live keys whose next notice (30, 14, 7, 1 days before the end) is due and was not given: the transaction that gives it judges again.
CREATE FUNCTION list_due_expiry_notices(batch integer)
RETURNS TABLE ("organizationId" text, "keyId" text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT k."organizationId", k.id FROM "IntegrationKey" k
  WHERE k."expiresAt" > now() AND k."expiresAt" <= now() + interval '30 days' AND k."revokedAt" IS NULL
    AND (k."noticedDays" IS NULL OR k."noticedDays" > CASE
      WHEN k."expiresAt" <= now() + interval '1 day' THEN 1
      WHEN k."expiresAt" <= now() + interval '7 days' THEN 7
      WHEN k."expiresAt" <= now() + interval '14 days' THEN 14
      ELSE 30 END)
  ORDER BY k."expiresAt" LIMIT batch
$$;

-- Every organization with its counts, by id, a page at a time; nothing for anybody who is no platform administrator.
CREATE FUNCTION list_organizations(administrator text, after_id text, page integer)
RETURNS TABLE (
  id text, name text, "legalName" text, slug text, "parentOrganizationId" text, "isHeadquarters" boolean, "createdAt" timestamptz,
  "rateLimitRead" integer, "rateLimitWrite" integer, "rateLimitSensitive" integer, "activeMembers" integer, "liveKeys" integer
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT o.id, o.name, o."legalName", o.slug, o."parentOrganizationId", o."isHeadquarters", o."createdAt",
         o."rateLimitRead", o."rateLimitWrite", o."rateLimitSensitive",
         (SELECT count(*)::integer FROM "Member" m WHERE m."organizationId" = o.id AND m.status = 'active'),
         (SELECT count(*)::integer FROM "IntegrationKey" k
          WHERE k."organizationId" = o.id AND k."revokedAt" IS NULL AND k."pausedAt" IS NULL AND k."expiresAt" > now())
  FROM "Organization" o
  WHERE EXISTS (SELECT FROM "PlatformAdministrator" a WHERE a."userId" = administrator) AND (after_id IS NULL OR o.id > after_id)
  ORDER BY o.id LIMIT page
$$;

-- The buffered log of API requests, for all organizations at once; see src/decisions/0011-request-log.md.
-- rows: requests, gaps: how many could not be logged. Each belongs to a key (or organization), or to the secret behind a
-- digest; made-up digests are dropped here. bounds: of the histogram, in microseconds.
-- Repeated with the same ids it adds nothing: what is counted is what was really inserted.
CREATE FUNCTION record_requests(rows jsonb, gaps jsonb, bounds integer[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH given AS (
    SELECT * FROM jsonb_to_recordset(rows) AS r(
      id text, "occurredAt" timestamptz, "organizationId" text, "keyId" text, "keyPrefix" text, digest text, "requestId" text,
      method text, route text, operation text, status integer, code text, "refusedBy" text, scope text, idempotency text,
      "durationMicros" integer, address text)
  ), owned AS (
    SELECT g.id, g."occurredAt", g."organizationId", g."keyId", g."keyPrefix", NULL::text AS "keyState", g."requestId", g.method, g.route,
           g.operation, g.status, g.code, g."refusedBy", g.scope, g.idempotency, g."durationMicros", g.address
    FROM given g WHERE g.digest IS NULL
    UNION ALL
    SELECT g.id, g."occurredAt", s."organizationId", s."keyId", s.prefix,
           CASE
             -- Without a principal the one is the answer to a refused key, and the other to too many of them.
             WHEN coalesce(g.code, '') NOT IN ('UNAUTHORIZED', 'RATE_LIMITED') THEN NULL
             WHEN k."revokedAt" IS NOT NULL THEN 'revoked'
             WHEN k."expiresAt" <= now() THEN 'expired'
             WHEN k."pausedAt" IS NOT NULL THEN 'paused'
             WHEN s."expiresAt" <= now() THEN 'secret_retired'
           END,
           g."requestId", g.method, g.route, g.operation, g.status, g.code, g."refusedBy", g.scope, g.idempotency,
           g."durationMicros", g.address
    FROM given g
    JOIN "IntegrationKeySecret" s ON s.digest = decode(g.digest, 'hex')
    JOIN "IntegrationKey" k ON k."organizationId" = s."organizationId" AND k.id = s."keyId"
    WHERE g.digest IS NOT NULL
  ), logged AS (
    INSERT INTO "RequestLog" ("organizationId", id, "occurredAt", "keyId", "keyPrefix", "keyState", "requestId", method, route, operation,
                              status, code, "refusedBy", scope, idempotency, "durationMicros", address)
    SELECT "organizationId", id, "occurredAt", "keyId", "keyPrefix", "keyState", "requestId", method, route, operation,
           status, code, "refusedBy", scope, idempotency, "durationMicros", address
    FROM owned
    ON CONFLICT DO NOTHING
    RETURNING "organizationId", "keyId", ("occurredAt" AT TIME ZONE 'UTC')::date AS day, "occurredAt", status, "refusedBy", scope,
              width_bucket("durationMicros", bounds) AS bucket
  ), counted AS (
    SELECT "organizationId", "keyId", day, bucket, count(*)::integer AS requests,
           count(*) FILTER (WHERE status < 400)::integer AS succeeded,
           count(*) FILTER (WHERE status BETWEEN 400 AND 499 AND status <> 429)::integer AS refused,
           count(*) FILTER (WHERE status = 429)::integer AS limited,
           count(*) FILTER (WHERE status >= 500)::integer AS failed
    FROM logged GROUP BY "organizationId", "keyId", day, bucket
  ), days AS (
    -- In one order in every process, so that two that write at once wait for each other and do not deadlock.
    INSERT INTO "KeyUsageDay" AS u ("organizationId", "keyId", day, succeeded, refused, limited, failed, "durationBuckets")
    SELECT c."organizationId", c."keyId", c.day, sum(c.succeeded), sum(c.refused), sum(c.limited), sum(c.failed),
           (SELECT array_agg(coalesce(b.requests, 0) ORDER BY i)
            FROM generate_series(0, cardinality(bounds)) i
            LEFT JOIN counted b ON b.bucket = i AND b."organizationId" = c."organizationId" AND b."keyId" = c."keyId" AND b.day = c.day)
    FROM counted c GROUP BY c."organizationId", c."keyId", c.day ORDER BY c."organizationId", c."keyId", c.day
    ON CONFLICT ("organizationId", "keyId", day) DO UPDATE
    SET succeeded = u.succeeded + excluded.succeeded, refused = u.refused + excluded.refused,
        limited = u.limited + excluded.limited, failed = u.failed + excluded.failed,
        "durationBuckets" = ARRAY(
          SELECT coalesce(b.before, 0) + coalesce(b.added, 0)
          FROM unnest(u."durationBuckets", excluded."durationBuckets") WITH ORDINALITY AS b(before, added, place) ORDER BY b.place)
  ), scopes AS (
    -- A scope was used by what it let through, whatever was wrong with the request besides.
    INSERT INTO "KeyScopeUse" AS u ("organizationId", "keyId", scope, "lastUsedAt")
    SELECT l."organizationId", l."keyId", l.scope, max(l."occurredAt")
    FROM logged l
    WHERE l.scope IS NOT NULL AND (l."refusedBy" IS NULL OR l."refusedBy" IN ('acting_attorney', 'input', 'idempotency', 'domain'))
    GROUP BY l."organizationId", l."keyId", l.scope ORDER BY l."organizationId", l."keyId", l.scope
    ON CONFLICT ("organizationId", "keyId", scope) DO UPDATE
    SET "lastUsedAt" = excluded."lastUsedAt" WHERE u."lastUsedAt" < excluded."lastUsedAt"
  )
  INSERT INTO "RequestLogGap" ("organizationId", id, "fromAt", "untilAt", lost)
  SELECT coalesce(g."organizationId", s."organizationId"), g.id, g."fromAt", g."untilAt", g.lost
  FROM jsonb_to_recordset(gaps) AS g("organizationId" text, digest text, id text, "fromAt" timestamptz, "untilAt" timestamptz, lost integer)
  LEFT JOIN "IntegrationKeySecret" s ON s.digest = decode(g.digest, 'hex')
  WHERE coalesce(g."organizationId", s."organizationId") IS NOT NULL
  ON CONFLICT DO NOTHING
$$;

-- What is kept for a time is deleted in batches, so that no call holds many locks for long. Each returns how many it deleted.
-- Nothing else changes or deletes these rows, so none need be locked first: the keeper may not update them.
CREATE FUNCTION purge_request_log(batch integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH gone AS (
    DELETE FROM "RequestLog" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "RequestLog" WHERE "occurredAt" < now() - interval '30 days' ORDER BY "occurredAt" LIMIT batch)) RETURNING 1
  )
  SELECT count(*)::integer FROM gone
$$;
-- As long as the days' counts are kept: they are shown beside each other.
CREATE FUNCTION purge_request_log_gaps(batch integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH gone AS (
    DELETE FROM "RequestLogGap" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "RequestLogGap" WHERE "untilAt" < now() - interval '400 days' ORDER BY "untilAt" LIMIT batch)) RETURNING 1
  )
  SELECT count(*)::integer FROM gone
$$;
CREATE FUNCTION purge_key_usage(batch integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH gone AS (
    DELETE FROM "KeyUsageDay" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "KeyUsageDay" WHERE day < (now() AT TIME ZONE 'UTC')::date - 400 ORDER BY day LIMIT batch)) RETURNING 1
  )
  SELECT count(*)::integer FROM gone
$$;
CREATE FUNCTION purge_notifications(batch integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH gone AS (
    DELETE FROM "Notification" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "Notification" WHERE "createdAt" < now() - interval '90 days' ORDER BY "createdAt" LIMIT batch)) RETURNING 1
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
    'find_integration_key(bytea)', 'list_memberships(text)', 'list_invitations(text)', 'list_scope_requests(text, text, text, integer)',
    'count_pending_scope_requests(text)',
    'list_lapsed_scope_requests(integer)', 'list_due_expiry_notices(integer)', 'list_organizations(text, text, integer)',
    'record_requests(jsonb, jsonb, integer[])', 'purge_request_log(integer)', 'purge_request_log_gaps(integer)', 'purge_key_usage(integer)',
    'purge_notifications(integer)'
  ] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', signature);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO caseport_application', signature);
    EXECUTE format('ALTER FUNCTION %s OWNER TO caseport_keeper', signature);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM caseport_keeper;
  EXECUTE format('REVOKE caseport_keeper FROM %I', current_user);
END $$;
