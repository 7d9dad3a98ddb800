-- Facilities, treatments, bills and records, and the requests by which records are retrieved. Money is in whole cents within the safe integers.

CREATE TABLE "MedicalFacility" (
  "organizationId"        text           NOT NULL,
  id                      text           NOT NULL,
  "caseId"                text           NOT NULL,
  "clientId"              text           NOT NULL,
  "contactId"             text           NOT NULL,
  "boundContactId"        text           NOT NULL DEFAULT '',
  version                 integer        NOT NULL DEFAULT 1,
  "facilityType"          text,
  "recordsNeeded"         boolean        NOT NULL DEFAULT false,
  "billsNeeded"           boolean        NOT NULL DEFAULT false,
  "recordsDepartmentInfo" jsonb,
  "billingDepartmentInfo" jsonb,
  "isTreating"            boolean        NOT NULL DEFAULT false,
  "treatmentStatus"       text           NOT NULL DEFAULT 'unknown',
  "firstVisitOn"          date,
  "lastVisitOn"           date,
  "accountNumber"         text,
  "chartNumber"           text,
  "totalBilledCents"      bigint         NOT NULL DEFAULT 0,
  "totalPaidCents"        bigint         NOT NULL DEFAULT 0,
  "totalAdjustedCents"    bigint         NOT NULL DEFAULT 0,
  "hasLien"               boolean        NOT NULL DEFAULT false,
  "externalId"            text,
  "createdAt"             timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"             timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"             timestamptz(3),
  CONSTRAINT "MedicalFacility_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "MedicalFacility_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId")
    REFERENCES "Case" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "MedicalFacility_organizationId_clientId_fkey" FOREIGN KEY ("organizationId", "clientId")
    REFERENCES "Client" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "MedicalFacility_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId")
    REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "MedicalFacility_type" CHECK ("facilityType" IN (
    'hospital', 'clinic', 'imaging_center', 'physical_therapy', 'pharmacy', 'laboratory', 'specialist_office',
    'emergency_room', 'urgent_care', 'chiropractor', 'other')),
  CONSTRAINT "MedicalFacility_version" CHECK (version >= 1),
  CONSTRAINT "MedicalFacility_cents" CHECK ("totalBilledCents" BETWEEN 0 AND 9007199254740991 AND "totalPaidCents" BETWEEN 0 AND 9007199254740991),
  CONSTRAINT "MedicalFacility_adjusted" CHECK ("totalAdjustedCents" BETWEEN 0 AND 9007199254740991),
  CONSTRAINT "MedicalFacility_treatment" CHECK ("treatmentStatus" IN ('treating', 'discharged', 'maximum_medical_improvement', 'unknown'))
);
CREATE INDEX "MedicalFacility_organizationId_updatedAt_id_idx" ON "MedicalFacility" ("organizationId", "updatedAt", id);
CREATE INDEX "MedicalFacility_organizationId_caseId_id_idx" ON "MedicalFacility" ("organizationId", "caseId", id);
CREATE INDEX "MedicalFacility_organizationId_clientId_id_idx" ON "MedicalFacility" ("organizationId", "clientId", id);
CREATE INDEX "MedicalFacility_organizationId_contactId_id_idx" ON "MedicalFacility" ("organizationId", "contactId", id);
CREATE INDEX "MedicalFacility_organizationId_contactId_caseId_idx" ON "MedicalFacility" ("organizationId", "contactId", "caseId");
CREATE INDEX "MedicalFacility_organizationId_facilityType_id_idx" ON "MedicalFacility" ("organizationId", "facilityType", id);
CREATE INDEX "MedicalFacility_organizationId_recordsNeeded_id_idx" ON "MedicalFacility" ("organizationId", "recordsNeeded", id);
CREATE INDEX "MedicalFacility_organizationId_billsNeeded_id_idx" ON "MedicalFacility" ("organizationId", "billsNeeded", id);
CREATE UNIQUE INDEX "MedicalFacility_organizationId_externalId_key" ON "MedicalFacility" ("organizationId", "externalId");

