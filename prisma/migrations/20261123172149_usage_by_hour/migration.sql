-- Requests by hour and reason, for the Overview: the last 24 hours against the same hours of the week before, without reading the log.
CREATE TABLE "KeyUsageHour" (
  "organizationId"  text           NOT NULL,
  hour              timestamptz(3) NOT NULL,
  "keyId"           text           NOT NULL,
  result            text           NOT NULL,
  code              text           NOT NULL,
  "refusedBy"       text           NOT NULL,
  requests          integer        NOT NULL,
  "durationBuckets" integer[],
  CONSTRAINT "KeyUsageHour_pkey" PRIMARY KEY ("organizationId", hour, "keyId", result, code, "refusedBy"),
  CONSTRAINT "KeyUsageHour_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId")
    REFERENCES "IntegrationKey" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "KeyUsageHour_hour_idx" ON "KeyUsageHour" (hour);

CALL isolate_tenants('KeyUsageHour');
GRANT SELECT ON "KeyUsageHour" TO caseport_application;
CREATE POLICY definer_writes ON "KeyUsageHour" FOR ALL TO caseport_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON "KeyUsageHour" TO caseport_definer;

-- record_requests counts by hour, too. The loop is put into the body as it is: another migration may have extended it.
GRANT caseport_definer TO CURRENT_USER;
DO $do$
DECLARE
  body text := pg_get_functiondef('record_requests(jsonb, jsonb, integer[])'::regprocedure);
  next_loop text := '  -- A scope was used by what it let through';
BEGIN
  IF strpos(body, next_loop) = 0 THEN RAISE EXCEPTION 'record_requests has changed: the counts by hour have no place'; END IF;
  EXECUTE replace(body, next_loop, $hours$  FOR used IN
    SELECT l."organizationId", date_trunc('hour', l."occurredAt", 'UTC') AS hour, l."keyId",
           CASE WHEN l.status < 400 THEN 'succeeded' WHEN l.status = 429 THEN 'limited' WHEN l.status < 500 THEN 'refused' ELSE 'failed' END AS result,
           coalesce(l.code, '') AS code, coalesce(l."refusedBy", '') AS "refusedBy", count(*)::integer AS requests,
           array_agg(width_bucket(l."durationMicros", bounds)) AS buckets
    FROM unnest(logged) l GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
  LOOP
    INSERT INTO "KeyUsageHour" AS u ("organizationId", hour, "keyId", result, code, "refusedBy", requests, "durationBuckets")
    VALUES (used."organizationId", used.hour, used."keyId", used.result, used.code, used."refusedBy", used.requests, ARRAY(
      SELECT count(b)::integer FROM generate_series(0, cardinality(bounds)) i LEFT JOIN unnest(used.buckets) b ON b = i GROUP BY i ORDER BY i))
    ON CONFLICT ("organizationId", hour, "keyId", result, code, "refusedBy") DO UPDATE
    SET requests = u.requests + excluded.requests, "durationBuckets" = add_counts(u."durationBuckets", excluded."durationBuckets");
  END LOOP;

$hours$ || next_loop);
END $do$;
REVOKE caseport_definer FROM CURRENT_USER;

-- As long as the requests themselves.
CREATE FUNCTION purge_key_usage_hours(batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE kept_from timestamptz := now() - interval '30 days'; deleted integer;
BEGIN
  DELETE FROM "KeyUsageHour" l USING (
    SELECT u."organizationId", u.hour, u."keyId", u.result, u.code, u."refusedBy" FROM "KeyUsageHour" u WHERE u.hour < kept_from ORDER BY u.hour LIMIT batch
  ) due WHERE l."organizationId" = due."organizationId" AND l.hour = due.hour AND l."keyId" = due."keyId" AND l.result = due.result
    AND l.code = due.code AND l."refusedBy" = due."refusedBy";
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
