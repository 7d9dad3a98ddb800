-- Why members blocked a partner firm, and whether a firm's referrals report phases by themselves.
ALTER TABLE "PartnerFirm" ADD COLUMN "blockedReason" TEXT;
ALTER TABLE "PartnerFirm" ADD CONSTRAINT "PartnerFirm_blockedReason" CHECK (num_nonnulls("blockedReason") = 0 OR status = 'blocked') NOT VALID;
ALTER TABLE "ReferralProfile" ADD COLUMN "autoUpdates" BOOLEAN NOT NULL DEFAULT false;

-- Copies of shared documents that have waited for longer than any attempt takes: their job was lost.
CREATE POLICY definer_reads ON "ReferralDocument" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", id, direction, state, "updatedAt") ON "ReferralDocument" TO caseport_definer;
GRANT caseport_definer TO CURRENT_USER;
CREATE FUNCTION list_lost_referral_documents("lostMinutes" integer, "afterId" text, batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT d."organizationId", d.id FROM "ReferralDocument" d
    WHERE d.state = 'pending' AND d.direction = 'received' AND d."updatedAt" < now() - make_interval(mins => "lostMinutes")
      AND d.id > "afterId"
    ORDER BY d.id LIMIT batch;
END $$;
REVOKE caseport_definer FROM CURRENT_USER;
CALL run_as_definer('list_lost_referral_documents(integer, text, integer)');
