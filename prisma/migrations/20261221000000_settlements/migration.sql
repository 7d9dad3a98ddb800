-- What cases were settled for: who pays it, and whose share is what.

-- CreateTable
CREATE TABLE "Settlement" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "sequenceId" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "title" TEXT,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "statusReason" TEXT,
    "agreedOn" DATE,
    "paymentDueOn" DATE,
    "isConfidential" BOOLEAN NOT NULL DEFAULT false,
    "terms" TEXT,
    "negotiationId" TEXT,
    "aggregateConsentDocumentId" TEXT,
    "feeTrigger" TEXT,
    "feeTriggerReason" TEXT,
    "grossCents" BIGINT NOT NULL,
    "paidDirectCents" BIGINT NOT NULL DEFAULT 0,
    "receivedCents" BIGINT NOT NULL DEFAULT 0,
    "clearedCents" BIGINT NOT NULL DEFAULT 0,
    "attorneyFeeCents" BIGINT,
    "referralFeeCents" BIGINT,
    "costsCents" BIGINT,
    "liensCents" BIGINT,
    "otherCents" BIGINT,
    "holdbackCents" BIGINT,
    "netToClientCents" BIGINT,
    "disbursedCents" BIGINT NOT NULL DEFAULT 0,
    "fundsClearedOn" DATE,
    "externalId" TEXT,
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Settlement_type" CHECK (type = ANY ('{settlement,verdict,judgment,arbitration_award}'::text[])),
    CONSTRAINT "Settlement_status" CHECK (status = ANY ('{draft,agreed,funds_received,funds_cleared,disbursing,disbursed,closed,fell_through,voided}'::text[])),
    CONSTRAINT "Settlement_agreed" CHECK (num_nonnulls("agreedOn") = 1 OR status = ANY ('{draft,voided}'::text[])),
    CONSTRAINT "Settlement_trigger" CHECK ("feeTrigger" = ANY ('{pre_suit,suit_filed,answer_filed,trial,appeal,minor}'::text[]) AND num_nonnulls("feeTrigger", "feeTriggerReason") <> 1),
    CONSTRAINT "Settlement_received" CHECK ("grossCents" BETWEEN 1 AND 10000000000000 AND "paidDirectCents" >= 0
        AND "receivedCents" BETWEEN 0 AND "grossCents" - "paidDirectCents" AND "clearedCents" BETWEEN 0 AND "receivedCents"),
    CONSTRAINT "Settlement_disbursed" CHECK ("disbursedCents" >= 0),
    -- Nothing is paid in before it is agreed, or for one that came to nothing.
    CONSTRAINT "Settlement_deposits" CHECK ("receivedCents" = 0 OR status <> ALL ('{draft,fell_through,voided}'::text[])),
    CONSTRAINT "Settlement_distributed" CHECK (num_nonnulls("attorneyFeeCents", "referralFeeCents", "costsCents", "liensCents", "otherCents", "holdbackCents", "netToClientCents") IN (0, 7)
        AND least("attorneyFeeCents", "referralFeeCents", "costsCents", "liensCents", "otherCents", "holdbackCents", "netToClientCents") >= 0),
    CONSTRAINT "Settlement_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "SettlementPayer" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "settlementId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "policyId" TEXT,
    "partyId" TEXT,
    "contactId" TEXT,
    "category" TEXT NOT NULL,
    "grossCents" BIGINT NOT NULL,
    "isFeeBearing" BOOLEAN NOT NULL,
    "paidDirectCents" BIGINT NOT NULL DEFAULT 0,
    "expectedOn" DATE,
    "release" TEXT NOT NULL DEFAULT 'not_required',
    "releaseDocumentId" TEXT,
    "receivedCents" BIGINT NOT NULL DEFAULT 0,
    "clearedCents" BIGINT NOT NULL DEFAULT 0,
    "paymentStatus" TEXT NOT NULL DEFAULT 'expected',

    CONSTRAINT "SettlementPayer_payer" CHECK (num_nonnulls("policyId", "partyId", "contactId") = 1),
    CONSTRAINT "SettlementPayer_category" CHECK (category = ANY ('{bodily_injury,um_uim,med_pay,pip,property_damage,wrongful_death,loss_of_consortium,punitive,interest,costs_awarded,other}'::text[])),
    CONSTRAINT "SettlementPayer_position" CHECK (position BETWEEN 1 AND 50),
    CONSTRAINT "SettlementPayer_release" CHECK (release = ANY ('{not_required,not_sent,sent,signed,returned}'::text[])),
    CONSTRAINT "SettlementPayer_status" CHECK ("paymentStatus" = ANY ('{expected,partial,received,cleared,overdue}'::text[])),
    -- No payer pays more than it owes.
    CONSTRAINT "SettlementPayer_received" CHECK ("grossCents" BETWEEN 1 AND 10000000000000 AND "paidDirectCents" >= 0
        AND "receivedCents" BETWEEN 0 AND "grossCents" - "paidDirectCents" AND "clearedCents" BETWEEN 0 AND "receivedCents"),
    CONSTRAINT "SettlementPayer_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "SettlementShare" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "settlementId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "claimantPartyId" TEXT,
    "grossCents" BIGINT NOT NULL,
    "consentOn" DATE,
    "consentDocumentId" TEXT,
    "courtApproval" TEXT NOT NULL DEFAULT 'not_required',
    "orderDocumentId" TEXT,
    "approvedFeeCents" BIGINT,
    "receivedCents" BIGINT NOT NULL DEFAULT 0,
    "clearedCents" BIGINT NOT NULL DEFAULT 0,
    "coveredCents" BIGINT NOT NULL DEFAULT 0,
    "committedCents" BIGINT NOT NULL DEFAULT 0,
    "disbursedCents" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "SettlementShare_position" CHECK (position BETWEEN 1 AND 20),
    CONSTRAINT "SettlementShare_consent" CHECK (num_nonnulls("consentOn", "consentDocumentId") <> 1),
    CONSTRAINT "SettlementShare_court" CHECK ("courtApproval" = ANY ('{not_required,required,approved,denied}'::text[])
        AND (num_nonnulls("orderDocumentId") = 1 OR "courtApproval" <> ALL ('{approved,denied}'::text[]))
        AND (num_nonnulls("approvedFeeCents") = 0 OR "courtApproval" = 'approved' AND "approvedFeeCents" BETWEEN 0 AND 10000000000000)),
    CONSTRAINT "SettlementShare_received" CHECK ("grossCents" BETWEEN 1 AND 10000000000000
        AND "receivedCents" BETWEEN 0 AND "grossCents" AND "clearedCents" BETWEEN 0 AND "receivedCents"),
    -- Nobody is paid with another's money, or before it has cleared.
    CONSTRAINT "SettlementShare_committed" CHECK ("coveredCents" >= 0 AND "committedCents" BETWEEN 0 AND "clearedCents" + "coveredCents"
        AND "disbursedCents" BETWEEN 0 AND "committedCents"),
    CONSTRAINT "SettlementShare_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "Settlement_organizationId_updatedAt_id_idx" ON "Settlement"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Settlement_organizationId_caseId_id_idx" ON "Settlement"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "Settlement_organizationId_caseId_updatedAt_id_idx" ON "Settlement"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Settlement_organizationId_status_id_idx" ON "Settlement"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "Settlement_organizationId_status_updatedAt_id_idx" ON "Settlement"("organizationId", "status", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Settlement_organizationId_agreedOn_id_idx" ON "Settlement"("organizationId", "agreedOn", "id");