CREATE TABLE "MedicalTreatment" (
  "organizationId"    text           NOT NULL,
  id                  text           NOT NULL,
  "facilityId"        text           NOT NULL,
  "caseId"            text           NOT NULL,
  "providerContactId" text,
  "treatmentType"     text           NOT NULL,
  "startOn"           date           NOT NULL,
  "endOn"             date,
  "diagnosisCodes"    text[]         DEFAULT ARRAY[]::text[],
  "procedureCodes"    text[]         DEFAULT ARRAY[]::text[],
  notes               text,
  "nextAppointmentAt" timestamptz(3),
  "externalId"        text,
  revision            integer        NOT NULL DEFAULT 1,
  "createdAt"         timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"         timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"         timestamptz(3),
  CONSTRAINT "MedicalTreatment_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "MedicalTreatment_organizationId_facilityId_fkey" FOREIGN KEY ("organizationId", "facilityId")
    REFERENCES "MedicalFacility" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "MedicalTreatment_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId")
    REFERENCES "Case" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "MedicalTreatment_organizationId_providerContactId_fkey" FOREIGN KEY ("organizationId", "providerContactId")
    REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "MedicalTreatment_type" CHECK ("treatmentType" IN (
    'emergency', 'inpatient', 'surgery', 'physical_therapy', 'chiropractic', 'imaging', 'injection', 'consultation', 'medication',
    'mental_health', 'other')),
  CONSTRAINT "MedicalTreatment_days" CHECK ("endOn" >= "startOn")
);
CREATE INDEX "MedicalTreatment_organizationId_facilityId_id_idx" ON "MedicalTreatment" ("organizationId", "facilityId", id);
CREATE INDEX "MedicalTreatment_organizationId_facilityId_updatedAt_id_idx" ON "MedicalTreatment" ("organizationId", "facilityId", "updatedAt", id);
CREATE INDEX "MedicalTreatment_organizationId_caseId_id_idx" ON "MedicalTreatment" ("organizationId", "caseId", id);
CREATE INDEX "MedicalTreatment_organizationId_caseId_updatedAt_id_idx" ON "MedicalTreatment" ("organizationId", "caseId", "updatedAt", id);
CREATE INDEX "MedicalTreatment_organizationId_providerContactId_idx" ON "MedicalTreatment" ("organizationId", "providerContactId");
CREATE UNIQUE INDEX "MedicalTreatment_organizationId_externalId_key" ON "MedicalTreatment" ("organizationId", "externalId");

CREATE TABLE "MedicalBill" (
  "organizationId"           text           NOT NULL,
  id                         text           NOT NULL,
  "facilityId"               text           NOT NULL,
  "caseId"                   text           NOT NULL,
  "accountNumber"            text,
  "billDate"                 date,
  "receivedOn"               date,
  "serviceStartOn"           date,
  "serviceEndOn"             date,
  "billedCents"              bigint         NOT NULL,
  "adjustmentCents"          bigint         NOT NULL DEFAULT 0,
  "insurancePaidCents"       bigint         NOT NULL DEFAULT 0,
  "clientPaidCents"          bigint         NOT NULL DEFAULT 0,
  "medPayPaidCents"          bigint         NOT NULL DEFAULT 0,
  "writeOffCents"            bigint         NOT NULL DEFAULT 0,
  "reductionNegotiatedCents" bigint         NOT NULL DEFAULT 0,
  "isLien"                   boolean        NOT NULL DEFAULT false,
  "cptCodes"                 text[]         DEFAULT ARRAY[]::text[],
  "documentId"               text,
  status                     text           NOT NULL DEFAULT 'received',
  notes                      text,
  "externalId"               text,
  revision                   integer        NOT NULL DEFAULT 1,
  "createdAt"                timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"                timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"                timestamptz(3),
  CONSTRAINT "MedicalBill_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "MedicalBill_organizationId_facilityId_fkey" FOREIGN KEY ("organizationId", "facilityId")
    REFERENCES "MedicalFacility" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "MedicalBill_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId")
    REFERENCES "Case" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "MedicalBill_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId")
    REFERENCES "Document" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "MedicalBill_status" CHECK (status IN ('received', 'itemized', 'disputed', 'reduced', 'paid', 'waived')),
  CONSTRAINT "MedicalBill_days" CHECK ("serviceEndOn" >= "serviceStartOn"),
  CONSTRAINT "MedicalBill_cents" CHECK ("billedCents" BETWEEN 0 AND 100000000000 AND "adjustmentCents" >= 0 AND "insurancePaidCents" >= 0 AND "clientPaidCents" >= 0
    AND "medPayPaidCents" >= 0 AND "writeOffCents" >= 0 AND "reductionNegotiatedCents" BETWEEN 0 AND "adjustmentCents"),
  -- What is left of a bill is never less than nothing.
  CONSTRAINT "MedicalBill_balance" CHECK ("adjustmentCents" + "insurancePaidCents" + "clientPaidCents" + "medPayPaidCents" + "writeOffCents" <= "billedCents")
);
CREATE INDEX "MedicalBill_organizationId_facilityId_id_idx" ON "MedicalBill" ("organizationId", "facilityId", id);
CREATE INDEX "MedicalBill_organizationId_facilityId_updatedAt_id_idx" ON "MedicalBill" ("organizationId", "facilityId", "updatedAt", id);
CREATE INDEX "MedicalBill_organizationId_caseId_id_idx" ON "MedicalBill" ("organizationId", "caseId", id);
CREATE INDEX "MedicalBill_organizationId_caseId_updatedAt_id_idx" ON "MedicalBill" ("organizationId", "caseId", "updatedAt", id);
CREATE INDEX "MedicalBill_organizationId_documentId_idx" ON "MedicalBill" ("organizationId", "documentId");
CREATE UNIQUE INDEX "MedicalBill_organizationId_externalId_key" ON "MedicalBill" ("organizationId", "externalId");

