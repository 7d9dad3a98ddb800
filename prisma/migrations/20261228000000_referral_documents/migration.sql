-- Documents that the firms of a referral share: each has its own row, and its own document.
-- CreateTable
CREATE TABLE "ReferralDocument" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "referralId" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "documentId" TEXT,
    "name" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "contentType" TEXT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "pairId" TEXT,
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ReferralDocument_direction" CHECK (direction = ANY ('{sent,received}'::text[])),
    CONSTRAINT "ReferralDocument_state" CHECK (state = ANY ('{pending,delivered,failed}'::text[])),
    -- What arrived is a document of the firm; what it sent always was one.
    CONSTRAINT "ReferralDocument_document" CHECK (num_nonnulls("documentId") = 1 OR (direction = 'received' AND state <> 'delivered')),
    CONSTRAINT "ReferralDocument_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ReferralDocument_organizationId_pairId_key" ON "ReferralDocument"("organizationId", "pairId");

-- CreateIndex
CREATE INDEX "ReferralDocument_organizationId_referralId_id_idx" ON "ReferralDocument"("organizationId", "referralId", "id");

-- CreateIndex
CREATE INDEX "ReferralDocument_organizationId_documentId_idx" ON "ReferralDocument"("organizationId", "documentId");

-- AddForeignKey
ALTER TABLE "ReferralDocument" ADD CONSTRAINT "ReferralDocument_organizationId_referralId_fkey" FOREIGN KEY ("organizationId", "referralId") REFERENCES "Referral"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ReferralDocument" ADD CONSTRAINT "ReferralDocument_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

CALL isolate_tenants('ReferralDocument');
GRANT SELECT, INSERT, UPDATE ON "ReferralDocument" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "ReferralDocument" FOR EACH ROW EXECUTE FUNCTION touch_row();

ALTER TABLE "Referral" DROP CONSTRAINT "Referral_attention";
ALTER TABLE "Referral" ADD CONSTRAINT "Referral_attention" CHECK (attention = ANY ('{lead_not_moved,case_not_moved,documents_failed}'::text[])) NOT VALID;
