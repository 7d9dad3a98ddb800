-- The negotiation of a case: what was demanded and offered, and what became of it.

-- CreateTable
CREATE TABLE "Negotiation" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "claimantPartyId" TEXT,
    "type" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "policyId" TEXT,
    "partyId" TEXT,
    "amountCents" BIGINT,
    "terms" TEXT,
    "decision" TEXT,
    "madeOn" DATE NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    "inReplyToId" TEXT,
    "correctsId" TEXT,
    "method" TEXT NOT NULL,
    "documentId" TEXT,
    "notes" TEXT,
    "status" TEXT NOT NULL,
    "externalId" TEXT,
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Negotiation_type" CHECK (type = ANY ('{demand,policy_limits_demand,offer,final_offer,tender,counter_offer,mediators_proposal,offer_of_judgment,acceptance,rejection,conveyed,client_decision,withdrawal}'::text[])),
    CONSTRAINT "Negotiation_direction" CHECK (direction = ANY ('{outgoing,incoming,internal}'::text[])
        AND (direction = 'internal') = (type = ANY ('{conveyed,client_decision}'::text[]))),
    CONSTRAINT "Negotiation_method" CHECK (method = ANY ('{written,oral}'::text[])),
    CONSTRAINT "Negotiation_status" CHECK (status = ANY ('{open,countered,accepted,rejected,withdrawn,recorded}'::text[])),
    CONSTRAINT "Negotiation_amount" CHECK ("amountCents" BETWEEN 0 AND 10000000000000
        AND (num_nonnulls("amountCents") = 0) = (type = ANY ('{acceptance,rejection,conveyed,client_decision,withdrawal}'::text[]))),
    CONSTRAINT "Negotiation_decision" CHECK (decision = ANY ('{accepted,rejected}'::text[])
        AND (type = 'client_decision') = (num_nonnulls(decision) = 1)),
    CONSTRAINT "Negotiation_answer" CHECK (num_nonnulls("amountCents", "inReplyToId") > 0 AND num_nonnulls("policyId", "partyId") < 2),
    CONSTRAINT "Negotiation_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "Negotiation_organizationId_updatedAt_id_idx" ON "Negotiation"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Negotiation_organizationId_caseId_id_idx" ON "Negotiation"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "Negotiation_organizationId_caseId_updatedAt_id_idx" ON "Negotiation"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Negotiation_organizationId_type_id_idx" ON "Negotiation"("organizationId", "type", "id");

-- CreateIndex
CREATE INDEX "Negotiation_organizationId_type_updatedAt_id_idx" ON "Negotiation"("organizationId", "type", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Negotiation_organizationId_status_id_idx" ON "Negotiation"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "Negotiation_organizationId_status_updatedAt_id_idx" ON "Negotiation"("organizationId", "status", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Negotiation_organizationId_expiresAt_id_idx" ON "Negotiation"("organizationId", "expiresAt", "id");

-- CreateIndex
CREATE INDEX "Negotiation_organizationId_claimantPartyId_idx" ON "Negotiation"("organizationId", "claimantPartyId");

-- CreateIndex
CREATE INDEX "Negotiation_organizationId_policyId_idx" ON "Negotiation"("organizationId", "policyId");

-- CreateIndex
CREATE INDEX "Negotiation_organizationId_partyId_idx" ON "Negotiation"("organizationId", "partyId");

-- CreateIndex
CREATE INDEX "Negotiation_organizationId_documentId_idx" ON "Negotiation"("organizationId", "documentId");

-- CreateIndex
CREATE INDEX "Negotiation_organizationId_inReplyToId_idx" ON "Negotiation"("organizationId", "inReplyToId");

-- CreateIndex
CREATE UNIQUE INDEX "Negotiation_organizationId_externalId_key" ON "Negotiation"("organizationId", "externalId");

-- CreateIndex
CREATE UNIQUE INDEX "Negotiation_organizationId_correctsId_key" ON "Negotiation"("organizationId", "correctsId");

-- AddForeignKey
ALTER TABLE "Negotiation" ADD CONSTRAINT "Negotiation_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Negotiation" ADD CONSTRAINT "Negotiation_organizationId_claimantPartyId_fkey" FOREIGN KEY ("organizationId", "claimantPartyId") REFERENCES "CaseParty"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Negotiation" ADD CONSTRAINT "Negotiation_organizationId_policyId_fkey" FOREIGN KEY ("organizationId", "policyId") REFERENCES "InsurancePolicy"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Negotiation" ADD CONSTRAINT "Negotiation_organizationId_partyId_fkey" FOREIGN KEY ("organizationId", "partyId") REFERENCES "CaseParty"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Negotiation" ADD CONSTRAINT "Negotiation_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Negotiation" ADD CONSTRAINT "Negotiation_organizationId_inReplyToId_fkey" FOREIGN KEY ("organizationId", "inReplyToId") REFERENCES "Negotiation"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Negotiation" ADD CONSTRAINT "Negotiation_organizationId_correctsId_fkey" FOREIGN KEY ("organizationId", "correctsId") REFERENCES "Negotiation"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

CALL isolate_tenants('Negotiation');
GRANT SELECT, INSERT, UPDATE ON "Negotiation" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "Negotiation" FOR EACH ROW EXECUTE FUNCTION touch_row();
