-- Referrals between firms of one installation. Each has its own row; a random ID pairs them.
ALTER TABLE "PartnerFirm" ADD COLUMN "partnerOrganizationId" TEXT, ADD COLUMN "approvedForSending" JSONB, ADD COLUMN "mayReferToUs" JSONB;
ALTER TABLE "PartnerFirm" DROP CONSTRAINT "PartnerFirm_kind";
ALTER TABLE "PartnerFirm" ADD CONSTRAINT "PartnerFirm_kind" CHECK (kind = ANY ('{external,network}'::text[])) NOT VALID;
ALTER TABLE "PartnerFirm" ADD CONSTRAINT "PartnerFirm_network" CHECK ((kind = 'network') = (num_nonnulls("partnerOrganizationId") = 1)
    AND (kind = 'network' OR num_nonnulls("approvedForSending", "mayReferToUs") = 0)) NOT VALID;

ALTER TABLE "Referral" ADD COLUMN "pairId" TEXT, ADD COLUMN "received" JSONB;
ALTER TABLE "Referral" DROP CONSTRAINT "Referral_channel";
ALTER TABLE "Referral" ADD CONSTRAINT "Referral_channel" CHECK (channel = ANY ('{external,network}'::text[])
    AND (channel = 'network' OR num_nonnulls("pairId", received) = 0)) NOT VALID;
-- What was released, was released by an acceptance.
ALTER TABLE "Referral" ADD CONSTRAINT "Referral_received" CHECK (num_nonnulls(received) = 0
    OR (direction = 'inbound' AND num_nonnulls("acceptedAt") = 1)) NOT VALID;
ALTER TABLE "ReferralPayout" ADD COLUMN "pairId" TEXT;

-- CreateTable
CREATE TABLE "ReferralProfile" (
    "organizationId" TEXT NOT NULL,
    "displayName" TEXT NOT NULL,
    "code" TEXT,
    "accepts" TEXT NOT NULL DEFAULT 'nobody',
    "answerWithinBusinessDays" INTEGER NOT NULL DEFAULT 3,
    "expiresAfterDays" INTEGER NOT NULL DEFAULT 7,
    "needsConflictCheck" BOOLEAN NOT NULL DEFAULT false,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ReferralProfile_accepts" CHECK (accepts = ANY ('{nobody,approved}'::text[])),
    CONSTRAINT "ReferralProfile_days" CHECK ("answerWithinBusinessDays" BETWEEN 1 AND 10 AND "expiresAfterDays" BETWEEN 1 AND 90),
    CONSTRAINT "ReferralProfile_pkey" PRIMARY KEY ("organizationId")
);

-- CreateIndex
CREATE INDEX "ReferralProfile_code_idx" ON "ReferralProfile"("code");

-- AddForeignKey
ALTER TABLE "ReferralProfile" ADD CONSTRAINT "ReferralProfile_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

CALL isolate_tenants('ReferralProfile');
GRANT SELECT, INSERT, UPDATE ON "ReferralProfile" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "ReferralProfile" FOR EACH ROW EXECUTE FUNCTION touch_row();

-- Whose code it is. Nothing else is read before a firm knows another.
CREATE POLICY definer_reads ON "ReferralProfile" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", "displayName", code) ON "ReferralProfile" TO caseport_definer;
CREATE FUNCTION find_referral_firm(given text)
RETURNS TABLE ("organizationId" text, "displayName" text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT p."organizationId", p."displayName" FROM "ReferralProfile" p WHERE p.code = given LIMIT 2;
END $$;
CALL run_as_definer('find_referral_firm(text)');