CREATE TABLE "MedicalRecord" (
  "organizationId"   text           NOT NULL,
  id                 text           NOT NULL,
  "facilityId"       text           NOT NULL,
  "caseId"           text           NOT NULL,
  "requestId"        text,
  "documentId"       text,
  "recordType"       text           NOT NULL,
  "serviceStartOn"   date,
  "serviceEndOn"     date,
  "pageCount"        integer,
  "isCertified"      boolean        NOT NULL DEFAULT false,
  "reviewedById"     text,
  "reviewedAt"       timestamptz(3),
  summary            text,
  "chronologyStatus" text           NOT NULL DEFAULT 'not_started',
  "externalId"       text,
  revision           integer        NOT NULL DEFAULT 1,
  "createdAt"        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"        timestamptz(3),
  CONSTRAINT "MedicalRecord_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "MedicalRecord_organizationId_facilityId_fkey" FOREIGN KEY ("organizationId", "facilityId")
    REFERENCES "MedicalFacility" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "MedicalRecord_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId")
    REFERENCES "Case" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "MedicalRecord_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId")
    REFERENCES "Document" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "MedicalRecord_organizationId_reviewedById_fkey" FOREIGN KEY ("organizationId", "reviewedById")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "MedicalRecord_chronology" CHECK ("chronologyStatus" IN ('not_started', 'in_progress', 'completed')),
  CONSTRAINT "MedicalRecord_days" CHECK ("serviceEndOn" >= "serviceStartOn"),
  CONSTRAINT "MedicalRecord_pages" CHECK ("pageCount" >= 0)
);
CREATE INDEX "MedicalRecord_organizationId_facilityId_id_idx" ON "MedicalRecord" ("organizationId", "facilityId", id);
CREATE INDEX "MedicalRecord_organizationId_facilityId_updatedAt_id_idx" ON "MedicalRecord" ("organizationId", "facilityId", "updatedAt", id);
CREATE INDEX "MedicalRecord_organizationId_caseId_idx" ON "MedicalRecord" ("organizationId", "caseId");
CREATE INDEX "MedicalRecord_organizationId_requestId_idx" ON "MedicalRecord" ("organizationId", "requestId");
CREATE INDEX "MedicalRecord_organizationId_documentId_idx" ON "MedicalRecord" ("organizationId", "documentId");
CREATE INDEX "MedicalRecord_organizationId_reviewedById_idx" ON "MedicalRecord" ("organizationId", "reviewedById");
CREATE UNIQUE INDEX "MedicalRecord_organizationId_externalId_key" ON "MedicalRecord" ("organizationId", "externalId");

