-- A request may use several scopes, such as a search: its line has them separated by commas, and each was used.
GRANT caseport_definer TO CURRENT_USER;
CREATE OR REPLACE FUNCTION record_requests(rows jsonb, gaps jsonb, bounds integer[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE request "RequestLog"; logged "RequestLog"[] := '{}'; line record; gap record; used record;
BEGIN
  FOR line IN
    SELECT g.value AS columns, CASE
      WHEN s.id IS NULL THEN '{}'
      ELSE jsonb_build_object('organizationId', s."organizationId", 'keyId', s."keyId", 'keyPrefix', s.prefix, 'keyState', CASE
        -- Without a principal, one is the response to a rejected key and the other to too many of them.
        WHEN coalesce(g.value ->> 'code', '') NOT IN ('UNAUTHORIZED', 'RATE_LIMITED') THEN NULL
        WHEN k."revokedAt" IS NOT NULL THEN 'revoked'
        WHEN k."expiresAt" <= now() THEN 'expired'
        WHEN k."pausedAt" IS NOT NULL THEN 'paused'
        WHEN s."expiresAt" <= now() THEN 'secret_retired'
      END)
    END AS owner
    FROM jsonb_array_elements(rows) AS g(value)
    LEFT JOIN "IntegrationKeySecret" s ON s.digest = decode(g.value ->> 'digest', 'hex')
    LEFT JOIN "IntegrationKey" k ON k."organizationId" = s."organizationId" AND k.id = s."keyId"
    WHERE g.value ->> 'digest' IS NULL OR s.id IS NOT NULL
  LOOP
    request := jsonb_populate_record(NULL::"RequestLog", '{"source": "api", "faultPaths": []}' || line.columns || line.owner);
    IF request.code = 'UNAUTHORIZED' AND request."keyState" IS NOT NULL THEN
      request.reason := CASE request."keyState" WHEN 'secret_retired' THEN 'secret_retired' ELSE 'key_' || request."keyState" END;
    END IF;
    INSERT INTO "RequestLog" VALUES (request.*) ON CONFLICT DO NOTHING;
    IF FOUND THEN logged := array_append(logged, request); END IF;
  END LOOP;

  -- In one order in every process, so that two that write at once wait for each other and do not deadlock.
  FOR used IN
    SELECT l."organizationId", l."keyId", (l."occurredAt" AT TIME ZONE 'UTC')::date AS day,
           count(*) FILTER (WHERE l.status < 400) AS succeeded,
           count(*) FILTER (WHERE l.status BETWEEN 400 AND 499 AND l.status <> 429) AS refused,
           count(*) FILTER (WHERE l.status = 429) AS limited,
           count(*) FILTER (WHERE l.status >= 500) AS failed,
           count_buckets(array_agg(width_bucket(l."durationMicros", bounds)), cardinality(bounds)) AS buckets
    FROM unnest(logged) l GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  LOOP
    INSERT INTO "KeyUsageDay" AS u ("organizationId", "keyId", day, succeeded, refused, limited, failed, "durationBuckets")
    VALUES (used."organizationId", used."keyId", used.day, used.succeeded, used.refused, used.limited, used.failed, used.buckets)
    ON CONFLICT ("organizationId", "keyId", day) DO UPDATE
    SET succeeded = u.succeeded + excluded.succeeded, refused = u.refused + excluded.refused, limited = u.limited + excluded.limited,
        failed = u.failed + excluded.failed, "durationBuckets" = add_counts(u."durationBuckets", excluded."durationBuckets");
  END LOOP;

  -- As the loop above, by operation; a path without one counts under the empty name.
  FOR used IN
    SELECT l."organizationId", l."keyId", (l."occurredAt" AT TIME ZONE 'UTC')::date AS day, coalesce(l.operation, '') AS operation,
           count(*) FILTER (WHERE l.status < 400) AS succeeded,
           count(*) FILTER (WHERE l.status BETWEEN 400 AND 499 AND l.status <> 429) AS refused,
           count(*) FILTER (WHERE l.status = 429) AS limited,
           count(*) FILTER (WHERE l.status >= 500) AS failed,
           count_buckets(array_agg(width_bucket(l."durationMicros", bounds)), cardinality(bounds)) AS buckets
    FROM unnest(logged) l GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  LOOP
    INSERT INTO "KeyOperationDay" AS u ("organizationId", "keyId", day, operation, succeeded, refused, limited, failed, "durationBuckets")
    VALUES (used."organizationId", used."keyId", used.day, used.operation, used.succeeded, used.refused, used.limited, used.failed, used.buckets)
    ON CONFLICT ("organizationId", "keyId", day, operation) DO UPDATE
    SET succeeded = u.succeeded + excluded.succeeded, refused = u.refused + excluded.refused, limited = u.limited + excluded.limited,
        failed = u.failed + excluded.failed, "durationBuckets" = add_counts(u."durationBuckets", excluded."durationBuckets");
  END LOOP;

  FOR used IN
    SELECT l."organizationId", date_trunc('hour', l."occurredAt", 'UTC') AS hour, l."keyId",
           CASE WHEN l.status < 400 THEN 'succeeded' WHEN l.status = 429 THEN 'limited' WHEN l.status < 500 THEN 'refused' ELSE 'failed' END AS result,
           coalesce(l.reason, '') AS reason, count(*)::integer AS requests,
           count_buckets(array_agg(width_bucket(l."durationMicros", bounds)), cardinality(bounds)) AS buckets
    FROM unnest(logged) l GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  LOOP
    INSERT INTO "KeyUsageHour" AS u ("organizationId", hour, "keyId", result, reason, requests, "durationBuckets")
    VALUES (used."organizationId", used.hour, used."keyId", used.result, used.reason, used.requests, used.buckets)
    ON CONFLICT ("organizationId", hour, "keyId", result, reason) DO UPDATE
    SET requests = u.requests + excluded.requests, "durationBuckets" = add_counts(u."durationBuckets", excluded."durationBuckets");
  END LOOP;

  -- A scope was used by what it let through, whatever else was wrong with the request.
  FOR used IN
    SELECT s."organizationId", s."keyId", s.scope, max(s."occurredAt") AS at
    FROM (SELECT l."organizationId", l."keyId", l."occurredAt", l."refusedBy", unnest(string_to_array(l.scope, ', ')) AS scope FROM unnest(logged) l) s
    WHERE (s."refusedBy" IS NULL OR s."refusedBy" IN ('acting_attorney', 'input', 'idempotency', 'domain'))
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
