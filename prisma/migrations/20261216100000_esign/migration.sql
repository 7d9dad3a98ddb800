-- Electronic signatures: requests with their documents, recipients, fields and trail, links and sessions of the signing page, templates.

-- CreateTable
CREATE TABLE "EsignRequest" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "sequenceId" TEXT NOT NULL,
    "caseId" TEXT,
    "leadId" TEXT,
    "title" TEXT NOT NULL,
    "message" TEXT,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "language" TEXT NOT NULL DEFAULT 'en',
    "expiresInDays" INTEGER NOT NULL DEFAULT 30,
    "expiresAt" TIMESTAMPTZ(3),
    "reminders" JSONB NOT NULL,
    "nextReminderAt" TIMESTAMPTZ(3),
    "reminderCount" INTEGER NOT NULL DEFAULT 0,
    "input" JSONB NOT NULL DEFAULT '{}',
    "moveLead" BOOLEAN NOT NULL DEFAULT true,
    "problems" JSONB NOT NULL DEFAULT '[]',
    "needsAttention" BOOLEAN NOT NULL DEFAULT false,
    "containsPhi" BOOLEAN NOT NULL DEFAULT false,
    "sentAt" TIMESTAMPTZ(3),
    "allSignedAt" TIMESTAMPTZ(3),
    "completedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "endReason" TEXT,
    "certificateDocumentId" TEXT,
    "chainHash" TEXT,
    "effects" JSONB NOT NULL DEFAULT '[]',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "workingSince" TIMESTAMPTZ(3),
    "workId" TEXT,
    "externalId" TEXT,
    "createdBy" JSONB NOT NULL,
    "onBehalfOfAttorneyId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "EsignRequest_status_known" CHECK ("status" = ANY ('{draft,preparing,sent,sealing,completed,declined,voided,expired}'::text[])),
    CONSTRAINT "EsignRequest_language_known" CHECK ("language" = ANY ('{en,es}'::text[])),
    CONSTRAINT "EsignRequest_owner" CHECK (num_nonnulls("caseId", "leadId") > 0),
    CONSTRAINT "EsignRequest_days" CHECK ("expiresInDays" BETWEEN 1 AND 180 AND "reminderCount" BETWEEN 0 AND 10),
    CONSTRAINT "EsignRequest_times" CHECK (CASE
        WHEN status = ANY ('{draft,preparing}'::text[]) THEN num_nonnulls("sentAt", "allSignedAt", "completedAt", "endedAt") = 0
        WHEN status = 'sent' THEN num_nonnulls("sentAt", "expiresAt") = 2 AND num_nonnulls("allSignedAt", "completedAt", "endedAt") = 0
        WHEN status = 'sealing' THEN num_nonnulls("sentAt", "allSignedAt") = 2 AND num_nonnulls("completedAt", "endedAt") = 0
        WHEN status = 'completed' THEN num_nonnulls("sentAt", "allSignedAt", "completedAt", "endedAt", "certificateDocumentId", "chainHash") = 6
        ELSE "endedAt" IS NOT NULL AND "completedAt" IS NULL END),
    CONSTRAINT "EsignRequest_chainHash" CHECK ("chainHash" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "EsignRequest_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "EsignDocument" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "purpose" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "esignTemplateId" TEXT,
    "templateObjectId" TEXT,
    "documentId" TEXT,
    "versionId" TEXT,
    "sha256" TEXT,
    "pageCount" INTEGER,
    "sizeBytes" BIGINT,
    "sealedVersionId" TEXT,
    "sealedSha256" TEXT,
    "sealedSizeBytes" BIGINT,
    "hasSignaturePage" BOOLEAN NOT NULL DEFAULT false,
    "authorizationId" TEXT,
    "subjectEntity" TEXT,
    "subjectId" TEXT,

    CONSTRAINT "EsignDocument_purpose_known" CHECK ("purpose" = ANY ('{retainer_agreement,hipaa_authorization,letter_of_protection,settlement_agreement,release,settlement_statement,power_of_attorney,fee_split_consent,conflict_waiver,unsworn_declaration,other}'::text[])),
    CONSTRAINT "EsignDocument_position" CHECK ("position" BETWEEN 1 AND 10),
    CONSTRAINT "EsignDocument_source" CHECK (num_nonnulls("esignTemplateId", "documentId") > 0 AND num_nonnulls("esignTemplateId", "templateObjectId") <> 1),
    CONSTRAINT "EsignDocument_pinned" CHECK (num_nonnulls("versionId", sha256, "pageCount", "sizeBytes") = ANY ('{0,4}'::integer[]) AND ("versionId" IS NULL OR "documentId" IS NOT NULL)),
    CONSTRAINT "EsignDocument_sealed" CHECK (num_nonnulls("sealedVersionId", "sealedSha256", "sealedSizeBytes") = ANY ('{0,3}'::integer[])),
    CONSTRAINT "EsignDocument_subject" CHECK (num_nonnulls("subjectEntity", "subjectId") <> 1),
    CONSTRAINT "EsignDocument_sha256" CHECK ("sha256" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "EsignDocument_sealedSha256" CHECK ("sealedSha256" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "EsignDocument_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "EsignRecipient" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "role" TEXT NOT NULL DEFAULT 'signer',
    "order" INTEGER NOT NULL DEFAULT 1,
    "clientId" TEXT,
    "leadId" TEXT,
    "contactId" TEXT,
    "memberId" TEXT,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "phone" TEXT,
    "capacity" TEXT NOT NULL DEFAULT 'self',
    "signsForClientId" TEXT,
    "delivery" TEXT NOT NULL DEFAULT 'email',
    "authentication" TEXT NOT NULL DEFAULT 'none',
    "passcodeDigest" TEXT,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "sentAt" TIMESTAMPTZ(3),
    "viewedAt" TIMESTAMPTZ(3),
    "consentedAt" TIMESTAMPTZ(3),
    "signedAt" TIMESTAMPTZ(3),
    "declinedAt" TIMESTAMPTZ(3),
    "lastNotifiedAt" TIMESTAMPTZ(3),
    "consent" JSONB,
    "codeDigest" TEXT,
    "codeSentAt" TIMESTAMPTZ(3),
    "codeExpiresAt" TIMESTAMPTZ(3),
    "failedCodes" INTEGER NOT NULL DEFAULT 0,
    "signature" TEXT,
    "submissionId" TEXT,

    CONSTRAINT "EsignRecipient_role_known" CHECK ("role" = ANY ('{signer,carbon_copy}'::text[])),
    CONSTRAINT "EsignRecipient_capacity_known" CHECK ("capacity" = ANY ('{self,parent,guardian,personal_representative,attorney_in_fact,other}'::text[])),
    CONSTRAINT "EsignRecipient_delivery_known" CHECK ("delivery" = ANY ('{email,link}'::text[])),
    CONSTRAINT "EsignRecipient_authentication_known" CHECK ("authentication" = ANY ('{none,email_code,passcode}'::text[])),
    CONSTRAINT "EsignRecipient_status_known" CHECK ("status" = ANY ('{waiting,sent,viewed,signed,declined,bounced,locked,copied,cancelled}'::text[])),
    CONSTRAINT "EsignRecipient_person" CHECK (num_nonnulls("clientId", "leadId", "contactId", "memberId") = 1),
    CONSTRAINT "EsignRecipient_order" CHECK ("order" BETWEEN 1 AND 20),
    CONSTRAINT "EsignRecipient_passcode" CHECK (("passcodeDigest" IS NOT NULL) = (authentication = 'passcode')),
    CONSTRAINT "EsignRecipient_signed" CHECK ((status = 'signed') = ("signedAt" IS NOT NULL)),
    CONSTRAINT "EsignRecipient_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "EsignField" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "recipientKey" TEXT,
    "kind" TEXT NOT NULL,
    "required" BOOLEAN NOT NULL DEFAULT true,
    "label" TEXT NOT NULL,
    "acroField" TEXT,
    "page" INTEGER,
    "x" DOUBLE PRECISION,
    "y" DOUBLE PRECISION,
    "width" DOUBLE PRECISION,
    "height" DOUBLE PRECISION,
    "format" TEXT,
    "maxLength" INTEGER,
    "group" JSONB,
    "source" TEXT,
    "fallback" TEXT,
    "sets" TEXT,
    "fontSize" DOUBLE PRECISION NOT NULL DEFAULT 10,
    "value" TEXT,

    CONSTRAINT "EsignField_kind_known" CHECK ("kind" = ANY ('{signature,initials,date_signed,text,checkbox,merge}'::text[])),
    CONSTRAINT "EsignField_recipient" CHECK (("recipientKey" IS NULL) = (kind = 'merge')),
    CONSTRAINT "EsignField_source" CHECK ((source IS NOT NULL) = (kind = 'merge')),
    CONSTRAINT "EsignField_place" CHECK (num_nonnulls("acroField", page) > 0 AND num_nonnulls(page, x, y, width, height) = ANY ('{0,5}'::integer[])),
    CONSTRAINT "EsignField_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "EsignTrailEntry" (
    "organizationId" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "action" TEXT NOT NULL,
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "actorLabel" TEXT NOT NULL,
    "recipientId" TEXT,
    "ipAddress" TEXT,
    "userAgent" TEXT,
    "detail" JSONB NOT NULL,
    "previousHash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "EsignTrailEntry_number" CHECK (number > 0),
    CONSTRAINT "EsignTrailEntry_action_known" CHECK ("action" = ANY ('{created,prepared,sent,notified,link_created,code_sent,authenticated,authentication_failed,locked,viewed,consented,signed,declined,corrected,reminded,bounced,voided,expired,sealed,completed,downloaded}'::text[])),
    CONSTRAINT "EsignTrailEntry_hash" CHECK ("hash" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "EsignTrailEntry_previousHash" CHECK ("previousHash" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "EsignTrailEntry_pkey" PRIMARY KEY ("organizationId","requestId","number")
);

-- CreateTable
CREATE TABLE "EsignLink" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "recipientId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "tokenDigest" BYTEA NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "openedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "EsignLink_kind_known" CHECK ("kind" = ANY ('{mail,once}'::text[])),
    CONSTRAINT "EsignLink_tokenDigest" CHECK (octet_length("tokenDigest") = 32),
    CONSTRAINT "EsignLink_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "EsignSession" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "recipientId" TEXT NOT NULL,
    "linkId" TEXT NOT NULL,
    "tokenDigest" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "authenticatedAt" TIMESTAMPTZ(3),
    "begunAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "EsignSession_tokenDigest" CHECK (octet_length("tokenDigest") = 32),
    CONSTRAINT "EsignSession_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "EsignTemplate" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "purpose" TEXT NOT NULL,
    "recipients" JSONB NOT NULL DEFAULT '[]',
    "fields" JSONB NOT NULL DEFAULT '[]',
    "objectId" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "pageCount" INTEGER NOT NULL,
    "pages" JSONB NOT NULL,
    "acroFields" JSONB NOT NULL DEFAULT '[]',
    "problems" JSONB NOT NULL DEFAULT '[]',
    "isReady" BOOLEAN NOT NULL DEFAULT false,
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "externalId" TEXT,
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    -- Names are compared without case.
    "nameKey" TEXT GENERATED ALWAYS AS (fold_name(name)) STORED,

    CONSTRAINT "EsignTemplate_purpose_known" CHECK ("purpose" = ANY ('{retainer_agreement,hipaa_authorization,letter_of_protection,settlement_agreement,release,settlement_statement,power_of_attorney,fee_split_consent,conflict_waiver,unsworn_declaration,other}'::text[])),
    CONSTRAINT "EsignTemplate_sha256" CHECK ("sha256" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "EsignTemplate_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "EsignConsentText" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "isCurrent" BOOLEAN NOT NULL DEFAULT true,
    "verification" TEXT NOT NULL DEFAULT 'unverified',
    "verifiedByMemberId" TEXT,
    "verifiedAt" TIMESTAMPTZ(3),
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "EsignConsentText_language_known" CHECK ("language" = ANY ('{en,es}'::text[])),
    CONSTRAINT "EsignConsentText_verification_known" CHECK ("verification" = ANY ('{unverified,verified}'::text[])),
    CONSTRAINT "EsignConsentText_verified" CHECK ((verification = 'verified') = (num_nonnulls("verifiedByMemberId", "verifiedAt") = 2)),
    CONSTRAINT "EsignConsentText_version" CHECK (version > 0),
    CONSTRAINT "EsignConsentText_sha256" CHECK ("sha256" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "EsignConsentText_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "EsignSetting" (
    "organizationId" TEXT NOT NULL,
    "senderName" TEXT,
    "replyTo" TEXT,
    "expiresInDays" INTEGER NOT NULL DEFAULT 30,
    "reminders" JSONB NOT NULL,
    "language" TEXT NOT NULL DEFAULT 'en',
    "sealingCertificate" TEXT,
    "sealingKey" BYTEA,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "EsignSetting_language_known" CHECK ("language" = ANY ('{en,es}'::text[])),
    CONSTRAINT "EsignSetting_days" CHECK ("expiresInDays" BETWEEN 1 AND 180),
    CONSTRAINT "EsignSetting_sealing" CHECK (num_nonnulls("sealingCertificate", "sealingKey") <> 1),
    CONSTRAINT "EsignSetting_pkey" PRIMARY KEY ("organizationId")
);

-- CreateIndex
CREATE INDEX "EsignRequest_organizationId_updatedAt_id_idx" ON "EsignRequest"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "EsignRequest_organizationId_status_id_idx" ON "EsignRequest"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "EsignRequest_organizationId_status_updatedAt_id_idx" ON "EsignRequest"("organizationId", "status", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "EsignRequest_organizationId_caseId_id_idx" ON "EsignRequest"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "EsignRequest_organizationId_caseId_updatedAt_id_idx" ON "EsignRequest"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "EsignRequest_organizationId_leadId_id_idx" ON "EsignRequest"("organizationId", "leadId", "id");

-- CreateIndex
CREATE INDEX "EsignRequest_organizationId_leadId_updatedAt_id_idx" ON "EsignRequest"("organizationId", "leadId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "EsignRequest_organizationId_certificateDocumentId_idx" ON "EsignRequest"("organizationId", "certificateDocumentId");

-- CreateIndex
CREATE INDEX "EsignRequest_organizationId_onBehalfOfAttorneyId_idx" ON "EsignRequest"("organizationId", "onBehalfOfAttorneyId");

-- CreateIndex
CREATE UNIQUE INDEX "EsignRequest_organizationId_sequenceId_key" ON "EsignRequest"("organizationId", "sequenceId");

-- CreateIndex
CREATE INDEX "EsignDocument_organizationId_esignTemplateId_idx" ON "EsignDocument"("organizationId", "esignTemplateId");

-- CreateIndex
CREATE INDEX "EsignDocument_organizationId_templateObjectId_idx" ON "EsignDocument"("organizationId", "templateObjectId");

-- CreateIndex
CREATE INDEX "EsignDocument_organizationId_documentId_idx" ON "EsignDocument"("organizationId", "documentId");

-- CreateIndex
CREATE INDEX "EsignDocument_organizationId_versionId_idx" ON "EsignDocument"("organizationId", "versionId");

-- CreateIndex
CREATE INDEX "EsignDocument_organizationId_sealedVersionId_idx" ON "EsignDocument"("organizationId", "sealedVersionId");

-- CreateIndex
CREATE INDEX "EsignDocument_organizationId_authorizationId_idx" ON "EsignDocument"("organizationId", "authorizationId");

-- CreateIndex
CREATE INDEX "EsignDocument_organizationId_sha256_idx" ON "EsignDocument"("organizationId", "sha256");

-- CreateIndex
CREATE INDEX "EsignDocument_organizationId_sealedSha256_idx" ON "EsignDocument"("organizationId", "sealedSha256");

-- CreateIndex
CREATE INDEX "EsignDocument_organizationId_purpose_requestId_idx" ON "EsignDocument"("organizationId", "purpose", "requestId");

-- CreateIndex
CREATE UNIQUE INDEX "EsignDocument_organizationId_requestId_position_key" ON "EsignDocument"("organizationId", "requestId", "position");

-- CreateIndex
CREATE INDEX "EsignRecipient_organizationId_clientId_requestId_idx" ON "EsignRecipient"("organizationId", "clientId", "requestId");

-- CreateIndex
CREATE INDEX "EsignRecipient_organizationId_signsForClientId_requestId_idx" ON "EsignRecipient"("organizationId", "signsForClientId", "requestId");

-- CreateIndex
CREATE INDEX "EsignRecipient_organizationId_leadId_requestId_idx" ON "EsignRecipient"("organizationId", "leadId", "requestId");

-- CreateIndex
CREATE INDEX "EsignRecipient_organizationId_contactId_requestId_idx" ON "EsignRecipient"("organizationId", "contactId", "requestId");

-- CreateIndex
CREATE INDEX "EsignRecipient_organizationId_memberId_requestId_idx" ON "EsignRecipient"("organizationId", "memberId", "requestId");

-- CreateIndex
CREATE UNIQUE INDEX "EsignRecipient_organizationId_requestId_key_key" ON "EsignRecipient"("organizationId", "requestId", "key");

-- CreateIndex
CREATE UNIQUE INDEX "EsignField_organizationId_requestId_number_key" ON "EsignField"("organizationId", "requestId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "EsignLink_tokenDigest_key" ON "EsignLink"("tokenDigest");

-- CreateIndex
CREATE INDEX "EsignLink_organizationId_requestId_id_idx" ON "EsignLink"("organizationId", "requestId", "id");

-- CreateIndex
CREATE INDEX "EsignLink_organizationId_recipientId_id_idx" ON "EsignLink"("organizationId", "recipientId", "id");

-- CreateIndex
CREATE INDEX "EsignLink_expiresAt_idx" ON "EsignLink"("expiresAt");

-- CreateIndex
CREATE INDEX "EsignSession_organizationId_requestId_idx" ON "EsignSession"("organizationId", "requestId");

-- CreateIndex
CREATE INDEX "EsignSession_organizationId_recipientId_idx" ON "EsignSession"("organizationId", "recipientId");

-- CreateIndex
CREATE INDEX "EsignSession_organizationId_linkId_idx" ON "EsignSession"("organizationId", "linkId");

-- CreateIndex
CREATE INDEX "EsignSession_expiresAt_idx" ON "EsignSession"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "EsignSession_organizationId_tokenDigest_key" ON "EsignSession"("organizationId", "tokenDigest");

-- CreateIndex
CREATE INDEX "EsignTemplate_organizationId_objectId_idx" ON "EsignTemplate"("organizationId", "objectId");

-- CreateIndex
CREATE INDEX "EsignTemplate_organizationId_updatedAt_id_idx" ON "EsignTemplate"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "EsignTemplate_organizationId_purpose_id_idx" ON "EsignTemplate"("organizationId", "purpose", "id");

-- CreateIndex
CREATE INDEX "EsignTemplate_organizationId_archived_id_idx" ON "EsignTemplate"("organizationId", "archived", "id");

-- CreateIndex
CREATE UNIQUE INDEX "EsignTemplate_organizationId_externalId_key" ON "EsignTemplate"("organizationId", "externalId");

-- CreateIndex
CREATE INDEX "EsignConsentText_organizationId_updatedAt_id_idx" ON "EsignConsentText"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "EsignConsentText_organizationId_verifiedByMemberId_idx" ON "EsignConsentText"("organizationId", "verifiedByMemberId");

-- CreateIndex
CREATE UNIQUE INDEX "EsignConsentText_organizationId_language_version_key" ON "EsignConsentText"("organizationId", "language", "version");

-- AddForeignKey
ALTER TABLE "EsignRequest" ADD CONSTRAINT "EsignRequest_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignRequest" ADD CONSTRAINT "EsignRequest_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignRequest" ADD CONSTRAINT "EsignRequest_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId") REFERENCES "Lead"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignRequest" ADD CONSTRAINT "EsignRequest_organizationId_certificateDocumentId_fkey" FOREIGN KEY ("organizationId", "certificateDocumentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignRequest" ADD CONSTRAINT "EsignRequest_organizationId_onBehalfOfAttorneyId_fkey" FOREIGN KEY ("organizationId", "onBehalfOfAttorneyId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignDocument" ADD CONSTRAINT "EsignDocument_organizationId_requestId_fkey" FOREIGN KEY ("organizationId", "requestId") REFERENCES "EsignRequest"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignDocument" ADD CONSTRAINT "EsignDocument_organizationId_esignTemplateId_fkey" FOREIGN KEY ("organizationId", "esignTemplateId") REFERENCES "EsignTemplate"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignDocument" ADD CONSTRAINT "EsignDocument_organizationId_templateObjectId_fkey" FOREIGN KEY ("organizationId", "templateObjectId") REFERENCES "StoredObject"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignDocument" ADD CONSTRAINT "EsignDocument_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignDocument" ADD CONSTRAINT "EsignDocument_organizationId_versionId_fkey" FOREIGN KEY ("organizationId", "versionId") REFERENCES "DocumentVersion"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignDocument" ADD CONSTRAINT "EsignDocument_organizationId_sealedVersionId_fkey" FOREIGN KEY ("organizationId", "sealedVersionId") REFERENCES "DocumentVersion"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignDocument" ADD CONSTRAINT "EsignDocument_organizationId_authorizationId_fkey" FOREIGN KEY ("organizationId", "authorizationId") REFERENCES "HipaaAuthorization"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignRecipient" ADD CONSTRAINT "EsignRecipient_organizationId_requestId_fkey" FOREIGN KEY ("organizationId", "requestId") REFERENCES "EsignRequest"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignRecipient" ADD CONSTRAINT "EsignRecipient_organizationId_clientId_fkey" FOREIGN KEY ("organizationId", "clientId") REFERENCES "Client"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignRecipient" ADD CONSTRAINT "EsignRecipient_organizationId_signsForClientId_fkey" FOREIGN KEY ("organizationId", "signsForClientId") REFERENCES "Client"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignRecipient" ADD CONSTRAINT "EsignRecipient_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId") REFERENCES "Lead"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignRecipient" ADD CONSTRAINT "EsignRecipient_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignRecipient" ADD CONSTRAINT "EsignRecipient_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignField" ADD CONSTRAINT "EsignField_organizationId_requestId_fkey" FOREIGN KEY ("organizationId", "requestId") REFERENCES "EsignRequest"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignTrailEntry" ADD CONSTRAINT "EsignTrailEntry_organizationId_requestId_fkey" FOREIGN KEY ("organizationId", "requestId") REFERENCES "EsignRequest"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignLink" ADD CONSTRAINT "EsignLink_organizationId_requestId_fkey" FOREIGN KEY ("organizationId", "requestId") REFERENCES "EsignRequest"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignLink" ADD CONSTRAINT "EsignLink_organizationId_recipientId_fkey" FOREIGN KEY ("organizationId", "recipientId") REFERENCES "EsignRecipient"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignSession" ADD CONSTRAINT "EsignSession_organizationId_requestId_fkey" FOREIGN KEY ("organizationId", "requestId") REFERENCES "EsignRequest"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignSession" ADD CONSTRAINT "EsignSession_organizationId_recipientId_fkey" FOREIGN KEY ("organizationId", "recipientId") REFERENCES "EsignRecipient"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignSession" ADD CONSTRAINT "EsignSession_organizationId_linkId_fkey" FOREIGN KEY ("organizationId", "linkId") REFERENCES "EsignLink"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignTemplate" ADD CONSTRAINT "EsignTemplate_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignTemplate" ADD CONSTRAINT "EsignTemplate_organizationId_objectId_fkey" FOREIGN KEY ("organizationId", "objectId") REFERENCES "StoredObject"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignConsentText" ADD CONSTRAINT "EsignConsentText_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignConsentText" ADD CONSTRAINT "EsignConsentText_organizationId_verifiedByMemberId_fkey" FOREIGN KEY ("organizationId", "verifiedByMemberId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EsignSetting" ADD CONSTRAINT "EsignSetting_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Unique among those that are not deleted.
CREATE UNIQUE INDEX "EsignRequest_external_id" ON "EsignRequest" ("organizationId", "externalId") WHERE "deletedAt" IS NULL;
CREATE UNIQUE INDEX "EsignTemplate_name" ON "EsignTemplate" ("organizationId", "nameKey");
CREATE UNIQUE INDEX "EsignConsentText_current" ON "EsignConsentText" ("organizationId", language) WHERE "isCurrent";

-- Filters of the list of requests.
CREATE INDEX "EsignRequest_attention" ON "EsignRequest" ("organizationId", id) WHERE "needsAttention";
CREATE INDEX "EsignRequest_expiry" ON "EsignRequest" ("organizationId", "expiresAt", id) WHERE "expiresAt" IS NOT NULL;
-- What jobs look for across organizations.
CREATE INDEX "EsignRequest_due_expiry" ON "EsignRequest" ("expiresAt") WHERE status = 'sent';
CREATE INDEX "EsignRequest_due_reminder" ON "EsignRequest" ("nextReminderAt") WHERE status = 'sent';
CREATE INDEX "EsignRequest_work" ON "EsignRequest" ("updatedAt") WHERE status = ANY ('{preparing,sealing}'::text[]);

CALL isolate_tenants(
  'EsignRequest', 'EsignDocument', 'EsignRecipient', 'EsignField', 'EsignTrailEntry', 'EsignLink', 'EsignSession', 'EsignTemplate',
  'EsignConsentText', 'EsignSetting');
GRANT SELECT, INSERT, UPDATE ON "EsignRequest", "EsignTemplate", "EsignSetting" TO caseport_application;
-- A draft's parts are replaced whole; ended links and sessions are purged.
GRANT SELECT, INSERT, UPDATE, DELETE ON "EsignDocument", "EsignRecipient", "EsignField", "EsignLink", "EsignSession" TO caseport_application;
-- The trail is append-only, and the text of a consent never changes.
GRANT SELECT, INSERT ON "EsignTrailEntry", "EsignConsentText" TO caseport_application;
GRANT UPDATE ("isCurrent", verification, "verifiedByMemberId", "verifiedAt", revision) ON "EsignConsentText" TO caseport_application;

CREATE TRIGGER touch BEFORE UPDATE ON "EsignRequest" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "EsignTemplate" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "EsignConsentText" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "EsignSetting" FOR EACH ROW EXECUTE FUNCTION touch_row();

-- What the signing page and jobs look for before they know the organization. No titles, names or addresses.
CREATE POLICY definer_reads ON "EsignRequest" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "EsignLink" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "EsignSession" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "EsignDocument" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "EsignTemplate" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", id, "caseId", "leadId", status, "expiresAt", "nextReminderAt", attempts, "workingSince", "updatedAt", "deletedAt") ON "EsignRequest" TO caseport_definer;
GRANT SELECT ON "EsignLink", "EsignSession" TO caseport_definer;
GRANT SELECT ("organizationId", "templateObjectId") ON "EsignDocument" TO caseport_definer;
GRANT SELECT ("organizationId", "objectId") ON "EsignTemplate" TO caseport_definer;

-- A template's file, and its copy in a request, are named by no version of a document.
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
    ORDER BY o."createdAt", o.id LIMIT batch;
END $$;
REVOKE caseport_definer FROM CURRENT_USER;

CALL hold_back_scopes('esign:read', 'esign:write');
