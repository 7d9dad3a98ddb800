-- What keys did: the request log, its gaps, the counts shown beside it, and the notices that members get (src/decisions/0011-request-log.md).

CREATE TABLE "RequestLog" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "occurredAt"     timestamptz(3) NOT NULL,
  "keyId"          text           NOT NULL,
  "keyPrefix"      text           NOT NULL,
  "requestId"      text           NOT NULL,
  method           text           NOT NULL,
  route            text,
  operation        text,
  status           integer        NOT NULL,
  code             text,
  "refusedBy"      text,
  "keyState"       text,
  scope            text,
  idempotency      text,
  "durationMicros" integer        NOT NULL,
  address          text           NOT NULL,
  CONSTRAINT "RequestLog_pkey" PRIMARY KEY ("organizationId", id)
);
CREATE INDEX "RequestLog_organizationId_keyId_id_idx" ON "RequestLog" ("organizationId", "keyId", id);
CREATE INDEX "RequestLog_organizationId_requestId_id_idx" ON "RequestLog" ("organizationId", "requestId", id);
CREATE INDEX "RequestLog_occurredAt_idx" ON "RequestLog" ("occurredAt");

CREATE TABLE "RequestLogGap" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "fromAt"         timestamptz(3) NOT NULL,
  "untilAt"        timestamptz(3) NOT NULL,
  lost             integer        NOT NULL,
  CONSTRAINT "RequestLogGap_pkey" PRIMARY KEY ("organizationId", id)
);
CREATE INDEX "RequestLogGap_untilAt_idx" ON "RequestLogGap" ("untilAt");

CREATE TABLE "KeyUsageDay" (
  "organizationId"  text      NOT NULL,
  "keyId"           text      NOT NULL,
  day               date      NOT NULL,
  succeeded         integer   NOT NULL DEFAULT 0,
  refused           integer   NOT NULL DEFAULT 0,
  limited           integer   NOT NULL DEFAULT 0,
  failed            integer   NOT NULL DEFAULT 0,
  "durationBuckets" integer[],
  CONSTRAINT "KeyUsageDay_pkey" PRIMARY KEY ("organizationId", "keyId", day),
  CONSTRAINT "KeyUsageDay_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId")
    REFERENCES "IntegrationKey" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "KeyUsageDay_day_idx" ON "KeyUsageDay" (day);

CREATE TABLE "KeyScopeUse" (
  "organizationId" text           NOT NULL,
  "keyId"          text           NOT NULL,
  scope            text           NOT NULL,
  "lastUsedAt"     timestamptz(3) NOT NULL,
  CONSTRAINT "KeyScopeUse_pkey" PRIMARY KEY ("organizationId", "keyId", scope),
  CONSTRAINT "KeyScopeUse_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId")
    REFERENCES "IntegrationKey" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);

CREATE TABLE "Notification" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "memberId"       text           NOT NULL,
  kind             text           NOT NULL,
  parameters       jsonb          NOT NULL DEFAULT '{}',
  "keyId"          text,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "readAt"         timestamptz(3),
  CONSTRAINT "Notification_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "Notification_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "Notification_organizationId_memberId_id_idx" ON "Notification" ("organizationId", "memberId", id);
CREATE INDEX "Notification_createdAt_idx" ON "Notification" ("createdAt");

-- Tenant isolation and grants. The log is written and purged for all organizations at once, so the application only reads it.
CALL isolate_tenants('RequestLog', 'RequestLogGap', 'KeyUsageDay', 'KeyScopeUse', 'Notification');
GRANT SELECT, INSERT, UPDATE ON "Notification" TO caseport_application;
GRANT SELECT ON "RequestLog", "RequestLogGap", "KeyUsageDay", "KeyScopeUse" TO caseport_application;
CREATE POLICY definer_reads ON "RequestLog" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_writes ON "RequestLog" FOR INSERT TO caseport_definer WITH CHECK (true);
CREATE POLICY definer_deletes ON "RequestLog" FOR DELETE TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "RequestLogGap" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_writes ON "RequestLogGap" FOR INSERT TO caseport_definer WITH CHECK (true);
CREATE POLICY definer_deletes ON "RequestLogGap" FOR DELETE TO caseport_definer USING (true);
CREATE POLICY definer_writes ON "KeyUsageDay" FOR ALL TO caseport_definer USING (true) WITH CHECK (true);
CREATE POLICY definer_writes ON "KeyScopeUse" FOR ALL TO caseport_definer USING (true) WITH CHECK (true);
CREATE POLICY definer_reads ON "Notification" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_deletes ON "Notification" FOR DELETE TO caseport_definer USING (true);
GRANT SELECT, INSERT, DELETE ON "RequestLog", "RequestLogGap" TO caseport_definer;
GRANT SELECT, INSERT, UPDATE, DELETE ON "KeyUsageDay" TO caseport_definer;
GRANT SELECT, INSERT, UPDATE ON "KeyScopeUse" TO caseport_definer;
GRANT SELECT, DELETE ON "Notification" TO caseport_definer;

