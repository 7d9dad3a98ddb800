-- Damages and costs of cases, and how a firm approves costs.

-- CreateTable
CREATE TABLE "Expense" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "sequenceId" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'hard',
    "vendorContactId" TEXT,
    "description" TEXT NOT NULL,
    "incurredOn" DATE NOT NULL,
    "dueOn" DATE,
    "vendorInvoiceNumber" TEXT,
    "amountCents" BIGINT NOT NULL,
    "isRecoverable" BOOLEAN NOT NULL DEFAULT true,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "statusReason" TEXT,
    "submittedBy" JSONB,
    "approvedBy" JSONB,
    "preparedByPersons" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "payments" JSONB NOT NULL DEFAULT '[]',
    "paidCents" BIGINT NOT NULL DEFAULT 0,
    "reimbursedCents" BIGINT NOT NULL DEFAULT 0,
    "writtenOffCents" BIGINT NOT NULL DEFAULT 0,
    "statementId" TEXT,
    "retrievalRequestId" TEXT,
    "documentIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "notes" TEXT,
    "externalId" TEXT,
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    "outstandingCents" BIGINT NOT NULL GENERATED ALWAYS AS ("paidCents" - "reimbursedCents" - "writtenOffCents") STORED,

    CONSTRAINT "Expense_category" CHECK (category = ANY ('{filing_fee,service_of_process,medical_records,expert,deposition,mediation,investigation,travel,postage_copying,translation,trial_exhibit,other}'::text[])),
    CONSTRAINT "Expense_kind" CHECK (kind = ANY ('{hard,soft}'::text[])),
    CONSTRAINT "Expense_status" CHECK (status = ANY ('{draft,pending_approval,approved,rejected,paid,void}'::text[])),
    -- Nobody pays more than the amount, and nobody is reimbursed more than was paid.
    CONSTRAINT "Expense_cents" CHECK ("amountCents" BETWEEN 1 AND 10000000000000 AND "paidCents" BETWEEN 0 AND "amountCents"
        AND "reimbursedCents" >= 0 AND "writtenOffCents" >= 0 AND "reimbursedCents" + "writtenOffCents" <= "paidCents"),
    CONSTRAINT "Expense_paid" CHECK ((status = 'paid') = ("paidCents" = "amountCents")),
    CONSTRAINT "Expense_unpaid" CHECK ("paidCents" = 0 OR status = ANY ('{approved,paid}'::text[])),
    CONSTRAINT "Expense_payments" CHECK (jsonb_array_length(payments) <= 20 AND (jsonb_array_length(payments) > 0) = ("paidCents" > 0)),
    CONSTRAINT "Expense_submitted" CHECK (status = ANY ('{draft,void}'::text[]) OR num_nonnulls("submittedBy") = 1),
    CONSTRAINT "Expense_deleted" CHECK ("deletedAt" IS NULL OR status = ANY ('{draft,rejected}'::text[])),
    CONSTRAINT "Expense_documents" CHECK (cardinality("documentIds") <= 10),
    CONSTRAINT "Expense_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "BillingPolicy" (
    "organizationId" TEXT NOT NULL,
    "approvalThresholdCents" BIGINT NOT NULL,
    "expenseApproval" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BillingPolicy_threshold" CHECK ("approvalThresholdCents" BETWEEN 0 AND 10000000000000),
    CONSTRAINT "BillingPolicy_approval" CHECK ("expenseApproval" = ANY ('{members,members_and_keys}'::text[])),
    CONSTRAINT "BillingPolicy_pkey" PRIMARY KEY ("organizationId")
);

-- CreateTable
CREATE TABLE "Damage" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "claimantPartyId" TEXT,
    "category" TEXT NOT NULL,
    "amountCents" BIGINT NOT NULL,
    "isEstimate" BOOLEAN NOT NULL DEFAULT false,
    "startOn" DATE,
    "endOn" DATE,
    "basis" TEXT,
    "documentId" TEXT,
    "notes" TEXT,
    "externalId" TEXT,
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Damage_category" CHECK (category = ANY ('{medical_future,lost_wages_past,lost_earning_capacity,property,out_of_pocket,household_services,funeral,pain_suffering,loss_of_consortium,disfigurement,punitive,other}'::text[])),
    CONSTRAINT "Damage_cents" CHECK ("amountCents" BETWEEN 0 AND 10000000000000),
    CONSTRAINT "Damage_days" CHECK ("startOn" <= "endOn"),
    CONSTRAINT "Damage_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "Expense_organizationId_updatedAt_id_idx" ON "Expense"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Expense_organizationId_caseId_id_idx" ON "Expense"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "Expense_organizationId_caseId_updatedAt_id_idx" ON "Expense"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Expense_organizationId_status_id_idx" ON "Expense"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "Expense_organizationId_status_updatedAt_id_idx" ON "Expense"("organizationId", "status", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Expense_organizationId_category_id_idx" ON "Expense"("organizationId", "category", "id");

