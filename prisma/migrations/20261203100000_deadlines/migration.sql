-- Deadlines of cases, with assignees, tolling segments, an append-only history, and the firm's policy.

-- CreateTable
CREATE TABLE "Deadline" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "claimantPartyId" TEXT,
    "adversePartyId" TEXT,
    "type" TEXT NOT NULL,
    "deadlineClass" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "dueOn" DATE NOT NULL,
    "dueTime" TEXT,
    "timeZone" TEXT NOT NULL,
    "timeZoneBasis" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "conservativeDueOn" DATE,
    "effectiveOn" DATE NOT NULL,
    "actByOn" DATE NOT NULL,
    "originalDueOn" DATE NOT NULL,
    "untolledDueOn" DATE,
    "status" TEXT NOT NULL DEFAULT 'open',
    "statusReason" TEXT,
    "pendingTransition" JSONB,
    "verificationStatus" TEXT NOT NULL DEFAULT 'unverified',
    "verification" JSONB,
    "setBy" JSONB NOT NULL,
    "onBehalfOfAttorneyId" TEXT,
    "causedBy" JSONB,
    "setByPersons" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "source" TEXT NOT NULL,
    "isJurisdictional" BOOLEAN NOT NULL DEFAULT false,
    "rule" JSONB,
    "ruleKey" TEXT,
    "citation" TEXT,
    "triggerSource" TEXT,
    "triggerRecordId" TEXT,
    "triggerLabel" TEXT,
    "triggerOn" DATE,
    "offset" INTEGER,
    "unit" TEXT,
    "direction" TEXT,
    "holidayCalendarId" TEXT,
    "observedHolidays" TEXT NOT NULL DEFAULT 'conservative',
    "rollRule" TEXT,
    "serviceMethod" TEXT,
    "calculation" JSONB,
    "isOverridden" BOOLEAN NOT NULL DEFAULT false,
    "accrualBasis" TEXT,
    "accrualOn" DATE,
    "discoveryFacts" TEXT,
    "isTolled" BOOLEAN NOT NULL DEFAULT false,
    "recalculation" JSONB,
    "chainId" TEXT,
    "itemKey" TEXT,
    "satisfaction" JSONB,
    "extension" JSONB,
    "supersededById" TEXT,
    "warningDays" INTEGER[],
    "notes" TEXT,
    "externalId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    "isOpen" BOOLEAN NOT NULL GENERATED ALWAYS AS (status IN ('open', 'missed')) STORED,
    "hasPending" BOOLEAN NOT NULL GENERATED ALWAYS AS ("pendingTransition" IS NOT NULL OR recalculation IS NOT NULL) STORED,

    CONSTRAINT "Deadline_class" CHECK ("deadlineClass" = ANY ('{limitation,court,notice,contract,internal}'::text[])),
    CONSTRAINT "Deadline_status" CHECK (status = ANY ('{open,satisfied,satisfied_late,missed,waived,superseded,cancelled}'::text[])),
    CONSTRAINT "Deadline_verification" CHECK ("verificationStatus" = ANY ('{unverified,verified,disputed}'::text[])),
    CONSTRAINT "Deadline_zone" CHECK ("timeZoneBasis" = ANY ('{given,case_state,organization}'::text[])),
    CONSTRAINT "Deadline_time" CHECK ("dueTime" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
    -- What is not verified counts by the earlier of both dates.
    CONSTRAINT "Deadline_effective" CHECK ("effectiveOn" = CASE "verificationStatus" WHEN 'verified' THEN "dueOn" ELSE least("dueOn", "conservativeDueOn") END),
    CONSTRAINT "Deadline_act_by" CHECK ("actByOn" <= "effectiveOn"),
    CONSTRAINT "Deadline_superseded" CHECK ((status = 'superseded') = ("supersededById" IS NOT NULL)),
    CONSTRAINT "Deadline_satisfied" CHECK ((status = ANY ('{satisfied,satisfied_late}'::text[])) = (satisfaction IS NOT NULL)),
    CONSTRAINT "Deadline_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "DeadlineAssignee" (
    "organizationId" TEXT NOT NULL,
    "deadlineId" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,
    "effectiveOn" DATE NOT NULL DEFAULT '9999-12-31'::date,

    CONSTRAINT "DeadlineAssignee_pkey" PRIMARY KEY ("organizationId","deadlineId","memberId")
);

