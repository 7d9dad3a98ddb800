-- CreateTable
CREATE TABLE "Invoice" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "invoiceNumber" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "subject" TEXT,
    "memo" TEXT,
    "issuedOn" DATE,
    "dueOn" DATE,
    "sentAt" TIMESTAMPTZ(3),
    "paidAt" TIMESTAMPTZ(3),
    "paymentTermsDays" INTEGER NOT NULL DEFAULT 30,
    "subtotalCents" BIGINT NOT NULL,
    "discountCents" BIGINT NOT NULL DEFAULT 0,
    "taxCents" BIGINT NOT NULL DEFAULT 0,
    "totalCents" BIGINT NOT NULL,
    "paidCents" BIGINT NOT NULL DEFAULT 0,
    "externalId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Invoice_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "InvoiceLineItem" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "invoiceId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "quantity" DOUBLE PRECISION NOT NULL,
    "rateCents" BIGINT NOT NULL,
    "amountCents" BIGINT NOT NULL,
    "serviceOn" DATE,

    CONSTRAINT "InvoiceLineItem_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "Case" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "sequenceId" TEXT NOT NULL,
    "plaintiffId" TEXT NOT NULL,
    "attorneyId" TEXT,
    "externalId" TEXT,
    "title" TEXT,
    "description" TEXT,
    "intakeNotes" TEXT,
    "injuryDescription" TEXT,
    "caseType" TEXT NOT NULL,
    "subCaseType" TEXT,
    "caseState" TEXT,
    "matterStage" TEXT NOT NULL,
    "matterStatus" TEXT NOT NULL,
    "statusReason" TEXT,
    "stageEnteredAt" TIMESTAMPTZ(3),
    "caseSource" TEXT,
    "caseMatchMode" TEXT,
    "caseMatchDate" TIMESTAMPTZ(3),
    "caseReviewedDate" TIMESTAMPTZ(3),
    "partnerId" TEXT,
    "partnerName" TEXT,
    "partnerResult" TEXT,
    "partnerPriceCents" BIGINT,
    "highValue" BOOLEAN NOT NULL DEFAULT false,
    "vetted" BOOLEAN NOT NULL DEFAULT false,
    "isCommercial" BOOLEAN NOT NULL DEFAULT false,
    "trialBound" BOOLEAN NOT NULL DEFAULT false,
    "caseScore" DOUBLE PRECISION,
    "projectedWinRate" DOUBLE PRECISION,
    "projectedFeeAmountCents" BIGINT,
    "estimatedSettlementMinCents" BIGINT,
    "estimatedSettlementMaxCents" BIGINT,
    "settlementAmountCents" BIGINT,
    "recoveryAmountCents" BIGINT,
    "projectedSettlementDate" TIMESTAMPTZ(3),
    "projectedSettlementDateLabel" TEXT,
    "projectedSettlementDatePrecision" TEXT,
    "estimatedTimeToResolution" DOUBLE PRECISION,
    "attorneyFeePercentage" DOUBLE PRECISION,
    "settlementDate" TIMESTAMPTZ(3),
    "recoveryDate" TIMESTAMPTZ(3),
    "resolutionDate" TIMESTAMPTZ(3),
    "dateOfIncident" DATE,
    "openedOn" DATE,
    "closedOn" DATE,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Case_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "CaseAttorney" (
    "organizationId" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "attorneyId" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "assignedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CaseAttorney_pkey" PRIMARY KEY ("organizationId","caseId","attorneyId","role")
);

-- CreateTable
CREATE TABLE "Tag" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT NOT NULL,

    CONSTRAINT "Tag_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "CaseTag" (
    "organizationId" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "tagId" TEXT NOT NULL,

    CONSTRAINT "CaseTag_pkey" PRIMARY KEY ("organizationId","caseId","tagId")
);

