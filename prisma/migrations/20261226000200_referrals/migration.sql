-- Referrals to and from other firms.

-- CreateTable
CREATE TABLE "Referral" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "sequenceId" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "partnerFirmId" TEXT NOT NULL,
    "leadId" TEXT,
    "caseId" TEXT,
    "status" TEXT NOT NULL,
    "statusChangedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "statusReason" TEXT,
    "feeStatus" TEXT NOT NULL DEFAULT 'none',
    "teaser" JSONB NOT NULL,
    "conflictNames" JSONB,
    "sharingConsentOn" DATE,
    "terms" JSONB,
    "termsRevision" INTEGER NOT NULL DEFAULT 0,
    "termsProposedBy" TEXT,
    "termsAcceptedOn" DATE,
    "consentedOn" DATE,
    "consentTermsRevision" INTEGER,
    "consentObtainedBy" TEXT,
    "consentDocumentId" TEXT,
    "consentEsignRequestId" TEXT,
    "originatingAttorneyName" TEXT,
    "handlingAttorneyName" TEXT,
    "assignedMemberId" TEXT,
    "responseDueOn" DATE,
    "expiresAt" TIMESTAMPTZ(3),
    "sentAt" TIMESTAMPTZ(3),
    "acceptedAt" TIMESTAMPTZ(3),
    "engagedOn" DATE,
    "closedOn" DATE,
    "outcome" TEXT,
    "totalFeeCents" BIGINT,
    "settlementAmountCents" BIGINT,
    "referralFeeDueCents" BIGINT,
    "paidCents" BIGINT NOT NULL DEFAULT 0,
    "nextUpdateDueOn" DATE,
    "lastUpdateAt" TIMESTAMPTZ(3),
    "overdueNoticeOn" DATE,
    "responseNoticeOn" DATE,
    "conflictCheckId" TEXT,
    "reReferralOfId" TEXT,
    "attention" TEXT,
    "warnings" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "notes" TEXT,
    "externalId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Referral_direction" CHECK (direction = ANY ('{outbound,inbound}'::text[])),
    CONSTRAINT "Referral_channel" CHECK (channel = ANY ('{external}'::text[])),
    CONSTRAINT "Referral_status" CHECK (status = ANY ('{draft,sent,under_review,accepted,engaged,closed,declined,expired,withdrawn,returned}'::text[])),
    CONSTRAINT "Referral_fee_status" CHECK ("feeStatus" = ANY ('{none,agreed,due,partially_paid,paid,disputed,waived}'::text[])),
    CONSTRAINT "Referral_matter" CHECK (direction = 'inbound' OR num_nonnulls("leadId", "caseId") > 0),
    CONSTRAINT "Referral_terms" CHECK (num_nonnulls(terms, "termsProposedBy") IN (0, 2) AND "termsProposedBy" = ANY ('{originating,handling}'::text[])),
    CONSTRAINT "Referral_consent" CHECK (num_nonnulls("consentedOn", "consentTermsRevision", "consentObtainedBy") IN (0, 3)
        AND coalesce("consentTermsRevision" BETWEEN 1 AND "termsRevision", true) AND "consentObtainedBy" = ANY ('{originating,handling}'::text[])),
    -- What is engaged, and later, has a lead or case; what is closed, an outcome.
    CONSTRAINT "Referral_engaged" CHECK (status <> ALL ('{engaged,closed}'::text[]) OR (num_nonnulls("leadId", "caseId") > 0 AND num_nonnulls("engagedOn") = 1)),
    CONSTRAINT "Referral_closed" CHECK ((status = 'closed') = (num_nonnulls(outcome) = 1) AND num_nonnulls(outcome, "closedOn") IN (0, 2)
        AND outcome = ANY ('{won_settled,lost,no_longer_pursuing,client_terminated}'::text[])),
    -- No referral fee is above the fee, and nothing is paid above it.
    CONSTRAINT "Referral_fee" CHECK ("referralFeeDueCents" BETWEEN 0 AND "totalFeeCents" AND "paidCents" BETWEEN 0 AND coalesce("referralFeeDueCents", 0)),
    CONSTRAINT "Referral_attention" CHECK (attention = ANY ('{lead_not_moved,case_not_moved}'::text[])),
    CONSTRAINT "Referral_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "ReferralUpdate" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "referralId" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "phase" TEXT,
    "text" TEXT,
    "nextUpdateOn" DATE,
    "createdBy" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ReferralUpdate_by" CHECK (by = ANY ('{originating,handling}'::text[])),
    CONSTRAINT "ReferralUpdate_says" CHECK (num_nonnulls(phase, text) > 0),
    CONSTRAINT "ReferralUpdate_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "ReferralPayout" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "referralId" TEXT NOT NULL,
    "amountCents" BIGINT NOT NULL,
    "paidOn" DATE NOT NULL,
    "method" TEXT NOT NULL,
    "reference" TEXT,
    "state" TEXT NOT NULL DEFAULT 'recorded',
    "stateReason" TEXT,
    "disbursementId" TEXT,
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ReferralPayout_amount" CHECK ("amountCents" BETWEEN 1 AND 10000000000000),
    CONSTRAINT "ReferralPayout_method" CHECK (method = ANY ('{check,ach,wire,other}'::text[])),
    CONSTRAINT "ReferralPayout_state" CHECK (state = ANY ('{recorded,confirmed,disputed,voided}'::text[])),
    CONSTRAINT "ReferralPayout_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "ReferralHistory" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "referralId" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "feeStatus" TEXT NOT NULL,
    "termsRevision" INTEGER,
    "reason" TEXT,
    "note" TEXT,
    "actor" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ReferralHistory_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "Referral_organizationId_updatedAt_id_idx" ON "Referral"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Referral_organizationId_direction_id_idx" ON "Referral"("organizationId", "direction", "id");

