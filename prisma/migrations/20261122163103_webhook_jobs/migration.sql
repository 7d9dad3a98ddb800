-- The queue of webhook deliveries (src/decisions/0029-queue-of-deliveries.md).

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
-- How many jobs of a subscription are leased: few, however many wait for their next attempt.
CREATE INDEX "WebhookJob_leased" ON "WebhookJob" ("subscriptionId") WHERE "leasedAt" IS NOT NULL;

-- Tenant isolation and grants.
CALL isolate_tenants('WebhookJob');
GRANT SELECT, INSERT, DELETE ON "WebhookJob" TO caseport_application;
CREATE POLICY definer_reads ON "WebhookJob" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_leases ON "WebhookJob" FOR UPDATE TO caseport_definer USING (true);
GRANT SELECT, UPDATE ON "WebhookJob" TO caseport_definer;

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

-- Returns leased jobs that nothing was done with: they are due as before. A lease that has passed to another worker stays with it.
CREATE FUNCTION return_webhook_jobs(organizations text[], deliveries text[], jobs uuid[], tokens integer[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
AS $$
BEGIN
  UPDATE "WebhookJob" j SET "leasedAt" = NULL, "availableAt" = j."dueAt"
  FROM unnest(organizations, deliveries, jobs, tokens) AS r("organizationId", "deliveryId", id, token)
  WHERE j."organizationId" = r."organizationId" AND j."deliveryId" = r."deliveryId" AND j.id = r.id AND j.token = r.token AND j."leasedAt" IS NOT NULL;
END $$;

-- Deliveries that have been due for so long, page by page, and whether their job is lost (a restored dump, rows deleted by hand).
GRANT caseport_definer TO CURRENT_USER;
DROP FUNCTION list_overdue_deliveries(integer, timestamptz, text, integer);
REVOKE caseport_definer FROM CURRENT_USER;
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
  'lease_webhook_jobs(integer, integer, text[], integer)', 'return_webhook_jobs(text[], text[], uuid[], integer[])',
  'list_overdue_deliveries(integer, timestamptz, text, integer)');