-- CreateTable
CREATE TABLE "Client" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "firstName" TEXT NOT NULL,
    "lastName" TEXT NOT NULL,
    "email" TEXT,
    "phone" TEXT,
    "city" TEXT,
    "state" TEXT,
    "zipCode" TEXT,
    "dateOfBirth" DATE,
    "ssnFourDigits" TEXT,
    "externalId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Client_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "Contact" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "npi" TEXT,
    "email" TEXT,
    "phone" TEXT,
    "fax" TEXT,
    "line1" TEXT,
    "city" TEXT,
    "state" TEXT,
    "zipCode" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Contact_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "Folder" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "parentFolderId" TEXT,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "depth" INTEGER NOT NULL,
    "ownerAttorneyId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Folder_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "IntakeAnswer" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "accessor" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "source" TEXT NOT NULL DEFAULT 'api',
    "answeredAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "IntakeAnswer_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "MedicalFacility" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "contactId" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "facilityType" TEXT,
    "recordsNeeded" BOOLEAN NOT NULL DEFAULT false,
    "billsNeeded" BOOLEAN NOT NULL DEFAULT false,
    "recordsDepartmentInfo" JSONB,
    "billingDepartmentInfo" JSONB,
    "isTreating" BOOLEAN NOT NULL DEFAULT false,
    "treatmentStatus" TEXT NOT NULL DEFAULT 'unknown',
    "firstVisitOn" DATE,
    "lastVisitOn" DATE,
    "accountNumber" TEXT,
    "chartNumber" TEXT,
    "totalBilledCents" BIGINT NOT NULL DEFAULT 0,
    "totalPaidCents" BIGINT NOT NULL DEFAULT 0,
    "hasLien" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "MedicalFacility_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "RetrievalRequest" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "requestNumber" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "facilityId" TEXT NOT NULL,
    "vendorId" TEXT,
    "vendorReference" TEXT,
    "requestType" TEXT NOT NULL,
    "recordTypes" TEXT[],
    "dateRangeStartOn" DATE,
    "dateRangeEndOn" DATE,
    "allDates" BOOLEAN NOT NULL DEFAULT false,
    "purpose" TEXT,
    "priority" TEXT NOT NULL DEFAULT 'standard',
    "deliveryMethod" TEXT NOT NULL,
    "certificationRequired" BOOLEAN NOT NULL DEFAULT false,
    "authorizationStatus" TEXT NOT NULL,
    "authorizationExpiresOn" DATE,
    "status" TEXT NOT NULL,
    "statusReason" TEXT,
    "statusChangedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "submittedAt" TIMESTAMPTZ(3),
    "acknowledgedAt" TIMESTAMPTZ(3),
    "receivedAt" TIMESTAMPTZ(3),
    "completedAt" TIMESTAMPTZ(3),
    "dueOn" DATE,
    "followUpOn" DATE,
    "followUpCount" INTEGER NOT NULL DEFAULT 0,
    "lastFollowUpAt" TIMESTAMPTZ(3),
    "feeQuotedCents" BIGINT,
    "feeApprovedCents" BIGINT,
    "pagesReceived" INTEGER,
    "requestedById" TEXT,
    "notes" TEXT,
    "externalId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RetrievalRequest_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "RetrievalRequestStep" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "status" TEXT NOT NULL,
    "actorName" TEXT NOT NULL,
    "note" TEXT,

    CONSTRAINT "RetrievalRequestStep_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "Organization" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "legalName" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "parentOrganizationId" TEXT,
    "isHeadquarters" BOOLEAN NOT NULL DEFAULT false,
    "timezone" TEXT NOT NULL DEFAULT 'America/New_York',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Member" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "firstName" TEXT NOT NULL,
    "lastName" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "isAttorney" BOOLEAN NOT NULL DEFAULT false,
    "permissions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "deactivatedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Member_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "IntegrationKey" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "actorName" TEXT NOT NULL,
    "scopes" TEXT[],
    "actingAttorneyId" TEXT,
    "reportIncludeChildOrganizations" BOOLEAN NOT NULL DEFAULT true,
    "webhookAllowedHosts" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "allowedNetworks" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "expirySetAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "pausedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "revokeReason" TEXT,
    "lastUsedAt" TIMESTAMPTZ(3),
    "lastUsedAddress" TEXT,
    "lastUsedRoute" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "IntegrationKey_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "IntegrationKeySecret" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "IntegrationKeySecret_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "EventCounter" (
    "organizationId" TEXT NOT NULL,
    "last" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "EventCounter_pkey" PRIMARY KEY ("organizationId")
);

-- CreateTable
CREATE TABLE "Event" (
    "organizationId" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "id" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "entityId" TEXT NOT NULL,
    "eventType" TEXT NOT NULL,
    "occurredAt" TIMESTAMPTZ(3) NOT NULL,
    "actor" JSONB NOT NULL,
    "payload" JSONB NOT NULL,
    "diff" JSONB NOT NULL,
    "relatedIds" JSONB NOT NULL,
    "correlationId" TEXT NOT NULL,
    "metadata" JSONB NOT NULL,

    CONSTRAINT "Event_pkey" PRIMARY KEY ("organizationId","number")
);

