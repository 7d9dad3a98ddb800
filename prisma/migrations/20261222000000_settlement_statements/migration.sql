-- Statements of settlements: what a share is paid to, line by line.

-- CreateTable
CREATE TABLE "SettlementStatement" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "settlementId" TEXT NOT NULL,
    "shareId" TEXT NOT NULL,
    "claimantPartyId" TEXT,
    "version" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "statusReason" TEXT,
    "feeReductionCents" BIGINT NOT NULL DEFAULT 0,
    "feeReductionReason" TEXT,
    "awardedFeeCents" BIGINT,
    "costs" JSONB,
    "liens" JSONB,
    "capOverrideDocumentId" TEXT,
    "note" TEXT,
    "grossCents" BIGINT NOT NULL,
    "attorneyFeeCents" BIGINT NOT NULL,
    "referralFeeCents" BIGINT NOT NULL,
    "costsCents" BIGINT NOT NULL,
    "invoicesCents" BIGINT NOT NULL,
    "liensCents" BIGINT NOT NULL,
    "otherCents" BIGINT NOT NULL,
    "holdbackCents" BIGINT NOT NULL,
    "paidDirectCents" BIGINT NOT NULL,
    "netCents" BIGINT NOT NULL,
    "calculation" JSONB NOT NULL,
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "basis" TEXT NOT NULL,
    "costBasis" TEXT NOT NULL,
    "issuedOn" DATE,
    "approvalMethod" TEXT,
    "approvedOn" DATE,
    "approvalDocumentId" TEXT,
    "approvalEsignRequestId" TEXT,
    "documentId" TEXT,
    "externalId" TEXT,
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SettlementStatement_status" CHECK (status = ANY ('{draft,issued,approved,declined,superseded,voided}'::text[])),
    CONSTRAINT "SettlementStatement_version" CHECK (version BETWEEN 1 AND 100),
    -- The parts of a share add up to it, to the cent.
    CONSTRAINT "SettlementStatement_sum" CHECK ("grossCents" = "attorneyFeeCents" + "referralFeeCents" + "costsCents" + "invoicesCents"
        + "liensCents" + "otherCents" + "holdbackCents" + "paidDirectCents" + "netCents"),
    CONSTRAINT "SettlementStatement_parts" CHECK ("grossCents" BETWEEN 1 AND 10000000000000
        AND least("attorneyFeeCents", "referralFeeCents", "costsCents", "invoicesCents", "liensCents", "otherCents", "holdbackCents", "paidDirectCents", "netCents") >= 0),
    CONSTRAINT "SettlementStatement_reduction" CHECK ("feeReductionCents" >= 0 AND ("feeReductionCents" = 0) = (num_nonnulls("feeReductionReason") = 0)),
    CONSTRAINT "SettlementStatement_award" CHECK ("awardedFeeCents" >= 0),
    CONSTRAINT "SettlementStatement_method" CHECK ("approvalMethod" = ANY ('{esign,wet_signature}'::text[])),
    -- Nothing is approved without the client's signature.
    CONSTRAINT "SettlementStatement_approval" CHECK (num_nonnulls("approvalMethod", "approvedOn", "approvalDocumentId") IN (0, 3)
        AND (num_nonnulls("approvalMethod") = 1 OR status <> ALL ('{approved,superseded}'::text[]))
        AND (num_nonnulls("approvalMethod") = 0 OR status = ANY ('{approved,superseded,voided}'::text[]))
        AND (num_nonnulls("approvalEsignRequestId") = 1) = ("approvalMethod" IS NOT DISTINCT FROM 'esign')),
    CONSTRAINT "SettlementStatement_issued" CHECK (num_nonnulls("issuedOn") = 1 OR status = ANY ('{draft,voided}'::text[])),
    CONSTRAINT "SettlementStatement_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "SettlementStatementLine" (
    "organizationId" TEXT NOT NULL,
    "statementId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "explanation" TEXT NOT NULL,
    "amountCents" BIGINT NOT NULL,
    "computedCents" BIGINT NOT NULL,
    "reductionCents" BIGINT NOT NULL,
    "authorizedCents" BIGINT NOT NULL,
    "takenCents" BIGINT NOT NULL DEFAULT 0,
    "disbursedCents" BIGINT NOT NULL DEFAULT 0,
    "payeeType" TEXT,
    "payeeContactId" TEXT,
    "payeeName" TEXT,
    "sourceEntity" TEXT,
    "sourceId" TEXT,
    "paymentId" TEXT,

    CONSTRAINT "SettlementStatementLine_kind" CHECK (kind = ANY ('{attorney_fee,referral_fee,case_cost,invoice,lien,other_deduction,holdback,paid_direct,net_to_client}'::text[])),
    CONSTRAINT "SettlementStatementLine_payee" CHECK ("payeeType" = ANY ('{client,firm_fee,firm_cost_reimbursement,vendor,lienholder,referral_fee,prior_attorney,court_registry,blocked_account,structured_carrier}'::text[])),
    -- Nobody is paid more than the client approved, and nothing of what is held back.
    CONSTRAINT "SettlementStatementLine_taken" CHECK ("disbursedCents" >= 0 AND "disbursedCents" <= "takenCents" AND "takenCents" <= "authorizedCents"),
    CONSTRAINT "SettlementStatementLine_amount" CHECK ("amountCents" BETWEEN 0 AND 10000000000000 AND "reductionCents" >= 0
        AND "authorizedCents" = CASE WHEN kind = ANY ('{holdback,paid_direct}'::text[]) THEN 0 ELSE "amountCents" END),
    CONSTRAINT "SettlementStatementLine_source" CHECK (num_nonnulls("sourceEntity", "sourceId") IN (0, 2)),
    CONSTRAINT "SettlementStatementLine_position" CHECK ("position" BETWEEN 1 AND 300),
    CONSTRAINT "SettlementStatementLine_pkey" PRIMARY KEY ("organizationId","statementId","key")
);