CREATE TABLE "HipaaAuthorization" (
  "organizationId"       text           NOT NULL,
  id                     text           NOT NULL,
  "caseId"               text           NOT NULL,
  scope                  text           NOT NULL,
  "facilityIds"          text[]         DEFAULT ARRAY[]::text[],
  "signedOn"             date,
  "expiresOn"            date,
  "expirationEvent"      text,
  "coversFromOn"         date,
  "coversToOn"           date,
  "includesMentalHealth" boolean        NOT NULL DEFAULT false,
  "includesSubstanceUse" boolean        NOT NULL DEFAULT false,
  "includesHiv"          boolean        NOT NULL DEFAULT false,
  "revokedOn"            date,
  "revokeReason"         text,
  "documentId"           text,
  "externalId"           text,
  revision               integer        NOT NULL DEFAULT 1,
  "createdAt"            timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"            timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "HipaaAuthorization_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "HipaaAuthorization_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId")
    REFERENCES "Case" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "HipaaAuthorization_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId")
    REFERENCES "Document" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "HipaaAuthorization_scope" CHECK (scope IN ('all', 'specific') AND (scope = 'all') = (cardinality("facilityIds") = 0)),
  CONSTRAINT "HipaaAuthorization_days" CHECK ("expiresOn" >= "signedOn" AND "coversToOn" >= "coversFromOn")
);
CREATE INDEX "HipaaAuthorization_organizationId_caseId_id_idx" ON "HipaaAuthorization" ("organizationId", "caseId", id);
CREATE INDEX "HipaaAuthorization_organizationId_caseId_updatedAt_id_idx" ON "HipaaAuthorization" ("organizationId", "caseId", "updatedAt", id);
CREATE INDEX "HipaaAuthorization_organizationId_documentId_idx" ON "HipaaAuthorization" ("organizationId", "documentId");
CREATE UNIQUE INDEX "HipaaAuthorization_organizationId_externalId_key" ON "HipaaAuthorization" ("organizationId", "externalId");