-- CreateTable
CREATE TABLE "AuditEntry" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "occurredAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "action" TEXT NOT NULL,
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "actorName" TEXT NOT NULL,
    "onBehalfOfAttorneyId" TEXT,
    "entity" TEXT NOT NULL,
    "entityId" TEXT NOT NULL,
    "relatedIds" JSONB NOT NULL DEFAULT '[]',
    "requestId" TEXT NOT NULL,
    "address" TEXT,

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "IdempotencyRecord" (
    "organizationId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "idempotencyKey" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "status" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "etag" TEXT,
    "location" TEXT,
    "requestId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IdempotencyRecord_pkey" PRIMARY KEY ("organizationId","keyId","idempotencyKey")
);

-- CreateIndex
CREATE INDEX "Invoice_organizationId_caseId_idx" ON "Invoice"("organizationId", "caseId");

-- CreateIndex
CREATE UNIQUE INDEX "Invoice_organizationId_invoiceNumber_key" ON "Invoice"("organizationId", "invoiceNumber");

-- CreateIndex
CREATE UNIQUE INDEX "Invoice_organizationId_externalId_key" ON "Invoice"("organizationId", "externalId");

-- CreateIndex
CREATE UNIQUE INDEX "InvoiceLineItem_organizationId_invoiceId_position_key" ON "InvoiceLineItem"("organizationId", "invoiceId", "position");

-- CreateIndex
CREATE INDEX "Case_organizationId_plaintiffId_idx" ON "Case"("organizationId", "plaintiffId");

-- CreateIndex
CREATE INDEX "Case_organizationId_attorneyId_idx" ON "Case"("organizationId", "attorneyId");

-- CreateIndex
CREATE UNIQUE INDEX "Case_organizationId_sequenceId_key" ON "Case"("organizationId", "sequenceId");

-- CreateIndex
CREATE UNIQUE INDEX "Case_organizationId_externalId_key" ON "Case"("organizationId", "externalId");

-- CreateIndex
CREATE INDEX "CaseAttorney_organizationId_attorneyId_idx" ON "CaseAttorney"("organizationId", "attorneyId");

-- CreateIndex
CREATE UNIQUE INDEX "Tag_organizationId_name_key" ON "Tag"("organizationId", "name");

-- CreateIndex
CREATE INDEX "CaseTag_organizationId_tagId_idx" ON "CaseTag"("organizationId", "tagId");

-- CreateIndex
CREATE UNIQUE INDEX "Client_organizationId_externalId_key" ON "Client"("organizationId", "externalId");

