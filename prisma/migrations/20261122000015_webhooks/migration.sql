-- Webhooks: subscriptions, their secrets, deliveries of events, and the queue of deliveries (src/decisions/0029-queue-of-deliveries.md).

CREATE TABLE "WebhookSubscription" (
  "organizationId"      text           NOT NULL,
  id                    text           NOT NULL,
  "keyId"               text           NOT NULL,
  name                  text           NOT NULL,
  url                   text           NOT NULL,
  "eventTypes"          text[],
  status                text           NOT NULL DEFAULT 'active',
  "statusReason"        text,
  "statusChangedAt"     timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "consecutiveFailures" integer        NOT NULL DEFAULT 0,
  "failingSince"        timestamptz(3),
  "lastAttemptAt"       timestamptz(3),
  "lastSuccessAt"       timestamptz(3),
  "goneNoticedAt"       timestamptz(3),
  "createdBy"           jsonb          NOT NULL,
  revision              integer        NOT NULL DEFAULT 1,
  "createdAt"           timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"           timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"           timestamptz(3),
  CONSTRAINT "WebhookSubscription_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "WebhookSubscription_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId")
    REFERENCES "IntegrationKey" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "WebhookSubscription_status" CHECK (status IN ('active', 'paused', 'disabled')),
  CONSTRAINT "WebhookSubscription_status_reason" CHECK ((status = 'active') = ("statusReason" IS NULL) AND coalesce("statusReason", 'gone') IN ('failures', 'gone', 'by_hand')),
  CONSTRAINT "WebhookSubscription_https" CHECK (url LIKE 'https://%' AND char_length(url) <= 2000),
  CONSTRAINT "WebhookSubscription_event_types" CHECK (cardinality("eventTypes") >= 1),
  CONSTRAINT "WebhookSubscription_revision" CHECK (revision >= 1)
);
CREATE INDEX "WebhookSubscription_organizationId_keyId_id_idx" ON "WebhookSubscription" ("organizationId", "keyId", id);

CREATE TABLE "WebhookSecret" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "subscriptionId" text           NOT NULL,
  prefix           text           NOT NULL,
  sealed           bytea          NOT NULL,
  "expiresAt"      timestamptz(3),
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "WebhookSecret_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "WebhookSecret_organizationId_subscriptionId_fkey" FOREIGN KEY ("organizationId", "subscriptionId")
    REFERENCES "WebhookSubscription" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "WebhookSecret_organizationId_subscriptionId_createdAt_idx" ON "WebhookSecret" ("organizationId", "subscriptionId", "createdAt" DESC);

CREATE TABLE "WebhookDelivery" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "subscriptionId" text           NOT NULL,
  "eventId"        text           NOT NULL,
  "eventNumber"    bigint         NOT NULL,
  "eventType"      text           NOT NULL,
  trigger          text           NOT NULL DEFAULT 'event',
  status           text           NOT NULL DEFAULT 'pending',
  "cancelReason"   text,
  round            integer        NOT NULL DEFAULT 1,
  "roundAttempts"  integer        NOT NULL DEFAULT 0,
  "attemptCount"   integer        NOT NULL DEFAULT 0,
  attempts         jsonb          NOT NULL DEFAULT '[]',
  "nextAttemptAt"  timestamptz(3) DEFAULT CURRENT_TIMESTAMP,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "finishedAt"     timestamptz(3),
  CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "WebhookDelivery_organizationId_subscriptionId_fkey" FOREIGN KEY ("organizationId", "subscriptionId")
    REFERENCES "WebhookSubscription" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "WebhookDelivery_status" CHECK (status IN ('pending', 'succeeded', 'failed', 'cancelled')),
  CONSTRAINT "WebhookDelivery_trigger" CHECK (trigger IN ('event', 'test', 'redelivery', 'recovery')),
  CONSTRAINT "WebhookDelivery_due" CHECK ((status = 'pending') = ("nextAttemptAt" IS NOT NULL)),
  CONSTRAINT "WebhookDelivery_finished" CHECK ((status = 'pending') = ("finishedAt" IS NULL)),
  CONSTRAINT "WebhookDelivery_cancelled" CHECK ((status = 'cancelled') = ("cancelReason" IS NOT NULL))
);
CREATE INDEX "WebhookDelivery_organizationId_subscriptionId_id_idx" ON "WebhookDelivery" ("organizationId", "subscriptionId", id);
CREATE INDEX "WebhookDelivery_organizationId_subscriptionId_status_id_idx" ON "WebhookDelivery" ("organizationId", "subscriptionId", status, id);
CREATE INDEX "WebhookDelivery_finishedAt_idx" ON "WebhookDelivery" ("finishedAt");