-- CreateIndex
CREATE INDEX "Settlement_organizationId_paymentDueOn_id_idx" ON "Settlement"("organizationId", "paymentDueOn", "id");

-- CreateIndex
CREATE INDEX "Settlement_organizationId_negotiationId_idx" ON "Settlement"("organizationId", "negotiationId");

-- CreateIndex
CREATE INDEX "Settlement_organizationId_aggregateConsentDocumentId_idx" ON "Settlement"("organizationId", "aggregateConsentDocumentId");

-- CreateIndex
CREATE INDEX "SettlementPayer_organizationId_policyId_idx" ON "SettlementPayer"("organizationId", "policyId");

-- CreateIndex
CREATE INDEX "SettlementPayer_organizationId_partyId_idx" ON "SettlementPayer"("organizationId", "partyId");

-- CreateIndex
CREATE INDEX "SettlementPayer_organizationId_contactId_idx" ON "SettlementPayer"("organizationId", "contactId");

-- CreateIndex
CREATE INDEX "SettlementPayer_organizationId_releaseDocumentId_idx" ON "SettlementPayer"("organizationId", "releaseDocumentId");

-- CreateIndex
CREATE INDEX "SettlementShare_organizationId_claimantPartyId_idx" ON "SettlementShare"("organizationId", "claimantPartyId");

