-- Fee agreements of cases.

-- CreateTable
CREATE TABLE "FeeAgreement" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "type" TEXT NOT NULL,
    "base" TEXT,
    "tiers" JSONB NOT NULL DEFAULT '[]',
    "costsResponsibility" TEXT NOT NULL,
    "jurisdiction" TEXT,
    "triggersReached" JSONB NOT NULL DEFAULT '[]',
    "signedOn" DATE NOT NULL,
    "documentId" TEXT NOT NULL,
    "previous" JSONB NOT NULL DEFAULT '[]',
    "notes" TEXT,
    "externalId" TEXT,
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "FeeAgreement_type" CHECK (type = ANY ('{contingency,hourly,flat,statutory,pro_bono}'::text[])),
    CONSTRAINT "FeeAgreement_base" CHECK (base = ANY ('{gross,net_of_costs}'::text[])),
    CONSTRAINT "FeeAgreement_costs" CHECK ("costsResponsibility" = ANY ('{firm_advances,client}'::text[])),
    CONSTRAINT "FeeAgreement_contingency" CHECK ((type = 'contingency') = (num_nonnulls(base) = 1)
        AND (type = 'contingency') = (jsonb_array_length(tiers) > 0) AND jsonb_array_length(tiers) <= 6),
    CONSTRAINT "FeeAgreement_jurisdiction" CHECK (jurisdiction ~ '^[A-Z]{2}$'),
    CONSTRAINT "FeeAgreement_versions" CHECK (version BETWEEN 1 AND 100 AND jsonb_array_length(previous) = version - 1),
    CONSTRAINT "FeeAgreement_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "FeeAgreement_organizationId_documentId_idx" ON "FeeAgreement"("organizationId", "documentId");

-- CreateIndex
CREATE UNIQUE INDEX "FeeAgreement_organizationId_caseId_key" ON "FeeAgreement"("organizationId", "caseId");

-- CreateIndex
CREATE UNIQUE INDEX "FeeAgreement_organizationId_externalId_key" ON "FeeAgreement"("organizationId", "externalId");

-- AddForeignKey
ALTER TABLE "FeeAgreement" ADD CONSTRAINT "FeeAgreement_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "FeeAgreement" ADD CONSTRAINT "FeeAgreement_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

CALL isolate_tenants('FeeAgreement');
GRANT SELECT, INSERT, UPDATE ON "FeeAgreement" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "FeeAgreement" FOR EACH ROW EXECUTE FUNCTION touch_row();
