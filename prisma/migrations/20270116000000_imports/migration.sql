-- Imports: a file of a firm's records, whose rows a worker creates or updates, each once, and can undo.
CREATE TABLE "Import" (
  "organizationId"       text           NOT NULL,
  id                     text           NOT NULL,
  "fileName"             text           NOT NULL,
  format                 text,
  kind                   text,
  source                 text           NOT NULL DEFAULT 'other',
  status                 text           NOT NULL DEFAULT 'reading',
  failure                text,
  existing               text           NOT NULL DEFAULT 'update',
  "dateOrder"            text           NOT NULL DEFAULT 'month_first',
  columns                jsonb          NOT NULL DEFAULT '[]',
  defaults               jsonb          NOT NULL DEFAULT '[]',
  sample                 bytea,
  "headerRow"            integer,
  "rowCount"             integer,
  position               integer        NOT NULL DEFAULT 0,
  created                integer        NOT NULL DEFAULT 0,
  updated                integer        NOT NULL DEFAULT 0,
  skipped                integer        NOT NULL DEFAULT 0,
  rejected               integer        NOT NULL DEFAULT 0,
  undone                 integer        NOT NULL DEFAULT 0,
  kept                   integer        NOT NULL DEFAULT 0,
  "checkedAt"            timestamptz(3),
  "objectId"             text,
  "reportObjectId"       text,
  "reportSizeBytes"      bigint,
  "reportSha256"         text,
  attempts               integer        NOT NULL DEFAULT 0,
  "requestedBy"          jsonb          NOT NULL,
  "keyId"                text,
  "memberId"             text,
  "onBehalfOfAttorneyId" text,
  "startedAt"            timestamptz(3),
  "finishedAt"           timestamptz(3),
  "expiresAt"            timestamptz(3) NOT NULL,
  revision               integer        NOT NULL DEFAULT 1,
  "createdAt"            timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"            timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "Import_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "Import_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Import_organizationId_objectId_fkey" FOREIGN KEY ("organizationId", "objectId")
    REFERENCES "StoredObject" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Import_organizationId_reportObjectId_fkey" FOREIGN KEY ("organizationId", "reportObjectId")
    REFERENCES "StoredObject" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Import_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId")
    REFERENCES "IntegrationKey" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Import_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Import_organizationId_onBehalfOfAttorneyId_fkey" FOREIGN KEY ("organizationId", "onBehalfOfAttorneyId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Import_format" CHECK (format = ANY ('{csv,xlsx}'::text[])),
  CONSTRAINT "Import_kind" CHECK (kind = ANY ('{clients,contacts,providers,cases,tasks,notes}'::text[])),
  CONSTRAINT "Import_source" CHECK (source = ANY ('{clio,filevine,smartadvocate,other}'::text[])),
  CONSTRAINT "Import_status" CHECK (status = ANY ('{reading,ready,checking,running,completed,cancelled,failed,undoing,undone}'::text[])),
  CONSTRAINT "Import_existing" CHECK (existing = ANY ('{update,skip}'::text[])),
  CONSTRAINT "Import_dateOrder" CHECK ("dateOrder" = ANY ('{month_first,day_first}'::text[])),
  CONSTRAINT "Import_counts" CHECK (least(position, created, updated, skipped, rejected, undone, kept, "rowCount") >= 0),
  CONSTRAINT "Import_requester" CHECK (num_nonnulls("keyId", "memberId") = 1),
  CONSTRAINT "Import_failed" CHECK ((status <> 'failed' OR failure IS NOT NULL) AND (failure IS NULL OR status = ANY ('{failed,cancelled}'::text[]))),
  CONSTRAINT "Import_read" CHECK (status = ANY ('{reading,failed,cancelled}'::text[]) OR num_nonnulls(format, kind, "headerRow", "rowCount") = 4),
  CONSTRAINT "Import_report" CHECK (num_nonnulls("reportSizeBytes", "reportSha256") IN (0, 2) AND ("reportObjectId" IS NULL OR "reportSha256" IS NOT NULL))
);
CREATE INDEX "Import_organizationId_status_id_idx" ON "Import" ("organizationId", status, id);
CREATE INDEX "Import_organizationId_keyId_id_idx" ON "Import" ("organizationId", "keyId", id);
CREATE INDEX "Import_organizationId_keyId_status_id_idx" ON "Import" ("organizationId", "keyId", status, id);
CREATE INDEX "Import_organizationId_memberId_idx" ON "Import" ("organizationId", "memberId");
CREATE INDEX "Import_organizationId_onBehalfOfAttorneyId_idx" ON "Import" ("organizationId", "onBehalfOfAttorneyId");
CREATE INDEX "Import_organizationId_objectId_idx" ON "Import" ("organizationId", "objectId");
CREATE INDEX "Import_organizationId_reportObjectId_idx" ON "Import" ("organizationId", "reportObjectId");
CREATE INDEX "Import_expiresAt_idx" ON "Import" ("expiresAt");