-- CreateIndex
CREATE INDEX "Expense_organizationId_category_updatedAt_id_idx" ON "Expense"("organizationId", "category", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Expense_organizationId_vendorContactId_id_idx" ON "Expense"("organizationId", "vendorContactId", "id");

-- CreateIndex
CREATE INDEX "Expense_organizationId_vendorContactId_caseId_idx" ON "Expense"("organizationId", "vendorContactId", "caseId");

-- CreateIndex
CREATE INDEX "Expense_organizationId_retrievalRequestId_idx" ON "Expense"("organizationId", "retrievalRequestId");

-- CreateIndex
CREATE INDEX "Expense_organizationId_dueOn_id_idx" ON "Expense"("organizationId", "dueOn", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Expense_organizationId_sequenceId_key" ON "Expense"("organizationId", "sequenceId");

-- CreateIndex
CREATE UNIQUE INDEX "Expense_organizationId_externalId_key" ON "Expense"("organizationId", "externalId");

-- CreateIndex
CREATE INDEX "Damage_organizationId_caseId_id_idx" ON "Damage"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "Damage_organizationId_caseId_updatedAt_id_idx" ON "Damage"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Damage_organizationId_claimantPartyId_idx" ON "Damage"("organizationId", "claimantPartyId");

-- CreateIndex
CREATE INDEX "Damage_organizationId_documentId_idx" ON "Damage"("organizationId", "documentId");

-- AddForeignKey
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_organizationId_vendorContactId_fkey" FOREIGN KEY ("organizationId", "vendorContactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_organizationId_retrievalRequestId_fkey" FOREIGN KEY ("organizationId", "retrievalRequestId") REFERENCES "RetrievalRequest"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "BillingPolicy" ADD CONSTRAINT "BillingPolicy_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Damage" ADD CONSTRAINT "Damage_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Damage" ADD CONSTRAINT "Damage_organizationId_claimantPartyId_fkey" FOREIGN KEY ("organizationId", "claimantPartyId") REFERENCES "CaseParty"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Damage" ADD CONSTRAINT "Damage_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

CREATE UNIQUE INDEX "Damage_external_id" ON "Damage" ("organizationId", "externalId") WHERE "deletedAt" IS NULL;
-- What a request cost is paid once; an expense that was voided makes room for a correct one.
CREATE UNIQUE INDEX "Expense_live_request" ON "Expense" ("organizationId", "retrievalRequestId") WHERE "deletedAt" IS NULL AND status <> 'void';
CREATE INDEX "Expense_outstanding" ON "Expense" ("organizationId", id) WHERE "deletedAt" IS NULL AND "outstandingCents" > 0;
CREATE INDEX "Expense_outstanding_updated" ON "Expense" ("organizationId", "updatedAt", id) WHERE "deletedAt" IS NULL AND "outstandingCents" > 0;

CALL isolate_tenants('Damage', 'Expense', 'BillingPolicy');
GRANT SELECT, INSERT, UPDATE ON "Damage", "Expense", "BillingPolicy" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "Damage" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "Expense" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "BillingPolicy" FOR EACH ROW EXECUTE FUNCTION touch_row();

GRANT SELECT (
    "amountCents", "caseId", category, "createdAt", "deletedAt", "endOn", "externalId", id, "isEstimate", "organizationId", "startOn", "updatedAt"
) ON "Damage" TO caseport_reader;
GRANT SELECT (
    "amountCents", "caseId", category, "createdAt", "deletedAt", description, "dueOn", "externalId", id, "incurredOn", "isRecoverable", kind, "organizationId",
    "outstandingCents", "paidCents", "reimbursedCents", "sequenceId", status, "updatedAt", "vendorContactId", "vendorInvoiceNumber", "writtenOffCents"
) ON "Expense" TO caseport_reader;
CREATE POLICY report_reads ON "Damage" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "Expense" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
