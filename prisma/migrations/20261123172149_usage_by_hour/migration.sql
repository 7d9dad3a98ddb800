-- Requests by hour and reason, for the Overview: the last 24 hours against the same hours of the week before, without reading the log.
CREATE TABLE "KeyUsageHour" (
  "organizationId"  text           NOT NULL,
  hour              timestamptz(3) NOT NULL,
  "keyId"           text           NOT NULL,
  result            text           NOT NULL,
  reason            text           NOT NULL,
  requests          integer        NOT NULL,
  "durationBuckets" integer[],
  CONSTRAINT "KeyUsageHour_pkey" PRIMARY KEY ("organizationId", hour, "keyId", result, reason),
  CONSTRAINT "KeyUsageHour_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId")
    REFERENCES "IntegrationKey" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "KeyUsageHour_hour_idx" ON "KeyUsageHour" (hour);

CALL isolate_tenants('KeyUsageHour');
GRANT SELECT ON "KeyUsageHour" TO caseport_application;
CREATE POLICY definer_writes ON "KeyUsageHour" FOR ALL TO caseport_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON "KeyUsageHour" TO caseport_definer;

-- record_requests writes the reasons of rejections, and counts by hour, too. Only its owner may replace it.
GRANT caseport_definer TO CURRENT_USER;
CREATE OR REPLACE FUNCTION record_requests(rows jsonb, gaps jsonb, bounds integer[]) RETURNS void
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
           g.scope, g.idempotency, g."durationMicros", g.address, g.reason, coalesce(g."faultPaths", '{}') AS "faultPaths",
           g."originalRequestId", g."rateLimit", g."rateRemaining"
    FROM jsonb_to_recordset(rows) AS g(
      id text, "occurredAt" timestamptz, "organizationId" text, "keyId" text, "keyPrefix" text, digest text, "requestId" text,
      method text, route text, operation text, status integer, code text, "refusedBy" text, scope text, idempotency text,
      "durationMicros" integer, address text, reason text, "faultPaths" text[], "originalRequestId" text, "rateLimit" integer,
      "rateRemaining" integer)
    LEFT JOIN "IntegrationKeySecret" s ON s.digest = decode(g.digest, 'hex')
    LEFT JOIN "IntegrationKey" k ON k."organizationId" = s."organizationId" AND k.id = s."keyId"
    WHERE g.digest IS NULL OR s.id IS NOT NULL
  LOOP
    IF request.code = 'UNAUTHORIZED' AND request."keyState" IS NOT NULL THEN
      request.reason := CASE request."keyState" WHEN 'secret_retired' THEN 'secret_retired' ELSE 'key_' || request."keyState" END;
    END IF;
    INSERT INTO "RequestLog" ("organizationId", id, "occurredAt", "keyId", "keyPrefix", "requestId", method, route, operation, status,
                              code, "refusedBy", "keyState", scope, idempotency, "durationMicros", address, reason, "faultPaths",
                              "originalRequestId", "rateLimit", "rateRemaining")
    VALUES (request."organizationId", request.id, request."occurredAt", request."keyId", request."keyPrefix", request."requestId",
            request.method, request.route, request.operation, request.status, request.code, request."refusedBy", request."keyState",
            request.scope, request.idempotency, request."durationMicros", request.address,
            request.reason, request."faultPaths", request."originalRequestId", request."rateLimit", request."rateRemaining")
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

  FOR used IN
    SELECT l."organizationId", date_trunc('hour', l."occurredAt", 'UTC') AS hour, l."keyId",
           CASE WHEN l.status < 400 THEN 'succeeded' WHEN l.status = 429 THEN 'limited' WHEN l.status < 500 THEN 'refused' ELSE 'failed' END AS result,
           coalesce(l.reason, '') AS reason, count(*)::integer AS requests,
           array_agg(width_bucket(l."durationMicros", bounds)) AS buckets
    FROM unnest(logged) l GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  LOOP
    INSERT INTO "KeyUsageHour" AS u ("organizationId", hour, "keyId", result, reason, requests, "durationBuckets")
    VALUES (used."organizationId", used.hour, used."keyId", used.result, used.reason, used.requests, ARRAY(
      SELECT count(b)::integer FROM generate_series(0, cardinality(bounds)) i LEFT JOIN unnest(used.buckets) b ON b = i GROUP BY i ORDER BY i))
    ON CONFLICT ("organizationId", hour, "keyId", result, reason) DO UPDATE
    SET requests = u.requests + excluded.requests, "durationBuckets" = add_counts(u."durationBuckets", excluded."durationBuckets");
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
REVOKE caseport_definer FROM CURRENT_USER;

-- As long as the requests themselves.
CREATE FUNCTION purge_key_usage_hours(batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE kept_from timestamptz := now() - interval '30 days'; deleted integer;
BEGIN
  DELETE FROM "KeyUsageHour" l USING (
    SELECT u."organizationId", u.hour, u."keyId", u.result, u.reason FROM "KeyUsageHour" u WHERE u.hour < kept_from ORDER BY u.hour LIMIT batch
  ) due WHERE l."organizationId" = due."organizationId" AND l.hour = due.hour AND l."keyId" = due."keyId" AND l.result = due.result AND l.reason = due.reason;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;

-- The organizations with the most requests since an hour; empty for anybody who is not a platform administrator.
CREATE FUNCTION list_organization_traffic(administrator text, since timestamptz, most integer)
RETURNS TABLE ("organizationId" text, name text, slug text, succeeded integer, refused integer, limited integer, failed integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  IF NOT EXISTS (SELECT 1 FROM "PlatformAdministrator" a WHERE a."userId" = administrator) THEN RETURN; END IF;
  RETURN QUERY
    SELECT u."organizationId", o.name, o.slug,
           (coalesce(sum(u.requests) FILTER (WHERE u.result = 'succeeded'), 0))::integer, (coalesce(sum(u.requests) FILTER (WHERE u.result = 'refused'), 0))::integer,
           (coalesce(sum(u.requests) FILTER (WHERE u.result = 'limited'), 0))::integer, (coalesce(sum(u.requests) FILTER (WHERE u.result = 'failed'), 0))::integer
    FROM "KeyUsageHour" u JOIN "Organization" o ON o.id = u."organizationId"
    WHERE u.hour >= since GROUP BY u."organizationId", o.name, o.slug ORDER BY sum(u.requests) DESC, u."organizationId" LIMIT most;
END $$;

-- Since when the oldest webhook delivery has been waiting to be leased; null without one.
CREATE FUNCTION find_oldest_webhook_job(administrator text) RETURNS timestamptz
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM "PlatformAdministrator" a WHERE a."userId" = administrator) THEN RETURN NULL; END IF;
  RETURN (SELECT min(j."availableAt") FROM "WebhookJob" j WHERE j."availableAt" <= now());
END $$;
CALL run_as_definer('purge_key_usage_hours(integer)', 'list_organization_traffic(text, timestamptz, integer)', 'find_oldest_webhook_job(text)');
