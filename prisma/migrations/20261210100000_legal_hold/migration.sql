-- The kinds of record of an organization that are on legal hold (src/decisions/0128-legal-hold.md): `npm run organization -- <slug> --hold`.
-- Contracts: a DROP TABLE is in a function, for months that are older than they are kept.
ALTER TABLE "Organization" ADD COLUMN "legalHolds" text[] NOT NULL DEFAULT '{}'
  CONSTRAINT "Organization_legalHolds" CHECK ("legalHolds" <@ '{audit_entries,events,requests,deliveries,documents}'::text[]);

-- For the operator's overview.
CREATE FUNCTION list_legal_holds() RETURNS TABLE (slug text, kinds text[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  RETURN QUERY SELECT o.slug, o."legalHolds" FROM "Organization" o WHERE o."legalHolds" <> '{}' ORDER BY 1;
END $$;
CALL run_as_definer('list_legal_holds()');

GRANT caseport_definer TO CURRENT_USER;
-- As before, and drops no month of a kind that any organization has on hold: a month holds all organizations.
CREATE OR REPLACE FUNCTION drop_partitions(of_table text, kept_days integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '500ms' SET timezone = 'UTC'
AS $$
DECLARE
  head CONSTANT text := of_table || '_before';
  kind CONSTANT text := CASE of_table WHEN 'Event' THEN 'events' WHEN 'EventCase' THEN 'events' WHEN 'AuditEntry' THEN 'audit_entries'
    WHEN 'RequestLog' THEN 'requests' WHEN 'WebhookDelivery' THEN 'deliveries' END;
  described record; month timestamptz; oldest text; is_needed boolean;
BEGIN
  SELECT * INTO STRICT described FROM partitioned_tables() t WHERE t.name = of_table;
  IF kept_days < coalesce(described."keptDays", 2192) THEN RAISE EXCEPTION '% days are less than rows of % must be kept', kept_days, of_table USING ERRCODE = 'invalid_parameter_value'; END IF;
  SELECT min(m) INTO month FROM list_partition_months(of_table) m WHERE m + interval '1 month' <= now() - make_interval(days => coalesce(kept_days, described."keptDays"));
  IF month IS NULL THEN RETURN 0; END IF;
  IF EXISTS (SELECT 1 FROM "Organization" o WHERE kind = ANY (o."legalHolds")) THEN RETURN 0; END IF;
  oldest := name_partition(of_table, month);
  IF of_table = 'WebhookDelivery' THEN
    SELECT EXISTS (SELECT 1 FROM "WebhookDelivery" d WHERE d.id < lowest_id('dlv', month + interval '1 month')
      AND (d.status = 'pending' OR d."finishedAt" >= now() - interval '31 days')) INTO is_needed;
    IF is_needed THEN RETURN 0; END IF;
  END IF;
  EXECUTE format('LOCK TABLE public.%I IN ACCESS EXCLUSIVE MODE', of_table);
  -- Put on hold while this waited: a hold locks the table until it is committed.
  IF EXISTS (SELECT 1 FROM "Organization" o WHERE kind = ANY (o."legalHolds")) THEN RETURN 0; END IF;
  -- Sent again while this waited.
  IF of_table = 'WebhookDelivery' THEN
    SELECT EXISTS (SELECT 1 FROM "WebhookDelivery" d WHERE d.id < lowest_id('dlv', month + interval '1 month') AND d.status = 'pending') INTO is_needed;
    IF is_needed THEN RETURN 0; END IF;
  END IF;
  EXECUTE format('DROP TABLE partitions.%I, partitions.%I', head, oldest);
  EXECUTE format('CREATE TABLE partitions.%I PARTITION OF public.%I FOR VALUES FROM (MINVALUE) TO (%L)', head, of_table, lowest_id(described.prefix, month + interval '1 month'));
  RETURN 1;
END $$;

-- As before, but for organizations on hold: what the log of requests lacks, and the secrets with which deliveries were signed.
CREATE OR REPLACE FUNCTION purge_request_log_gaps(batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE kept_from timestamptz := now() - interval '400 days'; deleted integer;
BEGIN
  DELETE FROM "RequestLogGap" l USING (
    SELECT g."organizationId", g.id FROM "RequestLogGap" g WHERE g."untilAt" < kept_from
      AND NOT EXISTS (SELECT 1 FROM "Organization" o WHERE o.id = g."organizationId" AND 'requests' = ANY (o."legalHolds"))
    ORDER BY g."untilAt" LIMIT batch
  ) due WHERE l."organizationId" = due."organizationId" AND l.id = due.id;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
CREATE OR REPLACE FUNCTION purge_webhook_secrets(batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE kept_from timestamptz := now() - interval '30 days'; deleted integer;
BEGIN
  DELETE FROM "WebhookSecret" l USING (
    SELECT s."organizationId", s.id FROM "WebhookSecret" s WHERE s."expiresAt" < kept_from
      AND NOT EXISTS (SELECT 1 FROM "Organization" o WHERE o.id = s."organizationId" AND 'deliveries' = ANY (o."legalHolds"))
    ORDER BY s."expiresAt" LIMIT batch
  ) due WHERE l."organizationId" = due."organizationId" AND l.id = due.id;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
REVOKE caseport_definer FROM CURRENT_USER;
