-- The incident of a case, and its court actions.

-- CreateTable
CREATE TABLE "Incident" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "occurredAtTime" TEXT,
    "address" JSONB,
    "locationDescription" TEXT,
    "description" TEXT,
    "liabilityAssessment" TEXT,
    "clientFaultPercent" INTEGER,
    "policeReportNumber" TEXT,
    "policeDepartment" TEXT,
    "reportDocumentId" TEXT,
    "governmentEntityInvolved" TEXT NOT NULL DEFAULT 'unknown',
    "injuryDiscoveredOn" DATE,
    "deathOn" DATE,
    "treatmentEndedOn" DATE,
    "notes" TEXT,
    "externalId" TEXT,
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Incident_time" CHECK ("occurredAtTime" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
    CONSTRAINT "Incident_liability_known" CHECK ("liabilityAssessment" = ANY ('{clear,likely,disputed,poor}'::text[])),
    CONSTRAINT "Incident_fault" CHECK ("clientFaultPercent" BETWEEN 0 AND 100),
    CONSTRAINT "Incident_government_known" CHECK ("governmentEntityInvolved" = ANY ('{yes,no,unknown}'::text[])),
    CONSTRAINT "Incident_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "CourtAction" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "courtContactId" TEXT,
    "courtName" TEXT,
    "jurisdiction" TEXT NOT NULL,
    "county" TEXT,
    "docketNumber" TEXT,
    "caption" TEXT,
    "judgeContactId" TEXT,
    "status" TEXT NOT NULL DEFAULT 'not_filed',
    "statusReason" TEXT,
    "filedOn" DATE,
    "answeredOn" DATE,
    "trialOn" DATE,
    "judgmentOn" DATE,
    "judgmentCents" BIGINT,
    "disposition" TEXT,
    "isPrimary" BOOLEAN NOT NULL DEFAULT false,
    "notes" TEXT,
    "externalId" TEXT,
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    -- A docket number is compared without case, also by the filter of the list.
    "docketKey" TEXT GENERATED ALWAYS AS (fold_name("docketNumber")) STORED,

    CONSTRAINT "CourtAction_type_known" CHECK (type = ANY ('{state_civil,federal_civil,small_claims,appeal,workers_compensation,arbitration,probate,other}'::text[])),
    CONSTRAINT "CourtAction_status_known" CHECK (status = ANY ('{not_filed,filed,answered,trial_set,tried,judgment,appealed,stayed,dismissed,resolved}'::text[])),
    CONSTRAINT "CourtAction_court" CHECK (num_nonnulls("courtContactId", "courtName") > 0),
    CONSTRAINT "CourtAction_money" CHECK ("judgmentCents" >= 0),
    CONSTRAINT "CourtAction_dated" CHECK (CASE status
        WHEN 'filed' THEN "filedOn" WHEN 'answered' THEN "answeredOn" WHEN 'trial_set' THEN "trialOn" WHEN 'judgment' THEN "judgmentOn" ELSE '0001-01-01'::date END IS NOT NULL),
    CONSTRAINT "CourtAction_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "Incident_organizationId_reportDocumentId_idx" ON "Incident"("organizationId", "reportDocumentId");

-- CreateIndex
CREATE UNIQUE INDEX "Incident_organizationId_caseId_key" ON "Incident"("organizationId", "caseId");

-- CreateIndex
CREATE UNIQUE INDEX "Incident_organizationId_externalId_key" ON "Incident"("organizationId", "externalId");

-- CreateIndex
CREATE INDEX "CourtAction_organizationId_updatedAt_id_idx" ON "CourtAction"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "CourtAction_organizationId_status_id_idx" ON "CourtAction"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "CourtAction_organizationId_trialOn_id_idx" ON "CourtAction"("organizationId", "trialOn", "id");

-- CreateIndex
CREATE INDEX "CourtAction_organizationId_caseId_id_idx" ON "CourtAction"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "CourtAction_organizationId_caseId_updatedAt_id_idx" ON "CourtAction"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "CourtAction_organizationId_courtContactId_caseId_idx" ON "CourtAction"("organizationId", "courtContactId", "caseId");

-- CreateIndex
CREATE INDEX "CourtAction_organizationId_judgeContactId_caseId_idx" ON "CourtAction"("organizationId", "judgeContactId", "caseId");

