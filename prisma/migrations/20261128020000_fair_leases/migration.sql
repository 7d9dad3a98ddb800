-- As before, but while more is due than a batch takes, organizations take turns: the next job is of the one with the fewest leases in all
-- workers. Until now it was the longest due one, so a firm's delivery came after all that a backlog of another firm's many subscriptions let lease.
GRANT caseport_definer TO CURRENT_USER;
CREATE OR REPLACE FUNCTION lease_webhook_jobs(batch integer, "perSubscription" integer, "passedOver" text[], "leaseSeconds" integer)
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
  WITH share AS (
    SELECT s.id, l.leased, sum(l.leased) OVER (PARTITION BY o."organizationId") AS held FROM unnest(subscriptions) AS s(id)
    CROSS JOIN LATERAL (SELECT j."organizationId" FROM "WebhookJob" j WHERE j."subscriptionId" = s.id ORDER BY j."subscriptionId" LIMIT 1) o
    CROSS JOIN LATERAL (
      SELECT count(*) AS leased FROM (
        SELECT 1 FROM "WebhookJob" j WHERE j."subscriptionId" = s.id AND j."leasedAt" IS NOT NULL AND j."availableAt" > instant LIMIT "perSubscription") l) l
  ), candidate AS (
    SELECT c.*, s.held + row_number() OVER (PARTITION BY c."organizationId" ORDER BY c."availableAt") AS turn FROM share s
    CROSS JOIN LATERAL (
      SELECT j."organizationId", j."deliveryId", j.id, j."availableAt" FROM "WebhookJob" j WHERE j."subscriptionId" = s.id AND j."availableAt" <= instant
      ORDER BY j."availableAt" LIMIT least(batch, "perSubscription" - s.leased)) c
    WHERE s.id <> ALL ("passedOver") ORDER BY turn, c."availableAt" LIMIT batch
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
REVOKE caseport_definer FROM CURRENT_USER;
