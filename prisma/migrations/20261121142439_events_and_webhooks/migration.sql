-- CreateTable
CREATE TABLE "WebhookSubscription" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "eventTypes" TEXT[],
    "status" TEXT NOT NULL DEFAULT 'active',
    "statusReason" TEXT,
    "statusChangedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "consecutiveFailures" INTEGER NOT NULL DEFAULT 0,
    "failingSince" TIMESTAMPTZ(3),
    "lastAttemptAt" TIMESTAMPTZ(3),
    "lastSuccessAt" TIMESTAMPTZ(3),
    "goneNoticedAt" TIMESTAMPTZ(3),
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "WebhookSubscription_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "WebhookSecret" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "subscriptionId" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WebhookSecret_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "subscriptionId" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "eventNumber" BIGINT NOT NULL,
    "eventType" TEXT NOT NULL,
    "trigger" TEXT NOT NULL DEFAULT 'event',
    "status" TEXT NOT NULL DEFAULT 'pending',
    "cancelReason" TEXT,
    "round" INTEGER NOT NULL DEFAULT 1,
    "roundAttempts" INTEGER NOT NULL DEFAULT 0,
    "attemptCount" INTEGER NOT NULL DEFAULT 0,
    "attempts" JSONB NOT NULL DEFAULT '[]',
    "nextAttemptAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "WebhookSubscription_organizationId_keyId_id_idx" ON "WebhookSubscription"("organizationId", "keyId", "id");

