-- The firms that a firm refers matters to, or takes them from.

-- CreateTable
CREATE TABLE "PartnerFirm" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "contactId" TEXT,
    "name" TEXT NOT NULL,
    "attorneyName" TEXT,
    "email" TEXT,
    "phone" TEXT,
    "barNumber" TEXT,
    "states" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "caseTypes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "status" TEXT NOT NULL DEFAULT 'active',
    "defaultTerms" JSONB,
    "notes" TEXT,
    "externalId" TEXT,
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PartnerFirm_kind" CHECK (kind = ANY ('{external}'::text[])),
    CONSTRAINT "PartnerFirm_status" CHECK (status = ANY ('{active,blocked}'::text[])),
    CONSTRAINT "PartnerFirm_contact" CHECK (kind <> 'external' OR num_nonnulls("contactId") = 1),
    CONSTRAINT "PartnerFirm_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "PartnerFirm_organizationId_contactId_id_idx" ON "PartnerFirm"("organizationId", "contactId", "id");

-- CreateIndex
CREATE INDEX "PartnerFirm_organizationId_contactId_updatedAt_id_idx" ON "PartnerFirm"("organizationId", "contactId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "PartnerFirm_organizationId_updatedAt_id_idx" ON "PartnerFirm"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "PartnerFirm_organizationId_kind_id_idx" ON "PartnerFirm"("organizationId", "kind", "id");

-- CreateIndex
CREATE INDEX "PartnerFirm_organizationId_kind_updatedAt_id_idx" ON "PartnerFirm"("organizationId", "kind", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "PartnerFirm_organizationId_status_id_idx" ON "PartnerFirm"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "PartnerFirm_organizationId_status_updatedAt_id_idx" ON "PartnerFirm"("organizationId", "status", "updatedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "PartnerFirm_organizationId_externalId_key" ON "PartnerFirm"("organizationId", "externalId");

-- AddForeignKey
ALTER TABLE "PartnerFirm" ADD CONSTRAINT "PartnerFirm_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "PartnerFirm" ADD CONSTRAINT "PartnerFirm_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

CALL isolate_tenants('PartnerFirm');
GRANT SELECT, INSERT, UPDATE ON "PartnerFirm" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "PartnerFirm" FOR EACH ROW EXECUTE FUNCTION touch_row();

-- Keys that were given these scopes before they had operations keep them without effect, until somebody turns them on.
CALL hold_back_scopes('referrals:read', 'referrals:write');
