-- Trust books: accounts, ledgers, transactions with their postings, disbursements, and what the bank says.

-- CreateTable
CREATE TABLE "TrustAccount" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL DEFAULT '',
    "bankName" TEXT NOT NULL,
    "accountNumberLast4" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "jurisdiction" TEXT NOT NULL,
    "holdBusinessDays" JSONB NOT NULL,
    "firmFundsLimitCents" BIGINT NOT NULL DEFAULT 50000,
    "status" TEXT NOT NULL DEFAULT 'open',
    "bookCents" BIGINT NOT NULL DEFAULT 0,
    "unclearedCents" BIGINT NOT NULL DEFAULT 0,
    "lastNumber" INTEGER NOT NULL DEFAULT 0,
    "closedThroughOn" DATE,
    "lastReconciledOn" DATE,
    "remindedForOn" DATE,
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TrustAccount_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "TrustLedger" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "caseId" TEXT,
    "claimantPartyId" TEXT,
    "balanceCents" BIGINT NOT NULL DEFAULT 0,
    "unclearedCents" BIGINT NOT NULL DEFAULT 0,
    "reservedCents" BIGINT NOT NULL DEFAULT 0,
    "postingCount" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TrustLedger_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "TrustTransaction" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "number" INTEGER NOT NULL DEFAULT 0,
    "type" TEXT NOT NULL,
    "occurredOn" DATE NOT NULL,
    "amountCents" BIGINT NOT NULL,
    "bankCents" BIGINT NOT NULL,
    "method" TEXT,
    "counterpartyName" TEXT,
    "checkNumber" TEXT,
    "reference" TEXT,
    "memo" TEXT,
    "postings" JSONB NOT NULL,
    "expectedClearOn" DATE,
    "clearedOn" DATE,
    "clearanceBasis" TEXT,
    "disbursementId" TEXT,
    "depositId" TEXT,
    "reversesId" TEXT,
    "reversedById" TEXT,
    "reason" TEXT,
    "externalId" TEXT,
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TrustTransaction_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "TrustPosting" (
    "organizationId" TEXT NOT NULL,
    "transactionId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "ledgerId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "occurredOn" DATE NOT NULL,
    "caseId" TEXT,
    "amountCents" BIGINT NOT NULL,
    "balanceAfterCents" BIGINT NOT NULL,
    "unclearedCents" BIGINT NOT NULL DEFAULT 0,
    "depositId" TEXT,
    "settlementPayerId" TEXT,

    CONSTRAINT "TrustPosting_pkey" PRIMARY KEY ("organizationId","transactionId","position")
);

-- CreateTable
CREATE TABLE "TrustDisbursement" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "sequenceId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "ledgerId" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "settlementId" TEXT NOT NULL,
    "shareId" TEXT NOT NULL,
    "statementId" TEXT NOT NULL,
    "lineKey" TEXT NOT NULL,
    "payeeType" TEXT NOT NULL,
    "payee" JSONB NOT NULL,
    "amountCents" BIGINT NOT NULL,
    "method" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending_approval',
    "statusReason" TEXT,
    "requestedBy" JSONB NOT NULL,
    "requestedByPersons" TEXT[],
    "decidedBy" JSONB,
    "decidedByPersons" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "decidedAt" TIMESTAMPTZ(3),
    "decisionNote" TEXT,
    "isSoleApproval" BOOLEAN NOT NULL DEFAULT false,
    "checkNumber" TEXT,
    "reference" TEXT,
    "issuedOn" DATE,
    "clearedOn" DATE,
    "voidedOn" DATE,
    "transactionId" TEXT,
    "voidTransactionId" TEXT,
    "staleAfterDays" INTEGER,
    "externalId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TrustDisbursement_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "BankStatement" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "periodStartOn" DATE NOT NULL,
    "periodEndOn" DATE NOT NULL,
    "openingCents" BIGINT NOT NULL,
    "closingCents" BIGINT NOT NULL,
    "lineCount" INTEGER NOT NULL,
    "externalId" TEXT,
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BankStatement_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "BankLine" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "statementId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "postedOn" DATE NOT NULL,
    "amountCents" BIGINT NOT NULL,
    "description" TEXT NOT NULL,
    "checkNumber" TEXT,
    "bankReference" TEXT,
    "transactionId" TEXT,
    "matchMethod" TEXT,
    "matchedAt" TIMESTAMPTZ(3),
    "matchedBy" JSONB,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BankLine_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "Reconciliation" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "asOfOn" DATE NOT NULL,
    "bankCents" BIGINT NOT NULL,
    "inTransitCents" BIGINT NOT NULL,
    "outstandingCents" BIGINT NOT NULL,
    "adjustedBankCents" BIGINT NOT NULL,
    "bookCents" BIGINT NOT NULL,
    "ledgersCents" BIGINT NOT NULL,
    "differenceCents" BIGINT NOT NULL,
    "unmatchedCount" INTEGER NOT NULL,
    "items" JSONB NOT NULL,
    "closedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closedBy" JSONB NOT NULL,
    "reopenedAt" TIMESTAMPTZ(3),
    "reopenedBy" JSONB,
    "reopenReason" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Reconciliation_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "TrustPolicy" (
    "organizationId" TEXT NOT NULL,
    "approval" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TrustPolicy_pkey" PRIMARY KEY ("organizationId")
);