CREATE TABLE "RetrievalRequest" (
  "organizationId"         text           NOT NULL,
  id                       text           NOT NULL,
  "requestNumber"          text           NOT NULL,
  "caseId"                 text           NOT NULL,
  "clientId"               text           NOT NULL,
  "facilityId"             text           NOT NULL,
  "vendorId"               text,
  "vendorReference"        text,
  "requestType"            text           NOT NULL,
  "recordTypes"            text[],
  "dateRangeStartOn"       date,
  "dateRangeEndOn"         date,
  "allDates"               boolean        NOT NULL DEFAULT false,
  purpose                  text,
  priority                 text           NOT NULL DEFAULT 'standard',
  "deliveryMethod"         text           NOT NULL,
  "certificationRequired"  boolean        NOT NULL DEFAULT false,
  "affidavitRequired"      boolean        NOT NULL DEFAULT false,
  notarized                boolean        NOT NULL DEFAULT false,
  "includesMentalHealth"   boolean        NOT NULL DEFAULT false,
  "includesSubstanceUse"   boolean        NOT NULL DEFAULT false,
  "includesHiv"            boolean        NOT NULL DEFAULT false,
  "authorizationId"        text,
  "authorizationStatus"    text           NOT NULL DEFAULT 'missing',
  "authorizationExpiresOn" date,
  status                   text           NOT NULL,
  "statusReason"           text,
  "statusChangedAt"        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "submittedAt"            timestamptz(3),
  "acknowledgedAt"         timestamptz(3),
  "receivedAt"             timestamptz(3),
  "completedAt"            timestamptz(3),
  "dueOn"                  date,
  "followUpOn"             date,
  "followUpCount"          integer        NOT NULL DEFAULT 0,
  "lastFollowUpAt"         timestamptz(3),
  "feeQuotedCents"         bigint,
  "feeApprovedCents"       bigint,
  "pagesReceived"          integer,
  "requestedById"          text,
  notes                    text,
  "leaseToken"             text,
  "leasedUntil"            timestamptz(3),
  "externalId"             text,
  revision                 integer        NOT NULL DEFAULT 1,
  "createdAt"              timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"              timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "RetrievalRequest_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "RetrievalRequest_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId")
    REFERENCES "Case" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "RetrievalRequest_organizationId_clientId_fkey" FOREIGN KEY ("organizationId", "clientId")
    REFERENCES "Client" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "RetrievalRequest_organizationId_facilityId_fkey" FOREIGN KEY ("organizationId", "facilityId")
    REFERENCES "MedicalFacility" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "RetrievalRequest_organizationId_vendorId_fkey" FOREIGN KEY ("organizationId", "vendorId")
    REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "RetrievalRequest_organizationId_requestedById_fkey" FOREIGN KEY ("organizationId", "requestedById")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "RetrievalRequest_organizationId_authorizationId_fkey" FOREIGN KEY ("organizationId", "authorizationId")
    REFERENCES "HipaaAuthorization" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "RetrievalRequest_status" CHECK (status IN (
    'draft', 'awaiting_authorization', 'ready', 'submitted', 'acknowledged', 'in_progress', 'fee_requested', 'fee_approved',
    'fee_disputed', 'no_response', 'escalated', 'rejected', 'on_hold', 'partially_received', 'received', 'under_review',
    'incomplete', 'certified', 'completed', 'no_records', 'cancelled', 'expired')),
  CONSTRAINT "RetrievalRequest_cents" CHECK (coalesce("feeQuotedCents", 0) BETWEEN 0 AND 9007199254740991 AND coalesce("feeApprovedCents", 0) BETWEEN 0 AND 9007199254740991),
  CONSTRAINT "RetrievalRequest_type" CHECK ("requestType" IN (
    'records', 'bills', 'records_and_bills', 'imaging', 'films', 'certification', 'itemized_statement', 'pathology', 'prescription_history')),
  CONSTRAINT "RetrievalRequest_priority" CHECK (priority IN ('standard', 'rush')),
  CONSTRAINT "RetrievalRequest_delivery" CHECK ("deliveryMethod" IN ('email', 'fax', 'mail', 'portal')),
  CONSTRAINT "RetrievalRequest_authorization" CHECK ("authorizationStatus" IN ('missing', 'pending', 'signed', 'rejected', 'expired', 'revoked')),
  CONSTRAINT "RetrievalRequest_counts" CHECK ("followUpCount" >= 0 AND "pagesReceived" >= 0),
  CONSTRAINT "RetrievalRequest_lease" CHECK (("leaseToken" IS NULL) = ("leasedUntil" IS NULL) AND ("leaseToken" IS NULL OR status = 'ready'))
);
CREATE INDEX "RetrievalRequest_organizationId_updatedAt_id_idx" ON "RetrievalRequest" ("organizationId", "updatedAt", id);
CREATE INDEX "RetrievalRequest_organizationId_status_id_idx" ON "RetrievalRequest" ("organizationId", status, id);
CREATE INDEX "RetrievalRequest_organizationId_status_updatedAt_id_idx" ON "RetrievalRequest" ("organizationId", status, "updatedAt", id);
CREATE INDEX "RetrievalRequest_organizationId_dueOn_id_idx" ON "RetrievalRequest" ("organizationId", "dueOn", id);
CREATE INDEX "RetrievalRequest_organizationId_caseId_id_idx" ON "RetrievalRequest" ("organizationId", "caseId", id);
CREATE INDEX "RetrievalRequest_organizationId_clientId_id_idx" ON "RetrievalRequest" ("organizationId", "clientId", id);
CREATE INDEX "RetrievalRequest_organizationId_facilityId_id_idx" ON "RetrievalRequest" ("organizationId", "facilityId", id);
CREATE INDEX "RetrievalRequest_organizationId_vendorId_id_idx" ON "RetrievalRequest" ("organizationId", "vendorId", id);
CREATE INDEX "RetrievalRequest_organizationId_vendorId_updatedAt_id_idx" ON "RetrievalRequest" ("organizationId", "vendorId", "updatedAt", id);
CREATE INDEX "RetrievalRequest_organizationId_requestedById_idx" ON "RetrievalRequest" ("organizationId", "requestedById");
CREATE INDEX "RetrievalRequest_organizationId_authorizationId_idx" ON "RetrievalRequest" ("organizationId", "authorizationId");
CREATE UNIQUE INDEX "RetrievalRequest_organizationId_requestNumber_key" ON "RetrievalRequest" ("organizationId", "requestNumber");
CREATE UNIQUE INDEX "RetrievalRequest_organizationId_externalId_key" ON "RetrievalRequest" ("organizationId", "externalId");