-- CreateIndex
CREATE INDEX "SettlementShare_organizationId_consentDocumentId_idx" ON "SettlementShare"("organizationId", "consentDocumentId");

-- CreateIndex
CREATE INDEX "SettlementShare_organizationId_orderDocumentId_idx" ON "SettlementShare"("organizationId", "orderDocumentId");

-- CreateIndex
CREATE UNIQUE INDEX "Settlement_organizationId_sequenceId_key" ON "Settlement"("organizationId", "sequenceId");

-- CreateIndex
CREATE UNIQUE INDEX "Settlement_organizationId_externalId_key" ON "Settlement"("organizationId", "externalId");

-- CreateIndex
CREATE UNIQUE INDEX "SettlementPayer_organizationId_settlementId_position_key" ON "SettlementPayer"("organizationId", "settlementId", "position");

-- CreateIndex
CREATE UNIQUE INDEX "SettlementShare_organizationId_settlementId_position_key" ON "SettlementShare"("organizationId", "settlementId", "position");

-- AddForeignKey
ALTER TABLE "Settlement" ADD CONSTRAINT "Settlement_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Settlement" ADD CONSTRAINT "Settlement_organizationId_negotiationId_fkey" FOREIGN KEY ("organizationId", "negotiationId") REFERENCES "Negotiation"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Settlement" ADD CONSTRAINT "Settlement_organizationId_aggregateConsentDocumentId_fkey" FOREIGN KEY ("organizationId", "aggregateConsentDocumentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "SettlementPayer" ADD CONSTRAINT "SettlementPayer_organizationId_settlementId_fkey" FOREIGN KEY ("organizationId", "settlementId") REFERENCES "Settlement"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "SettlementPayer" ADD CONSTRAINT "SettlementPayer_organizationId_policyId_fkey" FOREIGN KEY ("organizationId", "policyId") REFERENCES "InsurancePolicy"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "SettlementPayer" ADD CONSTRAINT "SettlementPayer_organizationId_partyId_fkey" FOREIGN KEY ("organizationId", "partyId") REFERENCES "CaseParty"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "SettlementPayer" ADD CONSTRAINT "SettlementPayer_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "SettlementPayer" ADD CONSTRAINT "SettlementPayer_organizationId_releaseDocumentId_fkey" FOREIGN KEY ("organizationId", "releaseDocumentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "SettlementShare" ADD CONSTRAINT "SettlementShare_organizationId_settlementId_fkey" FOREIGN KEY ("organizationId", "settlementId") REFERENCES "Settlement"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "SettlementShare" ADD CONSTRAINT "SettlementShare_organizationId_claimantPartyId_fkey" FOREIGN KEY ("organizationId", "claimantPartyId") REFERENCES "CaseParty"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "SettlementShare" ADD CONSTRAINT "SettlementShare_organizationId_consentDocumentId_fkey" FOREIGN KEY ("organizationId", "consentDocumentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "SettlementShare" ADD CONSTRAINT "SettlementShare_organizationId_orderDocumentId_fkey" FOREIGN KEY ("organizationId", "orderDocumentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- A claimant has one share of a settlement; the case's client is no party.
CREATE UNIQUE INDEX "SettlementShare_claimant" ON "SettlementShare" ("organizationId", "settlementId", "claimantPartyId") NULLS NOT DISTINCT;

CALL isolate_tenants('Settlement', 'SettlementPayer', 'SettlementShare');
GRANT SELECT, INSERT, UPDATE ON "Settlement" TO caseport_application;
-- Those of a draft are replaced.
GRANT SELECT, INSERT, UPDATE, DELETE ON "SettlementPayer", "SettlementShare" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "Settlement" FOR EACH ROW EXECUTE FUNCTION touch_row();

-- The fewest days ahead of which somebody was told: of an offer that expires, and of the dates of a lien.
ALTER TABLE "Negotiation" ADD COLUMN "noticedDays" INTEGER;
ALTER TABLE "Lien" ADD COLUMN "noticedDays" INTEGER;
