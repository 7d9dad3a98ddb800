-- Roles, and what keeps organizations apart: the foundation of every later migration (src/decisions/0004-three-walls.md).
-- One SQL serves PostgreSQL and Citus; src/testing/conformance/schema-rules.test.ts checks the rules that the catalog shows.

-- Roles belong to the whole server, so another database may have created them already.
DO $$
BEGIN
  -- The group of the servers' login roles. It owns nothing, and row-level security binds it.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'caseport_application') THEN
    CREATE ROLE caseport_application NOLOGIN;
  END IF;
  -- Owns the functions that cross organizations. It can read and write only what they need.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'caseport_definer') THEN
    CREATE ROLE caseport_definer NOLOGIN;
  END IF;
  -- Reads what reports are made of, also in the organizations below the own one. The application takes it for one statement.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'caseport_reader') THEN
    CREATE ROLE caseport_reader NOLOGIN;
  END IF;
END $$;
GRANT caseport_reader TO caseport_application WITH INHERIT FALSE, SET TRUE;
GRANT USAGE ON SCHEMA public TO caseport_application, caseport_definer, caseport_reader;
GRANT SELECT ON "_prisma_migrations" TO caseport_application;

-- Shows and accepts only rows of the organization that the transaction has set, also for the tables' owner (FORCE). Without the
-- setting no row is visible and none can be written. Every table with an "organizationId" is isolated by this procedure.
-- Policies are permissive, name their roles and hold no sub-select: Citus writes them to shards without AS RESTRICTIVE.
CREATE PROCEDURE isolate_tenants(VARIADIC tables text[]) LANGUAGE plpgsql AS $$
DECLARE tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY tables LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY own_organization ON %I TO caseport_application
         USING ("organizationId" = current_setting(''caseport.organization'', true))
         WITH CHECK ("organizationId" = current_setting(''caseport.organization'', true))', tenant_table);
  END LOOP;
END $$;
REVOKE ALL ON PROCEDURE isolate_tenants(text[]) FROM PUBLIC;

-- Hands SECURITY DEFINER functions to the role that may cross organizations, and lets the application call them.
-- To replace such a function later: GRANT caseport_definer TO CURRENT_USER; CREATE OR REPLACE …; REVOKE caseport_definer FROM CURRENT_USER.
CREATE PROCEDURE run_as_definer(VARIADIC signatures text[]) LANGUAGE plpgsql AS $$
DECLARE signature text;
BEGIN
  -- Changing the owner requires membership in the new owner and its right to create; neither is kept.
  EXECUTE format('GRANT caseport_definer TO %I', current_user);
  GRANT CREATE ON SCHEMA public TO caseport_definer;
  FOREACH signature IN ARRAY signatures LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', signature);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO caseport_application', signature);
    EXECUTE format('ALTER FUNCTION %s OWNER TO caseport_definer', signature);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM caseport_definer;
  EXECUTE format('REVOKE caseport_definer FROM %I', current_user);
END $$;
REVOKE ALL ON PROCEDURE run_as_definer(text[]) FROM PUBLIC;

-- "updatedAt" strictly increases, also for two updates within one millisecond: the ETag of a case is made of it.
CREATE FUNCTION touch_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."updatedAt" := greatest(date_trunc('milliseconds', clock_timestamp()), OLD."updatedAt" + interval '1 millisecond');
  RETURN NEW;
END $$;

-- Takes the table's name as an argument: on a shard of Citus, TG_TABLE_NAME is the shard's name.
CREATE FUNCTION reject_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_ARGV[0] USING ERRCODE = 'insufficient_privilege';
END $$;

-- For CASEPORT_RATE_LIMIT_STORE=postgres. Columns, types and their ORDER are what rate-limiter-flexible 11.4.0 expects (its INSERT
-- names no columns); the name is `rateLimitTable` in src/platform/rate-limit/rate-limiter.ts. The library deletes rows an hour old.
-- UNLOGGED: counters of one minute are not worth write-ahead log; a crash may lose them.
-- fillfactor 50: every request rewrites one row; with room on the page, and no index on expire, these are HOT updates.
CREATE UNLOGGED TABLE "RateLimitCounter" (
  key    varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
GRANT SELECT, INSERT, UPDATE, DELETE ON "RateLimitCounter" TO caseport_application;
