-- Months are dropped after the days that the caller names, or else after the table's own. Never after fewer than these; of audit entries, which
-- have none, never before six years: 45 CFR 164.316(b)(2)(i).
-- Contracts: a DROP TABLE is in a function, for months that are older than they are kept.
CREATE FUNCTION drop_partitions(of_table text, kept_days integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '500ms' SET timezone = 'UTC'
AS $$
DECLARE
  head CONSTANT text := of_table || '_before';
  described record; month timestamptz; oldest text; is_needed boolean;
BEGIN
  SELECT * INTO STRICT described FROM partitioned_tables() t WHERE t.name = of_table;
  IF kept_days < coalesce(described."keptDays", 2192) THEN RAISE EXCEPTION '% days are less than rows of % must be kept', kept_days, of_table USING ERRCODE = 'invalid_parameter_value'; END IF;
  SELECT min(m) INTO month FROM list_partition_months(of_table) m WHERE m + interval '1 month' <= now() - make_interval(days => coalesce(kept_days, described."keptDays"));
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
CALL run_as_definer('drop_partitions(text, integer)');
-- For the version before, which names no days: audit entries stay.
GRANT caseport_definer TO CURRENT_USER;
CREATE OR REPLACE FUNCTION drop_partitions(of_table text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '500ms' SET timezone = 'UTC'
AS $$ BEGIN RETURN drop_partitions(of_table, NULL); END $$;
REVOKE caseport_definer FROM CURRENT_USER;