CREATE TABLE "RetrievalFollowUp" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "requestId"      text           NOT NULL,
  method           text           NOT NULL,
  note             text,
  "nextFollowUpOn" date,
  "actorName"      text           NOT NULL,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "RetrievalFollowUp_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "RetrievalFollowUp_organizationId_requestId_fkey" FOREIGN KEY ("organizationId", "requestId")
    REFERENCES "RetrievalRequest" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "RetrievalFollowUp_method" CHECK (method IN ('email', 'fax', 'mail', 'portal', 'phone'))
);
CREATE INDEX "RetrievalFollowUp_organizationId_requestId_id_idx" ON "RetrievalFollowUp" ("organizationId", "requestId", id);

CREATE TABLE "RetrievalRequestDocument" (
  "organizationId" text           NOT NULL,
  "requestId"      text           NOT NULL,
  "documentId"     text           NOT NULL,
  "attachedAt"     timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "RetrievalRequestDocument_pkey" PRIMARY KEY ("organizationId", "requestId", "documentId"),
  CONSTRAINT "RetrievalRequestDocument_organizationId_requestId_fkey" FOREIGN KEY ("organizationId", "requestId")
    REFERENCES "RetrievalRequest" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "RetrievalRequestDocument_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId")
    REFERENCES "Document" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "RetrievalRequestDocument_organizationId_documentId_idx" ON "RetrievalRequestDocument" ("organizationId", "documentId");

CREATE TABLE "RetrievalRequestStep" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "requestId"      text           NOT NULL,
  at               timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  status           text           NOT NULL,
  "actorName"      text           NOT NULL,
  note             text,
  CONSTRAINT "RetrievalRequestStep_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "RetrievalRequestStep_organizationId_requestId_fkey" FOREIGN KEY ("organizationId", "requestId")
    REFERENCES "RetrievalRequest" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "RetrievalRequestStep_organizationId_requestId_at_idx" ON "RetrievalRequestStep" ("organizationId", "requestId", at);

-- References from tables above.
ALTER TABLE "MedicalRecord" ADD CONSTRAINT "MedicalRecord_organizationId_requestId_fkey" FOREIGN KEY ("organizationId", "requestId")
    REFERENCES "RetrievalRequest" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT;

-- A contact is bound to a case once; what was unbound may be bound again, and a merge of two bound contacts leaves both bindings.
CREATE UNIQUE INDEX "MedicalFacility_bound" ON "MedicalFacility" ("organizationId", "caseId", "boundContactId")
  WHERE "deletedAt" IS NULL AND "boundContactId" <> '';
-- The last end before a treatment, and what overlaps it.
CREATE INDEX "MedicalTreatment_ends" ON "MedicalTreatment" ("organizationId", "caseId", greatest("endOn", "startOn"), "startOn", id) WHERE "deletedAt" IS NULL;
-- The vendor queue: rush before standard, and the longest ready first.
CREATE INDEX "RetrievalRequest_queue" ON "RetrievalRequest" ("organizationId", priority, "statusChangedAt", id) WHERE status = 'ready';
CREATE INDEX "RetrievalRequest_vendor_queue" ON "RetrievalRequest" ("organizationId", "vendorId", priority, "statusChangedAt", id) WHERE status = 'ready';

-- Tenant isolation and grants.
CALL isolate_tenants(
  'MedicalFacility', 'MedicalTreatment', 'MedicalBill', 'MedicalRecord', 'HipaaAuthorization', 'RetrievalRequest', 'RetrievalFollowUp',
  'RetrievalRequestDocument', 'RetrievalRequestStep');
GRANT SELECT, INSERT, UPDATE ON
  "MedicalFacility", "MedicalTreatment", "MedicalBill", "MedicalRecord", "HipaaAuthorization", "RetrievalRequest", "RetrievalFollowUp",
  "RetrievalRequestDocument", "RetrievalRequestStep"
TO caseport_application;