-- CreateTable
CREATE TABLE "TollingSegment" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "deadlineId" TEXT NOT NULL,
    "basis" TEXT NOT NULL,
    "fromOn" DATE NOT NULL,
    "toOn" DATE,
    "documentId" TEXT,
    "note" TEXT,

    CONSTRAINT "TollingSegment_order" CHECK ("fromOn" < "toOn"),
    CONSTRAINT "TollingSegment_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "DeadlineChange" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "deadlineId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "reason" TEXT,
    "before" JSONB,
    "after" JSONB NOT NULL,
    "actor" JSONB NOT NULL,
    "onBehalfOfAttorneyId" TEXT,
    "causedBy" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DeadlineChange_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "DeadlinePolicy" (
    "organizationId" TEXT NOT NULL,
    "limitationVerification" TEXT NOT NULL,
    "otherVerification" TEXT NOT NULL,
    "requireVerificationOf" TEXT[],
    "warningDays" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DeadlinePolicy_pkey" PRIMARY KEY ("organizationId")
);

-- CreateIndex
CREATE INDEX "Deadline_organizationId_updatedAt_id_idx" ON "Deadline"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_effectiveOn_id_idx" ON "Deadline"("organizationId", "effectiveOn", "id");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_caseId_id_idx" ON "Deadline"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_caseId_updatedAt_id_idx" ON "Deadline"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_caseId_effectiveOn_id_idx" ON "Deadline"("organizationId", "caseId", "effectiveOn", "id");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_type_id_idx" ON "Deadline"("organizationId", "type", "id");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_type_updatedAt_id_idx" ON "Deadline"("organizationId", "type", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_type_effectiveOn_id_idx" ON "Deadline"("organizationId", "type", "effectiveOn", "id");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_deadlineClass_id_idx" ON "Deadline"("organizationId", "deadlineClass", "id");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_status_id_idx" ON "Deadline"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_status_updatedAt_id_idx" ON "Deadline"("organizationId", "status", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_status_effectiveOn_id_idx" ON "Deadline"("organizationId", "status", "effectiveOn", "id");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_verificationStatus_id_idx" ON "Deadline"("organizationId", "verificationStatus", "id");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_verificationStatus_updatedAt_id_idx" ON "Deadline"("organizationId", "verificationStatus", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_verificationStatus_effectiveOn_id_idx" ON "Deadline"("organizationId", "verificationStatus", "effectiveOn", "id");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_source_id_idx" ON "Deadline"("organizationId", "source", "id");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_ruleKey_id_idx" ON "Deadline"("organizationId", "ruleKey", "id");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_adversePartyId_id_idx" ON "Deadline"("organizationId", "adversePartyId", "id");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_claimantPartyId_idx" ON "Deadline"("organizationId", "claimantPartyId");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_chainId_id_idx" ON "Deadline"("organizationId", "chainId", "id");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_supersededById_idx" ON "Deadline"("organizationId", "supersededById");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_holidayCalendarId_dueOn_idx" ON "Deadline"("organizationId", "holidayCalendarId", "dueOn");

-- CreateIndex
CREATE INDEX "Deadline_organizationId_onBehalfOfAttorneyId_idx" ON "Deadline"("organizationId", "onBehalfOfAttorneyId");

-- CreateIndex
CREATE UNIQUE INDEX "Deadline_organizationId_externalId_key" ON "Deadline"("organizationId", "externalId");

-- CreateIndex
CREATE INDEX "DeadlineAssignee_organizationId_memberId_deadlineId_idx" ON "DeadlineAssignee"("organizationId", "memberId", "deadlineId");

-- CreateIndex
CREATE INDEX "DeadlineAssignee_organizationId_memberId_effectiveOn_deadli_idx" ON "DeadlineAssignee"("organizationId", "memberId", "effectiveOn", "deadlineId");

-- CreateIndex
CREATE INDEX "TollingSegment_organizationId_deadlineId_fromOn_idx" ON "TollingSegment"("organizationId", "deadlineId", "fromOn");

-- CreateIndex
CREATE INDEX "TollingSegment_organizationId_documentId_idx" ON "TollingSegment"("organizationId", "documentId");

-- CreateIndex
CREATE INDEX "DeadlineChange_organizationId_onBehalfOfAttorneyId_idx" ON "DeadlineChange"("organizationId", "onBehalfOfAttorneyId");

-- CreateIndex
CREATE UNIQUE INDEX "DeadlineChange_organizationId_deadlineId_number_key" ON "DeadlineChange"("organizationId", "deadlineId", "number");

-- AddForeignKey
ALTER TABLE "Deadline" ADD CONSTRAINT "Deadline_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Deadline" ADD CONSTRAINT "Deadline_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Deadline" ADD CONSTRAINT "Deadline_organizationId_claimantPartyId_fkey" FOREIGN KEY ("organizationId", "claimantPartyId") REFERENCES "CaseParty"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Deadline" ADD CONSTRAINT "Deadline_organizationId_adversePartyId_fkey" FOREIGN KEY ("organizationId", "adversePartyId") REFERENCES "CaseParty"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Deadline" ADD CONSTRAINT "Deadline_organizationId_holidayCalendarId_fkey" FOREIGN KEY ("organizationId", "holidayCalendarId") REFERENCES "HolidayCalendar"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Deadline" ADD CONSTRAINT "Deadline_organizationId_onBehalfOfAttorneyId_fkey" FOREIGN KEY ("organizationId", "onBehalfOfAttorneyId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Deadline" ADD CONSTRAINT "Deadline_organizationId_supersededById_fkey" FOREIGN KEY ("organizationId", "supersededById") REFERENCES "Deadline"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "DeadlineAssignee" ADD CONSTRAINT "DeadlineAssignee_organizationId_deadlineId_fkey" FOREIGN KEY ("organizationId", "deadlineId") REFERENCES "Deadline"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "DeadlineAssignee" ADD CONSTRAINT "DeadlineAssignee_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TollingSegment" ADD CONSTRAINT "TollingSegment_organizationId_deadlineId_fkey" FOREIGN KEY ("organizationId", "deadlineId") REFERENCES "Deadline"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TollingSegment" ADD CONSTRAINT "TollingSegment_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "DeadlineChange" ADD CONSTRAINT "DeadlineChange_organizationId_deadlineId_fkey" FOREIGN KEY ("organizationId", "deadlineId") REFERENCES "Deadline"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "DeadlineChange" ADD CONSTRAINT "DeadlineChange_organizationId_onBehalfOfAttorneyId_fkey" FOREIGN KEY ("organizationId", "onBehalfOfAttorneyId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "DeadlinePolicy" ADD CONSTRAINT "DeadlinePolicy_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

CREATE INDEX "Deadline_open" ON "Deadline" ("organizationId", "isOpen", id);
CREATE INDEX "Deadline_open_effective" ON "Deadline" ("organizationId", "effectiveOn", id) WHERE "isOpen";
CREATE INDEX "Deadline_pending" ON "Deadline" ("organizationId", id) WHERE "hasPending";
CREATE INDEX "Deadline_tolled" ON "Deadline" ("organizationId", id) WHERE "isTolled";
CREATE INDEX "Deadline_overridden" ON "Deadline" ("organizationId", id) WHERE "isOverridden";
-- What a changed trigger recalculates.
CREATE INDEX "Deadline_trigger" ON "Deadline" ("organizationId", "triggerRecordId", id) WHERE "isOpen" AND "triggerRecordId" IS NOT NULL;

CALL isolate_tenants('Deadline', 'DeadlineAssignee', 'TollingSegment', 'DeadlineChange', 'DeadlinePolicy');
GRANT SELECT, INSERT, UPDATE ON "Deadline", "DeadlinePolicy" TO caseport_application;
GRANT SELECT, INSERT, UPDATE, DELETE ON "DeadlineAssignee" TO caseport_application;
GRANT SELECT, INSERT, DELETE ON "TollingSegment" TO caseport_application;
GRANT SELECT, INSERT ON "DeadlineChange" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "Deadline" FOR EACH ROW WHEN (NEW.revision <> OLD.revision) EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "DeadlinePolicy" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "DeadlineChange" FOR EACH ROW EXECUTE FUNCTION reject_change('DeadlineChange');

-- Assignees have the date of their deadline, so that a member's deadlines are read in its order.
CREATE FUNCTION take_effective_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT d."effectiveOn" INTO NEW."effectiveOn" FROM "Deadline" d WHERE d."organizationId" = NEW."organizationId" AND d.id = NEW."deadlineId";
  RETURN NEW;
END $$;
CREATE TRIGGER effective_date BEFORE INSERT ON "DeadlineAssignee" FOR EACH ROW EXECUTE FUNCTION take_effective_date();
CREATE FUNCTION give_effective_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "DeadlineAssignee" a SET "effectiveOn" = NEW."effectiveOn" WHERE a."organizationId" = NEW."organizationId" AND a."deadlineId" = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER effective_date AFTER UPDATE OF "effectiveOn" ON "Deadline" FOR EACH ROW WHEN (NEW."effectiveOn" <> OLD."effectiveOn") EXECUTE FUNCTION give_effective_date();

-- Keys that were given these scopes before they had operations keep them without effect, until somebody turns them on.
CALL hold_back_scopes('deadlines:read', 'deadlines:write');