-- The sums of two histograms of the same buckets. A function, because ON CONFLICT takes no sub-select on Citus.
CREATE FUNCTION add_counts(before integer[], added integer[]) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(
  SELECT coalesce(b.counted, 0) + coalesce(b.more, 0)
  FROM unnest(before, added) WITH ORDINALITY AS b(counted, more, place) ORDER BY b.place);

-- The buffered log of API requests, of all organizations at once. rows: requests; gaps: how many could not be logged. Each belongs
-- to a key (or organization), or to the secret behind a digest; made-up digests are dropped here. bounds: of the histogram, in
-- microseconds. Repeated with the same ids it adds nothing: only rows that were really inserted are counted.
CREATE FUNCTION record_requests(rows jsonb, gaps jsonb, bounds integer[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE request "RequestLog"; logged "RequestLog"[] := '{}'; gap record; used record;
BEGIN
  FOR request IN
    SELECT coalesce(s."organizationId", g."organizationId") AS "organizationId", g.id, g."occurredAt",
           coalesce(s."keyId", g."keyId") AS "keyId", coalesce(s.prefix, g."keyPrefix") AS "keyPrefix", g."requestId", g.method, g.route,
           g.operation, g.status, g.code, g."refusedBy",
           CASE
             -- Without a principal, one is the response to a rejected key and the other to too many of them.
             WHEN g.digest IS NULL OR coalesce(g.code, '') NOT IN ('UNAUTHORIZED', 'RATE_LIMITED') THEN NULL
             WHEN k."revokedAt" IS NOT NULL THEN 'revoked'
             WHEN k."expiresAt" <= now() THEN 'expired'
             WHEN k."pausedAt" IS NOT NULL THEN 'paused'
             WHEN s."expiresAt" <= now() THEN 'secret_retired'
           END AS "keyState",
           g.scope, g.idempotency, g."durationMicros", g.address
    FROM jsonb_to_recordset(rows) AS g(
      id text, "occurredAt" timestamptz, "organizationId" text, "keyId" text, "keyPrefix" text, digest text, "requestId" text,
      method text, route text, operation text, status integer, code text, "refusedBy" text, scope text, idempotency text,
      "durationMicros" integer, address text)
    LEFT JOIN "IntegrationKeySecret" s ON s.digest = decode(g.digest, 'hex')
    LEFT JOIN "IntegrationKey" k ON k."organizationId" = s."organizationId" AND k.id = s."keyId"
    WHERE g.digest IS NULL OR s.id IS NOT NULL
  LOOP
    INSERT INTO "RequestLog" ("organizationId", id, "occurredAt", "keyId", "keyPrefix", "requestId", method, route, operation, status,
                              code, "refusedBy", "keyState", scope, idempotency, "durationMicros", address)
    VALUES (request."organizationId", request.id, request."occurredAt", request."keyId", request."keyPrefix", request."requestId",
            request.method, request.route, request.operation, request.status, request.code, request."refusedBy", request."keyState",
            request.scope, request.idempotency, request."durationMicros", request.address)
    ON CONFLICT DO NOTHING;
    IF FOUND THEN logged := array_append(logged, request); END IF;
  END LOOP;

  -- In one order in every process, so that two that write at once wait for each other and do not deadlock.
  FOR used IN
    SELECT l."organizationId", l."keyId", (l."occurredAt" AT TIME ZONE 'UTC')::date AS day,
           count(*) FILTER (WHERE l.status < 400) AS succeeded,
           count(*) FILTER (WHERE l.status BETWEEN 400 AND 499 AND l.status <> 429) AS refused,
           count(*) FILTER (WHERE l.status = 429) AS limited,
           count(*) FILTER (WHERE l.status >= 500) AS failed,
           array_agg(width_bucket(l."durationMicros", bounds)) AS buckets
    FROM unnest(logged) l GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  LOOP
    INSERT INTO "KeyUsageDay" AS u ("organizationId", "keyId", day, succeeded, refused, limited, failed, "durationBuckets")
    VALUES (used."organizationId", used."keyId", used.day, used.succeeded, used.refused, used.limited, used.failed, ARRAY(
      SELECT count(b)::integer FROM generate_series(0, cardinality(bounds)) i LEFT JOIN unnest(used.buckets) b ON b = i GROUP BY i ORDER BY i))
    ON CONFLICT ("organizationId", "keyId", day) DO UPDATE
    SET succeeded = u.succeeded + excluded.succeeded, refused = u.refused + excluded.refused, limited = u.limited + excluded.limited,
        failed = u.failed + excluded.failed, "durationBuckets" = add_counts(u."durationBuckets", excluded."durationBuckets");
  END LOOP;

  -- A scope was used by what it let through, whatever else was wrong with the request.
  FOR used IN
    SELECT l."organizationId", l."keyId", l.scope, max(l."occurredAt") AS at
    FROM unnest(logged) l
    WHERE l.scope IS NOT NULL AND (l."refusedBy" IS NULL OR l."refusedBy" IN ('acting_attorney', 'input', 'idempotency', 'domain'))
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  LOOP
    INSERT INTO "KeyScopeUse" AS u ("organizationId", "keyId", scope, "lastUsedAt")
    VALUES (used."organizationId", used."keyId", used.scope, used.at)
    ON CONFLICT ("organizationId", "keyId", scope) DO UPDATE SET "lastUsedAt" = excluded."lastUsedAt" WHERE u."lastUsedAt" < excluded."lastUsedAt";
  END LOOP;

  FOR gap IN
    SELECT coalesce(g."organizationId", s."organizationId") AS "organizationId", g.id, g."fromAt", g."untilAt", g.lost
    FROM jsonb_to_recordset(gaps) AS g("organizationId" text, digest text, id text, "fromAt" timestamptz, "untilAt" timestamptz, lost integer)
    LEFT JOIN "IntegrationKeySecret" s ON s.digest = decode(g.digest, 'hex')
    WHERE coalesce(g."organizationId", s."organizationId") IS NOT NULL
  LOOP
    INSERT INTO "RequestLogGap" ("organizationId", id, "fromAt", "untilAt", lost)
    VALUES (gap."organizationId", gap.id, gap."fromAt", gap."untilAt", gap.lost) ON CONFLICT DO NOTHING;
  END LOOP;
END $$;

-- What is kept for a time is deleted in batches, so that no call holds many locks for long. Each function returns how many rows it deleted.
CREATE FUNCTION purge_request_log(batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE kept_from timestamptz := now() - interval '30 days'; deleted integer;
BEGIN
  DELETE FROM "RequestLog" l USING (
    SELECT r."organizationId", r.id FROM "RequestLog" r WHERE r."occurredAt" < kept_from ORDER BY r."occurredAt" LIMIT batch
  ) due WHERE l."organizationId" = due."organizationId" AND l.id = due.id;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
-- As long as the counts by day: they are shown beside each other.
CREATE FUNCTION purge_request_log_gaps(batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE kept_from timestamptz := now() - interval '400 days'; deleted integer;
BEGIN
  DELETE FROM "RequestLogGap" l USING (
    SELECT g."organizationId", g.id FROM "RequestLogGap" g WHERE g."untilAt" < kept_from ORDER BY g."untilAt" LIMIT batch
  ) due WHERE l."organizationId" = due."organizationId" AND l.id = due.id;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
CREATE FUNCTION purge_key_usage(batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE kept_from date := (now() AT TIME ZONE 'UTC')::date - 400; deleted integer;
BEGIN
  DELETE FROM "KeyUsageDay" l USING (
    SELECT u."organizationId", u."keyId", u.day FROM "KeyUsageDay" u WHERE u.day < kept_from ORDER BY u.day LIMIT batch
  ) due WHERE l."organizationId" = due."organizationId" AND l."keyId" = due."keyId" AND l.day = due.day;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
CREATE FUNCTION purge_notifications(batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE kept_from timestamptz := now() - interval '90 days'; deleted integer;
BEGIN
  DELETE FROM "Notification" l USING (
    SELECT n."organizationId", n.id FROM "Notification" n WHERE n."createdAt" < kept_from ORDER BY n."createdAt" LIMIT batch
  ) due WHERE l."organizationId" = due."organizationId" AND l.id = due.id;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
CALL run_as_definer(
  'record_requests(jsonb, jsonb, integer[])', 'purge_request_log(integer)', 'purge_request_log_gaps(integer)', 'purge_key_usage(integer)',
  'purge_notifications(integer)');