-- CreateIndex
CREATE INDEX "SettlementStatement_organizationId_settlementId_idx" ON "SettlementStatement"("organizationId", "settlementId");

-- CreateIndex
CREATE INDEX "SettlementStatement_organizationId_caseId_id_idx" ON "SettlementStatement"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "SettlementStatement_organizationId_claimantPartyId_idx" ON "SettlementStatement"("organizationId", "claimantPartyId");

-- CreateIndex
CREATE INDEX "SettlementStatement_organizationId_capOverrideDocumentId_idx" ON "SettlementStatement"("organizationId", "capOverrideDocumentId");

-- CreateIndex
CREATE INDEX "SettlementStatement_organizationId_approvalDocumentId_idx" ON "SettlementStatement"("organizationId", "approvalDocumentId");

-- CreateIndex
CREATE INDEX "SettlementStatement_organizationId_documentId_idx" ON "SettlementStatement"("organizationId", "documentId");

-- CreateIndex
CREATE INDEX "SettlementStatement_organizationId_approvalEsignRequestId_idx" ON "SettlementStatement"("organizationId", "approvalEsignRequestId");

-- CreateIndex
CREATE UNIQUE INDEX "SettlementStatement_organizationId_shareId_version_key" ON "SettlementStatement"("organizationId", "shareId", "version");

-- CreateIndex
CREATE UNIQUE INDEX "SettlementStatement_organizationId_externalId_key" ON "SettlementStatement"("organizationId", "externalId");

-- CreateIndex
CREATE INDEX "SettlementStatementLine_organizationId_sourceId_idx" ON "SettlementStatementLine"("organizationId", "sourceId");

-- CreateIndex
CREATE INDEX "SettlementStatementLine_organizationId_payeeContactId_idx" ON "SettlementStatementLine"("organizationId", "payeeContactId");

-- CreateIndex
CREATE UNIQUE INDEX "SettlementStatementLine_organizationId_statementId_position_key" ON "SettlementStatementLine"("organizationId", "statementId", "position");

-- AddForeignKey
ALTER TABLE "SettlementStatement" ADD CONSTRAINT "SettlementStatement_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "SettlementStatement" ADD CONSTRAINT "SettlementStatement_organizationId_settlementId_fkey" FOREIGN KEY ("organizationId", "settlementId") REFERENCES "Settlement"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "SettlementStatement" ADD CONSTRAINT "SettlementStatement_organizationId_shareId_fkey" FOREIGN KEY ("organizationId", "shareId") REFERENCES "SettlementShare"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "SettlementStatement" ADD CONSTRAINT "SettlementStatement_organizationId_claimantPartyId_fkey" FOREIGN KEY ("organizationId", "claimantPartyId") REFERENCES "CaseParty"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "SettlementStatement" ADD CONSTRAINT "SettlementStatement_organizationId_capOverrideDocumentId_fkey" FOREIGN KEY ("organizationId", "capOverrideDocumentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "SettlementStatement" ADD CONSTRAINT "SettlementStatement_organizationId_approvalDocumentId_fkey" FOREIGN KEY ("organizationId", "approvalDocumentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "SettlementStatement" ADD CONSTRAINT "SettlementStatement_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "SettlementStatement" ADD CONSTRAINT "SettlementStatement_organizationId_approvalEsignRequestId_fkey" FOREIGN KEY ("organizationId", "approvalEsignRequestId") REFERENCES "EsignRequest"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "SettlementStatementLine" ADD CONSTRAINT "SettlementStatementLine_organizationId_statementId_fkey" FOREIGN KEY ("organizationId", "statementId") REFERENCES "SettlementStatement"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "SettlementStatementLine" ADD CONSTRAINT "SettlementStatementLine_organizationId_payeeContactId_fkey" FOREIGN KEY ("organizationId", "payeeContactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Of a share one version waits for the client's signature, and one has it.
CREATE UNIQUE INDEX "SettlementStatement_issued_of_share" ON "SettlementStatement" ("organizationId", "shareId") WHERE status = 'issued';
CREATE UNIQUE INDEX "SettlementStatement_approved_of_share" ON "SettlementStatement" ("organizationId", "shareId") WHERE status = 'approved';

CALL isolate_tenants('SettlementStatement');
GRANT SELECT, INSERT, UPDATE ON "SettlementStatement" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "SettlementStatement" FOR EACH ROW EXECUTE FUNCTION touch_row();

CALL isolate_tenants('SettlementStatementLine');
-- What a line pays to whom never changes, but for a payee that is merged while the statement is a draft.
GRANT SELECT, INSERT, UPDATE ("takenCents", "disbursedCents", "payeeContactId", "payeeName", "paymentId") ON "SettlementStatementLine" TO caseport_application;