-- AddForeignKey
ALTER TABLE "Incident" ADD CONSTRAINT "Incident_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Incident" ADD CONSTRAINT "Incident_organizationId_reportDocumentId_fkey" FOREIGN KEY ("organizationId", "reportDocumentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CourtAction" ADD CONSTRAINT "CourtAction_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CourtAction" ADD CONSTRAINT "CourtAction_organizationId_courtContactId_fkey" FOREIGN KEY ("organizationId", "courtContactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CourtAction" ADD CONSTRAINT "CourtAction_organizationId_judgeContactId_fkey" FOREIGN KEY ("organizationId", "judgeContactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Unique among those that are not deleted.
CREATE UNIQUE INDEX "CourtAction_docket" ON "CourtAction" ("organizationId", "caseId", "docketKey") WHERE "deletedAt" IS NULL;
CREATE UNIQUE INDEX "CourtAction_primary" ON "CourtAction" ("organizationId", "caseId") WHERE "isPrimary" AND "deletedAt" IS NULL;
CREATE UNIQUE INDEX "CourtAction_external_id" ON "CourtAction" ("organizationId", "externalId") WHERE "deletedAt" IS NULL;
CREATE INDEX "CourtAction_by_docket" ON "CourtAction" ("organizationId", "docketKey", id);

CALL isolate_tenants('Incident', 'CourtAction');
GRANT SELECT, INSERT, UPDATE ON "Incident", "CourtAction" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "Incident" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "CourtAction" FOR EACH ROW EXECUTE FUNCTION touch_row();

-- Reports do not read reasons, dispositions and notes.
GRANT SELECT (
    "answeredOn", caption, "caseId", "courtContactId", "courtName", county, "createdAt", "deletedAt", "docketNumber", "filedOn", id, "isPrimary", "judgeContactId",
    "judgmentCents", "judgmentOn", jurisdiction, "organizationId", status, "trialOn", type, "updatedAt"
) ON "CourtAction" TO caseport_reader;
CREATE POLICY report_reads ON "CourtAction" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));

-- A case is found by the docket numbers and captions of its court actions, too. Whoever writes one has locked the case FOR NO KEY UPDATE,
-- as does who renames the case or its client.
CREATE FUNCTION court_words(organization text, matter text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT string_agg(concat_ws(' ', a."docketNumber", a.caption), ' ') FROM "CourtAction" a
    WHERE a."organizationId" = organization AND a."caseId" = matter AND a."deletedAt" IS NULL);
END $$;

CREATE OR REPLACE FUNCTION index_case() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE client_name text;
BEGIN
  SELECT concat_ws(' ', p."firstName", p."lastName") INTO client_name
  FROM "Client" p WHERE p."organizationId" = NEW."organizationId" AND p.id = NEW."plaintiffId";
  PERFORM index_words(NEW."organizationId", 'case', NEW.id,
    search_words(concat_ws(' ', NEW.title, NEW."sequenceId", NEW."externalId", client_name, court_words(NEW."organizationId", NEW.id))));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_cases_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE found_case record;
BEGIN
  FOR found_case IN
    SELECT c.id, c.title, c."sequenceId", c."externalId" FROM "Case" c
    WHERE c."organizationId" = NEW."organizationId" AND c."plaintiffId" = NEW.id
  LOOP
    PERFORM index_words(NEW."organizationId", 'case', found_case.id, search_words(
      concat_ws(' ', found_case.title, found_case."sequenceId", found_case."externalId", NEW."firstName", NEW."lastName",
        court_words(NEW."organizationId", found_case.id))));
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION index_case_of_court_action() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_words(c."organizationId", 'case', c.id, search_words(concat_ws(' ', c.title, c."sequenceId", c."externalId", p."firstName", p."lastName",
    court_words(c."organizationId", c.id))))
  FROM "Case" c JOIN "Client" p ON p."organizationId" = c."organizationId" AND p.id = c."plaintiffId"
  WHERE c."organizationId" = NEW."organizationId" AND c.id = NEW."caseId";
  RETURN NULL;
END $$;
CREATE TRIGGER words_of_case AFTER INSERT OR UPDATE OF "docketNumber", caption, "deletedAt" ON "CourtAction"
  FOR EACH ROW EXECUTE FUNCTION index_case_of_court_action();
