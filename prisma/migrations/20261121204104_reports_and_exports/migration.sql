-- AlterTable
ALTER TABLE "Case" ADD COLUMN     "lastClientContactOn" DATE;

-- AlterTable
ALTER TABLE "Organization" ADD COLUMN     "reportsToHeadquarters" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "Report" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "category" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "definition" JSONB NOT NULL,
    "visibility" TEXT NOT NULL,
    "sharedWith" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "apiVisible" BOOLEAN NOT NULL DEFAULT false,
    "ownerMemberId" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Report_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "ReportSetting" (
    "organizationId" TEXT NOT NULL,
    "reportId" TEXT NOT NULL,
    "apiVisible" BOOLEAN,
    "lastRunAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ReportSetting_pkey" PRIMARY KEY ("organizationId","reportId")
);

-- CreateTable
CREATE TABLE "ReportSchedule" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "reportId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "parameters" JSONB NOT NULL DEFAULT '{}',
    "frequency" TEXT NOT NULL,
    "weekday" INTEGER,
    "dayOfMonth" INTEGER,
    "hour" INTEGER NOT NULL,
    "recipientIds" TEXT[],
    "nextRunAt" TIMESTAMPTZ(3) NOT NULL,
    "lastRunAt" TIMESTAMPTZ(3),
    "lastExportId" TEXT,
    "pausedAt" TIMESTAMPTZ(3),
    "pauseReason" TEXT,
    "ownerMemberId" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ReportSchedule_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "Export" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "progress" INTEGER NOT NULL DEFAULT 0,
    "rowCount" BIGINT,
    "sizeBytes" BIGINT,
    "sha256" TEXT,
    "fileName" TEXT NOT NULL,
    "contentType" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "dataPermissions" TEXT[],
    "objectId" TEXT,
    "failure" TEXT,
    "requestedBy" JSONB NOT NULL,
    "keyId" TEXT,
    "memberId" TEXT,
    "onBehalfOfAttorneyId" TEXT,
    "scheduleId" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Export_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "Report_organizationId_ownerMemberId_idx" ON "Report"("organizationId", "ownerMemberId");

-- CreateIndex
CREATE INDEX "ReportSchedule_organizationId_reportId_id_idx" ON "ReportSchedule"("organizationId", "reportId", "id");

-- CreateIndex
CREATE INDEX "ReportSchedule_organizationId_ownerMemberId_idx" ON "ReportSchedule"("organizationId", "ownerMemberId");

-- CreateIndex
CREATE INDEX "Export_organizationId_status_id_idx" ON "Export"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "Export_organizationId_type_id_idx" ON "Export"("organizationId", "type", "id");

-- CreateIndex
CREATE INDEX "Export_organizationId_updatedAt_id_idx" ON "Export"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Export_organizationId_objectId_idx" ON "Export"("organizationId", "objectId");

-- CreateIndex
CREATE INDEX "Export_organizationId_keyId_id_idx" ON "Export"("organizationId", "keyId", "id");

-- CreateIndex
CREATE INDEX "Export_organizationId_memberId_id_idx" ON "Export"("organizationId", "memberId", "id");

-- CreateIndex
CREATE INDEX "Export_organizationId_scheduleId_id_idx" ON "Export"("organizationId", "scheduleId", "id");

-- CreateIndex
CREATE INDEX "Organization_parentOrganizationId_idx" ON "Organization"("parentOrganizationId");