CREATE TABLE "WebhookJob" (
  "organizationId" text           NOT NULL,
  "deliveryId"     text           NOT NULL,
  id               uuid           NOT NULL,
  "subscriptionId" text           NOT NULL,
  round            integer        NOT NULL,
  attempt          integer        NOT NULL,
  "dueAt"          timestamptz(3) NOT NULL,
  "availableAt"    timestamptz(3) NOT NULL,
  "leasedAt"       timestamptz(3),
  token            integer        NOT NULL DEFAULT 0,
  CONSTRAINT "WebhookJob_pkey" PRIMARY KEY ("organizationId", "deliveryId", id),
  CONSTRAINT "WebhookJob_attempt" CHECK (attempt >= 1)
-- Rows live for seconds; the default would leave a fifth of a backlog dead in the indexes that each lease reads.
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
CREATE INDEX "WebhookJob_availableAt_idx" ON "WebhookJob" ("availableAt");
CREATE INDEX "WebhookJob_subscriptionId_availableAt_idx" ON "WebhookJob" ("subscriptionId", "availableAt");

-- Which subscriptions a mutation's events go to: asked by every mutation, so it holds nothing else.
CREATE INDEX "WebhookSubscription_active" ON "WebhookSubscription" ("organizationId") WHERE status = 'active' AND "deletedAt" IS NULL;
-- Pending deliveries, for the job that finds those whose job got lost.
CREATE INDEX "WebhookDelivery_pending" ON "WebhookDelivery" ("nextAttemptAt", id) WHERE status = 'pending';
-- How many jobs of a subscription are leased: few, however many wait for their next attempt.
CREATE INDEX "WebhookJob_leased" ON "WebhookJob" ("subscriptionId") WHERE "leasedAt" IS NOT NULL;
-- For the purges.
CREATE INDEX "WebhookSubscription_deleted" ON "WebhookSubscription" ("deletedAt") WHERE "deletedAt" IS NOT NULL;
CREATE INDEX "WebhookSecret_ended" ON "WebhookSecret" ("expiresAt") WHERE "expiresAt" IS NOT NULL;

-- Tenant isolation and grants.
CALL isolate_tenants('WebhookSubscription', 'WebhookSecret', 'WebhookDelivery', 'WebhookJob');
GRANT SELECT, INSERT, UPDATE ON "WebhookSubscription", "WebhookSecret", "WebhookDelivery" TO caseport_application;
GRANT SELECT, INSERT, DELETE ON "WebhookJob" TO caseport_application;
CREATE POLICY definer_reads ON "WebhookSubscription" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_deletes ON "WebhookSubscription" FOR DELETE TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "WebhookSecret" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_deletes ON "WebhookSecret" FOR DELETE TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "WebhookDelivery" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_deletes ON "WebhookDelivery" FOR DELETE TO caseport_definer USING (true);
GRANT SELECT, DELETE ON "WebhookSubscription", "WebhookSecret", "WebhookDelivery" TO caseport_definer;
CREATE POLICY definer_reads ON "WebhookJob" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_leases ON "WebhookJob" FOR UPDATE TO caseport_definer USING (true);
GRANT SELECT, UPDATE ON "WebhookJob" TO caseport_definer;

-- Deliveries are kept for 31 days after they ended: a day longer than a recovery reaches back, which may wait in its queue and would
-- deliver again what it does not find. Deleted in batches; each function returns how many rows it deleted.
CREATE FUNCTION purge_webhook_deliveries(batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE kept_from timestamptz := now() - interval '31 days'; deleted integer;
BEGIN
  DELETE FROM "WebhookDelivery" l USING (
    SELECT d."organizationId", d.id FROM "WebhookDelivery" d WHERE d."finishedAt" < kept_from ORDER BY d."finishedAt" LIMIT batch
  ) due WHERE l."organizationId" = due."organizationId" AND l.id = due.id AND l.status <> 'pending';
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
-- Secrets that ended 30 days ago, and then subscriptions that were deleted then (which ends their secrets), when nothing is left of them.
CREATE FUNCTION purge_webhook_secrets(batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE kept_from timestamptz := now() - interval '30 days'; deleted integer;
BEGIN
  DELETE FROM "WebhookSecret" l USING (
    SELECT s."organizationId", s.id FROM "WebhookSecret" s WHERE s."expiresAt" < kept_from ORDER BY s."expiresAt" LIMIT batch
  ) due WHERE l."organizationId" = due."organizationId" AND l.id = due.id;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
CREATE FUNCTION purge_webhook_subscriptions(batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE kept_from timestamptz := now() - interval '30 days'; deleted integer;
BEGIN
  DELETE FROM "WebhookSubscription" l USING (
    SELECT s."organizationId", s.id FROM "WebhookSubscription" s WHERE s."deletedAt" < kept_from
      AND NOT EXISTS (SELECT 1 FROM "WebhookDelivery" d WHERE d."organizationId" = s."organizationId" AND d."subscriptionId" = s.id)
      AND NOT EXISTS (SELECT 1 FROM "WebhookSecret" w WHERE w."organizationId" = s."organizationId" AND w."subscriptionId" = s.id)
    ORDER BY s."deletedAt" LIMIT batch
  ) due WHERE l."organizationId" = due."organizationId" AND l.id = due.id;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;

-- Leases jobs that are due, the longest due first, across organizations: at most `batch`, of a subscription at most so many as all
-- workers may hold at once, none of the subscriptions passed over.
-- SKIP LOCKED over many shards is refused, so a cluster keeps this table on the coordinator, or calls this once per organization.
-- The settings keep the planner to the indexes while its statistics are older than a burst.
CREATE FUNCTION lease_webhook_jobs(batch integer, "perSubscription" integer, "passedOver" text[], "leaseSeconds" integer)
RETURNS TABLE ("organizationId" text, "deliveryId" text, "jobId" uuid, "subscriptionId" text, round integer, attempt integer, token integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  instant CONSTANT timestamptz := clock_timestamp();
  subscriptions text[];
  due integer;
BEGIN
  SELECT count(*), array_agg(DISTINCT d."subscriptionId") INTO due, subscriptions FROM (
    SELECT j."subscriptionId" FROM "WebhookJob" j WHERE j."availableAt" <= instant ORDER BY j."availableAt" LIMIT batch + 1) d;
  IF due = 0 THEN RETURN; END IF;
  -- More are due than a batch takes: each subscription has its share, found by one step of the index per subscription.
  IF due > batch THEN
    subscriptions := ARRAY(
      WITH RECURSIVE step(id) AS (
        (SELECT j."subscriptionId" FROM "WebhookJob" j ORDER BY j."subscriptionId" LIMIT 1)
        UNION ALL
        SELECT (SELECT j."subscriptionId" FROM "WebhookJob" j WHERE j."subscriptionId" > s.id ORDER BY j."subscriptionId" LIMIT 1)
        FROM step s WHERE s.id IS NOT NULL
      )
      SELECT id FROM step WHERE id IS NOT NULL);
  END IF;
  RETURN QUERY
  WITH candidate AS (
    SELECT c.* FROM unnest(subscriptions) AS s(id)
    CROSS JOIN LATERAL (
      SELECT count(*) AS leased FROM (
        SELECT 1 FROM "WebhookJob" j WHERE j."subscriptionId" = s.id AND j."leasedAt" IS NOT NULL AND j."availableAt" > instant LIMIT "perSubscription") l) l
    CROSS JOIN LATERAL (
      SELECT j."organizationId", j."deliveryId", j.id, j."availableAt" FROM "WebhookJob" j WHERE j."subscriptionId" = s.id AND j."availableAt" <= instant
      ORDER BY j."availableAt" LIMIT least(batch, "perSubscription" - l.leased)) c
    WHERE s.id <> ALL ("passedOver") ORDER BY c."availableAt" LIMIT batch
  ), locked AS (
    SELECT j."organizationId", j."deliveryId", j.id FROM candidate c
    JOIN "WebhookJob" j ON j."organizationId" = c."organizationId" AND j."deliveryId" = c."deliveryId" AND j.id = c.id
    WHERE j."availableAt" <= instant FOR UPDATE OF j SKIP LOCKED
  ), leased AS (
    UPDATE "WebhookJob" j SET "leasedAt" = instant, "availableAt" = instant + make_interval(secs => "leaseSeconds"), token = j.token + 1
    FROM locked l WHERE j."organizationId" = l."organizationId" AND j."deliveryId" = l."deliveryId" AND j.id = l.id
    RETURNING j.*
  )
  SELECT l."organizationId", l."deliveryId", l.id, l."subscriptionId", l.round, l.attempt, l.token FROM leased l ORDER BY l."dueAt";
END $$;

-- Lets leases end so many seconds from now; without a number returns the jobs: they are due as before. A lease that has passed to another
-- worker stays with it. A row that is locked is being recorded: its lease needs no renewal, and waiting for it could deadlock.
CREATE FUNCTION renew_webhook_jobs(organizations text[], deliveries text[], jobs uuid[], tokens integer[], "leaseSeconds" integer) RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
AS $$
#variable_conflict use_column
DECLARE ends CONSTANT timestamptz := clock_timestamp() + make_interval(secs => "leaseSeconds");
BEGIN
  RETURN QUERY
  WITH held AS (
    SELECT j."organizationId", j."deliveryId", j.id FROM unnest(organizations, deliveries, jobs, tokens) AS r("organizationId", "deliveryId", id, token)
    JOIN "WebhookJob" j ON j."organizationId" = r."organizationId" AND j."deliveryId" = r."deliveryId" AND j.id = r.id
    WHERE j.token = r.token AND j."leasedAt" IS NOT NULL FOR UPDATE OF j SKIP LOCKED
  )
  UPDATE "WebhookJob" j SET "leasedAt" = CASE WHEN ends IS NOT NULL THEN j."leasedAt" END, "availableAt" = coalesce(ends, j."dueAt")
  FROM held h WHERE j."organizationId" = h."organizationId" AND j."deliveryId" = h."deliveryId" AND j.id = h.id
  RETURNING j.id;
END $$;

-- Deliveries that have been due for so long, page by page, and whether their job is lost (a restored dump, rows deleted by hand).
CREATE FUNCTION list_overdue_deliveries(minutes integer, "afterDue" timestamptz, "afterId" text, batch integer)
RETURNS TABLE ("organizationId" text, "deliveryId" text, "dueAt" timestamptz, "isLost" boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT d."organizationId", d.id, d."nextAttemptAt"::timestamptz,
      NOT EXISTS (SELECT 1 FROM "WebhookJob" j WHERE j."organizationId" = d."organizationId" AND j."deliveryId" = d.id)
    FROM "WebhookDelivery" d
    WHERE d.status = 'pending' AND d."nextAttemptAt" < now() - make_interval(mins => minutes)
      AND (d."nextAttemptAt", d.id) > ("afterDue", "afterId")
    ORDER BY d."nextAttemptAt", d.id LIMIT batch;
END $$;
CALL run_as_definer(
  'purge_webhook_deliveries(integer)', 'purge_webhook_secrets(integer)', 'purge_webhook_subscriptions(integer)',
  'lease_webhook_jobs(integer, integer, text[], integer)', 'renew_webhook_jobs(text[], text[], uuid[], integer[], integer)',
  'list_overdue_deliveries(integer, timestamptz, text, integer)');