-- CreateIndex
CREATE INDEX "TrustAccount_organizationId_updatedAt_id_idx" ON "TrustAccount"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "TrustLedger_organizationId_updatedAt_id_idx" ON "TrustLedger"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "TrustLedger_organizationId_accountId_id_idx" ON "TrustLedger"("organizationId", "accountId", "id");

-- CreateIndex
CREATE INDEX "TrustLedger_organizationId_accountId_updatedAt_id_idx" ON "TrustLedger"("organizationId", "accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "TrustLedger_organizationId_caseId_id_idx" ON "TrustLedger"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "TrustLedger_organizationId_caseId_updatedAt_id_idx" ON "TrustLedger"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "TrustLedger_organizationId_kind_id_idx" ON "TrustLedger"("organizationId", "kind", "id");

-- CreateIndex
CREATE INDEX "TrustLedger_organizationId_kind_updatedAt_id_idx" ON "TrustLedger"("organizationId", "kind", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "TrustLedger_organizationId_claimantPartyId_idx" ON "TrustLedger"("organizationId", "claimantPartyId");

-- CreateIndex
CREATE INDEX "TrustTransaction_organizationId_updatedAt_id_idx" ON "TrustTransaction"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "TrustTransaction_organizationId_accountId_id_idx" ON "TrustTransaction"("organizationId", "accountId", "id");

-- CreateIndex
CREATE INDEX "TrustTransaction_organizationId_accountId_updatedAt_id_idx" ON "TrustTransaction"("organizationId", "accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "TrustTransaction_organizationId_accountId_occurredOn_id_idx" ON "TrustTransaction"("organizationId", "accountId", "occurredOn", "id");

-- CreateIndex
CREATE INDEX "TrustTransaction_organizationId_type_id_idx" ON "TrustTransaction"("organizationId", "type", "id");

-- CreateIndex
CREATE INDEX "TrustTransaction_organizationId_type_updatedAt_id_idx" ON "TrustTransaction"("organizationId", "type", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "TrustTransaction_organizationId_occurredOn_id_idx" ON "TrustTransaction"("organizationId", "occurredOn", "id");

-- CreateIndex
CREATE INDEX "TrustTransaction_organizationId_disbursementId_idx" ON "TrustTransaction"("organizationId", "disbursementId");

-- CreateIndex
CREATE INDEX "TrustTransaction_organizationId_depositId_idx" ON "TrustTransaction"("organizationId", "depositId");

-- CreateIndex
CREATE INDEX "TrustTransaction_organizationId_reversesId_idx" ON "TrustTransaction"("organizationId", "reversesId");

-- CreateIndex
CREATE UNIQUE INDEX "TrustTransaction_organizationId_accountId_number_key" ON "TrustTransaction"("organizationId", "accountId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "TrustTransaction_organizationId_externalId_key" ON "TrustTransaction"("organizationId", "externalId");

-- CreateIndex
CREATE INDEX "TrustPosting_organizationId_ledgerId_transactionId_idx" ON "TrustPosting"("organizationId", "ledgerId", "transactionId");

-- CreateIndex
CREATE INDEX "TrustPosting_organizationId_caseId_transactionId_idx" ON "TrustPosting"("organizationId", "caseId", "transactionId");

-- CreateIndex
CREATE INDEX "TrustPosting_organizationId_depositId_idx" ON "TrustPosting"("organizationId", "depositId");

-- CreateIndex
CREATE INDEX "TrustPosting_organizationId_settlementPayerId_idx" ON "TrustPosting"("organizationId", "settlementPayerId");

-- CreateIndex
CREATE UNIQUE INDEX "TrustPosting_organizationId_ledgerId_number_key" ON "TrustPosting"("organizationId", "ledgerId", "number");

-- CreateIndex
CREATE INDEX "TrustDisbursement_organizationId_updatedAt_id_idx" ON "TrustDisbursement"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "TrustDisbursement_organizationId_accountId_id_idx" ON "TrustDisbursement"("organizationId", "accountId", "id");

-- CreateIndex
CREATE INDEX "TrustDisbursement_organizationId_accountId_updatedAt_id_idx" ON "TrustDisbursement"("organizationId", "accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "TrustDisbursement_organizationId_caseId_id_idx" ON "TrustDisbursement"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "TrustDisbursement_organizationId_caseId_updatedAt_id_idx" ON "TrustDisbursement"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "TrustDisbursement_organizationId_status_id_idx" ON "TrustDisbursement"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "TrustDisbursement_organizationId_status_updatedAt_id_idx" ON "TrustDisbursement"("organizationId", "status", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "TrustDisbursement_organizationId_statementId_lineKey_idx" ON "TrustDisbursement"("organizationId", "statementId", "lineKey");

-- CreateIndex
CREATE INDEX "TrustDisbursement_organizationId_ledgerId_idx" ON "TrustDisbursement"("organizationId", "ledgerId");

-- CreateIndex
CREATE INDEX "TrustDisbursement_organizationId_settlementId_idx" ON "TrustDisbursement"("organizationId", "settlementId");

-- CreateIndex
CREATE INDEX "TrustDisbursement_organizationId_shareId_idx" ON "TrustDisbursement"("organizationId", "shareId");

-- CreateIndex
CREATE UNIQUE INDEX "TrustDisbursement_organizationId_sequenceId_key" ON "TrustDisbursement"("organizationId", "sequenceId");

-- CreateIndex
CREATE UNIQUE INDEX "TrustDisbursement_organizationId_externalId_key" ON "TrustDisbursement"("organizationId", "externalId");

-- CreateIndex
CREATE UNIQUE INDEX "BankStatement_organizationId_accountId_periodEndOn_key" ON "BankStatement"("organizationId", "accountId", "periodEndOn");

-- CreateIndex
CREATE UNIQUE INDEX "BankStatement_organizationId_externalId_key" ON "BankStatement"("organizationId", "externalId");

-- CreateIndex
CREATE INDEX "BankLine_organizationId_accountId_postedOn_id_idx" ON "BankLine"("organizationId", "accountId", "postedOn", "id");

-- CreateIndex
CREATE UNIQUE INDEX "BankLine_organizationId_statementId_position_key" ON "BankLine"("organizationId", "statementId", "position");

-- CreateIndex
CREATE INDEX "Reconciliation_organizationId_accountId_asOfOn_id_idx" ON "Reconciliation"("organizationId", "accountId", "asOfOn", "id");

-- AddForeignKey
ALTER TABLE "TrustAccount" ADD CONSTRAINT "TrustAccount_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TrustLedger" ADD CONSTRAINT "TrustLedger_organizationId_accountId_fkey" FOREIGN KEY ("organizationId", "accountId") REFERENCES "TrustAccount"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TrustLedger" ADD CONSTRAINT "TrustLedger_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TrustLedger" ADD CONSTRAINT "TrustLedger_organizationId_claimantPartyId_fkey" FOREIGN KEY ("organizationId", "claimantPartyId") REFERENCES "CaseParty"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TrustTransaction" ADD CONSTRAINT "TrustTransaction_organizationId_accountId_fkey" FOREIGN KEY ("organizationId", "accountId") REFERENCES "TrustAccount"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TrustTransaction" ADD CONSTRAINT "TrustTransaction_organizationId_disbursementId_fkey" FOREIGN KEY ("organizationId", "disbursementId") REFERENCES "TrustDisbursement"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TrustTransaction" ADD CONSTRAINT "TrustTransaction_organizationId_depositId_fkey" FOREIGN KEY ("organizationId", "depositId") REFERENCES "TrustTransaction"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TrustTransaction" ADD CONSTRAINT "TrustTransaction_organizationId_reversesId_fkey" FOREIGN KEY ("organizationId", "reversesId") REFERENCES "TrustTransaction"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TrustPosting" ADD CONSTRAINT "TrustPosting_organizationId_transactionId_fkey" FOREIGN KEY ("organizationId", "transactionId") REFERENCES "TrustTransaction"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TrustPosting" ADD CONSTRAINT "TrustPosting_organizationId_ledgerId_fkey" FOREIGN KEY ("organizationId", "ledgerId") REFERENCES "TrustLedger"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TrustDisbursement" ADD CONSTRAINT "TrustDisbursement_organizationId_accountId_fkey" FOREIGN KEY ("organizationId", "accountId") REFERENCES "TrustAccount"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TrustDisbursement" ADD CONSTRAINT "TrustDisbursement_organizationId_ledgerId_fkey" FOREIGN KEY ("organizationId", "ledgerId") REFERENCES "TrustLedger"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TrustDisbursement" ADD CONSTRAINT "TrustDisbursement_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "BankStatement" ADD CONSTRAINT "BankStatement_organizationId_accountId_fkey" FOREIGN KEY ("organizationId", "accountId") REFERENCES "TrustAccount"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "BankLine" ADD CONSTRAINT "BankLine_organizationId_statementId_fkey" FOREIGN KEY ("organizationId", "statementId") REFERENCES "BankStatement"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "BankLine" ADD CONSTRAINT "BankLine_organizationId_transactionId_fkey" FOREIGN KEY ("organizationId", "transactionId") REFERENCES "TrustTransaction"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Reconciliation" ADD CONSTRAINT "Reconciliation_organizationId_accountId_fkey" FOREIGN KEY ("organizationId", "accountId") REFERENCES "TrustAccount"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TrustPolicy" ADD CONSTRAINT "TrustPolicy_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TrustPosting" ADD CONSTRAINT "TrustPosting_organizationId_settlementPayerId_fkey" FOREIGN KEY ("organizationId", "settlementPayerId") REFERENCES "SettlementPayer"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TrustDisbursement" ADD CONSTRAINT "TrustDisbursement_organizationId_settlementId_fkey" FOREIGN KEY ("organizationId", "settlementId") REFERENCES "Settlement"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TrustDisbursement" ADD CONSTRAINT "TrustDisbursement_organizationId_shareId_fkey" FOREIGN KEY ("organizationId", "shareId") REFERENCES "SettlementShare"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Checks that follow are per row; what compares rows is in the triggers below. All of it runs as the caller: a definer
-- would be rejected by a cluster (0074).
ALTER TABLE "TrustAccount"
    ADD CONSTRAINT "TrustAccount_type" CHECK (type = ANY ('{iolta,client_trust}'::text[])),
    ADD CONSTRAINT "TrustAccount_status" CHECK (status = ANY ('{open,closed}'::text[]) AND (status = 'open' OR "bookCents" = 0)),
    ADD CONSTRAINT "TrustAccount_digits" CHECK ("accountNumberLast4" ~ '^[0-9]{4}$'),
    ADD CONSTRAINT "TrustAccount_jurisdiction" CHECK (jurisdiction ~ '^[A-Z]{2}$'),
    ADD CONSTRAINT "TrustAccount_sums" CHECK ("bookCents" >= 0 AND "unclearedCents" >= 0),
    ADD CONSTRAINT "TrustAccount_firm_limit" CHECK ("firmFundsLimitCents" BETWEEN 0 AND 10000000);

ALTER TABLE "TrustLedger"
    ADD CONSTRAINT "TrustLedger_kind" CHECK (kind = ANY ('{client,firm,interest,unidentified}'::text[])
        AND (kind = 'client') = (num_nonnulls("caseId") = 1) AND (kind = 'client' OR num_nonnulls("claimantPartyId") = 0)),
    ADD CONSTRAINT "TrustLedger_parts" CHECK ("balanceCents" >= 0 AND "unclearedCents" >= 0 AND "reservedCents" >= 0),
    ADD CONSTRAINT "TrustLedger_available" CHECK ("balanceCents" - "unclearedCents" - "reservedCents" >= 0);

ALTER TABLE "TrustTransaction"
    ADD CONSTRAINT "TrustTransaction_type" CHECK (type = ANY ('{opening_balance,deposit,identification,disbursement,firm_deposit,firm_cover,bank_fee,interest,interest_remittance,deposit_return,disbursement_void,reversal}'::text[])),
    ADD CONSTRAINT "TrustTransaction_method" CHECK (method = ANY ('{check,cashiers_check,ach,wire,internal_transfer}'::text[])),
    ADD CONSTRAINT "TrustTransaction_basis" CHECK ("clearanceBasis" = ANY ('{at_once,bank_confirmed,hold_elapsed}'::text[])
        AND num_nonnulls("clearanceBasis") = num_nonnulls("clearedOn")),
    ADD CONSTRAINT "TrustTransaction_amount" CHECK ("amountCents" BETWEEN 1 AND 10000000000000
        AND CASE WHEN type = ANY ('{deposit,firm_deposit,firm_cover,interest,opening_balance,disbursement_void}'::text[]) THEN "bankCents" = "amountCents"
            WHEN type = 'identification' THEN "bankCents" = 0
            WHEN type = 'reversal' THEN abs("bankCents") IN (0, "amountCents")
            ELSE "bankCents" = -"amountCents" END),
    ADD CONSTRAINT "TrustTransaction_postings" CHECK (jsonb_typeof(postings) = 'array' AND jsonb_array_length(postings) BETWEEN 1 AND 200),
    ADD CONSTRAINT "TrustTransaction_links" CHECK ((num_nonnulls("disbursementId") = 1) = (type = ANY ('{disbursement,disbursement_void}'::text[]))
        AND (num_nonnulls("reversesId") = 1) = (type = ANY ('{deposit_return,disbursement_void,reversal}'::text[])));

ALTER TABLE "TrustDisbursement"
    ADD CONSTRAINT "TrustDisbursement_payee_type" CHECK ("payeeType" = ANY ('{client,firm_fee,firm_cost_reimbursement,vendor,lienholder,referral_fee,prior_attorney,court_registry,blocked_account,structured_carrier}'::text[])),
    ADD CONSTRAINT "TrustDisbursement_method" CHECK (method = ANY ('{check,ach,wire,internal_transfer}'::text[])),
    ADD CONSTRAINT "TrustDisbursement_status" CHECK (status = ANY ('{pending_approval,approved,rejected,cancelled,issued,cleared,voided}'::text[])),
    ADD CONSTRAINT "TrustDisbursement_amount" CHECK ("amountCents" BETWEEN 1 AND 10000000000000),
    ADD CONSTRAINT "TrustDisbursement_requested" CHECK (cardinality("requestedByPersons") BETWEEN 1 AND 50),
    -- Nobody approves what they asked for, except the only attorney of a firm that allows it.
    ADD CONSTRAINT "TrustDisbursement_two_persons" CHECK (status = ANY ('{pending_approval,rejected,cancelled}'::text[]) OR (cardinality("decidedByPersons") > 0
        AND num_nonnulls("decidedBy", "decidedAt") = 2 AND ("isSoleApproval" OR NOT "decidedByPersons" && "requestedByPersons"))),
    ADD CONSTRAINT "TrustDisbursement_issued" CHECK ((status = ANY ('{issued,cleared,voided}'::text[])) = (num_nonnulls("issuedOn", "transactionId") = 2)
        AND num_nonnulls("issuedOn", "transactionId") IN (0, 2)),
    ADD CONSTRAINT "TrustDisbursement_cleared" CHECK ((status = 'cleared') = (num_nonnulls("clearedOn") = 1)),
    ADD CONSTRAINT "TrustDisbursement_voided" CHECK (CASE WHEN status = 'voided' THEN num_nonnulls("voidedOn", "voidTransactionId", "statusReason") = 3
        ELSE num_nonnulls("voidedOn", "voidTransactionId") = 0 END);

ALTER TABLE "BankStatement"
    ADD CONSTRAINT "BankStatement_period" CHECK ("periodStartOn" <= "periodEndOn" AND "lineCount" BETWEEN 0 AND 2000);
ALTER TABLE "BankLine"
    ADD CONSTRAINT "BankLine_amount" CHECK ("amountCents" <> 0 AND abs("amountCents") <= 10000000000000),
    ADD CONSTRAINT "BankLine_match" CHECK ("matchMethod" = ANY ('{check_number,reference,amount_date,manual}'::text[])
        AND num_nonnulls("transactionId", "matchMethod", "matchedAt", "matchedBy") IN (0, 4));
ALTER TABLE "Reconciliation"
    -- What is closed balances.
    ADD CONSTRAINT "Reconciliation_balanced" CHECK ("adjustedBankCents" = "bankCents" + "inTransitCents" - "outstandingCents"
        AND "adjustedBankCents" = "bookCents" AND "bookCents" = "ledgersCents" AND "differenceCents" = 0 AND "unmatchedCount" = 0),
    ADD CONSTRAINT "Reconciliation_reopened" CHECK (num_nonnulls("reopenedAt", "reopenedBy", "reopenReason") IN (0, 3));
ALTER TABLE "TrustPolicy" ADD CONSTRAINT "TrustPolicy_approval" CHECK (approval = ANY ('{second_person,sole_attorney}'::text[]));

CREATE UNIQUE INDEX "TrustAccount_name" ON "TrustAccount" ("organizationId", "nameKey");
-- One ledger per account, case and claimant, and one each of the other kinds.
CREATE UNIQUE INDEX "TrustLedger_whose" ON "TrustLedger" ("organizationId", "accountId", kind, (coalesce("caseId", '')), (coalesce("claimantPartyId", '')));
CREATE INDEX "TrustLedger_not_zero" ON "TrustLedger" ("organizationId", id) WHERE "balanceCents" <> 0;
CREATE INDEX "TrustLedger_not_zero_updated" ON "TrustLedger" ("organizationId", "updatedAt", id) WHERE "balanceCents" <> 0;
CREATE INDEX "TrustTransaction_uncleared" ON "TrustTransaction" ("organizationId", id) WHERE "clearedOn" IS NULL AND "reversedById" IS NULL AND type = ANY ('{deposit,firm_deposit}'::text[]);
CREATE INDEX "TrustTransaction_uncleared_updated" ON "TrustTransaction" ("organizationId", "updatedAt", id) WHERE "clearedOn" IS NULL AND "reversedById" IS NULL AND type = ANY ('{deposit,firm_deposit}'::text[]);
-- A transaction is reversed once, and a disbursement is issued and voided once.
CREATE UNIQUE INDEX "TrustTransaction_reversed_once" ON "TrustTransaction" ("organizationId", "reversesId") WHERE "reversesId" IS NOT NULL;
CREATE UNIQUE INDEX "TrustTransaction_issued_once" ON "TrustTransaction" ("organizationId", "disbursementId", type) WHERE "disbursementId" IS NOT NULL;
CREATE UNIQUE INDEX "TrustTransaction_check" ON "TrustTransaction" ("organizationId", "accountId", "checkNumber") WHERE type = 'disbursement' AND "checkNumber" IS NOT NULL;
CREATE INDEX "TrustDisbursement_outstanding" ON "TrustDisbursement" ("organizationId", id) WHERE status = 'issued';
CREATE INDEX "TrustDisbursement_outstanding_updated" ON "TrustDisbursement" ("organizationId", "updatedAt", id) WHERE status = 'issued';
CREATE UNIQUE INDEX "BankLine_matched_once" ON "BankLine" ("organizationId", "transactionId") WHERE "transactionId" IS NOT NULL;
CREATE INDEX "BankLine_unmatched" ON "BankLine" ("organizationId", "accountId", "postedOn", id) WHERE "transactionId" IS NULL;
CREATE UNIQUE INDEX "Reconciliation_closed_once" ON "Reconciliation" ("organizationId", "accountId", "asOfOn") WHERE "reopenedAt" IS NULL;

CALL isolate_tenants(
  'TrustAccount', 'TrustLedger', 'TrustTransaction', 'TrustPosting', 'TrustDisbursement', 'BankStatement', 'BankLine', 'Reconciliation', 'TrustPolicy');
GRANT SELECT, INSERT, UPDATE ON "TrustAccount", "TrustLedger", "TrustDisbursement", "BankLine", "Reconciliation", "TrustPolicy" TO caseport_application;
GRANT SELECT, INSERT ON "TrustTransaction", "TrustPosting", "BankStatement" TO caseport_application;
GRANT UPDATE ("clearedOn", "clearanceBasis", "reversedById", revision) ON "TrustTransaction" TO caseport_application;

-- Sums move at every transaction; the revision and the time of an account are those of what a person set.
CREATE TRIGGER touch BEFORE UPDATE ON "TrustAccount" FOR EACH ROW WHEN (NEW.revision <> OLD.revision) EXECUTE FUNCTION touch_row();
CREATE TRIGGER fold_name BEFORE INSERT OR UPDATE OF name ON "TrustAccount" FOR EACH ROW EXECUTE FUNCTION fold_row_name();
CREATE TRIGGER touch BEFORE UPDATE ON "TrustTransaction" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "TrustLedger" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "TrustDisbursement" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "BankStatement" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "BankLine" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "Reconciliation" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "TrustPolicy" FOR EACH ROW EXECUTE FUNCTION touch_row();

-- Every rejection of a trigger is a violated check with a name, as those of the tables are.
CREATE FUNCTION reject_trust(rule text, message text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', message USING ERRCODE = 'check_violation', CONSTRAINT = rule;
END $$;

-- Balances are moved by transactions alone: the trigger of one is a level above this one. Approvals reserve directly.
CREATE FUNCTION keep_trust_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF (NEW."balanceCents", NEW."unclearedCents", NEW."reservedCents", NEW."postingCount") <> (0, 0, 0, 0) THEN
      PERFORM reject_trust('TrustLedger_kept', 'A ledger begins empty');
    END IF;
  ELSIF (NEW."accountId", NEW.kind, NEW."caseId", NEW."claimantPartyId") IS DISTINCT FROM (OLD."accountId", OLD.kind, OLD."caseId", OLD."claimantPartyId") THEN
    PERFORM reject_trust('TrustLedger_kept', 'Whose money a ledger has never changes');
  ELSIF pg_trigger_depth() < 2 AND (NEW."balanceCents", NEW."unclearedCents", NEW."postingCount") <> (OLD."balanceCents", OLD."unclearedCents", OLD."postingCount") THEN
    PERFORM reject_trust('TrustLedger_kept', 'The balances of a ledger are moved by transactions alone');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep BEFORE INSERT OR UPDATE ON "TrustLedger" FOR EACH ROW EXECUTE FUNCTION keep_trust_ledger();

CREATE FUNCTION keep_trust_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF (NEW."bookCents", NEW."unclearedCents", NEW."lastNumber") <> (0, 0, 0) THEN
      PERFORM reject_trust('TrustAccount_kept', 'An account begins empty');
    END IF;
  ELSIF pg_trigger_depth() < 2 AND (NEW."bookCents", NEW."unclearedCents", NEW."lastNumber") <> (OLD."bookCents", OLD."unclearedCents", OLD."lastNumber") THEN
    PERFORM reject_trust('TrustAccount_kept', 'The sums of an account are moved by transactions alone');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep BEFORE INSERT OR UPDATE ON "TrustAccount" FOR EACH ROW EXECUTE FUNCTION keep_trust_account();

CREATE FUNCTION keep_trust_posting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 THEN
    PERFORM reject_trust('TrustPosting_kept', 'Postings are written by their transaction alone');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep BEFORE INSERT ON "TrustPosting" FOR EACH ROW EXECUTE FUNCTION keep_trust_posting();

-- What was requested is what is paid.
CREATE FUNCTION keep_trust_disbursement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW."sequenceId", NEW."accountId", NEW."ledgerId", NEW."caseId", NEW."settlementId", NEW."shareId", NEW."statementId", NEW."lineKey", NEW."payeeType", NEW."amountCents", NEW.method)
      IS DISTINCT FROM (OLD."sequenceId", OLD."accountId", OLD."ledgerId", OLD."caseId", OLD."settlementId", OLD."shareId", OLD."statementId", OLD."lineKey", OLD."payeeType", OLD."amountCents", OLD.method)
      OR NEW."requestedByPersons" <> OLD."requestedByPersons" OR NEW."requestedBy" <> OLD."requestedBy"
      OR (NEW.payee - 'contactId') <> (OLD.payee - 'contactId') THEN
    PERFORM reject_trust('TrustDisbursement_kept', 'Payee, amount, line and ledger of a disbursement never change');
  END IF;
  IF num_nonnulls(OLD."decidedAt") = 1 AND (NEW."decidedBy" <> OLD."decidedBy" OR NEW."decidedByPersons" <> OLD."decidedByPersons"
      OR (NEW."decidedAt", NEW."isSoleApproval") IS DISTINCT FROM (OLD."decidedAt", OLD."isSoleApproval")) THEN
    PERFORM reject_trust('TrustDisbursement_kept', 'A decision never changes');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep BEFORE UPDATE ON "TrustDisbursement" FOR EACH ROW EXECUTE FUNCTION keep_trust_disbursement();

-- Checks a transaction as a whole and gives it its number; the row of the account is locked with it until commit.
CREATE FUNCTION check_trust_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account record;
  posted record;
  paid record;
BEGIN
  UPDATE "TrustAccount" a SET "lastNumber" = a."lastNumber" + 1, "bookCents" = a."bookCents" + NEW."bankCents"
    WHERE a."organizationId" = NEW."organizationId" AND a.id = NEW."accountId"
    RETURNING a."lastNumber", a.status, a."closedThroughOn" INTO account;
  NEW.number := account."lastNumber";
  IF account.status = 'closed' THEN
    PERFORM reject_trust('TrustTransaction_open', 'The account is closed');
  ELSIF NEW."occurredOn" <= account."closedThroughOn" THEN
    PERFORM reject_trust('TrustTransaction_period', format('The account is closed through %s', account."closedThroughOn"));
  END IF;
  SELECT sum((p->>'amountCents')::bigint) AS cents, count(*) AS rows, count(DISTINCT p->>'ledgerId') AS ledgers,
    count(*) FILTER (WHERE (p->>'amountCents')::bigint = 0) AS empty INTO posted FROM jsonb_array_elements(NEW.postings) AS p;
  IF posted.cents IS DISTINCT FROM NEW."bankCents" THEN
    PERFORM reject_trust('TrustTransaction_balances', format('The ledgers move by %s cents, the bank by %s', posted.cents, NEW."bankCents"));
  ELSIF posted.empty > 0 THEN
    PERFORM reject_trust('TrustTransaction_balances', 'A posting moves something');
  END IF;
  IF num_nonnulls(NEW."disbursementId") = 1 THEN
    SELECT d."accountId", d."ledgerId", d."amountCents", d.status INTO paid FROM "TrustDisbursement" d
      WHERE d."organizationId" = NEW."organizationId" AND d.id = NEW."disbursementId" FOR UPDATE;
    IF (paid."accountId", paid."ledgerId", paid."amountCents", paid.status, 1) IS DISTINCT FROM
        (NEW."accountId", NEW.postings->0->>'ledgerId', NEW."amountCents", CASE NEW.type WHEN 'disbursement' THEN 'approved' ELSE 'issued' END, posted.rows::integer) THEN
      PERFORM reject_trust('TrustTransaction_requested', 'What is paid is not what was requested and approved');
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER checked BEFORE INSERT ON "TrustTransaction" FOR EACH ROW EXECUTE FUNCTION check_trust_transaction();

-- Writes the postings of a transaction and moves the balances. Which kinds of ledger a type moves, and in which direction, is checked here.
CREATE FUNCTION post_trust_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  posted record;
  ledger record;
  deposit text := coalesce(NEW."depositId", CASE WHEN NEW.type = ANY ('{deposit,firm_deposit}'::text[]) THEN NEW.id END);
  "isUncleared" boolean := false;
  uncleared bigint;
  "unclearedSum" bigint := 0;
BEGIN
  IF num_nonnulls(deposit) = 1 THEN
    SELECT num_nonnulls(t."clearedOn") = 0 INTO "isUncleared" FROM "TrustTransaction" t WHERE t."organizationId" = NEW."organizationId" AND t.id = deposit;
  END IF;
  FOR posted IN
    SELECT p.place::integer AS place, p.value->>'ledgerId' AS "ledgerId", (p.value->>'amountCents')::bigint AS cents, p.value->>'settlementPayerId' AS payer
    FROM jsonb_array_elements(NEW.postings) WITH ORDINALITY AS p(value, place)
  LOOP
    uncleared := CASE WHEN "isUncleared" THEN posted.cents ELSE 0 END;
    "unclearedSum" := "unclearedSum" + uncleared;
    UPDATE "TrustLedger" l SET "balanceCents" = l."balanceCents" + posted.cents, "unclearedCents" = l."unclearedCents" + uncleared, "postingCount" = l."postingCount" + 1
      WHERE l."organizationId" = NEW."organizationId" AND l.id = posted."ledgerId" AND l."accountId" = NEW."accountId"
      RETURNING l.kind, l."caseId", l."balanceCents", l."postingCount" INTO ledger;
    IF NOT coalesce(CASE NEW.type
        WHEN 'deposit' THEN ledger.kind = ANY ('{client,unidentified}'::text[]) AND posted.cents > 0
        WHEN 'identification' THEN CASE WHEN posted.cents < 0 THEN ledger.kind = 'unidentified' ELSE ledger.kind = 'client' END
        WHEN 'disbursement' THEN ledger.kind = 'client' AND posted.cents < 0
        WHEN 'disbursement_void' THEN ledger.kind = 'client' AND posted.cents > 0
        WHEN 'firm_deposit' THEN ledger.kind = 'firm' AND posted.cents > 0
        WHEN 'firm_cover' THEN ledger.kind = 'client' AND posted.cents > 0
        WHEN 'bank_fee' THEN ledger.kind = 'firm' AND posted.cents < 0
        WHEN 'interest' THEN ledger.kind = 'interest' AND posted.cents > 0
        WHEN 'interest_remittance' THEN ledger.kind = 'interest' AND posted.cents < 0
        WHEN 'opening_balance' THEN posted.cents > 0
        WHEN 'deposit_return' THEN ledger.kind = ANY ('{client,unidentified,firm}'::text[]) AND posted.cents < 0
        ELSE ledger.kind = ANY ('{client,firm,interest,unidentified}'::text[]) END, false) THEN
      PERFORM reject_trust('TrustTransaction_ledgers', format('A transaction of type %s does not move this ledger so', NEW.type));
    END IF;
    IF ledger.kind = 'firm' AND posted.cents > 0 THEN
      PERFORM check_firm_funds(NEW."organizationId", NEW."accountId", ledger."balanceCents");
    END IF;
    INSERT INTO "TrustPosting" ("organizationId", "transactionId", position, "ledgerId", number, type, "occurredOn", "caseId", "amountCents", "balanceAfterCents", "unclearedCents", "depositId", "settlementPayerId")
      VALUES (NEW."organizationId", NEW.id, posted.place, posted."ledgerId", ledger."postingCount", NEW.type, NEW."occurredOn", ledger."caseId", posted.cents, ledger."balanceCents", uncleared, deposit, posted.payer);
  END LOOP;
  IF "unclearedSum" <> 0 THEN
    UPDATE "TrustAccount" a SET "unclearedCents" = a."unclearedCents" + "unclearedSum" WHERE a."organizationId" = NEW."organizationId" AND a.id = NEW."accountId";
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION check_firm_funds(organization text, account text, cents bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  most bigint;
BEGIN
  SELECT a."firmFundsLimitCents" INTO most FROM "TrustAccount" a WHERE a."organizationId" = organization AND a.id = account;
  IF cents > most THEN
    PERFORM reject_trust('TrustLedger_firm_funds', format('The firm may keep %s cents in the account', most));
  END IF;
END $$;
CREATE TRIGGER post AFTER INSERT ON "TrustTransaction" FOR EACH ROW EXECUTE FUNCTION post_trust_transaction();

-- When it cleared and what reverses it are set once; a deposit that clears releases its money where it is by then.
CREATE FUNCTION keep_trust_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF num_nonnulls(OLD."clearedOn") = 1 AND (NEW."clearedOn", NEW."clearanceBasis") IS DISTINCT FROM (OLD."clearedOn", OLD."clearanceBasis")
      OR num_nonnulls(OLD."reversedById") = 1 AND NEW."reversedById" IS DISTINCT FROM OLD."reversedById" THEN
    PERFORM reject_trust('TrustTransaction_kept', 'What is set once of a transaction never changes');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep BEFORE UPDATE ON "TrustTransaction" FOR EACH ROW EXECUTE FUNCTION keep_trust_transaction();

CREATE FUNCTION release_trust_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  held record;
  released bigint := 0;
BEGIN
  FOR held IN
    SELECT p."ledgerId", sum(p."unclearedCents")::bigint AS cents FROM "TrustPosting" p
    WHERE p."organizationId" = NEW."organizationId" AND p."depositId" = NEW.id GROUP BY p."ledgerId" ORDER BY p."ledgerId"
  LOOP
    UPDATE "TrustLedger" l SET "unclearedCents" = l."unclearedCents" - held.cents WHERE l."organizationId" = NEW."organizationId" AND l.id = held."ledgerId";
    released := released + held.cents;
  END LOOP;
  UPDATE "TrustAccount" a SET "unclearedCents" = a."unclearedCents" - released WHERE a."organizationId" = NEW."organizationId" AND a.id = NEW."accountId";
  RETURN NULL;
END $$;
CREATE TRIGGER release AFTER UPDATE ON "TrustTransaction" FOR EACH ROW
  WHEN (OLD."clearedOn" IS NULL AND NEW."clearedOn" IS NOT NULL AND NEW.type = ANY ('{deposit,firm_deposit}'::text[])) EXECUTE FUNCTION release_trust_deposit();