CREATE TABLE "ImportRow" (
  "organizationId" text    NOT NULL,
  "importId"       text    NOT NULL,
  number           integer NOT NULL,
  outcome          text    NOT NULL,
  "recordId"       text,
  etag             text,
  faults           jsonb   NOT NULL DEFAULT '[]',
  before           bytea,
  CONSTRAINT "ImportRow_pkey" PRIMARY KEY ("organizationId", "importId", number),
  CONSTRAINT "ImportRow_organizationId_importId_fkey" FOREIGN KEY ("organizationId", "importId")
    REFERENCES "Import" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "ImportRow_outcome" CHECK (outcome = ANY ('{created,updated,skipped,rejected,undone,kept}'::text[])),
  CONSTRAINT "ImportRow_record" CHECK (("recordId" IS NULL) = (outcome = ANY ('{skipped,rejected}'::text[])))
);
CREATE INDEX "ImportRow_organizationId_importId_outcome_number_idx" ON "ImportRow" ("organizationId", "importId", outcome, number);

CALL isolate_tenants('Import', 'ImportRow');
GRANT SELECT, INSERT, UPDATE ON "Import" TO caseport_application;
GRANT SELECT, INSERT, UPDATE, DELETE ON "ImportRow" TO caseport_application;
CREATE POLICY definer_reads ON "Import" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", id, status, "objectId", "reportObjectId", "expiresAt", "updatedAt") ON "Import" TO caseport_definer;
CREATE TRIGGER touch BEFORE UPDATE ON "Import" FOR EACH ROW EXECUTE FUNCTION touch_row();

-- Imports that a job must look after: those whose time is over and that still have files, and those at work that may have lost their job.
CREATE FUNCTION list_due_imports("lostMinutes" integer, batch integer) RETURNS TABLE ("organizationId" text, id text, "isOver" boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT i."organizationId", i.id, true FROM "Import" i
    WHERE i."expiresAt" <= now() AND (i."objectId" IS NOT NULL OR i."reportObjectId" IS NOT NULL)
      AND i.status <> ALL ('{reading,checking,running,undoing}'::text[])
    ORDER BY i."expiresAt" LIMIT batch;
  RETURN QUERY
    SELECT i."organizationId", i.id, false FROM "Import" i
    WHERE i.status = ANY ('{reading,checking,running,undoing}'::text[]) AND i."updatedAt" < now() - make_interval(mins => "lostMinutes") LIMIT batch;
END $$;
CALL run_as_definer('list_due_imports(integer, integer)');

-- An import's file, and that of its rejected rows, are named by no version of a document.
GRANT caseport_definer TO CURRENT_USER;
CREATE OR REPLACE FUNCTION list_unnamed_objects(hours integer, "afterCreated" timestamptz, "afterId" text, batch integer)
RETURNS TABLE ("organizationId" text, id text, "createdAt" timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT o."organizationId", o.id, o."createdAt"::timestamptz FROM "StoredObject" o
    WHERE o."createdAt" < now() - make_interval(hours => hours) AND (o."createdAt", o.id) > ("afterCreated", "afterId")
      AND NOT EXISTS (SELECT 1 FROM "DocumentVersion" v WHERE v."organizationId" = o."organizationId" AND v."objectId" = o.id)
      AND NOT EXISTS (SELECT 1 FROM "DocumentUpload" u WHERE u."organizationId" = o."organizationId" AND u."objectId" = o.id)
      AND NOT EXISTS (SELECT 1 FROM "Export" e WHERE e."organizationId" = o."organizationId" AND e."objectId" = o.id)
      AND NOT EXISTS (SELECT 1 FROM "EsignTemplate" t WHERE t."organizationId" = o."organizationId" AND t."objectId" = o.id)
      AND NOT EXISTS (SELECT 1 FROM "EsignDocument" d WHERE d."organizationId" = o."organizationId" AND d."templateObjectId" = o.id)
      AND NOT EXISTS (SELECT 1 FROM "Import" i WHERE i."organizationId" = o."organizationId" AND i."objectId" = o.id)
      AND NOT EXISTS (SELECT 1 FROM "Import" i WHERE i."organizationId" = o."organizationId" AND i."reportObjectId" = o.id)
    ORDER BY o."createdAt", o.id LIMIT batch;
END $$;
REVOKE caseport_definer FROM CURRENT_USER;
