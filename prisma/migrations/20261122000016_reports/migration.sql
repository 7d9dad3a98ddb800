-- Reports, their schedules, exports, and the role that reads what reports are made of (src/decisions/0024-reports.md).

CREATE TABLE "Report" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  name             text           NOT NULL,
  description      text,
  category         text           NOT NULL,
  entity           text           NOT NULL,
  definition       jsonb          NOT NULL,
  visibility       text           NOT NULL,
  "sharedWith"     text[]         DEFAULT ARRAY[]::text[],
  "apiVisible"     boolean        NOT NULL DEFAULT false,
  "ownerMemberId"  text           NOT NULL,
  revision         integer        NOT NULL DEFAULT 1,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"      timestamptz(3),
  CONSTRAINT "Report_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "Report_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Report_organizationId_ownerMemberId_fkey" FOREIGN KEY ("organizationId", "ownerMemberId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Report_visibility_check" CHECK (visibility IN ('private', 'team', 'organization', 'shared_children')),
  -- What few may see, no program sees.
  CONSTRAINT "Report_apiVisible_check" CHECK (NOT "apiVisible" OR visibility IN ('organization', 'shared_children'))
);
CREATE INDEX "Report_organizationId_ownerMemberId_idx" ON "Report" ("organizationId", "ownerMemberId");

CREATE TABLE "ReportSetting" (
  "organizationId" text           NOT NULL,
  "reportId"       text           NOT NULL,
  "apiVisible"     boolean,
  "lastRunAt"      timestamptz(3),
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "ReportSetting_pkey" PRIMARY KEY ("organizationId", "reportId"),
  CONSTRAINT "ReportSetting_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT
);

CREATE TABLE "ReportSchedule" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "reportId"       text           NOT NULL,
  name             text           NOT NULL,
  format           text           NOT NULL,
  parameters       jsonb          NOT NULL DEFAULT '{}',
  frequency        text           NOT NULL,
  weekday          integer,
  "dayOfMonth"     integer,
  hour             integer        NOT NULL,
  "recipientIds"   text[],
  "nextRunAt"      timestamptz(3) NOT NULL,
  "lastRunAt"      timestamptz(3),
  "lastExportId"   text,
  "pausedAt"       timestamptz(3),
  "pauseReason"    text,
  "ownerMemberId"  text           NOT NULL,
  revision         integer        NOT NULL DEFAULT 1,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"      timestamptz(3),
  CONSTRAINT "ReportSchedule_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "ReportSchedule_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "ReportSchedule_organizationId_ownerMemberId_fkey" FOREIGN KEY ("organizationId", "ownerMemberId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "ReportSchedule_format_check" CHECK (format IN ('csv', 'xlsx', 'ndjson')),
  CONSTRAINT "ReportSchedule_frequency_check" CHECK ((frequency = 'daily' AND weekday IS NULL AND "dayOfMonth" IS NULL)
    OR (frequency = 'weekly' AND weekday BETWEEN 1 AND 7 AND "dayOfMonth" IS NULL)
    OR (frequency = 'monthly' AND "dayOfMonth" BETWEEN 1 AND 28 AND weekday IS NULL)),
  CONSTRAINT "ReportSchedule_hour_check" CHECK (hour BETWEEN 0 AND 23)
);
CREATE INDEX "ReportSchedule_organizationId_reportId_id_idx" ON "ReportSchedule" ("organizationId", "reportId", id);
CREATE INDEX "ReportSchedule_organizationId_ownerMemberId_idx" ON "ReportSchedule" ("organizationId", "ownerMemberId");

