-- Bulk jobs: many writes in one call, executed one after the other by a worker. What an item sends is encrypted, and gone when the item ends.
CREATE TABLE "BulkJob" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "keyId"          text           NOT NULL,
  "keyPrefix"      text           NOT NULL,
  address          text           NOT NULL,
  name             text,
  "onError"        text           NOT NULL DEFAULT 'continue',
  status           text           NOT NULL DEFAULT 'queued',
  "statusReason"   text,
  total            integer        NOT NULL,
  succeeded        integer        NOT NULL DEFAULT 0,
  failed           integer        NOT NULL DEFAULT 0,
  skipped          integer        NOT NULL DEFAULT 0,
  attempts         integer        NOT NULL DEFAULT 0,
  "createdBy"      jsonb          NOT NULL,
  "startedAt"      timestamptz(3),
  "finishedAt"     timestamptz(3),
  "expiresAt"      timestamptz(3),
  revision         integer        NOT NULL DEFAULT 1,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "BulkJob_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "BulkJob_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "BulkJob_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId")
    REFERENCES "IntegrationKey" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "BulkJob_onError" CHECK ("onError" = ANY ('{continue,stop}'::text[])),
  CONSTRAINT "BulkJob_status" CHECK (status = ANY ('{queued,running,completed,completed_with_errors,failed,cancelled}'::text[])),
  CONSTRAINT "BulkJob_reason" CHECK ("statusReason" = ANY ('{key_ended,attempts_exhausted,stopped_on_error,cancelled}'::text[])),
  CONSTRAINT "BulkJob_counts" CHECK (total BETWEEN 1 AND 500 AND least(succeeded, failed, skipped) >= 0 AND succeeded + failed + skipped <= total),
  CONSTRAINT "BulkJob_end" CHECK ((status = ANY ('{queued,running}'::text[])) = ("finishedAt" IS NULL) AND ("finishedAt" IS NULL) = ("expiresAt" IS NULL))
);
CREATE INDEX "BulkJob_organizationId_keyId_id_idx" ON "BulkJob" ("organizationId", "keyId", id);
CREATE INDEX "BulkJob_organizationId_keyId_status_id_idx" ON "BulkJob" ("organizationId", "keyId", status, id);
CREATE INDEX "BulkJob_expiresAt_idx" ON "BulkJob" ("expiresAt");
CREATE INDEX "BulkJob_open" ON "BulkJob" ("organizationId", "createdAt", id) WHERE "finishedAt" IS NULL;

CREATE TABLE "BulkItem" (
  "organizationId" text           NOT NULL,
  "jobId"          text           NOT NULL,
  index            integer        NOT NULL,
  "idempotencyKey" text           NOT NULL,
  operation        text           NOT NULL,
  path             text           NOT NULL,
  request          bytea,
  status           text           NOT NULL DEFAULT 'pending',
  "httpStatus"     integer,
  code             text,
  error            text,
  "isReplay"       boolean        NOT NULL DEFAULT false,
  "resourceId"     text,
  location         text,
  etag             text,
  "finishedAt"     timestamptz(3),
  CONSTRAINT "BulkItem_pkey" PRIMARY KEY ("organizationId", "jobId", index),
  CONSTRAINT "BulkItem_organizationId_jobId_fkey" FOREIGN KEY ("organizationId", "jobId")
    REFERENCES "BulkJob" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "BulkItem_status" CHECK (status = ANY ('{pending,succeeded,failed,skipped}'::text[])),
  CONSTRAINT "BulkItem_request" CHECK ((status = 'pending') = (request IS NOT NULL) AND (status = 'pending') = ("finishedAt" IS NULL))
);
CREATE INDEX "BulkItem_organizationId_jobId_status_index_idx" ON "BulkItem" ("organizationId", "jobId", status, index);

CALL isolate_tenants('BulkJob', 'BulkItem');
GRANT SELECT, INSERT, UPDATE, DELETE ON "BulkJob", "BulkItem" TO caseport_application;
CREATE POLICY definer_reads ON "BulkJob" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ON "BulkJob" TO caseport_definer;
CREATE TRIGGER touch BEFORE UPDATE ON "BulkJob" FOR EACH ROW EXECUTE FUNCTION touch_row();

-- Organizations with open jobs (id null), and jobs whose time is over.
CREATE FUNCTION list_due_bulk_jobs(batch integer) RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT DISTINCT j."organizationId", NULL::text FROM "BulkJob" j WHERE j."finishedAt" IS NULL;
  RETURN QUERY SELECT j."organizationId", j.id FROM "BulkJob" j WHERE j."expiresAt" <= now() ORDER BY j."expiresAt" LIMIT batch;
END $$;
CALL run_as_definer('list_due_bulk_jobs(integer)');
