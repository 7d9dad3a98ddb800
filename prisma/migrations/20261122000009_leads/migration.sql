-- Leads, from the first contact to the case that one becomes.

CREATE TABLE "Lead" (
  "organizationId"                 text           NOT NULL,
  id                               text           NOT NULL,
  "sequenceId"                     text           NOT NULL,
  "firstName"                      text,
  "middleName"                     text,
  "lastName"                       text,
  email                            text,
  phone                            text,
  "phoneType"                      text,
  "secondaryPhone"                 text,
  "preferredContactMethod"         text,
  "preferredLanguage"              text,
  "bestTimeToCall"                 text,
  "dateOfBirth"                    date,
  address                          jsonb,
  "isInjuredParty"                 boolean,
  "injuredPartyName"               text,
  "relationshipToInjured"          text,
  "caseType"                       text,
  "subCaseType"                    text,
  "caseState"                      text,
  "dateOfIncident"                 date,
  "incidentLocation"               text,
  description                      text,
  "injuryDescription"              text,
  "treatmentStatus"                text,
  "atFaultParty"                   text,
  "policeReportFiled"              boolean,
  "insuranceKnown"                 boolean,
  "hasPriorAttorney"               boolean,
  "priorAttorneyName"              text,
  "statuteOfLimitationsEstimateOn" date,
  source                           text,
  "sourceDetail"                   text,
  campaign                         text,
  utm                              jsonb,
  "clickIds"                       jsonb,
  "landingPageUrl"                 text,
  "referringUrl"                   text,
  "callTrackingNumber"             text,
  "vendorId"                       text,
  "vendorLeadId"                   text,
  "vendorCostCents"                bigint,
  consent                          jsonb,
  score                            integer,
  qualification                    text           NOT NULL DEFAULT 'unreviewed',
  status                           text           NOT NULL DEFAULT 'new',
  "subStatus"                      text,
  "statusChangedAt"                timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "assignedToMemberId"             text,
  "firstResponseAt"                timestamptz(3),
  "lastContactAttemptAt"           timestamptz(3),
  "contactAttemptCount"            integer        NOT NULL DEFAULT 0,
  "nextFollowUpAt"                 timestamptz(3),
  "appointmentAt"                  timestamptz(3),
  "retainerSentAt"                 timestamptz(3),
  "retainerSignedAt"               timestamptz(3),
  "declineReason"                  text,
  "lostReason"                     text,
  "possibleDuplicateOf"            text,
  "duplicateOfLeadId"              text,
  "convertedCaseId"                text,
  "convertedClientId"              text,
  "convertedAt"                    timestamptz(3),
  "partnerId"                      text,
  "externalId"                     text,
  "customFields"                   jsonb          NOT NULL DEFAULT '{}',
  "phoneE164"                      text,
  "emailKey"                       text,
  revision                         integer        NOT NULL DEFAULT 1,
  "createdAt"                      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"                      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"                      timestamptz(3),
  CONSTRAINT "Lead_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "Lead_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Lead_organizationId_assignedToMemberId_fkey" FOREIGN KEY ("organizationId", "assignedToMemberId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Lead_organizationId_possibleDuplicateOf_fkey" FOREIGN KEY ("organizationId", "possibleDuplicateOf")
    REFERENCES "Lead" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Lead_organizationId_duplicateOfLeadId_fkey" FOREIGN KEY ("organizationId", "duplicateOfLeadId")
    REFERENCES "Lead" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Lead_organizationId_convertedCaseId_fkey" FOREIGN KEY ("organizationId", "convertedCaseId")
    REFERENCES "Case" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Lead_organizationId_convertedClientId_fkey" FOREIGN KEY ("organizationId", "convertedClientId")
    REFERENCES "Client" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Lead_status_check" CHECK (status IN ('new', 'attempting_contact', 'contacted', 'qualified', 'under_review', 'appointment_set',
    'retainer_sent', 'retainer_signed', 'unreachable', 'referred_out', 'converted', 'declined', 'lost', 'duplicate', 'spam')),
  CONSTRAINT "Lead_qualification_check" CHECK (qualification IN ('unreviewed', 'qualified', 'unqualified', 'borderline')),
  CONSTRAINT "Lead_converted_check" CHECK (CASE WHEN status = 'converted' THEN num_nonnulls("convertedCaseId", "convertedClientId", "convertedAt") = 3
    ELSE num_nonnulls("convertedCaseId", "convertedClientId", "convertedAt") = 0 END),
  CONSTRAINT "Lead_duplicate_check" CHECK ((status = 'duplicate') = ("duplicateOfLeadId" IS NOT NULL)),
  CONSTRAINT "Lead_declined_check" CHECK ((status = 'declined') = ("declineReason" IS NOT NULL)),
  CONSTRAINT "Lead_lost_check" CHECK ((status = 'lost') = ("lostReason" IS NOT NULL)),
  CONSTRAINT "Lead_other_lead_check" CHECK (id <> "duplicateOfLeadId" AND id <> "possibleDuplicateOf"),
  CONSTRAINT "Lead_score_check" CHECK (score BETWEEN 0 AND 100),
  CONSTRAINT "Lead_contactAttemptCount_check" CHECK ("contactAttemptCount" >= 0)
);
CREATE INDEX "Lead_organizationId_updatedAt_id_idx" ON "Lead" ("organizationId", "updatedAt", id);
CREATE INDEX "Lead_organizationId_status_id_idx" ON "Lead" ("organizationId", status, id);
CREATE INDEX "Lead_organizationId_status_updatedAt_id_idx" ON "Lead" ("organizationId", status, "updatedAt", id);
CREATE INDEX "Lead_organizationId_qualification_id_idx" ON "Lead" ("organizationId", qualification, id);
CREATE INDEX "Lead_organizationId_caseType_id_idx" ON "Lead" ("organizationId", "caseType", id);
CREATE INDEX "Lead_organizationId_source_id_idx" ON "Lead" ("organizationId", source, id);
CREATE INDEX "Lead_organizationId_assignedToMemberId_id_idx" ON "Lead" ("organizationId", "assignedToMemberId", id);
CREATE INDEX "Lead_organizationId_phoneE164_id_idx" ON "Lead" ("organizationId", "phoneE164", id);
CREATE INDEX "Lead_organizationId_emailKey_id_idx" ON "Lead" ("organizationId", "emailKey", id);
CREATE INDEX "Lead_organizationId_nextFollowUpAt_id_idx" ON "Lead" ("organizationId", "nextFollowUpAt", id);
CREATE INDEX "Lead_organizationId_possibleDuplicateOf_idx" ON "Lead" ("organizationId", "possibleDuplicateOf");
CREATE INDEX "Lead_organizationId_duplicateOfLeadId_idx" ON "Lead" ("organizationId", "duplicateOfLeadId");
CREATE INDEX "Lead_organizationId_convertedClientId_idx" ON "Lead" ("organizationId", "convertedClientId");
CREATE UNIQUE INDEX "Lead_organizationId_sequenceId_key" ON "Lead" ("organizationId", "sequenceId");
CREATE UNIQUE INDEX "Lead_organizationId_externalId_key" ON "Lead" ("organizationId", "externalId");
CREATE UNIQUE INDEX "Lead_organizationId_vendorId_vendorLeadId_key" ON "Lead" ("organizationId", "vendorId", "vendorLeadId");
CREATE UNIQUE INDEX "Lead_organizationId_convertedCaseId_key" ON "Lead" ("organizationId", "convertedCaseId");

