-- What empties a sandbox. Its role has the application's policies, which show it the transaction's own organization alone, and deletes where
-- the application may not. It owns one function. Roles belong to the whole server, so another database may have created it already.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'caseport_emptier') THEN
    CREATE ROLE caseport_emptier NOLOGIN;
  END IF;
END $$;
GRANT caseport_application TO caseport_emptier;

-- Of the tables, some belong to the definer's role.
GRANT caseport_definer TO CURRENT_USER;
DO $$ DECLARE tenant_table text; BEGIN
  FOR tenant_table IN
    SELECT c.relname FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organizationId' AND NOT a.attisdropped)
  LOOP EXECUTE format('GRANT DELETE ON %I TO caseport_emptier', tenant_table);
  END LOOP;
END $$;
REVOKE caseport_definer FROM CURRENT_USER;

-- Every new table is emptied, too.
CREATE OR REPLACE PROCEDURE isolate_tenants(VARIADIC tables text[]) LANGUAGE plpgsql AS $$
DECLARE tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY tables LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY own_organization ON %I TO caseport_application
         USING ("organizationId" = current_setting(''caseport.organization'', true))
         WITH CHECK ("organizationId" = current_setting(''caseport.organization'', true))', tenant_table);
    EXECUTE format('GRANT DELETE ON %I TO caseport_emptier', tenant_table);
  END LOOP;
END $$;

-- Whether an organization is a sandbox whose rows are being deleted.
CREATE FUNCTION is_emptied_sandbox(organization text) RETURNS boolean LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN EXISTS (SELECT 1 FROM "Organization" o WHERE o.id = organization AND o."sandboxState" = ANY ('{resetting,deleted}'));
END $$;

-- What is append-only in a firm goes when a sandbox is emptied: only empty_sandbox() runs as this role.
CREATE OR REPLACE FUNCTION reject_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_user = 'caseport_emptier' THEN
    IF is_emptied_sandbox(OLD."organizationId") THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_ARGV[0] USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE OR REPLACE FUNCTION keep_sent_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user = 'caseport_emptier' THEN
    IF is_emptied_sandbox(OLD."organizationId") THEN RETURN OLD; END IF;
  END IF;
  PERFORM 1 FROM "Invoice" i WHERE i."organizationId" = OLD."organizationId" AND i.id = OLD."invoiceId" AND i.status <> 'draft';
  IF FOUND THEN
    RAISE EXCEPTION 'only the line items of a draft can be deleted' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;

-- Deletes the rows of the transaction's organization from every table but those kept, and stored responses but that of one request. One
-- statement, because foreign keys are checked at its end: the tables refer to each other in circles.
CREATE FUNCTION empty_sandbox(kept text[], request text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE organization CONSTANT text := current_setting('caseport.organization', true); deletions text;
BEGIN
  IF NOT is_emptied_sandbox(organization) THEN
    RAISE EXCEPTION 'The organization is no sandbox that is being reset' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT string_agg(format('%I AS (DELETE FROM %I WHERE "organizationId" = $1%s)', 'from_' || c.relname, c.relname,
      CASE WHEN c.relname = 'IdempotencyRecord' THEN ' AND "requestId" IS DISTINCT FROM $2' END), ', ')
    INTO deletions
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL (kept)
    AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organizationId' AND NOT a.attisdropped);
  EXECUTE 'WITH ' || deletions || ' SELECT' USING organization, request;
END $$;
REVOKE ALL ON FUNCTION empty_sandbox(text[], text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION empty_sandbox(text[], text) TO caseport_application;
-- Changing the owner requires membership in the new owner and its right to create; neither is kept.
GRANT caseport_emptier TO CURRENT_USER;
GRANT CREATE ON SCHEMA public TO caseport_emptier;
ALTER FUNCTION empty_sandbox(text[], text) OWNER TO caseport_emptier;
REVOKE CREATE ON SCHEMA public FROM caseport_emptier;
REVOKE caseport_emptier FROM CURRENT_USER;
