-- Events with the cases that they point to, audit entries, logged requests and deliveries are partitioned by month
-- (src/decisions/0070-partitions-by-month.md). The partition key is the ID, which begins with its time.

-- What is partitioned, by which column and prefix of IDs, and for how many days it is kept; null for ever. Deliveries are kept for 31 days
-- after they ended, which is at most four days after they began, unless they are sent again: drop_partitions looks for those.
CREATE FUNCTION partitioned_tables() RETURNS TABLE (name text, key text, prefix text, "keptDays" integer) LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN QUERY VALUES ('Event', 'id', 'evt', 90), ('EventCase', 'eventId', 'evt', 90), ('AuditEntry', 'id', 'aud', NULL), ('RequestLog', 'id', 'log', 30),
    ('WebhookDelivery', 'id', 'dlv', 35);
END $$;

-- The lowest ID of a time: its milliseconds in base 32, as ULIDs are written.
CREATE FUNCTION lowest_id(prefix text, at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN prefix || '_' || (
  SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((floor(extract(epoch FROM at) * 1000)::bigint >> (5 * place)) & 31)::integer + 1, 1), '' ORDER BY place DESC)
  FROM generate_series(0, 9) AS place
) || repeat('0', 16);

-- Partitions: for each month (UTC) one such as "Event_2026_11", for older rows "Event_before", for newer ones "Event_after". The first and
-- the last are open, so that every row has its partition; there is no default partition, which would end reading partitions in order.
CREATE SCHEMA partitions;
GRANT USAGE, CREATE ON SCHEMA partitions TO caseport_definer;

CREATE FUNCTION name_partition(of_table text, month timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN of_table || to_char(month AT TIME ZONE 'UTC', '_YYYY_MM');

-- The months of a table that have partitions.
CREATE FUNCTION list_partition_months(of_table text) RETURNS SETOF timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT make_timestamptz(left(right(c.relname, 7), 4)::integer, right(c.relname, 2)::integer, 1, 0, 0, 0, 'UTC')
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = format('public.%I', of_table)::regclass AND c.relname ~ '_\d{4}_\d{2}$' ORDER BY 1;
END $$;

-- The partitions of this month and the next that do not exist: their rows would go to the partition after.
CREATE FUNCTION list_missing_partitions() RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT name_partition(t.name, m) FROM partitioned_tables() t,
      generate_series(date_trunc('month', now(), 'UTC'), date_trunc('month', now(), 'UTC') + interval '1 month', interval '1 month') m
    WHERE m NOT IN (SELECT list_partition_months(t.name)) ORDER BY 1;
END $$;

-- Makes the partitions up to next month; for a table that has none, from the month of `since`. Returns how many months it made. Waits at
-- most half a second for the requests that use the table, which then wait for it, some milliseconds once a month. Rows of these months that
-- are in the partition after, because no partition was made in time or a clock is wrong, are moved.
CREATE FUNCTION make_partitions(of_table text, since timestamptz DEFAULT now()) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '500ms' SET timezone = 'UTC'
AS $$
DECLARE
  newest CONSTANT timestamptz := date_trunc('month', now()) + interval '1 month';
  tail CONSTANT text := of_table || '_after';
  month timestamptz; made integer := 0; described record; written text; low text; high text;
BEGIN
  SELECT * INTO STRICT described FROM partitioned_tables() t WHERE t.name = of_table;
  IF newest IN (SELECT list_partition_months(of_table)) THEN RETURN 0; END IF;
  EXECUTE format('LOCK TABLE public.%I IN ACCESS EXCLUSIVE MODE', of_table);
  SELECT max(m) + interval '1 month' INTO month FROM list_partition_months(of_table) m;
  IF month > newest THEN RETURN 0; END IF;
  IF month IS NULL THEN
    month := date_trunc('month', since);
    low := lowest_id(described.prefix, month);
    EXECUTE format('CREATE TABLE partitions.%I PARTITION OF public.%I FOR VALUES FROM (MINVALUE) TO (%L)', of_table || '_before', of_table, low);
    EXECUTE format('CREATE TABLE partitions.%I PARTITION OF public.%I FOR VALUES FROM (%L) TO (MAXVALUE)', tail, of_table, low);
  END IF;
  SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) INTO written FROM pg_attribute a
  WHERE a.attrelid = format('public.%I', of_table)::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '';
  EXECUTE format('ALTER TABLE public.%I DETACH PARTITION partitions.%I', of_table, tail);
  WHILE month <= newest LOOP
    low := lowest_id(described.prefix, month);
    high := lowest_id(described.prefix, month + interval '1 month');
    -- Attached when it has its rows: triggers ran when they were written.
    EXECUTE format('CREATE TABLE partitions.%I (LIKE partitions.%I INCLUDING ALL)', name_partition(of_table, month), tail);
    EXECUTE format('INSERT INTO partitions.%I (%s) SELECT %2$s FROM partitions.%I WHERE %I < %L', name_partition(of_table, month), written, tail, described.key, high);
    EXECUTE format('DELETE FROM partitions.%I WHERE %I < %L', tail, described.key, high);
    EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION partitions.%I FOR VALUES FROM (%L) TO (%L)', of_table, name_partition(of_table, month), low, high);
    made := made + 1;
    month := month + interval '1 month';
  END LOOP;
  EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION partitions.%I FOR VALUES FROM (%L) TO (MAXVALUE)', of_table, tail, high);
  RETURN made;