CREATE TABLE "Export" (
  "organizationId"       text           NOT NULL,
  id                     text           NOT NULL,
  type                   text           NOT NULL,
  format                 text           NOT NULL,
  status                 text           NOT NULL DEFAULT 'queued',
  progress               integer        NOT NULL DEFAULT 0,
  "rowCount"             bigint,
  "sizeBytes"            bigint,
  sha256                 text,
  "fileName"             text           NOT NULL,
  "contentType"          text           NOT NULL,
  request                jsonb          NOT NULL,
  "dataPermissions"      text[],
  "objectId"             text,
  failure                text,
  "requestedBy"          jsonb          NOT NULL,
  "keyId"                text,
  "memberId"             text,
  "onBehalfOfAttorneyId" text,
  "scheduleId"           text,
  attempts               integer        NOT NULL DEFAULT 0,
  "startedAt"            timestamptz(3),
  "finishedAt"           timestamptz(3),
  "expiresAt"            timestamptz(3),
  revision               integer        NOT NULL DEFAULT 1,
  "createdAt"            timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"            timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"            timestamptz(3),
  CONSTRAINT "Export_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "Export_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Export_organizationId_objectId_fkey" FOREIGN KEY ("organizationId", "objectId")
    REFERENCES "StoredObject" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Export_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId")
    REFERENCES "IntegrationKey" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Export_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Export_organizationId_scheduleId_fkey" FOREIGN KEY ("organizationId", "scheduleId")
    REFERENCES "ReportSchedule" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Export_type_check" CHECK (type IN ('report', 'cases', 'case_file', 'audit_log', 'full_organization')),
  CONSTRAINT "Export_format_check" CHECK (format IN ('csv', 'xlsx', 'ndjson', 'zip')),
  CONSTRAINT "Export_status_check" CHECK (status IN ('queued', 'running', 'completed', 'failed', 'cancelled', 'expired')),
  CONSTRAINT "Export_progress_check" CHECK (progress BETWEEN 0 AND 100),
  CONSTRAINT "Export_asker_check" CHECK (num_nonnulls("keyId", "memberId") = 1),
  -- A completed file is there whole, as long as the export is.
  CONSTRAINT "Export_object_check" CHECK (status <> 'completed' OR "deletedAt" IS NOT NULL OR num_nonnulls("objectId", "sizeBytes", sha256, "rowCount", "expiresAt", "finishedAt") = 6)
);
CREATE INDEX "Export_organizationId_status_id_idx" ON "Export" ("organizationId", status, id);
CREATE INDEX "Export_organizationId_type_id_idx" ON "Export" ("organizationId", type, id);
CREATE INDEX "Export_organizationId_updatedAt_id_idx" ON "Export" ("organizationId", "updatedAt", id);
CREATE INDEX "Export_organizationId_status_updatedAt_id_idx" ON "Export" ("organizationId", status, "updatedAt", id);
CREATE INDEX "Export_organizationId_type_updatedAt_id_idx" ON "Export" ("organizationId", type, "updatedAt", id);
CREATE INDEX "Export_organizationId_objectId_idx" ON "Export" ("organizationId", "objectId");
CREATE INDEX "Export_organizationId_keyId_id_idx" ON "Export" ("organizationId", "keyId", id);
CREATE INDEX "Export_organizationId_memberId_id_idx" ON "Export" ("organizationId", "memberId", id);
CREATE INDEX "Export_organizationId_scheduleId_id_idx" ON "Export" ("organizationId", "scheduleId", id);