-- CreateIndex
CREATE UNIQUE INDEX "Folder_organizationId_caseId_id_key" ON "Folder"("organizationId", "caseId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "IntakeAnswer_organizationId_caseId_accessor_key" ON "IntakeAnswer"("organizationId", "caseId", "accessor");

-- CreateIndex
CREATE INDEX "MedicalFacility_organizationId_caseId_idx" ON "MedicalFacility"("organizationId", "caseId");

-- CreateIndex
CREATE INDEX "MedicalFacility_organizationId_contactId_idx" ON "MedicalFacility"("organizationId", "contactId");

-- CreateIndex
CREATE INDEX "RetrievalRequest_organizationId_caseId_idx" ON "RetrievalRequest"("organizationId", "caseId");

-- CreateIndex
CREATE INDEX "RetrievalRequest_organizationId_clientId_idx" ON "RetrievalRequest"("organizationId", "clientId");

-- CreateIndex
CREATE INDEX "RetrievalRequest_organizationId_facilityId_idx" ON "RetrievalRequest"("organizationId", "facilityId");

-- CreateIndex
CREATE INDEX "RetrievalRequest_organizationId_vendorId_idx" ON "RetrievalRequest"("organizationId", "vendorId");

-- CreateIndex
CREATE INDEX "RetrievalRequest_organizationId_requestedById_idx" ON "RetrievalRequest"("organizationId", "requestedById");

-- CreateIndex
CREATE UNIQUE INDEX "RetrievalRequest_organizationId_requestNumber_key" ON "RetrievalRequest"("organizationId", "requestNumber");

-- CreateIndex
CREATE UNIQUE INDEX "RetrievalRequest_organizationId_externalId_key" ON "RetrievalRequest"("organizationId", "externalId");

-- CreateIndex
CREATE INDEX "RetrievalRequestStep_organizationId_requestId_at_idx" ON "RetrievalRequestStep"("organizationId", "requestId", "at");

-- CreateIndex
CREATE UNIQUE INDEX "Organization_slug_key" ON "Organization"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "Member_organizationId_email_key" ON "Member"("organizationId", "email");

-- CreateIndex
CREATE INDEX "IntegrationKey_organizationId_actingAttorneyId_idx" ON "IntegrationKey"("organizationId", "actingAttorneyId");

-- CreateIndex
CREATE UNIQUE INDEX "IntegrationKeySecret_digest_key" ON "IntegrationKeySecret"("digest");

-- CreateIndex
CREATE INDEX "IntegrationKeySecret_organizationId_keyId_createdAt_idx" ON "IntegrationKeySecret"("organizationId", "keyId", "createdAt" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Event_organizationId_id_key" ON "Event"("organizationId", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_organizationId_entity_entityId_idx" ON "AuditEntry"("organizationId", "entity", "entityId");

-- CreateIndex
CREATE INDEX "AuditEntry_organizationId_actorId_id_idx" ON "AuditEntry"("organizationId", "actorId", "id");

-- CreateIndex
CREATE INDEX "IdempotencyRecord_expiresAt_idx" ON "IdempotencyRecord"("expiresAt");

-- AddForeignKey
ALTER TABLE "Invoice" ADD CONSTRAINT "Invoice_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Invoice" ADD CONSTRAINT "Invoice_organizationId_clientId_fkey" FOREIGN KEY ("organizationId", "clientId") REFERENCES "Client"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "InvoiceLineItem" ADD CONSTRAINT "InvoiceLineItem_organizationId_invoiceId_fkey" FOREIGN KEY ("organizationId", "invoiceId") REFERENCES "Invoice"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Case" ADD CONSTRAINT "Case_organizationId_plaintiffId_fkey" FOREIGN KEY ("organizationId", "plaintiffId") REFERENCES "Client"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Case" ADD CONSTRAINT "Case_organizationId_attorneyId_fkey" FOREIGN KEY ("organizationId", "attorneyId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CaseAttorney" ADD CONSTRAINT "CaseAttorney_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CaseAttorney" ADD CONSTRAINT "CaseAttorney_organizationId_attorneyId_fkey" FOREIGN KEY ("organizationId", "attorneyId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Tag" ADD CONSTRAINT "Tag_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CaseTag" ADD CONSTRAINT "CaseTag_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CaseTag" ADD CONSTRAINT "CaseTag_organizationId_tagId_fkey" FOREIGN KEY ("organizationId", "tagId") REFERENCES "Tag"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Client" ADD CONSTRAINT "Client_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Contact" ADD CONSTRAINT "Contact_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Folder" ADD CONSTRAINT "Folder_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Folder" ADD CONSTRAINT "Folder_organizationId_caseId_parentFolderId_fkey" FOREIGN KEY ("organizationId", "caseId", "parentFolderId") REFERENCES "Folder"("organizationId", "caseId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Folder" ADD CONSTRAINT "Folder_organizationId_ownerAttorneyId_fkey" FOREIGN KEY ("organizationId", "ownerAttorneyId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "IntakeAnswer" ADD CONSTRAINT "IntakeAnswer_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MedicalFacility" ADD CONSTRAINT "MedicalFacility_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MedicalFacility" ADD CONSTRAINT "MedicalFacility_organizationId_clientId_fkey" FOREIGN KEY ("organizationId", "clientId") REFERENCES "Client"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MedicalFacility" ADD CONSTRAINT "MedicalFacility_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "RetrievalRequest" ADD CONSTRAINT "RetrievalRequest_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "RetrievalRequest" ADD CONSTRAINT "RetrievalRequest_organizationId_clientId_fkey" FOREIGN KEY ("organizationId", "clientId") REFERENCES "Client"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "RetrievalRequest" ADD CONSTRAINT "RetrievalRequest_organizationId_facilityId_fkey" FOREIGN KEY ("organizationId", "facilityId") REFERENCES "MedicalFacility"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "RetrievalRequest" ADD CONSTRAINT "RetrievalRequest_organizationId_vendorId_fkey" FOREIGN KEY ("organizationId", "vendorId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "RetrievalRequest" ADD CONSTRAINT "RetrievalRequest_organizationId_requestedById_fkey" FOREIGN KEY ("organizationId", "requestedById") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "RetrievalRequestStep" ADD CONSTRAINT "RetrievalRequestStep_organizationId_requestId_fkey" FOREIGN KEY ("organizationId", "requestId") REFERENCES "RetrievalRequest"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Organization" ADD CONSTRAINT "Organization_parentOrganizationId_fkey" FOREIGN KEY ("parentOrganizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Member" ADD CONSTRAINT "Member_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "IntegrationKey" ADD CONSTRAINT "IntegrationKey_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "IntegrationKey" ADD CONSTRAINT "IntegrationKey_organizationId_actingAttorneyId_fkey" FOREIGN KEY ("organizationId", "actingAttorneyId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "IntegrationKeySecret" ADD CONSTRAINT "IntegrationKeySecret_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId") REFERENCES "IntegrationKey"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "IdempotencyRecord" ADD CONSTRAINT "IdempotencyRecord_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId") REFERENCES "IntegrationKey"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