CREATE FUNCTION keep_bound_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."boundContactId" := NEW."contactId";
  RETURN NEW;
END $$;
CREATE TRIGGER keep_bound_contact BEFORE INSERT ON "MedicalFacility" FOR EACH ROW EXECUTE FUNCTION keep_bound_contact();

-- A retrieval request shows its client, facility, contact, vendor, requester, documents and timeline. When what it shows of them changes,
-- its revision rises: the ETag is the revision, and If-None-Match must not respond 304 for a stale copy.
CREATE FUNCTION touch_requests_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "RetrievalRequest" SET revision = revision + 1 WHERE "organizationId" = NEW."organizationId" AND "clientId" = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER touch_requests AFTER UPDATE ON "Client" FOR EACH ROW
  WHEN ((OLD."firstName", OLD."lastName") IS DISTINCT FROM (NEW."firstName", NEW."lastName"))
  EXECUTE FUNCTION touch_requests_of_client();

CREATE FUNCTION touch_requests_of_facility() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "RetrievalRequest" SET revision = revision + 1 WHERE "organizationId" = NEW."organizationId" AND "facilityId" = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER touch_requests AFTER UPDATE ON "MedicalFacility" FOR EACH ROW
  WHEN ((OLD."facilityType", OLD."recordsDepartmentInfo", OLD."billingDepartmentInfo", OLD."contactId")
     IS DISTINCT FROM (NEW."facilityType", NEW."recordsDepartmentInfo", NEW."billingDepartmentInfo", NEW."contactId"))
  EXECUTE FUNCTION touch_requests_of_facility();

-- Two statements: a request whose vendor also is its facility's contact rises by two.
CREATE FUNCTION touch_requests_of_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "RetrievalRequest" SET revision = revision + 1 WHERE "organizationId" = NEW."organizationId" AND "vendorId" = NEW.id;
  UPDATE "RetrievalRequest" SET revision = revision + 1 WHERE "organizationId" = NEW."organizationId" AND "facilityId" IN (
    SELECT f.id FROM "MedicalFacility" f WHERE f."organizationId" = NEW."organizationId" AND f."contactId" = NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER touch_requests AFTER UPDATE ON "Contact" FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION touch_requests_of_contact();

CREATE FUNCTION touch_requests_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "RetrievalRequest" SET revision = revision + 1 WHERE "organizationId" = NEW."organizationId" AND "requestedById" = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER touch_requests AFTER UPDATE ON "Member" FOR EACH ROW
  WHEN ((OLD."firstName", OLD."lastName") IS DISTINCT FROM (NEW."firstName", NEW."lastName"))
  EXECUTE FUNCTION touch_requests_of_member();

CREATE FUNCTION touch_requests_of_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "RetrievalRequest" SET revision = revision + 1 WHERE "organizationId" = NEW."organizationId" AND id IN (
    SELECT d."requestId" FROM "RetrievalRequestDocument" d WHERE d."organizationId" = NEW."organizationId" AND d."documentId" = NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER touch_requests AFTER UPDATE ON "Document" FOR EACH ROW
  WHEN ((OLD.name, OLD."deletedAt") IS DISTINCT FROM (NEW.name, NEW."deletedAt")) EXECUTE FUNCTION touch_requests_of_document();

-- A request that this transaction has written has risen already, or was shown to nobody, and is left alone.
CREATE FUNCTION touch_request_of_step() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE step record;
BEGIN
  IF TG_OP = 'DELETE' THEN step := OLD; ELSE step := NEW; END IF;
  UPDATE "RetrievalRequest" SET revision = revision + 1
  WHERE "organizationId" = step."organizationId" AND id = step."requestId"
    AND xmin::text <> pg_current_xact_id()::xid::text;
  RETURN NULL;
END $$;
CREATE TRIGGER touch_request AFTER INSERT OR UPDATE OR DELETE ON "RetrievalRequestStep"
  FOR EACH ROW EXECUTE FUNCTION touch_request_of_step();

CREATE TRIGGER touch BEFORE UPDATE ON "MedicalFacility" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "MedicalTreatment" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "MedicalBill" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "MedicalRecord" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "HipaaAuthorization" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "RetrievalRequest" FOR EACH ROW EXECUTE FUNCTION touch_row();