CREATE INDEX "Report_shared_idx" ON "Report" ("organizationId", id) WHERE visibility = 'shared_children' AND "deletedAt" IS NULL;
CREATE INDEX "Report_live_idx" ON "Report" ("organizationId", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "ReportSchedule_due_idx" ON "ReportSchedule" ("nextRunAt", id) WHERE "pausedAt" IS NULL AND "deletedAt" IS NULL;
-- For list_due_exports, below. Such exports are few: the index holds no others.
CREATE INDEX "Export_cleanup_idx" ON "Export" (id) WHERE "objectId" IS NOT NULL OR status IN ('queued', 'running');

-- Tenant isolation and grants.
CALL isolate_tenants('Report', 'ReportSetting', 'ReportSchedule', 'Export');
GRANT SELECT, INSERT, UPDATE ON "Report", "ReportSetting", "ReportSchedule", "Export" TO caseport_application;
CREATE POLICY definer_reads ON "Report" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "ReportSchedule" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "Export" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ON "Report", "ReportSchedule", "Export" TO caseport_definer;

-- The organization itself and, of a headquarters, all below it that report to it: one that does not report cuts off what is below it.
-- Ends also where the hierarchy has become a ring.
CREATE FUNCTION list_report_organizations()
RETURNS TABLE (id text, name text, timezone text, "parentOrganizationId" text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH RECURSIVE tree AS (
      SELECT o.id, o."isHeadquarters" FROM "Organization" o WHERE o.id = current_setting('caseport.organization', true)
      UNION
      SELECT o.id, t."isHeadquarters" FROM tree t JOIN "Organization" o ON o."parentOrganizationId" = t.id
      WHERE t."isHeadquarters" AND o."reportsToHeadquarters"
    )
    SELECT o.id, o.name, o.timezone, o."parentOrganizationId" FROM tree JOIN "Organization" o ON o.id = tree.id;
END $$;

-- Of the organizations that the transaction names (caseport.report_organizations, ids with commas between), those that lie below its own
-- in the hierarchy as it is now. A policy calls it for every scan and rescan, and Citus accepts no sub-select there that would call it once:
-- so the result is kept in a setting of the transaction, beside what it was made from. It is trusted as far as caseport.organization is.
CREATE FUNCTION report_reach() RETURNS text[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  named text := current_setting('caseport.report_organizations', true);
  made_from text := concat(current_setting('caseport.organization', true), ',', named);
  reach text[];
BEGIN
  IF current_setting('caseport.report_reach_made_from', true) = made_from THEN
    RETURN string_to_array(current_setting('caseport.report_reach', true), ',');
  END IF;
  SELECT coalesce(array_agg(o.id), '{}') INTO reach FROM list_report_organizations() o WHERE o.id = ANY (string_to_array(named, ','));
  PERFORM set_config('caseport.report_reach', array_to_string(reach, ','), true), set_config('caseport.report_reach_made_from', made_from, true);
  RETURN reach;
END $$;

-- Reports that the organizations above share with those below, as the one below sees them.
CREATE FUNCTION list_inherited_reports()
RETURNS TABLE (
  "ownerOrganizationId" text, "ownerOrganizationName" text, id text, name text, description text, category text, entity text,
  definition jsonb, "apiVisible" boolean, revision integer, "createdAt" timestamptz, "updatedAt" timestamptz
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE own text := current_setting('caseport.organization', true); owners text[];
BEGIN
  WITH RECURSIVE above AS (
    SELECT o."parentOrganizationId" AS id FROM "Organization" o WHERE o.id = own
    UNION
    SELECT o."parentOrganizationId" FROM above a JOIN "Organization" o ON o.id = a.id
  )
  SELECT array_agg(a.id) INTO owners FROM above a WHERE a.id <> own;
  RETURN QUERY
    SELECT o.id, o.name, r.id, r.name, r.description, r.category, r.entity, r.definition, r."apiVisible", r.revision,
           r."createdAt"::timestamptz, r."updatedAt"::timestamptz
    FROM "Report" r JOIN "Organization" o ON o.id = r."organizationId"
    WHERE r."organizationId" = ANY (owners) AND r.visibility = 'shared_children' AND r."deletedAt" IS NULL;
END $$;

-- Schedules that are due, the longest first. What has run, or is paused, is not listed again.
CREATE FUNCTION list_due_report_schedules(batch integer)
RETURNS TABLE ("organizationId" text, "scheduleId" text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT s."organizationId", s.id FROM "ReportSchedule" s
    WHERE s."pausedAt" IS NULL AND s."deletedAt" IS NULL AND s."nextRunAt" <= now()
    ORDER BY s."nextRunAt", s.id LIMIT batch;
END $$;

-- Exports that a job must look after: files whose time is over, files of exports that ended otherwise or were deleted, and exports that no
-- worker has taken up for long, whose job may be lost.
CREATE FUNCTION list_due_exports("lostMinutes" integer, "afterId" text, batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT e."organizationId", e.id FROM "Export" e
    WHERE (e."objectId" IS NOT NULL OR e.status IN ('queued', 'running')) AND e.id > "afterId"
      AND (e."expiresAt" <= now() OR (e."objectId" IS NOT NULL AND (e.status <> 'completed' OR e."deletedAt" IS NOT NULL))
        OR (e.status IN ('queued', 'running') AND e."updatedAt" < now() - make_interval(mins => "lostMinutes")))
    ORDER BY e.id LIMIT batch;
END $$;

-- Stored objects of some age that no document version, upload or export names: page by page, behind the last of the one before.
CREATE FUNCTION list_unnamed_objects(hours integer, "afterCreated" timestamptz, "afterId" text, batch integer)
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
    ORDER BY o."createdAt", o.id LIMIT batch;
END $$;
-- Before the function is handed over: an owner that is not a superuser cannot grant it afterwards.
GRANT EXECUTE ON FUNCTION report_reach() TO caseport_reader;
CALL run_as_definer(
  'list_report_organizations()', 'report_reach()', 'list_inherited_reports()', 'list_due_report_schedules(integer)',
  'list_due_exports(integer, text, integer)', 'list_unnamed_objects(integer, timestamptz, text, integer)');

CREATE TRIGGER touch BEFORE UPDATE ON "Report" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "ReportSetting" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "ReportSchedule" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "Export" FOR EACH ROW EXECUTE FUNCTION touch_row();

-- The reader of reports. It only reads, only the columns that the sources of reports name (src/testing/tenancy/report-reader.test.ts holds
-- both lists against each other), and only the organizations in its reach.
GRANT SELECT (
  "attorneyFeePercentage", "attorneyId", "caseScore", "caseSource", "caseState", "caseType", "closedOn", "createdAt", "customFields",
  "dateOfIncident", "deletedAt", "engagedOn", "estimatedSettlementMaxCents", "estimatedSettlementMinCents", "externalId", "highValue",
  id, "isCommercial", "jurisdictionCounty", "lastClientContactOn", "leadId", "matterStage", "matterStatus", "openedOn",
  "organizationId", "partnerName", "plaintiffId", "practiceArea", "projectedFeeAmountCents", "projectedSettlementDate",
  "recoveryAmountCents", "recoveryDate", "retainerStatus", "sequenceId", "settlementAmountCents", "settlementDate", "stageEnteredAt",
  "statusReason", "statuteOfLimitationsOn", "subCaseType", title, "trialBound", "updatedAt"
) ON "Case" TO caseport_reader;
GRANT SELECT (
  "actorName", "caseId", "enteredAt", "fromStage", id, "organizationId", reason, "toStage", "toStatus"
) ON "CaseStageEntry" TO caseport_reader;
GRANT SELECT (
  "createdAt", "deletedAt", "doNotContact", "externalId", "firstName", id, "interpreterNeeded", "lastName", "organizationId",
  "portalStatus", "preferredContactMethod", "preferredLanguage", state, "updatedAt"
) ON "Client" TO caseport_reader;
GRANT SELECT (id, name, "organizationId") ON "Contact" TO caseport_reader;
GRANT SELECT (archived, entity, id, key, label, options, "order", "organizationId", type) ON "CustomFieldDefinition" TO caseport_reader;
GRANT SELECT (
  "caseId", category, "containsPhi", "contentType", "createdAt", "deletedAt", "documentDate", id, "isConfidential", "isPrivileged",
  "leadId", "legalHold", name, "organizationId", "ownerAttorneyId", "receivedOn", "sizeBytes", source, status, "updatedAt", version
) ON "Document" TO caseport_reader;
GRANT SELECT (
  "caseId", "clientId", "createdAt", "deletedAt", direction, "discountCents", "dueOn", "externalId", id, "invoiceNumber", "issuedOn",
  "organizationId", "paidAt", "paidCents", "payFromSettlement", "sentAt", status, subject, "subtotalCents", "taxCents", "totalCents",
  "updatedAt"
) ON "Invoice" TO caseport_reader;
GRANT SELECT (
  "appointmentAt", "assignedToMemberId", campaign, "caseState", "caseType", "contactAttemptCount", "convertedAt", "convertedCaseId",
  "createdAt", "customFields", "dateOfIncident", "declineReason", "deletedAt", "externalId", "firstName", "firstResponseAt", id,
  "lastContactAttemptAt", "lastName", "lostReason", "nextFollowUpAt", "organizationId", qualification, "retainerSentAt",
  "retainerSignedAt", score, "sequenceId", source, "sourceDetail", status, "statusChangedAt", "statuteOfLimitationsEstimateOn",
  "subStatus", "updatedAt", "vendorCostCents", "vendorId"
) ON "Lead" TO caseport_reader;
GRANT SELECT (
  "adjustmentCents", "billDate", "billedCents", "caseId", "clientPaidCents", "createdAt", "deletedAt", "facilityId", id,
  "insurancePaidCents", "isLien", "medPayPaidCents", "organizationId", "receivedOn", "reductionNegotiatedCents", "serviceEndOn",
  "serviceStartOn", status, "updatedAt", "writeOffCents"
) ON "MedicalBill" TO caseport_reader;
GRANT SELECT (
  "billsNeeded", "caseId", "contactId", "createdAt", "deletedAt", "facilityType", "firstVisitOn", "hasLien", id, "isTreating",
  "lastVisitOn", "organizationId", "recordsNeeded", "totalAdjustedCents", "totalBilledCents", "totalPaidCents", "treatmentStatus",
  "updatedAt"
) ON "MedicalFacility" TO caseport_reader;
GRANT SELECT ("firstName", id, "lastName", "organizationId") ON "Member" TO caseport_reader;
GRANT SELECT (
  "amountCents", "clearedOn", "createdAt", "externalId", id, "invoiceId", method, "organizationId", "receivedOn", reference,
  "refundedCents", status, "statusReason", "updatedAt"
) ON "Payment" TO caseport_reader;
GRANT SELECT ("apiVisible", "organizationId", "reportId") ON "ReportSetting" TO caseport_reader;
GRANT SELECT (
  "acknowledgedAt", "authorizationStatus", "caseId", "completedAt", "createdAt", "dueOn", "externalId", "facilityId",
  "feeApprovedCents", "feeQuotedCents", "followUpCount", "followUpOn", id, "lastFollowUpAt", "organizationId", "pagesReceived",
  priority, "receivedAt", "requestedById", "requestNumber", "requestType", status, "statusChangedAt", "statusReason", "submittedAt",
  "updatedAt", "vendorId"
) ON "RetrievalRequest" TO caseport_reader;
GRANT SELECT (id, name, timezone) ON "Organization" TO caseport_reader;
CREATE POLICY report_reads ON "Case" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "CaseStageEntry" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "Client" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "Contact" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "CustomFieldDefinition" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "Document" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "Invoice" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "Lead" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "MedicalBill" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "MedicalFacility" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "Member" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "Payment" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "ReportSetting" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "RetrievalRequest" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "Organization" FOR SELECT TO caseport_reader USING (id = ANY (report_reach()));