-- CreateIndex
CREATE INDEX "WebhookSecret_organizationId_subscriptionId_createdAt_idx" ON "WebhookSecret"("organizationId", "subscriptionId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "WebhookDelivery_organizationId_subscriptionId_id_idx" ON "WebhookDelivery"("organizationId", "subscriptionId", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_organizationId_subscriptionId_status_id_idx" ON "WebhookDelivery"("organizationId", "subscriptionId", "status", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_finishedAt_idx" ON "WebhookDelivery"("finishedAt");

-- CreateIndex
CREATE INDEX "Event_organizationId_entity_number_idx" ON "Event"("organizationId", "entity", "number");

-- CreateIndex
CREATE INDEX "Event_organizationId_eventType_number_idx" ON "Event"("organizationId", "eventType", "number");

-- CreateIndex
CREATE INDEX "Event_organizationId_entityId_eventType_number_idx" ON "Event"("organizationId", "entityId", "eventType", "number");

-- CreateIndex
CREATE INDEX "Event_organizationId_occurredAt_number_idx" ON "Event"("organizationId", "occurredAt", "number");

-- AddForeignKey
ALTER TABLE "WebhookSubscription" ADD CONSTRAINT "WebhookSubscription_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId") REFERENCES "IntegrationKey"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "WebhookSecret" ADD CONSTRAINT "WebhookSecret_organizationId_subscriptionId_fkey" FOREIGN KEY ("organizationId", "subscriptionId") REFERENCES "WebhookSubscription"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_organizationId_subscriptionId_fkey" FOREIGN KEY ("organizationId", "subscriptionId") REFERENCES "WebhookSubscription"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- By hand from here on: what the database itself keeps true, the walls, and what crosses them.

-- The documents-only feed asks by entity now, as every narrowed feed does.
DROP INDEX "Event_documents";
-- Row-level security lets only leakproof functions come before it, and `->>` is none: the application's statements never used
-- this index. So the actor's id is a column, which the database fills by itself (and Prisma does not know).
DROP INDEX "Event_actor";
-- So is an event's size, so that a page can end before it is too large, without reading what it ends before.
ALTER TABLE "Event"
  ADD COLUMN "actorId" text GENERATED ALWAYS AS (actor->>'id') STORED,
  ADD COLUMN bytes integer GENERATED ALWAYS AS (octet_length(payload::text) + octet_length(diff::text)) STORED;
CREATE INDEX "Event_actor" ON "Event" ("organizationId", "actorId", number);

GRANT SELECT, INSERT, UPDATE ON "WebhookSubscription", "WebhookSecret", "WebhookDelivery" TO caseport_application;
DO $$
DECLARE tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['WebhookSubscription', 'WebhookSecret', 'WebhookDelivery'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY own_organization ON %I USING ("organizationId" = current_setting(''caseport.organization'', true))
         WITH CHECK ("organizationId" = current_setting(''caseport.organization'', true))', tenant_table);
  END LOOP;
END $$;

ALTER TABLE "WebhookSubscription"
  ADD CONSTRAINT "WebhookSubscription_status" CHECK (status IN ('active', 'paused', 'disabled')),
  ADD CONSTRAINT "WebhookSubscription_status_reason" CHECK (
    (status = 'active') = ("statusReason" IS NULL) AND coalesce("statusReason", 'gone') IN ('failures', 'gone', 'by_hand')),
  ADD CONSTRAINT "WebhookSubscription_https" CHECK (url LIKE 'https://%' AND char_length(url) <= 2000),
  ADD CONSTRAINT "WebhookSubscription_event_types" CHECK (cardinality("eventTypes") >= 1),
  ADD CONSTRAINT "WebhookSubscription_revision" CHECK (revision >= 1);
ALTER TABLE "WebhookDelivery"
  ADD CONSTRAINT "WebhookDelivery_status" CHECK (status IN ('pending', 'succeeded', 'failed', 'cancelled')),
  ADD CONSTRAINT "WebhookDelivery_trigger" CHECK (trigger IN ('event', 'test', 'redelivery', 'recovery')),
  ADD CONSTRAINT "WebhookDelivery_due" CHECK ((status = 'pending') = ("nextAttemptAt" IS NOT NULL)),
  ADD CONSTRAINT "WebhookDelivery_finished" CHECK ((status = 'pending') = ("finishedAt" IS NULL)),
  ADD CONSTRAINT "WebhookDelivery_cancelled" CHECK ((status = 'cancelled') = ("cancelReason" IS NOT NULL));
-- Whom a mutation's events go to: asked by every mutation, so it holds nothing else.
CREATE INDEX "WebhookSubscription_active" ON "WebhookSubscription" ("organizationId") WHERE status = 'active' AND "deletedAt" IS NULL;
-- What waits, for the watch over jobs that got lost.
CREATE INDEX "WebhookDelivery_pending" ON "WebhookDelivery" ("nextAttemptAt", id) WHERE status = 'pending';
-- What is to be purged.
CREATE INDEX "WebhookSubscription_deleted" ON "WebhookSubscription" ("deletedAt") WHERE "deletedAt" IS NOT NULL;
CREATE INDEX "WebhookSecret_ended" ON "WebhookSecret" ("expiresAt") WHERE "expiresAt" IS NOT NULL;

-- What the keeper's functions need beyond what it has.
CREATE POLICY keeper_reads ON "EventCounter" FOR SELECT TO caseport_keeper USING (true);
CREATE POLICY keeper_reads ON "Event" FOR SELECT TO caseport_keeper USING (true);
CREATE POLICY keeper_deletes ON "Event" FOR DELETE TO caseport_keeper USING (true);
CREATE POLICY keeper_reads ON "WebhookDelivery" FOR SELECT TO caseport_keeper USING (true);
CREATE POLICY keeper_deletes ON "WebhookDelivery" FOR DELETE TO caseport_keeper USING (true);
CREATE POLICY keeper_reads ON "WebhookSubscription" FOR SELECT TO caseport_keeper USING (true);
CREATE POLICY keeper_deletes ON "WebhookSubscription" FOR DELETE TO caseport_keeper USING (true);
CREATE POLICY keeper_reads ON "WebhookSecret" FOR SELECT TO caseport_keeper USING (true);
CREATE POLICY keeper_deletes ON "WebhookSecret" FOR DELETE TO caseport_keeper USING (true);
GRANT SELECT ON "EventCounter" TO caseport_keeper;
GRANT SELECT, DELETE ON "Event", "WebhookDelivery", "WebhookSubscription", "WebhookSecret" TO caseport_keeper;

-- How far the feeds of the given organizations have come: what waiting readers ask, one statement for all of them.
CREATE FUNCTION list_newest_events(organizations text[]) RETURNS TABLE ("organizationId" text, newest bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT "organizationId", last FROM "EventCounter" WHERE "organizationId" = ANY (organizations)
$$;

-- Events are kept for 90 days, and deliveries for 30 after they were over: a day longer than a recovery reaches back, which may wait
-- in its queue and would deliver again what it does not find. Deleted in batches, the oldest of each organization first, without a lock
-- that a writer or a reader would wait for. Each returns how many it deleted.
CREATE FUNCTION purge_events(batch integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH gone AS (
    DELETE FROM "Event" WHERE ctid = ANY (ARRAY(
      SELECT e.place FROM "EventCounter" c CROSS JOIN LATERAL (
        SELECT ctid AS place FROM "Event"
        WHERE "organizationId" = c."organizationId" AND "occurredAt" < now() - interval '90 days'
        ORDER BY "occurredAt", number LIMIT batch
      ) e LIMIT batch)) RETURNING 1
  )
  SELECT count(*)::integer FROM gone
$$;
CREATE FUNCTION purge_webhook_deliveries(batch integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH gone AS (
    DELETE FROM "WebhookDelivery" WHERE status <> 'pending' AND ctid = ANY (ARRAY(
      SELECT ctid FROM "WebhookDelivery" WHERE "finishedAt" < now() - interval '31 days'
      ORDER BY "finishedAt" LIMIT batch)) RETURNING 1
  )
  SELECT count(*)::integer FROM gone
$$;
-- Secrets that ended 30 days ago, and then subscriptions that were deleted then (which ends their secrets), when nothing is left of them.
CREATE FUNCTION purge_webhook_secrets(batch integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH gone AS (
    DELETE FROM "WebhookSecret" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "WebhookSecret" WHERE "expiresAt" < now() - interval '30 days' ORDER BY "expiresAt" LIMIT batch)) RETURNING 1
  )
  SELECT count(*)::integer FROM gone
$$;
CREATE FUNCTION purge_webhook_subscriptions(batch integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH gone AS (
    DELETE FROM "WebhookSubscription" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "WebhookSubscription" s WHERE "deletedAt" < now() - interval '30 days'
        AND NOT EXISTS (SELECT FROM "WebhookDelivery" d WHERE d."organizationId" = s."organizationId" AND d."subscriptionId" = s.id)
        AND NOT EXISTS (SELECT FROM "WebhookSecret" w WHERE w."organizationId" = s."organizationId" AND w."subscriptionId" = s.id)
      ORDER BY "deletedAt" LIMIT batch)) RETURNING 1
  )
  SELECT count(*)::integer FROM gone
$$;

-- Deliveries that have been due for so long that their job must be lost (a queue that was emptied, a dump without it): page by page,
-- each behind the last of the one before.
CREATE FUNCTION list_overdue_deliveries(minutes integer, "afterDue" timestamptz, "afterId" text, batch integer)
RETURNS TABLE ("organizationId" text, "deliveryId" text, "dueAt" timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT "organizationId", id, "nextAttemptAt" FROM "WebhookDelivery"
  WHERE status = 'pending' AND "nextAttemptAt" < now() - make_interval(mins => minutes) AND ("nextAttemptAt", id) > ("afterDue", "afterId")
  ORDER BY "nextAttemptAt", id LIMIT batch
$$;

DO $$
DECLARE signature text;
BEGIN
  EXECUTE format('GRANT caseport_keeper TO %I', current_user);
  GRANT CREATE ON SCHEMA public TO caseport_keeper;
  FOREACH signature IN ARRAY ARRAY[
    'list_newest_events(text[])', 'purge_events(integer)', 'purge_webhook_deliveries(integer)', 'purge_webhook_secrets(integer)',
    'purge_webhook_subscriptions(integer)', 'list_overdue_deliveries(integer, timestamptz, text, integer)'
  ] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', signature);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO caseport_application', signature);
    EXECUTE format('ALTER FUNCTION %s OWNER TO caseport_keeper', signature);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM caseport_keeper;
  EXECUTE format('REVOKE caseport_keeper FROM %I', current_user);
END $$;
