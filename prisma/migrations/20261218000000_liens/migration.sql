-- Liens on the settlements of cases.

-- CreateTable
CREATE TABLE "Lien" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "claimantPartyId" TEXT,
    "type" TEXT NOT NULL,
    "lienholderContactId" TEXT NOT NULL,
    "handlerContactId" TEXT,
    "claimReference" TEXT,
    "medicalBillIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "noticeReceivedOn" DATE,
    "assertedCents" BIGINT,
    "unrelatedCents" BIGINT NOT NULL DEFAULT 0,
    "finalCents" BIGINT,
    "finalOn" DATE,
    "finalMethod" TEXT,
    "finalLetterDocumentId" TEXT,
    "paidCents" BIGINT NOT NULL DEFAULT 0,
    "payByOn" DATE,
    "finalDemandExpiresOn" DATE,
    "releaseDocumentId" TEXT,
    "status" TEXT NOT NULL DEFAULT 'identified',
    "statusReason" TEXT,
    "notes" TEXT,
    "externalId" TEXT,
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Lien_type" CHECK (type = ANY ('{medicare,medicare_advantage,medicaid,tricare_va,fehba,erisa_self_funded,erisa_insured,private_health,hospital_statutory,medical_provider,letter_of_protection,med_pay_pip,workers_comp,attorney_prior,litigation_funding,child_support,tax,other}'::text[])),
    CONSTRAINT "Lien_status" CHECK (status = ANY ('{identified,asserted,disputed,negotiating,final,paid,released,waived,withdrawn}'::text[])),
    CONSTRAINT "Lien_method" CHECK ("finalMethod" = ANY ('{none,common_fund,procurement_42cfr411,ahlborn,cap,pro_rata,percentage,negotiated,waived}'::text[])),
    CONSTRAINT "Lien_asserted" CHECK ("assertedCents" BETWEEN 1 AND 10000000000000),
    CONSTRAINT "Lien_claimed" CHECK (num_nonnulls("assertedCents") = 1 OR status = ANY ('{identified,waived,withdrawn}'::text[])),
    CONSTRAINT "Lien_unrelated" CHECK ("unrelatedCents" BETWEEN 0 AND coalesce("assertedCents", 0)),
    -- The amount stands with the letter that says it, and no lien is paid above it.
    CONSTRAINT "Lien_final" CHECK (num_nonnulls("finalCents", "finalOn", "finalMethod", "finalLetterDocumentId") IN (0, 4)
        AND coalesce("finalCents" BETWEEN 1 AND "assertedCents", true)
        AND (status <> ALL ('{final,paid,released}'::text[]) OR num_nonnulls("finalCents") = 1)
        AND (status <> ALL ('{identified,asserted,disputed,negotiating}'::text[]) OR num_nonnulls("finalCents") = 0)),
    CONSTRAINT "Lien_paid" CHECK ("paidCents" BETWEEN 0 AND coalesce("finalCents", 0)
        AND (status <> ALL ('{paid,released}'::text[]) OR "paidCents" = "finalCents")),
    CONSTRAINT "Lien_bills" CHECK (cardinality("medicalBillIds") <= 100),
    CONSTRAINT "Lien_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "Lien_organizationId_updatedAt_id_idx" ON "Lien"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Lien_organizationId_caseId_id_idx" ON "Lien"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "Lien_organizationId_caseId_updatedAt_id_idx" ON "Lien"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Lien_organizationId_type_id_idx" ON "Lien"("organizationId", "type", "id");

-- CreateIndex
CREATE INDEX "Lien_organizationId_type_updatedAt_id_idx" ON "Lien"("organizationId", "type", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Lien_organizationId_status_id_idx" ON "Lien"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "Lien_organizationId_status_updatedAt_id_idx" ON "Lien"("organizationId", "status", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Lien_organizationId_finalDemandExpiresOn_id_idx" ON "Lien"("organizationId", "finalDemandExpiresOn", "id");

-- CreateIndex
CREATE INDEX "Lien_organizationId_claimantPartyId_idx" ON "Lien"("organizationId", "claimantPartyId");

-- CreateIndex
CREATE INDEX "Lien_organizationId_lienholderContactId_caseId_idx" ON "Lien"("organizationId", "lienholderContactId", "caseId");

-- CreateIndex
CREATE INDEX "Lien_organizationId_handlerContactId_caseId_idx" ON "Lien"("organizationId", "handlerContactId", "caseId");

-- CreateIndex
CREATE INDEX "Lien_organizationId_finalLetterDocumentId_idx" ON "Lien"("organizationId", "finalLetterDocumentId");

-- CreateIndex
CREATE INDEX "Lien_organizationId_releaseDocumentId_idx" ON "Lien"("organizationId", "releaseDocumentId");

-- CreateIndex
CREATE UNIQUE INDEX "Lien_organizationId_externalId_key" ON "Lien"("organizationId", "externalId");

-- AddForeignKey
ALTER TABLE "Lien" ADD CONSTRAINT "Lien_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Lien" ADD CONSTRAINT "Lien_organizationId_claimantPartyId_fkey" FOREIGN KEY ("organizationId", "claimantPartyId") REFERENCES "CaseParty"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Lien" ADD CONSTRAINT "Lien_organizationId_lienholderContactId_fkey" FOREIGN KEY ("organizationId", "lienholderContactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Lien" ADD CONSTRAINT "Lien_organizationId_handlerContactId_fkey" FOREIGN KEY ("organizationId", "handlerContactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Lien" ADD CONSTRAINT "Lien_organizationId_finalLetterDocumentId_fkey" FOREIGN KEY ("organizationId", "finalLetterDocumentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Lien" ADD CONSTRAINT "Lien_organizationId_releaseDocumentId_fkey" FOREIGN KEY ("organizationId", "releaseDocumentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

CREATE INDEX "Lien_open" ON "Lien" ("organizationId", id) WHERE status IN ('identified', 'asserted', 'disputed', 'negotiating', 'final');
CREATE INDEX "Lien_open_updated" ON "Lien" ("organizationId", "updatedAt", id) WHERE status IN ('identified', 'asserted', 'disputed', 'negotiating', 'final');

CALL isolate_tenants('Lien');
GRANT SELECT, INSERT, UPDATE ON "Lien" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "Lien" FOR EACH ROW EXECUTE FUNCTION touch_row();

-- Keys that were given these scopes before they had operations keep them without effect, until somebody turns them on.
CALL hold_back_scopes('settlements:read', 'settlements:write');