-- CreateIndex
CREATE INDEX "Referral_organizationId_direction_updatedAt_id_idx" ON "Referral"("organizationId", "direction", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Referral_organizationId_status_id_idx" ON "Referral"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "Referral_organizationId_status_updatedAt_id_idx" ON "Referral"("organizationId", "status", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Referral_organizationId_feeStatus_id_idx" ON "Referral"("organizationId", "feeStatus", "id");

-- CreateIndex
CREATE INDEX "Referral_organizationId_feeStatus_updatedAt_id_idx" ON "Referral"("organizationId", "feeStatus", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Referral_organizationId_partnerFirmId_id_idx" ON "Referral"("organizationId", "partnerFirmId", "id");

-- CreateIndex
CREATE INDEX "Referral_organizationId_partnerFirmId_updatedAt_id_idx" ON "Referral"("organizationId", "partnerFirmId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Referral_organizationId_leadId_id_idx" ON "Referral"("organizationId", "leadId", "id");

-- CreateIndex
CREATE INDEX "Referral_organizationId_leadId_updatedAt_id_idx" ON "Referral"("organizationId", "leadId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Referral_organizationId_caseId_id_idx" ON "Referral"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "Referral_organizationId_caseId_updatedAt_id_idx" ON "Referral"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Referral_organizationId_attention_id_idx" ON "Referral"("organizationId", "attention", "id");

-- CreateIndex
CREATE INDEX "Referral_organizationId_attention_updatedAt_id_idx" ON "Referral"("organizationId", "attention", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Referral_organizationId_assignedMemberId_idx" ON "Referral"("organizationId", "assignedMemberId");

-- CreateIndex
CREATE INDEX "Referral_organizationId_consentDocumentId_idx" ON "Referral"("organizationId", "consentDocumentId");

-- CreateIndex
CREATE INDEX "Referral_organizationId_consentEsignRequestId_idx" ON "Referral"("organizationId", "consentEsignRequestId");

-- CreateIndex
CREATE INDEX "Referral_organizationId_conflictCheckId_idx" ON "Referral"("organizationId", "conflictCheckId");

-- CreateIndex
CREATE INDEX "Referral_organizationId_reReferralOfId_idx" ON "Referral"("organizationId", "reReferralOfId");

-- CreateIndex
CREATE UNIQUE INDEX "Referral_organizationId_sequenceId_key" ON "Referral"("organizationId", "sequenceId");

-- CreateIndex
CREATE UNIQUE INDEX "Referral_organizationId_externalId_key" ON "Referral"("organizationId", "externalId");

-- CreateIndex
CREATE INDEX "ReferralUpdate_organizationId_referralId_id_idx" ON "ReferralUpdate"("organizationId", "referralId", "id");

-- CreateIndex
CREATE INDEX "ReferralPayout_organizationId_referralId_id_idx" ON "ReferralPayout"("organizationId", "referralId", "id");

-- CreateIndex
CREATE INDEX "ReferralPayout_organizationId_disbursementId_idx" ON "ReferralPayout"("organizationId", "disbursementId");

-- CreateIndex
CREATE INDEX "ReferralHistory_organizationId_referralId_id_idx" ON "ReferralHistory"("organizationId", "referralId", "id");

-- AddForeignKey
ALTER TABLE "Referral" ADD CONSTRAINT "Referral_organizationId_partnerFirmId_fkey" FOREIGN KEY ("organizationId", "partnerFirmId") REFERENCES "PartnerFirm"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Referral" ADD CONSTRAINT "Referral_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId") REFERENCES "Lead"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Referral" ADD CONSTRAINT "Referral_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Referral" ADD CONSTRAINT "Referral_organizationId_consentDocumentId_fkey" FOREIGN KEY ("organizationId", "consentDocumentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Referral" ADD CONSTRAINT "Referral_organizationId_consentEsignRequestId_fkey" FOREIGN KEY ("organizationId", "consentEsignRequestId") REFERENCES "EsignRequest"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Referral" ADD CONSTRAINT "Referral_organizationId_assignedMemberId_fkey" FOREIGN KEY ("organizationId", "assignedMemberId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Referral" ADD CONSTRAINT "Referral_organizationId_conflictCheckId_fkey" FOREIGN KEY ("organizationId", "conflictCheckId") REFERENCES "ConflictCheck"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Referral" ADD CONSTRAINT "Referral_organizationId_reReferralOfId_fkey" FOREIGN KEY ("organizationId", "reReferralOfId") REFERENCES "Referral"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ReferralUpdate" ADD CONSTRAINT "ReferralUpdate_organizationId_referralId_fkey" FOREIGN KEY ("organizationId", "referralId") REFERENCES "Referral"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ReferralPayout" ADD CONSTRAINT "ReferralPayout_organizationId_referralId_fkey" FOREIGN KEY ("organizationId", "referralId") REFERENCES "Referral"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ReferralHistory" ADD CONSTRAINT "ReferralHistory_organizationId_referralId_fkey" FOREIGN KEY ("organizationId", "referralId") REFERENCES "Referral"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- A lead or case is with one handling firm at most, or offered to one.
CREATE UNIQUE INDEX "Referral_live_of_lead" ON "Referral" ("organizationId", "leadId")
  WHERE direction = 'outbound' AND status IN ('sent', 'under_review', 'accepted', 'engaged');
CREATE UNIQUE INDEX "Referral_live_of_case" ON "Referral" ("organizationId", "caseId")
  WHERE direction = 'outbound' AND status IN ('sent', 'under_review', 'accepted', 'engaged');
CREATE INDEX "Referral_response_due" ON "Referral" ("organizationId", "responseDueOn", id) WHERE status IN ('sent', 'under_review');
CREATE INDEX "Referral_update_due" ON "Referral" ("organizationId", "nextUpdateDueOn", id) WHERE status = 'engaged';
CREATE INDEX "Referral_expiring" ON "Referral" ("expiresAt") WHERE direction = 'outbound' AND status IN ('sent', 'under_review');
CREATE INDEX "Referral_next_update" ON "Referral" ("nextUpdateDueOn") WHERE status = 'engaged';
CREATE INDEX "Referral_next_response" ON "Referral" ("responseDueOn") WHERE status IN ('sent', 'under_review');

CALL isolate_tenants('Referral', 'ReferralUpdate', 'ReferralPayout', 'ReferralHistory');
GRANT SELECT, INSERT, UPDATE ON "Referral", "ReferralPayout" TO caseport_application;
GRANT SELECT, INSERT ON "ReferralUpdate", "ReferralHistory" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "Referral" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "ReferralPayout" FOR EACH ROW EXECUTE FUNCTION touch_row();

-- Whom a firm was told of is found by its conflict checks, also in referrals that it declined (ABA Model Rule 1.18).
CREATE FUNCTION referral_names(direction text, names jsonb) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE found text[] := '{}'; each text;
BEGIN
  IF direction <> 'inbound' OR names IS NULL THEN RETURN found; END IF;
  FOR each IN SELECT jsonb_array_elements_text(names -> 'clientNames') LOOP found := found || each; END LOOP;
  FOR each IN SELECT jsonb_array_elements_text(names -> 'adverseNames') LOOP found := found || each; END LOOP;
  RETURN found;
END $$;

CREATE FUNCTION index_referral() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before text[] := '{}'; after text[] := referral_names(NEW.direction, NEW."conflictNames");
BEGIN
  IF TG_OP = 'UPDATE' THEN before := referral_names(OLD.direction, OLD."conflictNames"); END IF;
  PERFORM change_name_keys(NEW."organizationId", 'referral', NEW.id, name_keys(before, NULL), name_keys(after, NULL));
  PERFORM change_words(NEW."organizationId", 'referral', NEW.id, search_words(array_to_string(before, ' ')), search_words(array_to_string(after, ' ')));
  RETURN NULL;
END $$;
CREATE TRIGGER index_names AFTER INSERT OR UPDATE OF "conflictNames" ON "Referral" FOR EACH ROW EXECUTE FUNCTION index_referral();

-- What jobs look for across organizations: IDs alone. Referrals of deleted cases rest.
CREATE POLICY definer_reads ON "Referral" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", id, "caseId", direction, status, "expiresAt", "responseDueOn", "responseNoticeOn", "nextUpdateDueOn", "overdueNoticeOn")
  ON "Referral" TO caseport_definer;

CREATE FUNCTION list_expired_referrals(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT r."organizationId", r.id FROM "Referral" r
    WHERE r.direction = 'outbound' AND r.status IN ('sent', 'under_review') AND r."expiresAt" <= now()
      AND NOT EXISTS (SELECT 1 FROM "Case" c WHERE c."organizationId" = r."organizationId" AND c.id = r."caseId" AND c."deletedAt" IS NOT NULL)
    ORDER BY r."expiresAt" LIMIT batch;
END $$;

-- Each day once, by the firm's own date.
CREATE FUNCTION list_due_referral_notices(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    (SELECT r."organizationId", r.id FROM "Referral" r JOIN "Organization" o ON o.id = r."organizationId"
     WHERE r.status = 'engaged' AND r."overdueNoticeOn" IS DISTINCT FROM r."nextUpdateDueOn"
       -- No time zone is more than fourteen hours ahead of UTC.
       AND r."nextUpdateDueOn" < (now() AT TIME ZONE 'UTC' + interval '14 hours')::date AND r."nextUpdateDueOn" < (now() AT TIME ZONE o.timezone)::date
       AND NOT EXISTS (SELECT 1 FROM "Case" c WHERE c."organizationId" = r."organizationId" AND c.id = r."caseId" AND c."deletedAt" IS NOT NULL)
     ORDER BY r."nextUpdateDueOn" LIMIT batch)
    UNION
    (SELECT r."organizationId", r.id FROM "Referral" r JOIN "Organization" o ON o.id = r."organizationId"
     WHERE r.status IN ('sent', 'under_review') AND r."responseNoticeOn" IS DISTINCT FROM r."responseDueOn"
       AND r."responseDueOn" <= (now() AT TIME ZONE 'UTC' + interval '14 hours')::date + 1
       AND r."responseDueOn" BETWEEN (now() AT TIME ZONE o.timezone)::date AND (now() AT TIME ZONE o.timezone)::date + 1
       AND NOT EXISTS (SELECT 1 FROM "Case" c WHERE c."organizationId" = r."organizationId" AND c.id = r."caseId" AND c."deletedAt" IS NOT NULL)
     ORDER BY r."responseDueOn" LIMIT batch);
END $$;
CALL run_as_definer('list_expired_referrals(integer)', 'list_due_referral_notices(integer)');
