-- Webhooks: subscriptions, their secrets, and deliveries of events.

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

-- Which subscriptions a mutation's events go to: asked by every mutation, so it holds nothing else.
CREATE INDEX "WebhookSubscription_active" ON "WebhookSubscription" ("organizationId") WHERE status = 'active' AND "deletedAt" IS NULL;
-- Pending deliveries, for the job that finds those whose job got lost.
CREATE INDEX "WebhookDelivery_pending" ON "WebhookDelivery" ("nextAttemptAt", id) WHERE status = 'pending';
-- For the purges.
CREATE INDEX "WebhookSubscription_deleted" ON "WebhookSubscription" ("deletedAt") WHERE "deletedAt" IS NOT NULL;
CREATE INDEX "WebhookSecret_ended" ON "WebhookSecret" ("expiresAt") WHERE "expiresAt" IS NOT NULL;

-- Tenant isolation and grants.
CALL isolate_tenants('WebhookSubscription', 'WebhookSecret', 'WebhookDelivery');
GRANT SELECT, INSERT, UPDATE ON "WebhookSubscription", "WebhookSecret", "WebhookDelivery" TO caseport_application;
CREATE POLICY definer_reads ON "WebhookSubscription" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_deletes ON "WebhookSubscription" FOR DELETE TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "WebhookSecret" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_deletes ON "WebhookSecret" FOR DELETE TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "WebhookDelivery" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_deletes ON "WebhookDelivery" FOR DELETE TO caseport_definer USING (true);
GRANT SELECT, DELETE ON "WebhookSubscription", "WebhookSecret", "WebhookDelivery" TO caseport_definer;

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

-- Deliveries that have been due for so long that their job must be lost (a queue that was emptied, a dump without it): page by page,
-- each behind the last of the one before.
CREATE FUNCTION list_overdue_deliveries(minutes integer, "afterDue" timestamptz, "afterId" text, batch integer)
RETURNS TABLE ("organizationId" text, "deliveryId" text, "dueAt" timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT d."organizationId", d.id, d."nextAttemptAt"::timestamptz FROM "WebhookDelivery" d
    WHERE d.status = 'pending' AND d."nextAttemptAt" < now() - make_interval(mins => minutes)
      AND (d."nextAttemptAt", d.id) > ("afterDue", "afterId")
    ORDER BY d."nextAttemptAt", d.id LIMIT batch;
END $$;
CALL run_as_definer(
  'purge_webhook_deliveries(integer)', 'purge_webhook_secrets(integer)', 'purge_webhook_subscriptions(integer)',
  'list_overdue_deliveries(integer, timestamptz, text, integer)');