END $$;

-- Drops the oldest month if every row of it is older than it must be kept, with what is before it. Returns how many it dropped: one at most,
-- so that requests do not wait for long. Waits as make_partitions does. A delivery that is pending, or ended less than 31 days ago, keeps its month.
CREATE FUNCTION drop_partitions(of_table text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '500ms' SET timezone = 'UTC'
AS $$
DECLARE
  head CONSTANT text := of_table || '_before';
  described record; month timestamptz; oldest text; is_needed boolean;
BEGIN
  SELECT * INTO STRICT described FROM partitioned_tables() t WHERE t.name = of_table;
  SELECT min(m) INTO month FROM list_partition_months(of_table) m WHERE m + interval '1 month' <= now() - make_interval(days => described."keptDays");
  IF month IS NULL THEN RETURN 0; END IF;
  oldest := name_partition(of_table, month);
  IF of_table = 'WebhookDelivery' THEN
    SELECT EXISTS (SELECT 1 FROM "WebhookDelivery" d WHERE d.id < lowest_id('dlv', month + interval '1 month')
      AND (d.status = 'pending' OR d."finishedAt" >= now() - interval '31 days')) INTO is_needed;
    IF is_needed THEN RETURN 0; END IF;
  END IF;
  EXECUTE format('LOCK TABLE public.%I IN ACCESS EXCLUSIVE MODE', of_table);
  -- Sent again while this waited.
  IF of_table = 'WebhookDelivery' THEN
    SELECT EXISTS (SELECT 1 FROM "WebhookDelivery" d WHERE d.id < lowest_id('dlv', month + interval '1 month') AND d.status = 'pending') INTO is_needed;
    IF is_needed THEN RETURN 0; END IF;
  END IF;
  EXECUTE format('DROP TABLE partitions.%I, partitions.%I', head, oldest);
  EXECUTE format('CREATE TABLE partitions.%I PARTITION OF public.%I FOR VALUES FROM (MINVALUE) TO (%L)', head, of_table, lowest_id(described.prefix, month + interval '1 month'));
  RETURN 1;
END $$;
CALL run_as_definer('make_partitions(text, timestamptz)', 'drop_partitions(text)');

-- Each table is made anew, partitioned, and its rows are copied.
ALTER TABLE "Event" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "EventCase" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "AuditEntry" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "RequestLog" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "WebhookDelivery" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Event" SET SCHEMA partitions;
ALTER TABLE "EventCase" SET SCHEMA partitions;
ALTER TABLE "AuditEntry" SET SCHEMA partitions;
ALTER TABLE "RequestLog" SET SCHEMA partitions;
ALTER TABLE "WebhookDelivery" SET SCHEMA partitions;

-- An event's number is unique by the counter, whose row its transaction locks: an index could say so only within a month.
CREATE TABLE "Event" (LIKE partitions."Event" INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS, PRIMARY KEY ("organizationId", id)) PARTITION BY RANGE (id);
CREATE INDEX "Event_organizationId_number_idx" ON "Event" ("organizationId", number);
CREATE INDEX "Event_organizationId_entity_number_idx" ON "Event" ("organizationId", entity, number);
CREATE INDEX "Event_organizationId_eventType_number_idx" ON "Event" ("organizationId", "eventType", number);
CREATE INDEX "Event_organizationId_entityId_eventType_number_idx" ON "Event" ("organizationId", "entityId", "eventType", number);
CREATE INDEX "Event_organizationId_occurredAt_number_idx" ON "Event" ("organizationId", "occurredAt", number);
CREATE INDEX "Event_actor" ON "Event" ("organizationId", "actorId", number);

CREATE TABLE "EventCase" (
  "organizationId" text   NOT NULL,
  "caseId"         text   NOT NULL,
  number           bigint NOT NULL,
  entity           text   NOT NULL,
  "eventId"        text   NOT NULL,
  CONSTRAINT "EventCase_pkey" PRIMARY KEY ("organizationId", "caseId", number, "eventId"),
  CONSTRAINT "EventCase_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT
) PARTITION BY RANGE ("eventId");

CREATE TABLE "AuditEntry" (LIKE partitions."AuditEntry" INCLUDING DEFAULTS INCLUDING CONSTRAINTS, PRIMARY KEY ("organizationId", id)) PARTITION BY RANGE (id);
CREATE INDEX "AuditEntry_organizationId_entity_entityId_id_idx" ON "AuditEntry" ("organizationId", entity, "entityId", id);
CREATE INDEX "AuditEntry_organizationId_entity_id_idx" ON "AuditEntry" ("organizationId", entity, id);
CREATE INDEX "AuditEntry_organizationId_actorId_id_idx" ON "AuditEntry" ("organizationId", "actorId", id);
CREATE INDEX "AuditEntry_organizationId_requestId_id_idx" ON "AuditEntry" ("organizationId", "requestId", id);
CREATE INDEX "AuditEntry_security" ON "AuditEntry" ("organizationId", id)
  WHERE entity IN ('integration_key', 'scope_request', 'member', 'user', 'organization', 'audit_trail', 'webhook_subscription');
CREATE INDEX "AuditEntry_security_actor" ON "AuditEntry" ("organizationId", "actorId", id)
  WHERE entity IN ('integration_key', 'scope_request', 'member', 'user', 'organization', 'audit_trail', 'webhook_subscription');
CREATE INDEX "AuditEntry_security_address" ON "AuditEntry" ("organizationId", address, id)
  WHERE entity IN ('integration_key', 'scope_request', 'member', 'user', 'organization', 'audit_trail', 'webhook_subscription');

CREATE TABLE "RequestLog" (LIKE partitions."RequestLog" INCLUDING DEFAULTS INCLUDING CONSTRAINTS, PRIMARY KEY ("organizationId", id)) PARTITION BY RANGE (id);
CREATE INDEX "RequestLog_organizationId_keyId_id_idx" ON "RequestLog" ("organizationId", "keyId", id);
CREATE INDEX "RequestLog_organizationId_requestId_id_idx" ON "RequestLog" ("organizationId", "requestId", id);
CREATE INDEX "RequestLog_reason" ON "RequestLog" ("organizationId", reason, id) WHERE reason IS NOT NULL;
CREATE INDEX "RequestLog_rejected" ON "RequestLog" ("organizationId", id) WHERE status >= 400;

CREATE TABLE "WebhookDelivery" (
  LIKE partitions."WebhookDelivery" INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  PRIMARY KEY ("organizationId", id),
  CONSTRAINT "WebhookDelivery_organizationId_subscriptionId_fkey" FOREIGN KEY ("organizationId", "subscriptionId")
    REFERENCES "WebhookSubscription" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
) PARTITION BY RANGE (id);
CREATE INDEX "WebhookDelivery_organizationId_subscriptionId_id_idx" ON "WebhookDelivery" ("organizationId", "subscriptionId", id);
CREATE INDEX "WebhookDelivery_organizationId_subscriptionId_status_id_idx" ON "WebhookDelivery" ("organizationId", "subscriptionId", status, id);
CREATE INDEX "WebhookDelivery_pending" ON "WebhookDelivery" ("nextAttemptAt", id) WHERE status = 'pending';

-- Who makes and drops partitions owns the table, so the definer role does. Its policies and grants say what else it does with the rows.
DO $$
DECLARE described record;
BEGIN
  EXECUTE format('GRANT caseport_definer TO %I', current_user);
  GRANT CREATE ON SCHEMA public TO caseport_definer;
  FOR described IN SELECT * FROM partitioned_tables() LOOP
    CALL isolate_tenants(described.name);
    EXECUTE format('ALTER TABLE %I OWNER TO caseport_definer', described.name);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM caseport_definer;
END $$;
SELECT make_partitions(name, greatest(coalesce(since, now()), now() - interval '2 years')) FROM (VALUES
  ('Event', (SELECT min("occurredAt") FROM partitions."Event")), ('EventCase', (SELECT min("occurredAt") FROM partitions."Event")),
  ('AuditEntry', (SELECT min("occurredAt") FROM partitions."AuditEntry")), ('RequestLog', (SELECT min("occurredAt") FROM partitions."RequestLog")),
  ('WebhookDelivery', (SELECT min("createdAt") FROM partitions."WebhookDelivery"))) AS t(name, since);

-- Until FORCE is set again, the member of the owning role writes past the policies.
ALTER TABLE "Event" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "EventCase" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "AuditEntry" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "RequestLog" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "WebhookDelivery" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "Event" ("organizationId", number, id, entity, "entityId", "eventType", "occurredAt", actor, payload, diff, "relatedIds", "correlationId", metadata)
  SELECT "organizationId", number, id, entity, "entityId", "eventType", "occurredAt", actor, payload, diff, "relatedIds", "correlationId", metadata FROM partitions."Event";
INSERT INTO "EventCase" ("organizationId", "caseId", number, entity, "eventId")
  SELECT c."organizationId", c."caseId", c.number, c.entity, e.id FROM partitions."EventCase" c
  JOIN partitions."Event" e ON e."organizationId" = c."organizationId" AND e.number = c.number;
INSERT INTO "AuditEntry" SELECT * FROM partitions."AuditEntry";
INSERT INTO "RequestLog" SELECT * FROM partitions."RequestLog";
INSERT INTO "WebhookDelivery" SELECT * FROM partitions."WebhookDelivery";
DROP TABLE partitions."EventCase", partitions."Event", partitions."AuditEntry", partitions."RequestLog", partitions."WebhookDelivery";
ALTER TABLE "Event" FORCE ROW LEVEL SECURITY;
ALTER TABLE "EventCase" FORCE ROW LEVEL SECURITY;
ALTER TABLE "AuditEntry" FORCE ROW LEVEL SECURITY;
ALTER TABLE "RequestLog" FORCE ROW LEVEL SECURITY;
ALTER TABLE "WebhookDelivery" FORCE ROW LEVEL SECURITY;

-- Grants and policies, as before but for deleting.
GRANT SELECT, INSERT ON "Event", "EventCase", "AuditEntry" TO caseport_application;
GRANT SELECT ON "RequestLog" TO caseport_application;
GRANT SELECT, INSERT, UPDATE ON "WebhookDelivery" TO caseport_application;
CREATE POLICY definer_reads ON "RequestLog" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_writes ON "RequestLog" FOR INSERT TO caseport_definer WITH CHECK (true);
CREATE POLICY definer_reads ON "WebhookDelivery" FOR SELECT TO caseport_definer USING (true);

-- The cases that an event points to, written with it and dropped with it.
CREATE OR REPLACE FUNCTION index_event_cases() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE related jsonb;
BEGIN
  FOR related IN SELECT jsonb_array_elements(NEW."relatedIds") LOOP
    CONTINUE WHEN related->>'entity' IS DISTINCT FROM 'case';
    INSERT INTO "EventCase" ("organizationId", "caseId", number, entity, "eventId")
    VALUES (NEW."organizationId", related->>'id', NEW.number, NEW.entity, NEW.id) ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER index_cases AFTER INSERT ON "Event" FOR EACH ROW
  WHEN (NEW."relatedIds" @> '[{"entity": "case"}]') EXECUTE FUNCTION index_event_cases();
CREATE TRIGGER append_only BEFORE UPDATE ON "Event" FOR EACH ROW EXECUTE FUNCTION reject_change('Event');
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "AuditEntry" FOR EACH ROW EXECUTE FUNCTION reject_change('AuditEntry');
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON "AuditEntry" FOR EACH STATEMENT EXECUTE FUNCTION reject_change('AuditEntry');

DROP FUNCTION purge_events(integer), purge_request_log(integer), purge_webhook_deliveries(integer);
DO $$ BEGIN EXECUTE format('REVOKE caseport_definer FROM %I', current_user); END $$;