CREATE TABLE "LeadStatusChange" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "leadId"         text           NOT NULL,
  "fromStatus"     text,
  "toStatus"       text           NOT NULL,
  reason           text,
  note             text,
  actor            jsonb          NOT NULL,
  "changedAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "LeadStatusChange_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "LeadStatusChange_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId")
    REFERENCES "Lead" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "LeadStatusChange_organizationId_leadId_id_idx" ON "LeadStatusChange" ("organizationId", "leadId", id);

CREATE TABLE "LeadContactAttempt" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "leadId"         text           NOT NULL,
  channel          text           NOT NULL,
  direction        text           NOT NULL,
  outcome          text           NOT NULL,
  at               timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "memberId"       text,
  note             text,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "LeadContactAttempt_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "LeadContactAttempt_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId")
    REFERENCES "Lead" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "LeadContactAttempt_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "LeadContactAttempt_channel_check" CHECK (channel IN ('call', 'text', 'email', 'chat', 'in_person', 'mail')),
  CONSTRAINT "LeadContactAttempt_direction_check" CHECK (direction IN ('inbound', 'outbound')),
  CONSTRAINT "LeadContactAttempt_outcome_check" CHECK (outcome IN ('connected', 'voicemail', 'no_answer', 'busy', 'wrong_number', 'text_sent', 'email_sent'))
);
CREATE INDEX "LeadContactAttempt_organizationId_leadId_id_idx" ON "LeadContactAttempt" ("organizationId", "leadId", id);
CREATE INDEX "LeadContactAttempt_organizationId_memberId_idx" ON "LeadContactAttempt" ("organizationId", "memberId");

-- References from tables above.
ALTER TABLE "Case" ADD CONSTRAINT "Case_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId")
    REFERENCES "Lead" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT DEFERRABLE INITIALLY IMMEDIATE;

-- Tenant isolation and grants. What was done stays as it was written.
CALL isolate_tenants('Lead', 'LeadStatusChange', 'LeadContactAttempt');
GRANT SELECT, INSERT, UPDATE ON "Lead" TO caseport_application;
GRANT SELECT, INSERT ON "LeadStatusChange", "LeadContactAttempt" TO caseport_application;

-- A lead is found by its names, its number, its e-mail and its phone.
CREATE FUNCTION index_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_words(NEW."organizationId", 'lead', NEW.id, search_words(
    concat_ws(' ', NEW."firstName", NEW."middleName", NEW."lastName", NEW.email, NEW.phone, NEW."sequenceId")));
  RETURN NULL;
END $$;
CREATE TRIGGER index_words AFTER INSERT OR UPDATE OF "firstName", "middleName", "lastName", email, phone, "sequenceId" ON "Lead"
  FOR EACH ROW EXECUTE FUNCTION index_lead();

CREATE TRIGGER touch BEFORE UPDATE ON "Lead" FOR EACH ROW EXECUTE FUNCTION touch_row();