-- AddForeignKey
ALTER TABLE "Report" ADD CONSTRAINT "Report_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Report" ADD CONSTRAINT "Report_organizationId_ownerMemberId_fkey" FOREIGN KEY ("organizationId", "ownerMemberId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ReportSetting" ADD CONSTRAINT "ReportSetting_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ReportSchedule" ADD CONSTRAINT "ReportSchedule_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ReportSchedule" ADD CONSTRAINT "ReportSchedule_organizationId_ownerMemberId_fkey" FOREIGN KEY ("organizationId", "ownerMemberId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Export" ADD CONSTRAINT "Export_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Export" ADD CONSTRAINT "Export_organizationId_objectId_fkey" FOREIGN KEY ("organizationId", "objectId") REFERENCES "StoredObject"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Export" ADD CONSTRAINT "Export_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId") REFERENCES "IntegrationKey"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Export" ADD CONSTRAINT "Export_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Export" ADD CONSTRAINT "Export_organizationId_scheduleId_fkey" FOREIGN KEY ("organizationId", "scheduleId") REFERENCES "ReportSchedule"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- By hand from here on.

ALTER TABLE "Report"
  ADD CONSTRAINT "Report_visibility_check" CHECK (visibility IN ('private', 'team', 'organization', 'shared_children')),
  -- What few may see, no program sees.
  ADD CONSTRAINT "Report_apiVisible_check" CHECK (NOT "apiVisible" OR visibility IN ('organization', 'shared_children'));
ALTER TABLE "ReportSchedule"
  ADD CONSTRAINT "ReportSchedule_format_check" CHECK (format IN ('csv', 'xlsx', 'ndjson')),
  ADD CONSTRAINT "ReportSchedule_frequency_check" CHECK (
    (frequency = 'daily' AND weekday IS NULL AND "dayOfMonth" IS NULL)
    OR (frequency = 'weekly' AND weekday BETWEEN 1 AND 7 AND "dayOfMonth" IS NULL)
    OR (frequency = 'monthly' AND "dayOfMonth" BETWEEN 1 AND 28 AND weekday IS NULL)),
  ADD CONSTRAINT "ReportSchedule_hour_check" CHECK (hour BETWEEN 0 AND 23);
ALTER TABLE "Export"
  ADD CONSTRAINT "Export_type_check" CHECK (type IN ('report', 'cases', 'case_file', 'audit_log', 'full_organization')),
  ADD CONSTRAINT "Export_format_check" CHECK (format IN ('csv', 'xlsx', 'ndjson', 'zip')),
  ADD CONSTRAINT "Export_status_check" CHECK (status IN ('queued', 'running', 'completed', 'failed', 'cancelled', 'expired')),
  ADD CONSTRAINT "Export_progress_check" CHECK (progress BETWEEN 0 AND 100),
  ADD CONSTRAINT "Export_asker_check" CHECK (num_nonnulls("keyId", "memberId") = 1),
  -- A completed file is there whole, as long as the export is.
  ADD CONSTRAINT "Export_object_check" CHECK (status <> 'completed' OR "deletedAt" IS NOT NULL OR num_nonnulls("objectId", "sizeBytes", sha256, "rowCount", "expiresAt", "finishedAt") = 6);

DO $$
DECLARE tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['Report', 'ReportSetting', 'ReportSchedule', 'Export'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY own_organization ON %I USING ("organizationId" = current_setting(''caseport.organization'', true))
         WITH CHECK ("organizationId" = current_setting(''caseport.organization'', true))', tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO caseport_application', tenant_table);
    EXECUTE format('CREATE TRIGGER touch BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION touch_row()', tenant_table);
  END LOOP;
END $$;

-- Reports that roll up are read in a role of their own: it can only read, just what reports are made of, and of other organizations
-- only those that this transaction said (caseport.report_organizations, ids with commas between) AND that lie below its own in
-- the hierarchy as it is now. The application takes the role for one statement (SET LOCAL ROLE); it does not have its rights otherwise.
-- See src/decisions/0024-reports.md.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'caseport_reader') THEN
    CREATE ROLE caseport_reader NOLOGIN;
  END IF;
END $$;
GRANT caseport_reader TO caseport_application WITH INHERIT FALSE, SET TRUE;
GRANT USAGE ON SCHEMA public TO caseport_reader;

-- The organization itself and, of a headquarters, all below it that report to it: whoever does not report cuts off what is below.
-- Ends also where the hierarchy has become a ring.
CREATE FUNCTION list_report_organizations()
RETURNS TABLE (id text, name text, timezone text, "parentOrganizationId" text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH RECURSIVE tree AS (
    SELECT o.id, o."isHeadquarters" FROM "Organization" o WHERE o.id = current_setting('caseport.organization', true)
    UNION
    SELECT o.id, t."isHeadquarters" FROM tree t JOIN "Organization" o ON o."parentOrganizationId" = t.id
    WHERE t."isHeadquarters" AND o."reportsToHeadquarters"
  )
  SELECT o.id, o.name, o.timezone, o."parentOrganizationId" FROM tree JOIN "Organization" o USING (id)
$$;

CREATE FUNCTION report_reach() RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT id FROM list_report_organizations()
  WHERE id = ANY (string_to_array(current_setting('caseport.report_organizations', true), ','))
$$;

-- Reports that the organizations above share with those below, as the one below sees them.
CREATE FUNCTION list_inherited_reports()
RETURNS TABLE (
  "ownerOrganizationId" text, "ownerOrganizationName" text, id text, name text, description text, category text, entity text,
  definition jsonb, "apiVisible" boolean, revision integer, "createdAt" timestamptz, "updatedAt" timestamptz
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH RECURSIVE above AS (
    SELECT o."parentOrganizationId" AS id FROM "Organization" o WHERE o.id = current_setting('caseport.organization', true)
    UNION
    SELECT o."parentOrganizationId" FROM above a JOIN "Organization" o ON o.id = a.id
  )
  SELECT o.id, o.name, r.id, r.name, r.description, r.category, r.entity, r.definition, r."apiVisible", r.revision, r."createdAt", r."updatedAt"
  FROM above a JOIN "Organization" o ON o.id = a.id
  JOIN "Report" r ON r."organizationId" = o.id AND r.visibility = 'shared_children' AND r."deletedAt" IS NULL
  WHERE o.id <> current_setting('caseport.organization', true)
$$;

CREATE INDEX "Report_shared_idx" ON "Report" ("organizationId", id) WHERE visibility = 'shared_children' AND "deletedAt" IS NULL;
CREATE INDEX "Report_live_idx" ON "Report" ("organizationId", id) WHERE "deletedAt" IS NULL;
CREATE POLICY keeper_reads ON "Report" FOR SELECT TO caseport_keeper USING (true);
GRANT SELECT ON "Report" TO caseport_keeper;

DO $$
DECLARE signature text; read_table text; read_columns text;
BEGIN
  EXECUTE format('GRANT caseport_keeper TO %I', current_user);
  GRANT CREATE ON SCHEMA public TO caseport_keeper;
  -- Another shape of its rows: made anew. Administrators see besides whether an organization reports to the one above.
  DROP FUNCTION list_organizations(text, text, integer);
  CREATE FUNCTION list_organizations(administrator text, after_id text, page integer)
  RETURNS TABLE (
    id text, name text, "legalName" text, slug text, "parentOrganizationId" text, "isHeadquarters" boolean, "reportsToHeadquarters" boolean,
    "createdAt" timestamptz, "rateLimitRead" integer, "rateLimitWrite" integer, "rateLimitSensitive" integer, "activeMembers" integer, "liveKeys" integer
  )
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $body$
    SELECT o.id, o.name, o."legalName", o.slug, o."parentOrganizationId", o."isHeadquarters", o."reportsToHeadquarters", o."createdAt",
           o."rateLimitRead", o."rateLimitWrite", o."rateLimitSensitive",
           (SELECT count(*)::integer FROM "Member" m WHERE m."organizationId" = o.id AND m.status = 'active'),
           (SELECT count(*)::integer FROM "IntegrationKey" k
            WHERE k."organizationId" = o.id AND k."revokedAt" IS NULL AND k."pausedAt" IS NULL AND k."expiresAt" > now())
    FROM "Organization" o
    WHERE EXISTS (SELECT FROM "PlatformAdministrator" a WHERE a."userId" = administrator) AND (after_id IS NULL OR o.id > after_id)
    ORDER BY o.id LIMIT page
  $body$;
  FOREACH signature IN ARRAY ARRAY[
    'list_report_organizations()', 'report_reach()', 'list_inherited_reports()', 'list_organizations(text, text, integer)'
  ] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', signature);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO caseport_application', signature);
    EXECUTE format('ALTER FUNCTION %s OWNER TO caseport_keeper', signature);
  END LOOP;
  GRANT EXECUTE ON FUNCTION report_reach() TO caseport_reader;
  REVOKE CREATE ON SCHEMA public FROM caseport_keeper;
  EXECUTE format('REVOKE caseport_keeper FROM %I', current_user);

  -- Just the columns that the sources of reports name (src/testing/report-reader.test.ts holds both lists against each other).
  FOR read_table, read_columns IN VALUES
    ('Case', 'attorneyFeePercentage, attorneyId, caseScore, caseSource, caseState, caseType, closedOn, createdAt, customFields, dateOfIncident, deletedAt, engagedOn, estimatedSettlementMaxCents, estimatedSettlementMinCents, externalId, highValue, id, isCommercial, jurisdictionCounty, lastClientContactOn, leadId, matterStage, matterStatus, openedOn, organizationId, partnerName, plaintiffId, practiceArea, projectedFeeAmountCents, projectedSettlementDate, recoveryAmountCents, recoveryDate, retainerStatus, sequenceId, settlementAmountCents, settlementDate, stageEnteredAt, statusReason, statuteOfLimitationsOn, subCaseType, title, trialBound, updatedAt'),
    ('CaseStageEntry', 'actorName, caseId, enteredAt, fromStage, id, organizationId, reason, toStage, toStatus'),
    ('Client', 'createdAt, deletedAt, doNotContact, externalId, firstName, id, interpreterNeeded, lastName, organizationId, portalStatus, preferredContactMethod, preferredLanguage, state, updatedAt'),
    ('Contact', 'id, name, organizationId'),
    ('CustomFieldDefinition', 'organizationId, entity, key, label, type, options, archived, order, id'),
    ('Document', 'caseId, category, containsPhi, contentType, createdAt, deletedAt, documentDate, id, isConfidential, isPrivileged, leadId, legalHold, name, organizationId, ownerAttorneyId, receivedOn, sizeBytes, source, status, updatedAt, version'),
    ('Invoice', 'caseId, clientId, createdAt, deletedAt, direction, discountCents, dueOn, externalId, id, invoiceNumber, issuedOn, organizationId, paidAt, paidCents, payFromSettlement, sentAt, status, subject, subtotalCents, taxCents, totalCents, updatedAt'),
    ('Lead', 'appointmentAt, assignedToMemberId, campaign, caseState, caseType, contactAttemptCount, convertedAt, convertedCaseId, createdAt, customFields, dateOfIncident, declineReason, deletedAt, externalId, firstName, firstResponseAt, id, lastContactAttemptAt, lastName, lostReason, nextFollowUpAt, organizationId, qualification, retainerSentAt, retainerSignedAt, score, sequenceId, source, sourceDetail, status, statusChangedAt, statuteOfLimitationsEstimateOn, subStatus, updatedAt, vendorCostCents, vendorId'),
    ('MedicalBill', 'adjustmentCents, billDate, billedCents, caseId, clientPaidCents, createdAt, deletedAt, facilityId, id, insurancePaidCents, isLien, medPayPaidCents, organizationId, receivedOn, reductionNegotiatedCents, serviceEndOn, serviceStartOn, status, updatedAt, writeOffCents'),
    ('MedicalFacility', 'billsNeeded, caseId, contactId, createdAt, deletedAt, facilityType, firstVisitOn, hasLien, id, isTreating, lastVisitOn, organizationId, recordsNeeded, totalAdjustedCents, totalBilledCents, totalPaidCents, treatmentStatus, updatedAt'),
    ('Member', 'firstName, id, lastName, organizationId'),
    ('Payment', 'amountCents, clearedOn, createdAt, externalId, id, invoiceId, method, organizationId, receivedOn, reference, refundedCents, status, statusReason, updatedAt'),
    ('ReportSetting', 'organizationId, reportId, apiVisible'),
    ('RetrievalRequest', 'acknowledgedAt, authorizationStatus, caseId, completedAt, createdAt, dueOn, externalId, facilityId, feeApprovedCents, feeQuotedCents, followUpCount, followUpOn, id, lastFollowUpAt, organizationId, pagesReceived, priority, receivedAt, requestNumber, requestType, requestedById, status, statusChangedAt, statusReason, submittedAt, updatedAt, vendorId')
  LOOP
    EXECUTE format('GRANT SELECT (%s) ON %I TO caseport_reader',
      (SELECT string_agg(quote_ident(name), ', ') FROM unnest(string_to_array(read_columns, ', ')) name), read_table);
    -- Everybody's own_organization would show this role the own rows whatever was named: so the reach is a restriction, and what it restricts is all.
    EXECUTE format('CREATE POLICY report_reads ON %I FOR SELECT TO caseport_reader USING (true)', read_table);
    -- The array is made once a statement, and leaves the comparison to an index.
    EXECUTE format('CREATE POLICY report_reach ON %I AS RESTRICTIVE FOR SELECT TO caseport_reader USING ("organizationId" = ANY (ARRAY(SELECT report_reach())))', read_table);
  END LOOP;
  GRANT SELECT (id, name, timezone) ON "Organization" TO caseport_reader;
  CREATE POLICY report_reads ON "Organization" FOR SELECT TO caseport_reader USING (true);
  CREATE POLICY report_reach ON "Organization" AS RESTRICTIVE FOR SELECT TO caseport_reader USING (id = ANY (ARRAY(SELECT report_reach())));
END $$;

-- exports
-- CreateIndex
CREATE INDEX "Export_organizationId_status_updatedAt_id_idx" ON "Export"("organizationId", "status", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Export_organizationId_type_updatedAt_id_idx" ON "Export"("organizationId", "type", "updatedAt", "id");

-- An export names its object too; and what of exports is to be done by the clock: files whose time is over, files of what is over or
-- deleted, and exports that nobody has taken up for long, whose job may have got lost. They are few: the index holds no others.
CREATE INDEX "Export_tended_idx" ON "Export" (id) WHERE "objectId" IS NOT NULL OR status IN ('queued', 'running');
CREATE POLICY keeper_reads ON "Export" FOR SELECT TO caseport_keeper USING (true);
GRANT SELECT ON "Export" TO caseport_keeper;
CREATE FUNCTION list_due_exports("lostMinutes" integer, "afterId" text, batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT e."organizationId", e.id FROM "Export" e
  WHERE (e."objectId" IS NOT NULL OR e.status IN ('queued', 'running')) AND e.id > "afterId"
    AND (e."expiresAt" <= now() OR (e."objectId" IS NOT NULL AND (e.status <> 'completed' OR e."deletedAt" IS NOT NULL))
      OR (e.status IN ('queued', 'running') AND e."updatedAt" < now() - make_interval(mins => "lostMinutes")))
  ORDER BY e.id LIMIT batch
$$;
-- Schedules whose time has come, the longest due first. What was run, or paused, is listed no more.
CREATE POLICY keeper_reads ON "ReportSchedule" FOR SELECT TO caseport_keeper USING (true);
GRANT SELECT ON "ReportSchedule" TO caseport_keeper;
CREATE INDEX "ReportSchedule_due_idx" ON "ReportSchedule" ("nextRunAt", id) WHERE "pausedAt" IS NULL AND "deletedAt" IS NULL;
CREATE FUNCTION list_due_report_schedules(batch integer)
RETURNS TABLE ("organizationId" text, "scheduleId" text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT s."organizationId", s.id FROM "ReportSchedule" s
  WHERE s."pausedAt" IS NULL AND s."deletedAt" IS NULL AND s."nextRunAt" <= now()
  ORDER BY s."nextRunAt", s.id LIMIT batch
$$;
DO $$
DECLARE signature text;
BEGIN
  EXECUTE format('GRANT caseport_keeper TO %I', current_user);
  GRANT CREATE ON SCHEMA public TO caseport_keeper;
  FOREACH signature IN ARRAY ARRAY['list_due_exports(integer, text, integer)', 'list_due_report_schedules(integer)'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', signature);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO caseport_application', signature);
    EXECUTE format('ALTER FUNCTION %s OWNER TO caseport_keeper', signature);
  END LOOP;
  CREATE OR REPLACE FUNCTION list_unnamed_objects(hours integer, "afterCreated" timestamptz, "afterId" text, batch integer)
  RETURNS TABLE ("organizationId" text, id text, "createdAt" timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $body$
    SELECT o."organizationId", o.id, o."createdAt" FROM "StoredObject" o
    WHERE o."createdAt" < now() - make_interval(hours => hours) AND (o."createdAt", o.id) > ("afterCreated", "afterId")
      AND NOT EXISTS (SELECT FROM "DocumentVersion" v WHERE v."organizationId" = o."organizationId" AND v."objectId" = o.id)
      AND NOT EXISTS (SELECT FROM "DocumentUpload" u WHERE u."organizationId" = o."organizationId" AND u."objectId" = o.id)
      AND NOT EXISTS (SELECT FROM "Export" e WHERE e."organizationId" = o."organizationId" AND e."objectId" = o.id)
    ORDER BY o."createdAt", o.id LIMIT batch
  $body$;
  REVOKE CREATE ON SCHEMA public FROM caseport_keeper;
  EXECUTE format('REVOKE caseport_keeper FROM %I', current_user);
END $$;
